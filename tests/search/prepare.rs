//! Preprocessing: all its results hold for every tour.

use crate::common;
use crate::common::graphs;
use knightsat_family as family;

use common::count_tours;
use itertools::Itertools;
use knightsat::encoding::{Formula, Style};
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem};
use knightsat_tour::prepare::{OneDirection, Options, Prepared};

/// All tours as the encodings mean them, by trying: open ones from step 1 to step N; closed ones
/// likewise, from every vertex, in both directions.
fn tours(problem: &Problem) -> Vec<Vec<u32>> {
    fn extend(problem: &Problem, path: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        let graph = problem.graph();
        if path.len() == graph.len() as usize {
            let last = path[path.len() - 1];
            let closes = path.len() > 2 && graph.has_edge(last, path[0]);
            let ends_well = problem.end().is_none_or(|end| end == last);
            if ends_well && (problem.kind() == Kind::Open || closes) {
                found.push(path.clone());
            }
            return;
        }
        for &next in graph.neighbours(path[path.len() - 1]) {
            if !path.contains(&next) {
                path.push(next);
                extend(problem, path, found);
                path.pop();
            }
        }
    }
    let mut found = Vec::new();
    for start in 0..problem.graph().len() {
        if problem.start().is_none_or(|fixed| fixed == start) {
            extend(problem, &mut vec![start], &mut found);
        }
    }
    found
}

/// Returns true if the tour agrees with the windows and the arcs.
fn fits(prepared: &Prepared, tour: &[u32]) -> bool {
    let in_windows = (1..).zip(tour).all(|(step, &v)| {
        let parity = prepared.parity(v);
        prepared.windows[v as usize].contains(step) && parity.is_none_or(|p| p == step % 2)
    });
    let is_closed = prepared.problem.kind() == Kind::Closed;
    let mut arcs = tour.iter().tuple_windows();
    in_windows
        && arcs.all(|(&v, &w)| prepared.allows(v, w))
        && (!is_closed || prepared.allows(tour[tour.len() - 1], tour[0]))
}

/// Holds everything that is said of the problem against all its tours; whether it has any.
fn assert_holds(problem: &Problem) -> bool {
    let all = tours(problem);
    for one_direction in [OneDirection::Never, OneDirection::Always] {
        let prepared = Prepared::new(problem, Options { one_direction }, &Default::default());
        let what = format!("{problem:?} {prepared:?}");
        if prepared.is_contradictory {
            assert!(all.is_empty(), "{what}");
            continue;
        }
        let is_wanted = one_direction == OneDirection::Always;
        assert!(!prepared.is_one_direction || is_wanted, "{what}");
        let starts_well = |tour: &&Vec<u32>| {
            problem.kind() == Kind::Open || prepared.first.is_none_or(|v| v == tour[0])
        };
        let tours: Vec<&Vec<u32>> = all.iter().filter(starts_well).collect();
        assert_eq!(tours.is_empty(), all.is_empty(), "{what}");
        for tour in tours {
            assert_fits(&prepared, tour, &what);
        }
    }
    !all.is_empty()
}

fn assert_fits(prepared: &Prepared, tour: &[u32], what: &str) {
    let (first, last) = (tour[0], tour[tour.len() - 1]);
    let is_closed = prepared.problem.kind() == Kind::Closed;
    let mut taken: Vec<[u32; 2]> = tour.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    taken.extend(is_closed.then_some([last, first]));
    let takes = |a: u32, b: u32| taken.contains(&[a, b]) || taken.contains(&[b, a]);
    assert!(prepared.forced.iter().all(|&[a, b]| a < b && takes(a, b)));
    assert!(prepared.forced.is_sorted());
    assert!(
        taken
            .iter()
            .all(|&[a, b]| prepared.graph().has_edge(a, b) && prepared.graph().has_edge(b, a)),
        "{tour:?} takes a dropped edge: {what}"
    );
    if !is_closed {
        for v in tour {
            let is_end = [first, last].contains(v);
            assert!(!is_end || prepared.can_end(*v), "{tour:?} {what}");
        }
    }
    assert!(prepared.first.is_none_or(|v| v == first), "{what}");
    assert!(prepared.last.is_none_or(|v| v == last), "{what}");
    let reversed: Vec<u32> = if is_closed {
        std::iter::once(first)
            .chain(tour[1..].iter().rev().copied())
            .collect()
    } else {
        tour.iter().rev().copied().collect()
    };
    let (fits, other_fits) = (fits(prepared, tour), fits(prepared, &reversed));
    match (prepared.is_one_direction, prepared.is_one_direction_due) {
        // The windows have chosen.
        (true, false) => assert!(fits != other_fits, "{tour:?} {what}"),
        _ => assert!(fits, "{tour:?} {what}"),
    }
}

#[test]
fn what_is_known_holds_for_every_tour_of_random_graphs() {
    let mut with_tours = 0;
    let mut words = graphs::words(0x9e37_79b9_7f4a_7c15);
    for case in 0..240 {
        let len = 1 + case % 7;
        // Half of the edges, or a quarter and a ring that has lost a few.
        let (a, b) = (words.next().unwrap(), words.next().unwrap());
        let graph = match case % 2 {
            0 => graphs::graph(len, a),
            _ => ring_and_more(len, a & b, words.next().unwrap()),
        };
        for problem in graphs::problems(&graph) {
            with_tours += u32::from(assert_holds(&problem));
        }
    }
    assert!(with_tours > 2000, "{with_tours} problems have tours");
}

/// Random edges, and a ring whose edges are there unless three bits are set.
fn ring_and_more(len: u32, bits: u64, gaps: u64) -> Graph {
    let random = graphs::graph(len, bits);
    let ring = (0..len).map(|v| [v.min((v + 1) % len), v.max((v + 1) % len)]);
    let ring = ring.filter(|&[a, b]| a != b && gaps >> (5 * b % 61) & 7 != 7);
    let edges: Vec<[u32; 2]> = random.edges().chain(ring).sorted().dedup().collect();
    Graph::from_edges(len, &edges)
}

#[test]
fn what_is_known_holds_for_every_tour_of_boards_with_holes() {
    let mut with_tours = 0;
    for seed in 0..60 {
        let (ranks, files) = [(3, 4), (4, 3), (3, 3), (2, 5), (4, 4)][seed as usize % 5];
        let graph = family::holed_grid(ranks, files, seed as u32 % 4, seed);
        let ends = [None, Some(0), Some(graph.len() - 1)];
        for (kind, start, end) in itertools::iproduct!([Kind::Open, Kind::Closed], ends, ends) {
            let Ok(problem) = Problem::new(graph.clone(), kind, start, end) else {
                continue;
            };
            with_tours += u32::from(assert_holds(&problem));
        }
    }
    assert!(with_tours > 100, "{with_tours} problems have tours");
    for (ranks, files) in [(3, 4), (5, 5), (3, 7)] {
        let board = Board::new(ranks, files).unwrap();
        let start = (ranks * files > 12).then_some(0);
        let problem = Problem::new(board.graph(), Kind::Open, start, None).unwrap();
        assert!(assert_holds(&problem), "{board}");
    }
}

#[test]
fn some_boards_are_decided_without_any_search() {
    let cases = [
        (3, 7, Kind::Open, [0, 2]),
        (3, 8, Kind::Open, [1, 2]),
        (3, 10, Kind::Open, [0, 7]),
        (5, 5, Kind::Open, [2, 6]),
        (5, 6, Kind::Closed, [0, 1]),
    ];
    for (ranks, files, kind, [start, end]) in cases {
        let board = Board::new(ranks, files).unwrap();
        let problem = Problem::new(board.graph(), kind, Some(start), Some(end)).unwrap();
        assert_eq!(problem.obstruction(&Default::default()), None, "{board}");
        let prepared = Prepared::new(&problem, Options::default(), &Default::default());
        assert!(prepared.is_contradictory, "{board}");
        assert!(!common::has_tour(&problem, 0), "{board}");
        let cnf = common::collect(&Formula::new(&problem, Style::DEFAULT).unwrap());
        assert!(cnf.clauses().eq([&[]]), "{board}");
    }
}

#[test]
fn nothing_is_dropped_from_a_chessboard() {
    let board = Board::new(8, 8).unwrap();
    for kind in [Kind::Open, Kind::Closed] {
        let problem = Problem::new(board.graph(), kind, None, None).unwrap();
        let prepared = Prepared::new(&problem, Options::default(), &Default::default());
        assert_eq!(prepared.graph(), problem.graph());
        let corners = if kind == Kind::Closed { 8 } else { 0 };
        assert_eq!(prepared.forced.len(), corners);
    }
}

#[test]
fn a_path_is_laid_out_without_any_choice() {
    // 0-1-2-3-4-5 with a chord from 1 to 4, which a path from 0 to 5 cannot take.
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [1, 4]];
    let graph = Graph::from_edges(6, &edges);
    let problem = Problem::new(graph, Kind::Open, Some(0), None).unwrap();
    let prepared = Prepared::new(&problem, Options::default(), &Default::default());
    assert_eq!(prepared.last, Some(5));
    assert!(!prepared.graph().has_edge(1, 4));
    assert_eq!(prepared.forced.len(), 5);
    for (vertex, window) in (0..).zip(&prepared.windows) {
        assert_eq!((window.from, window.to), (vertex + 1, vertex + 1));
        let next: Vec<u32> = prepared.graph().neighbours(vertex).to_vec();
        let allowed = next.into_iter().filter(|&w| prepared.allows(vertex, w));
        let onward = (vertex < 5).then_some(vertex + 1);
        assert_eq!(allowed.collect::<Vec<_>>(), Vec::from_iter(onward));
    }
    assert_eq!(
        Formula::new(&problem, Style::DEFAULT)
            .unwrap()
            .tour_variables(),
        6
    );
}

#[test]
fn pruned_formulas_count_what_unpruned_ones_count() {
    let plain = Style {
        three_cnf: false,
        ..Style::TEXTBOOK
    };
    let mut words = graphs::words(7);
    for len in [4, 5, 6, 6, 7] {
        let graph = ring_and_more(len, words.next().unwrap() & words.next().unwrap(), 0);
        for problem in graphs::problems(&graph).into_iter().step_by(3) {
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

#[test]
fn a_symmetric_tour_keeps_every_edge() {
    let board = Board::new(6, 6).unwrap();
    let turn = board
        .symmetry(knightsat::tour::symmetry::Turn::Rot90)
        .unwrap();
    let problem = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
    let problem = problem.with_symmetry(turn).unwrap();
    let prepared = Prepared::new(&problem, Options::default(), &Default::default());
    assert!(!prepared.is_contradictory && prepared.forced.is_empty());
    assert_eq!(prepared.graph(), &board.graph());
}
