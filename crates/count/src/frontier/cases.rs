//! Tours under rules about moves, as disjoint cases without rules: each requires some moves and
//! forbids others.
//!
//! A case is a set of moves with their values. As long as a rule is undecided, a case is split by a
//! move of that rule: one half takes it, the other does not. Before that, implied moves get their
//! values: the last literal of a rule that can still be true, bounds of its sum, and two moves at
//! each vertex. Every tour that keeps the rules belongs to one case, so the counts are added up.
//!
//! A rule that only compares a sum of many moves, such as `turns <= 40`, is not split. The tours of
//! each case are then counted by the value of the sum.

use super::{FrontierError, MOST_CASES};
use crate::base::stop::Stop;
use itertools::Itertools;
use knightsat_tour::fact::Fact;
use knightsat_tour::given::{Clue, Given};
use knightsat_tour::rule::{Atom, Count, Counted, Literal, Relation, Rule};
use knightsat_tour::statistic::{Alternative, Edge, Site, Sum, Term};
use knightsat_tour::succession::Succession;
use knightsat_tour::{AugmentedGraph, Problem};
use std::collections::BTreeMap;

/// The most terms of a sum that a single comparison is split by.
const MOST_SPLIT: usize = 8;
/// The most sets of moves that are looked at, with those that contradict the rules.
const MOST_LOOKS: u32 = 1 << 14;

/// The moves that a case takes, and those that it does not take.
type MoveValues = BTreeMap<Edge, bool>;

/// The cases of a problem.
pub(super) struct Cases<'p> {
    problem: &'p Problem,
    all: Vec<MoveValues>,
    /// The sum that restricts the tours of each case, and its bounds.
    pub bounded: Option<(Sum, Vec<Bound>)>,
}

/// A set of values of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    /// From the first to the second value.
    Within(i64, i64),
    /// All but this one.
    Not(i64),
}

impl Bound {
    fn new(relation: Relation, bound: i64, is_positive: bool) -> Bound {
        match (relation, is_positive) {
            (Relation::AtMost, true) => Bound::Within(i64::MIN, bound),
            (Relation::AtMost, false) => Bound::Within(bound + 1, i64::MAX),
            (Relation::AtLeast, true) => Bound::Within(bound, i64::MAX),
            (Relation::AtLeast, false) => Bound::Within(i64::MIN, bound - 1),
            (Relation::Equal, true) => Bound::Within(bound, bound),
            (Relation::Equal, false) => Bound::Not(bound),
        }
    }

    /// Returns true if all values of a range are in the set, false if none is.
    fn holds(self, [least, most]: [i64; 2]) -> Option<bool> {
        let (is_inside, is_outside) = match self {
            Bound::Within(from, to) => (from <= least && most <= to, most < from || to < least),
            Bound::Not(value) => (most < value || value < least, least == most),
        };
        (is_inside || is_outside).then_some(is_inside)
    }

    /// Returns true if the value is in the set.
    pub fn contains(self, value: i64) -> bool {
        self.holds([value; 2]) == Some(true)
    }

    /// Returns the bound of a sum that is greater by this number.
    fn plus(self, number: i64) -> Bound {
        match self {
            Bound::Within(from, to) => {
                Bound::Within(from.saturating_add(number), to.saturating_add(number))
            }
            Bound::Not(value) => Bound::Not(value + number),
        }
    }
}

/// A literal of a rule: the value of a sum is in a set.
struct BoundedSum {
    sum: Sum,
    bound: Bound,
}

impl BoundedSum {
    /// Returns the sum of a literal about moves.
    fn new(problem: &Problem, literal: &Literal) -> BoundedSum {
        match &literal.atom {
            Atom::Count(Count {
                summands,
                relation,
                bound,
            }) => {
                let mut sum = Sum::default();
                for summand in summands {
                    let sign = if summand.is_added { 1 } else { -1 };
                    let part = match &summand.of {
                        Counted::Statistic(statistic) => problem.sum_of(statistic),
                        Counted::Atom(atom) => one(problem, atom),
                    };
                    sum.constant += sign * part.constant;
                    sum.terms.extend(part.terms.into_iter().map(|term| Term {
                        weight: sign * term.weight,
                        ..term
                    }));
                }
                let bound = Bound::new(*relation, *bound, literal.is_positive);
                BoundedSum { sum, bound }
            }
            atom => BoundedSum {
                sum: one(problem, atom),
                bound: Bound::new(Relation::AtLeast, 1, literal.is_positive),
            },
        }
    }

    /// Returns true if two edges of a term have no common end.
    fn has_pairs_apart(&self) -> bool {
        let mut all = self.sum.terms.iter().flat_map(|term| &term.any);
        all.any(|alternative| match alternative {
            Alternative::Edge(_) => false,
            Alternative::Pair([one, other]) => !one.iter().any(|end| other.contains(end)),
        })
    }
}

/// Returns an atom about moves as a sum of 0 or 1.
fn one(problem: &Problem, atom: &Atom) -> Sum {
    let (any, site) = match *atom {
        Atom::Fact(Fact::Edge(ends)) => (vec![Alternative::Edge(*ends)], Site::Edge(*ends)),
        Atom::Angle(_, vertex) => (problem.alternatives(atom), Site::Vertex(vertex)),
        Atom::Cross(one, other) => (problem.alternatives(atom), Site::Crossing([*one, *other])),
        _ => unreachable!("the table takes rules about moves alone"),
    };
    let term = Term {
        weight: 1,
        any,
        site,
    };
    let terms = Some(term).filter(|term| !term.any.is_empty());
    Sum {
        constant: 0,
        terms: terms.into_iter().collect(),
    }
}

impl<'p> Cases<'p> {
    /// Splits the tours of a problem with rules about moves; `None` if it has no rules. Comparisons
    /// of the sum `by` are bounds of it; without such a sum those of a longest one are.
    pub fn new(
        problem: &'p Problem,
        by: Option<&Sum>,
        stop: &Stop,
    ) -> Result<Option<Cases<'p>>, FrontierError> {
        if problem.rules().is_empty() {
            return Ok(None);
        }
        let sums = |rule: &Rule| {
            let literals = rule.0.iter();
            literals
                .map(|literal| BoundedSum::new(problem, literal))
                .collect_vec()
        };
        let rules = problem.rules().iter().map(sums).collect_vec();
        let bounded = by.cloned().or_else(|| {
            let single = rules.iter().filter_map(|rule| match &rule[..] {
                [single] if !single.has_pairs_apart() => Some(&single.sum),
                _ => None,
            });
            let long = single.filter(|sum| sum.terms.len() > MOST_SPLIT);
            long.max_by_key(|sum| sum.terms.len()).cloned()
        });
        let (mut bounds, mut split) = (Vec::new(), Vec::new());
        for rule in rules {
            match (&rule[..], &bounded) {
                ([single], Some(sum)) if single.sum.terms == sum.terms => {
                    bounds.push(single.bound.plus(sum.constant - single.sum.constant));
                }
                _ => split.push(rule),
            }
        }
        let mut cases = Cases {
            problem,
            all: Vec::new(),
            bounded: bounded.map(|sum| (sum, bounds)),
        };
        cases.split(&split, stop)?;
        Ok(Some(cases))
    }

    /// Returns the number of cases.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the problems of the cases, which have no rules.
    pub fn problems(&self) -> impl Iterator<Item = Problem> {
        self.all.iter().map(|moves| {
            let clues = moves.iter().map(|(&edge, &is_taken)| {
                if is_taken {
                    Clue::Move(edge)
                } else {
                    Clue::NoMove(edge)
                }
            });
            plain(self.problem)
                .with_given(Given::new(clues))
                .expect("the graph has these moves, and no step is given")
        })
    }

    /// Finds the cases that keep all rules.
    fn split(&mut self, rules: &[Vec<BoundedSum>], stop: &Stop) -> Result<(), FrontierError> {
        let mut first = OpenCase {
            problem: self.problem,
            moves: MoveValues::new(),
            new: Vec::new(),
        };
        let last = AugmentedGraph::new(self.problem).returning();
        let mut required = self.problem.required().iter().copied().chain(last);
        if !required.all(|edge| first.set(edge, true)) {
            return Ok(());
        }
        let mut open = vec![first];
        let mut looks = 0;
        while let Some(mut case) = open.pop() {
            stop.check()?;
            looks += 1;
            if looks > MOST_LOOKS {
                return Err(FrontierError::TooManyCases);
            }
            if !case.follow(rules) {
                continue;
            }
            let undecided = rules.iter().find(|rule| !case.is_kept(rule));
            let Some(rule) = undecided else {
                if self.all.len() == MOST_CASES {
                    return Err(FrontierError::TooManyCases);
                }
                self.all.push(case.moves);
                continue;
            };
            let edge = case.open_edge(rule).expect("the rule is undecided");
            for is_taken in [false, true] {
                let mut half = case.clone();
                if half.set(edge, is_taken) {
                    open.push(half);
                }
            }
        }
        Ok(())
    }
}

/// Returns the problem without rules and without required moves.
fn plain(problem: &Problem) -> Problem {
    let (start, end) = (problem.start(), problem.end());
    let plain = Problem::new(problem.shared_graph(), problem.kind(), start, end)
        .expect("these are the ends of a problem");
    match problem.shared_coordinates() {
        Some(places) => plain.with_coordinates(places),
        None => plain,
    }
}

/// The values of moves, while a case is being split.
#[derive(Clone)]
struct OpenCase<'p> {
    problem: &'p Problem,
    moves: MoveValues,
    /// The edges whose consequences are not drawn yet.
    new: Vec<Edge>,
}

impl OpenCase<'_> {
    /// Returns true if the case takes an edge, false if it does not.
    fn value(&self, edge: Edge) -> Option<bool> {
        let [a, b] = edge;
        let value = self.moves.get(&edge).copied();
        value.or_else(|| (!self.problem.graph().has_edge(a, b)).then_some(false))
    }

    /// Sets the value of an edge; returns false if it has the other one.
    fn set(&mut self, edge: Edge, is_taken: bool) -> bool {
        if let Some(value) = self.value(edge) {
            return value == is_taken;
        }
        self.moves.insert(edge, is_taken);
        self.new.push(edge);
        true
    }

    /// Returns true if the case takes all edges of an alternative, false if it lacks one.
    fn takes(&self, alternative: &Alternative) -> Option<bool> {
        let mut is_decided = true;
        for &edge in alternative.edges() {
            match self.value(edge) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => is_decided = false,
            }
        }
        is_decided.then_some(true)
    }

    /// Returns true if a term holds, false if it does not.
    fn holds(&self, term: &Term) -> Option<bool> {
        let mut is_decided = true;
        for alternative in &term.any {
            match self.takes(alternative) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_decided = false,
            }
        }
        is_decided.then_some(false)
    }

    /// Returns the least and the greatest value of a sum.
    fn range(&self, sum: &Sum) -> [i64; 2] {
        let mut range = [sum.constant; 2];
        for term in &sum.terms {
            let [least, most] = contribution(term.weight, self.holds(term));
            range[0] += least;
            range[1] += most;
        }
        range
    }

    fn is_true(&self, literal: &BoundedSum) -> Option<bool> {
        literal.bound.holds(self.range(&literal.sum))
    }

    /// Returns true if a literal of the rule is true.
    fn is_kept(&self, rule: &[BoundedSum]) -> bool {
        rule.iter()
            .any(|literal| self.is_true(literal) == Some(true))
    }

    /// Returns an edge without a value in an undecided literal of the rule.
    fn open_edge(&self, rule: &[BoundedSum]) -> Option<Edge> {
        let open = rule
            .iter()
            .filter(|literal| self.is_true(literal).is_none());
        open.flat_map(|literal| &literal.sum.terms)
            .filter(|term| self.holds(term).is_none())
            .flat_map(|term| &term.any)
            .filter(|edges| self.takes(edges).is_none())
            .flat_map(Alternative::edges)
            .copied()
            .find(|&edge| self.value(edge).is_none())
    }

    /// Sets the edges that the rules and the degrees imply; returns false at a contradiction.
    fn follow(&mut self, rules: &[Vec<BoundedSum>]) -> bool {
        loop {
            while let Some(edge) = self.new.pop() {
                if !edge.into_iter().all(|end| self.follow_degree(end)) {
                    return false;
                }
            }
            if !rules.iter().all(|rule| self.follow_rule(rule)) {
                return false;
            }
            if self.new.is_empty() {
                return true;
            }
        }
    }

    /// Sets the edges that must have a value because a tour takes at most two edges at a vertex, or
    /// two if it is closed.
    fn follow_degree(&mut self, vertex: u32) -> bool {
        let graph = self.problem.graph();
        let edges: Vec<Edge> = graph
            .neighbours(vertex)
            .iter()
            .map(|&other| [vertex.min(other), vertex.max(other)])
            .collect();
        let number = |case: &Self, value| {
            let valued = edges.iter().filter(|&&edge| case.value(edge) == value);
            valued.count()
        };
        let (taken, open) = (number(self, Some(true)), number(self, None));
        let is_cycle = Succession::of(self.problem).is_cyclic();
        if taken > 2 || is_cycle && taken + open < 2 {
            return false;
        }
        let implied = match () {
            _ if taken == 2 => false,
            _ if is_cycle && taken + open == 2 => true,
            _ => return true,
        };
        edges
            .into_iter()
            .all(|edge| self.value(edge).is_some() || self.set(edge, implied))
    }

    /// Makes the last literal true that can be.
    fn follow_rule(&mut self, rule: &[BoundedSum]) -> bool {
        let mut last = None;
        for literal in rule {
            match self.is_true(literal) {
                Some(true) => return true,
                Some(false) => {}
                // Two literals can be true.
                None if last.is_some() => return true,
                None => last = Some(literal),
            }
        }
        last.is_some_and(|last| self.make_true(last))
    }

    fn make_true(&mut self, literal: &BoundedSum) -> bool {
        let range = self.range(&literal.sum);
        for term in &literal.sum.terms {
            if self.holds(term).is_some() {
                continue;
            }
            let [least, most] = contribution(term.weight, None);
            let can_be = |value: bool| {
                let by = if value { term.weight } else { 0 };
                let range = [range[0] - least + by, range[1] - most + by];
                literal.bound.holds(range) != Some(false)
            };
            let is_consistent = match (can_be(true), can_be(false)) {
                (true, true) => true,
                (true, false) => self.make_hold(term),
                (false, true) => self.make_fail(term),
                (false, false) => false,
            };
            if !is_consistent {
                return false;
            }
        }
        true
    }

    /// Takes the edges of the last alternative.
    fn make_hold(&mut self, term: &Term) -> bool {
        let mut open = term.any.iter();
        let mut open = open.by_ref().filter(|edges| self.takes(edges).is_none());
        match (open.next(), open.next()) {
            (Some(last), None) => {
                let mut edges = last.edges().iter();
                edges.all(|&edge| self.set(edge, true))
            }
            _ => true,
        }
    }

    /// Forbids the last edge of each alternative.
    fn make_fail(&mut self, term: &Term) -> bool {
        term.any.iter().all(|alternative| {
            if self.takes(alternative).is_some() {
                return true;
            }
            let edges = alternative.edges().iter();
            let open = edges.filter(|&&edge| self.value(edge).is_none());
            match open.exactly_one().ok().copied() {
                Some(last) => self.set(last, false),
                None => true,
            }
        })
    }
}

/// Returns the least and the greatest number that a term adds.
fn contribution(weight: i64, holds: Option<bool>) -> [i64; 2] {
    match holds {
        Some(true) => [weight; 2],
        Some(false) => [0; 2],
        None => [weight.min(0), weight.max(0)],
    }
}
