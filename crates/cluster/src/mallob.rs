//! Parts as jobs of Mallob, and what it answers.
//!
//! Mallob (<https://github.com/domschrei/mallob>) takes a job as a JSON file that is moved into the folder
//! `.api/jobs.0/in`, and writes the same with the result to `.api/jobs.0/out/USER.NAME.json`; its
//! `docs/execute.md` has the fields. A part is a formula of its own, the cube as unit clauses: nothing
//! then rests on how assumptions are read.

use super::cubes::{Cube, Cubes};
use super::error::WorkError;
use super::error::{PartsError, read_text};
use super::folder::{Folder, Task};
use super::name::PartName;
use super::outcome::{Found, Outcome, Rests};
use super::work::Worker;
use knightsat_base::json;
use knightsat_base::stop::Stop;
use knightsat_cnf::Clauses;
use knightsat_cnf::dimacs::read::Header;
use knightsat_cnf::dimacs::write::Writer;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model};
use knightsat_encoding::Formula;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::path::Path;

/// The folder with formulas and jobs.
pub const MALLOB: &str = "mallob";
/// Who submits.
const USER: &str = "knightsat";
/// Bytes of a result: a model is in it.
const LARGEST: u64 = 1 << 30;

/// A job as it is submitted.
#[derive(Serialize)]
struct Submitted<'j> {
    application: &'j str,
    user: &'j str,
    name: String,
    files: [String; 1],
    priority: f32,
}

/// The fields of a result that matter here.
#[derive(Deserialize)]
struct Returned {
    user: String,
    name: String,
    result: Answer,
    #[serde(default)]
    stats: Stats,
}

#[derive(Deserialize)]
struct Answer {
    resultcode: i64,
    #[serde(default)]
    solution: Option<Vec<i32>>,
}

#[derive(Default, Deserialize)]
struct Stats {
    #[serde(default)]
    used_wallclock_seconds: f64,
}

/// What Mallob has written of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// The part.
    pub part: PartName,
    /// What it says.
    pub said: Said,
    /// How long that took, by the clock.
    pub seconds: f64,
}

/// What Mallob says of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It has a model, which is to be checked.
    Model(Model),
    /// It has none: that is Mallob's word, and nobody has checked it.
    None,
    /// It was not decided.
    Unknown,
}

/// The name of a part's job: those of other folders have others.
fn job_name(id: &str, part: &PartName) -> String {
    format!("{id}-{part}")
}

/// Writes a formula and a job for every part into `draft`, the folder under the name that it has for now;
/// it is going to be `target`. A cube is a list of literals of the formula.
pub fn write<F: Clauses>(
    draft: &Path,
    target: &Path,
    id: &str,
    formula: &F,
    cubes: &[Vec<Lit>],
) -> Result<(), PartsError> {
    let folder = draft.join(MALLOB);
    fs::create_dir(&folder).map_err(PartsError::io(&folder))?;
    let target = std::path::absolute(target).map_err(PartsError::io(target))?;
    let target = target.to_str().ok_or_else(|| {
        PartsError::wrong(
            &target,
            "is not UTF-8, and jobs of Mallob are written in JSON",
        )
    })?;
    for (number, cube) in (1..).zip(cubes) {
        let file = format!("{number}.cnf");
        write_formula(&folder.join(&file), formula, cube)?;
        let job = Submitted {
            application: "SAT",
            user: USER,
            name: job_name(id, &PartName::new(number)),
            files: [format!("{target}/{MALLOB}/{file}")],
            priority: 0.5,
        };
        let text = serde_json::to_string_pretty(&job).expect("strings are JSON") + "\n";
        let path = folder.join(format!("{USER}-{number}.json"));
        fs::write(&path, text).map_err(PartsError::io(&path))?;
    }
    Ok(())
}

/// A formula with a cube as unit clauses.
fn write_formula<F: Clauses>(path: &Path, formula: &F, cube: &[Lit]) -> Result<(), PartsError> {
    let whole = formula.header();
    let header = Header {
        clauses: whole.clauses + cube.len() as u64,
        ..whole
    };
    let file = File::create(path).map_err(PartsError::io(path))?;
    let mut writer = Writer::new(file, header, &[]);
    formula.write(&mut writer);
    for &lit in cube {
        writer.clause(&[lit]);
    }
    writer.finish().map_err(PartsError::io(path))?;
    Ok(())
}

/// What Mallob has written to its folder `out` of the parts of this folder, by part. Results of others are
/// passed over; nothing of this folder is an error.
pub fn read(out: &Path, folder: &Folder) -> Result<Vec<Heard>, PartsError> {
    let begin = format!("{USER}.{}-", folder.manifest().id);
    let mut found = Vec::new();
    for entry in fs::read_dir(out).map_err(PartsError::io(out))? {
        let entry = entry.map_err(PartsError::io(out))?;
        let name = entry.file_name();
        let part = name.to_str().and_then(|name| {
            let part = name.strip_prefix(&begin)?.strip_suffix(".json")?;
            part.parse().ok()
        });
        let Some(part): Option<PartName> = part else {
            continue;
        };
        folder.part(part.clone())?;
        let (said, seconds) = said(&entry.path(), &job_name(&folder.manifest().id, &part))?;
        found.push(Heard {
            part,
            said,
            seconds,
        });
    }
    if found.is_empty() {
        let message = "has no result of a part of this folder: name the folder .api/jobs.0/out";
        return Err(PartsError::wrong(out, message));
    }
    found.sort_by(|one, other| one.part.cmp(&other.part));
    Ok(found)
}

/// The result in a file that is to be about the job of this name, and how long that took.
fn said(path: &Path, job: &str) -> Result<(Said, f64), PartsError> {
    let text = read_text(path, LARGEST, "any result of Mallob")?;
    let wrong = |message: String| PartsError::wrong(path, message);
    let returned: Returned = serde_json::from_str(&text).map_err(|error| {
        wrong(format!(
            "is not a result of Mallob: {}",
            json::located(&error)
        ))
    })?;
    if (returned.user.as_str(), returned.name.as_str()) != (USER, job) {
        let (user, name) = (returned.user, returned.name);
        return Err(wrong(format!(
            "is the result of another job, {user}.{name}"
        )));
    }
    let said = match returned.result.resultcode {
        0 => Said::Unknown,
        20 => Said::None,
        10 => match returned.result.solution {
            Some(solution) => Said::Model(model(&solution).map_err(wrong)?),
            None => {
                let message = "has no model, which Mallob has put into a pipe: run it with -pls=0";
                return Err(wrong(message.into()));
            }
        },
        code => {
            let message = format!("has the result code {code}, expected 0, 10 or 20");
            return Err(wrong(message));
        }
    };
    Ok((said, returned.stats.used_wallclock_seconds))
}

/// Takes what Mallob has written to its folder `out` for results of parts that have none yet; says how many
/// it has taken. A model is held against every clause, and its tour verified; that a part has none is taken
/// for Mallob's word.
pub fn take(worker: &Worker, folder: &Folder, out: &Path, stop: &Stop) -> Result<usize, WorkError> {
    let wrong = |message: &str| PartsError::wrong(folder.path(), message);
    match folder.manifest().task {
        Task::Formula { proof: false, .. } => {}
        Task::Formula { .. } => {
            let message = "was split with --proof, and results of Mallob come without proofs";
            return Err(wrong(message).into());
        }
        _ => return Err(wrong("has no formula, so Mallob has no results of it").into()),
    }
    let cubes = Cubes::read(folder)?;
    let formula = Formula::within(worker.problem(), worker.spec().style, stop)?;
    let mut taken = 0;
    for heard in read(out, folder)? {
        // One that was split again is left to its parts.
        let Some((name, cube)) = cubes.leaves().find(|(name, _)| **name == heard.part) else {
            continue;
        };
        let part = folder.part(name.clone())?;
        if part.is_done() {
            continue;
        }
        let wrong_model = |lit: i32| {
            let message = format!("the model of part {name} does not satisfy {lit} of its cube");
            PartsError::wrong(out, message)
        };
        let Some(found) = found(heard.said, cube, &formula, worker, &wrong_model)? else {
            continue;
        };
        let outcome = Outcome {
            cube: cube.iter().map(|lit| lit.to_dimacs()).collect(),
            found,
            by: "mallob".into(),
            seconds: heard.seconds,
        };
        taken += usize::from(part.draft()?.finish(&outcome)?);
    }
    Ok(taken)
}

/// What was found in a part with this cube; nothing if Mallob does not know.
fn found(
    said: Said,
    cube: &Cube,
    formula: &Formula,
    worker: &Worker,
    wrong: &dyn Fn(i32) -> PartsError,
) -> Result<Option<Found>, WorkError> {
    let model = match said {
        Said::Unknown => return Ok(None),
        Said::None => {
            return Ok(Some(Found::None {
                reason: None,
                proof: false,
                rests: Rests::default(),
            }));
        }
        Said::Model(model) => model,
    };
    if let Some(lit) = cube.iter().find(|lit| !model.satisfies(**lit)) {
        return Err(wrong(lit.to_dimacs()).into());
    }
    let tour = formula.tour(&model)?;
    let place = &worker.spec().place;
    let names = tour.steps().iter().map(|&vertex| place.name(vertex));
    Ok(Some(Found::Tour {
        tour: names.collect(),
    }))
}

/// The model in a solution, in which a variable's literal stands at its number, and a zero at the front.
fn model(solution: &[i32]) -> Result<Model, String> {
    let lits = solution.iter().filter(|&&number| number != 0);
    let lits = lits.map(|&number| {
        Lit::from_dimacs(number)
            .ok_or_else(|| format!("its model has {number}, which is no literal"))
    });
    let lits: Vec<Lit> = lits.collect::<Result<_, _>>()?;
    Model::from_lits(&lits).map_err(|lit| {
        format!(
            "its model has both {} and {}",
            lit.to_dimacs(),
            (!lit).to_dimacs()
        )
    })
}
