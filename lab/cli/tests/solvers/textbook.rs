//! The unchanged textbook formula, refuted: by parity in resolution, by counting for VeriPB, or by
//! a solver.

use crate::checker::{accepts, accepts_changed, is_usable, request};
use crate::common::cases::{cases, is_like};
use crate::common::certificates::task;

use knightsat::cnf::Lit;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name};
use knightsat::stop::Stop;
use knightsat::tour::Verdict;
use knightsat_certificate::{ProofError, Verified, verify_formula};
use knightsat_veripb::PROOF;
use knightsat_veripb::checker::Claim::Unsatisfiable;
use knightsat_veripb::textbook::{TextbookProof, prove};
use std::fs;
use std::path::Path;

const FORMULA: &str = "formula.cnf";

fn spec(line: &str) -> FormulaSpec {
    let (request, style) = (request(line), Name::Textbook.style());
    FormulaSpec { request, style }
}

fn attempt(line: &str, folder: &Path) -> Verdict<TextbookProof> {
    let spec = spec(line);
    let problem = spec.problem(&Default::default()).unwrap();
    prove(&task(&problem, true, folder), &spec, &mut |_| ()).unwrap()
}

/// Tours, the method, and the size of the verified refutation; counting defines variables. A solver
/// refutes the last one.
const REFUTATIONS: &str = "
    5x5 --closed => parity: … in 127 steps
    ..../.#../.... --closed => parity: … in 58 steps
    ....../....../....../....../#..... --closed => parity: … in 150 steps
    7x7 --closed => parity: … in 300 steps
    4x4 --start a1 --end c1 => parity: … in 344 steps
    3x5 --start b1 => counting: … in 841 steps
    5x5 --start a2 => counting: … in 6007 steps
    3x4 --closed => parity: … in … steps";

#[test]
fn every_tour_is_refuted_in_so_many_steps() {
    for (tour, expected) in cases(REFUTATIONS) {
        let folder = tempfile::tempdir().unwrap();
        let (found, verified) = match attempt(&tour, folder.path()) {
            Verdict::None(TextbookProof::Resolution(verified)) => ("parity", verified),
            Verdict::None(TextbookProof::Counting(Some(verified))) => ("counting", verified),
            other => panic!("{tour}: {other:?}"),
        };
        let found = format!("{found}: {verified}");
        assert!(is_like(&found, &expected), "{tour}: {found}");
    }
    let folder = tempfile::tempdir().unwrap();
    let tour = attempt("3x4", folder.path());
    assert!(matches!(tour, Verdict::Tour(_)));
}

/// Tours that are refuted by counting.
const COUNTED: &str = "5x5 --start b1;5x5 --end a2;3x5 --start b1;..../..#./..../#... --closed;\
                       ..../..#./..../#...;...#./..#../...../#....";

#[test]
fn counting_proofs_are_accepted_by_veripb() {
    let true = is_usable() else { return };
    for tour in COUNTED.split(';') {
        let folder = tempfile::tempdir().unwrap();
        let proved = attempt(tour, folder.path());
        let is_counted = matches!(proved, Verdict::None(TextbookProof::Counting(Some(_))));
        assert!(is_counted, "{tour}: {proved:?}");
        let files = (folder.path(), [FORMULA, PROOF], Unsatisfiable);
        assert!(accepts(files), "{tour}");
        // Without the counting it is no proof.
        let is_proof = accepts_changed(files, PROOF, |proof| {
            let lines = proof.lines().filter(|line| !line.starts_with("pol"));
            lines.map(|line| format!("{line}\n")).collect()
        });
        assert!(!is_proof, "{tour} without counting");
    }
}

/// Changes of the third clause of a definition, `N A B C 0 -ONE -TWO 0`, and their errors.
const CHANGES: &str = "\
N A B C 0 -1 TWO 0 => does not have the literal
N A B C 0 TWO TWO 0 => is resolved with twice
N A B C 0 PLAIN TWO 0 => does not propagate
N A B C 0 ONE => the closing 0 is missing
N A B C 0 ONE 0 => clauses with the literal
N A B C 0 0 => do not lead to a contradiction
N A -B C 0 ONE TWO 0 => do not refute the resolvent";

/// Definitions with other literals, other hints or no hints, of existing variables, and out of
/// order.
#[test]
fn tampered_definitions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    attempt("3x5 --start b1", folder.path());
    let spec = spec("3x5 --start b1");
    let problem = spec.problem(&Default::default()).unwrap();
    let cnf = crate::common::collect(&Formula::new(&problem, spec.style).unwrap());
    let verify = || -> Result<Verified, ProofError> {
        let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
        let clauses = cnf.clauses().map(numbers);
        verify_formula(folder.path(), clauses, &Stop::default())
    };
    let lrat = folder.path().join("proof.lrat");
    let lrat_text = fs::read_to_string(&lrat).unwrap();
    let refused = |path: &Path, kept: &str, text: String, expected: &str| {
        assert_ne!(kept, text, "{expected}");
        fs::write(path, text).unwrap();
        let error = verify().unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
        fs::write(path, kept).unwrap();
    };
    // The four clauses of a definition.
    let lines: Vec<&str> = lrat_text.lines().collect();
    let mut places = lines.iter();
    let first = places.position(|line| line.ends_with(" 0 0")).unwrap();
    let refused_line = |place: usize, line: &str, expected: &str| {
        let mut lines = lines.clone();
        lines[place] = line;
        refused(&lrat, &lrat_text, lines.join("\n") + "\n", expected);
    };
    let third: Vec<&str> = lines[first + 2].split(' ').collect();
    for change in CHANGES.lines() {
        let (change, expected) = change.split_once(" => ").unwrap();
        let words = change.split(' ').map(|word| match word {
            "N" => third[0].to_string(),
            "A" => third[1].into(),
            "B" => third[2].into(),
            "-B" => format!("-{}", third[2]).replace("--", ""),
            "C" => third[3].into(),
            "ONE" => third[5].into(),
            "PLAIN" => third[5][1..].into(),
            "TWO" => third[6].into(),
            word => word.into(),
        });
        let line: Vec<String> = words.collect();
        refused_line(first + 2, &line.join(" "), expected);
    }
    // Of another variable in the place of the fresh one, and of one too far ahead.
    let fresh = lines[first].split(' ').nth(1).unwrap();
    let far = format!(" {fresh}0 ");
    for (other, expected) in [(" 1 ", ""), (&far, "is not a literal of the formula")] {
        let line = lines[first].replacen(&format!(" {fresh} "), other, 1);
        refused_line(first, &line, expected);
    }
    assert!(verify().is_ok());
}
