//! Boards without a magic tour, why, and who knows of magic tours.

use crate::common;

use common::certificates::{prove, verify};
use common::program::{error, run};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, FormulaError, Name};
use knightsat::tour::board::Board;
use knightsat::tour::graph::Coordinates;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Obstruction, Problem, ProblemError};
use knightsat_tour::magic::Unmagic;
use knightsat_tour::table::Backend;
use std::fs;
use tempfile::TempDir;

fn problem(board: &str, leaper: (u32, u32), kind: Kind) -> Problem {
    let board: Board = board.parse().unwrap();
    let board = board.with_leaper(leaper.0, leaper.1).unwrap();
    let problem = Problem::new(board.graph(), kind, None, None).unwrap();
    problem.with_coordinates(board.coordinates())
}

fn reason(problem: &Problem) -> Option<Unmagic> {
    match problem.obstruction(&Default::default()) {
        Some(Obstruction::Magic(reason)) => Some(reason),
        _ => None,
    }
}

/// All tours, looked at one by one.
#[test]
fn boards_that_are_ruled_out_have_no_magic_tour() {
    let rook = (0, 1);
    let fraction = |total, lines| Unmagic::Fraction { total, lines };
    let cases = [
        ("3x4", (1, 2), fraction(78, 4)),
        ("4x5", (1, 2), fraction(210, 4)),
        ("2x3", rook, fraction(21, 2)),
        ("5x5", (1, 2), Unmagic::OddSides),
        ("3x7", (1, 2), Unmagic::OddSides),
        ("1x5", rook, Unmagic::OddSides),
        ("3x5", rook, Unmagic::OddSides),
        ("2x2", rook, Unmagic::TwiceOddSides),
        ("2x6", rook, Unmagic::TwiceOddSides),
        ("6x6", rook, Unmagic::TwiceOddSides),
    ];
    let mut looked_at = 0;
    for (board, leaper, expected) in cases {
        let plain = problem(board, leaper, Kind::Open);
        let magic = plain.clone().with_magic().unwrap();
        let found = reason(&magic);
        // Fractions are reported for the first lines that have one.
        match (found, expected) {
            (Some(Unmagic::Fraction { total, .. }), Unmagic::Fraction { total: sum, .. }) => {
                assert_eq!(total, sum, "{board}");
            }
            _ => assert_eq!(found, Some(expected), "{board}"),
        }
        for steps in Search::new(&plain, Directions::Both) {
            assert!(Tour::verify(&magic, steps).is_err(), "{board}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 400_000, "{looked_at}");
}

#[test]
fn others_may_have_one() {
    let magic = |board, leaper, kind| problem(board, leaper, kind).with_magic().unwrap();
    for (board, kind) in [
        ("4x4", Kind::Open),
        ("8x8", Kind::Open),
        ("8x8", Kind::Closed),
    ] {
        assert_eq!(reason(&magic(board, (1, 2), kind)), None, "{board}");
    }
    // Moves that keep the colour say nothing of the parity of steps.
    let king = Board::new(6, 6).unwrap();
    let graph = king.clone().with_leaper(1, 1).unwrap().graph();
    let edges: Vec<[u32; 2]> = graph
        .edges()
        .chain(king.with_leaper(0, 1).unwrap().graph().edges())
        .collect();
    let graph = knightsat::tour::graph::Graph::from_edges(36, &edges);
    let places = (0..36).map(|v| [v / 6, v % 6]).collect();
    let king = Problem::new(graph, Kind::Open, None, None).unwrap();
    let king = king
        .with_coordinates(Coordinates::new([6, 6], places))
        .with_magic()
        .unwrap();
    assert_eq!(king.obstruction(&Default::default()), None);
}

#[test]
fn lines_that_cannot_be_equal_are_refused() {
    let board: Board = "4x4".parse().unwrap();
    let plain = Problem::new(board.graph(), Kind::Open, None, None).unwrap();
    assert_eq!(
        plain.clone().with_magic().unwrap_err(),
        ProblemError::NoLines
    );
    let mut places: Vec<[u32; 2]> = (0..16).map(|v| [v / 4, v % 4]).collect();
    places[15] = [4, 0];
    let uneven = plain.with_coordinates(Coordinates::new([5, 4], places));
    assert_eq!(uneven.with_magic().unwrap_err(), ProblemError::UnevenLines);
}

#[test]
fn a_reason_is_a_certificate_and_of_its_own_board_only() {
    let reasons = [
        ("4x5", "magic fraction 210 4"),
        ("5x5", "magic odd-sides"),
        ("6x6", "magic twice-odd-sides"),
        ("6x6 --closed", "magic twice-odd-sides"),
        ("6x10 --start a1", "magic twice-odd-sides"),
    ];
    for (tour, reason) in reasons {
        let dir = TempDir::new().unwrap();
        let (folder, _) = prove(&dir, &format!("{tour} --magic"));
        let path = folder.join("certificate.txt");
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.contains(&format!("reason {reason}\n")),
            "{tour}: {text}"
        );
        let (code, _, err) = verify(&folder, &format!("{tour} --magic"));
        assert_eq!(code, 0, "{tour}: {err}");
        let (code, ..) = verify(&folder, tour);
        assert_eq!(code, 1, "{tour} without the sums");
        for other in [
            "magic fraction 210 5",
            "magic fraction 211 4",
            "magic odd-sides",
            "magic twice-odd-sides",
        ] {
            if other != reason && !(other.ends_with("210 5") && tour == "4x5") {
                fs::write(&path, text.replace(reason, other)).unwrap();
                let (code, ..) = verify(&folder, &format!("{tour} --magic"));
                assert_eq!(code, 1, "{tour}: {other}");
            }
        }
    }
}

#[test]
fn the_others_say_that_they_do_not_add_up() {
    let magic = problem("8x8", (1, 2), Kind::Closed).with_magic().unwrap();
    assert!(!Backend::Engine.supports(magic.demands()));
    for name in Name::ALL {
        let takes = [Name::Position, Name::Textbook, Name::Binary].contains(&name);
        match Formula::new(&magic, name.style()) {
            Ok(_) => assert!(takes, "{name}"),
            Err(why) => assert!(
                !takes && matches!(why, FormulaError::Refused(_)),
                "{name}: {why}"
            ),
        }
    }
    let sums = "does not support equal sums of steps: use --encoding position, textbook or binary";
    for (asked, told) in [
        ("solve 8x8 --magic --encoding lazy", sums),
        ("encode 8x8 --magic --encoding order", sums),
        (
            "count 4x4 --magic --method frontier",
            "the frontier method does not support equal sums of steps: use --method search or enumerate",
        ),
        (
            "solve 8x8 --magic --method warnsdorff",
            "use --method backtrack",
        ),
    ] {
        let text = error(asked);
        assert!(text.contains(told), "{asked}: {text}");
    }
}

#[test]
fn magic_tours_are_counted() {
    // The first 36 numbers of a published tour (Dudeney, see tests/encodings/magic.rs).
    let begun = "c1 a2 b4 d3 e5 f7 h8 g6 f8 h7 g5 e6 d4 c2 a1 b3 a5 b7 d8 c6 e7 g8 h6 f5 h4 g2 e1 f3 d2 b1 a3 \
        c4 e3 g4 h2 f1";
    let begun: Vec<String> = (1..)
        .zip(begun.split(' '))
        .map(|(i, square)| format!("{i}={square}"))
        .collect();
    let begun = format!("8x8 --at {}", begun.join(","));
    let (code, out, _) = run(&format!("count {begun}"));
    assert!(
        code == 0 && out.starts_with("1298 open tours at 1=c1,"),
        "{out}"
    );
    let magic = format!("{begun} --magic");
    for (asked, told) in [
        (&magic[..], "1 open tour at 1=c1,"),
        // No tour of 4x8 is magic (Murray), and 4x4 has no tour at all.
        ("4x4 --magic", "0 open tours magic, directed"),
        ("4x8 --magic", "0 open tours magic, directed"),
        (
            "4x4 --leaper 0,1 --closed --magic",
            "0 closed tours magic, numbered",
        ),
    ] {
        // The formulas of boards with more than a few tours take long.
        let by = ["", "--encoding position", "--encoding binary"];
        let by = if asked.starts_with("4x8") {
            &by[..1]
        } else {
            &by[..]
        };
        let counts = by.iter().map(|by| {
            let (code, out, err) = run(&format!("count {asked} {by}"));
            assert_eq!(code, 0, "{asked} {by}: {err}");
            assert!(out.contains(told), "{asked} {by}: {out}");
            out.split(' ').next().unwrap().to_string()
        });
        let counts: Vec<String> = counts.collect();
        assert!(
            counts.iter().all(|count| *count == counts[0]),
            "{asked}: {counts:?}"
        );
    }
}

/// The published number of all tours is none of magic ones.
#[test]
fn checks_hold_magic_tours_against_no_number_of_all_tours() {
    for args in ["3x4", "3x4 --no-shortcuts", "3x4 --closed", "4x4 --closed"] {
        let (code, out, err) = run(&format!("check {args} --magic --encoding position"));
        assert_eq!(code, 0, "{args}: {out}{err}");
        assert!(!out.contains("known"), "{out}");
    }
}
