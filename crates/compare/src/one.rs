//! One run, in a process of its own: the formula, the solver, and the check of what it says.

use super::method::{How, Method, how};
use super::restrict::{limit_cpu, limit_memory, since, within_cpu};
use super::row::{Measured, RunVerdict};
use super::task::{FORMULA, Reply, Stage, Task};
use super::unsolved::{in_time, undecided};
use super::usage::{Whose, cpu_time, peak_kb, seconds};
use super::work::Work;
use super::worth::verified;
use super::writing::size;
use knightsat_cnf::Answer;
use knightsat_cnf::Clauses;
use knightsat_cnf::sink::Cnf;
use knightsat_encoding::Style;
use knightsat_encoding::formula_spec::FormulaSpec;
use knightsat_search::lazy;
use knightsat_search::{Evidence, SolveError, Unknown};
use knightsat_solver::SolverError;
use knightsat_solver::portfolio::Solver;
use knightsat_solver::varisat::{Limits, Varisat};
use knightsat_tour::place::Place;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Does the task in `folder`; `stop` ends it soon. An answer only counts if it is checked here.
pub fn run(task: &Task, folder: &Path, stop: &Arc<AtomicBool>) -> Reply {
    one(task, folder, stop).unwrap_or_else(|why| Reply::new(RunVerdict::Failed, why))
}

fn one(task: &Task, folder: &Path, stop: &Arc<AtomicBool>) -> Result<Reply, String> {
    limit_memory(task.memory_mb)?;
    let method = Method {
        encoding: task.run.encoding.clone(),
        amo: task.run.amo.clone(),
    };
    let how = match task.foreign {
        Some(_) => None,
        None => Some(how(&method)?),
    };
    let style = match how {
        Some(How::Formula(style)) => style,
        Some(How::Lazy) | None => Style::DEFAULT,
    };
    let spec = spec(task, style)?;
    let problem = spec.problem().map_err(|error| error.to_string())?;
    let work = Work {
        task,
        folder,
        spec: &spec,
        problem: &problem,
        stop,
    };
    match (task.stage, how) {
        (_, Some(How::Lazy)) => work.lazily(),
        (Stage::Write, _) => work.write(),
        (Stage::Ask(variables), _) => work.ask(variables),
        (Stage::Whole, _) => work.in_process(),
    }
}

/// What is asked for, and how it is encoded.
fn spec(task: &Task, style: Style) -> Result<FormulaSpec, String> {
    let entries = task.place.iter();
    let entries = entries.map(|(key, value)| (key.as_str(), value.as_str()));
    let entries: Vec<(&str, &str)> = entries.collect();
    let place = Place::from_entries(&entries).map_err(|(_, error)| error.to_string())?;
    let place = place.ok_or("the task has no place")?;
    let spec = FormulaSpec::new(place, task.run.asked.clone(), style);
    spec.map_err(|error| error.to_string())
}

impl Work<'_> {
    fn ask(&self, variables: u32) -> Result<Reply, String> {
        let solver = Solver::new(&self.task.run.solver, None).map_err(|error| error.to_string())?;
        let Solver::External(external) = solver else {
            return Err("a solver in process needs no file".into());
        };
        let (limits, begun) = (self.limits(), Instant::now());
        limit_cpu(Some(self.task.timeout));
        let answer = external.ask(&self.folder.join(FORMULA), None, variables, &limits);
        limit_cpu(None);
        let measured = Measured {
            cpu_seconds: Some(seconds(cpu_time(Whose::RUSAGE_CHILDREN))),
            wall_seconds: Some(seconds(begun.elapsed())),
            peak_kb: Some(peak_kb(Whose::RUSAGE_CHILDREN)),
            ..Measured::default()
        };
        let word = format!("{} says so, unchecked", external.name());
        // Time of its own for the check.
        let reply = match self.source(&self.limits().stop) {
            Ok(source) => self.judge(&source, answer, &limits, &measured, (&word, false)),
            Err(reply) => *reply,
        };
        Ok(in_time(self.task, Reply { measured, ..reply }))
    }

    fn in_process(&self) -> Result<Reply, String> {
        let solver = Solver::new(&self.task.run.solver, None).map_err(|error| error.to_string())?;
        let stop = self.limits().stop;
        // In memory as well, so that encoding and solving can be told apart.
        let encoded = self.source(&stop).and_then(|source| {
            let cnf = self.clauses(&source, &stop)?;
            Ok((source, cnf))
        });
        let (source, cnf) = match encoded {
            Ok(both) => both,
            Err(reply) => return Ok(*reply),
        };
        let encoded = cpu_time(Whose::RUSAGE_SELF);
        let (limits, begun) = (self.limits(), Instant::now());
        let solve = || solve_in_process(&solver, cnf, &limits);
        let (answer, word, checked) = within_cpu(self.task.timeout, encoded, self.stop, solve)?;
        let measured = Measured {
            encode_seconds: Some(seconds(encoded)),
            cpu_seconds: Some(since(encoded)),
            wall_seconds: Some(seconds(begun.elapsed())),
            peak_kb: Some(peak_kb(Whose::RUSAGE_SELF)),
            ..size(&source)
        };
        let reply = self.judge(&source, answer, &limits, &measured, (&word, checked));
        Ok(in_time(self.task, Reply { measured, ..reply }))
    }

    fn lazily(&self) -> Result<Reply, String> {
        let solver = Solver::new(&self.task.run.solver, None).map_err(|error| error.to_string())?;
        let solver = solver
            .in_process()
            .ok_or("lazy needs a solver in process")?;
        let encoded = cpu_time(Whose::RUSAGE_SELF);
        let (limits, begun) = (self.limits(), Instant::now());
        let options = lazy::Options {
            seed: self.task.run.shuffle,
            solver,
            stop: limits.stop.clone(),
            shortcuts: false,
            ..lazy::Options::default()
        };
        let solve = || knightsat_search::solve_lazily(self.problem, options, false, &mut |_| {});
        let verdict = within_cpu(self.task.timeout, encoded, self.stop, solve);
        let measured = Measured {
            encode_seconds: Some(seconds(encoded)),
            cpu_seconds: Some(since(encoded)),
            wall_seconds: Some(seconds(begun.elapsed())),
            peak_kb: Some(peak_kb(Whose::RUSAGE_SELF)),
            ..Measured::default()
        };
        let reply = match verdict {
            Ok(knightsat_search::Verdict::Tour(_)) => verified("the tour is verified"),
            Ok(knightsat_search::Verdict::None(Evidence::Obstruction(reason))) => {
                self.none(reason.explain(|vertex| self.spec.place.name(vertex)), true)
            }
            Ok(knightsat_search::Verdict::None(Evidence::Refutation(word))) => {
                self.none(word, true)
            }
            Ok(
                knightsat_search::Verdict::None(Evidence::Exhaustion(_))
                | knightsat_search::Verdict::Unknown(Unknown::Stuck(_) | Unknown::Unfinished),
            ) => Reply::new(RunVerdict::Failed, "the engine does not search like this"),
            Ok(knightsat_search::Verdict::Unknown(Unknown::Stopped(_))) => {
                undecided(self.task, &limits, &measured)
            }
            Err(error @ SolveError::Lazy(_)) => Reply::new(RunVerdict::Wrong, error.to_string()),
            Err(error) => Reply::new(RunVerdict::Failed, error.to_string()),
        };
        Ok(in_time(self.task, Reply { measured, ..reply }))
    }
}

/// The answer, on whose word a refutation is, and whether that is checked. The formula is let go as soon
/// as the solver has it.
fn solve_in_process(
    solver: &Solver,
    cnf: Cnf,
    limits: &Limits,
) -> Result<(Result<Answer, SolverError>, String, bool), String> {
    match solver {
        Solver::Varisat => {
            let mut varisat = Varisat::checked(limits.clone());
            cnf.write(&mut varisat);
            drop(cnf);
            let answer = varisat.solve().map_err(SolverError::from);
            Ok((answer, Varisat::WORD.to_string(), true))
        }
        #[cfg(feature = "cadical")]
        Solver::Cadical => {
            let mut cadical = knightsat_solver::cadical::Cadical::new(limits.clone());
            cnf.write(&mut cadical);
            drop(cnf);
            let word = format!("{} says so, unchecked", solver.name());
            Ok((Ok(cadical.solve()), word, false))
        }
        Solver::External(_) => Err("a program needs a file".into()),
    }
}
