//! Parts as jobs of Mallob, and its results.
//!
//! Mallob (<https://github.com/domschrei/mallob>) accepts a job as a JSON file that is moved into
//! the folder `.api/jobs.0/in`. It writes the job with the result to
//! `.api/jobs.0/out/USER.NAME.json`; its `docs/execute.md` describes the fields. A part is a
//! formula of its own, with the cube as unit clauses, so that its meaning is independent of
//! assumptions.

use super::cubes::{Cube, Cubes};
use super::folder::{Folder, PartName, Task};
use super::outcome::{Outcome, PartAnswer, Premises};
use super::work::Worker;
use super::{PartsError, Result, ensure, read_json, write_file, write_json};
use crate::base::text::OptionName;
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::{Clauses, Model};
use crate::prelude::*;
use serde_json::json;

/// The folder with formulas and jobs.
pub const MALLOB: &str = "mallob";
/// The submitting user.
const USER: &str = "knightsat";
/// The most bytes of a result, which contains a model.
const LARGEST: u64 = 1 << 30;

/// The relevant fields of a result.
#[derive(Deserialize)]
struct Returned {
    user: String,
    name: String,
    result: Solution,
    #[serde(default)]
    stats: Stats,
}

#[derive(Deserialize)]
struct Solution {
    resultcode: i64,
    solution: Option<Vec<i32>>,
}

#[derive(Default, Deserialize)]
struct Stats {
    #[serde(default)]
    used_wallclock_seconds: f64,
}

/// Mallob's result of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// The part.
    pub part: PartName,
    /// Its answer. A model must be checked; a refutation is unverified.
    pub said: Answer,
    /// Its wall-clock time in seconds.
    pub seconds: f64,
}

/// Returns the name of a part's job, distinct from the jobs of other folders.
fn job_name(id: &str, part: &PartName) -> String {
    format!("{id}-{part}")
}

/// Writes a formula and a job for every part into `draft`, the temporary path of the folder;
/// `target` is its final path. A cube is a list of literals of the formula.
pub fn write(parts: &Folder, target: &Path, formula: &impl Clauses, cubes: &[Cube]) -> Result<()> {
    let folder = parts.path.join(MALLOB);
    fs::create_dir(&folder).map_err(PartsError::io(&folder))?;
    let target = std::path::absolute(target).map_err(PartsError::io(target))?;
    let message = "is not UTF-8, and jobs of Mallob are written in JSON";
    let text = target.to_str();
    let target = text.ok_or_else(|| PartsError::wrong(&target, message))?;
    for (number, cube) in (1..).zip(cubes) {
        let file = format!("{number}.cnf");
        let mut part = Extended::new(formula);
        cube.iter().for_each(|&lit| part.add(&[lit]));
        write_file(&folder.join(&file), |out| write_formula(out, &part, &[]))?;
        let job = json!({
            "application": "SAT",
            "user": USER,
            "name": job_name(&parts.manifest.id, &PartName::new(number)),
            "files": [format!("{target}/{MALLOB}/{file}")],
            "priority": 0.5,
        });
        write_json(&folder.join(format!("{USER}-{number}.json")), &job)?;
    }
    Ok(())
}

/// Reads Mallob's results of the parts of this folder from its folder `out`, by part. Other results
/// are ignored; no result of this folder is an error.
pub fn read(out: &Path, folder: &Folder) -> Result<Vec<Heard>> {
    let begin = format!("{USER}.{}-", folder.manifest.id);
    let mut found = Vec::new();
    for entry in fs::read_dir(out).map_err(PartsError::io(out))? {
        let entry = entry.map_err(PartsError::io(out))?;
        let name = entry.file_name();
        let part = name.to_str().and_then(|name| name.strip_prefix(&begin));
        let part = part.and_then(|name| name.strip_suffix(".json")?.parse::<PartName>().ok());
        let Some(part) = part else { continue };
        folder.part(part.clone())?;
        found.push(heard(&entry.path(), &folder.manifest.id, part)?);
    }
    let message = "has no result of a part of this folder: name the folder .api/jobs.0/out";
    ensure(!found.is_empty(), out, message)?;
    found.sort_by(|one, other| one.part.cmp(&other.part));
    Ok(found)
}

/// Reads the result of the job of a part of this folder from a file.
fn heard(path: &Path, id: &str, part: PartName) -> Result<Heard> {
    let limit = (LARGEST, "any result of Mallob");
    let returned: Returned = read_json(path, limit, "a result of Mallob")?;
    let wrong = |message: String| PartsError::wrong(path, message);
    let (user, name) = (returned.user, returned.name);
    let message = format!("is the result of another job, {user}.{name}");
    let is_ours = user == USER && name == job_name(id, &part);
    ensure(is_ours, path, message)?;
    let said = match (returned.result.resultcode, returned.result.solution) {
        (0, _) => Answer::Unknown,
        (20, _) => Answer::Unsatisfiable,
        (10, Some(solution)) => Answer::Satisfiable(model(&solution).map_err(wrong)?),
        (code, _) => {
            return Err(wrong(match code {
                10 => "has no model, which Mallob has put into a pipe: run it with -pls=0".into(),
                _ => format!("has the result code {code}, expected 0, 10 or 20"),
            }));
        }
    };
    Ok(Heard {
        part,
        said,
        seconds: returned.stats.used_wallclock_seconds,
    })
}

/// Stores Mallob's results from its folder `out` for parts without a result; returns their number.
/// A model is checked against every clause, and its tour verified. A refutation is recorded as
/// unverified.
pub fn take(worker: &Worker, out: &Path) -> Result<usize> {
    let folder = worker.folder;
    let task = &folder.manifest.task;
    let message = "has no formula, so Mallob has no results of it";
    ensure(matches!(task, Task::Formula { .. }), &folder.path, message)?;
    let proof = OptionName("proof");
    let message = format!("was split with {proof}, and results of Mallob come without proofs");
    ensure(!task.solver().1, &folder.path, &message)?;
    let cubes = Cubes::read(folder)?;
    let formula = Formula::within(&worker.problem, worker.spec.style, &worker.stop)?;
    let mut taken = 0;
    for heard in read(out, folder)? {
        // A part that was split again is left to its parts.
        let Some((name, cube)) = cubes.leaves().find(|(name, _)| **name == heard.part) else {
            continue;
        };
        let part = folder.part(name.clone())?;
        if part.is_done() {
            continue;
        }
        let found = match heard.said {
            Answer::Unknown => continue,
            Answer::Unsatisfiable => PartAnswer::none(false, Premises::default()),
            Answer::Satisfiable(model) => {
                for &lit in cube {
                    let number = lit.to_dimacs();
                    let message =
                        format!("the model of part {name} does not satisfy {number} of its cube");
                    ensure(model.satisfies(lit), out, message)?;
                }
                worker.tour(&formula.tour(&model)?)
            }
        };
        let outcome = Outcome::new(cube, found, "mallob", heard.seconds);
        taken += usize::from(part.draft()?.finish(&outcome)?);
    }
    Ok(taken)
}

/// Returns the model of a solution, in which index v contains the literal of variable v; index 0
/// contains 0.
fn model(solution: &[i32]) -> Result<Model, String> {
    let literal = |number: i32| {
        let lit = Lit::from_dimacs(number);
        lit.ok_or_else(|| format!("its model has {number}, which is no literal"))
    };
    let numbers = solution.iter().copied().filter(|&number| number != 0);
    let lits: Vec<Lit> = numbers.map(literal).collect::<Result<_, _>>()?;
    Model::from_lits(&lits).map_err(|lit| {
        let (lit, other) = (lit.to_dimacs(), (!lit).to_dimacs());
        format!("its model has both {lit} and {other}")
    })
}
