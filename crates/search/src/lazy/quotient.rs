//! Symmetric tours as tours of the quotient graph: a vertex for each orbit, an edge for each two
//! orbits with moves between them. No move within an orbit is on a symmetric tour.
//!
//! One period of a symmetric tour is a Hamiltonian cycle of the quotient. Conversely, such a cycle,
//! followed on the board, leads from a vertex to one of its images. If that is an odd number of
//! turns away, and the order is two or four, its images complete the tour. The number is the sum of
//! the *voltages* of the edges (Gross and Tucker, Topological graph theory, 1987), so an odd number
//! of edges with an odd one is another constraint: [`Quotient::encode`].

use super::formula::{self, Edges};
use super::search::Search;
use crate::base::stop::{Stop, Stopped};
use crate::cnf::gadget::term::xor;
use crate::cnf::sink::ClauseSink;
use crate::tour::factor::TwoFactor;
use crate::tour::given::{Clue, Given};
use crate::tour::graph::{Coordinates, Graph, NONE};
use crate::tour::tour::Tour;
use crate::tour::{AugmentedGraph, Kind, Problem};
use std::collections::HashSet;

/// The quotient graph of a symmetric problem.
pub(super) struct Quotient<'p> {
    stated: &'p Problem,
    /// The problem of closed tours of the quotient graph.
    pub(super) problem: Problem,
    /// The first vertex of every orbit.
    first: Vec<u32>,
    /// The orbit of every vertex, and true if the vertex is an odd number of turns from the first.
    place: Vec<(u32, bool)>,
    /// All images of the edges that the tour must take, sorted.
    forced: Vec<[u32; 2]>,
}

/// Returns all images of the edges that a symmetric tour must take, sorted, or `None` if the
/// quotient cannot express the problem. An example are two forced edges between the same orbits.
pub(super) fn forced(problem: &Problem) -> Option<Vec<[u32; 2]>> {
    let (graph, symmetry) = (problem.graph(), problem.symmetry());
    let has_direction = problem.start().and(problem.end()).is_some();
    match symmetry.order() {
        2 => {}
        4 if !has_direction => {}
        _ => return None,
    }
    let augmented = AugmentedGraph::new(problem);
    let mut forced = Vec::new();
    let mut orbits = HashSet::new();
    for &[a, b] in augmented.forced() {
        let images = symmetry.orbit(a).zip(symmetry.orbit(b));
        forced.extend(images.map(|(a, b)| [a.min(b), a.max(b)]));
        let mut ends = [a, b].map(|end| symmetry.orbit(end).min());
        ends.sort_unstable();
        orbits.insert(ends);
    }
    forced.sort_unstable();
    forced.dedup();
    let is_apart = orbits.iter().all(|[a, b]| a != b);
    let is_single = forced.len() == orbits.len() * symmetry.order() as usize;
    let are_edges = forced.iter().all(|&[a, b]| graph.has_edge(a, b));
    (problem.period() > 2 && is_apart && is_single && are_edges).then_some(forced)
}

impl<'p> Quotient<'p> {
    /// Returns the quotient of a problem with these [forced] edges.
    pub(super) fn within(
        stated: &'p Problem,
        forced: Vec<[u32; 2]>,
        stop: &Stop,
    ) -> Result<Quotient<'p>, Stopped> {
        let (graph, symmetry) = (stated.graph(), stated.symmetry());
        let mut first = Vec::new();
        let mut place = vec![(NONE, false); graph.len() as usize];
        for vertex in 0..graph.len() {
            if place[vertex as usize].0 == NONE {
                for (turns, image) in (0..).zip(symmetry.orbit(vertex)) {
                    place[image as usize] = (first.len() as u32, turns % 2 == 1);
                }
                first.push(vertex);
            }
        }
        let orbit = |vertex: u32| place[vertex as usize].0;
        let orbits = Graph::from_lists_within(first.len() as u32, stop, |number, out| {
            let begin = out.len();
            let next = graph.neighbours(first[number as usize]).iter();
            for next in next.map(|&next| orbit(next)) {
                if next != number && !out[begin..].contains(&next) {
                    out.push(next);
                }
            }
        })?;
        let moves = forced.iter().map(|edge| Clue::Move(edge.map(orbit)));
        let moves = Given::new(moves);
        let problem = Problem::new(orbits, Kind::Closed, None, None);
        let problem = problem.and_then(|problem| problem.with_given(moves));
        let mut problem = problem.expect("forced edges join orbits");
        if let Some(all) = stated.coordinates() {
            let of = first.iter().map(|&vertex| all.of(vertex));
            problem = problem.with_coordinates(Coordinates::new(all.sides(), of.collect()));
        }
        Ok(Quotient {
            stated,
            problem,
            first,
            place,
            forced,
        })
    }

    /// Returns the vertices of an orbit to which a tour may move.
    fn moves(&self, from: u32, orbit: u32) -> impl Iterator<Item = u32> + Clone {
        let next = self.stated.graph().neighbours(from).iter().copied();
        let next = next.filter(move |&to| self.place[to as usize].0 == orbit);
        let is_forced = move |&to: &u32| {
            let edge = [from.min(to), from.max(to)];
            self.forced.binary_search(&edge).is_ok()
        };
        let must = !self.forced.is_empty() && next.clone().any(|to| is_forced(&to));
        next.filter(move |to| !must || is_forced(to))
    }

    /// Returns true for even and for odd voltages of the moves from a vertex to an orbit.
    fn voltages(&self, from: u32, orbit: u32) -> [bool; 2] {
        let is_odd = |vertex: u32| self.place[vertex as usize].1;
        let has = |odd| {
            self.moves(from, orbit)
                .any(|to| (is_odd(to) != is_odd(from)) == odd)
        };
        [has(false), has(true)]
    }

    /// Writes that an odd number of edges with an odd voltage is taken. A variable decides that of
    /// an edge with both.
    pub(super) fn encode<S: ClauseSink>(&self, edges: &Edges, sink: &mut S) {
        let mut sum = None;
        for (edge, &[a, b]) in (0..).zip(edges.edges()) {
            let mut odd = edges.literal(edge);
            match self.voltages(self.first[a as usize], b) {
                [_, false] => continue,
                [false, true] => {}
                [true, true] => {
                    let chosen = sink.new_var().pos();
                    sink.clause(&[!chosen, odd]);
                    odd = chosen;
                }
            }
            sum = Some(sum.map_or(odd, |sum| {
                let next = sink.new_var().pos();
                xor(next, sum, odd)
                    .iter()
                    .for_each(|lits| sink.clause(lits));
                next
            }));
        }
        sink.clause(sum.as_slice());
    }

    /// Follows a Hamiltonian cycle of the quotient on the board, `period` moves from a vertex to
    /// one of its images. Returns the vertices with that image. Voltages are even if both are
    /// possible, but not that of the move to the step `odd`.
    fn period(&self, cycle: &[u32], odd: Option<usize>) -> Vec<u32> {
        let mut vertex = self.first[cycle[0] as usize];
        let mut steps = vec![vertex];
        for (step, &orbit) in (1..).zip(cycle[1..].iter().chain(&cycle[..1])) {
            let is_even = |to: &u32| {
                let places = [vertex, *to].map(|vertex| self.place[vertex as usize].1);
                (places[0] == places[1]) == (Some(step) != odd)
            };
            let mut moves = self.moves(vertex, orbit);
            let any = moves.clone().next().expect("an edge of the quotient");
            vertex = moves.find(is_even).unwrap_or(any);
            steps.push(vertex);
        }
        steps
    }

    /// Returns the tour of a Hamiltonian cycle of the quotient: no tour if its voltage is even.
    fn steps(&self, cycle: &[u32]) -> Vec<u32> {
        let mut steps = self.period(cycle, None);
        let is_even = |steps: &[u32]| steps.last().is_some_and(|&v| !self.place[v as usize].1);
        let both = |&step: &usize| {
            let from = self.first[cycle[step - 1] as usize];
            self.voltages(from, cycle[step % cycle.len()]) == [true; 2]
        };
        if is_even(&steps)
            && let Some(step) = (1..=cycle.len()).find(both)
        {
            steps = self.period(cycle, Some(step));
        }
        let symmetry = self.stated.symmetry();
        let (period, last) = (cycle.len(), steps.pop().unwrap_or(NONE));
        let turns = symmetry
            .orbit(steps[0])
            .take_while(|&image| image != last)
            .count();
        for step in period..self.stated.graph().len() as usize {
            let vertex = steps[step - period];
            steps.push((0..turns).fold(vertex, |vertex, _| symmetry.image(vertex)));
        }
        if turns > 2 {
            steps.reverse();
        }
        AugmentedGraph::new(self.stated).steps(steps)
    }
}

impl Search<'_> {
    /// Writes constraints besides degrees and cuts: rules, and a symmetry.
    pub(super) fn constrain<S: ClauseSink>(&self, edges: &Edges, sink: &mut S) {
        formula::rules(self.stated.rules(), edges, sink);
        if let Some(quotient) = self.quotient {
            quotient.encode(edges, sink);
        }
    }

    /// Returns true if a Hamiltonian cycle may still violate a rule or a symmetry.
    pub(super) fn is_constrained(&self) -> bool {
        self.quotient.is_some() || !self.stated.rules().is_empty()
    }

    /// Returns the steps of a tour from a cycle.
    pub(super) fn steps(&self, cycle: Vec<u32>) -> Vec<u32> {
        match self.quotient {
            Some(quotient) => quotient.steps(&cycle),
            None => self.augmented.steps(cycle),
        }
    }

    /// Returns the cycle of a two-factor, if it is a single one that violates no rule or symmetry.
    pub(super) fn cycle(&self, factor: &TwoFactor) -> Option<Vec<u32>> {
        let cycle = (factor.count() == 1).then(|| factor.walk(0));
        cycle.filter(|cycle| self.accepts(cycle))
    }

    /// Returns true if a Hamiltonian cycle violates no rule or symmetry.
    pub(super) fn accepts(&self, cycle: &[u32]) -> bool {
        !self.is_constrained() || Tour::verify(self.stated, self.steps(cycle.to_vec())).is_ok()
    }
}
