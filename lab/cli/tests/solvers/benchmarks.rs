//! scripts/benchmarks: sets of formulas with known answers, and the set with its index in
//! fixtures/benchmarks.
#![cfg(target_os = "linux")]

use crate::common::program::root;
use crate::scripts::{self, has_python};

use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn index() -> PathBuf {
    root().join("fixtures/benchmarks/index.jsonl")
}

fn rows(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(serde_json::from_str);
    lines.map(Result::unwrap).collect()
}

/// The text in a field.
fn text<'r>(row: &'r Value, field: &str) -> &'r str {
    row[field].as_str().unwrap()
}

fn script(folder: &Path, args: &str) -> Command {
    let mut command = scripts::command("benchmarks", args);
    command.arg("-o").arg(folder);
    command
}

fn run(folder: &Path, args: &str) {
    let output = script(folder, args).output().unwrap();
    assert!(output.status.success(), "{args}: {output:?}");
}

#[test]
fn the_index_has_both_answers_and_evidence_for_each() {
    let rows = rows(&index());
    let has_tour = |row: &&Value| text(row, "status") == "satisfiable";
    assert_eq!((rows.len(), rows.iter().filter(has_tour).count()), (20, 10));
    let names: HashSet<&str> = rows.iter().map(|row| text(row, "name")).collect();
    assert_eq!(names.len(), 20);
    for row in &rows {
        let evidence = text(row, "evidence");
        let is_proof = evidence.contains("LRAT") || evidence.contains("VeriPB");
        let answer = match text(row, "status") {
            "satisfiable" if evidence == "tour" => "tour",
            "unsatisfiable" if is_proof => "none",
            _ => panic!("{row}"),
        };
        assert_eq!(row["checked_by"][1], "cadical --strict", "{row}");
        for time in row["times"].as_object().unwrap().values() {
            let is_known = time["seconds"].is_number();
            let verdict = if is_known { answer } else { "timeout" };
            assert_eq!(text(time, "verdict"), verdict, "{row}");
        }
    }
}

#[test]
fn the_page_and_the_table_are_those_of_the_index() {
    let true = has_python() else { return };
    let (dir, index) = (TempDir::new().unwrap(), index());
    let describe = format!("--from {} --describe", index.display());
    run(dir.path(), &describe);
    let read = |path: PathBuf| fs::read_to_string(path).unwrap();
    let made = |name: &str| read(dir.path().join(name));
    for name in ["index.jsonl", "index.csv"] {
        assert!(made(name) == read(index.with_file_name(name)), "{name}");
    }
    let page = read(root().join("lab/docs/benchmarks.md"));
    assert!(page.contains(&made("table.md")), "{}", made("table.md"));
    let tex = made("benchmarks.tex");
    assert!(!tex.contains("@ROWS@"), "{tex}");
    for row in rows(&index) {
        let name = text(&row, "name");
        assert!(tex.contains(&format!(r"\texttt{{{name}}}")), "{name}");
    }
}

#[test]
fn instances_are_made_again_byte_for_byte() {
    let true = has_python() else { return };
    let dir = TempDir::new().unwrap();
    let mut rows = rows(&index());
    // Another program writes graphs.
    rows.retain(|row| row["problem"]["graph"].is_null());
    rows.sort_by_key(|row| row["bytes"].as_u64());
    let smallest = |status| rows.iter().find(|row| row["status"] == status).unwrap();
    let smallest = ["satisfiable", "unsatisfiable"].map(smallest);
    let names = smallest.map(|row| text(row, "name"));
    let from = format!("--from {} --only {}", index().display(), names.join(","));
    run(dir.path(), &from);
    for name in &names {
        assert!(dir.path().join(format!("{name}.cnf.xz")).exists());
    }
    // A difference from the index is an error.
    let mut wrong = smallest[0].clone();
    wrong["gbd"] = "0".repeat(32).into();
    let path = dir.path().join("wrong.jsonl");
    fs::write(&path, format!("{wrong}\n")).unwrap();
    let again = TempDir::new().unwrap();
    let output = script(again.path(), &format!("--from {}", path.display())).output();
    let output = output.unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    let is_told = message.contains("its gbd is");
    assert!(!output.status.success() && is_told, "{message}");
}
