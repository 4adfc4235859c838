//! Real solvers through encode, solver and decode.

use crate::common::required;

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const SOLVERS: [&str; 3] = ["minisat", "cadical", "kissat"];

fn knightsat() -> Command {
    Command::cargo_bin("knightsat").unwrap()
}

/// The solvers that are there.
fn solvers() -> impl Iterator<Item = &'static str> {
    SOLVERS.into_iter().filter(|solver| {
        let found = std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(solver).is_file()));
        required::is_usable(found, solver)
    })
}

fn encode(dir: &TempDir, args: &str) -> PathBuf {
    let path = dir.path().join("t.cnf");
    let args = args.split(' ');
    knightsat()
        .arg("encode")
        .args(args)
        .arg("-o")
        .arg(&path)
        .assert()
        .success();
    path
}

/// Runs a solver and returns the file that holds its result.
fn run(solver: &str, cnf: &Path, options: &[&str]) -> PathBuf {
    let result = cnf.with_extension("result");
    let mut command = std::process::Command::new(solver);
    command.args(options).arg(cnf);
    if solver == "minisat" {
        command.arg(&result).output().unwrap();
    } else {
        let output = command.output().unwrap();
        std::fs::write(&result, output.stdout).unwrap();
    }
    result
}

fn decode(cnf: &Path, result: &Path) -> assert_cmd::assert::Assert {
    knightsat()
        .arg("decode")
        .arg(cnf)
        .arg(result)
        .args(["--format", "moves"])
        .assert()
}

#[test]
fn every_solver_finds_tours_that_decode_and_verify() {
    let dir = TempDir::new().unwrap();
    for args in [
        "6x6 --textbook",
        "8x8",
        "8x8 --closed",
        "8x8 --closed --three-cnf",
        "1x1",
        "5x6 --start c3",
    ] {
        for solver in solvers() {
            let cnf = encode(&dir, args);
            let result = run(solver, &cnf, &[]);
            let output = decode(&cnf, &result).success().get_output().stdout.clone();
            let tour = dir.path().join("tour");
            std::fs::write(&tour, output).unwrap();
            let args: Vec<&str> = args
                .split(' ')
                .filter(|arg| !arg.ends_with("book") && !arg.ends_with("cnf"))
                .collect();
            knightsat()
                .arg("verify")
                .arg(args[0])
                .arg(&tour)
                .args(&args[1..])
                .assert()
                .success();
        }
    }
}

#[test]
fn every_solver_agrees_that_there_is_no_tour() {
    let dir = TempDir::new().unwrap();
    // Refuted by search, by the empty clause of a pruned contradiction, and of two squares.
    for args in ["4x4", "3x5 --textbook", "5x5 --closed", "1x2 --closed"] {
        for solver in solvers() {
            let cnf = encode(&dir, args);
            let result = run(solver, &cnf, &[]);
            decode(&cnf, &result).code(1);
        }
    }
}

#[test]
fn cadical_reads_what_we_write_with_strict_parsing() {
    let dir = TempDir::new().unwrap();
    for _ in solvers().filter(|&solver| solver == "cadical") {
        for args in [
            "1x1",
            "1x1 --closed",
            "4x5 --start b2 --end a1",
            "8x8 --textbook",
            "3x30 --three-cnf",
            "7x7 --closed",
        ] {
            let cnf = encode(&dir, args);
            let output = std::process::Command::new("cadical")
                .args(["--strict", "-q", "-n", "-t", "2"])
                .arg(&cnf)
                .output()
                .unwrap();
            // 10 and 20 are answers, 0 is the time limit; a parse error is 1.
            let code = output.status.code().unwrap();
            assert!([0, 10, 20].contains(&code), "{args}: {code}");
        }
    }
}

#[test]
fn what_a_solver_did_not_finish_is_unknown() {
    let dir = TempDir::new().unwrap();
    for solver in solvers().filter(|&solver| solver != "minisat") {
        let cnf = encode(&dir, "8x8 --textbook");
        let option = if solver == "kissat" {
            &["--time=1"][..]
        } else {
            &["-t", "1"]
        };
        let result = run(solver, &cnf, option);
        let text = std::fs::read_to_string(&result).unwrap();
        assert!(
            !text.contains("s SATISFIABLE"),
            "{solver} was too fast for this test"
        );
        decode(&cnf, &result).code(3);
    }
}
