//! CaDiCaL in process: the lazy engine with it, and the program. Its answers and limits
//! are tested in crates/solver.

use crate::common::program::output;
use crate::common::transcript::transcript;
use crate::common::{asked, finds_tour, has_tour};
use itertools::iproduct;
use knightsat::search::lazy::{Options, solve};
use knightsat::solver::InProcess;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem};
use knightsat_family as family;
use knightsat_tour::known::rectangle_has_tour;

fn options(seed: u64) -> Options {
    Options {
        seed,
        solver: InProcess::cadical(),
        ..Options::default()
    }
}

fn assert_found(what: &str, problem: &Problem, expected: bool) {
    for seed in 0..2 {
        let found = finds_tour(problem, options(seed));
        assert_eq!(found, expected, "{what} {seed}");
    }
}

/// Larger odd boards require counting, for any solver.
#[test]
fn rectangles_are_as_the_theorems_say() {
    for (ranks, files) in iproduct!(1..=7, 1..=7).filter(|(ranks, files)| ranks <= files) {
        for (kind, option) in [(Kind::Open, ""), (Kind::Closed, " --closed")] {
            if kind == Kind::Open || ranks * files <= 36 {
                let board = format!("{ranks}x{files}{option}");
                let expected = rectangle_has_tour(kind, ranks, files);
                assert_found(&board, &asked(&board).1, expected);
            }
        }
    }
    for board in ["32x32 --closed", "41x41", "60x60 --closed", "61x61"] {
        assert_found(board, &asked(board).1, true);
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
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        assert_found(name, &problem, expected);
    }
}

#[test]
fn random_sparse_graphs_have_tours_as_with_varisat() {
    let mut tours = 0;
    for (seed, kind) in iproduct!(0..80, [Kind::Open, Kind::Closed]) {
        let n = 6 + seed as u32 % 12;
        let graph = family::random_sparse(n, (3 * n / 2 + 1) as usize, seed);
        let problem = Problem::new(graph, kind, None, None).unwrap();
        let found = finds_tour(&problem, options(seed));
        assert_eq!(found, has_tour(&problem, seed), "{kind} {seed}");
        tours += u32::from(found);
    }
    assert!((20..140).contains(&tours), "{tours} of 160 have tours");
}

#[test]
fn a_seed_decides_the_tour() {
    let (_, problem) = asked("40x40 --closed");
    let tour = |seed| solve(&problem, options(seed)).unwrap();
    assert_eq!(tour(1), tour(1));
    assert_ne!(tour(1), tour(2));
}

/// The last two take long, for one formula, and for ever, for the other.
#[test]
fn the_program_asks_it_in_both_encodings() {
    let all = InProcess::all();
    assert_eq!(all, [InProcess::varisat(), InProcess::cadical()]);
    let list = output("solve 8x8 --solver list");
    let line = list.lines().find(|line| line.starts_with("cadical-lib"));
    let words: Vec<&str> = line.unwrap().split_whitespace().collect();
    assert_eq!(words, ["cadical-lib", "1.9.5", "in", "process"]);
    transcript(
        "0 solve 8x8 --closed --solver cadical-lib{| --encoding lazy| --encoding position}
         1 solve 4x4 --solver cadical-lib --encoding lazy --no-shortcuts => …varisat, refutation \
             checked…
         1 solve 4x4 --solver cadical-lib --encoding position --no-shortcuts => …cadical-lib says so, unchecked…
         solve 5x5 --solver cadical-lib --solver-path /bin/sh => cadical-lib runs in process: it \
             has no path
         3 solve 30x30 --closed --encoding position --solver cadical-lib --timeout 0.2
         3 solve 31x31 --closed --encoding lazy --no-shortcuts --solver cadical-lib --timeout 0.2",
    );
}
