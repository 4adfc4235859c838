//! decode: formulas of others are decoded by a map, and recorded outputs of solvers, in
//! fixtures/results, are read whole and not in part.

use crate::common::cases::{assert_message, cases};
use crate::common::program::{self, bare, output, run, solved, write};
use crate::common::transcript::transcript_in;
use itertools::Itertools;
use knightsat::cnf::Answer;
use knightsat::cnf::dimacs::result;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A formula of others: square v, numbered from 1, at step i is variable 100·i + v.
fn foreign_3x4() -> String {
    let text = bare(&output("encode 3x4 --textbook --three-cnf no"));
    let other = |word: &str| match word.parse::<i32>().unwrap() {
        0 => 0,
        lit => lit.signum() * (100 * ((lit.abs() - 1) / 12 + 1) + (lit.abs() - 1) % 12 + 1),
    };
    let lines = text.lines().skip(1);
    let lines = lines.map(|line| line.split(' ').map(other).join(" ") + "\n");
    format!("p cnf 1212 1728\n{}", lines.format(""))
}

#[test]
fn formulas_of_others_are_decoded_by_their_map() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    let cnf = write(path, "t.cnf", &foreign_3x4());
    let model = solved(&cnf);
    let numbers = model.trim_start_matches("SAT\n").trim_end_matches(" 0\n");
    let mut last = numbers.split(' ');
    let last = last.find(|n| n.parse::<i32>().unwrap() > 1200).unwrap();
    write(path, "t.out", &model);
    let list = format!("[{}]\n", numbers.replace(' ', ", "));
    write(path, "t.list", &list);
    write(path, "short", &model.replace(&format!(" {last} "), " "));
    let table = include_str!("tables/maps.txt");
    transcript_in(path, &table.replace("LAST", last));
}

const SOLVERS: &str = "minisat cadical kissat picosat cryptominisat5 z3 clasp";

fn fixture(name: &str) -> PathBuf {
    program::root().join("fixtures").join(name)
}

fn read(text: &str, variables: u32) -> Option<Answer> {
    result::read(text.as_bytes(), "r", variables).ok()
}

#[test]
fn recordings_of_every_solver_are_read_whole_and_not_in_part() {
    let files = fs::read_dir(fixture("results")).unwrap();
    assert_eq!(files.count(), 3 * SOLVERS.split(' ').count());
    for solver in SOLVERS.split(' ') {
        let file = |kind| fixture(&format!("results/{solver}-{kind}.txt"));
        for (kind, cnf, expected) in [("sat", "3x4", 0), ("unsat", "3x3-textbook", 1)] {
            let cnf = fixture(&format!("golden/{cnf}.cnf"));
            let (cnf, result) = (cnf.display(), file(kind));
            let args = format!("decode {cnf} {} --format moves", result.display());
            let (code, out, err) = run(&args);
            assert_eq!((code, err.as_str()), (expected, ""), "{solver} {kind}");
            let moves = out.split_ascii_whitespace().count();
            assert!(kind == "unsat" || moves == 12, "{solver}: {out}");
        }
        // The formula is too large to be kept; its values were never printed.
        let text = fs::read_to_string(file("interrupted")).unwrap();
        assert_eq!(read(&text, 1 << 20), Some(Answer::Unknown), "{solver}");
        let text = fs::read_to_string(file("sat")).unwrap();
        assert!(read(&text, 83).is_some(), "{solver}");
        // Every end within the values, that of the line of the last one included.
        let values = text.find("v 1 ").or(text.find("1 2 ")).unwrap();
        let ends = ["83 ", "83\n"].map(|last| text[values..].find(last));
        let last = values + ends.into_iter().flatten().min().unwrap();
        for end in values + 4..last {
            assert_eq!(read(&text[..end], 83), None, "{solver} cut at {end}");
        }
    }
}

/// The first row is clasp, stopped while it reads.
#[test]
fn solvers_ways_to_say_the_same_are_known() {
    for (text, expected) in cases(
        r"s UNSATISFIABLE\nc INTERRUPTED : 1\n => Some(Unknown)
        timeout\n => Some(Unknown)
        c UNKNOWN\ns UNSATISFIABLE\n => Some(Unsatisfiable)
        c x\n => None
        s SATISFIABLE\nv 3 1 2 \n => None
        s SATISFIABLE\nv 1 2\nv 3 \n => None
        v 1 2 3 \n => None
        timeout\ns UNSATISFIABLE\n => None
        s SATISFIABLE\nv 1 -2 3 \n => Some(Satisfiable(…
        v 3\nv 1 -2 0\ns SATISFIABLE\n => Some(Satisfiable(…",
    ) {
        assert_message(&format!("{:?}", read(&text, 3)), &expected, &text);
    }
}
