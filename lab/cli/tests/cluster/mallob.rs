//! Jobs for Mallob and other schedulers, and their results.

use crate::common::program::{error, run, run_with};
use crate::folder::Parts;

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Mallob as documented: takes the jobs that are in `in`, and leaves results in `out`.
fn answer(parts: &Parts) -> PathBuf {
    let out = parts.home.path().join("out");
    fs::create_dir(&out).unwrap();
    for entry in fs::read_dir(parts.path("mallob")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().unwrap() != "json" {
            continue;
        }
        let mut job = json_of(&path);
        job["result"] = result(job["files"][0].as_str().unwrap());
        job["stats"] = json!({"used_wallclock_seconds": 0.25});
        let [user, name] = ["user", "name"].map(|key| job[key].as_str().unwrap());
        assert_eq!(job["application"], "SAT");
        assert!(job["priority"].as_f64().unwrap() > 0.0);
        let file = out.join(format!("{user}.{name}.json"));
        fs::write(file, job.to_string()).unwrap();
    }
    out
}

/// The result field for a formula.
fn result(file: &str) -> Value {
    let mut solver = varisat::Solver::new();
    let formula = fs::File::open(file).unwrap();
    solver.add_dimacs_cnf(formula).unwrap();
    if !solver.solve().unwrap() {
        return json!({"resultcode": 20, "resultstring": "UNSAT", "solution": [0]});
    }
    let model = solver.model().unwrap();
    let lits = model.iter().map(|lit| lit.to_dimacs() as i64);
    let solution: Vec<i64> = [0].into_iter().chain(lits).collect();
    json!({"resultcode": 10, "resultstring": "SAT", "solution": solution})
}

fn json_of(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// A problem that the program has split for Mallob, its results, and the file of each part.
fn answered(problem: &str) -> (Parts, String, impl Fn(u32) -> PathBuf) {
    let parts = Parts::of(&format!(
        "split {problem} --encoding order --parts 4 --mallob"
    ));
    let out = answer(&parts);
    let split: Value = serde_json::from_str(&parts.read("split.json")).unwrap();
    let id = split["id"].as_str().unwrap().to_string();
    let options = format!("--mallob {}", out.display());
    (parts, options, move |part| {
        out.join(format!("knightsat.{id}-{part}.json"))
    })
}

#[test]
fn what_mallob_has_found_is_joined() {
    let (parts, options, _) = answered("5x5");
    let (code, tour, err) = parts.join(&format!("{options} --format moves"));
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("4 new results of Mallob"), "{err}");
    assert_eq!(run_with("verify 5x5 -", &tour).0, 0, "{tour}");
    let again = parts.join(&options).2;
    assert!(again.contains("0 new results of Mallob"), "{again}");

    let (parts, options, file) = answered("4x7 --closed --no-shortcuts");
    // What it has not decided, or not done, is left.
    let (kept, mut undecided) = (fs::read(file(3)).unwrap(), json_of(&file(3)));
    undecided["result"] = json!({"resultcode": 0, "resultstring": "UNKNOWN", "solution": []});
    fs::write(file(3), undecided.to_string()).unwrap();
    let missing = fs::read(file(4)).unwrap();
    fs::remove_file(file(4)).unwrap();
    let (code, _, err) = parts.join(&options);
    assert!(
        code == 3 && err.contains("2 of 4 parts done, 0 running, 2 left"),
        "{err}"
    );
    fs::write(file(3), kept).unwrap();
    fs::write(file(4), missing).unwrap();
    let (code, told, err) = parts.join(&options);
    assert_eq!(code, 1, "{err}");
    assert!(told.contains("unverified answers of mallob"), "{told}");
}

/// Results of part 2, and the messages.
const RESULTS: &str = r#"
    {"resultcode": 10, "solution-file": "/p", "solution-size": 9} => has no model, which Mallob has put into a pipe: run it with -pls=0
    {"resultcode": 30, "solution": []}                            => has the result code 30, expected 0, 10 or 20
    {"resultcode": 10, "solution": [0, 1, -1]}                    => its model has both -1 and 1
    {"resultcode": 10, "solution": [0, -2147483648]}              => its model has -2147483648, which is no literal
"#;

#[test]
fn results_that_are_not_of_the_part_are_refused_by_name() {
    let (parts, options, file) = answered("5x5");
    let refused = |part: u32, text: &str| {
        let kept = fs::read(file(part)).unwrap();
        fs::write(file(part), text).unwrap();
        let told = parts.error("join", &options);
        fs::write(file(part), kept).unwrap();
        told.replace(&file(part).display().to_string(), "FILE")
    };
    let mut job = json_of(&file(2));
    let told = refused(3, &job.to_string());
    assert!(
        told.starts_with("FILE: is the result of another job, knightsat."),
        "{told}"
    );
    for text in ["{", r#"{"user": "knightsat"}"#] {
        let told = refused(3, text);
        assert!(
            told.starts_with("FILE: is not a result of Mallob"),
            "{told}"
        );
    }
    for line in RESULTS.lines().filter(|line| !line.is_empty()) {
        let (result, wanted) = line.split_once(" => ").unwrap();
        job["result"] = serde_json::from_str(result).unwrap();
        assert_eq!(refused(2, &job.to_string()), format!("FILE: {wanted}"));
    }
    // A model of another part.
    let is_solved = |&part: &u32| json_of(&file(part))["result"]["resultcode"] == 10;
    let solved: Vec<u32> = (1..=4).filter(is_solved).collect();
    let mut job = json_of(&file(solved[0]));
    job["result"] = json_of(&file(solved[1]))["result"].clone();
    let told = refused(solved[0], &job.to_string());
    let wanted = format!("the model of part {} does not satisfy", solved[0]);
    assert!(told.contains(&wanted), "{told}");
    fs::copy(file(2), file(9)).unwrap();
    let told = parts.error("join", &options);
    assert_eq!(told, "there is no part 9: the parts are 1 to 4");
    let told = parts.error("join", "--mallob /dev");
    assert!(
        told.starts_with("/dev: has no result of a part of this folder: "),
        "{told}"
    );
}

#[test]
fn every_folder_says_what_runs_it() {
    let home = TempDir::new().unwrap();
    for (args, name) in [
        ("split 6x6 --encoding lazy --parts 4", "lazy"),
        ("split 5x5 --encoding order --parts 4", "formula"),
        ("count 5x5 --split 4 --method search", "count"),
        ("compare 5x5 --shuffles 4 --split", "runs"),
    ] {
        let folder = home.path().join(name).display().to_string();
        assert_eq!(run(&format!("{args} -o {folder}")).0, 0, "{args}");
        let read = |file: &str| fs::read_to_string(Path::new(&folder).join(file)).unwrap();
        let jobs = read("jobs.txt");
        assert_eq!(jobs.lines().count(), 4, "{args}");
        for (line, part) in jobs.lines().zip(1..) {
            let part: i32 = part;
            let words = shlex::split(line).unwrap();
            assert!(Path::new(&words[0]).is_absolute(), "{line}");
            assert_eq!(words[1..], ["work", &folder, &part.to_string()], "{args}");
        }
        // As a shell runs it.
        let mut shell = std::process::Command::new("sh");
        let output = shell
            .args(["-c", jobs.lines().next().unwrap()])
            .output()
            .unwrap();
        assert!(output.status.success(), "{args}: {output:?}");
        let script = read("job.sbatch");
        assert!(script.starts_with("#!/bin/bash\n") && script.contains("--array=1-4\n"));
        let message = error(&format!("{args} -o {folder}"));
        assert!(message.starts_with(&folder), "{message}");
    }
}
