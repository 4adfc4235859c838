//! Every solver of the table that is there, called by the program itself. With REQUIRE_SOLVERS=1
//! one that scripts/install-solvers puts in place must be there, otherwise it is skipped.

use crate::common::program;
use crate::common::solvers;

use knightsat::cnf::Answer;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::solver::Program;
use knightsat::solver::external::External;
use knightsat::solver::incremental::Limits;
use knightsat::solver::installed::installed;
use knightsat::stop::Stop;
use program::{error, run};
use solvers::{ask, read, solvers};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// One pigeon more than holes.
fn pigeons(holes: u32) -> Cnf {
    let mut formula = Cnf::default();
    let mut at = vec![Vec::new(); holes as usize];
    for _ in 0..=holes {
        let lits: Vec<_> = formula
            .new_vars(holes)
            .iter()
            .map(|var| var.pos())
            .collect();
        formula.clause(&lits);
        at.iter_mut().zip(lits).for_each(|(at, lit)| at.push(lit));
    }
    at.iter().for_each(|pigeons| formula.pairwise(pigeons));
    formula
}

#[test]
fn all_solvers_agree_on_the_golden_formulas() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/golden");
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_cnf = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cnf");
    let paths: Vec<PathBuf> = paths.filter(is_cnf).collect();
    assert!(paths.len() >= 9);
    let is_satisfiable = |answer: Answer| match answer {
        Answer::Satisfiable(_) => true,
        Answer::Unsatisfiable => false,
        Answer::Unknown => panic!("no limit was set"),
    };
    for path in paths {
        let formula = read(&path);
        let expected = is_satisfiable(ask(&formula, "varisat", &Limits::default()));
        for solver in solvers() {
            let found = is_satisfiable(ask(&formula, solver, &Limits::default()));
            assert_eq!(found, expected, "{solver} on {}", path.display());
        }
    }
}

#[test]
fn all_solvers_take_formulas_at_the_edge() {
    let limits = Limits::default();
    let empty = Cnf::default();
    let mut free = Cnf::default();
    free.new_vars(3);
    let mut contradiction = Cnf::default();
    contradiction.clause(&[]);
    let mut gap = Cnf::default();
    let vars = gap.new_vars(4);
    gap.clause(&[vars.get(1).neg()]);
    for solver in solvers() {
        for formula in [&empty, &free, &gap] {
            let answer = ask(formula, solver, &limits);
            assert!(
                matches!(answer, Answer::Satisfiable(_)),
                "{solver}: {formula:?}"
            );
        }
        let answer = ask(&contradiction, solver, &limits);
        assert_eq!(answer, Answer::Unsatisfiable, "{solver}");
    }
}

#[test]
fn all_solvers_are_stopped_at_the_deadline() {
    let formula = pigeons(14);
    for solver in solvers() {
        let begun = Instant::now();
        let limits = Limits {
            stop: Stop::after(Duration::from_millis(500)),
            ..Limits::default()
        };
        assert_eq!(ask(&formula, solver, &limits), Answer::Unknown, "{solver}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{solver}");
    }
}

#[test]
fn proofs_are_written_where_they_are_asked_for() {
    let dir = TempDir::new().unwrap();
    let cnf = program::write(
        dir.path(),
        "t.cnf",
        "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
    );
    for solver in solvers() {
        let external = External::new(solver, None).unwrap();
        if external.proof().is_none() {
            continue;
        }
        let proof = dir.path().join(solver);
        let answer = external.ask(Path::new(&cnf), Some(&proof), 2, &Limits::default());
        assert_eq!(answer.unwrap(), Answer::Unsatisfiable, "{solver}");
        let text = fs::read_to_string(&proof).unwrap();
        let mut words = text.split_whitespace();
        assert!(
            words.all(|word| word.len() == 1 || word.parse::<i32>().is_ok()),
            "{solver}: {text}"
        );
        assert!(text.contains('0'), "{solver}");
    }
}

#[test]
fn every_solver_finds_tours_and_refutes_by_name() {
    for solver in ["varisat"].into_iter().chain(solvers()) {
        for board in ["5x5", "6x6 --closed --three-cnf", "5x6 --start c3", "1x1"] {
            let (code, _, err) = run(&format!(
                "solve {board} --encoding position --solver {solver}"
            ));
            assert_eq!((code, err.as_str()), (0, ""), "{solver} on {board}");
        }
        let (code, out, _) = run(&format!("solve 4x4 --solver {solver}"));
        assert_eq!(code, 1, "{solver}");
        assert!(out.contains(&format!("unsatisfiable ({solver}")), "{out}");
    }
}

#[test]
fn a_portfolio_of_all_finds_a_tour() {
    let names: Vec<&str> = ["varisat"].into_iter().chain(solvers()).collect();
    let names = names.join(",");
    let (code, _, err) = run(&format!("solve 8x8 --closed --portfolio {names}"));
    assert_eq!((code, err.as_str()), (0, ""), "{names}");
    let (code, out, _) = run(&format!("solve 4x4 --portfolio {names}"));
    assert_eq!(code, 1, "{out}");
}

#[test]
fn the_list_names_every_solver_and_needs_no_board() {
    let (code, out, err) = run("solve --solver list");
    assert_eq!((code, err.as_str()), (0, ""));
    let names: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let known = installed();
    let expected = ["varisat", "cadical-lib"]
        .into_iter()
        .chain(known.iter().map(|solver| solver.name));
    assert!(names.into_iter().eq(expected), "{out}");
    for solver in known {
        let line = out
            .lines()
            .find(|line| line.split_whitespace().next() == Some(solver.name))
            .unwrap();
        let place = solver.path.map(|path| path.display().to_string());
        assert!(
            line.ends_with(place.as_deref().unwrap_or("not found")),
            "{line}"
        );
    }
}

#[cfg(not(feature = "cadical"))]
#[test]
fn without_cadical_the_program_says_how_to_have_it() {
    for encoding in ["auto", "lazy", "position"] {
        let args = format!("solve 8x8 --solver cadical-lib --encoding {encoding}");
        assert_eq!(
            error(&args),
            "cadical-lib: this knightsat was built without CaDiCaL: cargo build --features cadical"
        );
    }
    let (_, out, _) = run("solve 8x8 --solver list");
    let line = out.lines().find(|line| line.starts_with("cadical-lib"));
    assert!(line.unwrap().contains("not built in"), "{out}");
}

#[test]
fn choices_that_cannot_be_are_refused() {
    for (args, message) in [
        (
            "--solver varisat --solver-path /bin/sh",
            "varisat runs in process: it has no path",
        ),
        (
            "--solver minisat --solver-path /nowhere",
            "/nowhere: no such program",
        ),
        (
            "--seed 1 --portfolio varisat,kissat",
            "--seed is for --encoding lazy in process: with a formula nothing is chosen at random",
        ),
    ] {
        assert_eq!(error(&format!("solve 5x5 {args}")), message, "{args}");
    }
    let unknown = error("solve 5x5 --solver kisat");
    assert!(
        unknown.starts_with("'kisat' is not a solver: name varisat, minisat, kissat, "),
        "{unknown}"
    );
    assert!(error("solve 5x5 --solver minisat --portfolio kissat").contains("cannot be used with"));
    assert!(error("solve 5x5 --solver-path /bin/sh").contains("--solver"));
}

#[test]
fn a_wrong_option_is_told_before_a_missing_program() {
    for (args, message) in [
        ("5x5 --seed 1 --portfolio varisat,kissat", "--seed is for"),
        ("5x5 --seed 1 --solver kissat", "--seed is for"),
        (
            "6x6 --closed --symmetric rot90 --at 5=c3 --encoding crt --solver kissat",
            "the encoding crt does not support a symmetry",
        ),
        ("5x5 --solver kissat", "kissat"),
    ] {
        let mut command = program::knightsat(&format!("solve {args}"));
        let output = command.env("PATH", "/nowhere").output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {told}");
        assert!(
            told.starts_with(&format!("knightsat: {message}")),
            "{args}: {told}"
        );
    }
}
