//! `scripts/bench set`: formulas with known answers, by their index in fixtures/benchmarks.
#![cfg(target_os = "linux")]

use crate::common::program::root;
use crate::scripts::{self, has_python};

use serde_json::Value;
use std::fs;
use std::process::Output;
use tempfile::TempDir;

fn index() -> Vec<Value> {
    let text = fs::read_to_string(root().join("fixtures/benchmarks/index.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Makes the formulas of these rows in a folder.
fn run(dir: &TempDir, rows: &[Value]) -> Output {
    let [index, folder] = ["rows.jsonl", "set"].map(|name| dir.path().join(name));
    let lines = rows.iter().map(|row| format!("{row}\n"));
    fs::write(&index, lines.collect::<String>()).unwrap();
    let mut script = scripts::command("bench", "set");
    script.arg(index).arg("-o").arg(folder).output().unwrap()
}

#[test]
fn instances_of_the_index_are_made_again_with_evidence() {
    let true = has_python() else { return };
    let mut rows = index();
    let has_tour = |row: &&Value| row["status"] == "satisfiable";
    assert_eq!((rows.len(), rows.iter().filter(has_tour).count()), (20, 10));
    // Another program writes graphs.
    rows.retain(|row| row["problem"]["graph"].is_null());
    rows.sort_by_key(|row| row["clauses"].as_u64());
    let smallest = |status| rows.iter().find(|row| row["status"] == status).cloned();
    let some = ["satisfiable", "unsatisfiable"].map(|status| smallest(status).unwrap());
    let dir = TempDir::new().unwrap();
    let output = run(&dir, &some);
    assert!(output.status.success(), "{output:?}");
    let made = fs::read_to_string(dir.path().join("set/index.jsonl")).unwrap();
    let made = made.lines().map(|line| serde_json::from_str(line).unwrap());
    assert_eq!(made.collect::<Vec<Value>>(), some);
    // Formulas, and a folder of tours and proofs, each with the name of its instance.
    let files = |folder| fs::read_dir(dir.path().join(folder)).unwrap().count();
    assert_eq!((files("set"), files("set/evidence")), (4, 2));
    let mut wrong = some[0].clone();
    wrong["gbd"] = "0".repeat(32).into();
    let output = run(&dir, &[wrong]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && message.contains("its gbd is"),
        "{message}"
    );
}
