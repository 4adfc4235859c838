//! Boards without a magic tour, and why.

use crate::common::certificates::{prove, verify};
use crate::common::depth::depth;
use itertools::Itertools;
use knightsat::tour::Board;
use knightsat::tour::Tour;
use knightsat::tour::graph::{Coordinates, Graph};
use knightsat::tour::{Kind, Obstruction, Problem, ProblemError};
use knightsat_count::search::{Directions, Search};
use knightsat_tour::magic::{EqualSums, Unmagic};
use std::fs;
use tempfile::TempDir;

fn board(text: &str, leaper: (u32, u32)) -> Board {
    let board: Board = text.parse().unwrap();
    board.with_leaper(leaper.0, leaper.1).unwrap()
}

fn problem(board: &Board, kind: Kind) -> Problem {
    let problem = Problem::new(board.graph(), kind, None, None).unwrap();
    problem.with_coordinates(board.directions().unwrap())
}

fn reason(problem: &Problem) -> Option<Unmagic> {
    let magic = problem.clone().with(EqualSums::new(problem).unwrap());
    let magic = magic.unwrap();
    match magic.obstruction(&Default::default()) {
        Some(Obstruction::Magic(reason)) => Some(reason),
        _ => None,
    }
}

/// All tours, looked at one by one.
#[test]
fn boards_that_are_ruled_out_have_no_magic_tour() {
    let (knight, rook) = ((1, 2), (0, 1));
    // Fractions are reported for the first lines that have one.
    let fraction = |total| Unmagic::Fraction { total, lines: 0 };
    let cases = [
        ("3x4", knight, fraction(78)),
        ("4x5", knight, fraction(210)),
        ("2x3", rook, fraction(21)),
        ("5x5", knight, Unmagic::OddSides),
        ("3x7", knight, Unmagic::OddSides),
        ("1x5", rook, Unmagic::OddSides),
        ("3x5", rook, Unmagic::OddSides),
        ("2x2", rook, Unmagic::TwiceOddSides),
        ("2x6", rook, Unmagic::TwiceOddSides),
        // This board has most of the tours.
        ("6x6", rook, Unmagic::TwiceOddSides),
    ];
    let mut seen = 0;
    for (text, leaper, expected) in &cases[..depth(10, 9)] {
        let plain = problem(&board(text, *leaper), Kind::Open);
        let found = reason(&plain).map(|reason| match reason {
            Unmagic::Fraction { total, .. } => fraction(total),
            other => other,
        });
        assert_eq!(found, Some(*expected), "{text}");
        let magic = plain.clone().with(EqualSums::new(&plain).unwrap()).unwrap();
        for steps in Search::new(&plain, Directions::Both) {
            assert!(Tour::verify(&magic, steps).is_err(), "{text}");
            seen += 1;
        }
    }
    assert!(seen > depth(400_000, 2000), "{seen}");
}

#[test]
fn others_may_have_one_unless_their_lines_cannot_be_equal() {
    let open = ["4x4", "8x8"].map(|text| (text, Kind::Open));
    for (text, kind) in open.into_iter().chain([("8x8", Kind::Closed)]) {
        assert_eq!(reason(&problem(&board(text, (1, 2)), kind)), None, "{text}");
    }
    // Moves that keep the colour are no constraint on the parity of steps.
    let [bishop, rook] = [(1, 1), (0, 1)].map(|leaper| board("6x6", leaper));
    let edges = [bishop.graph(), rook.graph()].map(|graph| graph.edges().collect_vec());
    let king = Graph::from_edges(36, &edges.concat());
    let king = Problem::new(king, Kind::Open, None, None).unwrap();
    assert_eq!(
        reason(&king.with_coordinates(rook.directions().unwrap())),
        None
    );

    let plain = Problem::new(board("4x4", (1, 2)).graph(), Kind::Open, None, None).unwrap();
    let error = EqualSums::new(&plain).unwrap_err();
    assert_eq!(error, ProblemError::NoLines);
    let mut places: Vec<[u32; 2]> = (0..16).map(|v| [v / 4, v % 4]).collect();
    places[15] = [4, 0];
    let uneven = plain.with_coordinates(Coordinates::new([5, 4], places));
    assert_eq!(
        EqualSums::new(&uneven).unwrap_err(),
        ProblemError::UnevenLines
    );
}

#[test]
fn a_reason_is_a_certificate_and_of_its_own_board_only() {
    let of_4x5 = r#"{"fraction":{"lines":4,"total":210}}"#;
    let transposed = r#"{"fraction":{"lines":5,"total":210}}"#;
    let wrong = r#"{"fraction":{"lines":4,"total":211}}"#;
    let [odd, twice_odd] = [r#""odd-sides""#, r#""twice-odd-sides""#];
    let others = [transposed, wrong, odd, twice_odd];
    for (tour, reason) in [
        ("4x5", of_4x5),
        ("5x5", odd),
        ("6x6", twice_odd),
        ("6x6 --closed", twice_odd),
        ("6x10 --start a1", twice_odd),
    ] {
        let dir = TempDir::new().unwrap();
        let magic = format!("{tour} --magic");
        let (folder, _) = prove(&dir, &magic);
        let path = folder.join("certificate.json");
        let text = fs::read_to_string(&path).unwrap();
        let line = |reason: &str| format!("\"reason\":{{\"magic\":{reason}}}");
        assert!(text.contains(&line(reason)), "{tour}: {text}");
        assert_eq!(verify(&folder, &magic).0, 0, "{tour}");
        assert_eq!(verify(&folder, tour).0, 1, "{tour} without the sums");
        // The other fraction of 4x5 is true too.
        let is_true = |other| other == reason || tour == "4x5" && other == transposed;
        for other in others.into_iter().filter(|&other| !is_true(other)) {
            let changed = text.replace(&line(reason), &line(other));
            fs::write(&path, changed).unwrap();
            assert_eq!(verify(&folder, &magic).0, 1, "{tour}: {other}");
        }
    }
}
