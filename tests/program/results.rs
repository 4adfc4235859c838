//! Recorded outputs of solvers, made by scripts/record-results: `decode` reads all of them, and
//! takes none that is cut off for complete.

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
    program::root().join("fixtures").join(name)
}

fn read(text: &str, variables: u32) -> Option<Answer> {
    result::read(text.as_bytes(), "r", variables).ok()
}

#[test]
fn recordings_of_every_solver_are_read_whole_and_not_in_part() {
    let files = fs::read_dir(fixture("results")).unwrap();
    assert_eq!(files.count(), 3 * SOLVERS.len());
    for solver in SOLVERS {
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
        assert_eq!(read(text, 3), expected, "{text:?}");
    }
    for text in [
        "s SATISFIABLE\nv 1 -2 3 \n",
        "v 3\nv 1 -2 0\ns SATISFIABLE\n",
    ] {
        assert!(
            matches!(read(text, 3), Some(Answer::Satisfiable(_))),
            "{text:?}"
        );
    }
}
