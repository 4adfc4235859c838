//! The lazy engine, compared with known results and with the position encoding.

use crate::common;

use common::{has_tour, is_satisfiable, problem};
use knightsat::encoding::Style;
use knightsat::search::Unknown;
use knightsat::search::lazy::{Options, Progress, solve, solve_with};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::outline::Square;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_tour::known::{records, rectangle_has_tour};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const KINDS: [Kind; 2] = [Kind::Open, Kind::Closed];

#[test]
fn rectangles_up_to_36_squares_are_as_the_theorems_say() {
    for ranks in 1..=36 {
        for files in 1..=36 / ranks {
            let board = Board::new(ranks, files).unwrap();
            for kind in KINDS {
                let problem = problem(&board, kind, None, None);
                for seed in 0..3 {
                    let expected = rectangle_has_tour(kind, ranks, files);
                    assert_eq!(has_tour(&problem, seed), expected, "{kind} {board} {seed}");
                }
            }
        }
    }
}

#[test]
fn every_record_with_tours_has_one_and_no_other() {
    for record in records() {
        let board = record.board().unwrap();
        let start = record.start.map(|square| square.to_string());
        let problem = problem(&board, record.kind, start.as_deref(), None);
        assert_eq!(
            has_tour(&problem, 0),
            record.count > 0_u8.into(),
            "{record:?}"
        );
    }
}

#[test]
fn fixed_ends_agree_with_the_position_encoding() {
    for (ranks, files) in [(3, 4), (4, 5), (5, 5), (5, 6)] {
        let board = Board::new(ranks, files).unwrap();
        let graph = board.graph();
        for kind in KINDS {
            for (nth, start) in (0..graph.len()).enumerate() {
                let end = (start * 7 + 3) % graph.len();
                for ends in [
                    (Some(start), None),
                    (None, Some(start)),
                    (Some(start), Some(end)),
                ] {
                    if start == end || nth % 3 != 0 && graph.len() > 20 {
                        continue;
                    }
                    let problem = Problem::new(graph.clone(), kind, ends.0, ends.1).unwrap();
                    let expected = is_satisfiable(&problem, Style::DEFAULT);
                    assert_eq!(has_tour(&problem, 0), expected, "{kind} {board} {ends:?}");
                }
            }
        }
    }
}

fn graph_of(len: u32, edges: &[(u32, u32)]) -> Graph {
    Graph::from_lists(len, &Default::default(), |vertex, out| {
        for &(a, b) in edges {
            let ends = [(a, b), (b, a)];
            out.extend(ends.iter().filter(|end| end.0 == vertex).map(|end| end.1));
        }
    })
    .unwrap()
}

#[test]
fn random_graphs_agree_with_the_position_encoding() {
    let mut state = 1_u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as u32
    };
    let mut yes = 0;
    for nth in 0..240 {
        let len = 1 + next() % 11;
        let percent = [20, 35, 50, 90][nth % 4];
        let pairs = (0..len).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges: Vec<(u32, u32)> = pairs.filter(|_| next() % 100 < percent).collect();
        let end = |n: u32| Some(n % len).filter(|_| n.is_multiple_of(5));
        let (start, last) = (end(next()), end(next()));
        for kind in KINDS {
            let graph = graph_of(len, &edges);
            let Ok(problem) = Problem::new(graph, kind, start, last) else {
                continue;
            };
            let expected = is_satisfiable(&problem, Style::DEFAULT);
            yes += u32::from(expected);
            let context = format!("{kind} {len} {edges:?} {start:?} {last:?}");
            assert_eq!(has_tour(&problem, nth as u64), expected, "{context}");
        }
    }
    assert!((100..400).contains(&yes), "{yes} of 480 have tours");
}

#[test]
fn petersen_graphs_and_snarks_are_as_known() {
    // GP(n, 2) has a cycle unless n ≡ 5 mod 6 (Robertson 1969); all have paths.
    for n in 5..=17 {
        let ring = (0..n).flat_map(|i| [(i, (i + 1) % n), (i, n + i), (n + i, n + (i + 2) % n)]);
        let graph = graph_of(2 * n, &ring.collect::<Vec<_>>());
        let closed = Problem::new(graph.clone(), Kind::Closed, None, None).unwrap();
        assert_eq!(has_tour(&closed, 0), n % 6 != 5, "GP({n}, 2)");
        let open = Problem::new(graph, Kind::Open, None, None).unwrap();
        assert!(has_tour(&open, 0), "GP({n}, 2)");
    }
    // Isaacs' flower snarks have no cycle.
    for n in [5, 7] {
        let mut edges = Vec::new();
        for i in 0..n {
            let j = (i + 1) % n;
            let twist = i + 1 == n;
            edges.extend((1..4).map(|leaf| (4 * i, 4 * i + leaf)));
            edges.push((4 * i + 1, 4 * j + 1));
            edges.push((4 * i + 2, 4 * j + if twist { 3 } else { 2 }));
            edges.push((4 * i + 3, 4 * j + if twist { 2 } else { 3 }));
        }
        let problem = Problem::new(graph_of(4 * n, &edges), Kind::Closed, None, None).unwrap();
        assert!(!has_tour(&problem, 0), "J{n}");
    }
}

#[test]
fn the_wazir_tours_what_is_even() {
    for (ranks, files) in [(1, 1), (1, 2), (2, 2), (3, 3), (3, 4), (1, 5), (30, 40)] {
        let board = Board::new(ranks, files).unwrap().with_leaper(0, 1).unwrap();
        assert!(
            has_tour(&problem(&board, Kind::Open, None, None), 0),
            "{board}"
        );
        let closed = ranks > 1 && files > 1 && ranks * files % 2 == 0;
        assert_eq!(
            has_tour(&problem(&board, Kind::Closed, None, None), 0),
            closed,
            "{board}"
        );
    }
}

#[test]
fn large_boards_are_toured_by_any_seed() {
    for seed in 0..4 {
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
fn odd_boards_and_boards_with_holes_take_one_two_factor_and_no_search() {
    let mut rng = 1_u64;
    let mut below = |bound: u32| {
        rng = rng
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((rng >> 33) % u64::from(bound)) as u32
    };
    for side in [57, 61, 81] {
        let full = Board::new(side, side).unwrap();
        // Holes away from the border, as many of each colour: a square has five moves or more left.
        let mut holes: Vec<Square> = Vec::new();
        while holes.len() < 20 {
            let [rank, file] = [0; 2].map(|_| 6 + below(side - 12));
            let colour = holes.len() as u32 % 2;
            let hole = Square { rank, file };
            let near =
                |other: &Square| other.rank.abs_diff(rank) < 3 && other.file.abs_diff(file) < 3;
            if (rank + file) % 2 == colour && !holes.iter().any(near) {
                holes.push(hole);
            }
        }
        let holed = full.clone().with_holes(&holes).unwrap();
        for board in [full, holed] {
            for start in [None, Some("a1")] {
                let problem = problem(&board, Kind::Open, start, None);
                for seed in 0..3 {
                    let options = Options {
                        seed,
                        ..Options::default()
                    };
                    let mut last = Progress::default();
                    let outcome = solve_with(&problem, options, &mut |news| last = news);
                    assert!(
                        matches!(outcome, Ok(Verdict::Tour(_))),
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
}

#[test]
fn boards_of_many_tiles_are_toured() {
    let ends = [None, None];
    let cases = [
        ("200x200", Kind::Closed, ends),
        ("199x131", Kind::Open, ends),
        ("130x131", Kind::Open, [Some("a1"), Some("b1")]),
        ("150x150", Kind::Closed, [Some("a1"), Some("b3")]),
        ("12x1000", Kind::Closed, ends),
    ];
    for (board, kind, [start, end]) in cases {
        let board: Board = board.parse().unwrap();
        let problem = problem(&board, kind, start, end);
        for seed in 0..2 {
            let options = Options {
                seed,
                ..Options::default()
            };
            let mut last = Progress::default();
            let outcome = solve_with(&problem, options, &mut |news| last = news).unwrap();
            assert!(matches!(outcome, Verdict::Tour(_)), "{board} {kind}");
            // More edges than the tour has were to be chosen from.
            assert!(last.edges > board.squares(), "{board} {last:?}");
            assert!(last.attempt <= 3, "{board} {last:?}");
        }
    }
}

#[test]
fn whoever_says_stop_at_any_tile_ends_the_search() {
    let board = Board::new(150, 150).unwrap();
    let problem = problem(&board, Kind::Closed, None, None);
    // The attempt and six tiles.
    for nth in 1..=7 {
        let stop = Arc::new(AtomicBool::new(false));
        let options = Options {
            stop: Stop::default().with_flag(stop.clone()),
            ..Options::default()
        };
        let mut told = 0;
        let outcome = solve_with(&problem, options, &mut |_| {
            told += 1;
            stop.store(told == nth, Ordering::Relaxed);
        });
        assert_eq!(
            outcome.unwrap(),
            Verdict::Unknown(Unknown::Stopped(Stopped::Interrupted)),
            "{nth}"
        );
        assert_eq!(told, nth);
    }
}

#[test]
fn a_seed_decides_the_tour_and_no_time_is_unknown() {
    let board = Board::new(40, 40).unwrap();
    let problem = problem(&board, Kind::Closed, None, None);
    let tour = |seed, deadline: Option<Instant>| {
        let options = Options {
            seed,
            stop: deadline.into(),
            ..Options::default()
        };
        solve(&problem, options).unwrap()
    };
    assert_eq!(tour(1, None), tour(1, None));
    assert_ne!(tour(1, None), tour(2, None));
    assert_eq!(
        tour(0, Some(Instant::now())),
        Verdict::Unknown(Unknown::Stopped(Stopped::Late))
    );
}

#[test]
fn progress_is_told_from_the_first_attempt_to_the_tour() {
    let board = Board::new(40, 40).unwrap();
    let problem = problem(&board, Kind::Closed, None, None);
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

#[test]
fn whoever_says_stop_ends_the_search() {
    let board = Board::new(40, 40).unwrap();
    let problem = problem(&board, Kind::Closed, None, None);
    let stop = Arc::new(AtomicBool::new(false));
    let options = Options {
        stop: Stop::default().with_flag(stop.clone()),
        ..Options::default()
    };
    let mut told = 0;
    let outcome = solve_with(&problem, options.clone(), &mut |_| {
        told += 1;
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(
        (outcome.unwrap(), told),
        (Verdict::Unknown(Unknown::Stopped(Stopped::Interrupted)), 1)
    );
    stop.store(false, Ordering::Relaxed);
    let outcome = solve(&problem, options).unwrap();
    assert!(matches!(outcome, Verdict::Tour(_)));
}
