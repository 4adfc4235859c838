//! `prove` with the formats of the lab, and what `verify` and VeriPB say of them.

use crate::checker::is_usable;
use crate::common::cases::cases;
use crate::common::certificates::files;
use crate::common::program::{error, run, write};

use itertools::Itertools;
use knightsat::solver::external::find;
use std::fs;
use tempfile::TempDir;

/// Options of `prove`, its message about the proof for VeriPB, and the files.
const PROOFS: &str = include_str!("tables/proofs.txt");

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
        if names.contains("proof.lrat") || names.contains("certificate.json") {
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
