//! The unchanged textbook formula, refuted: by parity in resolution, by counting for VeriPB, or by
//! a solver.

use crate::common::required;

use knightsat::cnf::sink::Cnf;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name};
use knightsat::search::lazy;
use knightsat::search::prove::Task;
use knightsat::solver::external::find;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::{Kind, Verdict};
use knightsat_certificate::{Names, Verified, verify_formula};
use knightsat_veripb::textbook::{TextbookProof, prove};
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

fn attempt(spec: &FormulaSpec, folder: &Path) -> Verdict<TextbookProof> {
    let problem = spec.problem(&Default::default()).unwrap();
    let name = |vertex: u32| vertex.to_string();
    let vertex = |word: &str| word.parse().ok();
    let task = Task {
        folder,
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
    prove(&task, spec, &mut |_| ()).unwrap()
}

/// Lemmas of a refutation by resolution, which has been verified.
fn lemmas(proved: &Verdict<TextbookProof>) -> u64 {
    match proved {
        Verdict::None(TextbookProof::Resolution(Verified::Refutation { lemmas, .. })) => *lemmas,
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
    assert!(
        text.contains("c knightsat encoding = \"textbook\""),
        "{text}"
    );
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
        let is_counted = matches!(proved, Verdict::None(TextbookProof::Counting(Some(_))));
        assert!(is_counted, "{board} {holes:?} {kind} {ends:?}: {proved:?}");
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

/// With counting, the refutation defines variables; our checker has accepted it.
#[test]
fn counting_in_resolution_has_few_steps() {
    for (board, start, expected) in [("3x5", "b1", LEMMAS[0]), ("5x5", "a2", LEMMAS[1])] {
        let folder = tempfile::tempdir().unwrap();
        let spec = spec(board, &[], Kind::Open, [Some(start), None]);
        let Verdict::None(TextbookProof::Counting(Some(verified))) = attempt(&spec, folder.path())
        else {
            panic!("{board}");
        };
        let Verified::Refutation { lemmas, .. } = verified else {
            panic!("{board}: {verified:?}");
        };
        assert_eq!(lemmas, expected, "{board}");
    }
}

/// Lemmas of these refutations.
const LEMMAS: [u64; 2] = [841, 6007];

/// VeriPB accepts these steps, with definitions as redundancy and lemmas by propagation. It rejects
/// them without a part of any definition.
#[test]
fn veripb_accepts_the_resolution_that_counts() {
    if !required::is_usable(find("veripb").is_some(), "veripb") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let spec = spec("3x5", &[], Kind::Open, [Some("b1"), None]);
    attempt(&spec, folder.path());
    let [cnf, lrat] = ["formula.cnf", "proof.lrat"]
        .map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    let header = cnf.lines().find(|line| line.starts_with("p cnf")).unwrap();
    let clauses = header.split(' ').nth(3).unwrap();
    let mut proof = format!("pseudo-Boolean proof version 3.0\nf {clauses};\n");
    for line in lrat.lines() {
        let (clause, hints) = line.split_once(" 0").unwrap();
        let lits: Vec<i32> = clause
            .split(' ')
            .skip(1)
            .map(|lit| lit.parse().unwrap())
            .collect();
        let name = |lit: i32| format!("{}x{}", if lit < 0 { "~" } else { "" }, lit.abs());
        let sum: String = lits
            .iter()
            .map(|&lit| format!("1 {} ", name(lit)))
            .collect();
        let is_definition = hints.trim() == "0" || hints.trim().starts_with('-');
        proof += &if is_definition {
            let value = u8::from(lits[0] > 0);
            format!("red {sum}>= 1 : {} {value};\n", name(lits[0].abs()))
        } else {
            format!("rup {sum}>= 1;\n")
        };
    }
    proof += "output NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n";
    let accepts = |proof: &str| {
        let path = folder.path().join("same.pbp");
        fs::write(&path, proof).unwrap();
        let mut command = Command::new("veripb");
        let output = command
            .args([&folder.path().join("formula.cnf"), &path])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success() && said.contains("s VERIFIED UNSATISFIABLE")
    };
    assert!(accepts(&proof));
    let definitions: Vec<&str> = proof
        .lines()
        .filter(|line| line.starts_with("red"))
        .collect();
    assert!(definitions.len() > 100);
    let mut without = proof.clone();
    for definition in definitions.iter().skip(1).step_by(4) {
        without = without.replacen(definition, "rup 1 x1 >= 0;", 1);
    }
    assert!(!accepts(&without));
}

/// Definitions with other literals, other hints or no hints, of existing variables, and out of
/// order.
#[test]
fn tampered_definitions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let spec = spec("3x5", &[], Kind::Open, [Some("b1"), None]);
    attempt(&spec, folder.path());
    let problem = spec.problem(&Default::default()).unwrap();
    let formula = Formula::new(&problem, Name::Textbook.style()).unwrap();
    let mut cnf = Cnf::default();
    formula.encode(&mut cnf);
    let clauses: Vec<Vec<i32>> = cnf
        .clauses()
        .map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
        .collect();
    let verify = || {
        verify_formula(
            folder.path(),
            clauses.clone(),
            "of the textbook",
            &Stop::default(),
        )
    };
    assert!(verify().is_ok());
    let [lrat, drat] = ["proof.lrat", "proof.drat"];
    let [lrat_text, drat_text] =
        [lrat, drat].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    let lines: Vec<&str> = lrat_text.lines().collect();
    // The four clauses of a definition, and their literals.
    let first = lines
        .iter()
        .position(|line| line.ends_with(" 0 0"))
        .unwrap();
    let words = |line: &str| line.split(' ').map(str::to_string).collect::<Vec<_>>();
    let refused = |name: &str, text: String, expected: &str| {
        let kept = fs::read(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name), text).unwrap();
        let error = verify().unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
        fs::write(folder.path().join(name), kept).unwrap();
    };
    let with = |place: usize, line: &str| -> String {
        let lines = lines.iter().enumerate();
        let lines = lines.map(|(at, old)| format!("{}\n", if at == place { line } else { old }));
        lines.collect()
    };
    let third = words(lines[first + 2]);
    // number, three literals, 0, two clauses, 0
    assert_eq!(third.len(), 8, "{third:?}");
    let changed = |place: usize, word: &str| {
        let mut words = third.clone();
        words[place] = word.to_string();
        with(first + 2, &words.join(" "))
    };
    refused(lrat, changed(5, "-1"), "does not have the literal");
    refused(lrat, changed(5, &third[6]), "is resolved with twice");
    refused(lrat, changed(5, &third[5][1..]), "does not propagate");
    refused(
        lrat,
        with(first + 2, &third[..6].join(" ")),
        "the closing 0 is missing",
    );
    let one = [&third[..6], &["0".to_string()]].concat();
    refused(
        lrat,
        with(first + 2, &one.join(" ")),
        "clauses with the literal",
    );
    let none = [&third[..5], &["0".to_string()]].concat();
    refused(
        lrat,
        with(first + 2, &none.join(" ")),
        "do not lead to a contradiction",
    );
    // Of another variable in the place of the fresh one, and of one too far ahead.
    let fresh = words(lines[first])[1].clone();
    let old = lines[first].replacen(&format!(" {fresh} "), " 1 ", 1);
    refused(lrat, with(first, &old), "");
    let far = lines[first].replacen(&format!(" {fresh} "), &format!(" {fresh}0 "), 1);
    refused(lrat, with(first, &far), "is not a literal of the formula");
    // A resolvent that is none of the definition: another literal.
    let sign = if third[2].starts_with('-') {
        &third[2][1..]
    } else {
        &format!("-{}", third[2])
    };
    refused(lrat, changed(2, sign), "do not refute the resolvent");
    // In the DRAT proof the variable comes first.
    let turned: String = drat_text
        .lines()
        .map(|line| {
            let mut lits = words(line);
            if lits.len() == 3 && lits[0] == fresh {
                lits.swap(0, 1);
            }
            lits.join(" ") + "\n"
        })
        .collect();
    assert_ne!(turned, drat_text);
    refused(drat, turned, "proof.drat");
    assert!(verify().is_ok());
}
