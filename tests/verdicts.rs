//! Verdicts and counts of the formulas against what is known independently.

mod common;

use common::{count_tours, is_satisfiable, problem};
use knightsat::board::Board;
use knightsat::encoding::{Style, position};
use knightsat::known::{records, rectangle_has_tour};
use knightsat::problem::Kind;

const KINDS: [Kind; 2] = [Kind::Open, Kind::Closed];

fn rectangles(most: u32) -> impl Iterator<Item = Board> {
    let sides =
        (1..=most).flat_map(move |ranks| (1..=most / ranks).map(move |files| (ranks, files)));
    sides.map(|(ranks, files)| Board::new(ranks, files).unwrap())
}

#[test]
fn the_default_formula_decides_every_rectangle_up_to_36_squares() {
    for board in rectangles(36) {
        for kind in KINDS {
            let expected = rectangle_has_tour(kind, board.ranks(), board.files());
            let found = is_satisfiable(&problem(&board, kind, None, None), Style::DEFAULT);
            assert_eq!(found, expected, "{kind} {board}");
        }
    }
}

/// Without pruning, boards whose colours do not fit are exponentially hard, as resolution cannot
/// count: so these stop at sizes that are decided in seconds.
#[test]
fn the_textbook_formula_decides_small_rectangles() {
    for board in rectangles(12) {
        for kind in KINDS {
            if board.ranks() * board.files() > 9 && board.ranks().min(board.files()) < 3 {
                continue;
            }
            let expected = rectangle_has_tour(kind, board.ranks(), board.files());
            let found = is_satisfiable(&problem(&board, kind, None, None), Style::TEXTBOOK);
            assert_eq!(found, expected, "{kind} {board}");
        }
    }
    for (side, kind) in [(5, Kind::Open), (6, Kind::Open), (6, Kind::Closed)] {
        let board = Board::new(side, side).unwrap();
        assert!(
            is_satisfiable(&problem(&board, kind, None, None), Style::TEXTBOOK),
            "{kind} {board}"
        );
    }
}

#[test]
fn two_squares_have_no_closed_tour_in_any_formula() {
    let wazir = |ranks, files| Board::new(ranks, files).unwrap().with_leaper(0, 1).unwrap();
    for style in [Style::TEXTBOOK, Style::DEFAULT] {
        assert!(!is_satisfiable(
            &problem(&wazir(1, 1), Kind::Closed, None, None),
            style
        ));
        assert!(!is_satisfiable(
            &problem(&wazir(1, 2), Kind::Closed, None, None),
            style
        ));
        assert!(is_satisfiable(
            &problem(&wazir(1, 2), Kind::Open, None, None),
            style
        ));
        assert!(is_satisfiable(
            &problem(&wazir(2, 2), Kind::Closed, None, None),
            style
        ));
    }
}

/// Every style, on every record small enough to be enumerated. A closed formula with a fixed start
/// has two models for each tour, one a direction; without one, one for each start as well.
#[test]
fn every_style_has_exactly_the_known_number_of_tours() {
    for record in records().iter().filter(|record| record.count <= 60) {
        let board = record.board().unwrap();
        let start = record.start().unwrap().map(|square| square.to_string());
        let problem = problem(&board, record.kind, start.as_deref(), None);
        for bits in 0..16_u32 {
            let on = |bit: u32| bits >> bit & 1 == 1;
            let (prune, three_cnf) = (on(0), on(3));
            // Counting to the end is a refutation, and those of unpruned formulas are hard.
            let squares_in_reach = if prune { 25 } else { 9 };
            let is_default = bits == 7;
            if !is_default && board.squares() > squares_in_reach {
                continue;
            }
            let position = position::Options {
                prune,
                predecessors: on(1),
                square_at_least_one: on(2),
            };
            let models = match (record.kind, prune) {
                (Kind::Open, _) => record.count,
                (Kind::Closed, true) => 2 * record.count,
                (Kind::Closed, false) => 2 * record.count * u64::from(board.squares()),
            };
            let style = Style {
                position,
                three_cnf,
            };
            assert_eq!(count_tours(&problem, style), models, "{record:?} {style:?}");
        }
    }
}

/// Ends fixed one by one add up to the total: no tour is lost or doubled by pruning.
#[test]
fn tours_by_end_add_up_to_all_tours() {
    let board = Board::new(3, 4).unwrap();
    let names: Vec<String> = (0..12).map(|v| board.square(v).to_string()).collect();
    let mut total = 0;
    for start in &names {
        for end in names.iter().filter(|&end| end != start) {
            let problem = problem(&board, Kind::Open, Some(start), Some(end));
            total += count_tours(&problem, Style::DEFAULT);
        }
    }
    assert_eq!(total, 16);
}
