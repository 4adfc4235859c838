//! Verdicts and counts of the formulas and of the engine, compared with independent results.

use crate::common::depth::depth;
use crate::common::{count_tours, has_tour, is_satisfiable, problem};

use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::Style;
use knightsat::tour::board::Board;
use knightsat::tour::outline::Square;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::position;
use knightsat_tour::known::{records, rectangle_has_tour};

const KINDS: [Kind; 2] = [Kind::Open, Kind::Closed];

fn rectangles(most: u32) -> impl Iterator<Item = Board> {
    let sides =
        (1..=most).flat_map(move |ranks| (1..=most / ranks).map(move |files| (ranks, files)));
    sides.map(|(ranks, files)| Board::new(ranks, files).unwrap())
}

#[test]
fn rectangles_up_to_36_squares_are_as_the_theorems_say() {
    for board in rectangles(36) {
        for kind in KINDS {
            let expected = rectangle_has_tour(kind, board.ranks(), board.files());
            let problem = problem(&board, kind, None, None);
            let found = is_satisfiable(&problem, Style::DEFAULT);
            assert_eq!(found, expected, "{kind} {board}");
            for seed in 0..3 {
                assert_eq!(has_tour(&problem, seed), expected, "{kind} {board} {seed}");
            }
        }
    }
    // Of two squares there is no closed tour.
    for board in rectangles(12).map(|board| board.with_leaper(0, 1).unwrap()) {
        for kind in KINDS {
            let sides = [board.ranks(), board.files()];
            let is_even = board.squares() % 2 == 0 && !sides.contains(&1);
            let expected = kind == Kind::Open || is_even;
            let problem = problem(&board, kind, None, None);
            assert_eq!(has_tour(&problem, 0), expected, "wazir: {kind} {board}");
            for style in [Style::TEXTBOOK, Style::DEFAULT] {
                // Colours that do not fit are hard without pruning.
                if expected || board.squares() < 7 || style == Style::DEFAULT {
                    let found = is_satisfiable(&problem, style);
                    assert_eq!(found, expected, "wazir: {kind} {board}");
                }
            }
        }
    }
}

#[test]
fn the_engine_finds_a_tour_where_a_record_counts_some() {
    for record in records() {
        let start = record.start.map(|square| square.to_string());
        let board = record.board().unwrap();
        let problem = problem(&board, record.kind, start.as_deref(), None);
        let expected = record.count > 0_u8.into();
        assert_eq!(has_tour(&problem, 0), expected, "{record:?}");
    }
}

/// Without pruning, boards whose colours do not fit are exponentially hard, as resolution cannot
/// count: so these stop at sizes that are decided in seconds.
#[test]
fn the_textbook_formula_decides_small_rectangles() {
    for board in rectangles(depth(12, 9) as u32) {
        for kind in KINDS {
            if board.ranks() * board.files() > 9 && board.ranks().min(board.files()) < 3 {
                continue;
            }
            let expected = rectangle_has_tour(kind, board.ranks(), board.files());
            let found = is_satisfiable(&problem(&board, kind, None, None), Style::TEXTBOOK);
            assert_eq!(found, expected, "{kind} {board}");
        }
    }
    let sides = [(5, Kind::Open), (6, Kind::Closed), (6, Kind::Open)];
    for (side, kind) in sides.into_iter().take(depth(3, 1)) {
        let board = Board::new(side, side).unwrap();
        assert!(
            is_satisfiable(&problem(&board, kind, None, None), Style::TEXTBOOK),
            "{kind} {board}"
        );
    }
}

/// Small boards with up to three holes: no short reason may say more than the search does.
#[test]
fn cheap_reasons_agree_with_the_unpruned_formula() {
    let mut reasons = std::collections::BTreeMap::new();
    for (ranks, files) in [(1, 1), (1, 3), (2, 3), (3, 3), (2, 5), (3, 4)] {
        let cells: Vec<Square> = (1..=ranks)
            .flat_map(|rank| (1..=files).map(move |file| Square { rank, file }))
            .collect();
        let hole_sets = (0..1_u32 << cells.len()).filter(|set| set.count_ones() <= 3);
        for holes in hole_sets {
            let holes: Vec<Square> = (0..cells.len())
                .filter(|&at| holes >> at & 1 == 1)
                .map(|at| cells[at])
                .collect();
            for leaper in [(0, 1), (1, 2)] {
                let board = Board::new(ranks, files)
                    .unwrap()
                    .with_leaper(leaper.0, leaper.1)
                    .unwrap();
                let Ok(board) = board.with_holes(&holes) else {
                    continue;
                };
                for (kind, start) in [
                    (Kind::Open, None),
                    (Kind::Open, Some(0)),
                    (Kind::Closed, None),
                ] {
                    let problem = Problem::new(board.graph(), kind, start, None).unwrap();
                    let Some(reason) = problem.obstruction(&Default::default()) else {
                        continue;
                    };
                    let name = format!("{reason:?}");
                    let name = name.split([' ', '(']).next().unwrap().to_string();
                    let seen = reasons.entry(name).or_insert(0);
                    *seen += 1;
                    if *seen <= 40 {
                        assert!(
                            !is_satisfiable(&problem, Style::TEXTBOOK),
                            "{board:?} {kind} {reason:?}"
                        );
                    }
                }
            }
        }
    }
    let names: Vec<&str> = reasons.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "Colours",
            "Degree",
            "Disconnected",
            "EndColours",
            "Pieces",
            "ThreeEnds",
            "TooSmall",
            "TwoFactor"
        ],
        "{reasons:?}"
    );
}

/// Every combination of options, the at-most-one encodings in turn, on every record small enough to
/// be enumerated. A closed formula with a fixed start has two models for each tour, one a
/// direction; without one, one for each start as well.
#[test]
fn every_style_has_exactly_the_known_number_of_tours() {
    for (nth, record) in records().iter().enumerate() {
        let board = record.board().unwrap();
        if record.saturated() > 60 || board.squares() > 25 {
            continue;
        }
        let start = record.start.map(|square| square.to_string());
        let problem = problem(&board, record.kind, start.as_deref(), None);
        for bits in 0..64_usize {
            let on = |bit: u32| bits >> bit & 1 == 1;
            // Counting to the end is a refutation, and those of unpruned formulas are hard; on the
            // larger boards the styles take turns.
            let prune = on(0);
            let too_hard = !prune && board.squares() > 9;
            let not_its_turn = board.squares() > 12 && bits % 8 != nth % 8;
            if too_hard || not_its_turn {
                continue;
            }
            let position = position::Options {
                prune,
                amo: Amos {
                    steps: Amo::ALL[(bits + nth) % 7],
                    squares: Amo::ALL[(bits / 7 + nth) % 7],
                },
                predecessors: on(1),
                square_at_least_one: on(2),
                arcs: on(3),
                directions: if on(4) {
                    position::Directions::One
                } else {
                    position::Directions::Both
                },
                negate: bits % 3 == 0,
            };
            let halved = prune && on(4) && start.is_none() && board.squares() > 1;
            let halved = halved || prune && on(4) && record.kind == Kind::Closed;
            let models = match (record.kind, prune) {
                (Kind::Open, _) => record.saturated(),
                (Kind::Closed, true) => 2 * record.saturated(),
                (Kind::Closed, false) => 2 * record.saturated() * u64::from(board.squares()),
            };
            let models = if halved { models / 2 } else { models };
            let style = Style {
                three_cnf: on(5),
                ..Style::position(position)
            };
            assert_eq!(count_tours(&problem, style), models, "{record:?} {style:?}");
        }
    }
}

/// All closed tours by a plain search, against the symmetric formulas.
#[test]
fn symmetric_tours_are_those_among_all_tours() {
    // On 5x6 and 3x10 the half turn reverses every tour that it maps to itself.
    for (name, turn, known) in [
        ("6x6", Turn::Rot90, 10),
        ("6x6", Turn::Rot180, 156),
        ("5x6", Turn::Rot180, 0),
        ("3x10", Turn::Rot180, 0),
    ] {
        let board: Board = name.parse().unwrap();
        let plain = problem(&board, Kind::Closed, None, None);
        let turned = plain.clone().with_symmetry(board.symmetry(turn).unwrap());
        let symmetric = turned.unwrap();
        let is_symmetric = |steps: &Vec<u32>| Tour::verify(&symmetric, steps.clone()).is_ok();
        let tours = Search::new(&plain, Directions::Both)
            .filter(is_symmetric)
            .count();
        // Of a tour with a quarter turn and its reverse, the formula has one.
        let expected = if turn == Turn::Rot90 {
            tours / 2
        } else {
            tours
        };
        assert_eq!(expected, known, "{name} {turn}");
        for bits in 0..4 {
            let style = Style::position(position::Options {
                arcs: bits % 2 == 1,
                predecessors: bits / 2 == 1,
                ..position::Options::DEFAULT
            });
            let found = count_tours(&symmetric, style);
            assert_eq!(found, expected as u64, "{name} {turn} {style:?}");
        }
    }
}

#[test]
fn turns_that_no_tour_survives_are_refused_with_the_reason() {
    for (name, turn, reason) in [
        (
            "8x8",
            Turn::Rot90,
            "every move changes colour; the turn takes 0 to 56, and 16 moves between them do not fit their colours",
        ),
        (
            "5x8",
            Turn::Rot180,
            "every move changes colour; the turn takes 0 to 39, and 20 moves between them do not fit their colours",
        ),
    ] {
        let board: Board = name.parse().unwrap();
        let problem = problem(&board, Kind::Closed, None, None);
        let problem = problem
            .with_symmetry(board.symmetry(turn).unwrap())
            .unwrap();
        let obstruction = problem.obstruction(&Default::default()).unwrap();
        assert_eq!(obstruction.explain(|v| v.to_string()), reason);
        assert!(!is_satisfiable(&problem, Style::DEFAULT));
    }
    let refused = |name: &str, turn| {
        name.parse::<Board>()
            .unwrap()
            .symmetry(turn)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused("6x8", Turn::Rot90),
        "rot90: a quarter turn of a 6x8 board is another board"
    );
    assert_eq!(
        refused("5x5", Turn::Rot180),
        "rot180: it leaves c3 where it is, a tour does not"
    );
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
