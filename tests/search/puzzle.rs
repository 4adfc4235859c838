//! Puzzles against tours counted one by one: exactly one solution, and no given too many.

use knightsat::check;
use knightsat::search::puzzle::{Made, Options, Puzzle, puzzle};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use std::collections::BTreeSet;
use std::time::Duration;

/// At most two of the tours that have these numbers, by the search.
fn tours(problem: &Problem, givens: &[(u32, u32)]) -> Vec<Tour> {
    let clues = givens
        .iter()
        .map(|&(step, vertex)| Clue::At { step, vertex });
    let given = problem.clone().with_given(Given::new(clues)).unwrap();
    Tours::by_search(&given, &Stop::default())
        .take(2)
        .map(Result::unwrap)
        .collect()
}

fn made(problem: &Problem, options: Options) -> Puzzle {
    match puzzle(problem, &options).unwrap() {
        Made::Puzzle(puzzle) => *puzzle,
        other => panic!("{other:?}"),
    }
}

/// Holds a puzzle to what is promised of it.
fn check_puzzle(problem: &Problem, puzzle: &Puzzle) {
    assert!(puzzle.is_finished && puzzle.is_irreducible());
    assert_eq!(
        tours(problem, &puzzle.givens),
        std::slice::from_ref(&puzzle.solution)
    );
    let mut needed: Vec<u32> = Vec::new();
    for witness in &puzzle.witnesses {
        needed.extend(&witness.steps);
        let mut others = puzzle.givens.clone();
        others.retain(|(step, _)| !witness.steps.contains(step));
        assert_ne!(witness.other, puzzle.solution);
        let fits =
            |&(step, vertex): &(u32, u32)| witness.other.steps()[step as usize - 1] == vertex;
        assert!(others.iter().all(fits));
        Tour::verify(problem, witness.other.steps().to_vec()).unwrap();
        // Of a closed tour without any number the search gives one numbering only.
        if problem.kind() == Kind::Open || !others.is_empty() {
            assert_eq!(tours(problem, &others).len(), 2);
        }
    }
    needed.sort_unstable();
    let givens: Vec<u32> = puzzle.givens.iter().map(|(step, _)| *step).collect();
    assert_eq!(needed, givens);
}

#[test]
fn a_puzzle_has_one_solution_and_no_given_too_many() {
    let boards = [
        ("3x4", Kind::Open, 6),
        ("4x5", Kind::Open, 4),
        ("5x5", Kind::Open, 4),
        ("##.##/...../...../.....", Kind::Open, 2),
        ("3x10", Kind::Closed, 3),
        ("5x6", Kind::Closed, 4),
    ];
    for (board, kind, seeds) in boards {
        let place = check::place(board);
        let problem = place.problem(kind, None, None).unwrap();
        for seed in 0..seeds {
            let options = Options {
                seed,
                ..Options::default()
            };
            let puzzle = made(&problem, options);
            check_puzzle(&problem, &puzzle);
        }
    }
}

#[test]
fn seeds_give_different_puzzles_and_one_seed_the_same() {
    let problem = check::place("5x5").problem(Kind::Open, None, None).unwrap();
    let of = |seed| {
        made(
            &problem,
            Options {
                seed,
                ..Options::default()
            },
        )
    };
    assert_eq!(of(3), of(3));
    let solutions: BTreeSet<Vec<u32>> = (0..8)
        .map(|seed| of(seed).solution.steps().to_vec())
        .collect();
    assert!(solutions.len() > 5, "{}", solutions.len());
}

#[test]
fn so_many_givens_as_are_asked_for() {
    let problem = check::place("4x5").problem(Kind::Open, None, None).unwrap();
    let fewest = made(&problem, Options::default()).givens.len() as u32;
    for more in [0, 1, 5] {
        let options = Options {
            givens: Some(fewest + more),
            ..Options::default()
        };
        let puzzle = made(&problem, options);
        assert_eq!(puzzle.givens.len() as u32, fewest + more);
        assert_eq!(
            tours(&problem, &puzzle.givens),
            std::slice::from_ref(&puzzle.solution)
        );
        assert!(more == 0 || !puzzle.is_irreducible());
    }
    let none = Options {
        givens: Some(0),
        ..Options::default()
    };
    assert!(matches!(
        puzzle(&problem, &none).unwrap(),
        Made::TooFew(1..)
    ));
    let all = Options {
        givens: Some(21),
        ..Options::default()
    };
    assert!(matches!(puzzle(&problem, &all).unwrap(), Made::TooFew(_)));
}

#[test]
fn givens_are_symmetric_under_the_half_turn() {
    for (board, kind, vertices) in [
        ("5x5", Kind::Open, 25),
        ("4x5", Kind::Open, 20),
        ("5x6", Kind::Closed, 30),
    ] {
        let problem = check::place(board).problem(kind, None, None).unwrap();
        let image: Vec<u32> = (0..vertices).rev().collect();
        for seed in 0..3 {
            let symmetry = Some(image.clone());
            let puzzle = made(
                &problem,
                Options {
                    seed,
                    symmetry,
                    ..Options::default()
                },
            );
            check_puzzle(&problem, &puzzle);
            let given: BTreeSet<u32> = puzzle.givens.iter().map(|(_, vertex)| *vertex).collect();
            assert!(
                given
                    .iter()
                    .all(|&vertex| given.contains(&image[vertex as usize])),
                "{given:?}"
            );
        }
    }
    // On an even board givens come in pairs.
    let problem = check::place("4x5").problem(Kind::Open, None, None).unwrap();
    let odd = Options {
        givens: Some(9),
        symmetry: Some((0..20).rev().collect()),
        ..Options::default()
    };
    assert_eq!(puzzle(&problem, &odd).unwrap(), Made::Uneven);
}

#[test]
fn without_time_there_is_no_puzzle_or_one_that_says_so() {
    let problem = check::place("8x8").problem(Kind::Open, None, None).unwrap();
    let over = Options {
        stop: Stop::after(Duration::ZERO),
        ..Options::default()
    };
    assert_eq!(puzzle(&problem, &over).unwrap(), Made::Unknown);
    let none = check::place("4x4").problem(Kind::Open, None, None).unwrap();
    assert!(matches!(
        puzzle(&none, &Options::default()).unwrap(),
        Made::NoTour(_)
    ));
}
