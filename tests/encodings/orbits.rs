//! Symmetric tours in every encoding: published counts, and rules about moves and directions.

use crate::common::styles;

use knightsat::encoding::{Formula, Name};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::place::Place;
use knightsat::tour::rule;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_count::search::{Directions, Search};
use std::collections::BTreeSet;

/// The problem of tours of a board with a symmetry.
fn turned(board: &str, turn: Turn) -> (Place, Problem) {
    let place: Place = board.parse().unwrap();
    let board: Board = board.parse().unwrap();
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    let problem = problem.with_symmetry(board.symmetry(turn).unwrap());
    (place, problem.unwrap())
}

/// Compares the tours in each exact style on arcs or edges, and returns the number of styles.
fn in_all_styles(problem: &Problem, expected: &BTreeSet<Vec<u32>>) -> usize {
    let mut styles = styles::all();
    // Other tests enumerate the formulas of steps.
    let of_steps = [Name::Position, Name::Textbook, Name::Binary];
    styles.retain(|style| !of_steps.contains(&style.name()));
    let formulas = styles
        .iter()
        .map(|&style| Formula::new(problem, style).unwrap());
    let mut exact = 0;
    for formula in formulas.filter(Formula::is_exact) {
        let found = Tours::by_models(problem, &formula, &Stop::default());
        let found: Vec<Vec<u32>> = found.map(|tour| tour.unwrap().steps().to_vec()).collect();
        assert_eq!(found.len(), expected.len(), "{:?}", formula.style());
        for steps in found {
            assert!(
                Tour::verify(problem, steps).is_ok(),
                "{:?}",
                formula.style()
            );
        }
        exact += 1;
    }
    exact
}

fn tours(problem: &Problem) -> BTreeSet<Vec<u32>> {
    Search::new(problem, Directions::One).collect()
}

#[test]
fn every_encoding_has_as_many_symmetric_tours_as_are_known() {
    for (board, turn, count) in [
        ("6x6", Turn::Rot180, 78),
        ("6x6", Turn::Rot90, 10),
        ("3x10", Turn::Rot180, 0),
    ] {
        let (_, problem) = turned(board, turn);
        let expected = tours(&problem);
        assert_eq!(expected.len(), count, "{board}");
        let styles = in_all_styles(&problem, &expected);
        assert!(styles >= 15, "{styles}");
    }
}

/// Rules name moves of the board, which are choices between moves of the quotient graph.
#[test]
fn rules_about_moves_hold_of_symmetric_tours() {
    let mut fewer = 0;
    for (turn, start, text) in [
        (Turn::Rot180, None, "not a1-b3\na2-c1 or d1-f2\nturns <= 32"),
        (Turn::Rot90, None, "c3-e4 or c3-d5 or c3-b5"),
        (Turn::Rot180, Some(0), "a1->c2\nnot d4->f5"),
    ] {
        let (place, plain) = turned("6x6", turn);
        let at = start.map(|vertex| Clue::At { step: 1, vertex });
        let plain = plain.with_given(Given::new(at)).unwrap();
        let rules = rule::read(text, &place).unwrap();
        let rules = rules
            .iter()
            .map(|rule| rule.try_map(|name| place.vertex(name)).unwrap());
        let problem = plain.clone().with_rules(rules.collect()).unwrap();
        let expected = tours(&problem);
        fewer += usize::from(expected.len() < tours(&plain).len());
        let styles = in_all_styles(&problem, &expected);
        assert!(styles >= 15, "{styles}");
    }
    assert_eq!(fewer, 3);
}

/// Without a symmetric tour, a formula may have no moves, and rules about them are false.
#[test]
fn rules_are_no_obstacle_where_no_symmetric_tour_exists() {
    let (place, plain) = turned("4x4", Turn::Rot180);
    let rules = rule::read("a1-b3\n", &place).unwrap();
    let rules = rules
        .iter()
        .map(|rule| rule.try_map(|name| place.vertex(name)).unwrap());
    let problem = plain.with_rules(rules.collect()).unwrap();
    let styles = in_all_styles(&problem, &BTreeSet::new());
    assert!(styles >= 15, "{styles}");
}
