//! Puzzles against tours counted one by one: exactly one solution, and no given too many.

use crate::common::prelude::*;
use knightsat::search::lazy::Options;
use knightsat::search::puzzle::{Made, Puzzle, puzzle};
use std::slice::from_ref;

fn seeded(seed: u64) -> Options {
    default_with(|options: &mut Options| options.seed = seed)
}

/// At most two of the tours that have these numbers, by the search.
fn tours(problem: &Problem, givens: &[(u32, u32)]) -> Vec<Tour> {
    let at = |&(step, vertex): &(u32, u32)| Clue::At { step, vertex };
    let given = Given::new(givens.iter().map(at));
    let given = problem.clone().with(given).unwrap();
    let tours = Tours::by_search(&given, &Stop::default()).take(2);
    tours.map(Result::unwrap).collect()
}

/// Makes a puzzle, which has exactly its solution.
fn made(problem: &Problem, options: Options) -> Puzzle {
    match puzzle(problem, &options).unwrap() {
        Made::Puzzle(puzzle) => {
            assert_eq!(tours(problem, &puzzle.givens), from_ref(&puzzle.solution));
            *puzzle
        }
        other => panic!("{other:?}"),
    }
}

/// Holds a puzzle to the promise that each given is needed.
fn check_puzzle(problem: &Problem, puzzle: &Puzzle) {
    assert!(puzzle.is_finished && puzzle.is_irreducible());
    for witness in &puzzle.witnesses {
        let mut others = puzzle.givens.clone();
        others.retain(|&(step, _)| step != witness.step);
        let steps = witness.other.steps();
        let fits = |&(step, vertex): &(u32, u32)| steps[step as usize - 1] == vertex;
        assert!(witness.other != puzzle.solution && others.iter().all(fits));
        Tour::verify(problem, steps.to_vec()).unwrap();
        // Of a closed tour without any number the search gives one numbering only.
        if problem.kind() == Kind::Open || !others.is_empty() {
            assert_eq!(tours(problem, &others).len(), 2);
        }
    }
    let needed = puzzle.witnesses.iter().map(|witness| witness.step);
    assert!(needed.eq(puzzle.givens.iter().map(|&(step, _)| step)));
}

#[test]
fn a_puzzle_has_one_solution_and_no_given_too_many() {
    let boards = "3x4|4x5|5x5|##.##/...../...../.....|3x10 --closed|5x6 --closed";
    for (args, seeds) in boards.split('|').zip([6, 4, 4, 2, 3, 4]) {
        let problem = asked(args).1;
        for seed in 0..seeds {
            check_puzzle(&problem, &made(&problem, seeded(seed)));
        }
    }
}

#[test]
fn seeds_give_different_puzzles_and_one_seed_the_same() {
    let problem = asked("5x5").1;
    let puzzles = [0, 1, 2, 3, 4, 5, 6, 7, 3].map(|seed| made(&problem, seeded(seed)));
    assert_eq!(puzzles[3], puzzles[8]);
    let solutions: BTreeSet<&[u32]> = puzzles.iter().map(|one| one.solution.steps()).collect();
    assert!(solutions.len() > 5, "{}", solutions.len());
}
