//! Counts by depth-first search and by the models of formulas, compared with published numbers.

use crate::common::graphs::{graph, problems, words};
use crate::common::problem;

use itertools::Itertools;
use knightsat::check;
use knightsat::cnf::Var;
use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat::count::search::{Directions, Search};
use knightsat::solver::varisat::Varisat;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::place::Place;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::{Formula, Style, position};
use knightsat_search::enumerate::{ModelTours, Models, Projection};
use knightsat_tour::known::records;
use std::collections::HashMap;

/// All permutations that verify, those of closed tours turned as the search gives them.
fn by_permutations(problem: &Problem) -> Vec<Vec<u32>> {
    let len = problem.graph().len();
    let is_free = problem.start().is_none() && problem.end().is_none();
    let is_wanted = |steps: &Vec<u32>| {
        let is_closed = problem.kind() == Kind::Closed;
        !(is_closed && is_free && steps[0] != 0) && Tour::verify(problem, steps.clone()).is_ok()
    };
    (0..len)
        .permutations(len as usize)
        .filter(is_wanted)
        .collect()
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
            let is_halved = problem.kind() == Kind::Closed
                && (problem.start().is_none() || problem.end().is_none());
            assert_eq!(halves, found.len() / if is_halved { 2 } else { 1 });
        }
    }
}

#[test]
fn the_search_agrees_with_what_is_known() {
    let small = records().into_iter().filter(|record| {
        let board = record.board().unwrap();
        board.squares() <= 20 && board.ranks().min(board.files()) <= 4
            || board.squares() <= 25 && record.start.is_some()
    });
    let mut compared = 0;
    for record in small {
        let board = record.board().unwrap();
        let start = record.start.map(|square| square.to_string());
        let problem = problem(&board, record.kind, start.as_deref(), None);
        let count = Search::new(&problem, Directions::One).count();
        assert_eq!(record.count, count.into(), "{record:?}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

/// Reversed tours by the images of moves, and by the search.
#[test]
fn the_search_finds_the_reversed_tours_among_all() {
    let (knight, wazir) = ((1, 2), (0, 1));
    let mut totals = Vec::new();
    for (board, (a, b), turn) in [
        ("3x10", knight, Turn::Rot180),
        ("5x6", knight, Turn::Rot180),
        ("6x6", knight, Turn::Rot180),
        ("3x10", knight, Turn::FlipFiles),
        ("5x6", knight, Turn::FlipFiles),
        ("4x4", wazir, Turn::Rot180),
        ("4x4", wazir, Turn::FlipFiles),
        ("4x4", wazir, Turn::FlipRanks),
        ("4x5", wazir, Turn::FlipRanks),
        // Two squares of the middle file stay where they are.
        ("2x5", wazir, Turn::FlipFiles),
        ("...#.../......./......./...#...", knight, Turn::FlipFiles),
    ] {
        let board: Board = check::place(board).board().unwrap().clone();
        let board = board.with_leaper(a, b).unwrap();
        let map = board.reversal(turn).unwrap();
        let all = Place::from(board.clone());
        let all = all.problem(Kind::Closed, None, None).unwrap();
        let problem = all.clone().with_reversal(map.clone()).unwrap();
        // The set of its moves is its own image, and it does not turn along itself.
        let is_reversed = |steps: &Vec<u32>| {
            let len = steps.len();
            let places: HashMap<u32, usize> = steps.iter().copied().zip(0..).collect();
            let place = |step: usize| places[&map.image(steps[step % len])];
            let is_back = |step: usize| (place(step + 1) + 1) % len == place(step);
            (0..len).all(is_back)
        };
        let expected = Search::new(&all, Directions::One).filter(is_reversed);
        let expected: Vec<Vec<u32>> = expected.sorted().collect();
        let found = Search::new(&problem, Directions::One).sorted();
        assert_eq!(found.collect::<Vec<_>>(), expected, "{board} {turn}");
        totals.push(expected.len());
    }
    assert_eq!(totals, [4, 0, 0, 0, 0, 0, 4, 4, 6, 1, 5]);
}

#[test]
fn the_search_finds_the_symmetric_tours_among_all() {
    // The 9862 tours of 6x6 have three kinds of orbits. 1223 have no symmetry, in eight positions;
    // 17 have a half turn, in four; 5 have a quarter turn, in two.
    let mut totals = Vec::new();
    for (board, turn) in [
        ("3x10", Turn::Rot180),
        ("5x6", Turn::Rot180),
        ("6x6", Turn::Rot180),
        ("6x6", Turn::Rot90),
        ("3x10", Turn::FlipFiles),
        ("5x6", Turn::FlipFiles),
        ("6x5", Turn::FlipRanks),
        ("6x6", Turn::FlipFiles),
    ] {
        let board: Board = board.parse().unwrap();
        let symmetry = board.symmetry(turn).unwrap();
        let all = problem(&board, Kind::Closed, None, None);
        let symmetric = all.clone().with_symmetry(symmetry).unwrap();
        let keeps = |steps: &Vec<u32>| Tour::verify(&symmetric, steps.clone()).is_ok();
        let one_way = |mut steps: Vec<u32>| {
            if steps[1] > steps[steps.len() - 1] {
                steps[1..].reverse();
            }
            steps
        };
        let expected: Vec<Vec<u32>> = Search::new(&all, Directions::One)
            .filter(keeps)
            .sorted()
            .collect();
        // Of a tour with a quarter turn and its reverse, the search finds the one that turns
        // with it.
        let found = Search::new(&symmetric, Directions::One).map(one_way);
        let found: Vec<Vec<u32>> = found.sorted().collect();
        assert_eq!(found, expected, "{board}");
        totals.push(found.len());
    }
    // A tour of 5x6 or 3x10 may have a reflection that keeps its direction, one of 6x6 cannot.
    assert_eq!(totals, [0, 0, 78, 10, 4, 4, 4, 0]);
}

#[test]
fn so_many_models_stand_for_a_tour() {
    let board: Board = "3x4".parse().unwrap();
    let ring: Board = "3x3".parse().unwrap();
    let ring = ring.with_holes(&["b2".parse().unwrap()]).unwrap();
    for (board, kind, start, end) in [
        (&board, Kind::Open, None, None),
        (&board, Kind::Open, Some("a1"), None),
        (&ring, Kind::Closed, None, None),
        (&ring, Kind::Closed, Some("a1"), None),
        (&ring, Kind::Closed, None, Some("a1")),
        (&ring, Kind::Closed, Some("a1"), Some("b3")),
    ] {
        let problem = problem(board, kind, start, end);
        let tours = Search::new(&problem, Directions::One).count();
        assert!(tours > 0);
        let one_way = Style::position(position::Options {
            directions: position::Directions::One,
            ..position::Options::DEFAULT
        });
        for style in [Style::TEXTBOOK, Style::DEFAULT, one_way] {
            let formula = Formula::new(&problem, style).unwrap();
            let [models, of] = formula.models_of_tours();
            let found = ModelTours::new(&formula, &Stop::default()).count();
            assert_eq!(found * of as usize, tours * models as usize, "{style:?}");
        }
    }
}

/// The models over all variables, and those that differ on the tour's literals.
fn models(formula: &Formula) -> [usize; 2] {
    let count = |projection| {
        let mut solver = Varisat::new(None);
        formula.encode(&mut solver);
        let mut models = Models::new(solver, projection);
        let mut count = 0;
        while models.next_model().unwrap().is_some() {
            count += 1;
        }
        count
    };
    let all = (1..=formula.header().variables).filter_map(Var::new);
    let all = Projection::Values(all.map(Var::pos).collect());
    [count(all), count(Projection::Trues(formula.projection()))]
}

#[test]
fn fresh_variables_are_determined_where_it_is_said() {
    let board: Board = "3x4".parse().unwrap();
    let open = problem(&board, Kind::Open, None, None);
    let ring: Board = "3x3".parse().unwrap();
    let ring = ring.with_holes(&["b2".parse().unwrap()]).unwrap();
    let ring = problem(&ring, Kind::Closed, None, None);
    for (problem, base) in [
        (&open, position::Options::TEXTBOOK),
        (&open, position::Options::DEFAULT),
        (&ring, position::Options::TEXTBOOK),
        (&ring, position::Options::DEFAULT),
    ] {
        for amo in Amo::ALL {
            let style = Style::position(position::Options {
                amo: Amos::both(amo),
                ..base
            });
            let formula = Formula::new(problem, style).unwrap();
            let [all, projected] = models(&formula);
            assert!(formula.is_parsimonious() && all > 0);
            assert_eq!(all, projected, "{style:?}");
        }
    }
    let formula = Formula::new(&open, Style::TEXTBOOK).unwrap();
    assert!(!formula.is_parsimonious());
    let mut solver = Varisat::new(None);
    formula.encode(&mut solver);
    let all = (1..=formula.header().variables).filter_map(Var::new);
    let mut models = Models::new(solver, Projection::Values(all.map(Var::pos).collect()));
    for _ in 0..17 {
        assert!(models.next_model().unwrap().is_some(), "more than 16 tours");
    }
}
