//! Preprocessing: all its results hold for every tour.

use crate::common::crosses::{Sample, random, samples};
use crate::common::graphs::{graph, problems, words};
use crate::common::{self, count_tours};

use itertools::Itertools;
use knightsat::check;
use knightsat::encoding::{Formula, Style};
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::{Kind, Problem};
use knightsat_tour::prepare::{OneDirection, Options, Prepared};
use knightsat_tour::reduce::Fate;

/// The moves of a tour.
fn moves(problem: &Problem, steps: &[u32]) -> Vec<[u32; 2]> {
    let moves = steps.iter().copied().circular_tuple_windows();
    let number = steps.len() - usize::from(problem.kind() == Kind::Open);
    moves.take(number).map(|(a, b)| [a, b]).collect()
}

/// Returns true if the tour agrees with the windows and the arcs.
fn fits(prepared: &Prepared, tour: &[u32]) -> bool {
    let in_windows = (1..).zip(tour).all(|(step, &v)| {
        let parity = prepared.parity(v);
        prepared.windows[v as usize].contains(step) && parity.is_none_or(|p| p == step % 2)
    });
    let moves = moves(&prepared.problem, tour);
    in_windows && moves.iter().all(|&[v, w]| prepared.allows(v, w))
}

/// Asserts that the preparation holds for a tour.
fn assert_fits(prepared: &Prepared, tour: &[u32], what: &str) {
    let (first, last) = (tour[0], tour[tour.len() - 1]);
    let is_closed = prepared.problem.kind() == Kind::Closed;
    let taken = moves(&prepared.problem, tour);
    let takes = |a: u32, b: u32| taken.contains(&[a, b]) || taken.contains(&[b, a]);
    assert!(
        prepared.forced.iter().all(|&[a, b]| a < b && takes(a, b)),
        "{what}"
    );
    assert!(prepared.forced.is_sorted());
    let is_left = |&[a, b]: &[u32; 2]| prepared.graph().has_arc(a, b);
    assert!(
        taken.iter().all(is_left),
        "{tour:?} takes a dropped edge: {what}"
    );
    let may_end = is_closed || [first, last].iter().all(|&v| prepared.can_end(v));
    assert!(may_end, "{tour:?} {what}");
    assert!(prepared.first.is_none_or(|v| v == first), "{what}");
    assert!(prepared.last.is_none_or(|v| v == last), "{what}");
    let mut reversed = tour.to_vec();
    reversed[usize::from(is_closed)..].reverse();
    match (prepared.is_one_direction, prepared.is_one_direction_due) {
        // The windows have chosen.
        (true, false) => assert!(
            fits(prepared, tour) != fits(prepared, &reversed),
            "{tour:?} {what}"
        ),
        _ => assert!(fits(prepared, tour), "{tour:?} {what}"),
    }
}

/// Asserts that everything that is known of the problem holds for all its tours.
fn assert_holds(sample: &Sample) {
    let (problem, all) = (&sample.problem, &sample.numberings);
    for one_direction in [OneDirection::Never, OneDirection::Always] {
        let prepared = Prepared::new(problem, Options { one_direction }, &Stop::default());
        let what = format!("{} {prepared:?}", sample.what);
        if prepared.is_contradictory {
            assert!(all.is_empty(), "{what}");
            continue;
        }
        let is_wanted = one_direction == OneDirection::Always;
        assert!(!prepared.is_one_direction || is_wanted, "{what}");
        let is_closed = problem.kind() == Kind::Closed;
        let begins = |tour: &&Vec<u32>| !is_closed || prepared.first.is_none_or(|v| v == tour[0]);
        let tours = all.iter().filter(begins).collect_vec();
        assert_eq!(tours.is_empty(), all.is_empty(), "{what}");
        tours
            .iter()
            .for_each(|tour| assert_fits(&prepared, tour, &what));
    }
    if problem.graph().is_directed() || problem.graph().len() < 3 {
        return;
    }
    for rounds in 0..3 {
        let mut reduction = problem.reduce(&Stop::default());
        reduction.probe(rounds, &Stop::default());
        assert!(
            !reduction.is_contradictory || all.is_empty(),
            "{}",
            sample.what
        );
        for tour in all.iter().filter(|_| !reduction.is_contradictory) {
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
    // Symmetries leave every edge, and determine a period of the steps.
    let is_plain =
        |sample: &Sample| sample.problem.turn().order() == 1 && sample.problem.reversal().is_none();
    for sample in [samples(), random(2000)]
        .concat()
        .iter()
        .filter(|sample| is_plain(sample))
    {
        with_tours += usize::from(!sample.numberings.is_empty());
        assert_holds(sample);
        if let Some(reason) = sample.problem.obstruction(&Stop::default()) {
            assert!(sample.numberings.is_empty(), "{reason:?}: {}", sample.what);
            obstructed += 1;
        }
    }
    assert!(
        with_tours > 600 && obstructed > 200,
        "{with_tours} {obstructed}"
    );
}

#[test]
fn some_boards_are_decided_without_any_search() {
    for (board, kind, start, end) in [
        ("3x7", Kind::Open, 0, 2),
        ("3x8", Kind::Open, 1, 2),
        ("3x10", Kind::Open, 0, 7),
        ("5x5", Kind::Open, 2, 6),
        ("5x6", Kind::Closed, 0, 1),
    ] {
        let problem = check::place(board)
            .problem(kind, Some(start), Some(end))
            .unwrap();
        assert_eq!(problem.obstruction(&Stop::default()), None, "{board}");
        let prepared = Prepared::new(&problem, Options::default(), &Stop::default());
        assert!(prepared.is_contradictory, "{board}");
        assert!(!common::has_tour(&problem, 0), "{board}");
        let cnf = common::collect(&Formula::new(&problem, Style::DEFAULT).unwrap());
        assert!(cnf.clauses().eq([&[]]), "{board}");
    }
}

#[test]
fn nothing_is_dropped_from_a_board_that_permits_it() {
    let six: Board = "6x6".parse().unwrap();
    let turned = Problem::new(six.graph(), Kind::Closed, None, None).unwrap();
    let turned = turned
        .with_symmetry(six.symmetry(Turn::Rot90).unwrap())
        .unwrap();
    let eight = |kind| check::place("8x8").problem(kind, None, None).unwrap();
    // Both moves of a corner are forced in a closed tour; those of symmetric ones are not listed.
    for (problem, forced) in [
        (eight(Kind::Open), 0),
        (eight(Kind::Closed), 8),
        (turned, 0),
    ] {
        let prepared = Prepared::new(&problem, Options::default(), &Stop::default());
        assert!(!prepared.is_contradictory && prepared.graph() == problem.graph());
        assert_eq!(prepared.forced.len(), forced);
    }
}

#[test]
fn a_path_is_laid_out_without_any_choice() {
    // 0-1-2-3-4-5 with a chord from 1 to 4, which a path from 0 to 5 cannot take.
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [1, 4]];
    let graph = Graph::from_edges(6, &edges);
    let problem = Problem::new(graph, Kind::Open, Some(0), None).unwrap();
    let prepared = Prepared::new(&problem, Options::default(), &Stop::default());
    assert_eq!((prepared.last, prepared.forced.len()), (Some(5), 5));
    assert!(!prepared.graph().has_edge(1, 4));
    for (vertex, window) in (0..).zip(&prepared.windows) {
        assert_eq!((window.from, window.to), (vertex + 1, vertex + 1));
        let next = prepared.graph().neighbours(vertex).iter().copied();
        let allowed = next.filter(|&w| prepared.allows(vertex, w));
        assert!(allowed.eq((vertex < 5).then_some(vertex + 1)));
    }
    let formula = Formula::new(&problem, Style::DEFAULT).unwrap();
    assert_eq!(formula.tour_variables(), 6);
}

#[test]
fn pruned_formulas_count_what_unpruned_ones_count() {
    let plain = Style {
        three_cnf: false,
        ..Style::TEXTBOOK
    };
    for (len, word) in [4, 5, 6, 6, 7].into_iter().zip(words(7)) {
        let ring = (0..len).map(|v| [v.min((v + 1) % len), v.max((v + 1) % len)]);
        let edges = graph(len, word & word >> 9)
            .edges()
            .chain(ring)
            .sorted()
            .dedup();
        let graph = Graph::from_edges(len, &edges.collect_vec());
        for problem in problems(&graph).into_iter().step_by(3) {
            let pruned = Formula::new(&problem, Style::DEFAULT).unwrap();
            let [models, tours] = pruned.models_of_tours();
            let textbook = Formula::new(&problem, plain).unwrap();
            let [plain_models, plain_tours] = textbook.models_of_tours();
            assert_eq!(
                count_tours(&problem, Style::DEFAULT) * u64::from(tours * plain_models),
                count_tours(&problem, plain) * u64::from(plain_tours * models),
                "{problem:?}"
            );
        }
    }
}
