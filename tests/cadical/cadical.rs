//! CaDiCaL in process: the lazy engine with it and with varisat, and the position encoding.

use crate::common;
use crate::common::program;
use knightsat_family as family;

use common::finds_tour;
use knightsat::search::Unknown;
use knightsat::search::lazy::{Options, Progress, solve, solve_with};
use knightsat::solver::InProcess;
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_tour::known::rectangle_has_tour;
use program::{error, run};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Returns true if the engine, without short cuts, finds a tour, which it has verified.
fn has_tour(problem: &Problem, seed: u64, solver: InProcess) -> bool {
    let options = Options {
        seed,
        solver,
        ..Options::default()
    };
    finds_tour(problem, options)
}

fn problem(graph: Graph, kind: Kind) -> Problem {
    Problem::new(graph, kind, None, None).unwrap()
}

#[test]
fn both_are_in_this_build() {
    assert_eq!(
        InProcess::all(),
        [InProcess::varisat(), InProcess::cadical()]
    );
}

#[test]
fn small_rectangles_are_as_the_theorems_say() {
    for (ranks, files) in (1..=7).flat_map(|ranks| (ranks..=7).map(move |files| (ranks, files))) {
        let board = Board::new(ranks, files).unwrap();
        // Larger odd boards require counting, for any solver.
        for kind in [Kind::Open, Kind::Closed] {
            if kind == Kind::Closed && ranks * files > 36 {
                continue;
            }
            let problem = problem(board.graph(), kind);
            let expected = rectangle_has_tour(kind, ranks, files);
            for solver in InProcess::all() {
                let found = has_tour(&problem, 0, solver.clone());
                assert_eq!(found, expected, "{kind} {board} {solver:?}");
            }
        }
    }
}

#[test]
fn larger_boards_are_toured_by_any_seed() {
    for (side, kind) in [
        (32, Kind::Closed),
        (41, Kind::Open),
        (60, Kind::Closed),
        (61, Kind::Open),
    ] {
        let problem = problem(Board::new(side, side).unwrap().graph(), kind);
        for seed in 0..3 {
            assert!(
                has_tour(&problem, seed, InProcess::cadical()),
                "{side} {seed}"
            );
        }
    }
}

#[test]
fn families_of_sparse_graphs_are_as_known() {
    let all = |graph: &Graph| (0..graph.len()).collect::<Vec<u32>>();
    let inflated = family::petersen(9, 2);
    let inflated = family::inflated(&inflated, &all(&inflated), &family::petersen(7, 2));
    // GP(n, 2) has a cycle unless n is 5 modulo 6 (Alspach 1983); flower snarks have no cycle.
    for (name, graph, expected) in [
        ("petersen 11 2", family::petersen(11, 2), false),
        ("petersen 17 2", family::petersen(17, 2), false),
        ("petersen 21 2", family::petersen(21, 2), true),
        ("petersen 101 9", family::petersen(101, 9), true),
        ("snark 5", family::flower_snark(5), false),
        ("snark 9", family::flower_snark(9), false),
        ("tutte", family::tutte(), false),
        ("planted", family::planted_cubic(300, 1), true),
        ("inflated", inflated, true),
    ] {
        let problem = problem(graph, Kind::Closed);
        for solver in InProcess::all() {
            for seed in 0..2 {
                let found = has_tour(&problem, seed, solver.clone());
                assert_eq!(found, expected, "{name} {seed} {solver:?}");
            }
        }
    }
}

#[test]
fn random_sparse_graphs_have_tours_with_both_or_with_none() {
    let mut tours = 0;
    for seed in 0..80 {
        let n = 6 + seed as u32 % 12;
        let graph = family::random_sparse(n, (3 * n / 2 + 1) as usize, seed);
        for kind in [Kind::Open, Kind::Closed] {
            let problem = problem(graph.clone(), kind);
            let expected = has_tour(&problem, seed, InProcess::varisat());
            let found = has_tour(&problem, seed, InProcess::cadical());
            assert_eq!(found, expected, "{kind} {seed}");
            tours += u32::from(found);
        }
    }
    assert!((20..140).contains(&tours), "{tours} of 160 have tours");
}

/// A graph on which the engine with CaDiCaL works for long: it has no two-factor, which resolution
/// cannot show soon.
fn endless() -> Problem {
    let board = Board::new(31, 31).unwrap();
    problem(board.graph(), Kind::Closed)
}

#[test]
fn the_deadline_ends_a_search() {
    let begin = Instant::now();
    let options = Options {
        solver: InProcess::cadical(),
        stop: Stop::after(Duration::from_millis(300)),
        ..Options::default()
    };
    assert_eq!(
        solve(&endless(), options).unwrap(),
        Verdict::Unknown(Unknown::Stopped(Stopped::Late))
    );
    let taken = begin.elapsed();
    assert!(taken >= Duration::from_millis(300), "{taken:?}");
    assert!(taken < Duration::from_secs(120), "{taken:?}");
}

#[test]
fn whoever_says_stop_ends_a_search_that_is_under_way() {
    let stop = Arc::new(AtomicBool::new(false));
    let options = Options {
        solver: InProcess::cadical(),
        stop: Stop::default().with_flag(stop.clone()),
        ..Options::default()
    };
    let mut last = Progress::default();
    let outcome = solve_with(&endless(), options, &mut |news| {
        last = news;
        if last.attempt > 0 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(
        outcome.unwrap(),
        Verdict::Unknown(Unknown::Stopped(Stopped::Interrupted))
    );
    assert!(last.attempt > 0, "it had begun");
}

#[test]
fn a_seed_decides_the_tour() {
    let problem = problem(Board::new(40, 40).unwrap().graph(), Kind::Closed);
    let tour = |seed| {
        let options = Options {
            seed,
            solver: InProcess::cadical(),
            ..Options::default()
        };
        solve(&problem, options).unwrap()
    };
    assert_eq!(tour(1), tour(1));
    assert_ne!(tour(1), tour(2));
}

#[test]
fn the_program_asks_it_in_both_encodings() {
    for encoding in ["auto", "lazy", "position"] {
        let args = format!("solve 8x8 --closed --solver cadical-lib --encoding {encoding}");
        let (code, _, err) = run(&args);
        assert_eq!((code, err.as_str()), (0, ""), "{encoding}");
    }
    for (encoding, word) in [
        ("lazy --no-shortcuts", "varisat, refutation checked"),
        ("position", "cadical-lib says so, unchecked"),
    ] {
        let args = format!("solve 4x4 --solver cadical-lib --encoding {encoding}");
        let (code, out, _) = run(&args);
        assert_eq!(code, 1, "{encoding}");
        assert!(out.contains(word), "{out}");
    }
    // Long for one formula, for ever for the other.
    for problem in [
        "30x30 --closed --encoding position",
        "31x31 --closed --encoding lazy --no-shortcuts",
    ] {
        let args = format!("solve {problem} --solver cadical-lib --timeout 0.2");
        let (code, out, _) = run(&args);
        assert_eq!(code, 3, "{problem}: {out}");
    }
}

#[test]
fn the_list_tells_its_version() {
    let (code, out, _) = run("solve 8x8 --solver list");
    let line = out.lines().find(|line| line.starts_with("cadical-lib"));
    let words: Vec<&str> = line.unwrap().split_whitespace().collect();
    assert_eq!(code, 0);
    assert_eq!(words, ["cadical-lib", "1.9.5", "in", "process"]);
    assert_eq!(
        error("solve 5x5 --solver cadical-lib --solver-path /bin/sh"),
        "cadical-lib runs in process: it has no path"
    );
}
