//! Laws of all ways of sharing: `split` with each engine, counts by search and by sweep, and
//! comparisons. Without a fault, the joint result is that of the command in one piece, however many
//! workers there are and whatever has been killed. With any fault, `join` refuses the folder in one
//! line that names the file.
#![cfg(target_os = "linux")]

use crate::common::program;
use crate::common::waiting::wait_until;
use crate::folder::Parts;
use crate::lrat::check_joined;

use knightsat_compare::row::Row;
use program::{run, run_with};
use std::fs;
use std::path::Path;

/// Kills a worker as soon as it has begun, and has two at once do the rest. One that meets the
/// other at the states of a sweep may leave them to it.
fn work(parts: &Parts) {
    let mut killed = parts.worker();
    wait_until("work", || {
        parts.count("claims") + parts.count("parts") + parts.count("drafts") > 0
    });
    killed.kill().unwrap();
    killed.wait().unwrap();
    let is_sweep = parts.path("states").exists();
    for mut worker in [parts.worker(), parts.worker()] {
        let code = worker.wait().unwrap().code();
        assert!(code == Some(0) || is_sweep && code == Some(2), "{code:?}");
    }
    parts.work("");
    assert_eq!(parts.count("drafts"), 0);
}

#[test]
fn what_has_no_tour_has_none_in_parts() {
    let petersen = "p edge 10 15\ne 3 4\ne 2 3\ne 1 2\ne 5 1\ne 4 5\ne 6 1\ne 7 2\ne 8 3\ne 9 4\n\
                    e 10 5\ne 8 6\ne 10 8\ne 7 10\ne 9 7\ne 6 9\n";
    let home = tempfile::tempdir().unwrap();
    // Edges in no order; comments name them in theirs.
    let graph = program::write(home.path(), "petersen.col", petersen);
    let graph = format!("--graph {graph} --closed");
    let clues = "5x5 --start b1 --at 3=c5 --forbid c3-e4";
    for (problem, encoding, parts) in [
        ("4x7 --closed", "lazy", 5),
        ("4x7 --closed", "position", 8),
        ("4x7 --closed", "order", 3),
        ("4x4", "lazy", 6),
        ("4x4", "distance", 4),
        ("4x4", "binary", 4),
        ("3x6 --start a1", "textbook", 1),
        (clues, "position", 7),
        (&graph, "position", 3),
        (&graph, "order", 3),
        (&graph, "distance", 3),
        (&graph, "lazy", 3),
    ] {
        let what = format!("{problem} {encoding}");
        let options = format!("--no-shortcuts --encoding {encoding} --parts {parts} --proof");
        let parts = Parts::of(&format!("split {problem} {options}"));
        work(&parts);
        let (code, out, err) = parts.join("");
        assert_eq!((code, err.as_str()), (1, ""), "{what}: {out}");
        assert!(out.contains(", joined to one proof and checked"), "{out}");
        check_joined(&parts);
        let verify = format!("verify {problem} --certificate {}/joined", parts.folder);
        let (code, out, err) = run(&verify);
        assert_eq!(code, 0, "{what}: {err}");
        assert!(out.starts_with("valid: no "), "{what}: {out}");
    }
    let word = "4 parts, unverified answers of varisat";
    for (command, reason) in [
        ("4x7 --closed --no-shortcuts --parts 4", word),
        ("3x4 --closed --parts 1", "found by preprocessing"),
    ] {
        let parts = Parts::of(&format!("split {command}"));
        work(&parts);
        let (code, out, _) = parts.join("--wait");
        assert!(code == 1 && out.contains(reason), "{out}");
    }
}

#[test]
fn a_tour_in_a_part_is_a_tour() {
    for problem in [
        "6x6 --closed",
        "5x5 --start a1 --encoding position",
        "7x7 --encoding lazy",
    ] {
        for proof in ["", " --proof"] {
            let command = format!("split {problem} --parts 6{proof}");
            let parts = Parts::of(&command);
            work(&parts);
            let (code, out, err) = parts.join("--format moves");
            assert_eq!(code, 0, "{command}: {err}");
            let asked = problem.split(" --encoding").next().unwrap();
            let verified = run_with(&format!("verify {asked} -"), &out);
            assert_eq!(verified.0, 0, "{command}: {}", verified.2);
            let (_, part) = err.split_once("part ").unwrap();
            let part = part.split(' ').next().unwrap();
            let result = format!("parts/{part}/result.json");
            let message = parts.refused(&result, r#""tour":[ -> "tour":["a1","#);
            let wanted = format!("DIR/parts/{part}: the tour of part {part} is invalid: ");
            assert!(message.starts_with(&wanted), "{message}");
            let said = parts.work("");
            let is_over = said.ends_with("has a tour, so nothing is left to do\n");
            assert!(is_over || said == "nothing is left to do\n", "{said}");
        }
    }
}

#[test]
fn a_count_in_parts_is_that_in_one_piece() {
    let primes = "--primes 101,1000003,2305843009213693951";
    for (problem, parts) in [
        ("6x6 --closed --method search".to_string(), 6),
        ("5x5 --at 9=c3 --method search".to_string(), 5),
        ("5x6 --method frontier".to_string(), 2),
        (format!("5x6 --method frontier {primes}"), 6),
        ("6x6 --closed --method frontier".to_string(), 1),
        (format!("3x10 --closed --method frontier {primes}"), 3),
        ("4x4 --closed --method frontier".to_string(), 1),
        ("1x1 --method frontier".to_string(), 1),
    ] {
        let folder = Parts::of(&format!("count {problem} --split {parts}"));
        assert_eq!(folder.read("jobs.txt").lines().count(), parts, "{problem}");
        let is_sweep = problem.contains("frontier");
        let (code, out, err) = folder.join("");
        let begin = ["at least 0", "no number of"][usize::from(is_sweep)];
        assert!(code == 3 && out.contains(begin), "{problem}: {out}");
        let progress = format!("0 of {parts} part");
        assert!(err.contains(&progress), "{problem}: {err}");
        work(&folder);
        let (code, joined, err) = folder.join("");
        assert_eq!((code, err.as_str()), (0, ""), "{problem}");
        assert_eq!(joined, run(&format!("count {problem}")).1);
        let evidence = |json: &str| {
            let document: serde_json::Value = serde_json::from_str(json).unwrap();
            document["evidence"].clone()
        };
        // A second join finds the states in the folder.
        if is_sweep {
            let again = folder.join("--format json").1;
            let whole = run(&format!("count {problem} --format json")).1;
            assert_eq!(evidence(&again), evidence(&whole), "{problem}");
        }
    }
}

/// The rows in a folder, but for what differs from run to run.
fn rows(folder: &Path) -> Vec<Row> {
    let text = fs::read_to_string(folder.join("rows.jsonl")).unwrap();
    let row = |line: &str| {
        let mut row: Row = serde_json::from_str(line).unwrap();
        let measured = &mut row.measured;
        (measured.encode_seconds, measured.cpu_seconds) = (None, None);
        (measured.wall_seconds, measured.peak_kb) = (None, None);
        row
    };
    text.lines().map(row).collect()
}

#[test]
fn rows_of_parts_are_those_of_a_comparison_in_one_piece() {
    let home = tempfile::tempdir().unwrap();
    let ring = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    let graph = program::write(home.path(), "ring", ring);
    let cnf = home.path().join("tour.cnf").display().to_string();
    assert_eq!(run(&format!("encode 5x5 --encoding order -o {cnf}")).0, 0);
    for (grid, runs) in [
        (
            "5x5 3x4 --encoding position,lazy --shuffles 2 --timeout 30".to_string(),
            8,
        ),
        (format!("--graph {graph} --closed --encoding order"), 1),
        (format!("--cnf {cnf} --timeout 30"), 1),
    ] {
        let whole = home.path().join(format!("whole{}", grid.len()));
        let compare = |folder: &str| run(&format!("compare {grid} -o {folder}"));
        assert_eq!(compare(&whole.display().to_string()).0, 0, "{grid}");
        let parts = Parts::of(&format!("compare {grid} --split"));
        // The folder needs no file that it was made of.
        let sources = [&graph, &cnf].map(|path| (path, fs::read(path).unwrap()));
        sources
            .iter()
            .for_each(|(path, _)| fs::remove_file(path).unwrap());
        work(&parts);
        let (code, out, err) = parts.join("");
        assert_eq!((code, err.as_str()), (0, ""), "{grid}: {out}");
        assert_eq!(rows(Path::new(&parts.folder)), rows(&whole), "{grid}");
        for name in ["rows.csv", "cactus.svg", "scaling.svg"] {
            assert!(parts.path(name).exists(), "{name}");
        }
        assert_eq!(parts.join("").1, out);
        sources
            .iter()
            .for_each(|(path, text)| fs::write(path, text).unwrap());
        if runs > 1 {
            // A joined comparison can be continued.
            let err = compare(&parts.folder).2;
            assert!(err.contains("8 of 8 rows exist already"), "{err}");
        } else if grid.contains("cnf") {
            let message = parts.refused("foreign.cnf", "= p cnf 1 1 1 0");
            let wanted = "DIR/foreign.cnf: has been changed since it was put here";
            assert_eq!(message, wanted);
        }
    }
}

/// Folders that are spoiled: their short names and commands.
const FOLDERS: &str = "\
lazy: split 4x7 --closed --no-shortcuts --parts 4 --proof
order: split 4x7 --closed --no-shortcuts --encoding order --parts 4 --proof
word: split 3x8 --closed --parts 4
count: count 6x6 --closed --method search --split 4
sweep: count 5x6 --method frontier --split 2 --primes 101,1000003
compare: compare 5x5 3x4 --encoding position,order --timeout 30 --split";

/// Faults: the folders, the file, its change, and the message.
const FAULTS: &str = r#"
    *                | parts/3/result.json | < parts/2/result.json            | DIR/parts/3/result.json: part 3 is the result of part 2
    *                | parts/3/result.json | "folder":" -> "folder":"0        | DIR/parts/3/result.json: part 3 is the result of another folder
    *                | parts/3/result.json | = {                              | DIR/parts/3/result.json: is not the result of a part: 
    *                | split.json          | "id": " -> "id": "0              | DIR/split.json: has been changed since it was written
    *                | split.json          | "version": 1 -> "version": 9     | DIR/split.json: is of version 9, expected 1
    *                | split.json          | = {                              | DIR/split.json: is not that of a split problem: 
    *                | split.json          | gone                             | DIR: has no split.json: name a folder that split has written
    lazy order       | split.json          | 4x7 -> 4x6                       | DIR/split.json: has been changed since it was written
    count            | split.json          | 6x6 -> 6x8                       | DIR/split.json: has been changed since it was written
    sweep            | split.json          | 1000003 -> 101                   | DIR/split.json: has been changed since it was written
    compare          | split.json          | 5x5 -> 5x6                       | DIR/split.json: has been changed since it was written
    lazy order count | cubes.txt           | lines 2 3 4                      | DIR/cubes.txt: has 3 cubes, and the folder has 4 parts
    lazy order       | cubes.txt           | lines 1 2 3 3                    | DIR/cubes.txt: part 3 overlaps other parts
    count            | cubes.txt           | lines 1 2 3 3                    | DIR: part 3 overlaps other parts
    lazy order count | cubes.txt           | lines 2 1 3 4                    | DIR/parts/1: part 1 is the result of another cube
    lazy order count | cubes.txt           | = 1 x 0                          | DIR/cubes.txt: line 1: expected literals and a closing 0
    lazy order       | parts/3/proof.lrat  | < parts/2/proof.lrat             | , and not that part 3 is impossible
    lazy order       | parts/3/proof.lrat  | gone                             | DIR/parts/3/proof.lrat: no such file
    lazy order       | parts/3/proof.lrat  | = 1 x                            | DIR/parts/3/proof.lrat: line 1 is not a line of an LRAT proof
    lazy order       | parts/3/result.json | "proof":true -> "proof":false    | DIR/parts/3: part 3 has no proof
    lazy             | parts/3/result.json | "cuts":[ -> "cuts":[[],          | DIR/parts/3: part 3 has a cut without edges that leave it
    word             | parts/3/result.json | "proof" -> "reason":"x","proof"  | DIR/parts/3: the reason of part 3 does not hold
    count            | parts/3/result.json | "tours":" -> "tours":"1          | DIR/parts/3: part 3 has been changed since it was written
    compare          | parts/3/result.json | :\"tour -> :\"none               | DIR/parts/3: part 3 has been changed since it was written
"#;

#[test]
fn every_fault_is_refused_in_one_line() {
    for folder in FOLDERS.lines() {
        let (name, command) = folder.split_once(": ").unwrap();
        let parts = Parts::of(command);
        for part in (1..=4).rev() {
            let said = parts.work(&part.to_string());
            assert!(said.starts_with(&format!("part {part}: ")), "{said}");
            let again = parts.work(&part.to_string());
            assert_eq!(again, format!("part {part}: done before\n"));
        }
        assert_eq!(parts.work(""), "nothing is left to do\n", "{name}");
        let whole = parts.join("");
        for fault in FAULTS.lines().filter(|line| line.contains('|')) {
            let fields: Vec<&str> = fault.split(" | ").map(str::trim).collect();
            let [names, file, change, message] = fields[..] else {
                panic!("{fault}")
            };
            if names == "*" || names.split(' ').any(|word| word == name) {
                let found = parts.refused(file, change);
                assert!(found.contains(message), "{name} {file} {change}: {found}");
            }
        }
        assert_eq!(parts.join(""), whole, "{name}");
        for part in ["parts/2", "parts/3"] {
            fs::remove_dir_all(parts.path(part)).unwrap();
        }
        let (code, out, err) = parts.join("");
        let left = match name {
            "compare" => "2 of 4 runs are left: 2, 3\n",
            _ => "2 of 4 parts done, 0 running, 2 left\n",
        };
        assert!(code == 3 && err.ends_with(left), "{name}: {err}");
        let is_bound = out.starts_with("at least ") && out.contains("not yet contradicted");
        assert!(name != "count" || is_bound, "{out}");
    }
}
