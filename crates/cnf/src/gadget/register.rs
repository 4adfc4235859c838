//! Registers that count modulo a number: the state after n steps, as bits, and the clauses between
//! consecutive states.
//!
//! ```
//! use knightsat_cnf::gadget::register::Register;
//!
//! let counter = Register::Binary(3);
//! assert_eq!((counter.modulus(), counter.bits()), (8, 3));
//! assert_eq!(Register::Shift(3).modulus(), 7);
//! ```
//!
//! | register | modulus | bits | clauses of a step |
//! | --- | --- | --- | --- |
//! | [`Register::Binary`] | 2^b | b | 2, 4, then 6 a bit |
//! | [`Register::Shift`] | 2^b − 1 | b | 2 a bit, 4 where there is a tap |
//! | [`Register::Five`] | 5 | 3 | 10 |
//!
//! The shift registers have linear feedback (Johnson, Quasi-linear reduction of Hamiltonian cycle
//! problem to satisfiability problem, 2014); that of five states is from Heule, Chinese remainder
//! encoding for Hamiltonian cycles, SAT 2021.

use crate::sink::{ClauseSink, Cnf, clause};
use crate::{Lit, Term, xor};
use std::iter::once;

/// Counts modulo a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// Binary digits, this many, the lowest first.
    Binary(u32),
    /// A shift register with linear feedback of this many bits, 2 to 24, which is never zero.
    Shift(u32),
    /// Three bits that never represent 5, 6 or 7.
    Five,
}

/// The feedback of a shift register of 2, 3, … bits, which adds the last bit to the bits of this
/// mask. These are the exponents of a primitive polynomial over GF(2) (Alfke, Efficient shift
/// registers, LFSR counters, and long pseudo-random sequence generators, Xilinx application note
/// XAPP 052, 1996).
const TAPS: [u32; 23] = [
    0x3, 0x5, 0x9, 0x9, 0x21, 0x41, 0x71, 0x21, 0x81, 0x201, 0x53, 0x1b, 0x2b, 0x4001, 0xa011,
    0x4001, 0x801, 0x47, 0x20001, 0x80001, 0x200001, 0x40001, 0xc20001,
];

impl Register {
    /// The most bits of a shift register.
    pub const LONGEST_SHIFT: u32 = TAPS.len() as u32 + 1;

    /// Returns the number of steps after which the first state recurs.
    pub fn modulus(self) -> u64 {
        match self {
            Register::Binary(bits) => 1 << bits,
            Register::Shift(bits) => (1 << bits) - 1,
            Register::Five => 5,
        }
    }

    /// Returns the number of bits of a state.
    pub fn bits(self) -> u32 {
        match self {
            Register::Binary(bits) | Register::Shift(bits) => bits,
            Register::Five => 3,
        }
    }

    /// Returns the state after `steps` steps, lowest bit first.
    pub fn state(self, steps: u64) -> Vec<bool> {
        let steps = steps % self.modulus();
        let code = match self {
            Register::Binary(_) | Register::Five => steps,
            Register::Shift(bits) => {
                let shift = |state: u64| {
                    let carry = state >> (bits - 1) & 1;
                    (state << 1 & ((1 << bits) - 1)) ^ (carry * u64::from(taps(bits)))
                };
                (0..steps).fold(1, |state, _| shift(state))
            }
        };
        (0..self.bits()).map(|bit| code >> bit & 1 == 1).collect()
    }

    /// Returns the clauses that exclude invalid states.
    pub fn never(self, x: &[Term]) -> Vec<Vec<Term>> {
        match self {
            Register::Binary(_) => Vec::new(),
            Register::Shift(_) => vec![x.to_vec()],
            Register::Five => vec![vec![!x[0], !x[2]], vec![!x[1], !x[2]]],
        }
    }

    /// Returns the clauses that require that `y` is the state after `x`.
    pub fn step(self, x: &[Term], y: &[Term]) -> Vec<Vec<Term>> {
        match self {
            Register::Binary(bits) => increment(bits as usize, x, y),
            Register::Shift(bits) => {
                let last = x[bits as usize - 1];
                let mut clauses = equal(y[0], last);
                for bit in 1..bits {
                    let (to, from) = (y[bit as usize], x[bit as usize - 1]);
                    clauses.extend(match taps(bits) >> bit & 1 {
                        0 => equal(to, from),
                        _ => differ(to, from, last),
                    });
                }
                clauses
            }
            Register::Five => {
                // 0 and 2 make it odd, 1 and 2 set the middle bit, 3 sets the last.
                let mut clauses = vec![vec![!y[0], !x[0]], vec![!y[0], !x[2]]];
                clauses.push(vec![y[0], x[0], x[2]]);
                clauses.extend(differ(y[1], x[0], x[1]));
                clauses.extend([vec![!y[2], x[0]], vec![!y[2], x[1]]]);
                clauses.push(vec![y[2], !x[0], !x[1]]);
                clauses
            }
        }
    }
}

fn taps(bits: u32) -> u32 {
    TAPS[bits as usize - 2]
}

fn equal(y: Term, x: Term) -> Vec<Vec<Term>> {
    vec![vec![!y, x], vec![y, !x]]
}

/// y = a ⊕ b.
fn differ(y: Term, a: Term, b: Term) -> Vec<Vec<Term>> {
    xor(y, a, b).map(Vec::from).into()
}

/// y = x + 1. A bit changes if and only if the bit below goes from one to zero, so no carries are
/// needed.
fn increment(bits: usize, x: &[Term], y: &[Term]) -> Vec<Vec<Term>> {
    let mut clauses = Vec::new();
    for bit in 0..bits {
        match bit {
            0 => clauses.extend(equal(y[0], !x[0])),
            1 => clauses.extend(differ(y[1], x[0], x[1])),
            _ => {
                let (a, b) = (x[bit - 1], y[bit - 1]);
                let changed = [vec![x[bit], y[bit]], vec![!x[bit], !y[bit]]];
                let same = [vec![x[bit], !y[bit]], vec![!x[bit], y[bit]]];
                clauses.extend(changed.map(|terms| [vec![!a, b], terms].concat()));
                for unless in [a, !b] {
                    clauses.extend(same.clone().map(|terms| [vec![unless], terms].concat()));
                }
            }
        }
    }
    clauses
}

/// The clauses of a step of a register, made once and instantiated often.
#[derive(Clone, Debug)]
pub struct Steps {
    bits: usize,
    /// Over variables 1, 2, … for the bits before the step, then those after it.
    clauses: Cnf,
}

impl Steps {
    /// Collects the clauses of [`Register::step`].
    pub fn of(register: Register) -> Steps {
        let bits = register.bits() as usize;
        let mut clauses = Cnf::default();
        let vars = clauses.new_vars(2 * register.bits());
        let terms: Vec<Term> = vars.iter().map(|var| var.pos().into()).collect();
        let (x, y) = terms.split_at(bits);
        for terms in register.step(x, y) {
            clause(terms, &mut clauses);
        }
        Steps { bits, clauses }
    }

    /// Requires that `y` is the state after `x`, unless `otherwise` holds.
    pub fn write<S: ClauseSink>(&self, otherwise: Term, x: &[Term], y: &[Term], sink: &mut S) {
        let term = |lit: &Lit| {
            let place = lit.var().number() as usize - 1;
            let term = match place.checked_sub(self.bits) {
                None => x[place],
                Some(place) => y[place],
            };
            if lit.is_positive() { term } else { !term }
        };
        for lits in self.clauses.clauses() {
            clause(once(otherwise).chain(lits.iter().map(term)), sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Register> {
        let binary = (1..=6).map(Register::Binary);
        let shift = (2..=7).map(Register::Shift);
        binary.chain(shift).chain([Register::Five]).collect()
    }

    fn holds(clauses: &[Vec<Term>]) -> bool {
        let is_true = |term: &Term| *term == Term::TRUE;
        clauses.iter().all(|clause| clause.iter().any(is_true))
    }

    fn known(code: u64, bits: u32) -> Vec<Term> {
        (0..bits)
            .map(|bit| Term::Known(code >> bit & 1 == 1))
            .collect()
    }

    #[test]
    fn every_state_has_the_next_one_as_its_only_successor() {
        for register in all() {
            let (bits, modulus) = (register.bits(), register.modulus());
            for steps in 0..modulus {
                let state = register.state(steps);
                let x: Vec<Term> = state.iter().map(|&bit| Term::Known(bit)).collect();
                assert!(holds(&register.never(&x)), "{register:?} {steps}");
                let next = register.state(steps + 1);
                let found: Vec<Vec<Term>> = (0..1 << bits)
                    .map(|code| known(code, bits))
                    .filter(|y| holds(&register.step(&x, y)))
                    .collect();
                let expected: Vec<Term> = next.iter().map(|&bit| Term::Known(bit)).collect();
                assert_eq!(found, [expected], "{register:?} {steps}");
            }
            let states = (0..1 << bits).filter(|&code| holds(&register.never(&known(code, bits))));
            assert_eq!(states.count() as u64, modulus, "{register:?}");
        }
    }

    #[test]
    fn steps_filled_in_are_those_of_the_register() {
        for register in all() {
            let bits = register.bits();
            let mut vars = Cnf::default();
            let vars = vars.new_vars(2 * bits + 1);
            let mut terms: Vec<Term> = vars.iter().map(|var| var.neg().into()).collect();
            // All unknown, then with a known bit before and one after the step.
            for known in [false, true] {
                if known {
                    terms[1] = Term::TRUE;
                    terms[2 * bits as usize] = Term::FALSE;
                }
                let (x, y) = terms[1..].split_at(bits as usize);
                let [mut expected, mut found] = [Cnf::default(), Cnf::default()];
                for step in register.step(x, y) {
                    clause(once(terms[0]).chain(step), &mut expected);
                }
                Steps::of(register).write(terms[0], x, y, &mut found);
                assert!(expected.clauses().eq(found.clauses()), "{register:?}");
                assert!(known || !found.is_empty());
            }
        }
    }

    #[test]
    fn shift_registers_come_back_to_the_first_state_no_sooner_than_promised() {
        for bits in 2..=Register::LONGEST_SHIFT {
            let (taps, mask) = (u64::from(taps(bits)), (1 << bits) - 1);
            let next = |state: u64| (state << 1 & mask) ^ ((state >> (bits - 1) & 1) * taps);
            let after = |&state: &u64| (state != 1).then(|| next(state));
            let steps = std::iter::successors(Some(next(1)), after).count() as u64;
            assert_eq!(steps, Register::Shift(bits).modulus(), "{bits} bits");
        }
    }
}
