//! Sums: numbers in bits that add up to a constant, by carry-save adders.
//!
//! ```
//! use knightsat_cnf::gadget::sum;
//! use knightsat_cnf::Term;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//!
//! // Three numbers of two bits that add up to 4.
//! let mut formula = Cnf::default();
//! let bits: Vec<Term> = formula.new_vars(6).iter().map(|var| var.pos().into()).collect();
//! sum::equals(bits.chunks(2), 4, &mut formula);
//! assert!(!formula.is_empty());
//! ```
//!
//! The bits of a column, all of one weight, are added three at a time. A full adder gives their
//! sum, which returns to the column, and their carry, which enters the next one. A full adder of a,
//! b, c with sum s and carry t has 20 clauses with 68 literals:
//!
//! - s = a ⊕ b ⊕ c, 8 clauses;
//! - t is the majority of a, b, c, 6 clauses;
//! - redundant: s ∧ t → a, b, c, and ¬s ∧ ¬t → ¬a, ¬b, ¬c, 6 clauses.
//!
//! The last bits of a column must equal the bit r of the constant, without a variable. One bit is
//! r. Two are equal and carry themselves if r is 0; they differ and carry nothing if it is 1. Three
//! have parity r, 4 clauses, and t carries. Known bits are first subtracted from the constant.
//!
//! Size: a column of k ≥ 4 bits has ⌊k/2⌋ − 1 full adders before its last bits, with two fresh
//! variables each. So n numbers of w bits, n ≥ 4, take about n·w full adders.
//!
//! Determined: yes. Unit propagation detects a wrong sum once all bits are known, and finds the
//! last number once the others are known. It does not detect early that numbers are too large: from
//! a + b = 0 it does not derive that both are 0.
//!
//! Joost P. Warners, A linear-time transformation of linear inequalities into conjunctive normal
//! form, Information Processing Letters 68, 1998, adds numbers in a tree. The columns and the
//! redundant clauses are from Niklas Eén and Niklas Sörensson, Translating pseudo-Boolean
//! constraints into SAT, JSAT 2, 2006.

use crate::sink::ClauseSink;
use crate::{Lit, Term};
use itertools::Itertools;
use std::collections::VecDeque;

/// Requires that the numbers, lowest bit first, add up to `sum`.
pub fn equals<'n, S: ClauseSink>(
    numbers: impl IntoIterator<Item = &'n [Term]>,
    sum: u64,
    sink: &mut S,
) {
    // The bits of every weight, and the required sum without known bits.
    let mut columns: Vec<VecDeque<Lit>> = Vec::new();
    let mut known = 0;
    for (weight, &bit) in numbers
        .into_iter()
        .flat_map(|number| number.iter().enumerate())
    {
        match bit {
            Term::Known(bit) => known += u64::from(bit) << weight,
            Term::Open(lit) => {
                columns.resize(columns.len().max(weight + 1), VecDeque::new());
                columns[weight].push_back(lit);
            }
        }
    }
    let Some(mut rest) = sum.checked_sub(known) else {
        return sink.clause(&[]);
    };
    let mut left = columns.into_iter();
    let mut carried = VecDeque::new();
    loop {
        let next = left.next();
        if next.is_none() && carried.is_empty() && rest == 0 {
            return;
        }
        let mut bits = next.unwrap_or_default();
        bits.append(&mut carried);
        let is_odd = rest % 2 == 1;
        if bits.is_empty() && is_odd {
            return sink.clause(&[]);
        }
        while bits.len() > 3 {
            let three: [Lit; 3] =
                std::array::from_fn(|_| bits.pop_front().expect("there are four"));
            let [sum, carry] = full_adder(three, sink);
            bits.push_back(sum);
            carried.push_back(carry);
        }
        let last: Vec<Lit> = bits.into();
        carried.extend(settle(&last, is_odd, sink));
        rest /= 2;
    }
}

/// Returns the sum and the carry of three bits.
fn full_adder<S: ClauseSink>(bits: [Lit; 3], sink: &mut S) -> [Lit; 2] {
    let [a, b, c] = bits;
    let sum = sink.new_var().pos();
    for signs in 0..8_u32 {
        // The values that the bits do not have, with the parity of the sum.
        let flip = |place: u32, lit: Lit| if signs >> place & 1 == 1 { !lit } else { lit };
        let is_odd = signs.count_ones() % 2 == 1;
        let parity = if is_odd { sum } else { !sum };
        sink.clause(&[flip(0, a), flip(1, b), flip(2, c), parity]);
    }
    let carry = majority(bits, sink);
    for bit in bits {
        sink.clause(&[!sum, !carry, bit]);
        sink.clause(&[sum, carry, !bit]);
    }
    [sum, carry]
}

/// Returns a fresh literal, the majority of three bits.
fn majority<S: ClauseSink>(bits: [Lit; 3], sink: &mut S) -> Lit {
    let carry = sink.new_var().pos();
    for [a, b] in bits.into_iter().array_combinations() {
        sink.clause(&[!a, !b, carry]);
        sink.clause(&[a, b, !carry]);
    }
    carry
}

/// Requires an odd or an even sum of up to three bits; returns its carry.
fn settle<S: ClauseSink>(bits: &[Lit], is_odd: bool, sink: &mut S) -> Option<Lit> {
    match *bits {
        [a] => {
            sink.clause(&[if is_odd { a } else { !a }]);
            None
        }
        [a, b] => {
            let b_if = if is_odd { b } else { !b };
            sink.clause(&[a, b_if]);
            sink.clause(&[!a, !b_if]);
            (!is_odd).then_some(a)
        }
        [a, b, c] => {
            let c_if = if is_odd { c } else { !c };
            sink.clause(&[a, b, c_if]);
            sink.clause(&[a, !b, !c_if]);
            sink.clause(&[!a, b, !c_if]);
            sink.clause(&[!a, !b, c_if]);
            Some(majority([a, b, c], sink))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
