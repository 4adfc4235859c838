//! Sums with weights, counted in unary: a literal for each value that the sum may reach.
//!
//! ```
//! use knightsat_cnf::gadget::totalizer::{Sides, Totalizer};
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//!
//! // At most two of five literals.
//! let mut formula = Cnf::default();
//! let lits: Vec<_> = formula.new_vars(5).iter().map(|var| (1, var.pos())).collect();
//! let total = Totalizer::new(&lits, 2, Sides::Both, &mut formula);
//! let three = total.at_least(3).lit().expect("three of five is open");
//! formula.clause(&[!three]);
//! ```
//!
//! A balanced tree adds the terms. A node has a variable o\[v\] for each value v > 0 that the sum
//! of its leaves may have: the sum is at least v. Values above the limit are one value. With the
//! children's values x and y, 0 included, and their next larger values x′ and y′:
//!
//! - upwards, ¬a\[x\] ∨ ¬b\[y\] ∨ o\[x+y\]: the sum is no larger than the outputs state;
//! - in order, ¬o\[v′\] ∨ o\[v\], which weights need: a sum may skip values;
//! - downwards, a\[x′\] ∨ b\[y′\] ∨ ¬o\[v\] for the next value v above x + y: nor smaller.
//!
//! An upper bound needs only the clauses upwards, and a lower bound those downwards.
//!
//! Size: n terms of weight 1 with limit k have O(n·min(n, k)) clauses a level, log₂ n levels, and
//! as many variables as a node has values. Unit propagation maintains both bounds (arc-consistent).
//!
//! Determined: yes with both sides, no with one.
//!
//! Bailleux and Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003; for
//! weights, Joshi, Martins and Manquinho, Generalized totalizer encoding for pseudo-Boolean
//! constraints, CP 2015.

use crate::sink::{ClauseSink, clause};
use crate::{Lit, Term};
use itertools::Itertools;
use std::iter::once;

/// The bounds that the outputs of a totalizer must detect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Sums that are too large.
    Upper,
    /// Sums that are too small.
    Lower,
    /// Both: the inputs determine the outputs.
    Both,
}

/// The outputs of a sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totalizer {
    /// Each value that the sum may have, increasing and above 0, and the literal that it is at
    /// least that.
    values: Vec<(u64, Lit)>,
}

/// A node of the tree of a totalizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The sum of the leaves below.
    pub total: Totalizer,
    /// The numbers of the two children in the list of nodes, or `None` for a leaf.
    pub parts: Option<[usize; 2]>,
}

impl Totalizer {
    /// Returns the sum of the weights of the literals that are true. Values above `limit` become
    /// one value.
    pub fn new<S: ClauseSink + ?Sized>(
        terms: &[(u64, Lit)],
        limit: u64,
        sides: Sides,
        sink: &mut S,
    ) -> Totalizer {
        let root = Totalizer::tree(terms, limit, sides, sink).pop();
        root.map_or_else(Totalizer::default, |root| root.total)
    }

    /// Returns the terms that the sum of the weights of the literals that are true is at least
    /// `bound`, and more than it. If that takes fewer variables, literals that are false count.
    pub fn bounds<S: ClauseSink + ?Sized>(
        terms: &[(u64, Lit)],
        bound: u64,
        sink: &mut S,
    ) -> [Term; 2] {
        let most: u64 = terms.iter().map(|(weight, _)| weight).sum();
        if bound <= most / 2 {
            let total = Totalizer::new(terms, bound, Sides::Both, sink);
            return [bound, bound + 1].map(|value| total.at_least(value));
        }
        let others: Vec<_> = terms.iter().map(|&(weight, lit)| (weight, !lit)).collect();
        let total = Totalizer::new(&others, most - bound + 1, Sides::Both, sink);
        let missing = [most - bound + 1, most - bound];
        missing.map(|missing| !total.at_least(missing))
    }

    /// Returns the sum of each node of the tree, children before their parents, the root last.
    pub fn tree<S: ClauseSink + ?Sized>(
        terms: &[(u64, Lit)],
        limit: u64,
        sides: Sides,
        sink: &mut S,
    ) -> Vec<Node> {
        let mut nodes = Vec::new();
        if !terms.is_empty() {
            Totalizer::grow(terms, limit, sides, sink, &mut nodes);
        }
        nodes
    }

    /// Adds the nodes of these terms, and returns the number of the last.
    fn grow<S: ClauseSink + ?Sized>(
        terms: &[(u64, Lit)],
        limit: u64,
        sides: Sides,
        sink: &mut S,
        nodes: &mut Vec<Node>,
    ) -> usize {
        let (total, parts) = match *terms {
            [(0, _)] => (Totalizer::default(), None),
            [(weight, lit)] => {
                let values = vec![(weight.min(limit.saturating_add(1)), lit)];
                (Totalizer { values }, None)
            }
            _ => {
                let (left, right) = terms.split_at(terms.len() / 2);
                let parts =
                    [left, right].map(|half| Totalizer::grow(half, limit, sides, sink, nodes));
                let [a, b] = parts.map(|part| &nodes[part].total);
                (a.plus(b, limit, sides, sink), Some(parts))
            }
        };
        nodes.push(Node { total, parts });
        nodes.len() - 1
    }

    /// Returns the number of clauses of a totalizer, each side counted, or `None` if they exceed
    /// `most`.
    pub fn clauses(weights: &[u64], limit: u64, most: u64) -> Option<u64> {
        fn count(weights: &[u64], limit: u64, most: u64) -> Option<(Vec<u64>, u64)> {
            let top = limit.saturating_add(1);
            if let [weight] = weights {
                return Some((vec![0, (*weight).min(top)], 0));
            }
            let (left, right) = weights.split_at(weights.len() / 2);
            let (a, first) = count(left, limit, most)?;
            let (b, second) = count(right, limit, most)?;
            let clauses = first + second + a.len() as u64 * b.len() as u64;
            (clauses <= most).then(|| (sums(&a, &b, limit), clauses))
        }
        match weights {
            [] => Some(0),
            _ => count(weights, limit, most).map(|(_, clauses)| clauses),
        }
    }

    /// Returns the term that the sum is at least `value`.
    ///
    /// Values above the limit of the totalizer, plus one, are no different from that.
    pub fn at_least(&self, value: u64) -> Term {
        if value == 0 {
            return Term::TRUE;
        }
        let place = self.values.partition_point(|&(other, _)| other < value);
        self.values
            .get(place)
            .map_or(Term::FALSE, |&(_, lit)| lit.into())
    }

    /// Returns the values that the sum may have besides 0, increasing.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.values.iter().map(|&(value, _)| value)
    }

    fn plus<S: ClauseSink + ?Sized>(
        &self,
        other: &Totalizer,
        limit: u64,
        sides: Sides,
        sink: &mut S,
    ) -> Totalizer {
        let [a, b] = [self, other].map(|part| -> Vec<(u64, Term)> {
            let lits = part.values.iter().map(|&(value, lit)| (value, lit.into()));
            once((0, Term::TRUE)).chain(lits).collect()
        });
        let values = |part: &[(u64, Term)]| part.iter().map(|&(value, _)| value).collect_vec();
        let sums = sums(&values(&a), &values(&b), limit);
        let vars = sink.new_vars(sums.len() as u32 - 1);
        let lits = vars.iter().map(|var| var.pos());
        let sum = Totalizer {
            values: sums.into_iter().skip(1).zip(lits).collect(),
        };
        for pair in sum.values.windows(2) {
            sink.clause(&[!pair[1].1, pair[0].1]);
        }
        let top = limit.saturating_add(1);
        for (i, &(x, at_least_x)) in a.iter().enumerate() {
            if sink.is_done() {
                break;
            }
            for (j, &(y, at_least_y)) in b.iter().enumerate() {
                let value = x.saturating_add(y).min(top);
                if sides != Sides::Lower && value > 0 {
                    clause([!at_least_x, !at_least_y, sum.at_least(value)], sink);
                }
                if sides != Sides::Upper && value < top {
                    let next = |list: &[(u64, Term)], place: usize| {
                        list.get(place + 1).map_or(Term::FALSE, |&(_, term)| term)
                    };
                    clause([next(&a, i), next(&b, j), !sum.at_least(value + 1)], sink);
                }
            }
        }
        sum
    }
}

/// Returns the sums of two lists of values, 0 included in all of them.
fn sums(a: &[u64], b: &[u64], limit: u64) -> Vec<u64> {
    let top = limit.saturating_add(1);
    let mut sums: Vec<u64> = Vec::with_capacity(a.len() + b.len());
    for &x in a {
        sums.extend(b.iter().map(|&y| x.saturating_add(y).min(top)));
        // Keeps the list short while it grows.
        if sums.len() > 1 << 20 {
            sums.sort_unstable();
            sums.dedup();
        }
    }
    sums.sort_unstable();
    sums.dedup();
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::stop::Stop;
    use crate::propagate::Propagator;
    use crate::sink::Cnf;

    /// For all weights, limits and values of the literals, the bounds that the sides detect are
    /// those of the sum, by unit propagation.
    #[test]
    fn outputs_detect_every_bound() {
        for weights in [
            &[1][..],
            &[0, 2],
            &[1, 1, 1, 1, 1],
            &[5, 1, 2],
            &[7, 3, 3, 1],
            &[4, 4, 9, 2, 2],
            &[6],
        ] {
            let all: u64 = weights.iter().sum();
            for limit in 0..=all {
                for sides in [Sides::Upper, Sides::Lower, Sides::Both] {
                    outputs_are_right(weights, limit, sides);
                }
            }
        }
    }

    fn outputs_are_right(weights: &[u64], limit: u64, sides: Sides) {
        let mut cnf = Cnf::default();
        let inputs = cnf
            .new_vars(weights.len() as u32)
            .iter()
            .map(|var| var.pos());
        let terms: Vec<(u64, Lit)> = weights.iter().copied().zip(inputs).collect();
        let total = Totalizer::new(&terms, limit, sides, &mut cnf);
        let mut propagator = Propagator::new(&cnf, &Stop::default()).unwrap();
        let length = propagator.trail().len();
        for bits in 0..1_u32 << weights.len() {
            let mut sum = 0;
            for (place, &(weight, lit)) in terms.iter().enumerate() {
                let is_true = bits >> place & 1 == 1;
                sum += if is_true { weight } else { 0 };
                assert!(propagator.assume(if is_true { lit } else { !lit }));
            }
            for value in 0..=limit + 1 {
                let known = match total.at_least(value) {
                    Term::Known(known) => Some(known),
                    Term::Open(lit) => propagator.value(lit),
                };
                let what = format!("{weights:?} {limit} {sides:?} {bits:b} {value}");
                let is_least = sum >= value;
                let other_side = if is_least { Sides::Lower } else { Sides::Upper };
                if sides == other_side {
                    assert_ne!(known, Some(!is_least), "{what}");
                } else {
                    assert_eq!(known, Some(is_least), "{what}");
                }
            }
            propagator.undo(length);
        }
    }
}
