//! Verdicts of the formulas, of the engine and of cheap reasons, compared with theorems and with
//! the search; and numbers of models of every combination of options.

use crate::common::prelude::*;
use crate::common::styles::with;
use crate::common::{has_tour, is_satisfiable, saturated};
use knightsat::cnf::gadget::amo::Amo;
use knightsat_search::enumerate::Models;
use knightsat_tour::known::{records, rectangle_has_tour};

/// Returns the problems of any tour on all rectangles of so many squares.
fn rectangles(most: u32, (a, b): (u32, u32)) -> impl Iterator<Item = (Board, Problem)> {
    let of_ranks = move |ranks| (1..=most / ranks).map(move |files| [ranks, files]);
    let sides = (1..=most).flat_map(of_ranks);
    iproduct!(sides, [Kind::Open, Kind::Closed]).map(move |([ranks, files], kind)| {
        let board = Board::new(ranks, files).unwrap().with_leaper(a, b).unwrap();
        let problem = Problem::new(board.graph(), kind, None, None).unwrap();
        (board, problem)
    })
}

/// Without pruning, boards whose colours do not fit are exponentially hard, as resolution cannot
/// count: so the textbook formula stops at sizes that are decided in seconds.
#[test]
fn rectangles_are_as_the_theorems_say() {
    let textbook = depth(12, 9) as u32;
    let has_textbook_tour = |problem: &Problem| is_satisfiable(problem, Name::Textbook.style());
    for (board, problem) in rectangles(36, (1, 2)) {
        let (ranks, files, kind) = (board.ranks(), board.files(), problem.kind());
        let expected = rectangle_has_tour(kind, ranks, files);
        let what = format!("{kind} {board}");
        assert_eq!(
            is_satisfiable(&problem, Style::default()),
            expected,
            "{what}"
        );
        if board.squares() <= textbook && (board.squares() <= 9 || ranks.min(files) > 2) {
            assert_eq!(has_textbook_tour(&problem), expected, "{what}");
        }
        for seed in 0..3 {
            assert_eq!(has_tour(&problem, seed), expected, "{what} {seed}");
        }
    }
    // Of two squares there is no closed tour.
    for (board, problem) in rectangles(12, (0, 1)) {
        let is_even = board.squares() % 2 == 0 && board.ranks().min(board.files()) > 1;
        let expected = problem.kind() == Kind::Open || is_even;
        let what = format!("wazir: {} {board}", problem.kind());
        assert_eq!(has_tour(&problem, 0), expected, "{what}");
        assert_eq!(
            is_satisfiable(&problem, Style::default()),
            expected,
            "{what}"
        );
        if expected || board.squares() < 7 {
            assert_eq!(has_textbook_tour(&problem), expected, "{what}");
        }
    }
    let sides = [(5, Kind::Open), (6, Kind::Closed), (6, Kind::Open)];
    for (side, kind) in sides.into_iter().take(depth(3, 1)) {
        let graph = Board::new(side, side).unwrap().graph();
        let problem = Problem::new(graph, kind, None, None).unwrap();
        assert!(has_textbook_tour(&problem), "{kind} {side}");
    }
}

/// Every combination of options, the at-most-one encodings in turn, on every record small enough to
/// be enumerated.
#[test]
fn every_combination_of_options_has_the_models_of_the_known_tours() {
    for (nth, record) in records().iter().enumerate() {
        let board = record.board().unwrap();
        if saturated(record) > 60 || board.squares() > 25 {
            continue;
        }
        let start = record.start.map(|square| board.vertex(square).unwrap());
        let problem = Problem::new(board.graph(), record.kind, start, None).unwrap();
        for bits in 0..64_usize {
            let on = |bit: u32| bits >> bit & 1 == 1;
            // Counting to the end is a refutation, and those of unpruned formulas are hard; on the
            // larger boards the styles take turns.
            let too_hard = !on(0) && board.squares() > 9;
            let not_its_turn = board.squares() > 12 && bits % 8 != nth % 8;
            if too_hard || not_its_turn {
                continue;
            }
            let amos = [bits, bits / 7].map(|number| Amo::ALL[(number + nth) % 7]);
            let mut style = with("amo", amos.iter().join(","), Name::Position.style());
            let options = "prune predecessors square-at-least-one arcs three-cnf".split(' ');
            for (bit, option) in (0..).zip(options) {
                style = with(option, on(bit), style);
            }
            let directions = ["both", "one"][usize::from(on(5))];
            let style = with("directions", directions, style);
            let style = with("negate", bits % 3 == 0, style);
            let formula = Formula::new(&problem, style).unwrap();
            let [models, tours] = formula.models_of_tours().map(u64::from);
            let found = Models::of(&formula, &Stop::default()).count() as u64;
            let expected = saturated(record) * models;
            assert_eq!(found * tours, expected, "{record:?} {style:?}");
        }
    }
}
