//! `prove` with the formats of the lab, and what `verify` and VeriPB say of them.

use crate::checker::is_usable;
use crate::common::cases::cases;
use crate::common::certificates::files;
use crate::common::program::{error, run, write};
use crate::common::transcript::transcript_in;

use itertools::Itertools;
use knightsat::solver::external::find;
use std::fs;
use tempfile::TempDir;

/// Options of `prove`, its message about the proof for VeriPB, and the files.
const PROOFS: &str = "\
5x5 --closed --proof-format pbp: 12 of the other, WORD; see : problem.opb proof.pbp
3x8 --closed --proof-format pbp: cuts derived and refuted, WORD; see : problem.opb proof.pbp
5x5 --start a2 --textbook: ; proof.pbp too, WORD; see : TEXTBOOK proof.pbp
5x5 --closed --textbook: the textbook formula, 17350 clauses, refuted in 127 steps: TEXTBOOK
BOARD --closed --symmetric rot180 --textbook: the textbook formula, : TEXTBOOK
--graph STAR --textbook: ; proof.pbp too, WORD; see : TEXTBOOK proof.pbp
--graph STAR --closed --textbook: ; proof.pbp too, WORD; see : TEXTBOOK proof.pbp
--graph STAR --at 2=1,3=4 --textbook: ; proof.pbp too, WORD; see : TEXTBOOK proof.pbp
--graph HUB --closed --textbook: the textbook formula, 150 clauses, : TEXTBOOK
--graph HUB --closed --forbid 1-2 --textbook: the textbook formula, 150 clauses, : TEXTBOOK
--graph HUB --at 2=1,3=4 --textbook: the textbook formula, 155 clauses, : TEXTBOOK
--graph PAIRS --closed --textbook: the textbook formula, 399 clauses, : TEXTBOOK
--graph PAIRS --at 2=1,3=4 --textbook: the textbook formula, 405 clauses, : TEXTBOOK
3x8 --closed --proof-format lrat,pbp: ; proof.pbp too, : certificate.txt formula.cnf problem.opb proof.drat proof.lrat proof.pbp
5x5 --closed --proof-format lrat,pbp: ; proof.pbp too, : certificate.txt problem.opb proof.pbp
3x4 --at 3=b1 --at 6=d3 --proof-format lrat,pbp: ; proof.pbp too, : certificate.txt problem.opb proof.pbp
3x8 --closed --proof-format pbp --solver cadical: cuts derived and refuted, WORD; see : problem.opb proof.pbp
3x8 --closed --proof-format pbp --solver kissat: cuts derived and refuted, WORD; see : problem.opb proof.pbp";

/// A board, and a star, a path with a hub and a bipartite graph, their edges in no order.
const PLACES: &str = r"
    #...#\n.....\n..#..\n.....\n#...#\n => BOARD
    p edge 4 3\ne 1 4\ne 1 3\ne 1 2\n => STAR
    p edge 5 6\ne 5 3\ne 2 1\ne 4 3\ne 3 1\ne 2 3\ne 5 4\n => HUB
    p edge 7 8\ne 7 1\ne 5 2\ne 6 3\ne 5 1\ne 7 2\ne 6 1\ne 5 4\ne 7 3\n => PAIRS";

/// A proof is checked before it is kept, and a certificate beside it is as good as alone.
#[test]
fn every_format_is_written_and_checked() {
    let home = TempDir::new().unwrap();
    let word = match find("veripb") {
        Some(_) => "as VeriPB has checked",
        None => "not checked, as veripb is not installed",
    };
    let mut rows = PROOFS.replace("WORD", word);
    rows = rows.replace("TEXTBOOK", "formula.cnf proof.drat proof.lrat");
    for (text, name) in cases(PLACES) {
        rows = rows.replace(&name, &write(home.path(), &name, &text));
    }
    for (nth, line) in rows.lines().enumerate() {
        let [args, says, names] = line.split(": ").collect_array().unwrap();
        let solver = args.split_once("--solver ").map(|(_, solver)| solver);
        if solver.is_some_and(|solver| find(solver).is_none() || !is_usable()) {
            continue;
        }
        let folder = home.path().join(nth.to_string());
        let (code, out, err) = run(&format!("prove {args} -o {}", folder.display()));
        assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
        assert!(out.contains(says), "{args}: {out}");
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
            let message = error(&verify).replace(&folder.display().to_string(), "DIR");
            let wanted = "DIR: has only a proof for VeriPB: check it with veripb DIR/problem.opb \
                          DIR/proof.pbp, or write a certificate with prove";
            assert_eq!(message, wanted);
        }
    }
}

#[test]
fn other_folders_and_options_are_refused() {
    let home = TempDir::new().unwrap();
    let folder = home.path();
    transcript_in(
        folder,
        "prove 5x5 --closed --textbook --proof-format pbp -o proof => …cannot be used with…
        1 prove 3x4 --proof-format lrat,pbp -o proof
        verify 3x4 --closed --certificate . => .: has no certificate.txt: name a folder that prove \
            or join has written…",
    );
    assert_eq!(files(folder), [""; 0]);
    // A formula of the textbook is checked from its comments.
    transcript_in(
        folder,
        "0 prove 3x5 --closed --textbook -o proof
        0 verify 3x5 --closed --certificate proof
        verify 3x6 --closed --certificate proof => …is the formula of another problem…",
    );
    let path = folder.join("proof/formula.cnf");
    let text = fs::read_to_string(&path).unwrap();
    let last = text.lines().last().unwrap();
    fs::write(&path, text.replace(&format!("\n{last}\n"), "\n1 0\n")).unwrap();
    transcript_in(folder, "1 verify 3x5 --closed --certificate proof");
}
