//! Sums: numbers in bits that add up to a constant, by carry-save adders.
//!
//! The bits of a column, all of one weight, are taken three at a time: a full adder makes of them
//! their sum, which goes back into the column, and their carry, which goes into the next one. Full adder
//! of a, b, c with sum s and carry t, 20 clauses with 68 literals:
//!
//! - s = a ⊕ b ⊕ c, 8 clauses;
//! - t is what two of a, b, c agree on, 6 clauses;
//! - redundant: s ∧ t → a, b, c, and ¬s ∧ ¬t → ¬a, ¬b, ¬c, 6 clauses.
//!
//! The last bits of a column are the bit r of the constant, without a variable: one is r; two are equal
//! and carry themselves if r is 0, differ and carry nothing if it is 1; of three the parity is r, 4
//! clauses, and t carries. Bits that are known are taken from the constant before.
//!
//! Size: a column of k ≥ 4 bits has ⌊k/2⌋ − 1 full adders before its last bits, two fresh variables each,
//! so that n numbers of w bits, n ≥ 4, take about n·w full adders. [`Adders`] computes it.
//!
//! Determined: yes. Unit propagation sees a wrong sum once all bits are known, and finds the last number
//! where the others are known. It does not see as soon as numbers are too large: of a + b = 0 it does not
//! say that both are 0.
//!
//! Joost P. Warners, A linear-time transformation of linear inequalities into conjunctive normal form,
//! Information Processing Letters 68, 1998, adds numbers in a tree; taking columns instead, and the
//! redundant clauses, are those of Niklas Eén and Niklas Sörensson, Translating pseudo-Boolean constraints
//! into SAT, JSAT 2, 2006.

use super::term::Term;
use crate::cnf::Lit;
use crate::cnf::sink::{ClauseSink, Size};
use itertools::Itertools;
use std::collections::VecDeque;

/// What is left of a sum once all that is known is taken from it: for every weight its bits.
struct Columns {
    columns: Vec<VecDeque<Lit>>,
    /// What they add up to; `None` if the known bits are too large already.
    rest: Option<u64>,
}

impl Columns {
    fn new<'n>(numbers: impl IntoIterator<Item = &'n [Term]>, sum: u64) -> Columns {
        let mut columns = Vec::new();
        let mut known = 0;
        for number in numbers {
            for (weight, &bit) in number.iter().enumerate() {
                match bit {
                    Term::Known(bit) => known += u64::from(bit) << weight,
                    Term::Open(lit) => {
                        if columns.len() <= weight {
                            columns.resize(weight + 1, VecDeque::new());
                        }
                        columns[weight].push_back(lit);
                    }
                }
            }
        }
        let rest = sum.checked_sub(known);
        Columns { columns, rest }
    }
}

/// The numbers, each from its lowest bit on, add up to `sum`.
pub fn equals<'n, S: ClauseSink>(
    numbers: impl IntoIterator<Item = &'n [Term]>,
    sum: u64,
    sink: &mut S,
) {
    let Columns { columns, rest } = Columns::new(numbers, sum);
    let Some(mut rest) = rest else {
        return sink.clause(&[]);
    };
    let mut columns = columns.into_iter();
    let mut carried = VecDeque::new();
    loop {
        let next = columns.next();
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

/// Sum and carry of three bits.
fn full_adder<S: ClauseSink>(bits: [Lit; 3], sink: &mut S) -> [Lit; 2] {
    let [a, b, c] = bits;
    let sum = sink.new_var().pos();
    for is_flipped in 0..8_u32 {
        // What the bits are not, and so the sum is odd or even.
        let flip = |place: u32, lit: Lit| {
            if is_flipped >> place & 1 == 1 {
                !lit
            } else {
                lit
            }
        };
        let sum = if is_flipped.count_ones() % 2 == 1 {
            sum
        } else {
            !sum
        };
        sink.clause(&[flip(0, a), flip(1, b), flip(2, c), sum]);
    }
    let carry = majority(bits, sink);
    for bit in bits {
        sink.clause(&[!sum, !carry, bit]);
        sink.clause(&[sum, carry, !bit]);
    }
    [sum, carry]
}

/// A fresh literal: what two of three bits agree on.
fn majority<S: ClauseSink>(bits: [Lit; 3], sink: &mut S) -> Lit {
    let carry = sink.new_var().pos();
    for [a, b] in bits.into_iter().array_combinations() {
        sink.clause(&[!a, !b, carry]);
        sink.clause(&[a, b, !carry]);
    }
    carry
}

/// The sum of up to three bits is odd, or it is even; what it carries.
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

/// The size of a sum, by the lengths of its clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adders {
    /// Fresh variables.
    pub variables: u64,
    /// For every length from 0 how many clauses have it.
    pub clauses: [u64; 5],
}

impl Adders {
    /// The size of what [`equals`] writes for columns of so many open bits that add up to `rest`; that is
    /// the constant less the known bits, if they are not too large already.
    pub fn new(columns: &[u64], rest: Option<u64>) -> Adders {
        let mut size = Adders::default();
        let Some(mut rest) = rest else {
            size.clauses[0] = 1;
            return size;
        };
        let mut columns = columns.iter();
        let mut carried = 0;
        loop {
            let next = columns.next();
            if next.is_none() && carried == 0 && rest == 0 {
                return size;
            }
            let bits = next.unwrap_or(&0) + carried;
            let is_odd = rest % 2 == 1;
            if bits == 0 && is_odd {
                size.clauses[0] += 1;
                return size;
            }
            carried = size.column(bits, is_odd);
            rest /= 2;
        }
    }

    /// Adds a column, and returns what it carries.
    fn column(&mut self, bits: u64, is_odd: bool) -> u64 {
        let adders = (bits / 2).saturating_sub(1);
        self.variables += 2 * adders;
        self.clauses[4] += 8 * adders;
        self.clauses[3] += 12 * adders;
        match bits {
            0 => 0,
            1 => {
                self.clauses[1] += 1;
                0
            }
            _ if bits.is_multiple_of(2) => {
                self.clauses[2] += 2;
                adders + u64::from(!is_odd)
            }
            _ => {
                self.variables += 1;
                self.clauses[3] += 10;
                adders + 1
            }
        }
    }

    /// All of it, clauses as they are.
    pub fn size(&self) -> Size {
        let literals = (0..)
            .zip(self.clauses)
            .map(|(length, times)| length * times);
        Size {
            variables: self.variables,
            clauses: self.clauses.iter().sum(),
            literals: literals.sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;
    use crate::cnf::sink::Cnf;

    /// `count` numbers of `width` bits that add up to `sum`; the variables of their bits come first.
    fn sum_of(count: u32, width: u32, sum: u64) -> Cnf {
        let mut cnf = Cnf::default();
        let bits: Vec<Term> = cnf
            .new_vars(count * width)
            .iter()
            .map(|var| var.pos().into())
            .collect();
        equals(bits.chunks(width as usize), sum, &mut cnf);
        cnf
    }

    /// Truth values by variable after unit propagation from these literals; `None` if it contradicts.
    fn propagate(cnf: &Cnf, given: impl IntoIterator<Item = Lit>) -> Option<Vec<Option<bool>>> {
        let mut values = vec![None; cnf.variables() as usize + 1];
        let value = |values: &[Option<bool>], lit: Lit| {
            values[lit.var().number() as usize].map(|value| value == lit.is_positive())
        };
        for lit in given {
            values[lit.var().number() as usize] = Some(lit.is_positive());
        }
        loop {
            let mut has_changed = false;
            for clause in cnf.clauses() {
                if clause.iter().any(|&lit| value(&values, lit) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| value(&values, lit).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(lit), None) => {
                        values[lit.var().number() as usize] = Some(lit.is_positive());
                        has_changed = true;
                    }
                    _ => {}
                }
            }
            if !has_changed {
                return Some(values);
            }
        }
    }

    fn bits(count: u32, word: u32) -> impl Iterator<Item = Lit> {
        (0..count).filter_map(move |place| {
            let var = Var::new(place + 1)?;
            Some(if word >> place & 1 == 1 {
                var.pos()
            } else {
                var.neg()
            })
        })
    }

    fn sum_in(word: u32, count: u32, width: u32) -> u64 {
        let number = |place: u32| word >> (place * width) & ((1 << width) - 1);
        (0..count).map(|place| u64::from(number(place))).sum()
    }

    /// All numbers together decide every variable by unit propagation, so these are all the models.
    #[test]
    fn models_are_the_numbers_with_that_sum() {
        for (count, width) in [(1, 3), (2, 2), (3, 3), (4, 2), (5, 2), (9, 1), (3, 4)] {
            for sum in 0..=u64::from(count) << width {
                let cnf = sum_of(count, width, sum);
                for word in 0..1_u32 << (count * width) {
                    let values = propagate(&cnf, bits(count * width, word));
                    let is_right = sum_in(word, count, width) == sum;
                    assert_eq!(values.is_some(), is_right, "{count} {width} {sum} {word:b}");
                    let is_full = |values: Vec<_>| values[1..].iter().all(Option::is_some);
                    assert!(values.is_none_or(is_full), "{count} {width} {sum} {word:b}");
                }
            }
        }
    }

    #[test]
    fn the_last_number_is_found() {
        let (count, width) = (5, 3);
        for sum in [0, 7, 18, 22, 35] {
            let cnf = sum_of(count, width, sum);
            for others in 0..1_u32 << ((count - 1) * width) {
                let last = sum.checked_sub(sum_in(others, count - 1, width));
                let last = last.filter(|&last| last < 1 << width);
                let values = propagate(&cnf, bits((count - 1) * width, others));
                assert_eq!(values.is_some(), last.is_some(), "{sum} {others:b}");
                for (values, last) in values.into_iter().zip(last) {
                    let found = &values[((count - 1) * width) as usize + 1..][..width as usize];
                    let expected = (0..width).map(|bit| Some(last >> bit & 1 == 1));
                    assert!(found.iter().copied().eq(expected), "{sum} {others:b}");
                }
            }
        }
    }

    #[test]
    fn numbers_that_are_too_large_are_not_seen_at_once() {
        let values = propagate(&sum_of(2, 2, 0), []).unwrap();
        assert_eq!(values[1..=4], [None; 4]);
    }

    #[test]
    fn known_bits_are_taken_from_the_sum() {
        let numbers = |cnf: &mut Cnf| {
            let vars = cnf.new_vars(3);
            let [a, b, c] = std::array::from_fn(|place| Term::from(vars.get(place as u32).pos()));
            [[Term::TRUE, a, Term::FALSE], [b, Term::TRUE, c]]
        };
        for sum in 0..=10_u64 {
            let mut cnf = Cnf::default();
            let numbers = numbers(&mut cnf);
            equals(numbers.iter().map(|bits| &bits[..]), sum, &mut cnf);
            for word in 0..8_u32 {
                let [a, b, c] = [0, 1, 2].map(|place| u64::from(word >> place & 1));
                let is_right = 1 + 2 * a + b + 2 + 4 * c == sum;
                assert_eq!(
                    propagate(&cnf, bits(3, word)).is_some(),
                    is_right,
                    "{sum} {word:b}"
                );
            }
        }
    }

    #[test]
    fn sizes_are_those_written() {
        for count in 0..=12_u32 {
            for width in 1..=4 {
                for sum in 0..=u64::from(count) << width {
                    let cnf = sum_of(count, width, sum);
                    let columns = vec![u64::from(count); width as usize];
                    let mut size = Adders::new(&columns, Some(sum)).size();
                    size.variables += u64::from(count * width);
                    assert_eq!(size, cnf.size(), "{count} numbers of {width} bits: {sum}");
                }
            }
        }
    }
}
