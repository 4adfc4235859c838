//! The outputs of encode and sizes, and their traces after failures.

use crate::common::program;

use knightsat::cnf::gadget::amo::Amo;
use knightsat::encoding::Name;
use program::{error, knightsat, run, run_with};
use rustix::process::Signal;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use tempfile::TempDir;

#[test]
fn encode_writes_the_same_to_a_file_and_to_standard_output() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf");
    for args in ["6x6 --textbook", "5x6 --closed", "4x5 --three-cnf --end a1"] {
        let (code, out, err) = run(&format!("encode {args}"));
        assert_eq!((code, err.as_str()), (0, ""));
        knightsat(&format!("encode {args} -o {}", file.display()))
            .assert()
            .success()
            .stdout("");
        assert_eq!(fs::read_to_string(&file).unwrap(), out);
        assert!(
            out.lines()
                .take_while(|line| line.starts_with('c'))
                .all(|line| line.len() < 80)
        );
    }
    let files = fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(files, 1, "temporary files are left over");
}

#[test]
fn encode_and_solve_prints_the_tour_where_the_formula_is_not() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf");
    let (code, tour, err) = run(&format!(
        "encode 6x6 --textbook --solve --format moves -o {}",
        file.display()
    ));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(run_with("verify 6x6 -", &tour).0, 0);
    let (code, formula, tour) = run("encode 6x6 --textbook --solve --format moves");
    assert_eq!(code, 0);
    assert_eq!(formula, fs::read_to_string(&file).unwrap());
    assert_eq!(run_with("verify 6x6 -", &tour).0, 0);
    assert_eq!(run("encode 4x4 --solve -o /dev/null").0, 1);
}

#[test]
fn a_formula_too_large_is_refused_before_the_first_byte() {
    for args in ["300x300 --textbook", "300x300", "16000x16000 --closed"] {
        let message = error(&format!("encode {args}"));
        let limit = "DIMACS readers take at most 2147483647";
        let squared = "its formula would have more than 256000000²/4 variables";
        assert!(
            message.contains(limit) || message.contains(squared),
            "{message}"
        );
    }
}

#[test]
fn an_unwritable_or_full_target_is_an_error_and_leaves_nothing() {
    let dir = TempDir::new().unwrap();
    let missing = dir.path().join("missing/t.cnf");
    let message = error(&format!("encode 8x8 -o {}", missing.display()));
    let folder = missing.parent().unwrap().display();
    assert_eq!(message, format!("{folder}: no such folder"));
    let message = error("encode 8x8 -o /dev/full");
    assert_eq!(message, "/dev/full: the disk is full");
    let folder = dir.path().display().to_string();
    assert!(error(&format!("encode 8x8 -o {folder}")).starts_with(&folder));
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(crate::common::program::path());
    let output = command
        .args(["encode", "8x8"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn an_existing_file_survives_a_failure_and_is_replaced_by_a_success() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf");
    fs::write(&file, "old").unwrap();
    error(&format!("encode 300x300 -o {}", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    knightsat(&format!("encode 1x1 -o {}", file.display()))
        .assert()
        .success();
    assert!(fs::read_to_string(&file).unwrap().contains("p cnf 1 "));
}

#[test]
fn a_closed_pipe_ends_quietly_and_soon() {
    let mut command = std::process::Command::new(crate::common::program::path());
    command
        .args(["encode", "100x100", "--textbook"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    assert!(first.starts_with("c "));
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::PIPE.as_raw()));
    // Only what is said of any such formula.
    let is_quiet = errors.lines().all(|line| line.contains("docs/hard.md"));
    assert!(is_quiet, "{errors}");
}

#[test]
fn textbook_formulas_that_are_known_to_be_hard_come_with_an_alternative() {
    let alternative = "use --encoding position";
    for (args, is_hard) in [
        ("8x8 --textbook", true),
        ("7x8 --encoding textbook --closed", true),
        ("6x6 --textbook", false),
        ("7x7 --textbook", false),
        ("9x9 --textbook --closed", false),
        ("8x8 --textbook --closed --symmetric rot180", false),
        ("8x8", false),
        ("8x8 --textbook --format words", false),
    ] {
        let (code, _, err) = run(&format!("encode {args}"));
        assert_eq!(code, 0, "{args}: {err}");
        assert_eq!(err.contains(alternative), is_hard, "{args}: {err}");
        assert_eq!(err.lines().count(), usize::from(is_hard), "{args}: {err}");
    }
}

/// `--three-cnf` has one meaning for every encoding, and files record it.
#[test]
fn clauses_are_split_if_asked_and_of_textbook_unless_refused() {
    let dir = TempDir::new().unwrap();
    let header = |args: &str| {
        let file = dir.path().join("t.cnf").display().to_string();
        let (code, _, err) = run(&format!("encode 3x4 {args} -o {file}"));
        assert_eq!(code, 0, "{args}: {err}");
        let (code, _, err) = run_with(&format!("decode {file} -"), &program::solved(&file));
        assert_eq!(code, 0, "{args}: {err}");
        let text = fs::read_to_string(&file).unwrap();
        let is_split = text.contains("c knightsat three-cnf = true");
        let header = text.lines().find(|line| line.starts_with("p cnf"));
        (header.unwrap().to_string(), is_split)
    };
    let (plain, split) = ("p cnf 144 1728", "p cnf 296 1880");
    for textbook in ["--textbook", "--encoding textbook"] {
        for (option, expected, is_split) in [
            ("", split, true),
            ("--three-cnf", split, true),
            ("--three-cnf yes", split, true),
            ("--three-cnf no", plain, false),
        ] {
            let found = header(&format!("{textbook} {option}"));
            assert_eq!(
                found,
                (expected.to_string(), is_split),
                "{textbook} {option}"
            );
        }
    }
    let [none, no, yes, flag] = ["", "--three-cnf no", "--three-cnf yes", "--three-cnf"]
        .map(|option| header(&format!("--encoding order {option}")));
    assert!(none == no && yes == flag && !no.1 && yes.1);
    assert!(error("encode 3x4 --three-cnf maybe").contains("write yes or no"));
}

#[test]
fn sizes_are_those_of_the_files() {
    for args in [
        "8x8 --textbook",
        "5x6 --closed --amo bitwise --three-cnf",
        "6x6 --closed --symmetric rot90",
        "7x7 --start a1 --arcs no",
        "5x5 --closed",
        "1x1",
    ] {
        let text = run(&format!("encode {args}")).1;
        let header = text.lines().find(|line| line.starts_with("p cnf")).unwrap();
        let json = run(&format!("sizes {args} --format json")).1;
        let document: serde_json::Value = serde_json::from_str(&json).unwrap();
        let row = &document["rows"][0];
        assert_eq!(
            format!("p cnf {} {}", row["variables"], row["clauses"]),
            header
        );
        assert_eq!(row["bytes"], text.len(), "{args}");
        let groups = row["groups"].as_array().unwrap();
        let clauses: u64 = groups
            .iter()
            .map(|group| group["clauses"].as_u64().unwrap())
            .sum();
        assert_eq!(row["clauses"], clauses);
        let body = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        let zeros = body
            .flat_map(str::split_ascii_whitespace)
            .filter(|&word| word == "0")
            .count();
        assert_eq!(row["clauses"], zeros);
    }
}

#[test]
fn sizes_warn_of_solvers_that_refuse_and_count_what_cannot_be_written() {
    let (code, out, err) = run("sizes 8x8 300x300 --closed");
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), 3);
    assert!(
        err.contains("300x300 position product: varisat takes at most 268435456 variables"),
        "{err}"
    );
    assert!(
        err.contains("300x300 position product: every DIMACS reader takes at most 2147483647"),
        "{err}"
    );
    let lines: Vec<Vec<String>> = run("sizes 8x8 10x10 --amo all --encoding all --format csv")
        .1
        .lines()
        .map(|line| line.split(',').map(str::to_string).collect())
        .collect();
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let ways = |name: Name| {
        if name.encoding().has("amo") {
            Amo::ALL.len()
        } else {
            1
        }
    };
    let formulas: usize = Name::ALL.into_iter().map(ways).sum();
    let all = lines.iter().filter(|line| line[6] == "all");
    assert_eq!(all.count(), 2 * formulas);
}
