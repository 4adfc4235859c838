//! `prove` with the formats of the lab, and what `verify` and VeriPB say of them.

use crate::checker::is_usable;
use crate::common::certificates::files;
use crate::common::program::{error, run};

use knightsat::solver::external::find;
use std::fs;
use tempfile::TempDir;

/// Options of `prove`, its message about the proof for VeriPB, and the files.
const PROOFS: &str = "\
5x5 --closed --proof-format pbp: 12 of the other, WORD; see : problem.opb proof.pbp
3x8 --closed --proof-format pbp: cuts derived and refuted, WORD; see : problem.opb proof.pbp
5x5 --start a2 --textbook: ; proof.pbp too, WORD; see : formula.cnf proof.drat proof.lrat proof.pbp
5x5 --closed --textbook: the textbook formula, 17350 clauses, refuted in 127 steps: formula.cnf proof.drat proof.lrat
3x8 --closed --proof-format lrat,pbp: ; proof.pbp too, : LRAT problem.opb proof.drat proof.lrat proof.pbp
5x5 --closed --proof-format lrat,pbp: ; proof.pbp too, : certificate.txt problem.opb proof.pbp
3x4 --at 3=b1 --at 6=d3 --proof-format lrat,pbp: ; proof.pbp too, : certificate.txt problem.opb proof.pbp
3x8 --closed --proof-format pbp --solver cadical: cuts derived and refuted, WORD; see : problem.opb proof.pbp
3x8 --closed --proof-format pbp --solver kissat: cuts derived and refuted, WORD; see : problem.opb proof.pbp";

/// A proof is checked before it is kept, and a certificate beside it is as good as alone.
#[test]
fn every_format_is_written_and_checked() {
    let word = match find("veripb") {
        Some(_) => "as VeriPB has checked",
        None => "not checked, as veripb is not installed",
    };
    for line in PROOFS.lines() {
        let [args, says, names]: [&str; 3] =
            line.split(": ").collect::<Vec<_>>().try_into().unwrap();
        let solver = args.split_once("--solver ").map(|(_, solver)| solver);
        if solver.is_some_and(|solver| find(solver).is_none() || !is_usable()) {
            continue;
        }
        let home = TempDir::new().unwrap();
        let folder = home.path().join("proof");
        let (code, out, err) = run(&format!("prove {args} -o {}", folder.display()));
        assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
        assert!(out.contains(&says.replace("WORD", word)), "{args}: {out}");
        let names = names.replace("LRAT", "certificate.txt formula.cnf");
        assert_eq!(files(&folder).join(" "), names, "{args}");
        let problem = args.split(" --proof-format").next().unwrap();
        let problem = problem.replace(" --textbook", "");
        let verify = format!("verify {problem} --certificate {}", folder.display());
        if names.contains("proof.lrat") || names.contains("certificate.txt") {
            let (code, out, err) = run(&verify);
            assert_eq!(code, 0, "{args}: {err}");
            assert!(out.starts_with("valid: no "), "{args}: {out}");
        } else {
            let board = problem.split(' ').next().unwrap();
            let opb = fs::read_to_string(folder.join("problem.opb")).unwrap();
            let comment = format!("* knightsat board = \"{board}\"\n");
            assert!(opb.contains(&comment), "{opb}");
            let told = error(&verify).replace(&folder.display().to_string(), "DIR");
            let wanted = "DIR: has only a proof for VeriPB: check it with veripb DIR/problem.opb \
                          DIR/proof.pbp, or write a certificate with prove";
            assert_eq!(told, wanted);
        }
    }
}

#[test]
fn what_is_no_proof_is_refused() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("proof").display().to_string();
    let refused = error("prove 5x5 --closed --textbook --proof-format pbp -o /not/there");
    assert!(refused.contains("cannot be used with"), "{refused}");
    let there_is_one = run(&format!("prove 3x4 --proof-format lrat,pbp -o {folder}"));
    assert_eq!(there_is_one.0, 1);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    let other = home.path().display();
    let told = error(&format!("verify 3x4 --closed --certificate {other}"));
    let wanted = "has no certificate.txt: name a folder that prove or join has written";
    assert_eq!(told, format!("{other}: {wanted}"));
    // A formula of the textbook is checked from its comments.
    assert_eq!(
        run(&format!("prove 3x5 --closed --textbook -o {folder}")).0,
        0
    );
    let told = error(&format!("verify 3x6 --closed --certificate {folder}"));
    assert!(told.contains("is the formula of another problem"), "{told}");
    let path = format!("{folder}/formula.cnf");
    let text = fs::read_to_string(&path).unwrap();
    let last = text.lines().last().unwrap();
    fs::write(&path, text.replace(&format!("\n{last}\n"), "\n1 0\n")).unwrap();
    let verify = format!("verify 3x5 --closed --certificate {folder}");
    assert_eq!(run(&verify).0, 1);
}
