//! The unchanged textbook formula, refuted: by parity in resolution, by counting for VeriPB, or by
//! a solver.

use crate::checker::{check_files, is_usable, with_task};

use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name};
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::{Kind, Verdict};
use knightsat_certificate::{Verified, verify_formula};
use knightsat_veripb::textbook::{TextbookProof, prove};
use std::fs;
use std::path::Path;

const FORMULA: &str = "formula.cnf";

/// A tour, as `5x5 b1-a2` or `4x4/c3 closed`: the board without a square, the ends or the kind.
fn spec(text: &str) -> FormulaSpec {
    let (board, tour) = text.split_once(' ').unwrap();
    let (board, holes) = board.split_once('/').unwrap_or((board, ""));
    let holes = holes.split('/').filter(|hole| !hole.is_empty());
    let holes: Vec<_> = holes.map(|hole| hole.parse().unwrap()).collect();
    let board: Board = board.parse::<Board>().unwrap().with_holes(&holes).unwrap();
    let tour: TourSpec = match tour.split_once('-') {
        None => Kind::Closed.into(),
        Some((start, end)) => {
            let [start, end] = [start, end].map(|end| (!end.is_empty()).then(|| end.to_string()));
            TourSpec {
                start,
                end,
                ..Kind::Open.into()
            }
        }
    };
    FormulaSpec::new(board.into(), tour, Name::Textbook.style()).unwrap()
}

fn attempt(text: &str, folder: &Path) -> Verdict<TextbookProof> {
    let spec = spec(text);
    let problem = spec.problem(&Default::default()).unwrap();
    let proved = with_task(&problem, true, folder, |task| {
        prove(task, &spec, &mut |_| ())
    });
    proved.unwrap()
}

/// Tours, the method, and the lemmas of the verified refutation; counting defines variables.
const REFUTATIONS: [(&str, &str, u64); 8] = [
    ("5x5 closed", "parity", 127),
    ("3x4/b2 closed", "parity", 58),
    ("5x6/a1 closed", "parity", 150),
    ("7x7 closed", "parity", 300),
    ("4x4 a1-c1", "parity", 344),
    ("3x5 b1-", "counting", 841),
    ("5x5 a2-", "counting", 6007),
    ("3x4 closed", "solver", 0),
];

#[test]
fn every_tour_is_refuted_in_so_many_steps() {
    for (tour, method, expected) in REFUTATIONS {
        let folder = tempfile::tempdir().unwrap();
        let (found, lemmas) = match attempt(tour, folder.path()) {
            Verdict::None(TextbookProof::Resolution(Verified::Refutation { lemmas, .. })) => {
                ("parity", lemmas)
            }
            Verdict::None(TextbookProof::Counting(Some(Verified::Refutation {
                lemmas, ..
            }))) => ("counting", lemmas),
            other => panic!("{tour}: {other:?}"),
        };
        if method == "solver" {
            assert!(found == "parity" && lemmas > 10, "{tour}: {lemmas}");
        } else {
            assert_eq!((found, lemmas), (method, expected), "{tour}");
        }
        let text = fs::read_to_string(folder.path().join(FORMULA)).unwrap();
        let comment = "c knightsat encoding = \"textbook\"";
        assert!(text.contains(comment), "{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let tour = attempt("3x4 -", folder.path());
    assert!(matches!(tour, Verdict::Tour(_)));
}

#[test]
fn counting_proofs_are_accepted_by_veripb() {
    if !is_usable() {
        return;
    }
    let tours = "5x5 b1-;5x5 -a2;3x5 b1-;4x4/a1/c3 closed;4x4/a1/c3 -;4x5/a1/c3/d4 -";
    for tour in tours.split(';') {
        let folder = tempfile::tempdir().unwrap();
        let proved = attempt(tour, folder.path());
        let is_counted = matches!(proved, Verdict::None(TextbookProof::Counting(Some(_))));
        assert!(is_counted, "{tour}: {proved:?}");
        let check = || check_files(folder.path(), [FORMULA, "proof.pbp"]);
        assert_eq!(check(), Ok(()), "{tour}");
        // Without the counting it is no proof.
        let path = folder.path().join("proof.pbp");
        let proof = fs::read_to_string(&path).unwrap();
        let lines = proof.lines().filter(|line| !line.starts_with("pol"));
        let spoiled: String = lines.map(|line| format!("{line}\n")).collect();
        fs::write(&path, spoiled).unwrap();
        assert!(check().is_err(), "{tour} without counting");
    }
}

/// VeriPB accepts the resolution that counts, with definitions as redundancy and lemmas by
/// propagation. It rejects it without a part of any definition.
#[test]
fn veripb_accepts_the_resolution_that_counts() {
    if !is_usable() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    attempt("3x5 b1-", folder.path());
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (cnf, lrat) = (read(FORMULA), read("proof.lrat"));
    let header = cnf.lines().find(|line| line.starts_with("p cnf")).unwrap();
    let clauses = header.split(' ').nth(3).unwrap();
    let mut proof = format!("pseudo-Boolean proof version 3.0\nf {clauses};\n");
    for line in lrat.lines() {
        let (clause, hints) = line.split_once(" 0").unwrap();
        let lits = clause.split(' ').skip(1).map(|lit| lit.parse().unwrap());
        let lits: Vec<i32> = lits.collect();
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
    let check = |proof: &str| {
        fs::write(folder.path().join("same.pbp"), proof).unwrap();
        check_files(folder.path(), [FORMULA, "same.pbp"])
    };
    assert_eq!(check(&proof), Ok(()));
    let definitions = proof.lines().filter(|line| line.starts_with("red"));
    let definitions: Vec<&str> = definitions.collect();
    assert!(definitions.len() > 100);
    let mut spoiled = proof.clone();
    for definition in definitions.iter().skip(1).step_by(4) {
        spoiled = spoiled.replacen(definition, "rup 1 x1 >= 0;", 1);
    }
    assert!(check(&spoiled).is_err());
}

/// Definitions with other literals, other hints or no hints, of existing variables, and out of
/// order.
#[test]
fn tampered_definitions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    attempt("3x5 b1-", folder.path());
    let spec = spec("3x5 b1-");
    let problem = spec.problem(&Default::default()).unwrap();
    let formula = Formula::new(&problem, spec.style).unwrap();
    let cnf = crate::common::collect(&formula);
    let numbers = |clause: &[knightsat::cnf::Lit]| -> Vec<i32> {
        clause.iter().map(|lit| lit.to_dimacs()).collect()
    };
    let verify = || {
        let clauses = cnf.clauses().map(numbers);
        verify_formula(folder.path(), clauses, "of the textbook", &Stop::default())
    };
    assert!(verify().is_ok());
    let refused = |name: &str, text: String, expected: &str| {
        let path = folder.path().join(name);
        let kept = fs::read_to_string(&path).unwrap();
        assert_ne!(kept, text, "{expected}");
        fs::write(&path, text).unwrap();
        let error = verify().unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
        fs::write(&path, kept).unwrap();
    };
    let [lrat, drat] = ["proof.lrat", "proof.drat"];
    let [lrat_text, drat_text] =
        [lrat, drat].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    // The four clauses of a definition, and their literals.
    let lines: Vec<&str> = lrat_text.lines().collect();
    let first = lines
        .iter()
        .position(|line| line.ends_with(" 0 0"))
        .unwrap();
    let with = |place: usize, line: &str| {
        let mut lines = lines.clone();
        lines[place] = line;
        lines.join("\n") + "\n"
    };
    // number, three literals, 0, two clauses, 0
    let third: Vec<&str> = lines[first + 2].split(' ').collect();
    let [number, a, b, c, end, one, two, "0"] = third[..] else {
        panic!("{third:?}")
    };
    let turned = b.strip_prefix('-').map_or(format!("-{b}"), str::to_string);
    let plain = &one[1..];
    let changes = format!(
        "{a} {b} {c} {end} -1 {two} 0: does not have the literal
        {a} {b} {c} {end} {two} {two} 0: is resolved with twice
        {a} {b} {c} {end} {plain} {two} 0: does not propagate
        {a} {b} {c} {end} {one}: the closing 0 is missing
        {a} {b} {c} {end} {one} 0: clauses with the literal
        {a} {b} {c} {end} 0: do not lead to a contradiction
        {a} {turned} {c} {end} {one} {two} 0: do not refute the resolvent"
    );
    for change in changes.lines() {
        let (line, expected) = change.trim().split_once(": ").unwrap();
        refused(lrat, with(first + 2, &format!("{number} {line}")), expected);
    }
    // Of another variable in the place of the fresh one, and of one too far ahead.
    let fresh = lines[first].split(' ').nth(1).unwrap();
    let far = format!("{fresh}0");
    let no_literal = "is not a literal of the formula";
    for (other, expected) in [("1", ""), (&far, no_literal)] {
        let line = lines[first].replacen(&format!(" {fresh} "), &format!(" {other} "), 1);
        refused(lrat, with(first, &line), expected);
    }
    // In the DRAT proof the variable comes first.
    let swapped = drat_text.lines().map(|line| {
        let mut lits: Vec<&str> = line.split(' ').collect();
        if lits.len() == 3 && lits[0] == fresh {
            lits.swap(0, 1);
        }
        lits.join(" ") + "\n"
    });
    refused(drat, swapped.collect(), "proof.drat");
    assert!(verify().is_ok());
}
