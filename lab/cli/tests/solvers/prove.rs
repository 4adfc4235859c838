//! `prove` with the formats of the lab, and what `verify` says of them.

use crate::common::program;
use crate::common::required;

use knightsat::solver::external::find;
use program::{error, run};
use std::fs;

/// The steps of another solver are derived, too.
#[test]
fn another_solver_refutes_what_veripb_checks() {
    for solver in ["cadical", "kissat"] {
        let both = find(solver).is_some() && find("veripb").is_some();
        if !required::is_usable(both, "veripb and a solver that writes DRAT") {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("proof");
        let prove = format!("prove 3x8 --closed --proof-format pbp --solver {solver}");
        let (code, out, err) = run(&format!("{prove} -o {}", folder.display()));
        assert_eq!((code, err.as_str()), (0, ""), "{solver}: {out}");
        assert!(
            out.contains("cuts derived and refuted, as VeriPB has checked"),
            "{out}"
        );
        let files = fs::read_dir(&folder).unwrap();
        assert_eq!(files.count(), 2, "only problem.opb and proof.pbp are left");
    }
}

#[test]
fn prove_writes_for_veripb_and_says_who_has_checked() {
    let dir = tempfile::tempdir().unwrap();
    let word = match find("veripb") {
        Some(_) => "as VeriPB has checked",
        None => "not checked, as veripb is not installed",
    };
    for (name, args, expected) in [
        (
            "reason",
            "5x5 --closed --proof-format pbp",
            "every move changes colour, but there are 13 of one colour and 12 of the other",
        ),
        (
            "cuts",
            "3x8 --closed --proof-format pbp",
            "cuts derived and refuted",
        ),
        ("counting", "5x5 --start a2 --textbook", "; proof.pbp too"),
    ] {
        let folder = dir.path().join(name);
        let (code, out, err) = run(&format!("prove {args} -o {}", folder.display()));
        assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
        assert!(out.contains(&format!("{expected}, {word}; see ")), "{out}");
        assert!(folder.join("proof.pbp").exists(), "{args}");
    }
    let problem = fs::read_to_string(dir.path().join("reason/problem.opb")).unwrap();
    assert!(
        problem.contains("* knightsat board = \"5x5\"\n"),
        "{problem}"
    );
    let folder = dir.path().join("textbook");
    let prove = format!("prove 5x5 --closed --textbook -o {}", folder.display());
    let (code, out, _) = run(&prove);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("the textbook formula, 17350 clauses, refuted in 127 steps"),
        "{out}"
    );
    let refused = error("prove 5x5 --closed --textbook --proof-format pbp -o /not/there");
    assert!(refused.contains("cannot be used with"), "{refused}");
}

#[test]
fn a_proof_for_veripb_alone_is_not_for_verify() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("proof").display().to_string();
    let prove = format!("prove 3x4 --closed --proof-format pbp -o {folder}");
    assert_eq!(run(&prove).0, 0);
    let told = error(&format!("verify 3x4 --closed --certificate {folder}"));
    let wanted = format!(
        "{folder}: has only a proof for VeriPB: check it with veripb {folder}/problem.opb {folder}/proof.pbp, \
         or write a certificate with prove"
    );
    assert_eq!(told, wanted);
    let other = dir.path().display();
    let told = error(&format!("verify 3x4 --closed --certificate {other}"));
    let wanted =
        format!("{other}: has no certificate.txt: name a folder that prove or join has written");
    assert_eq!(told, wanted);
}

/// After one search both proofs are there, and the certificate is as good as alone.
#[test]
fn prove_writes_both_proofs() {
    for args in ["3x8 --closed", "5x5 --closed", "3x4 --at 3=b1 --at 6=d3"] {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("proof").display().to_string();
        let (code, out, err) = run(&format!("prove {args} --proof-format lrat,pbp -o {folder}"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
        assert!(out.contains("; proof.pbp too, "), "{out}");
        for name in ["certificate.txt", "problem.opb", "proof.pbp"] {
            assert!(
                dir.path().join("proof").join(name).exists(),
                "{args}: {name}"
            );
        }
        let (code, out, _) = run(&format!("verify {args} --certificate {folder}"));
        assert_eq!(code, 0, "{args}: {out}");
    }
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("proof");
    let (code, _, _) = run(&format!(
        "prove 3x4 --proof-format lrat,pbp -o {}",
        folder.display()
    ));
    assert_eq!(code, 1);
    assert!(!folder.exists());
}
