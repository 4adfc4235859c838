//! The lazy engine where a brute force does not reach: graphs of theorems, planted cycles and large
//! boards; its rounds, its deadlines and its reports.

use crate::common::graphs::below;
use crate::common::has_tour;
use crate::common::prelude::*;
use knightsat::search;
use knightsat::search::lazy::{Options, Progress, solve, solve_with};
use knightsat_family as family;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn closed(graph: Graph) -> Problem {
    Problem::new(graph, Kind::Closed, None, None).unwrap()
}

fn has_cycle(graph: Graph) -> bool {
    has_tour(&closed(graph), 0)
}

/// The text of a board with these holes, by rank and file.
fn holed([ranks, files]: [u32; 2], is_hole: impl Fn([u32; 2]) -> bool) -> String {
    let square = |rank, file| [".", "#"][usize::from(is_hole([rank, file]))];
    let rank = |rank| (1..=files).map(|file| square(rank, file)).join("");
    (1..=ranks).map(rank).join("/")
}

/// Solves with this seed, and returns the verdict and the last report.
fn solved(problem: &Problem, seed: u64) -> (search::Verdict, Progress) {
    let options = default_with(|options: &mut Options| options.seed = seed);
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
        let mut edges: Vec<[u32; 2]> = (0..len).array_combinations().collect();
        edges.retain(|[a, b]| {
            let is_on_ring = b - a == 1 || b - a == len - 1;
            nth % 2 > 0 && is_on_ring && below(10) > 0 || below(100) < percent
        });
        let graph = Graph::from_edges(len, &edges);
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
            let expected = !(n % 6 == 5 && (k == 2 || 2 * k == n - 1));
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
    for n in [5, 6, 7, 9, 15, 20] {
        assert_eq!(has_cycle(family::flower_snark(n)), n % 2 == 0, "J{n}");
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
    // Two cycles of a tetrahedron take an edge, and pass its diamond in two ways.
    let forced = family::force(&family::tetrahedron(), &[[0, 1]]);
    assert_eq!(cycles(forced).len(), 4);
}

#[test]
fn planted_cycles_are_found_behind_gadgets() {
    for seed in 0..3 {
        let forced = Vec::from_iter((0..100).map(|nth| [3 * nth, 3 * nth + 1]));
        let graph = family::force(&family::planted_cubic(300, seed), &forced);
        let graph = family::relabelled(&graph, seed);
        assert!(has_cycle(graph), "{seed}");
    }
    let (planted, some) = (family::planted_cubic(100, 5), (0..100).step_by(2));
    let inflated = family::inflated(&planted, &some.collect_vec(), &family::petersen(9, 2));
    assert!(has_cycle(inflated) && has_cycle(family::random_cubic(1000, 3)));
}

#[test]
fn large_boards_are_toured_by_any_seed() {
    for (side, kind) in iproduct!([32, 40, 60, 100], ["--closed", "--start a1"]) {
        let problem = asked(&format!("{side}x{side} {kind}")).1;
        for seed in 0..depth(4, 2) as u64 {
            assert!(has_tour(&problem, seed), "{side} {kind} {seed}");
        }
    }
}

#[test]
fn large_boards_have_tours_with_a_symmetry_and_under_rules() {
    let half = [([40, 40], 0), ([40, 40], 3), ([40, 40], 8), ([25, 26], 0)];
    let half = half.map(|(sides, hole)| (sides, "rot180", hole));
    let quarter = [([30, 30], "rot90", 0), ([29, 29], "rot90", 1)];
    for (sides, turn, hole) in half.into_iter().chain(quarter) {
        // The hole is a square in the middle.
        let is_near = |place: u32, side: u32| (2 * place).abs_diff(side + 1) < hole;
        let is_hole = |[rank, file]: [u32; 2]| is_near(rank, sides[0]) && is_near(file, sides[1]);
        let board = holed(sides, is_hole);
        let problem = asked(&format!("{board} --closed --symmetric {turn}")).1;
        assert!(has_tour(&problem, 0), "{sides:?} {turn} {hole}");
    }
    let (place, plain) = asked("40x40 --closed");
    let edges: Vec<[u32; 2]> = plain.graph().edges().collect();
    let mut below = below(3);
    let mut literal = || {
        let [a, b] = edges[below(edges.len() as u64) as usize].map(|vertex| place.name(vertex));
        format!("{}{b}-{a}", ["", "not "][below(2) as usize])
    };
    let rules = (0..100).map(|nth| (0..1 + nth % 3).map(|_| literal()).join(" or "));
    let rules = rules.collect_vec().join("; ");
    let problem = asked(&format!("40x40 --closed --with {rules}")).1;
    assert!(has_tour(&problem, 0));
}

#[test]
fn odd_boards_and_boards_with_holes_take_one_two_factor_and_no_search() {
    let mut below = below(1);
    for side in [57, 61, 81] {
        // Holes away from the border, as many of each colour: a square has five moves or more left.
        let mut holes: Vec<[u32; 2]> = Vec::new();
        while holes.len() < 20 {
            let [rank, file] = [0; 2].map(|_| 6 + below(u64::from(side) - 12) as u32);
            let is_near = |hole: &[u32; 2]| hole[0].abs_diff(rank).max(hole[1].abs_diff(file)) < 3;
            if (rank + file) % 2 == holes.len() as u32 % 2 && !holes.iter().any(is_near) {
                holes.push([rank, file]);
            }
        }
        let boards = [&[][..], &holes].map(|holes| holed([side; 2], |at| holes.contains(&at)));
        for (board, start) in iproduct!(boards, ["", " --start a1"]) {
            let problem = asked(&format!("{board}{start}")).1;
            for seed in 0..3 {
                let (verdict, last) = solved(&problem, seed);
                assert!(verdict.tour().is_some(), "{board} {start} {seed}");
                let is_quick = last.attempt <= 2 && last.round <= 2;
                assert!(is_quick, "{board} {start} {seed}: {last:?}");
            }
        }
    }
}

#[test]
fn boards_of_many_tiles_are_toured() {
    let boards = "200x200 --closed|199x131|130x131 --start a1 --end b1|\
                  150x150 --closed --start a1 --end b3|12x1000 --closed";
    for args in boards.split('|') {
        let problem = asked(args).1;
        for seed in 0..depth(2, 1) as u64 {
            let (verdict, last) = solved(&problem, seed);
            let is_right = verdict.tour().is_some() && last.attempt <= 3;
            assert!(is_right, "{args} {last:?}");
        }
    }
}

#[test]
fn whoever_says_stop_at_any_report_ends_the_search() {
    let stopped = Verdict::Unknown(Unknown::Stopped(Stopped::Interrupted));
    // The attempt and six tiles.
    for (board, most) in [("40x40 --closed", 1), ("150x150 --closed", 7)] {
        let problem = asked(board).1;
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
    let problem = asked("40x40 --closed").1;
    let tour = |seed| solved(&problem, seed).0;
    assert_eq!(tour(1), tour(1));
    assert_ne!(tour(1), tour(2));
    let late = Verdict::Unknown(Unknown::Stopped(Stopped::Late));
    for problem in [problem, asked("100x100 --closed --symmetric rot180").1] {
        let over = Options::from(Stop::after(Duration::ZERO));
        assert_eq!(solve(&problem, over).unwrap(), late);
    }
}

#[test]
fn progress_is_told_from_the_first_attempt_to_the_tour() {
    let problem = asked("40x40 --closed").1;
    let mut told: Vec<Progress> = Vec::new();
    let outcome = solve_with(&problem, Options::default(), &mut |news| told.push(news)).unwrap();
    assert!(matches!(outcome, Verdict::Tour(_)));
    let (first, last) = (told[0], told[told.len() - 1]);
    assert_eq!((first.attempt, first.round, first.cuts), (1, 0, 0));
    assert!(last.round >= 1 && last.cycles >= 1, "{last:?}");
    assert_eq!(last.joined, 1);
    assert!(told.is_sorted_by_key(|news| (news.attempt, news.round, news.cuts)));
}
