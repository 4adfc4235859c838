//! Depth-first search, compared with permutations; all methods, compared with published numbers.

use crate::common::cases::lines;
use crate::common::graphs::{graph, problems, words};
use crate::common::prelude::*;
use crate::common::{has_tour, saturated};
use knightsat_count::frontier::{self, Options};
use knightsat_tour::known::records;

/// All permutations that verify, those of closed tours turned as the search gives them.
fn by_permutations(problem: &Problem) -> Vec<Vec<u32>> {
    let len = problem.graph().len();
    let is_free = problem.start().is_none() && problem.end().is_none();
    let is_turned = problem.kind() == Kind::Closed && is_free;
    let all = (0..len).permutations(len as usize);
    let all = all.filter(|steps| !is_turned || steps[0] == 0);
    Vec::from_iter(all.filter(|steps| Tour::verify(problem, steps.clone()).is_ok()))
}

#[test]
fn the_search_finds_every_tour_of_small_graphs_once() {
    let mut words = words(7);
    for round in 0..60 {
        let len = 1 + round % 6;
        let graph = graph(len, words.next().unwrap() | words.next().unwrap());
        for problem in problems(&graph) {
            let found = Search::new(&problem, Directions::Both).sorted();
            let found: Vec<Vec<u32>> = found.collect();
            assert_eq!(found, by_permutations(&problem), "{problem:?}");
            let halves = Search::new(&problem, Directions::One).count();
            let is_free = problem.start().is_none() || problem.end().is_none();
            let is_halved = problem.kind() == Kind::Closed && is_free;
            assert_eq!(halves, found.len() / if is_halved { 2 } else { 1 });
        }
    }
}

/// 5x5: the published number of closed tours of the torus. 4x4: the torus is the cube of four
/// dimensions, which has 1,344 Hamiltonian cycles (OEIS A066037).
#[test]
fn tours_of_a_torus_are_counted() {
    for (sides, tours) in [("4x4", 1344), ("5x5", 335_750_676_480_u64)] {
        let (_, problem) = asked(&format!("{sides} --closed --wrap both"));
        let count = frontier::count(&problem, Options::default());
        assert_eq!(count, Ok(tours.into()), "{sides}");
    }
}

/// The engine answers every record. The larger numbers of the frontier method take minutes and
/// gigabytes, and those of the search hours.
#[test]
fn every_known_number_is_found_by_every_method() {
    let mut searched = 0;
    for record in records() {
        let board = record.board().unwrap();
        let start = record.start.map(|square| board.vertex(square).unwrap());
        let problem = Problem::new(board.graph(), record.kind, start, None).unwrap();
        let has_some = record.count > 0_u8.into();
        assert_eq!(has_tour(&problem, 0), has_some, "{record:?}");
        if saturated(&record) < 1_000_000_000 {
            let count = frontier::count(&problem, Options::default());
            assert_eq!(count, Ok(record.count.clone()), "{record:?}");
        }
        let is_narrow = board.ranks().min(board.files()) <= 4;
        if board.squares() <= 20 && is_narrow || board.squares() <= 25 && start.is_some() {
            let count = Search::new(&problem, Directions::One).count();
            assert_eq!(record.count, count.into(), "{record:?}");
            searched += 1;
        }
    }
    assert!(searched > 100, "{searched}");
}

#[test]
fn the_search_finds_the_symmetric_tours_among_all() {
    for row in lines(include_str!("symmetric.txt")) {
        let (args, count) = row.split_once(": ").unwrap();
        let (board, symmetry) = args.split_once(' ').unwrap();
        let (_, symmetric) = asked(&format!("{board} --closed --symmetric {symmetry}"));
        let graph = symmetric.graph().clone();
        let all = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let keeps = |steps: &Vec<u32>| Tour::verify(&symmetric, steps.clone()).is_ok();
        let expected = Search::new(&all, Directions::One).filter(keeps).sorted();
        let expected: Vec<Vec<u32>> = expected.collect();
        // Of a tour with a quarter turn and its reverse, the search finds the one that turns
        // with it.
        let found = Search::new(&symmetric, Directions::One).map(|mut steps| {
            if steps[1] > steps[steps.len() - 1] {
                steps[1..].reverse();
            }
            steps
        });
        assert_eq!(found.sorted().collect_vec(), expected, "{row}");
        assert_eq!(expected.len().to_string(), count, "{row}");
    }
}
