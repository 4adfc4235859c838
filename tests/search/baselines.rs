//! Tours without a solver: Warnsdorff's rule against a slow stranger, and depth-first search. The
//! law of backends compares their verdicts with all tours.

use crate::common::prelude::*;
use knightsat::search::Verdict;
use knightsat_search::heuristic::backtrack;
use knightsat_search::heuristic::warnsdorff::{self, Stuck};
use std::thread;

/// The leaps in the order of their targets, rank by rank.
const LEAPS: [[i32; 2]; 8] = [
    [-2, -1],
    [-2, 1],
    [-1, -2],
    [-1, 2],
    [1, -2],
    [1, 2],
    [2, -1],
    [2, 1],
];

/// The rule again, on a drawing of the board: squares are [rank, file] from 0.
struct Slow {
    side: i32,
    visited: Vec<[i32; 2]>,
}

impl Slow {
    fn new(side: i32) -> Slow {
        let visited = Vec::new();
        Slow { side, visited }
    }

    fn moves(&self, [rank, file]: [i32; 2]) -> Vec<[i32; 2]> {
        let leap = |[up, right]: &[i32; 2]| [rank + up, file + right];
        let is_inside = |to: &[i32; 2]| to.iter().all(|place| (0..self.side).contains(place));
        let is_free = |to: &[i32; 2]| !self.visited.contains(to);
        let targets = LEAPS.iter().map(leap).filter(is_inside);
        targets.filter(is_free).collect()
    }

    /// Returns the vertices of a walk until it is stuck.
    fn walk(&mut self, start: u32) -> Vec<u32> {
        let start = start as i32;
        let mut next = Some([start / self.side, start % self.side]);
        self.visited.clear();
        while let Some(here) = next {
            self.visited.push(here);
            // The first of several with the fewest onward moves.
            let onward = |&to: &[i32; 2]| self.moves(to).len();
            next = self.moves(here).into_iter().min_by_key(onward);
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

fn walk(problem: &Problem) -> Result<Tour, Stuck> {
    let (verdict, steps) = warnsdorff::walk(problem, &Stop::default()).unwrap();
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
    for side in [5, 6, 7, 8, 12] {
        let graph = square_board(side).graph();
        let mut slow = Slow::new(side as i32);
        // Every start of the small ones, every fifth of 12x12.
        let starts = (0..graph.len()).step_by(if side > 8 { 5 } else { 1 });
        for start in starts {
            let expected = slow.walk(start);
            match walk(&open_from(&graph, start)) {
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

/// The numbers of lab/docs/baselines.md.
#[test]
fn as_many_starts_succeed_as_were_counted() {
    let successes = [5, 6, 7, 8, 10, 15, 20].map(|side| {
        let graph = square_board(side).graph();
        let succeeds = |&start: &u32| walk(&open_from(&graph, start)).is_ok();
        (0..graph.len()).filter(succeeds).count()
    });
    assert_eq!(successes, [10, 36, 20, 61, 98, 112, 394]);
}

/// The first descent of the search is the walk of the rule.
#[test]
fn the_search_turns_back_where_the_rule_fails_and_only_there() {
    for side in 5..=8 {
        let graph = square_board(side).graph();
        // The colours of a1 are in the majority.
        for start in (0..graph.len()).filter(|v| side % 2 == 0 || v % 2 == 0) {
            let problem = open_from(&graph, start);
            let walked = walk(&problem);
            let seconds = walked.is_err().then(|| Duration::from_secs(2));
            let stop = seconds.map_or_else(Stop::default, Stop::after);
            let (outcome, effort) = backtrack::search(&problem, &stop).unwrap();
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
        assert!(walk(&problem).is_ok());
    };
    small.spawn(search).unwrap().join().unwrap();
}
