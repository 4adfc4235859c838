//! Sizes of formulas: counted in a pass, of the written clauses, and known by hand.

use crate::common::collect;
use crate::common::depth::depth;
use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat::cnf::sink::Size;
use knightsat::encoding::{Formula, FormulaError, Name, Style};
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::outline::Square;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::position::{self, Directions};

/// Every combination of options, the at-most-one encodings in turn.
fn styles() -> Vec<Style> {
    let mut styles = Vec::new();
    for bits in 0..64_usize {
        let on = |bit: u32| bits >> bit & 1 == 1;
        let position = position::Options {
            prune: on(0),
            amo: Amos {
                steps: Amo::ALL[bits % 7],
                squares: Amo::ALL[bits / 7 % 7],
            },
            predecessors: on(1),
            square_at_least_one: on(2),
            arcs: on(4),
            directions: if on(5) {
                Directions::One
            } else {
                Directions::Both
            },
            negate: bits % 3 == 0,
        };
        styles.push(Style {
            three_cnf: on(3),
            ..Style::position(position)
        });
    }
    styles
}

fn assert_size_is_the_count(problem: &Problem, what: &str) {
    for style in styles() {
        let formula = Formula::new(problem, style).unwrap();
        assert_eq!(
            formula.total(),
            collect(&formula).size(),
            "{what} {style:?}"
        );
    }
}

#[test]
fn the_counted_size_is_that_of_the_clauses_on_every_small_board() {
    for kind in [Kind::Open, Kind::Closed] {
        for ranks in 1..=6 {
            for files in 1..=6 {
                let board = Board::new(ranks, files).unwrap();
                let problem = Problem::new(board.graph(), kind, None, None).unwrap();
                assert_size_is_the_count(&problem, &format!("{board} {kind}"));
            }
        }
    }
}

#[test]
fn the_counted_size_is_that_of_the_clauses_with_every_pair_of_ends() {
    let holes: Vec<Square> = vec!["b2".parse().unwrap(), "d1".parse().unwrap()];
    let boards = [
        Board::new(4, 5).unwrap(),
        Board::new(5, 5).unwrap(),
        Board::new(5, 4).unwrap().with_holes(&holes).unwrap(),
        // The (0,1)-leaper may have squares of odd distance; (1,1) never leaves its colour; and
        // (0,2) with (2,2) holes is not even connected.
        Board::new(3, 4).unwrap().with_leaper(0, 1).unwrap(),
        Board::new(4, 4).unwrap().with_leaper(1, 1).unwrap(),
    ];
    for board in boards {
        for kind in [Kind::Open, Kind::Closed] {
            let ends = || (0..board.squares()).map(Some).chain([None]);
            let pairs = itertools::iproduct!(ends(), ends());
            for (start, end) in pairs.step_by(depth(1, 7)) {
                let Ok(problem) = Problem::new(board.graph(), kind, start, end) else {
                    continue;
                };
                assert_size_is_the_count(&problem, &format!("{board} {kind} {start:?} {end:?}"));
            }
        }
    }
}

#[test]
fn the_counted_size_is_that_of_the_clauses_with_every_symmetry() {
    for (board, turn) in [
        ("6x6", Turn::Rot90),
        ("6x6", Turn::Rot180),
        ("5x6", Turn::Rot180),
        ("2x3", Turn::Rot180),
        ("2x2", Turn::Rot90),
    ] {
        for leaper in [(1, 2), (0, 1), (1, 1)] {
            let board = board
                .parse::<Board>()
                .unwrap()
                .with_leaper(leaper.0, leaper.1)
                .unwrap();
            let symmetry = board.symmetry(turn).unwrap();
            let ends = [None, Some(0), Some(1), Some(3)];
            for (start, end) in itertools::iproduct!(ends, ends) {
                let Ok(problem) = Problem::new(board.graph(), Kind::Closed, start, end) else {
                    continue;
                };
                let problem = problem.with_symmetry(symmetry.clone()).unwrap();
                assert_size_is_the_count(
                    &problem,
                    &format!("{board} {leaper:?} {turn} {start:?} {end:?}"),
                );
                // A given step fixes the direction.
                let (step, vertex) = (2, board.graph().len() - 1);
                let given = Given::new([Clue::At { step, vertex }]);
                let given = problem.with_given(given).unwrap();
                assert_size_is_the_count(&given, &format!("{board} {leaper:?} {turn} at 2"));
            }
        }
    }
}

#[test]
fn a_graph_with_odd_cycles_is_pruned_by_distance_only() {
    let ring = |n: u32| {
        knightsat::tour::graph::Graph::from_lists(n, &Default::default(), |v, out| {
            out.extend([(v + 1) % n, (v + n - 1) % n])
        })
        .unwrap()
    };
    for kind in [Kind::Open, Kind::Closed] {
        for start in [None, Some(0), Some(3)] {
            let problem = Problem::new(ring(7), kind, start, None).unwrap();
            assert_size_is_the_count(&problem, "ring");
        }
    }
}

#[test]
fn formulas_that_cannot_be_numbered_are_refused_at_once() {
    let board = Board::new(300, 300).unwrap();
    for kind in [Kind::Open, Kind::Closed] {
        let problem = Problem::new(board.graph(), kind, None, None).unwrap();
        for name in [Name::Order, Name::Distance, Name::Position] {
            match Formula::new(&problem, name.style()) {
                Err(FormulaError::TooManyVariables(found)) => assert!(found > 1 << 31),
                other => panic!("{name} {kind}: {:?}", other.map(|formula| formula.size())),
            }
        }
    }
}

/// The formulas on top of `position/mod.rs` for the textbook formula before splitting.
#[test]
fn the_textbook_formula_has_the_size_that_is_known_by_hand() {
    for (side, kind) in [
        (4, Kind::Open),
        (6, Kind::Closed),
        (8, Kind::Open),
        (8, Kind::Closed),
    ] {
        let board = Board::new(side, side).unwrap();
        let problem = Problem::new(board.graph(), kind, None, None).unwrap();
        let unsplit = Style {
            three_cnf: false,
            ..Style::TEXTBOOK
        };
        let n = u64::from(side * side);
        // Directed knight moves on an n x n board: 8(n-1)(n-2).
        let degrees = u64::from(8 * (side - 1) * (side - 2));
        let rounds = if kind == Kind::Closed { n } else { n - 1 };
        let pairs = n * (n - 1) / 2;
        let expected = Size {
            variables: n * n,
            clauses: 2 * n * pairs + rounds * n + n,
            literals: 4 * n * pairs + rounds * (n + degrees) + n * n,
        };
        assert_eq!(Formula::new(&problem, unsplit).unwrap().total(), expected);

        // Every knight's square on these boards has 2 to 8 moves, so a move clause has 3 to 9
        // literals: L of them split into L-2 clauses with L-3 fresh variables.
        let fresh = rounds * (degrees + n - 3 * n) + n * (n - 3);
        let split = Formula::new(&problem, Style::TEXTBOOK).unwrap().total();
        assert_eq!(split.variables, expected.variables + fresh);
        assert_eq!(split.clauses, expected.clauses + fresh);
    }
}
