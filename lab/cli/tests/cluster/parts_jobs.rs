//! The input of other schedulers and solvers for a folder of parts, and their results.

use crate::common::program;

use knightsat::cnf::{Answer, Lit};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::tour::Kind;
use knightsat::tour::board::Board;
use knightsat_cluster::folder::{Folder, Manifest, Refuting, Task};
use knightsat_cluster::mallob::{self, Heard};
use program::{error, run};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A formula with four cubes over its first two variables.
struct Parts {
    dir: TempDir,
    spec: FormulaSpec,
}

impl Parts {
    fn of(board: &str, kind: Kind) -> Parts {
        let board: Board = board.parse().unwrap();
        let style = Style {
            shortcuts: false,
            ..Name::Order.style()
        };
        Parts {
            dir: tempfile::tempdir().unwrap(),
            spec: FormulaSpec::new(board.into(), kind.into(), style).unwrap(),
        }
    }

    /// The folder, with its jobs for Mallob.
    fn folder(&self) -> Folder {
        let search = Refuting {
            comments: self.spec.comments(),
            solver: "varisat".into(),
            proof: false,
        };
        let clauses = String::new();
        let task = Task::Formula { search, clauses };
        let path = self.dir.path().join("split");
        fs::create_dir(&path).unwrap();
        let folder = Folder::create(&path, Manifest::new(task, 4)).unwrap();
        let problem = self.spec.problem(&Default::default()).unwrap();
        let formula = Formula::new(&problem, self.spec.style).unwrap();
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let cubes = [[1, 2], [1, -2], [-1, 2], [-1, -2]];
        let cubes = cubes.map(|cube| cube.map(lit).to_vec());
        mallob::write(&folder, &path, &formula, &cubes).unwrap();
        folder
    }

    fn answer(&self, folder: &Folder) -> PathBuf {
        answer(&self.dir.path().join("api"), &folder.path)
    }
}

/// Mallob as documented: takes the jobs that are in `in`, and leaves results in `out`.
fn answer(api: &Path, folder: &Path) -> PathBuf {
    let (inside, out) = (api.join("in"), api.join("out"));
    fs::create_dir_all(&inside).unwrap();
    fs::create_dir(&out).unwrap();
    for entry in fs::read_dir(folder.join("mallob")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().unwrap() == "json" {
            fs::rename(&path, inside.join(path.file_name().unwrap())).unwrap();
        }
    }
    for entry in fs::read_dir(&inside).unwrap() {
        let path = entry.unwrap().path();
        let mut job: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        fs::remove_file(path).unwrap();
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
    solver
        .add_dimacs_cnf(fs::File::open(file).unwrap())
        .unwrap();
    if !solver.solve().unwrap() {
        return json!({"resultcode": 20, "resultstring": "UNSAT", "solution": [0]});
    }
    let model = solver.model().unwrap();
    let lits = model.iter().map(|lit| lit.to_dimacs() as i64);
    let solution: Vec<i64> = [0].into_iter().chain(lits).collect();
    json!({"resultcode": 10, "resultstring": "SAT", "solution": solution})
}

/// The file with the result of a part.
fn of_part(out: &Path, folder: &Folder, part: u32) -> PathBuf {
    out.join(format!("knightsat.{}-{part}.json", folder.manifest.id))
}

#[test]
fn models_of_mallob_are_tours_within_their_cubes() {
    let parts = Parts::of("5x5", Kind::Open);
    let folder = parts.folder();
    let out = parts.answer(&folder);
    let problem = parts.spec.problem(&Default::default()).unwrap();
    let formula = Formula::new(&problem, parts.spec.style).unwrap();
    let said = mallob::read(&out, &folder).unwrap();
    assert_eq!(said.len(), 4);
    let mut tours = 0;
    for Heard { part, said, .. } in said {
        if let Answer::Satisfiable(model) = said {
            formula.tour(&model).unwrap();
            tours += 1;
            let first = knightsat::cnf::Var::new(1).unwrap();
            assert_eq!(model.value(first), Some(part.first() <= 2));
        }
    }
    assert!(tours > 0);
}

#[test]
fn refutations_of_mallob_are_told_from_what_it_has_not_decided() {
    let parts = Parts::of("3x6", Kind::Closed);
    let folder = parts.folder();
    let out = parts.answer(&folder);
    let all = mallob::read(&out, &folder).unwrap();
    assert!(all.iter().all(|heard| heard.said == Answer::Unsatisfiable));
    let file = of_part(&out, &folder, 3);
    let mut job: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    job["result"] = json!({"resultcode": 0, "resultstring": "UNKNOWN", "solution": []});
    fs::write(&file, job.to_string()).unwrap();
    let said = mallob::read(&out, &folder).unwrap();
    assert_eq!(said[2].said, Answer::Unknown);
    fs::remove_file(&file).unwrap();
    assert_eq!(mallob::read(&out, &folder).unwrap().len(), 3);
}

#[test]
fn results_that_are_not_of_the_part_are_refused_by_name() {
    let parts = Parts::of("5x5", Kind::Open);
    let folder = parts.folder();
    let told = |out: &Path| mallob::read(out, &folder).unwrap_err().to_string();
    let empty = tempfile::tempdir().unwrap();
    assert!(told(empty.path()).contains("has no result of a part of this folder"));
    let out = parts.answer(&folder);
    let (second, third) = (of_part(&out, &folder, 2), of_part(&out, &folder, 3));
    fs::copy(&second, &third).unwrap();
    let message = told(&out);
    assert!(message.contains(third.to_str().unwrap()), "{message}");
    assert!(
        message.contains("is the result of another job"),
        "{message}"
    );
    for (text, wanted) in [
        ("{", "is not a result of Mallob"),
        ("{\"user\": \"knightsat\"}", "is not a result of Mallob"),
    ] {
        fs::write(&third, text).unwrap();
        assert!(told(&out).contains(wanted), "{}", told(&out));
    }
    let mut job: Value = serde_json::from_slice(&fs::read(&second).unwrap()).unwrap();
    for (result, wanted) in [
        (
            json!({"resultcode": 10, "solution-file": "/tmp/p", "solution-size": 9}),
            "-pls=0",
        ),
        (json!({"resultcode": 30, "solution": []}), "result code 30"),
        (json!({"resultcode": 10, "solution": [0, 1, -1]}), "both"),
        (
            json!({"resultcode": 10, "solution": [0, i32::MIN]}),
            "no literal",
        ),
    ] {
        job["result"] = result;
        fs::remove_file(&third).ok();
        fs::write(&second, job.to_string()).unwrap();
        assert!(told(&out).contains(wanted), "{}", told(&out));
    }
    fs::copy(&second, of_part(&out, &folder, 9)).unwrap();
    fs::remove_file(&second).unwrap();
    assert!(told(&out).contains("there is no part 9"), "{}", told(&out));
}

/// A problem that the program has split for Mallob, with the results of all parts.
fn answered(args: &str) -> (TempDir, String, String) {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("parts").display().to_string();
    let (code, _, err) = run(&format!("split {args} --mallob -o {folder}"));
    assert_eq!(code, 0, "{err}");
    let out = answer(&home.path().join("api"), Path::new(&folder));
    (home, folder, out.display().to_string())
}

#[test]
fn what_mallob_has_found_is_joined() {
    let (_home, folder, out) = answered("5x5 --encoding order --parts 4");
    let (code, tour, err) = run(&format!("join {folder} --mallob {out} --format moves"));
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("4 new results of Mallob"), "{err}");
    assert_eq!(tour.split_whitespace().count(), 25, "{tour}");
    let again = run(&format!("join {folder} --mallob {out}")).2;
    assert!(again.contains("0 new results of Mallob"), "{again}");

    let (_home, folder, out) = answered("4x4 --closed --no-shortcuts --encoding order --parts 4");
    let (code, told, err) = run(&format!("join {folder} --mallob {out}"));
    assert_eq!(code, 1, "{err}");
    assert!(told.contains("unverified answers of mallob"), "{told}");
}

#[test]
fn a_model_of_another_part_is_refused() {
    let (_home, folder, out) = answered("5x5 --encoding order --parts 4");
    let id = Folder::open(Path::new(&folder))
        .unwrap()
        .manifest
        .id
        .clone();
    let file = |part: u32| Path::new(&out).join(format!("knightsat.{id}-{part}.json"));
    let read = |part| -> Value { serde_json::from_slice(&fs::read(file(part)).unwrap()).unwrap() };
    let solved: Vec<u32> = (1..=4)
        .filter(|&part| read(part)["result"]["resultcode"] == 10)
        .collect();
    let [one, other, ..] = solved[..] else {
        panic!("{solved:?}")
    };
    let mut result = read(one);
    result["result"] = read(other)["result"].clone();
    fs::write(file(one), result.to_string()).unwrap();
    let told = error(&format!("join {folder} --mallob {out}"));
    assert!(
        told.contains(&format!("the model of part {one} does not satisfy")),
        "{told}"
    );
}

#[test]
fn mallob_is_not_asked_for_what_it_cannot_do() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("parts").display().to_string();
    let told = error(&format!(
        "split 6x6 --encoding lazy --parts 4 --mallob -o {folder}"
    ));
    assert!(told.contains("--mallob: Mallob solves formulas"), "{told}");
    assert_eq!(run(&format!("count 5x5 --split 2 -o {folder}")).0, 0);
    let told = error(&format!("join {folder} --mallob {folder}"));
    assert!(told.ends_with("has no formula"), "{told}");
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
        let jobs = fs::read_to_string(Path::new(&folder).join("jobs.txt")).unwrap();
        let lines: Vec<Vec<String>> = jobs
            .lines()
            .map(|line| shlex::split(line).unwrap())
            .collect();
        assert_eq!(lines.len(), 4, "{args}");
        for (line, part) in lines.iter().zip(1..) {
            let part: i32 = part;
            assert!(Path::new(&line[0]).is_absolute(), "{line:?}");
            assert_eq!(line[1..], ["work", &folder, &part.to_string()], "{args}");
        }
        // As a shell runs it.
        let mut shell = std::process::Command::new("sh");
        let output = shell
            .args(["-c", jobs.lines().next().unwrap()])
            .output()
            .unwrap();
        assert!(output.status.success(), "{args}: {output:?}");
        let script = fs::read_to_string(Path::new(&folder).join("job.sbatch")).unwrap();
        assert!(script.starts_with("#!/bin/bash\n") && script.contains("--array=1-4\n"));
    }
}
