//! The law of reductions, on random problems: every tour is a cycle of the reduced graph and lifts
//! back to itself, and every cycle there lifts to a tour.

use crate::common;

use common::graphs::{self, Digraph, words};
use itertools::Itertools;
use knightsat::stop::Stop;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_tour::AugmentedGraph;
use knightsat_tour::prepare::{Options, Prepared};
use std::collections::BTreeSet;

type Arcs = BTreeSet<[u32; 2]>;

/// A reduction of a problem to the Hamiltonian cycles of a graph.
struct Reduced<'a> {
    name: &'a str,
    vertices: u32,
    /// The arcs of the graph: both ways of each edge if it is undirected.
    arcs: Arcs,
    /// The edges that each cycle takes in one direction or the other.
    forced: Vec<[u32; 2]>,
    /// The arcs that each cycle takes.
    fixed: Vec<[u32; 2]>,
    /// Returns the cycle of a tour.
    cycle: &'a dyn Fn(&[u32]) -> Vec<u32>,
    lift: &'a dyn Fn(Vec<u32>) -> Vec<u32>,
}

impl Reduced<'_> {
    fn accepts(&self, cycle: &[u32]) -> bool {
        let moves: Vec<[u32; 2]> = round(cycle).collect();
        let takes = |&[a, b]: &[u32; 2]| moves.contains(&[a, b]) || moves.contains(&[b, a]);
        cycle.iter().copied().sorted().eq(0..self.vertices)
            && moves.iter().all(|arc| self.arcs.contains(arc))
            && self.forced.iter().all(takes)
            && self.fixed.iter().all(|arc| moves.contains(arc))
    }

    /// All cycles, each from vertex 0.
    fn cycles(&self) -> Vec<Vec<u32>> {
        let (mut paths, mut cycles) = (vec![vec![0]], Vec::new());
        while let Some(path) = paths.pop() {
            if path.len() as u32 == self.vertices {
                cycles.push(path);
                continue;
            }
            let last = path[path.len() - 1];
            let next = self.arcs.range([last, 0]..[last + 1, 0]);
            let next = next.filter(|arc| !path.contains(&arc[1]));
            paths.extend(next.map(|arc| [&path[..], &[arc[1]]].concat()));
        }
        cycles.retain(|cycle| self.accepts(cycle));
        cycles
    }

    /// Asserts the law for a problem with these tours.
    fn assert_law(&self, problem: &Problem, tours: &[Vec<u32>]) {
        let what = format!("{}: {problem:?}", self.name);
        for tour in tours {
            let cycle = (self.cycle)(tour);
            assert!(self.accepts(&cycle), "{tour:?} is no cycle by {what}");
            for turn in [0, 1, cycle.len() / 2] {
                let mut turned = cycle.clone();
                turned.rotate_left(turn);
                let lifted = (self.lift)(turned);
                assert!(
                    Tour::verify(problem, lifted.clone()).is_ok(),
                    "{lifted:?} {what}"
                );
                assert_eq!(moves(problem, &lifted), moves(problem, tour), "{what}");
            }
        }
        let lifted = self.cycles().into_iter().map(|cycle| {
            let steps = (self.lift)(cycle.clone());
            let verified = Tour::verify(problem, steps.clone());
            assert!(
                verified.is_ok(),
                "{cycle:?} is no tour by {what}: {verified:?}"
            );
            moves(problem, &steps)
        });
        let tours = tours.iter().map(|tour| moves(problem, tour));
        assert_eq!(lifted.collect::<BTreeSet<_>>(), tours.collect(), "{what}");
    }
}

/// The moves of a cycle.
fn round(cycle: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    cycle
        .iter()
        .copied()
        .circular_tuple_windows()
        .map(|(a, b)| [a, b])
}

/// The moves of a tour. They have a direction only in a directed graph.
fn moves(problem: &Problem, steps: &[u32]) -> Arcs {
    let is_closed = problem.kind() == Kind::Closed;
    let number = steps.len() - usize::from(!is_closed);
    let moves = round(steps)
        .take(number)
        .map(|[a, b]| match problem.graph().is_directed() {
            true => [a, b],
            false => [a.min(b), a.max(b)],
        });
    moves.collect()
}

fn both_ways(edges: Vec<[u32; 2]>) -> Arcs {
    edges
        .into_iter()
        .flat_map(|[a, b]| [[a, b], [b, a]])
        .collect()
}

/// Asserts the law for the augmented graph, by arcs and if possible by edges.
fn assert_augmented(problem: &Problem, augmented: &AugmentedGraph, tours: &[Vec<u32>]) {
    let lift = |cycle| augmented.lift(cycle);
    let cycle = |tour: &[u32]| {
        augmented
            .apex()
            .into_iter()
            .chain(tour.iter().copied())
            .collect()
    };
    let by_arcs = Reduced {
        name: "arcs",
        vertices: augmented.len(),
        arcs: augmented.arcs().into_iter().collect(),
        forced: augmented.forced().to_vec(),
        fixed: augmented.fixed_arcs(),
        cycle: &cycle,
        lift: &lift,
    };
    by_arcs.assert_law(problem, tours);
    if !problem.graph().is_directed() {
        let by_edges = Reduced {
            name: "edges",
            arcs: both_ways(augmented.edges()),
            fixed: Vec::new(),
            ..by_arcs
        };
        by_edges.assert_law(problem, tours);
    }
}

/// Asserts the law for the split graph.
fn assert_split(problem: &Problem, tours: &[Vec<u32>]) -> bool {
    let Some(split) = problem.split() else {
        return false;
    };
    let apex = Some(problem.graph().len()).filter(|_| problem.kind() == Kind::Open);
    let cycle = |tour: &[u32]| {
        let vertices = tour.iter().copied().chain(apex);
        vertices
            .flat_map(|v| [3 * v, 3 * v + 1, 3 * v + 2])
            .collect()
    };
    let lift = |cycle| split.lift(cycle).unwrap().steps().to_vec();
    let graph = split.problem().graph();
    Reduced {
        name: "split",
        vertices: graph.len(),
        arcs: both_ways(graph.edges().collect()),
        forced: Vec::new(),
        fixed: Vec::new(),
        cycle: &cycle,
        lift: &lift,
    }
    .assert_law(problem, tours);
    true
}

/// A random problem whose tours have at least two moves: half of the graphs are directed.
fn random(below: &mut impl FnMut(u64) -> u64) -> Option<Problem> {
    let len = 3 + below(3) as u32;
    let percent = 30 + below(60);
    let graph = match below(2) {
        0 => Digraph::random(len, percent, || below(100)).graph(),
        _ => graphs::graph(
            len,
            (0..10)
                .map(|bit| u64::from(below(100) < percent) << bit)
                .sum(),
        ),
    };
    let kind = [Kind::Open, Kind::Closed][below(2) as usize];
    let mut end = || Some(below(u64::from(len)) as u32).filter(|_| below(3) == 0);
    let [start, end] = [end(), end()];
    let mut clue = || {
        let ends = [(); 2].map(|()| below(u64::from(len)) as u32);
        match below(4) {
            _ if !graph.has_edge(ends[0], ends[1]) => None,
            0 => Some(Clue::NoMove(ends)),
            1 => Some(Clue::Move(ends)),
            _ => None,
        }
    };
    let clues = [clue(), clue()];
    let problem = Problem::new(graph, kind, start, end).ok()?;
    problem
        .with_given(Given::new(clues.into_iter().flatten()))
        .ok()
}

#[test]
fn every_tour_is_a_cycle_and_every_cycle_a_tour() {
    let mut words = words(0x9e37_79b9_7f4a_7c15);
    let mut below = |bound: u64| (words.next().unwrap() >> 20) % bound;
    let (mut with_tours, mut split, mut pruned) = (0, 0, 0);
    for _ in 0..1000 {
        let Some(problem) = random(&mut below) else {
            continue;
        };
        let len = problem.graph().len();
        let all = (0..len).permutations(len as usize);
        let tours = all.filter(|steps| Tour::verify(&problem, steps.clone()).is_ok());
        let tours: Vec<Vec<u32>> = tours.collect();
        with_tours += usize::from(!tours.is_empty());
        let stop = Stop::default();
        assert_augmented(&problem, &AugmentedGraph::new(&problem), &tours);
        if !problem.graph().is_directed() {
            let coloured = AugmentedGraph::coloured(&problem, &stop).unwrap();
            assert_augmented(&problem, &coloured, &tours);
        }
        split += usize::from(assert_split(&problem, &tours));
        let prepared = Prepared::new(&problem, Options::default(), &stop);
        if prepared.is_contradictory {
            assert!(tours.is_empty(), "{problem:?}");
            continue;
        }
        let left = &prepared.problem;
        pruned += usize::from(left.graph().edges().count() < problem.graph().edges().count());
        assert_augmented(&problem, &AugmentedGraph::new(left), &tours);
    }
    assert!(
        with_tours > 200 && split > 200 && pruned > 50,
        "{with_tours} {split} {pruned}"
    );
}
