//! Tours with a quarter turn, which may lead along the tour or back: every method agrees with a
//! plain search, whatever fixes the direction.

use crate::common;

use common::graphs::words;
use itertools::Itertools;
use knightsat::certificate::{Names, verify};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name};
use knightsat::search::prove::{Task, prove};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::place::Place;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_search::lazy;
use knightsat_tour::table::Backend;
use std::collections::BTreeSet;

/// Returns the closed tours of a board that a quarter turn maps to themselves, as numberings.
fn numberings(board: &Board) -> Vec<Vec<u32>> {
    let graph = board.graph();
    let turn = board.symmetry(Turn::Rot90).unwrap();
    let len = graph.len() as usize;
    let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
    let is_symmetric = |steps: &Vec<u32>| {
        let moves: BTreeSet<[u32; 2]> = (steps.iter().circular_tuple_windows())
            .map(|(&a, &b)| [a.min(b), a.max(b)])
            .collect();
        let images = moves
            .iter()
            .map(|ends| ends.map(|vertex| turn.image(vertex)));
        let images = images.map(|[a, b]| [a.min(b), a.max(b)]);
        images.collect::<BTreeSet<_>>() == moves
    };
    let tours = Search::new(&problem, Directions::Both).filter(is_symmetric);
    let rotations = tours.flat_map(|steps| {
        (0..len).map(move |by| {
            let mut steps = steps.clone();
            steps.rotate_left(by);
            steps
        })
    });
    rotations.collect()
}

/// Wazirs on a board of four squares a side without its corners, which has a single tour.
fn cross() -> Board {
    let board: Board = "4x4".parse().unwrap();
    let corners = ["a1", "d1", "a4", "d4"].map(|name| name.parse().unwrap());
    let board = board.with_holes(&corners).unwrap();
    board.with_leaper(0, 1).unwrap()
}

/// Returns random clues, usually those of one of these numberings.
fn clues(words: &mut impl Iterator<Item = u64>, all: &[Vec<u32>]) -> Vec<Clue> {
    let mut draw = |most: usize| (words.next().unwrap() >> 20) as usize % most;
    let tour = &all[draw(all.len())];
    let len = tour.len();
    let count = 1 + draw(4);
    let mut clue = |nth: usize| {
        let place = draw(len);
        let (vertex, next) = (tour[place], tour[(place + 1) % len]);
        let step = match draw(12) {
            0 => draw(len),
            _ => place,
        };
        let step = step as u32 + 1;
        match draw(6) {
            1 if nth > 0 => Clue::Move([vertex, next]),
            2 if nth > 0 => Clue::NotAt {
                step: draw(len) as u32 + 1,
                vertex,
            },
            3 => Clue::At {
                step: 1,
                vertex: tour[0],
            },
            4 => Clue::At {
                step: len as u32,
                vertex: tour[len - 1],
            },
            _ => Clue::At { step, vertex },
        }
    };
    (0..count).map(&mut clue).collect()
}

fn fits(steps: &[u32], clue: Clue) -> bool {
    let is_at = |step: u32, vertex| steps[step as usize - 1] == vertex;
    match clue {
        Clue::At { step, vertex } => is_at(step, vertex),
        Clue::NotAt { step, vertex } => !is_at(step, vertex),
        Clue::Move([a, b]) => (steps.iter().circular_tuple_windows())
            .any(|(&from, &to)| [from, to] == [a, b] || [from, to] == [b, a]),
        Clue::NoMove(_) => unreachable!("no such clue is made"),
    }
}

/// Returns the cycle of a numbering, without its start and direction.
fn cycle(steps: &[u32]) -> Vec<u32> {
    let place = steps.iter().position(|&v| v == 0).unwrap();
    let mut there = steps.to_vec();
    there.rotate_left(place);
    let mut back = there.clone();
    back[1..].reverse();
    there.min(back)
}

/// Proves that there is no tour, and verifies the certificate. Returns true if there is a tour.
fn has_tour(problem: &Problem) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let names = Names {
        of: &|vertex| vertex.to_string(),
        vertex: &|name| name.parse().ok(),
    };
    let task = Task {
        problem,
        folder: folder.path(),
        claim: "no tour",
        names,
        // Without short cuts, wrong colours of larger boards are long for a solver.
        shortcuts: problem.graph().len() > 12,
        solver: None,
        options: lazy::Options::default(),
    };
    match prove(&task, &mut |_| ()).unwrap() {
        Verdict::Tour(tour) => Tour::verify(problem, tour.steps().to_vec()).is_ok(),
        Verdict::None(_) => {
            verify(
                folder.path(),
                problem,
                "no tour",
                names,
                &Default::default(),
            )
            .unwrap();
            false
        }
        Verdict::Unknown(_) => panic!("there is no deadline"),
    }
}

#[test]
fn clues_in_either_direction_have_the_tours_of_a_plain_search() {
    let six: Board = "6x6".parse().unwrap();
    let mut words = words(17);
    let (mut with, mut without, mut backwards) = (0, 0, 0);
    for (board, rounds) in [(cross(), 100), (six, 12)] {
        let all = numberings(&board);
        let place = Place::from(board.clone());
        let turn = board.symmetry(Turn::Rot90).unwrap();
        for round in 0..rounds {
            let clues = clues(&mut words, &all);
            let base = place.problem(Kind::Closed, None, None).unwrap();
            let base = base.with_symmetry(turn.clone()).unwrap();
            let Ok(problem) = base.with_given(Given::new(clues.clone())) else {
                continue;
            };
            let is_tour = |steps: &&Vec<u32>| clues.iter().all(|&clue| fits(steps, clue));
            let expected: BTreeSet<Vec<u32>> = all.iter().filter(is_tour).cloned().collect();
            for steps in &all {
                let is_accepted = Tour::verify(&problem, steps.clone()).is_ok();
                assert_eq!(is_accepted, expected.contains(steps), "{clues:?} {steps:?}");
            }
            let is_numbered = problem.is_numbered();
            let distinct = |tours: BTreeSet<Vec<u32>>| {
                if is_numbered {
                    tours
                } else {
                    tours.iter().map(|steps| cycle(steps)).collect()
                }
            };
            let expected = distinct(expected);
            let found = Search::new(&problem, Directions::One).collect_vec();
            assert_eq!(found.len(), expected.len(), "{clues:?}");
            assert_eq!(distinct(found.into_iter().collect()), expected, "{clues:?}");
            let takes = |name: &Name| name.backend().supports(problem.demands());
            let names = Name::ALL.into_iter().filter(takes);
            // The textbook formula has no short cuts either.
            let is_small = all.len() < 100;
            let is_tried = |name: &Name| match name {
                Name::Position => true,
                Name::Textbook => is_small,
                _ => is_small || round % 4 == 0,
            };
            for name in names.filter(is_tried) {
                let formula = Formula::new(&problem, name.style()).unwrap();
                if !formula.is_exact() {
                    continue;
                }
                let models = Tours::by_models(&problem, &formula, &Stop::default());
                let models = models
                    .map(|tour| tour.unwrap().steps().to_vec())
                    .collect_vec();
                assert_eq!(models.len(), expected.len(), "{name} {clues:?}");
                assert_eq!(distinct(models.into_iter().collect()), expected, "{name}");
            }
            assert_eq!(has_tour(&problem), !expected.is_empty(), "{clues:?}");
            if Backend::Engine.supports(problem.demands()) {
                let verdict = lazy::solve(&problem, lazy::Options::default()).unwrap();
                assert_eq!(verdict.tour().is_some(), !expected.is_empty(), "{clues:?}");
            }
            with += usize::from(!expected.is_empty());
            without += usize::from(expected.is_empty());
            let is_back = |steps: &Vec<u32>| steps[steps.len() / 4] != turn.image(steps[0]);
            backwards += usize::from(is_numbered && expected.iter().any(is_back));
        }
    }
    assert!(
        with > 40 && without > 5 && backwards > 20,
        "{with} {without} {backwards}"
    );
}

#[test]
fn both_ends_fix_the_direction_of_a_quarter_turn() {
    let board: Board = "6x6".parse().unwrap();
    let all = numberings(&board);
    let graph = board.graph();
    let turn = board.symmetry(Turn::Rot90).unwrap();
    let (mut total, mut solved) = (0, 0);
    for [start, end] in graph.edges().flat_map(|[a, b]| [[a, b], [b, a]]).step_by(9) {
        let problem = Problem::new(graph.clone(), Kind::Closed, Some(start), Some(end)).unwrap();
        let problem = problem.with_symmetry(turn.clone()).unwrap();
        let is_tour = |steps: &&Vec<u32>| steps[0] == start && steps[steps.len() - 1] == end;
        let expected: BTreeSet<&Vec<u32>> = all.iter().filter(is_tour).collect();
        let found = Search::new(&problem, Directions::One).collect_vec();
        assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected);
        assert_eq!(found.len(), expected.len());
        if Backend::Engine.supports(problem.demands()) {
            let verdict = lazy::solve(&problem, lazy::Options::default()).unwrap();
            assert_eq!(verdict.tour().is_some(), !expected.is_empty());
            solved += 1;
        }
        total += expected.len();
    }
    assert!(total > 20 && solved > 0, "{total} {solved}");
}

#[test]
fn the_reverse_of_a_symmetric_tour_is_symmetric() {
    for turn in [Turn::Rot180, Turn::Rot90] {
        let board: Board = "6x6".parse().unwrap();
        let problem = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
        let problem = problem
            .with_symmetry(board.symmetry(turn).unwrap())
            .unwrap();
        let verdict = lazy::solve(&problem, lazy::Options::default()).unwrap();
        let mut steps = verdict.tour().unwrap().steps().to_vec();
        assert!(Tour::verify(&problem, steps.clone()).is_ok());
        steps.reverse();
        assert!(Tour::verify(&problem, steps.clone()).is_ok());
        steps.swap(3, 5);
        assert!(Tour::verify(&problem, steps).is_err());
    }
}
