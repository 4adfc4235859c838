//! Tours without a solver: Warnsdorff's rule against a slow stranger, and depth-first search. The
//! law of backends compares their verdicts with all tours.

use crate::common::prelude::*;
use knightsat::search::Verdict;
use knightsat_search::heuristic::backtrack;
use knightsat_search::heuristic::leaps::Leaps;
use knightsat_search::heuristic::warnsdorff::{self, Stuck, Tie};
use std::thread;

/// The rule again, on a drawing of the board: squares are [rank, file] from 0.
struct Slow {
    side: i32,
    leaps: Vec<[i32; 2]>,
    visited: Vec<[i32; 2]>,
}

impl Slow {
    fn new(side: i32, order: &str) -> Slow {
        // Clockwise from the leap up and right.
        const UP: [i32; 8] = [2, 1, -1, -2, -2, -1, 1, 2];
        const RIGHT: [i32; 8] = [1, 2, 2, 1, -1, -2, -2, -1];
        let hours = order.chars().map(|digit| digit as usize - '1' as usize);
        Slow {
            side,
            leaps: hours.map(|hour| [UP[hour], RIGHT[hour]]).collect(),
            visited: Vec::new(),
        }
    }

    fn moves(&self, [rank, file]: [i32; 2], also: &[[i32; 2]]) -> Vec<[i32; 2]> {
        let leap = |[up, right]: &[i32; 2]| [rank + up, file + right];
        let is_inside = |to: &[i32; 2]| to.iter().all(|place| (0..self.side).contains(place));
        let is_free = |to: &[i32; 2]| !self.visited.contains(to) && !also.contains(to);
        let targets = self.leaps.iter().map(leap).filter(is_inside);
        targets.filter(is_free).collect()
    }

    /// Returns the vertices of a walk until it is stuck.
    fn walk(&mut self, start: u32, looks_ahead: bool) -> Vec<u32> {
        let start = start as i32;
        let mut next = Some([start / self.side, start % self.side]);
        self.visited.clear();
        while let Some(here) = next {
            self.visited.push(here);
            let cost = |to: [i32; 2]| {
                let onward = self.moves(to, &[to]);
                let ahead = |&next: &[i32; 2]| self.moves(next, &[to, next]).len();
                (
                    onward.len(),
                    onward.iter().map(ahead).min().filter(|_| looks_ahead),
                )
            };
            // The first of several with the least cost.
            next = self.moves(here, &[]).into_iter().min_by_key(|&to| cost(to));
        }
        let vertex = |[rank, file]: &[i32; 2]| (rank * self.side + file) as u32;
        self.visited.iter().map(vertex).collect()
    }
}

fn square_board(side: u32) -> Board {
    Board::new(side, side).unwrap()
}

fn open_from(graph: &Graph, start: u32) -> Problem {
    Problem::new(graph.clone(), Kind::Open, Some(start), None).unwrap()
}

fn walk(problem: &Problem, tie: Tie) -> Result<Tour, Stuck> {
    let (verdict, steps) = warnsdorff::walk(problem, tie, &Stop::default()).unwrap();
    match verdict {
        Verdict::Tour(tour) => Ok(tour),
        Verdict::Unknown(Unknown::Stuck(stuck)) => {
            assert_eq!(stuck.step, steps);
            Err(stuck)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_rule_walks_as_on_paper() {
    let orders = "54637281 12345678 87654321 12378546 54637281".split(' ');
    for (side, order) in [5, 6, 7, 8, 12].into_iter().zip(orders) {
        let graph = order.parse::<Leaps>().unwrap().graph(&square_board(side));
        let mut slow = Slow::new(side as i32, order);
        // Every start of the small ones, every fifth of 12x12.
        let starts = (0..graph.len()).step_by(if side > 8 { 5 } else { 1 });
        for (start, looks_ahead) in iproduct!(starts, [false, true]) {
            let expected = slow.walk(start, looks_ahead);
            let tie = [Tie::First, Tie::LookAhead][usize::from(looks_ahead)];
            match walk(&open_from(&graph, start), tie) {
                Ok(tour) => assert_eq!(tour.steps(), expected),
                Err(stuck) => {
                    let (vertex, step) = (expected[expected.len() - 1], expected.len() as u32);
                    assert_eq!((stuck.start, stuck.step), (start, step));
                    assert_eq!((stuck.vertex, stuck.left), (vertex, graph.len() - step));
                }
            }
        }
    }
}

/// The starts of a square board from which the rule fails.
fn failures(side: u32, leaps: Leaps, tie: Tie) -> Vec<String> {
    let board = square_board(side);
    let graph = leaps.graph(&board);
    let fails = |&start: &u32| walk(&open_from(&graph, start), tie).is_err();
    let name = |start| board.square(start).to_string();
    (0..graph.len()).filter(fails).map(name).collect()
}

/// The numbers of lab/docs/baselines.md.
#[test]
fn as_many_starts_succeed_as_were_counted() {
    let successes = |tie| {
        let failures = |side| failures(side, Leaps::LISTED, tie).len() as u32;
        [5, 6, 7, 8, 10, 15, 20].map(|side| side * side - failures(side))
    };
    assert_eq!(successes(Tie::First), [10, 36, 20, 61, 98, 112, 394]);
    assert_eq!(successes(Tie::LookAhead), [9, 34, 14, 64, 100, 109, 400]);
}

/// An order of the leaps with which all starts succeed but f8, and f8 too with look-ahead. Their
/// mirror images fail from its mirror images. From f8, 609 orders fail, and none with look-ahead.
#[test]
fn f8_alone_fails_and_look_ahead_mends_it() {
    let order: Leaps = "12785634".parse().unwrap();
    assert_eq!(failures(8, order, Tie::LookAhead).len(), 0);
    let images = order.images().map(|image| failures(8, image, Tie::First));
    assert_eq!(images[0], ["f8"]);
    let all = images.iter().flatten().sorted().join(" ");
    assert_eq!(all, "a3 a6 c1 c8 f1 f8 h3 h6");
    let board = square_board(8);
    let f8 = board.vertex("f8".parse().unwrap()).unwrap();
    let problems = Leaps::all().map(|leaps| open_from(&leaps.graph(&board), f8));
    let fails = |problem: &Problem| walk(problem, Tie::First).is_err();
    let failing = problems.filter(fails).collect_vec();
    assert_eq!(failing.len(), 609);
    let succeeds = |problem| walk(problem, Tie::LookAhead).is_ok();
    assert!(failing.iter().all(succeeds));
}

#[test]
fn a_seed_means_the_same_walk_and_another_seed_another() {
    let (_, problem) = asked("8x8 --start a1");
    let walks = Vec::from_iter((0..20).map(|seed| walk(&problem, Tie::Random(seed))));
    assert_eq!(walks[7], walk(&problem, Tie::Random(7)));
    assert!(walks.iter().filter(|walk| walk.is_ok()).count() > 10);
    let different = walks.iter().map(|walk| format!("{walk:?}")).unique();
    assert!(different.count() > 10);
}

/// The first descent of the search is the walk of the rule.
#[test]
fn the_search_turns_back_where_the_rule_fails_and_only_there() {
    for side in 5..=8 {
        let graph = square_board(side).graph();
        // The colours of a1 are in the majority.
        for start in (0..graph.len()).filter(|v| side % 2 == 0 || v % 2 == 0) {
            let problem = open_from(&graph, start);
            let walked = walk(&problem, Tie::First);
            let seconds = walked.is_err().then(|| Duration::from_secs(2));
            let options = backtrack::Options {
                dead_ends: false,
                stop: seconds.map_or_else(Stop::default, Stop::after),
            };
            let (outcome, effort) = backtrack::search(&problem, &options).unwrap();
            match walked {
                Ok(tour) => {
                    assert_eq!(outcome, Verdict::Tour(tour));
                    let steps = u64::from(graph.len());
                    assert_eq!((effort.nodes, effort.backtracks), (steps, 0));
                }
                Err(_) => assert!(effort.backtracks > 0),
            }
        }
    }
}

#[test]
fn a_million_steps_need_no_deep_stack() {
    let small = thread::Builder::new().stack_size(256 << 10);
    let search = || {
        let edges: Vec<[u32; 2]> = (1..1_000_000).map(|v| [v - 1, v]).collect();
        let problem = open_from(&Graph::from_edges(1_000_000, &edges), 0);
        let (outcome, effort) = backtrack::search(&problem, &Default::default()).unwrap();
        assert!(matches!(outcome, Verdict::Tour(_)) && effort.nodes == 1_000_000);
        assert!(walk(&problem, Tie::LookAhead).is_ok());
    };
    small.spawn(search).unwrap().join().unwrap();
}
