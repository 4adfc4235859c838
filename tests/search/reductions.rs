//! The law of reductions, on random problems. The trace of a tour is a tour of each reduced
//! problem, and lifts back. Tours of the reduced problems lift to a tour if and only if they are
//! accepted. Evidence against tours comes back as a certificate that the checker accepts.
//!
//! A circuit is the last step of every backend. Thinned graphs and pieces depend on the
//! search, and obey the same law.

use crate::common::certificates::{checked, decide};
use crate::common::graphs::{self, Digraph, below};
use crate::common::prelude::*;
use knightsat::count as frontier;
use knightsat_hamilton::{Known, Pieces, numbered};
use knightsat_search::lazy;
use knightsat_tour::Circuit;
use knightsat_tour::constraint::Property;
use knightsat_tour::graph::Coordinates;
use knightsat_tour::lower::{Lowered, lower};
use knightsat_tour::prepare;
use knightsat_tour::reversal::Reversal;
use knightsat_tour::symmetry::Symmetry;
use knightsat_tour::table::Backend;

type Arcs = BTreeSet<[u32; 2]>;

/// The moves of a cycle.
fn round(cycle: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let moves = cycle.iter().copied().circular_tuple_windows();
    moves.map(|(a, b)| [a, b])
}

/// The moves of a tour. They have a direction only in a directed graph.
fn moves(problem: &Problem, steps: &[u32]) -> Arcs {
    let is_closed = problem.kind() == Kind::Closed;
    let number = steps.len() - usize::from(!is_closed);
    let is_directed = problem.graph().is_directed();
    let ends = |[a, b]: [u32; 2]| if is_directed || a < b { [a, b] } else { [b, a] };
    round(steps).take(number).map(ends).collect()
}

/// A way from tours of a problem to tours of others, and back.
struct Way<'w> {
    reduced: &'w [Problem],
    trace: &'w dyn Fn(&[u32]) -> Vec<Vec<u32>>,
    accepts: &'w dyn Fn(&[Vec<u32>]) -> bool,
    lift: &'w dyn Fn(Vec<Vec<u32>>) -> Vec<u32>,
    /// False if the trace of a tour may lift to another tour with the same trace.
    is_faithful: bool,
}

/// Asserts the law for a circuit, and that its arcs permit every tour.
fn assert_circuit(lowered: &Lowered, circuit: &Circuit, tours: &[Vec<u32>]) {
    let problem = lowered.problem();
    let way = Way {
        reduced: &[circuit.problem()],
        trace: &|tour| vec![circuit.trace(tour)],
        accepts: &|_| true,
        lift: &|cycles| lowered.lift(cycles),
        is_faithful: true,
    };
    assert_law(problem, &way, tours);
    let arcs: Arcs = circuit.possible_arcs().into_iter().collect();
    for tour in tours {
        let moves: Arcs = round(&circuit.trace(tour)).collect();
        assert!(moves.is_subset(&arcs), "{tour:?} {problem:?}");
        let has_first = problem.kind() == Kind::Open || problem.start().is_some();
        let is_right = !has_first || circuit.fixed_arcs().iter().all(|arc| moves.contains(arc));
        assert!(is_right, "{tour:?} {problem:?}");
    }
}

/// Asserts the law for the reduction of a lowered problem with these tours.
fn assert_reduction(lowered: &Lowered, tours: &[Vec<u32>], is_faithful: bool) {
    let by = lowered.by().expect("a reduction");
    let way = Way {
        reduced: &lowered
            .parts()
            .iter()
            .map(|part| part.problem().clone())
            .collect_vec(),
        trace: &|tour| by.trace(tour),
        accepts: &|tours| by.accepts(tours),
        lift: &|tours| lowered.circuit().tour(by.lift(tours)),
        is_faithful,
    };
    assert_law(lowered.problem(), &way, tours);
}

fn assert_law(problem: &Problem, by: &Way, tours: &[Vec<u32>]) {
    let key = |tours: &[Vec<u32>]| -> Vec<Arcs> {
        let pairs = by.reduced.iter().zip(tours);
        Vec::from_iter(pairs.map(|(reduced, steps)| moves(reduced, steps)))
    };
    let mut of_tours = BTreeSet::new();
    for tour in tours {
        let trace = (by.trace)(tour);
        for (reduced, steps) in by.reduced.iter().zip(&trace) {
            let verified = Tour::verify(reduced, steps.clone());
            assert!(
                verified.is_ok(),
                "{tour:?} {steps:?} {problem:?}: {verified:?}"
            );
        }
        assert!((by.accepts)(&trace), "{tour:?} {trace:?} {problem:?}");
        let lifted = (by.lift)(trace.clone());
        let verified = Tour::verify(problem, lifted.clone());
        assert!(verified.is_ok(), "{tour:?} {lifted:?} {problem:?}");
        if by.is_faithful {
            assert_eq!(moves(problem, &lifted), moves(problem, tour), "{problem:?}");
        }
        assert_eq!(key(&(by.trace)(&lifted)), key(&trace), "{problem:?}");
        of_tours.insert(key(&trace));
    }
    let all = by.reduced.iter();
    let all = all.map(|reduced| Search::new(reduced, Directions::One).collect::<Vec<_>>());
    let mut lifted = BTreeSet::new();
    for tuple in all.multi_cartesian_product() {
        let steps = (by.lift)(tuple.clone());
        let verified = Tour::verify(problem, steps.clone());
        assert_eq!(
            verified.is_ok(),
            (by.accepts)(&tuple),
            "{tuple:?} {problem:?}"
        );
        if verified.is_ok() {
            assert_eq!(key(&(by.trace)(&steps)), key(&tuple), "{problem:?}");
            lifted.insert(key(&tuple));
        }
    }
    assert_eq!(lifted, of_tours, "{problem:?}");
}

/// Reduces a problem for the lazy engine.
fn lowered(problem: &Problem) -> Lowered {
    lower(problem, Backend::Engine, &Stop::default()).unwrap()
}

/// Asserts that the evidence against tours of this problem is a certificate for it. Returns true if
/// the evidence is a refuted formula.
fn assert_evidence(problem: &Problem, shortcuts: bool) -> bool {
    let folder = TempDir::new().unwrap();
    let Verdict::None(verified) = decide(problem, shortcuts, folder.path()) else {
        panic!("no tour is known: {problem:?}");
    };
    let is_refuted = matches!(verified, Verified::Refutation { .. });
    let again = checked(problem, folder.path());
    assert_eq!(again, Some(verified), "{problem:?}");
    is_refuted
}

/// Asserts that the engine finds a tour if and only if there is one.
fn assert_verdict(problem: &Problem, has_tour: bool) {
    let verdict = lazy::solve(problem, lazy::Options::default()).unwrap();
    assert_eq!(verdict.tour().is_some(), has_tour, "{problem:?}");
}

/// All permutations that verify.
fn by_permutations(problem: &Problem) -> Vec<Vec<u32>> {
    let len = problem.graph().len();
    let is_tour = |steps: &Vec<u32>| Tour::verify(problem, steps.clone()).is_ok();
    let all = (0..len).permutations(len as usize);
    all.filter(is_tour).collect()
}

/// A random problem whose tours have at least two moves: half of the graphs are directed.
fn random(below: &mut impl FnMut(u64) -> u64) -> Option<Problem> {
    let len = 3 + below(3) as u32;
    let percent = 30 + below(60);
    let mut edge = |bit: u64| u64::from(below(100) < percent) << bit;
    let bits = (0..10).map(&mut edge).sum();
    let graph = match below(2) {
        0 => Digraph::random(len, percent, || below(100)).graph(),
        _ => graphs::graph(len, bits),
    };
    let kind = [Kind::Open, Kind::Closed][below(2) as usize];
    let mut end = || Some(below(u64::from(len)) as u32).filter(|_| below(3) == 0);
    let [start, end] = [end(), end()];
    let mut clue = || {
        let ends = [(); 2].map(|()| below(u64::from(len)) as u32);
        let clues = [Some(Clue::NoMove(ends)), Some(Clue::Move(ends)), None];
        clues[below(4).min(2) as usize].filter(|_| graph.has_edge(ends[0], ends[1]))
    };
    let given = Given::new([clue(), clue()].into_iter().flatten());
    let problem = Problem::new(graph, kind, start, end).ok()?;
    problem.with(given).ok()
}

#[test]
fn every_tour_is_a_cycle_and_every_cycle_a_tour() {
    let mut below = below(0x9e37_79b9_7f4a_7c15);
    let [
        mut with_tours,
        mut split,
        mut pruned,
        mut reasons,
        mut refutations,
    ] = [0; 5];
    for nth in 0..1000 {
        let Some(problem) = random(&mut below) else {
            continue;
        };
        let tours = by_permutations(&problem);
        with_tours += usize::from(!tours.is_empty());
        if tours.is_empty() {
            let is_refuted = assert_evidence(&problem, nth % 2 == 0);
            refutations += usize::from(is_refuted);
            reasons += usize::from(!is_refuted);
        }
        let stop = Stop::default();
        let plain = Lowered::as_it_is(&problem);
        assert_circuit(&plain, plain.circuit(), &tours);
        if !problem.graph().is_directed() {
            let coloured = lowered(&problem);
            assert_circuit(&coloured, coloured.circuit(), &tours);
        }
        let lowered = Lowered::reasoned(&problem);
        if lowered.by().is_some() {
            split += 1;
            assert_reduction(&lowered, &tours, true);
        }
        let prepared = Lowered::as_it_is(&problem).prepared_line(prepare::Directions::Both, &stop);
        if prepared.is_contradictory {
            assert!(tours.is_empty(), "{problem:?}");
            continue;
        }
        if let Some(thinned) = plain.circuit().thinned(&stop) {
            assert_circuit(&plain, &thinned, &tours);
        }
        let (kind, start, end) = (problem.kind(), problem.start(), problem.end());
        let left = Problem::new(prepared.graph.clone(), kind, start, end).unwrap();
        let required = problem.required().into_iter().map(Clue::Move);
        let left = &left.with(Given::new(required)).unwrap();
        pruned += usize::from(left.graph().edges().count() < problem.graph().edges().count());
        let left = Lowered::as_it_is(left);
        assert_circuit(&left, left.circuit(), &tours);
    }
    let counts = [with_tours, split, reasons, pruned, refutations];
    let mut pairs = counts.into_iter().zip([200, 200, 100, 50, 50]);
    assert!(pairs.all(|(count, least)| count > least), "{counts:?}");
}

/// A closed tour of N vertices is 2·N reentrant ones.
#[test]
fn every_reentrant_tour_is_a_closed_tour_and_every_closed_tour_reentrant() {
    assert_property("reentrant", 0x6a09_e667_f3bc_c908, |_, open| open);
    let (_, problem) = asked("5x6 --only reentrant");
    assert_eq!(Search::new(&problem, Directions::Both).count(), 8 * 2 * 30);
}

/// The cycles through a vertex joined to corners are cornered tours, followed one way or both.
#[test]
fn every_cornered_tour_is_a_cycle_and_every_cycle_so_many_cornered_tours() {
    assert_property("cornered", 0xbb67_ae85_84ca_a73b, |nth, open| {
        // One rank has two corners, and two have up to four.
        let (len, ranks) = (open.graph().len(), 1 + nth % 2);
        let places = (0..len).map(|vertex| [vertex % ranks, vertex / ranks]);
        let places = Coordinates::new([ranks, len.div_ceil(ranks)], places.collect());
        open.with_coordinates(places)
    });
}

/// Compares tours of this property with cycles, in random problems, which `placed` changes.
fn assert_property(name: &str, seed: u64, placed: impl Fn(u32, Problem) -> Problem) {
    let mut below = below(seed);
    let property: Property = name.parse().unwrap();
    let mut with_tours = 0;
    for nth in 0..800 {
        let Some(open) = random(&mut below).filter(|problem| problem.kind() == Kind::Open) else {
            continue;
        };
        let problem = placed(nth, open).with(vec![property]).unwrap();
        // Some required moves are refused.
        let Ok(lowered) = lower(&problem, Backend::Engine, &Stop::default()) else {
            continue;
        };
        let tours = by_permutations(&problem);
        assert_reduction(&lowered, &tours, true);
        assert_verdict(&problem, !tours.is_empty());
        let count = frontier::count(&problem, Stop::default());
        assert_eq!(count, Ok(tours.len().into()), "{problem:?}");
        with_tours += usize::from(!tours.is_empty());
    }
    assert!(with_tours > 50, "{name}: {with_tours}");
}

/// Random edges with all their images under a permutation of this order.
fn closed_under(
    image: impl Fn(u32) -> u32,
    [len, order, number]: [u32; 3],
    below: &mut impl FnMut(u64) -> u64,
) -> Vec<[u32; 2]> {
    let mut edges = BTreeSet::new();
    for _ in 0..number {
        let mut ends = [(); 2].map(|()| below(u64::from(len)) as u32);
        for _ in 0..order {
            let [a, b] = ends;
            edges.extend((a != b).then_some([a.min(b), a.max(b)]));
            ends = ends.map(&image);
        }
    }
    edges.into_iter().collect()
}

/// A random closed problem with a symmetry without fixed vertices.
fn symmetric(below: &mut impl FnMut(u64) -> u64) -> Option<Problem> {
    let (order, orbits) = [(2, 3), (2, 4), (4, 3)][below(3) as usize];
    let image = |vertex: u32| vertex / order * order + (vertex + 1) % order;
    let (len, number) = (order * orbits, 3 + below(u64::from(orbits + 3)) as u32);
    let edges = closed_under(image, [len, order, number], below);
    let graph = Graph::from_edges(len, &edges);
    let turn = Symmetry::new(&graph, (0..len).map(image).collect(), order);
    let edge = edges.get(below(edges.len() as u64 + 1) as usize);
    let given = match below(4) {
        0 => edge.map(|&ends| Clue::Move(ends)),
        1 => edge.map(|&ends| Clue::NoMove(ends)),
        _ => None,
    };
    let problem = Problem::new(graph, Kind::Closed, None, None).ok()?;
    let problem = problem.with(turn).ok()?;
    problem.with(Given::new(given)).ok()
}

#[test]
fn every_symmetric_tour_is_a_cycle_of_the_quotient_and_every_odd_cycle_a_tour() {
    let mut below = below(0x5851_f42d_4c95_7f2d);
    let mut with_tours = 0;
    for _ in 0..600 {
        let has_quotient = |problem: &Problem| {
            let turn = problem.get().unwrap_or(&Symmetry::TRIVIAL);
            turn.has_quotient(problem)
        };
        let Some(problem) = symmetric(&mut below).filter(has_quotient) else {
            continue;
        };
        let plain = Problem::new(problem.graph().clone(), Kind::Closed, None, None).unwrap();
        let all = Search::new(&plain, Directions::Both);
        let tours = all.filter(|steps| Tour::verify(&problem, steps.clone()).is_ok());
        let tours: Vec<Vec<u32>> = tours.collect();
        with_tours += usize::from(!tours.is_empty());
        assert_reduction(&lowered(&problem), &tours, false);
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
    let number = 4 + below(u64::from(2 * len)) as u32;
    let edges = closed_under(image, [len, 2, number], below);
    let graph = Graph::from_edges(len, &edges);
    let map = Reversal::new(&graph, (0..len).map(image).collect());
    let mut end = || Some(below(u64::from(len)) as u32).filter(|_| below(4) == 0);
    let problem = Problem::new(graph, Kind::Closed, end(), end()).ok()?;
    let mut clue = || {
        let ends = *edges.get(below(edges.len() as u64 + 1) as usize)?;
        [Some(Clue::NoMove(ends)), Some(Clue::Move(ends)), None][below(5).min(2) as usize]
    };
    let given = Given::new([clue(), clue()].into_iter().flatten());
    let plain = problem.clone().with(given.clone()).ok()?;
    // Clues and the map are independent of their order.
    let reversed = if below(2) == 0 {
        plain.clone().with(map)
    } else {
        problem.with(map).ok()?.with(given)
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
        let map: &Reversal = problem.get().unwrap();
        // Every move of a reversed tour is on it with its image, and so are two fixed places.
        let is_reversed = |steps: &Vec<u32>| {
            let moves = moves(&problem, steps);
            let images = moves.iter().map(|ends| {
                let [a, b] = ends.map(|vertex| map.image(vertex));
                [a.min(b), a.max(b)]
            });
            let own = images.clone().zip(&moves);
            let own = own.filter(|(image, ends)| image == *ends).count();
            own + map.fixed().count() == 2 && images.collect::<Arcs>() == moves
        };
        let mut tours = Vec::new();
        for steps in Search::new(&plain, Directions::Both) {
            let is_tour = Tour::verify(&problem, steps.clone()).is_ok();
            assert_eq!(is_tour, is_reversed(&steps), "{steps:?} {problem:?}");
            tours.extend(is_tour.then_some(steps));
        }
        match tours.is_empty() {
            true => without += 1,
            false => with_tours[map.fixed().count()] += 1,
        }
        assert_reduction(&lowered(&problem), &tours, false);
        assert_verdict(&problem, !tours.is_empty());
    }
    let is_varied = without > 100 && with_tours.iter().all(|&count| count > 20);
    assert!(is_varied, "{without} {with_tours:?}");
}

#[test]
fn every_tour_through_blocks_is_a_path_in_each() {
    let mut with_tours = 0;
    let boards = "3x8 --blocks 3x4|5x8 --blocks 5x4|3x14 --blocks 3x7 --closed|\
        2x4 --blocks 2x2 --leaper 0,1|4x4 --blocks 2x2 --leaper 0,1|\
        4x4 --blocks 2x2 --leaper 0,1 --closed|3x6 --blocks 3x3 --leaper 0,1|\
        4x6 --blocks 2x3 --leaper 0,1 --closed";
    for (board, joints) in iproduct!(boards.split('|'), ["0", "1", "2", "3"]) {
        let (_, problem) = asked(&format!("{board} --joints {joints}"));
        let tours: Vec<Vec<u32>> = Search::new(&problem, Directions::One).collect();
        with_tours += usize::from(!tours.is_empty());
        assert_reduction(&lowered(&problem), &tours, true);
    }
    assert!(with_tours > 25, "{with_tours}");
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
    problem.unwrap().with(required).unwrap()
}

/// Returns the undirected tours of a graph with these edges.
fn tours_of_piece(edges: &[Known]) -> Vec<Vec<u32>> {
    let (names, edges) = numbered(edges);
    let ends = Vec::from_iter(edges.iter().map(|&(ends, _)| ends));
    let graph = Graph::from_edges(names.len() as u32, &ends);
    let forced = edges.into_iter().filter(|&(_, is_forced)| is_forced);
    let given = Given::new(forced.map(|(ends, _)| Clue::Move(ends)));
    let problem = Problem::cycle(graph).with(given).unwrap();
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
        let lowered = lowered(&problem);
        let circuit = lowered.circuit();
        let edges = circuit.edges().into_iter();
        let edges = Vec::from_iter(edges.map(|[a, b]| ([a, b], circuit.is_forced(a, b))));
        let pieces = Pieces::new(&edges, &Stop::default());
        if pieces.edges.len() < 2 {
            continue;
        }
        split += 1;
        let of_pieces = pieces.edges.iter().map(|edges| tours_of_piece(edges));
        let mut joined = BTreeSet::new();
        for tours in of_pieces.multi_cartesian_product() {
            let tour = lowered.lift(vec![pieces.join(tours)]);
            assert!(Tour::verify(&problem, tour.clone()).is_ok(), "{problem:?}");
            assert!(joined.insert(moves(&problem, &tour)), "{tour:?} again");
        }
        let all = frontier::count(&problem, frontier::Options::default()).unwrap();
        assert_eq!(all, joined.len().into(), "{problem:?}");
        with_tours += usize::from(!joined.is_empty());
        if joined.is_empty() {
            refutations += usize::from(assert_evidence(&problem, nth % 2 == 0));
        }
    }
    let is_varied = split > 20 && with_tours > 5 && refutations > 2;
    assert!(is_varied, "{split} {with_tours} {refutations}");
}
