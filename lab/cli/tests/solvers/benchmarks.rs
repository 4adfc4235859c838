//! scripts/benchmarks: sets of formulas with known answers, and the set with its index in
//! fixtures/benchmarks.
#![cfg(target_os = "linux")]

use crate::common::required;
use crate::scripts;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

fn root() -> &'static Path {
    crate::common::program::root()
}

fn index() -> PathBuf {
    root().join("fixtures/benchmarks/index.jsonl")
}

fn rows(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(serde_json::from_str);
    lines.map(Result::unwrap).collect()
}

fn script(folder: &Path, args: &str) -> Command {
    let mut command = scripts::command("benchmarks", args);
    command.arg("-o").arg(folder);
    command
}

fn run(folder: &Path, args: &str) -> Output {
    let output = script(folder, args).output().unwrap();
    assert!(output.status.success(), "{args}: {output:?}");
    output
}

/// Returns true if the script can run.
fn has_python() -> bool {
    let python = Command::new("python3").arg("--version").output();
    required::is_usable(python.is_ok(), "python3")
}

#[test]
fn the_index_has_both_answers_and_evidence_for_each() {
    let rows = rows(&index());
    let with = |status: &str| rows.iter().filter(|row| row["status"] == status).count();
    let both = [with("satisfiable"), with("unsatisfiable")];
    assert_eq!(both, [10, 10]);
    for row in &rows {
        let (name, evidence) = (&row["name"], row["evidence"].as_str().unwrap());
        let is_tour = evidence == "tour";
        assert_eq!(is_tour, row["status"] == "satisfiable", "{name}");
        assert!(
            is_tour || evidence.contains("LRAT") || evidence.contains("VeriPB"),
            "{name}: {evidence}"
        );
        assert_eq!(row["checked_by"][1], "cadical --strict", "{name}");
        for time in row["times"].as_object().unwrap().values() {
            let answer = match row["status"].as_str().unwrap() {
                "satisfiable" => "tour",
                _ => "none",
            };
            let is_known = time["seconds"].is_number();
            let verdict = time["verdict"].as_str().unwrap();
            assert_eq!(verdict, if is_known { answer } else { "timeout" }, "{name}");
        }
    }
    let mut names: Vec<&Value> = rows.iter().map(|row| &row["name"]).collect();
    names.sort_by_key(|name| name.as_str());
    names.dedup();
    assert_eq!(names.len(), rows.len());
}

#[test]
fn the_page_and_the_table_are_those_of_the_index() {
    if !has_python() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let index = index();
    run(
        dir.path(),
        &format!("--from {} --describe", index.display()),
    );
    for name in ["index.jsonl", "index.csv"] {
        let found = fs::read_to_string(dir.path().join(name)).unwrap();
        let kept = fs::read_to_string(index.with_file_name(name)).unwrap();
        assert!(found == kept, "{name}");
    }
    let table = fs::read_to_string(dir.path().join("table.md")).unwrap();
    let page = fs::read_to_string(root().join("lab/docs/benchmarks.md")).unwrap();
    assert!(
        page.contains(&table),
        "lab/docs/benchmarks.md should have\n{table}"
    );
    let tex = fs::read_to_string(dir.path().join("benchmarks.tex")).unwrap();
    assert!(!tex.contains('@') || !tex.contains("@ROWS@"), "{tex}");
    for row in rows(&index) {
        let name = row["name"].as_str().unwrap();
        assert!(tex.contains(&format!(r"\texttt{{{name}}}")), "{name}");
    }
    compile(dir.path());
}

/// Compiles the page, if TeX with IEEEtran is installed: texlive-publishers of Debian.
/// REQUIRE_TEX=1 requires it.
fn compile(folder: &Path) {
    let found = Command::new("kpsewhich").arg("IEEEtran.cls").output();
    let is_there = found.is_ok_and(|output| output.status.success());
    assert!(
        is_there || std::env::var_os("REQUIRE_TEX").is_none(),
        "missing: IEEEtran.cls"
    );
    if !is_there {
        eprintln!("skipped: IEEEtran.cls is not there");
        return;
    }
    for _ in 0..2 {
        let mut tex = Command::new("pdflatex");
        tex.args([
            "-interaction=nonstopmode",
            "-halt-on-error",
            "benchmarks.tex",
        ]);
        let output = tex.current_dir(folder).output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    let log = fs::read_to_string(folder.join("benchmarks.log")).unwrap_or_default();
    let pages = log.contains("(1 page,") || log.contains("(2 pages,");
    assert!(pages && !log.contains("undefined"), "{log}");
}

#[test]
fn instances_are_made_again_byte_for_byte() {
    if !has_python() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let mut rows = rows(&index());
    // No graphs, which another program writes.
    rows.retain(|row| row["problem"]["graph"].is_null());
    rows.sort_by_key(|row| row["bytes"].as_u64());
    let names: Vec<&str> = ["satisfiable", "unsatisfiable"]
        .iter()
        .map(|&status| rows.iter().find(|row| row["status"] == status).unwrap())
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    let from = format!("--from {} --only {}", index().display(), names.join(","));
    run(dir.path(), &from);
    for name in &names {
        assert!(dir.path().join(format!("{name}.cnf.xz")).exists());
    }
    // What is not as the index has it is told.
    let text = fs::read_to_string(index()).unwrap();
    let line = text
        .lines()
        .find(|line| line.contains(&format!("\"{}\"", names[0])));
    let row: Value = serde_json::from_str(line.unwrap()).unwrap();
    let gbd = row["gbd"].as_str().unwrap();
    let wrong = dir.path().join("wrong.jsonl");
    fs::write(&wrong, line.unwrap().replace(gbd, &"0".repeat(32))).unwrap();
    let again = TempDir::new().unwrap();
    let output = script(again.path(), &format!("--from {}", wrong.display()))
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && told.contains("its gbd is"),
        "{told}"
    );
}

#[test]
fn a_set_that_was_killed_goes_on_and_is_whole() {
    if !has_python() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let args = "--count 2 --target 0.03 --timeout 10 --solver varisat";
    let log = dir.path().join("work/runs/rows.jsonl");
    let mut child = script(dir.path(), args)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    for _ in 0..2400 {
        sleep(Duration::from_millis(50));
        let is_done = child.try_wait().unwrap().is_some();
        if is_done || fs::read_to_string(&log).is_ok_and(|text| text.lines().count() >= 1) {
            break;
        }
    }
    child.kill().ok();
    child.wait().unwrap();
    let before = rows(&log);
    assert!(!before.is_empty());
    run(dir.path(), args);
    let after = rows(&log);
    assert_eq!(after[..before.len()], before[..]);
    let names: Vec<String> = after
        .iter()
        .map(|row| format!("{} {}", row["encoding"], row["solver"]))
        .collect();
    let mut different = names.clone();
    different.sort();
    different.dedup();
    assert_eq!(
        different.len(),
        names.len(),
        "a run was repeated: {names:?}"
    );
    let made = rows(&dir.path().join("index.jsonl"));
    let statuses: Vec<&Value> = made.iter().map(|row| &row["status"]).collect();
    assert_eq!(statuses, ["satisfiable", "unsatisfiable"]);
    let bytes = |name: &str| fs::read(dir.path().join(name)).unwrap();
    let index = bytes("index.jsonl");
    run(dir.path(), args);
    assert!(bytes("index.jsonl") == index);
    assert_eq!(rows(&log), after);
}
