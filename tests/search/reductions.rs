//! The law of reductions, on random problems. The trace of a tour is a tour of each reduced
//! problem, and lifts back. Tours of the reduced problems lift to a tour if and only if they are
//! accepted. Evidence against tours comes back as a certificate that the checker accepts.
//!
//! The augmented graph is the last step of every backend. Thinned graphs and pieces depend on the
//! search, and obey the same law.

use crate::common::certificates::{checked, decide};
use crate::common::graphs::{self, Digraph, below};
use itertools::{Itertools, iproduct};
use knightsat::certificate::Verified;
use knightsat::count::frontier::{self, Limits};
use knightsat::count::search::{Directions, Search};
use knightsat::stop::Stop;
use knightsat::tour::fact::Fact;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::rule::{Atom, Literal, Rule};
use knightsat::tour::spec::TourSpec;
use knightsat::tour::symmetry::Symmetry;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_hamilton::{Pieces, numbered};
use knightsat_search::lazy;
use knightsat_tour::AugmentedGraph;
use knightsat_tour::folding::Fold;
use knightsat_tour::prepare::{Options, Prepared};
use knightsat_tour::quotient::Quotient;
use knightsat_tour::reduction::Reduction;
use knightsat_tour::reversal::Reversal;
use std::collections::BTreeSet;
use tempfile::TempDir;

type Arcs = BTreeSet<[u32; 2]>;

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

/// Asserts the law for the augmented graph, and that its arcs permit every tour.
fn assert_augmented(problem: &Problem, augmented: &AugmentedGraph, tours: &[Vec<u32>]) {
    assert_reduction(problem, augmented, tours);
    let arcs: Arcs = augmented.arcs().into_iter().collect();
    for tour in tours {
        let cycle = augmented.trace(tour).concat();
        let moves: Arcs = round(&cycle).collect();
        assert!(moves.is_subset(&arcs), "{tour:?} {problem:?}");
        let fixed = augmented.fixed_arcs();
        let is_whole = problem.kind() == Kind::Open || problem.start().is_some();
        assert!(
            !is_whole || fixed.iter().all(|arc| moves.contains(arc)),
            "{tour:?} {problem:?}"
        );
    }
}

/// Asserts the law for a reduction of a problem with these tours.
fn assert_reduction(problem: &Problem, by: &dyn Reduction, tours: &[Vec<u32>]) {
    assert_law(problem, by, tours, by.voltages([0, 1]).is_none());
}

/// Asserts the law. A reduction that is not faithful may lift the trace of a tour to another tour
/// with the same trace.
fn assert_law(problem: &Problem, by: &dyn Reduction, tours: &[Vec<u32>], is_faithful: bool) {
    let key = |tours: &[Vec<u32>]| -> Vec<Arcs> {
        let tours = by.problems().iter().zip(tours);
        tours
            .map(|(reduced, steps)| moves(reduced, steps))
            .collect()
    };
    let mut of_tours = BTreeSet::new();
    for tour in tours {
        let trace = by.trace(tour);
        for (reduced, steps) in by.problems().iter().zip(&trace) {
            let verified = Tour::verify(reduced, steps.clone());
            assert!(verified.is_ok(), "{tour:?} {steps:?} {by:?}: {verified:?}");
        }
        assert!(by.accepts(&trace), "{tour:?} {trace:?} {by:?}");
        let lifted = by.lift(trace.clone());
        let verified = Tour::verify(problem, lifted.clone());
        assert!(verified.is_ok(), "{tour:?} {lifted:?} {by:?}");
        if is_faithful {
            assert_eq!(moves(problem, &lifted), moves(problem, tour), "{by:?}");
        }
        assert_eq!(key(&by.trace(&lifted)), key(&trace), "{by:?}");
        of_tours.insert(key(&trace));
    }
    let all = by.problems().iter();
    let all = all.map(|reduced| Search::new(reduced, Directions::One).collect::<Vec<_>>());
    let mut lifted = BTreeSet::new();
    for tuple in all.multi_cartesian_product() {
        let steps = by.lift(tuple.clone());
        let verified = Tour::verify(problem, steps.clone());
        assert_eq!(verified.is_ok(), by.accepts(&tuple), "{tuple:?} {by:?}");
        if verified.is_ok() {
            assert_eq!(key(&by.trace(&steps)), key(&tuple), "{by:?}");
            lifted.insert(key(&tuple));
        }
    }
    assert_eq!(lifted, of_tours, "{by:?}");
}

/// Asserts that the evidence against tours of this problem is a certificate for it. Returns true if
/// the evidence is a refuted formula.
fn assert_evidence(problem: &Problem, shortcuts: bool) -> bool {
    let folder = TempDir::new().unwrap();
    let Verdict::None(verified) = decide(problem, shortcuts, folder.path()) else {
        panic!("no tour is known: {problem:?}");
    };
    let is_refuted = matches!(verified, Verified::Refutation { .. });
    assert_eq!(
        checked(problem, folder.path()),
        Some(verified),
        "{problem:?}"
    );
    is_refuted
}

/// Asserts that the engine finds a tour if and only if there is one.
fn assert_verdict(problem: &Problem, has_tour: bool) {
    let verdict = lazy::solve(problem, lazy::Options::default()).unwrap();
    assert_eq!(verdict.tour().is_some(), has_tour, "{problem:?}");
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
    let mut below = below(0x9e37_79b9_7f4a_7c15);
    let (mut with_tours, mut split, mut pruned) = (0, 0, 0);
    let (mut reasons, mut refutations) = (0, 0);
    for nth in 0..1000 {
        let Some(problem) = random(&mut below) else {
            continue;
        };
        let len = problem.graph().len();
        let all = (0..len).permutations(len as usize);
        let tours = all.filter(|steps| Tour::verify(&problem, steps.clone()).is_ok());
        let tours: Vec<Vec<u32>> = tours.collect();
        with_tours += usize::from(!tours.is_empty());
        if tours.is_empty() {
            let is_refuted = assert_evidence(&problem, nth % 2 == 0);
            refutations += usize::from(is_refuted);
            reasons += usize::from(!is_refuted);
        }
        let stop = Stop::default();
        assert_augmented(&problem, &AugmentedGraph::new(&problem), &tours);
        if !problem.graph().is_directed() {
            let coloured = AugmentedGraph::coloured(&problem, &stop).unwrap();
            assert_augmented(&problem, &coloured, &tours);
        }
        if let Some(by) = problem.split() {
            split += 1;
            assert_reduction(&problem, &by, &tours);
        }
        let prepared = Prepared::new(&problem, Options::default(), &stop);
        if prepared.is_contradictory {
            assert!(tours.is_empty(), "{problem:?}");
            continue;
        }
        if let Some(thinned) = problem.thinned(&stop) {
            assert_augmented(&problem, &AugmentedGraph::new(&thinned), &tours);
        }
        let left = &prepared.problem;
        pruned += usize::from(left.graph().edges().count() < problem.graph().edges().count());
        assert_augmented(&problem, &AugmentedGraph::new(left), &tours);
    }
    assert!(
        with_tours > 200 && split > 200 && pruned > 50,
        "{with_tours} {split} {pruned}"
    );
    assert!(reasons > 100 && refutations > 50, "{reasons} {refutations}");
}

/// A random closed problem with a symmetry without fixed vertices.
fn symmetric(below: &mut impl FnMut(u64) -> u64) -> Option<Problem> {
    let (order, orbits) = [(2, 3), (2, 4), (4, 3)][below(3) as usize];
    let image = |vertex: u32| vertex / order * order + (vertex + 1) % order;
    let len = order * orbits;
    let mut edges = BTreeSet::new();
    for _ in 0..3 + below(u64::from(orbits + 3)) {
        let mut ends = [(); 2].map(|()| below(u64::from(len)) as u32);
        if ends[0] != ends[1] {
            for _ in 0..order {
                edges.insert([ends[0].min(ends[1]), ends[0].max(ends[1])]);
                ends = ends.map(image);
            }
        }
    }
    let edges: Vec<[u32; 2]> = edges.into_iter().collect();
    let graph = Graph::from_edges(len, &edges);
    let turn = Symmetry::new(&graph, (0..len).map(image).collect(), order);
    let given = match below(4) {
        0 => edges
            .get(below(edges.len() as u64 + 1) as usize)
            .map(|&ends| Clue::Move(ends)),
        1 => edges.first().map(|&ends| Clue::NoMove(ends)),
        _ => None,
    };
    let problem = Problem::new(graph, Kind::Closed, None, None).ok()?;
    let problem = problem.with_symmetry(turn).ok()?;
    problem.with_given(Given::new(given)).ok()
}

#[test]
fn every_symmetric_tour_is_a_cycle_of_the_quotient_and_every_odd_cycle_a_tour() {
    let mut below = below(0x5851_f42d_4c95_7f2d);
    let mut with_tours = 0;
    for _ in 0..600 {
        let has_quotient = |problem: &Problem| problem.turn().has_quotient(problem);
        let Some(problem) = symmetric(&mut below).filter(has_quotient) else {
            continue;
        };
        let plain = Problem::new(problem.graph().clone(), Kind::Closed, None, None).unwrap();
        let all = Search::new(&plain, Directions::Both);
        let tours = all.filter(|steps| Tour::verify(&problem, steps.clone()).is_ok());
        let tours: Vec<Vec<u32>> = tours.collect();
        with_tours += usize::from(!tours.is_empty());
        let quotient = Quotient::new(&problem, &Stop::default()).unwrap();
        assert_reduction(&problem, &quotient, &tours);
        assert_verdict(&problem, !tours.is_empty());
    }
    assert!(with_tours > 60, "{with_tours}");
}

/// A random closed problem with a map that must reverse its tours, and the problem without the map.
/// Up to two vertices are fixed, and up to two moves are required or forbidden. It may have a start
/// and an end.
fn reversed(below: &mut impl FnMut(u64) -> u64) -> Option<[Problem; 2]> {
    let (fixed, pairs) = (below(3) as u32, 2 + below(3) as u32);
    let len = fixed + 2 * pairs;
    let image = |vertex: u32| match vertex.checked_sub(fixed) {
        Some(place) => fixed + (place ^ 1),
        None => vertex,
    };
    let mut edges = BTreeSet::new();
    for _ in 0..4 + below(u64::from(2 * len)) {
        let ends = [(); 2].map(|()| below(u64::from(len)) as u32);
        for [a, b] in [ends, ends.map(image)] {
            edges.extend((a != b).then_some([a.min(b), a.max(b)]));
        }
    }
    let edges: Vec<[u32; 2]> = edges.into_iter().collect();
    let graph = Graph::from_edges(len, &edges);
    let map = Reversal::new(&graph, (0..len).map(image).collect());
    let mut end = || Some(below(u64::from(len)) as u32).filter(|_| below(4) == 0);
    let problem = Problem::new(graph, Kind::Closed, end(), end()).ok()?;
    let mut clue = || match (
        below(5),
        *edges.get(below(edges.len() as u64 + 1) as usize)?,
    ) {
        (0, ends) => Some(Clue::NoMove(ends)),
        (1, ends) => Some(Clue::Move(ends)),
        _ => None,
    };
    let given = Given::new([clue(), clue()].into_iter().flatten());
    let plain = problem.clone().with_given(given.clone()).ok()?;
    // Clues and the map are independent of their order.
    let reversed = if below(2) == 0 {
        plain.clone().with_reversal(map)
    } else {
        problem.with_reversal(map).ok()?.with_given(given)
    };
    Some([reversed.ok()?, plain])
}

#[test]
fn every_reversed_tour_is_a_cycle_of_the_folded_graph_and_every_cycle_a_tour() {
    let mut below = below(0x2127_599b_f432_5c37);
    // By the number of fixed vertices.
    let (mut with_tours, mut without) = ([0; 3], 0);
    for _ in 0..900 {
        let Some([problem, plain]) = reversed(&mut below) else {
            continue;
        };
        let map = problem.reversal().unwrap();
        // Every move of a reversed tour is on it with its image, and so are two fixed places.
        let is_reversed = |steps: &Vec<u32>| {
            let moves: Arcs = moves(&problem, steps);
            let image = |ends: &[u32; 2]| {
                let [a, b] = ends.map(|vertex| map.image(vertex));
                [a.min(b), a.max(b)]
            };
            let own = moves.iter().filter(|ends| image(ends) == **ends);
            let is_own = own.count() + map.fixed().count() == 2;
            moves.iter().all(|ends| moves.contains(&image(ends))) && is_own
        };
        let tours = Search::new(&plain, Directions::Both).filter(is_reversed);
        let tours: Vec<Vec<u32>> = tours.collect();
        for steps in Search::new(&plain, Directions::Both) {
            let is_tour = Tour::verify(&problem, steps.clone()).is_ok();
            assert_eq!(is_tour, tours.contains(&steps), "{steps:?} {problem:?}");
        }
        match tours.is_empty() {
            true => without += 1,
            false => with_tours[map.fixed().count()] += 1,
        }
        let by = Fold::new(&problem, &Stop::default()).unwrap();
        assert_law(&problem, &by, &tours, false);
        assert_verdict(&problem, !tours.is_empty());
    }
    assert!(
        without > 100 && with_tours.iter().all(|&count| count > 20),
        "{without} {with_tours:?}"
    );
}

#[test]
fn every_tour_through_blocks_is_a_path_in_each() {
    let mut with_tours = 0;
    let wazir = Some("0,1");
    let boards = [
        (None, "3x8", "3x4", Kind::Open),
        (None, "5x8", "5x4", Kind::Open),
        (None, "3x14", "3x7", Kind::Closed),
        (wazir, "2x4", "2x2", Kind::Open),
        (wazir, "4x4", "2x2", Kind::Open),
        (wazir, "4x4", "2x2", Kind::Closed),
        (wazir, "3x6", "3x3", Kind::Open),
        (wazir, "4x6", "2x3", Kind::Closed),
    ];
    for ((leaper, board, blocks, kind), joints) in iproduct!(boards, ["0", "1", "2", "free"]) {
        let tour = TourSpec {
            leaper: leaper.map(|leaper| leaper.parse().unwrap()),
            blocks: Some(blocks.parse().unwrap()),
            joints: Some(joints.parse().unwrap()),
            ..kind.into()
        };
        let (place, tour) = tour.settled(board.parse().unwrap()).unwrap();
        let problem = tour.problem(&place, &Stop::default()).unwrap();
        let tours: Vec<Vec<u32>> = Search::new(&problem, Directions::One).collect();
        with_tours += usize::from(!tours.is_empty());
        let by = problem.block_paths().expect("blocks");
        assert_reduction(&problem, &by, &tours);
    }
    assert!(with_tours > 25, "{with_tours}");
}

/// Rules about moves, directions and ends of a directed graph travel into its split graph.
#[test]
fn rules_in_directed_graphs_hold_in_the_split_graph() {
    let mut below = below(0x1405_7b7e_f767_814f);
    let (mut with_tours, mut fewer) = (0, 0);
    for _ in 0..400 {
        let len = 3 + below(3) as u32;
        let graph = Digraph::random(len, 60 + below(40), || below(100)).graph();
        let kind = [Kind::Open, Kind::Closed][below(2) as usize];
        let mut fact = || {
            let [a, b] = [(); 2].map(|()| below(u64::from(len)) as u32);
            match below(3) {
                0 if a != b => Fact::edge(a, b),
                1 if kind == Kind::Open => Fact::At {
                    step: [1, len][below(2) as usize],
                    vertex: a,
                },
                _ => Fact::Arc { from: a, to: b },
            }
        };
        let mut literal = |is_positive| Literal {
            atom: Atom::Fact(fact()),
            is_positive,
        };
        let rules = [[true, true], [true, false], [false, false]];
        let rules = rules.map(|signs| Rule(signs.map(&mut literal).to_vec()));
        let start = (kind == Kind::Closed).then_some(0);
        let plain = Problem::new(graph, kind, start, None).unwrap();
        let given = Given::new(start.map(|vertex| Clue::At { step: 1, vertex }));
        let plain = plain.with_given(given).unwrap();
        let Ok(problem) = plain.clone().with_rules(rules.to_vec()) else {
            continue;
        };
        let tours = |problem: &Problem| -> Vec<Vec<u32>> {
            let all = (0..len).permutations(len as usize);
            let is_tour = |steps: &Vec<u32>| Tour::verify(problem, steps.clone()).is_ok();
            all.filter(is_tour).collect()
        };
        let kept = tours(&problem);
        with_tours += usize::from(!kept.is_empty());
        fewer += usize::from(kept.len() < tours(&plain).len());
        if let Some(by) = problem.split() {
            assert_reduction(&problem, &by, &kept);
        }
        assert_verdict(&problem, !kept.is_empty());
    }
    assert!(with_tours > 50 && fewer > 50, "{with_tours} {fewer}");
}

/// A ring of paths of 24 vertices with random chords. Two edges join each path to the next, perhaps
/// without one of the edges. One edge may be required.
fn ring(below: &mut impl FnMut(u64) -> u64) -> Problem {
    let paths = 2 + below(2) as u32;
    let len = 24 * paths;
    let mut edges = BTreeSet::new();
    for first in (0..len).step_by(24) {
        let next = (first + 24) % len;
        edges.extend((first..first + 23).map(|vertex| [vertex, vertex + 1]));
        for _ in 0..8 {
            let mut any = || first + below(24) as u32;
            let [a, b] = [any(), any()];
            edges.extend((a != b).then(|| [a.min(b), a.max(b)]));
        }
        for last in [first + 23, first + 12] {
            edges.insert([last.min(next), last.max(next)]);
        }
    }
    let mut edges: Vec<[u32; 2]> = edges.into_iter().collect();
    edges.remove(below(edges.len() as u64) as usize);
    let required = edges.get(below(2 * edges.len() as u64) as usize);
    let required = Given::new(required.map(|&ends| Clue::Move(ends)));
    let problem = Problem::new(Graph::from_edges(len, &edges), Kind::Closed, None, None);
    problem.unwrap().with_given(required).unwrap()
}

/// Returns the undirected tours of a graph with these edges.
fn tours_of_piece(edges: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let (names, edges) = numbered(edges);
    let graph = Graph::from_edges(names.len() as u32, &edges);
    let Ok(problem) = Problem::new(graph, Kind::Closed, None, None) else {
        return Vec::new();
    };
    let tours = Search::new(&problem, Directions::One);
    let named = |tour: Vec<u32>| tour.into_iter().map(|v| names[v as usize]).collect();
    tours.map(named).collect()
}

#[test]
fn tours_of_all_pieces_are_joined_to_every_tour_of_the_whole_once() {
    let mut below = below(0x2545_f491_4f6c_dd1d);
    let (mut split, mut with_tours, mut refutations) = (0, 0, 0);
    for nth in 0..40 {
        let problem = ring(&mut below);
        let augmented = AugmentedGraph::new(&problem);
        let edges = augmented.edges().into_iter();
        let edges: Vec<_> = edges
            .map(|[a, b]| ([a, b], augmented.is_forced(a, b)))
            .collect();
        let pieces = Pieces::new(augmented.len(), &edges, &Stop::default());
        if pieces.edges.len() < 2 {
            continue;
        }
        split += 1;
        let of_pieces: Vec<_> = pieces
            .edges
            .iter()
            .map(|edges| tours_of_piece(edges))
            .collect();
        let mut joined = BTreeSet::new();
        for tours in of_pieces.into_iter().multi_cartesian_product() {
            let tour = augmented.tour_of(pieces.join(tours));
            assert!(Tour::verify(&problem, tour.clone()).is_ok(), "{problem:?}");
            assert!(joined.insert(moves(&problem, &tour)), "{tour:?} again");
        }
        let all = frontier::count(&problem, &Limits::default()).unwrap();
        assert_eq!(all, joined.len().into(), "{problem:?}");
        with_tours += usize::from(!joined.is_empty());
        if joined.is_empty() {
            refutations += usize::from(assert_evidence(&problem, nth % 2 == 0));
        }
    }
    assert!(
        split > 20 && with_tours > 5 && refutations > 2,
        "{split} {with_tours} {refutations}"
    );
}
