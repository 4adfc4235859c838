//! Costs: an objective as a sum of positive weights that is as small as possible, its literals, and
//! its limit in clauses.
//!
//! To maximize a sum is to minimize its negation. A term of negative weight −w becomes the constant
//! −w and the weight w of its absence. A cost literal c of an alternative A that costs has the
//! clauses of A → c only, and of a missing term those of ¬c → A. So the cost literals of a model
//! cost as much as the tour or more, and a limit excludes no tour below it.
//!
//! Clauses, for a term whose alternatives are pairs of edges at a vertex v with two chosen edges:
//!
//! - A → c: ¬e ∨ ¬f ∨ c for each pair e, f; and c ∨ ¬e ∨ ⋁ {f : e, f is no alternative};
//! - ¬c → A: c ∨ ¬e ∨ ⋁ {f : e, f is an alternative} for each edge e at v.
//!
//! A single pair e, f has ¬e ∨ ¬f ∨ c, or e ∨ c and f ∨ c if its absence costs. A term of one edge
//! needs no variable. No statistic has other terms.

use crate::base::stop::Stop;
use crate::cnf::gadget::sum;
use crate::cnf::gadget::totalizer::{Node, Sides, Totalizer};
use crate::cnf::gadget::width;
use crate::cnf::sink::ClauseSink;
use crate::cnf::{Lit, Term as Value};
use crate::lazy::edge_vars::EdgeVars;
use crate::tour::graph::Coordinates;
use crate::tour::statistic::{Alternative, Edge, Site, Sum, Term};
use itertools::Itertools;
use std::ops::Range;

use super::Sense;

/// The most clauses of a totalizer. Larger sums are added in binary.
const MOST: u64 = 1_000_000;

/// A sum to be minimized.
#[derive(Clone, Debug)]
pub(super) struct Cost {
    sense: Sense,
    /// The value, or its negation, of a tour without costs.
    base: i64,
    terms: Vec<CostTerm>,
}

/// A term with its cost.
#[derive(Clone, Debug)]
struct CostTerm {
    weight: u64,
    /// False if its absence costs.
    is_presence: bool,
    any: Vec<Alternative>,
}

impl Cost {
    /// Returns the cost of a sum. If the vertices have places, terms at near places become
    /// neighbours: halves of the list are halves of the board. If time is up, the terms stay in an
    /// order that is not finished, with the same cost.
    pub(super) fn new(sense: Sense, sum: &Sum, places: Option<&Coordinates>, stop: &Stop) -> Cost {
        let sign = match sense {
            Sense::Minimize => 1,
            Sense::Maximize => -1,
        };
        let mut base = sign * sum.constant;
        let mut terms: Vec<&Term> = sum.terms.iter().collect();
        if let Some(places) = places {
            let mut placed = terms
                .iter()
                .map(|&term| (centre(term.site, places), term))
                .collect_vec();
            halve(&mut placed, stop);
            terms = placed.into_iter().map(|(_, term)| term).collect();
        }
        let terms = terms.into_iter().map(|Term { weight, any, .. }| {
            let weight = sign * weight;
            base += weight.min(0);
            CostTerm {
                weight: weight.unsigned_abs(),
                is_presence: weight > 0,
                any: any.clone(),
            }
        });
        Cost {
            terms: terms.collect(),
            sense,
            base,
        }
    }

    /// Returns the value of a tour that costs this much.
    pub(super) fn value(&self, cost: u64) -> i64 {
        let value = self.base.saturating_add_unsigned(cost);
        match self.sense {
            Sense::Minimize => value,
            Sense::Maximize => -value,
        }
    }

    /// Returns the value of a tour as a text in its cost: `45 + cost`.
    pub(super) fn relation(&self) -> String {
        match self.sense {
            Sense::Minimize => format!("{} + cost", self.base),
            Sense::Maximize => format!("{} - cost", -self.base),
        }
    }

    /// Returns the cost of a tour of this value.
    pub(super) fn of(&self, value: i64) -> u64 {
        let value = match self.sense {
            Sense::Minimize => value,
            Sense::Maximize => -value,
        };
        value.abs_diff(self.base)
    }

    /// Returns the part of this cost that changes if only some edges do, and the cost of the rest.
    /// The other edges are those of a tour.
    pub(super) fn around(
        &self,
        is_free: impl Fn(Edge) -> bool,
        is_taken: impl Fn(Edge) -> bool,
    ) -> (Cost, u64) {
        let mut fixed = 0;
        let mut terms = Vec::new();
        for term in &self.terms {
            let may_hold = |alternative: &&Alternative| {
                let mut edges = alternative.edges().iter();
                edges.all(|&edge| is_free(edge) || is_taken(edge))
            };
            let is_open =
                |alternative: &Alternative| alternative.edges().iter().any(|&edge| is_free(edge));
            let any: Vec<Alternative> = term.any.iter().filter(may_hold).copied().collect();
            if any.is_empty() || !any.iter().all(is_open) {
                let holds = !any.is_empty();
                fixed += if holds == term.is_presence {
                    term.weight
                } else {
                    0
                };
            } else {
                terms.push(CostTerm { any, ..*term });
            }
        }
        let (sense, base) = (self.sense, self.base);
        (Cost { sense, base, terms }, fixed)
    }

    /// Returns true if tours that cost the same by `other` cost the same here: the terms are equal,
    /// with weights in proportion.
    pub(super) fn is_determined_by(&self, other: &Cost) -> bool {
        let pairs = || self.terms.iter().zip(&other.terms);
        let signed = |term: &CostTerm| {
            let weight = i128::from(term.weight);
            if term.is_presence { weight } else { -weight }
        };
        let Some((a, b)) = pairs().next().map(|(a, b)| (signed(a), signed(b))) else {
            return false;
        };
        self.terms.len() == other.terms.len()
            && pairs().all(|(one, its)| one.any == its.any && signed(one) * b == signed(its) * a)
    }

    /// Returns the weight of each term, negative if its absence costs, with its alternatives.
    pub(super) fn terms(&self) -> impl Iterator<Item = (i64, &[Alternative])> {
        let signed = |term: &CostTerm| {
            let weight = i64::try_from(term.weight).unwrap_or(i64::MAX);
            if term.is_presence { weight } else { -weight }
        };
        self.terms
            .iter()
            .map(move |term| (signed(term), &term.any[..]))
    }

    /// Returns the number of terms.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// Writes the cost of these terms as the tree of a totalizer, with values up to `limit`.
    /// Returns `None` if it is too large.
    pub(super) fn tree<S: ClauseSink>(
        &self,
        terms: Range<usize>,
        edges: &EdgeVars,
        limit: u64,
        sink: &mut S,
    ) -> Option<Vec<Node>> {
        let terms = &self.terms[terms];
        let weights: Vec<u64> = terms.iter().map(|term| term.weight).collect();
        Totalizer::clauses(&weights, limit, MOST)?;
        let lits = terms
            .iter()
            .map(|term| (term.weight, term.literal(edges, sink)));
        let lits: Vec<(u64, Lit)> = lits.collect();
        Some(Totalizer::tree(&lits, limit, Sides::Upper, sink))
    }

    /// Returns for each term whether it costs, given the edges of a tour.
    pub(super) fn costing(&self, is_taken: impl Fn(Edge) -> bool) -> Vec<bool> {
        let costs = |term: &CostTerm| {
            let mut any = term.any.iter();
            let holds = any.any(|edges| edges.edges().iter().all(|&edge| is_taken(edge)));
            holds == term.is_presence
        };
        self.terms.iter().map(costs).collect()
    }

    /// Writes the definitions of the cost literals, and returns them with their weights.
    pub(super) fn literals<S: ClauseSink>(
        &self,
        edges: &EdgeVars,
        sink: &mut S,
    ) -> Vec<(u64, Lit)> {
        let mut lits = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            if sink.is_done() {
                break;
            }
            lits.push((term.weight, term.literal(edges, sink)));
        }
        lits
    }
}

impl CostTerm {
    fn literal<S: ClauseSink>(&self, edges: &EdgeVars, sink: &mut S) -> Lit {
        let taken = |[a, b]: Edge| {
            let edge = edges.between(a, b).expect("an edge of the graph");
            edges.literal(edge)
        };
        if let [Alternative::Edge(edge)] = self.any[..] {
            let taken = taken(edge);
            return if self.is_presence { taken } else { !taken };
        }
        let cost = sink.new_var().pos();
        if self.is_presence {
            for alternative in &self.any {
                let lits = alternative.edges().iter().map(|&edge| !taken(edge));
                sink.clause(&lits.chain([cost]).collect::<Vec<_>>());
            }
        }
        if let Some(vertex) = self.vertex() {
            let partners = self.partners(vertex);
            for (edge, end) in edges.at(vertex) {
                let is_partner = |other: u32| partners.contains(&(end, other));
                let has_partner = partners.iter().any(|&(one, _)| one == end);
                if self.is_presence && !has_partner {
                    continue;
                }
                let others = edges
                    .at(vertex)
                    .filter(|&(other, far)| other != edge && is_partner(far) != self.is_presence);
                let others = others.map(|(other, _)| edges.literal(other));
                let lits = [cost, !edges.literal(edge)].into_iter().chain(others);
                sink.clause(&lits.collect::<Vec<_>>());
            }
        } else if let ([Alternative::Pair(pair)], false) = (&self.any[..], self.is_presence) {
            pair.iter()
                .for_each(|&edge| sink.clause(&[cost, taken(edge)]));
        }
        cost
    }

    /// Returns the vertex that all edges of several pairs share.
    fn vertex(&self) -> Option<u32> {
        let [Alternative::Pair([first, _]), _, ..] = &self.any[..] else {
            return None;
        };
        let is_common = |vertex: &u32| {
            self.any.iter().all(|alternative| match alternative {
                Alternative::Edge(_) => false,
                Alternative::Pair(pair) => pair.iter().all(|edge| edge.contains(vertex)),
            })
        };
        first.iter().copied().find(is_common)
    }

    /// Returns the other ends of the edges of each pair at a vertex, both ways round.
    fn partners(&self, vertex: u32) -> Vec<(u32, u32)> {
        let end = |[a, b]: Edge| if a == vertex { b } else { a };
        let mut partners = Vec::with_capacity(2 * self.any.len());
        for alternative in &self.any {
            if let Alternative::Pair([one, other]) = *alternative {
                let (one, other) = (end(one), end(other));
                partners.extend([(one, other), (other, one)]);
            }
        }
        partners
    }
}

/// Returns the centre of the vertices of a site, four times as large.
fn centre(site: Site, places: &Coordinates) -> [u64; 2] {
    let vertices = match site {
        Site::Vertex(vertex) => vec![vertex],
        Site::Edge(edge) => edge.to_vec(),
        Site::Crossing(pair) => pair.concat(),
    };
    let scale = 4 / vertices.len() as u64;
    let of = vertices.iter().map(|&vertex| places.of(vertex));
    of.fold([0; 2], |sum, place| {
        [0, 1].map(|axis| sum[axis] + scale * u64::from(place[axis]))
    })
}

/// Sorts terms so that each half of the list is a half of the places along their longer side, and
/// each half of these likewise.
fn halve<T: Copy>(terms: &mut [([u64; 2], T)], stop: &Stop) {
    if terms.len() < 2 || stop.is_over() {
        return;
    }
    let extent = |axis: usize| {
        let along = terms.iter().map(|(place, _)| place[axis]).minmax();
        along.into_option().map_or(0, |(least, most)| most - least)
    };
    let axis = usize::from(extent(1) > extent(0));
    terms.sort_by_key(|(place, _)| [place[axis], place[1 - axis]]);
    let (first, second) = terms.split_at_mut(terms.len() / 2);
    halve(first, stop);
    halve(second, stop);
}

/// A cost in clauses: literals that limit it.
pub(super) enum Limited {
    /// In unary.
    Unary(Totalizer),
    /// In binary: the sum of all weights, and the bits of the rest above the cost.
    Binary { all: u64, rest: Vec<Lit> },
}

impl Limited {
    /// Writes the cost. Limits are possible up to `limit`.
    pub(super) fn new<S: ClauseSink>(
        cost: &Cost,
        edges: &EdgeVars,
        limit: u64,
        sink: &mut S,
    ) -> Limited {
        let lits = cost.literals(edges, sink);
        let weights: Vec<u64> = lits.iter().map(|&(weight, _)| weight).collect();
        if Totalizer::clauses(&weights, limit, MOST).is_some() {
            return Limited::Unary(Totalizer::new(&lits, limit, Sides::Upper, sink));
        }
        let all: u64 = weights.iter().sum();
        let rest = sink.new_vars(width(all + 1));
        let rest: Vec<Lit> = rest.iter().map(|var| var.pos()).collect();
        let bits = |&(weight, lit): &(u64, Lit)| {
            let bit = move |place: u32| match weight >> place & 1 {
                1 => Value::Open(lit),
                _ => Value::FALSE,
            };
            (0..width(weight + 1)).map(bit).collect::<Vec<Value>>()
        };
        let mut numbers: Vec<Vec<Value>> = lits.iter().map(bits).collect();
        numbers.push(rest.iter().map(|&lit| lit.into()).collect());
        sum::equals(numbers.iter().map(Vec::as_slice), all, sink);
        Limited::Binary { all, rest }
    }

    /// Returns a literal that implies that the cost is at most `limit`; `None` if it always is.
    pub(super) fn at_most<S: ClauseSink>(&self, limit: u64, sink: &mut S) -> Option<Lit> {
        match self {
            Limited::Unary(totalizer) => totalizer
                .at_least(limit.saturating_add(1))
                .lit()
                .map(|lit| !lit),
            Limited::Binary { all, .. } if limit >= *all => None,
            Limited::Binary { all, rest } => {
                let holds = sink.new_var().pos();
                let least = all - limit;
                let mut above = vec![!holds];
                for (place, &bit) in rest.iter().enumerate().rev() {
                    above.push(bit);
                    if least >> place & 1 == 1 {
                        sink.clause(&above);
                        above.pop();
                    }
                }
                Some(holds)
            }
        }
    }

    /// Returns the next cost that is possible above a limit.
    pub(super) fn above(&self, limit: u64) -> u64 {
        match self {
            Limited::Unary(totalizer) => {
                let next = totalizer.values().find(|&value| value > limit);
                next.unwrap_or(u64::MAX)
            }
            Limited::Binary { .. } => limit.saturating_add(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_no_longer_sorted_once_time_is_up() {
        let terms = || {
            [[3, 0], [1, 0], [2, 0]]
                .map(|place| (place, place[0]))
                .to_vec()
        };
        let (mut sorted, mut late) = (terms(), terms());
        halve(&mut sorted, &Stop::default());
        halve(&mut late, &Stop::after(std::time::Duration::ZERO));
        assert_eq!(sorted.iter().map(|term| term.1).collect_vec(), [1, 2, 3]);
        assert_eq!(late, terms());
    }
}
