//! `sat` and `count` by every installed solver of the table: one formula, one answer. With
//! REQUIRE_SOLVERS=1 all must be installed.

use crate::common::compression::{compress, endings};
use crate::common::program;
use crate::common::solvers;

use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Answer, Lit};
use knightsat::solver::incremental::Limits;
use program::{error, run};
use solvers::{ask, read, solvers};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The sound formulas among the fixtures.
fn formulas() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = ["cnf/good", "golden"].map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let paths = folders
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let is_cnf = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cnf");
    let paths: Vec<PathBuf> = paths.filter(is_cnf).collect();
    assert!(paths.len() >= 14);
    paths
}

/// Returns the exit code of `sat` for a solver's answer to a formula.
fn code(formula: &Cnf, solver: &str) -> i32 {
    match ask(formula, solver, &Limits::default()) {
        Answer::Satisfiable(_) => 10,
        Answer::Unsatisfiable => 20,
        Answer::Unknown => panic!("no limit was set"),
    }
}

#[test]
fn sat_says_what_every_solver_says() {
    let mut codes = Vec::new();
    for path in formulas() {
        let formula = read(&path);
        let (expected, ..) = run(&format!("sat {}", path.display()));
        codes.push(expected);
        for solver in solvers() {
            let path = path.display();
            assert_eq!(code(&formula, solver), expected, "{solver} on {path}");
        }
    }
    assert!(codes.contains(&10) && codes.contains(&20));
}

#[test]
fn assumptions_are_unit_clauses_to_every_solver() {
    let mut codes = Vec::new();
    for path in formulas() {
        let mut formula = read(&path);
        let variables = formula.variables() as i32;
        if variables == 0 {
            continue;
        }
        // Somewhere among the variables, of either sign.
        let numbers = [3, 7, 11].map(|factor: i32| factor * 5741 % variables + 1);
        let numbers = [numbers[0], -numbers[1], numbers[2]];
        for number in numbers {
            formula.clause(&[Lit::from_dimacs(number).unwrap()]);
        }
        let [a, b, c] = numbers;
        let (expected, ..) = run(&format!("sat {} --assume {a},{b},{c}", path.display()));
        codes.push(expected);
        for solver in solvers() {
            let path = path.display();
            assert_eq!(
                code(&formula, solver),
                expected,
                "{solver} on {path}: {numbers:?}"
            );
        }
    }
    assert!(codes.contains(&10) && codes.contains(&20));
}

#[test]
fn a_compressed_formula_is_the_same_formula() {
    let dir = TempDir::new().unwrap();
    for path in formulas() {
        let text = fs::read(&path).unwrap();
        let expected = run(&format!("sat {}", path.display()));
        for ending in endings() {
            let packed = dir.path().join(format!("t.cnf.{ending}"));
            compress(&packed, &text);
            assert_ne!(fs::read(&packed).unwrap(), text);
            let found = run(&format!("sat {}", packed.display()));
            assert_eq!(found, expected, "{} as {ending}", path.display());
        }
    }
}

#[test]
fn every_solver_counts_alike_and_its_last_word_is_its_own() {
    for solver in solvers() {
        for (args, count) in [("3x4", 16), ("3x4 --start a1", 2), ("4x4", 0), ("1x1", 1)] {
            let (code, out, err) = run(&format!("count {args} --solver {solver}"));
            assert_eq!((code, err.as_str()), (0, ""), "{solver} on {args}: {out}");
            let lines: Vec<&str> = out.lines().collect();
            let tours = if count == 1 { "tour" } else { "tours" };
            assert!(
                lines[0].starts_with(&format!("{count} open {tours}")),
                "{solver}: {out}"
            );
            let word = format!("there is no other: {solver} says so, unchecked");
            assert_eq!(lines[1], word);
        }
    }
}

#[test]
fn a_count_that_is_cut_short_claims_no_end() {
    for solver in solvers() {
        let (code, out, _) = run(&format!("count 5x5 --solver {solver} --limit 3"));
        assert_eq!(code, 0, "{out}");
        assert!(out.starts_with("at least 3 open tours"), "{out}");
        assert!(!out.contains("no other"), "{out}");
        let lists = run(&format!(
            "count 3x4 --portfolio varisat,{solver} --enumerate"
        ));
        assert_eq!((lists.0, lists.1.lines().count()), (0, 16), "{lists:?}");
        let json = run(&format!("count 3x4 --solver {solver} --format json")).1;
        let word = format!("\"no_other\":\"{solver} says so, unchecked\"");
        assert!(json.contains(&word), "{json}");
    }
}

#[test]
fn solvers_are_for_one_method_of_counting() {
    let message = error("count 5x5 --solver varisat --method frontier");
    assert_eq!(
        message,
        "--solver and --portfolio are for --method enumerate"
    );
    let message = error("count 5x5 --solver kisat");
    assert!(message.starts_with("'kisat' is not a solver"), "{message}");
    // The models of a relaxation that are no tours are cut.
    let (code, out, _) = run("count 5x5 --encoding lazy --portfolio varisat,varisat");
    assert_eq!(code, 0);
    assert!(out.starts_with("1728 open tours, directed"), "{out}");
}
