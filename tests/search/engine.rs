//! The lazy engine where a brute force does not reach: graphs of theorems, planted cycles and large
//! boards; its rounds, its deadlines and its reports.

use crate::common::certificates::{checked, decide};
use crate::common::depth::depth;
use crate::common::graphs::below;
use crate::common::{has_tour, problem};
use family::Link;
use knightsat::certificate::Verified;
use knightsat::count::search::{Directions, Search};
use knightsat::search::lazy::{Options, Progress, solve, solve_with};
use knightsat::search::{self, Unknown};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::board::Board;
use knightsat::tour::fact::Fact;
use knightsat::tour::graph::Graph;
use knightsat::tour::outline::Square;
use knightsat::tour::rule::{Atom, Literal, Rule};
use knightsat::tour::symmetry::Turn;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_family as family;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;

fn closed(graph: Graph) -> Problem {
    Problem::new(graph, Kind::Closed, None, None).unwrap()
}

fn has_cycle(graph: Graph) -> bool {
    has_tour(&closed(graph), 0)
}

fn on_board(board: &str, kind: Kind, start: Option<&str>, end: Option<&str>) -> Problem {
    problem(&board.parse().unwrap(), kind, start, end)
}

/// Solves with this seed, and returns the verdict and the last report.
fn solved(problem: &Problem, seed: u64) -> (search::Verdict, Progress) {
    let options = Options {
        seed,
        ..Options::default()
    };
    let mut last = Progress::default();
    let verdict = solve_with(problem, options, &mut |news| last = news);
    (verdict.unwrap(), last)
}

/// Most edges of a ring, and a tenth to nine tenths of all edges, perhaps with ends.
#[test]
fn graphs_of_up_to_thirteen_vertices_have_the_verdicts_of_a_plain_search() {
    let mut below = below(12);
    let mut counts = [0; 2];
    for nth in 0..700 {
        let (len, percent) = (1 + below(13) as u32, [10, 20, 35, 50, 90][nth % 5]);
        let ring = (0..len).map(|v| [v, (v + 1) % len]);
        let mut edges: BTreeSet<[u32; 2]> = ring.filter(|_| nth % 2 > 0 && below(10) > 0).collect();
        edges.retain(|[a, b]| a != b);
        for b in 0..len {
            edges.extend((0..b).map(|a| [a, b]).filter(|_| below(100) < percent));
        }
        let edges: BTreeSet<[u32; 2]> = edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        let graph = Graph::from_edges(len, &Vec::from_iter(edges));
        let mut end = || Some(below(len.into()) as u32).filter(|_| below(4) == 0);
        for kind in [Kind::Open, Kind::Closed] {
            let Ok(problem) = Problem::new(graph.clone(), kind, end(), end()) else {
                continue;
            };
            let expected = Search::new(&problem, Directions::One).next().is_some();
            counts[usize::from(expected)] += 1;
            assert_eq!(has_tour(&problem, nth as u64), expected, "{problem:?}");
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

#[test]
fn generalised_petersen_graphs_are_as_the_theorem_says() {
    for n in 3..=17_u32 {
        for k in 1..n.div_ceil(2) {
            let expected = family::petersen_has_cycle(n, k);
            assert_eq!(has_cycle(family::petersen(n, k)), expected, "GP({n}, {k})");
        }
    }
    // With exactly three cycles each, the traps of search.
    for n in [33, 63, 153, 303, 501] {
        let graph = family::relabelled(&family::petersen(n, 2), 1);
        assert!(has_cycle(graph), "GP({n}, 2)");
    }
    assert!(!has_cycle(family::petersen(23, 2)));
}

#[test]
fn flower_snarks_have_no_cycle_and_miss_one_by_a_vertex() {
    for (n, expected) in [
        (5, false),
        (6, true),
        (7, false),
        (9, false),
        (15, false),
        (20, true),
    ] {
        assert_eq!(has_cycle(family::flower_snark(n)), expected, "J{n}");
    }
    let snark = family::flower_snark(7);
    for gone in 0..snark.len() {
        let edges = snark.edges().filter(|edge| !edge.contains(&gone));
        let edges = edges.map(|edge| edge.map(|v| v - u32::from(v > gone)));
        let graph = Graph::from_edges(snark.len() - 1, &Vec::from_iter(edges));
        assert!(has_cycle(graph), "J7 - {gone}");
    }
}

/// The fragments of graphs that are hard for a search have the cycles that they are made for.
#[test]
fn fragments_force_and_exclude_edges() {
    let tutte = family::tutte();
    assert_eq!((tutte.len(), tutte.edges().count()), (46, 69));
    assert!((0..46).all(|vertex| tutte.degree(vertex) == 3));
    assert!(!has_cycle(tutte));
    let cycles = |graph| Search::new(&closed(graph), Directions::One).collect::<Vec<_>>();
    let fragment = cycles(family::tutte_fragment());
    assert!(!fragment.is_empty());
    for cycle in fragment {
        let place = |v| cycle.iter().position(|&w| w == v).unwrap();
        assert!([1, 15].contains(&place(0).abs_diff(place(1))), "{cycle:?}");
    }
    // An edge of a tetrahedron forced, and then its opposite one excluded.
    let (tetrahedron, link) = (family::tetrahedron(), Link::Subdivision);
    assert_eq!(
        cycles(family::force(&tetrahedron, &[[0, 1]], link)).len(),
        2
    );
    let pair = [[[0, 1], [0, 2]]];
    assert_eq!(
        cycles(family::exclusive(&tetrahedron, &pair, link)).len(),
        2
    );
}

#[test]
fn planted_cycles_are_found_behind_gadgets() {
    for link in [Link::Subdivision, Link::Diamond] {
        for seed in 0..3 {
            let forced = Vec::from_iter((0..100).map(|nth| [3 * nth, 3 * nth + 1]));
            let graph = family::force(&family::planted_cubic(300, seed), &forced, link);
            assert!(
                has_cycle(family::relabelled(&graph, seed)),
                "{link:?} {seed}"
            );
        }
    }
    let some = Vec::from_iter((0..100).step_by(2));
    let planted = family::planted_cubic(100, 5);
    assert!(has_cycle(family::inflated(
        &planted,
        &some,
        &family::petersen(9, 2)
    )));
    assert!(has_cycle(family::random_cubic(1000, 3)));
    // Chains of graphs have no cycle.
    for glued in [false, true] {
        let parts = [1, 2].map(|seed| family::random_cubic(100, seed));
        assert!(!has_cycle(family::chained(&parts, glued)));
    }
}

/// Gadgets in two rings have a two-factor, and few of them a tour.
#[test]
fn near_tours_are_refuted_with_certificates() {
    let mut refuted = 0;
    for seed in 0..8 {
        let problem = closed(family::gadget_rings(&[3, 4], seed));
        let folder = TempDir::new().unwrap();
        if let Verdict::None(verified) = decide(&problem, false, folder.path()) {
            assert!(matches!(verified, Verified::Refutation { .. }));
            assert_eq!(checked(&problem, folder.path()), Some(verified));
            refuted += 1;
        }
    }
    assert!(refuted > 3, "{refuted}");
}

#[test]
fn large_boards_are_toured_by_any_seed() {
    for seed in 0..depth(4, 2) as u64 {
        for side in [32, 40, 60, 100] {
            let board = Board::new(side, side).unwrap();
            let closed = problem(&board, Kind::Closed, None, None);
            assert!(has_tour(&closed, seed), "closed {board} {seed}");
            let open = problem(&board, Kind::Open, Some("a1"), None);
            assert!(has_tour(&open, seed), "open {board} {seed}");
        }
    }
}

#[test]
fn large_boards_have_tours_with_a_symmetry_and_under_rules() {
    for (side, files, turn, hole) in [
        (40, 40, Turn::Rot180, 0),
        (40, 40, Turn::Rot180, 3),
        (40, 40, Turn::Rot180, 8),
        (25, 26, Turn::Rot180, 0),
        (30, 30, Turn::Rot90, 0),
        (29, 29, Turn::Rot90, 1),
    ] {
        // The hole is a square in the middle.
        let is_near = |place: u32, side: u32| (2 * place).abs_diff(side + 1) < hole;
        let squares =
            (1..=side).flat_map(|rank| (1..=files).map(move |file| Square { rank, file }));
        let holes = squares.filter(|at| is_near(at.rank, side) && is_near(at.file, files));
        let board = Board::new(side, files).unwrap();
        let board = board.with_holes(&Vec::from_iter(holes)).unwrap();
        let problem = closed(board.graph()).with_symmetry(board.symmetry(turn).unwrap());
        assert!(has_tour(&problem.unwrap(), 0), "{board} {turn} {hole}");
    }
    let plain = on_board("40x40", Kind::Closed, None, None);
    let edges: Vec<[u32; 2]> = plain.graph().edges().collect();
    let mut below = below(3);
    let mut literal = || {
        let [a, b] = edges[below(edges.len() as u64) as usize];
        Literal {
            atom: Atom::Fact(Fact::edge(b, a)),
            is_positive: below(2) == 0,
        }
    };
    let rules = (0..100).map(|nth| Rule((0..1 + nth % 3).map(|_| literal()).collect()));
    assert!(has_tour(&plain.with_rules(rules.collect()).unwrap(), 0));
}

#[test]
fn odd_boards_and_boards_with_holes_take_one_two_factor_and_no_search() {
    let mut below = below(1);
    for side in [57, 61, 81] {
        let full = Board::new(side, side).unwrap();
        // Holes away from the border, as many of each colour: a square has five moves or more left.
        let mut holes: Vec<Square> = Vec::new();
        while holes.len() < 20 {
            let [rank, file] = [0; 2].map(|_| 6 + below(u64::from(side) - 12) as u32);
            let near =
                |other: &Square| other.rank.abs_diff(rank).max(other.file.abs_diff(file)) < 3;
            if (rank + file) % 2 == holes.len() as u32 % 2 && !holes.iter().any(near) {
                holes.push(Square { rank, file });
            }
        }
        let holed = full.clone().with_holes(&holes).unwrap();
        for (board, start) in [
            (&full, None),
            (&full, Some("a1")),
            (&holed, None),
            (&holed, Some("a1")),
        ] {
            let problem = problem(board, Kind::Open, start, None);
            for seed in 0..depth(3, 1) as u64 {
                let (verdict, last) = solved(&problem, seed);
                assert!(
                    matches!(verdict, Verdict::Tour(_)),
                    "{board} {start:?} {seed}"
                );
                assert!(
                    last.attempt <= 2 && last.round <= 2,
                    "{board} {seed}: {last:?}"
                );
            }
        }
    }
}

#[test]
fn boards_of_many_tiles_are_toured() {
    for (board, kind, start, end) in [
        ("200x200", Kind::Closed, None, None),
        ("199x131", Kind::Open, None, None),
        ("130x131", Kind::Open, Some("a1"), Some("b1")),
        ("150x150", Kind::Closed, Some("a1"), Some("b3")),
        ("12x1000", Kind::Closed, None, None),
    ] {
        let problem = on_board(board, kind, start, end);
        for seed in 0..depth(2, 1) as u64 {
            let (verdict, last) = solved(&problem, seed);
            assert!(matches!(verdict, Verdict::Tour(_)), "{board} {kind}");
            // More edges than the tour has were to be chosen from.
            assert!(last.edges > problem.graph().len(), "{board} {last:?}");
            assert!(last.attempt <= 3, "{board} {last:?}");
        }
    }
}

#[test]
fn whoever_says_stop_at_any_report_ends_the_search() {
    let stopped = Verdict::Unknown(Unknown::Stopped(Stopped::Interrupted));
    // The attempt and six tiles.
    for (board, most) in [("40x40", 1), ("150x150", 7)] {
        let problem = on_board(board, Kind::Closed, None, None);
        for nth in 1..=most {
            let stop = Arc::new(AtomicBool::new(false));
            let options = Options::from(Stop::default().with_flag(stop.clone()));
            let mut told = 0;
            let outcome = solve_with(&problem, options.clone(), &mut |_| {
                told += 1;
                stop.store(told == nth, Ordering::Relaxed);
            });
            assert_eq!((outcome.unwrap(), told), (stopped.clone(), nth), "{board}");
            stop.store(false, Ordering::Relaxed);
            let is_tour = |outcome| matches!(outcome, Ok(Verdict::Tour(_)));
            assert!(nth > 1 || is_tour(solve(&problem, options)), "{board}");
        }
    }
}

#[test]
fn a_seed_decides_the_tour_and_no_time_is_unknown() {
    let problem = on_board("40x40", Kind::Closed, None, None);
    let tour = |seed| solved(&problem, seed).0;
    assert_eq!(tour(1), tour(1));
    assert_ne!(tour(1), tour(2));
    let late = Verdict::Unknown(Unknown::Stopped(Stopped::Late));
    let over = || Options::from(Stop::after(Duration::ZERO));
    assert_eq!(solve(&problem, over()).unwrap(), late);
    let board: Board = "100x100".parse().unwrap();
    let turned = closed(board.graph()).with_symmetry(board.symmetry(Turn::Rot180).unwrap());
    assert_eq!(solve(&turned.unwrap(), over()).unwrap(), late);
}

#[test]
fn progress_is_told_from_the_first_attempt_to_the_tour() {
    let problem = on_board("40x40", Kind::Closed, None, None);
    let mut told: Vec<Progress> = Vec::new();
    let outcome = solve_with(&problem, Options::default(), &mut |news| told.push(news)).unwrap();
    assert!(matches!(outcome, Verdict::Tour(_)));
    let (first, last) = (told[0], told[told.len() - 1]);
    assert_eq!((first.attempt, first.round, first.cuts), (1, 0, 0));
    assert!(told[1].edges >= 1600, "{:?}", told[1]);
    assert!(last.round >= 1 && last.cycles >= 1, "{last:?}");
    assert_eq!(last.joined, 1);
    assert!(told.is_sorted_by_key(|news| (news.attempt, news.round, news.cuts, news.elapsed)));
}
