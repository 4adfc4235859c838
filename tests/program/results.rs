//! Recorded outputs of solvers, made by scripts/record-results: `decode` reads all of them.

use crate::common::program;

use knightsat::cnf::Answer;
use knightsat::cnf::dimacs::result;
use program::run;
use std::fs;
use std::path::PathBuf;

const SOLVERS: [&str; 7] = [
    "minisat",
    "cadical",
    "kissat",
    "picosat",
    "cryptominisat5",
    "z3",
    "clasp",
];

fn fixture(name: &str) -> PathBuf {
    crate::common::program::root().join("fixtures").join(name)
}

fn recorded(solver: &str, kind: &str) -> PathBuf {
    fixture(&format!("results/{solver}-{kind}.txt"))
}

#[test]
fn decode_reads_every_solver() {
    for solver in SOLVERS {
        for (kind, cnf, expected) in [("sat", "3x4", 0), ("unsat", "3x3-textbook", 1)] {
            let cnf = fixture(&format!("golden/{cnf}.cnf"));
            let result = recorded(solver, kind);
            let (cnf, result) = (cnf.display(), result.display());
            let (code, out, err) = run(&format!("decode {cnf} {result} --format moves"));
            assert_eq!((code, err.as_str()), (expected, ""), "{solver} {kind}");
            let moves = out.split_ascii_whitespace().count();
            assert!(kind == "unsat" || moves == 12, "{solver}: {out}");
        }
        // The formula is too large to be kept; its values were never printed.
        let file = fs::File::open(recorded(solver, "interrupted")).unwrap();
        let answer = result::read(file, solver, 1 << 20).unwrap();
        assert_eq!(answer, Answer::Unknown, "{solver}");
    }
}

#[test]
fn every_recording_belongs_to_a_solver() {
    let files = fs::read_dir(fixture("results")).unwrap();
    assert_eq!(files.count(), 3 * SOLVERS.len());
}

#[test]
fn what_is_cut_off_is_not_taken_for_complete() {
    for solver in SOLVERS {
        let text = fs::read_to_string(recorded(solver, "sat")).unwrap();
        let variables = 83;
        assert!(
            result::read(text.as_bytes(), "r", variables).is_ok(),
            "{solver}"
        );
        // Every end within the values, that of the line of the last one included.
        let values = text.find("v 1 ").or(text.find("1 2 ")).unwrap();
        let ends = ["83 ", "83\n"].map(|last| text[values..].find(last));
        let last = values + ends.into_iter().flatten().min().unwrap();
        for end in values + 4..last {
            let answer = result::read(&text.as_bytes()[..end], "r", variables);
            assert!(answer.is_err(), "{solver} cut at {end}: {answer:?}");
        }
    }
}

#[test]
fn solvers_ways_to_say_the_same_are_known() {
    for (text, expected) in [
        ("c UNKNOWN\n", Some(Answer::Unknown)),
        ("timeout\n", Some(Answer::Unknown)),
        ("unsat\n", Some(Answer::Unsatisfiable)),
        ("c UNKNOWN\ns UNSATISFIABLE\n", Some(Answer::Unsatisfiable)),
        // clasp, stopped while it reads.
        (
            "s UNSATISFIABLE\nc INTERRUPTED : 1\n",
            Some(Answer::Unknown),
        ),
        ("c x\n", None),
        ("s SATISFIABLE\nv 1 2 \n", None),
        ("s SATISFIABLE\nv 3 1 2 \n", None),
        ("s SATISFIABLE\nv 1 2\nv 3 \n", None),
        ("v 1 2 3 \n", None),
        ("timeout\ns UNSATISFIABLE\n", None),
    ] {
        let answer = result::read(text.as_bytes(), "r", 3);
        assert_eq!(answer.ok(), expected, "{text:?}");
    }
    for text in [
        "s SATISFIABLE\nv 1 -2 3 \n",
        "v 3\nv 1 -2 0\ns SATISFIABLE\n",
    ] {
        let answer = result::read(text.as_bytes(), "r", 3);
        assert!(matches!(answer, Ok(Answer::Satisfiable(_))), "{text:?}");
    }
}
