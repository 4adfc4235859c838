//! The textbook formula as it stands, refuted: by parity in resolution, by counting for VeriPB, or by a solver.

#[path = "common/required.rs"]
mod required;

use knightsat::encoding::Name;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::lazy;
use knightsat::problem::{Kind, Verdict};
use knightsat::proof::{Names, Verified};
use knightsat::solve::prove::Task;
use knightsat::solve::textbook::{Refutation, prove};
use knightsat::solver::external::find;
use knightsat::spec::board::Board;
use knightsat::spec::tour::TourSpec;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A tour of the board without some squares.
fn spec(board: &str, holes: &[&str], kind: Kind, ends: [Option<&str>; 2]) -> FormulaSpec {
    let holes: Vec<_> = holes.iter().map(|hole| hole.parse().unwrap()).collect();
    let board: Board = board.parse::<Board>().unwrap().with_holes(&holes).unwrap();
    let [start, end] = ends.map(|end| end.map(str::to_string));
    let tour = TourSpec {
        start,
        end,
        ..kind.into()
    };
    FormulaSpec::new(board.into(), tour, Name::Textbook.style()).unwrap()
}

fn attempt(spec: &FormulaSpec, folder: &Path) -> Verdict<Refutation> {
    let problem = spec.problem().unwrap();
    let name = |vertex: u32| vertex.to_string();
    let vertex = |word: &str| word.parse().ok();
    let task = Task {
        problem: &problem,
        claim: "no tour",
        names: Names {
            of: &name,
            vertex: &vertex,
        },
        shortcuts: true,
        solver: None,
        options: lazy::Options::default(),
    };
    prove(&task, spec, folder, &mut |_| ()).unwrap()
}

/// Lemmas of a refutation by resolution, which has been verified.
fn lemmas(proved: &Verdict<Refutation>) -> u64 {
    match proved {
        Verdict::None(Refutation::Resolution(Verified::Refutation { lemmas, .. })) => *lemmas,
        other => panic!("{other:?}"),
    }
}

#[test]
fn closed_tours_of_odd_boards_have_short_refutations() {
    for (board, holes, expected) in [
        ("5x5", &[][..], 127),
        ("3x4", &["b2"], 58),
        ("5x6", &["a1"], 150),
        ("7x7", &[], 300),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let spec = spec(board, holes, Kind::Closed, [None; 2]);
        let found = lemmas(&attempt(&spec, folder.path()));
        assert_eq!(found, expected, "{board}");
    }
}

#[test]
fn ends_of_the_wrong_colour_have_short_refutations() {
    let folder = tempfile::tempdir().unwrap();
    let spec = spec("4x4", &[], Kind::Open, [Some("a1"), Some("c1")]);
    let found = lemmas(&attempt(&spec, folder.path()));
    assert_eq!(found, 344);
}

#[test]
fn other_formulas_are_refuted_by_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let spec = spec("3x4", &[], Kind::Closed, [None; 2]);
    assert!(lemmas(&attempt(&spec, folder.path())) > 10);
    let text = fs::read_to_string(folder.path().join("formula.cnf")).unwrap();
    assert!(text.contains("c knightsat encoding textbook"), "{text}");
}

#[test]
fn where_there_is_a_tour_it_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let spec = spec("3x4", &[], Kind::Open, [None; 2]);
    assert!(matches!(attempt(&spec, folder.path()), Verdict::Tour(_)));
}

#[test]
fn counting_proofs_are_accepted_by_veripb() {
    if !required::is_usable(find("veripb").is_some(), "veripb") {
        return;
    }
    for (board, holes, kind, ends) in [
        ("5x5", &[][..], Kind::Open, [Some("b1"), None]),
        ("5x5", &[], Kind::Open, [None, Some("a2")]),
        ("3x5", &[], Kind::Open, [Some("b1"), None]),
        ("4x4", &["a1", "c3"], Kind::Closed, [None; 2]),
        ("4x4", &["a1", "c3"], Kind::Open, [None; 2]),
        ("4x5", &["a1", "c3", "d4"], Kind::Open, [None; 2]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let spec = spec(board, holes, kind, ends);
        let proved = attempt(&spec, folder.path());
        assert_eq!(
            proved,
            Verdict::None(Refutation::Counting),
            "{board} {holes:?} {kind} {ends:?}"
        );
        let check = || {
            let mut command = Command::new("veripb");
            let files = ["formula.cnf", "proof.pbp"].map(|name| folder.path().join(name));
            let output = command.args(files).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let accepted = output.status.success() && said.contains("s VERIFIED UNSATISFIABLE");
            (accepted, said + &String::from_utf8_lossy(&output.stderr))
        };
        let (accepted, said) = check();
        assert!(accepted, "{board} {holes:?} {kind} {ends:?}: {said}");
        // Without the counting it is no proof.
        let proof = fs::read_to_string(folder.path().join("proof.pbp")).unwrap();
        let lines = proof.lines().filter(|line| !line.starts_with("pol"));
        let without: String = lines.map(|line| format!("{line}\n")).collect();
        fs::write(folder.path().join("proof.pbp"), without).unwrap();
        assert!(!check().0, "{board} without counting");
    }
}
