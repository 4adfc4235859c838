//! What other engines are given of a folder of parts, and what they give back.

use knightsat::cnf::Lit;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::parts::folder::{Folder, Manifest, Task};
use knightsat::parts::mallob::{self, Said};
use knightsat::problem::Kind;
use knightsat::spec::board::Board;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
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
        let task = Task::Formula {
            comments: self.spec.comments(),
            solver: "varisat".into(),
            proof: false,
            clauses: String::new(),
        };
        let path = self.dir.path().join("split");
        fs::create_dir(&path).unwrap();
        let folder = Folder::create(&path, Manifest::new(task, 4)).unwrap();
        let problem = self.spec.problem().unwrap();
        let formula = Formula::new(&problem, self.spec.style).unwrap();
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let cubes = [[1, 2], [1, -2], [-1, 2], [-1, -2]];
        let cubes = cubes.map(|cube| cube.map(lit).to_vec());
        mallob::write(&path, &path, &folder.manifest().id, &formula, &cubes).unwrap();
        folder
    }

    /// Mallob as documented: takes the jobs that are in `in`, and leaves results in `out`.
    fn answer(&self, folder: &Folder) -> std::path::PathBuf {
        let api = self.dir.path().join("api");
        let out = api.join("out");
        fs::create_dir_all(api.join("in")).unwrap();
        fs::create_dir(&out).unwrap();
        for number in 1..=4 {
            let name = format!("knightsat-{number}.json");
            let from = folder.path().join("mallob").join(&name);
            fs::rename(from, api.join("in").join(name)).unwrap();
        }
        for entry in fs::read_dir(api.join("in")).unwrap() {
            let path = entry.unwrap().path();
            let mut job: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            fs::remove_file(path).unwrap();
            job["result"] = result(job["files"][0].as_str().unwrap());
            let [user, name] = ["user", "name"].map(|key| job[key].as_str().unwrap());
            assert_eq!(job["application"], "SAT");
            assert!(job["priority"].as_f64().unwrap() > 0.0);
            let file = out.join(format!("{user}.{name}.json"));
            fs::write(file, job.to_string()).unwrap();
        }
        out
    }
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
fn of_part(out: &Path, folder: &Folder, part: u32) -> std::path::PathBuf {
    out.join(format!("knightsat.{}-{part}.json", folder.manifest().id))
}

#[test]
fn models_of_mallob_are_tours_within_their_cubes() {
    let parts = Parts::of("5x5", Kind::Open);
    let folder = parts.folder();
    let out = parts.answer(&folder);
    let problem = parts.spec.problem().unwrap();
    let formula = Formula::new(&problem, parts.spec.style).unwrap();
    let said = mallob::read(&out, &folder).unwrap();
    assert_eq!(said.len(), 4);
    let mut tours = 0;
    for (name, said) in said {
        if let Said::Model(model) = said {
            formula.tour(&model).unwrap();
            tours += 1;
            let first = knightsat::cnf::Var::new(1).unwrap();
            assert_eq!(model.value(first), Some(name.first() <= 2));
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
    assert!(all.iter().all(|(_, said)| *said == Said::None));
    let file = of_part(&out, &folder, 3);
    let mut job: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    job["result"] = json!({"resultcode": 0, "resultstring": "UNKNOWN", "solution": []});
    fs::write(&file, job.to_string()).unwrap();
    let said = mallob::read(&out, &folder).unwrap();
    assert_eq!(said[2].1, Said::Unknown);
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
