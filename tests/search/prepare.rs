//! Preprocessing: all its results hold for every tour.

use crate::common::crosses::{Sample, random, samples};
use crate::common::prelude::*;
use crate::common::{collect, has_tour};
use knightsat_tour::line::Line;
use knightsat_tour::lower::Lowered;
use knightsat_tour::prepare::Directions;
use knightsat_tour::reduce::Fate;
use knightsat_tour::reversal::Reversal;
use knightsat_tour::symmetry::Symmetry;

/// The moves of a tour.
fn moves(problem: &Problem, steps: &[u32]) -> Vec<[u32; 2]> {
    let moves = steps.iter().copied().circular_tuple_windows();
    let number = steps.len() - usize::from(problem.kind() == Kind::Open);
    moves.take(number).map(|(a, b)| [a, b]).collect()
}

/// Returns true if the tour agrees with the windows and the arcs.
fn fits(prepared: &Line, tour: &[u32]) -> bool {
    let in_windows = (1..).zip(tour).all(|(step, &v)| {
        let parity = prepared.parity(v);
        prepared.allows(step, v) && parity.is_none_or(|p| p == step % 2)
    });
    let moves = prepared.succession.moves(tour);
    in_windows && { moves }.all(|[v, w]| prepared.may_go(v, w))
}

/// Asserts that the preparation holds for a tour.
fn assert_fits(prepared: &Line, tour: &[u32], what: &str) {
    let (first, last) = (tour[0], tour[tour.len() - 1]);
    let is_closed = prepared.is_cyclic();
    let taken = prepared.succession.moves(tour).collect_vec();
    let takes = |a: u32, b: u32| taken.contains(&[a, b]) || taken.contains(&[b, a]);
    let mut forced = prepared.forced.iter();
    let is_right = prepared.forced.is_sorted() && forced.all(|&[a, b]| a < b && takes(a, b));
    assert!(is_right, "a forced edge: {tour:?} {what}");
    let is_left = |&[a, b]: &[u32; 2]| prepared.graph.has_arc(a, b);
    assert!(taken.iter().all(is_left), "a dropped edge: {tour:?} {what}");
    let may_end = is_closed || [first, last].iter().all(|&v| prepared.can_end(v));
    let is_first = prepared.ends[0].is_none_or(|v| v == first);
    let is_last = prepared.ends[1].is_none_or(|v| v == last);
    assert!(may_end && is_first && is_last, "{tour:?} {what}");
    let mut reversed = tour.to_vec();
    reversed[usize::from(is_closed)..].reverse();
    // The windows may have chosen one of the two.
    let has_chosen = prepared.is_one_direction && !prepared.is_one_direction_due;
    let is_other = has_chosen && fits(prepared, &reversed);
    assert!(fits(prepared, tour) != is_other, "{tour:?} {what}");
}

/// Asserts that everything that is known of the problem holds for all its tours.
fn assert_holds(sample: &Sample) {
    let (problem, all) = (&sample.problem, &sample.numberings);
    for one_direction in [Directions::Both, Directions::One] {
        let prepared = Lowered::as_it_is(problem).prepared_line(one_direction, &Stop::default());
        let what = format!("{} {prepared:?}", sample.what);
        if prepared.is_contradictory {
            assert!(all.is_empty(), "{what}");
            continue;
        }
        let is_wanted = one_direction == Directions::One;
        assert!(!prepared.is_one_direction || is_wanted, "{what}");
        let is_closed = problem.kind() == Kind::Closed;
        let begins = |tour: &&Vec<u32>| !is_closed || prepared.ends[0].is_none_or(|v| v == tour[0]);
        let tours = all.iter().filter(begins).collect_vec();
        assert_eq!(tours.is_empty(), all.is_empty(), "{what}");
        for tour in tours {
            assert_fits(&prepared, tour, &what);
        }
    }
    if problem.graph().is_directed() || problem.graph().len() < 3 {
        return;
    }
    for rounds in 0..3 {
        let lowered = Lowered::as_it_is(problem);
        let mut reduction = lowered.circuit().reduce(&Stop::default());
        reduction.probe(rounds, &Stop::default());
        let is_possible = !reduction.is_contradictory;
        assert!(is_possible || all.is_empty(), "{}", sample.what);
        for tour in all.iter().filter(|_| is_possible) {
            let taken = moves(problem, tour);
            for ([a, b], fate) in problem.graph().edges().zip(reduction.fates()) {
                let takes = taken.contains(&[a, b]) || taken.contains(&[b, a]);
                let wrong = if takes { Fate::Forbidden } else { Fate::Forced };
                assert_ne!(*fate, wrong, "{a}-{b} in {tour:?}: {}", sample.what);
            }
        }
    }
}

#[test]
fn what_is_known_holds_for_every_tour() {
    let (mut with_tours, mut obstructed) = (0, 0);
    for sample in samples().into_iter().chain(random(2000)) {
        // Symmetries leave every edge, and determine a period of the steps.
        let problem = &sample.problem;
        if problem.get::<Symmetry>().is_some() || problem.get::<Reversal>().is_some() {
            continue;
        }
        with_tours += usize::from(!sample.numberings.is_empty());
        assert_holds(&sample);
        if let Some(reason) = problem.obstruction(&Stop::default()) {
            assert!(sample.numberings.is_empty(), "{reason:?}: {}", sample.what);
            obstructed += 1;
        }
    }
    let counts = [with_tours > 600, obstructed > 200];
    assert_eq!(counts, [true; 2], "{with_tours} {obstructed}");
}

#[test]
fn some_boards_are_decided_without_any_search() {
    let boards = "3x7 --start a1 --end c1|3x8 --start b1 --end c1|3x10 --start a1 --end h1|\
                  5x5 --start c1 --end b2|5x6 --closed --start a1 --end b1";
    for args in boards.split('|') {
        let (_, problem) = asked(args);
        assert_eq!(problem.obstruction(&Stop::default()), None, "{args}");
        let prepared =
            Lowered::as_it_is(&problem).prepared_line(Directions::Both, &Stop::default());
        let has_none = prepared.is_contradictory && !has_tour(&problem, 0);
        assert!(has_none, "{args}");
        let cnf = collect(&Formula::new(&problem, Style::default()).unwrap());
        assert!(cnf.clauses().eq([&[]]), "{args}");
    }
}

/// Both moves of a corner are forced in a closed tour; those of symmetric ones are not listed.
#[test]
fn nothing_is_dropped_from_a_board_that_permits_it() {
    let boards = ["8x8", "8x8 --closed", "6x6 --closed --symmetric rot90"];
    for (args, forced) in boards.into_iter().zip([0, 8, 0]) {
        let (_, problem) = asked(args);
        let prepared =
            Lowered::as_it_is(&problem).prepared_line(Directions::Both, &Stop::default());
        assert!(!prepared.is_contradictory && *prepared.graph == **problem.graph());
        assert_eq!(prepared.forced.len(), forced);
    }
}

#[test]
fn a_path_is_laid_out_without_any_choice() {
    // 0-1-2-3-4-5 with a chord from 1 to 4, which a path from 0 to 5 cannot take.
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [1, 4]];
    let graph = Graph::from_edges(6, &edges);
    let problem = Problem::new(graph, Kind::Open, Some(0), None).unwrap();
    let prepared = Lowered::as_it_is(&problem).prepared_line(Directions::Both, &Stop::default());
    assert_eq!((prepared.ends[1], prepared.forced.len()), (Some(5), 5));
    assert!(!prepared.graph.has_edge(1, 4));
    for (vertex, window) in (0..).zip(prepared.windows.as_deref().unwrap()) {
        assert_eq!((window.from, window.to), (vertex + 1, vertex + 1));
        let next = prepared.graph.neighbours(vertex).iter().copied();
        let allowed = next.filter(|&w| prepared.may_go(vertex, w));
        assert!(allowed.eq((vertex < 5).then_some(vertex + 1)));
    }
    let formula = Formula::new(&problem, Style::default()).unwrap();
    assert_eq!(formula.tour_variables(), 6);
}
