//! Connectivity by counting. Every vertex has its position on the cycle, modulo some number, in the
//! bits of one or more registers. An arc of the tour leads from one position to the next. A cycle
//! that misses the first vertex then has a length that is a multiple of every modulus.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let mut style = Name::Crt.style();
//! style.set("modulus", 21)?;
//! assert!(Formula::new(&problem, style)?.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: s\[v\]\[b\], the bits of the registers of v.
//!
//! Clauses, by group:
//! - *states*: the combinations of bits excluded in each register, for every v;
//! - *counting*: a\[vw\] → s\[w\] is the state after s\[v\], for every arc that does not lead to
//!   the first vertex, whose state is known;
//! - *last state*: a\[wf\] → s\[w\] is the state of position len − 1, for every arc into the first
//!   vertex f. Redundant.
//!
//! Let n be the vertices besides the first, A the arcs among them and L the arcs into the first. A
//! step of all registers (`register.rs`) has c clauses and b bits. If nothing is known in advance,
//! the size is n·b variables and A·c + L·b clauses. The arcs out of the first vertex add as many
//! clauses as those into it, or a few more. The clauses of the states come on top.
//!
//! If rules name steps or an order, the registers have a state for each position. A vertex has a
//! position if its bits are those of the state.
//!
//! - `adder`: one binary register. The lowest bit is the colour, if that is known.
//! - `lfsr`: one shift register with linear feedback (Johnson, Quasi-linear reduction of
//!   Hamiltonian cycle problem to satisfiability problem, 2014).
//! - `crt`: registers of coprime moduli (Heule, Chinese remainder encoding for Hamiltonian cycles,
//!   SAT 2021). It is exact if no multiple of their product is the length of a cycle that misses
//!   the first vertex. Otherwise it is a relaxation, whose models may be several cycles.
//!
//! If moves change colours, all cycles are even, and an odd modulus has twice the effect. On 8x8,
//! closed, a cycle that misses the first vertex has at most 60 squares. A shift register of 5 bits,
//! modulus 31, excludes all of them.

use super::successor::{ArcTerms, Connectivity, Prepared, on_arcs, options_on_arcs};
use super::{Encoder, FormulaError, Known, Options, Task};
use crate::meaning::Fact;
use itertools::Itertools;
use knightsat_cnf::gadget::register::{Register, Steps};
use knightsat_cnf::sink::{ClauseSink, SizeTally, clause};
use knightsat_cnf::{Term, Var};
use knightsat_tour::rule::Atom;
use serde::{Deserialize, Serialize};

knightsat_cnf::clause_groups! {
    STATES: "states",
        "no register has a number beyond the states",
        "s[v] ≠ c for every v, c no state";
    COUNTING: "counting",
        "an arc leads from one state of the register to the next",
        "a[v,w] → s[w] = s[v] + 1, modulo the number of states";
    LAST_STATE: "last state",
        "the tour ends at the last position",
        "a[w,f] → s[w] = the last state, f the first vertex";
}

/// The option that only crt has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct CrtOptions {
    /// Count modulo this product of 3, 5, 7, 31, 127 and a power of two, with crt [default: exact]
    ///
    /// If the product is too small to be exact, some models have several cycles; solve adds a cut
    /// for each such model. 0 selects an exact one.
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "PRODUCT", hide_short_help = true)
    )]
    pub modulus: Option<u64>,
}

/// Returns the options of crt with their defaults.
pub fn options_of_crt() -> Options {
    let modulus = Some(0);
    Options {
        crt: CrtOptions { modulus },
        ..options_on_arcs()
    }
}

/// Lays out the encoding with one binary register.
pub fn adder(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    on_arcs(task, options, |circuit, has_positions| {
        let registers = (1..32).map(Register::Binary);
        counting(first_of(registers, circuit, has_positions))
    })
}

/// Lays out the encoding with one shift register.
pub fn lfsr(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    let lengths = 2..=Register::LONGEST_SHIFT;
    on_arcs(task, options, |circuit, has_positions| {
        let registers = lengths.map(Register::Shift);
        counting(first_of(registers, circuit, has_positions))
    })
}

/// Lays out the encoding with registers of coprime moduli.
///
/// Fails if the given modulus is no product of the supported ones.
pub fn crt(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    on_arcs(task, options, |circuit, has_positions| {
        counting(match options.crt.modulus {
            Some(modulus) if modulus > 0 => of_modulus(modulus)?,
            _ if circuit.longest_subtour < 3 && !has_positions => Vec::new(),
            _ => cheapest(circuit, has_positions),
        })
    })
}

/// Connectivity by counting in these registers.
#[derive(Debug)]
struct ByCounting(Vec<Register>);

fn counting(registers: Vec<Register>) -> Result<Box<dyn Connectivity>, FormulaError> {
    Ok(Box::new(ByCounting(registers)))
}

impl Connectivity for ByCounting {
    fn has_terms(&self, circuit: &Prepared, atom: &Atom) -> bool {
        matches!(atom, Atom::Fact(Fact::At { .. })) && determines_positions(&self.0, circuit)
    }

    fn on_arcs(
        &self,
        circuit: &Prepared,
        arcs: ArcTerms,
        mut sink: &mut dyn ClauseSink,
    ) -> Known<'static> {
        let first = circuit.root;
        let mut all_states: Vec<Vec<Vec<Term>>> = Vec::new();
        sink.group(&STATES);
        for &register in &self.0 {
            let states = states(circuit, register, sink);
            for vertex in circuit.others([first; 2]) {
                for terms in register.never(&states[vertex as usize]) {
                    clause(terms, sink);
                }
            }
            all_states.push(states);
        }
        sink.group(&COUNTING);
        for (&register, states) in self.0.iter().zip(&all_states) {
            let steps = Steps::of(register);
            let numbered = (0..).zip(circuit.arcs());
            for (number, &[from, to]) in numbered.filter(|(_, arc)| arc[1] != first) {
                let [here, there] = [from, to].map(|vertex| &states[vertex as usize]);
                steps.write(!arcs.term(number), here, there, &mut sink);
                if sink.is_done() {
                    return Known::default();
                }
            }
        }
        sink.group(&LAST_STATE);
        for (&register, states) in self.0.iter().zip(&all_states) {
            let last = register.state(u64::from(circuit.len() - 1));
            for &number in circuit.into(first) {
                let from = circuit.arcs()[number as usize][0];
                for (&bit, &is_set) in states[from as usize].iter().zip(&last) {
                    let bit = if is_set { bit } else { !bit };
                    clause([!arcs.term(number), bit], sink);
                }
            }
        }
        if !determines_positions(&self.0, circuit) {
            return Known::default();
        }
        let registers = self.0.clone();
        Known::new(move |atom| match *atom {
            Atom::Fact(Fact::At { step, vertex }) => {
                let all = registers.iter().zip(&all_states);
                let bits = all.flat_map(|(register, states)| {
                    let wanted = register.state(step.into());
                    let bits = states[vertex as usize].iter().copied().zip(wanted);
                    bits.map(|(bit, is_set)| if is_set { bit } else { !bit })
                });
                Some(bits.collect())
            }
            _ => None,
        })
    }

    fn is_exact(&self, circuit: &Prepared) -> bool {
        let moduli = self.0.iter().map(|register| register.modulus());
        circuit.excludes_subtours(moduli.product())
    }
}

/// Returns true if no two positions have the same states.
fn determines_positions(registers: &[Register], circuit: &Prepared) -> bool {
    let moduli = registers.iter().map(|register| register.modulus());
    moduli.product::<u64>() >= circuit.len().into()
}

/// Returns the first register that suffices for a circuit, and that determines positions if they
/// are needed. None is needed if there can be no subtour.
fn first_of(
    mut registers: impl Iterator<Item = Register>,
    circuit: &Prepared,
    has_positions: bool,
) -> Vec<Register> {
    if circuit.longest_subtour < 3 && !has_positions {
        return Vec::new();
    }
    let register = registers.find(|&register| {
        let is_whole = !has_positions || determines_positions(&[register], circuit);
        is_whole && circuit.excludes_subtours(register.modulus())
    });
    register.into_iter().collect()
}

/// The moduli of shift registers with their registers. A modulus is a product of some of them and
/// of 2^k with k up to 10.
const SHIFTS: [(u64, Register); 5] = [
    (3, Register::Shift(2)),
    (5, Register::Five),
    (7, Register::Shift(3)),
    (31, Register::Shift(5)),
    (127, Register::Shift(7)),
];

/// Returns the registers whose moduli multiply to `modulus`.
fn of_modulus(modulus: u64) -> Result<Vec<Register>, FormulaError> {
    let twos = modulus.trailing_zeros();
    let mut rest = modulus >> twos.min(63);
    let mut registers = Vec::new();
    if twos > 0 {
        registers.push(Register::Binary(twos));
    }
    for (modulus, register) in SHIFTS {
        if rest.is_multiple_of(modulus) {
            registers.push(register);
            rest /= modulus;
        }
    }
    let is_product = rest == 1 && twos <= 10 && modulus > 1;
    let product = is_product.then_some(registers);
    product.ok_or(FormulaError::Modulus(modulus))
}

/// Returns the sufficient set of two or more registers with the fewest clauses for every arc. It
/// uses the moduli 31 and 127 only if the others do not suffice.
fn cheapest(circuit: &Prepared, has_positions: bool) -> Vec<Register> {
    // If cycles are even, a modulus of two is redundant.
    let is_useful = |bits: &u32| *bits != 1 || !circuit.is_bipartite;
    let useful = (0..=10).filter(is_useful);
    let twos = useful.map(|bits| (bits > 0).then_some(Register::Binary(bits)));
    let is_enough = |set: &Vec<Register>| {
        let product = set.iter().map(|register| register.modulus()).product();
        let is_whole = !has_positions || determines_positions(set, circuit);
        set.len() > 1 && is_whole && circuit.excludes_subtours(product)
    };
    let of = |shifts: &[(u64, Register)]| {
        let others = shifts.iter().map(|&(_, register)| register).powerset();
        let pairs = twos.clone().cartesian_product(others.collect_vec());
        let sets = pairs.map(|(two, others)| two.into_iter().chain(others).collect());
        let cost =
            |set: &Vec<Register>| -> usize { set.iter().map(|&r| clauses(circuit, r)).sum() };
        sets.filter(is_enough).min_by_key(cost)
    };
    of(&SHIFTS[..3]).or_else(|| of(&SHIFTS)).unwrap_or_default()
}

/// Returns the number of clauses of a step of a register along an arc.
fn clauses(circuit: &Prepared, register: Register) -> usize {
    let colour_is_known = (0..circuit.len()).all(|vertex| circuit.parity(vertex).is_some());
    let bits = |lowest: bool| -> Vec<Term> {
        let free = Term::Open(Var::new(1).expect("a variable").pos());
        let mut bits = vec![free; register.bits() as usize];
        if colour_is_known && matches!(register, Register::Binary(_)) {
            bits[0] = Term::Known(lowest);
        }
        bits
    };
    let mut counter = SizeTally::default();
    let step = register.step(&bits(false), &bits(true));
    step.into_iter()
        .for_each(|terms| clause(terms, &mut counter));
    counter.total().clauses as usize
}

/// Returns the bits of a register at every vertex. They are known at the first vertex. The lowest
/// bit of a binary register is known if the parity of the position is.
fn states(circuit: &Prepared, register: Register, sink: &mut dyn ClauseSink) -> Vec<Vec<Term>> {
    let state = |vertex| {
        if vertex == circuit.root {
            return register.state(0).into_iter().map(Term::Known).collect();
        }
        let parity = match register {
            Register::Binary(_) => circuit.parity(vertex),
            _ => None,
        };
        let vars = sink.new_vars(register.bits() - u32::from(parity.is_some()));
        let free = vars.iter().map(|var| Term::Open(var.pos()));
        parity.map(Term::Known).into_iter().chain(free).collect()
    };
    (0..circuit.len()).map(state).collect()
}
