//! Parts of a formula and of the lazy search.

use super::each::late;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::output;
use crate::cli::shared::progress::Line;
use crate::cli::shared::solvers::SolverArgs;
use anyhow::{Result, ensure};
use itertools::Itertools;
use knightsat::cluster::PartsError;
use knightsat::cluster::claim::Claimant;
use knightsat::cluster::cubes::{Cube, Cubes};
use knightsat::cluster::folder::Folder;
use knightsat::cluster::folder::PartName;
use knightsat::cluster::outcome::{Found, Outcome};
use knightsat::cluster::part::Part;
use knightsat::cluster::work::Worker;
use knightsat::cnf::sink::Cnf;
use knightsat::stop::Stop;
use std::cell::RefCell;
use std::collections::HashSet;

/// Does a part with all its parts, or every part that nobody is at.
pub fn work(
    folder: &Folder,
    part: Option<&PartName>,
    solvers: &SolverArgs,
    stop: &Stop,
) -> Result<Exit> {
    let cubes = Cubes::read(folder)?;
    let leaves: Vec<(&PartName, &Cube)> = match part {
        Some(name) => {
            folder.part(name.clone())?;
            cubes.within(name).collect()
        }
        None => cubes.leaves().collect(),
    };
    let is_asked = part.is_some();
    ensure!(
        !leaves.is_empty() || !is_asked,
        "there is no part {}",
        part.map(PartName::to_string).unwrap_or_default()
    );
    let mut todo = Vec::new();
    for (name, cube) in leaves {
        let part = folder.part(name.clone())?;
        match part.is_done() {
            false => todo.push((part, cube)),
            true if is_asked => output::print(&format!("part {name}: done before\n"))?,
            true => {}
        }
    }
    if todo.is_empty() {
        if !is_asked {
            output::print("nothing is left to do\n")?;
        }
        return Ok(Exit::Good);
    }
    match Crew::new(folder, &cubes, solvers, stop) {
        Err(error) if is_late(&error) => late(&todo[0].0, stop),
        crew => crew?.work(&todo, is_asked),
    }
}

/// Who does the parts one after the other.
struct Crew<'f> {
    folder: &'f Folder,
    cubes: &'f Cubes,
    worker: Worker<'f>,
    /// Parts whose results have been read.
    known: RefCell<HashSet<&'f PartName>>,
    stop: &'f Stop,
}

impl<'f> Crew<'f> {
    fn new(
        folder: &'f Folder,
        cubes: &'f Cubes,
        solvers: &SolverArgs,
        stop: &'f Stop,
    ) -> Result<Crew<'f>> {
        let named = solvers.solver.is_some();
        let solver = named.then(|| solvers.choose()).transpose()?;
        Ok(Crew {
            folder,
            cubes,
            worker: Worker::new(folder, solver, stop)?,
            known: RefCell::default(),
            stop,
        })
    }

    /// Reads the results that have come since; a part that has a tour.
    fn look(&self) -> Result<Option<&'f PartName>> {
        let mut known = self.known.borrow_mut();
        for (name, _) in self
            .cubes
            .leaves()
            .filter(|(name, _)| !known.contains(name))
            .collect_vec()
        {
            let Some(outcome) = self.worker.result(&self.folder.part(name.clone())?)? else {
                continue;
            };
            if matches!(outcome.found, Found::Tour { .. }) {
                return Ok(Some(name));
            }
            self.worker.learn(&outcome);
            known.insert(name);
        }
        Ok(None)
    }

    fn work(&self, todo: &[(Part, &Cube)], is_asked: bool) -> Result<Exit> {
        let line = Line::new("writing the formula");
        let formula = match self.worker.formula(self.stop) {
            Err(error) if error.is_stopped() => return late(&todo[0].0, self.stop),
            formula => formula?,
        };
        for (part, cube) in todo {
            if let Some(name) = self.look()? {
                drop(line);
                output::print(&format!(
                    "part {name} has a tour, so nothing is left to do\n"
                ))?;
                break;
            }
            // Another worker may have come to it since.
            if part.is_done() {
                continue;
            }
            let claim = part.claim()?;
            if claim.is_err() && !is_asked {
                continue;
            }
            if let Err(other) = &claim {
                let Claimant { process, host, .. } = other;
                let name = part.name();
                note(format_args!(
                    "part {name}: process {process} on {host} is at it too"
                ));
            }
            line.say(format!("part {}", part.name()));
            let Some(outcome) = self.outcome(part, cube, &formula)? else {
                drop(line);
                return late(part, self.stop);
            };
            drop(claim);
            output::print(&told(part.name(), &outcome))?;
            if matches!(outcome.found, Found::Tour { .. }) {
                break;
            }
        }
        Ok(Exit::Good)
    }

    /// What a part comes to, `None` if there is no time.
    fn outcome(&self, part: &Part, cube: &Cube, formula: &Cnf) -> Result<Option<Outcome>> {
        let limits = self.stop.clone().into();
        match self.worker.work(part, cube, formula, &limits) {
            Err(error) if error.is_stopped() => Ok(None),
            outcome => Ok(outcome?),
        }
    }
}

fn is_late(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(PartsError::is_stopped)
}

/// What a part has come to, in words.
fn told(name: &PartName, outcome: &Outcome) -> String {
    let what = match &outcome.found {
        Found::Tour { .. } => "a tour".to_string(),
        Found::None {
            reason: Some(reason),
            ..
        } => format!("no tour, {reason}"),
        Found::None { proof: true, .. } => "no tour, with a proof".into(),
        Found::None { .. } => "no tour".into(),
    };
    let (by, seconds) = (&outcome.by, outcome.seconds);
    format!("part {name}: {what} ({by}, {seconds:.1} s)\n")
}
