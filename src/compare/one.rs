//! One run, in a process of its own: the formula, the solver, and the check of what it says.

use super::method::{How, Method, how};
use super::restrict::{limit_cpu, limit_memory, since, within_cpu};
use super::row::{Measured, Verdict};
use super::task::{Reply, Stage, Task};
use super::unsolved::{fault, in_time, undecided};
use super::usage::{Whose, cpu_time, peak_kb, seconds};
use crate::cnf::{Answer, Model};
use crate::dimacs::write::Writer;
use crate::encoding::{Formula, FormulaError, Style, lazy};
use crate::known;
use crate::place::Place;
use crate::problem::Problem;
use crate::shuffle::{Renaming, shuffle};
use crate::sink::Cnf;
use crate::solve::{self, SolveError};
use crate::solver::portfolio::Solver;
use crate::solver::varisat::{Limits, Varisat};
use crate::solver::{Clauses, SolverError};
use crate::stop::Stop;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Wall-clock seconds for a second of CPU time, for solvers that sleep and machines that are busy.
pub const WALL: u32 = 4;

/// Does the task; `stop` ends it soon. An answer only counts if it is checked here.
pub fn run(task: &Task, stop: &Arc<AtomicBool>) -> Reply {
    one(task, stop).unwrap_or_else(|why| Reply::new(Verdict::Failed, why))
}

fn one(task: &Task, stop: &Arc<AtomicBool>) -> Result<Reply, String> {
    limit_memory(task.memory_mb)?;
    let entries: Vec<(&str, &str)> = task
        .place
        .iter()
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect();
    let place = Place::from_entries(&entries).map_err(|(_, error)| error.to_string())?;
    let place = place.ok_or("the task has no place")?;
    let method = Method {
        encoding: task.run.encoding.clone(),
        amo: task.run.amo.clone(),
    };
    let work = Work {
        task,
        place,
        how: how(&method)?,
        stop,
    };
    match (&task.stage, work.how) {
        (Stage::Write(path), How::Formula(style)) => work.write(style, path),
        (Stage::Ask(path, variables), How::Formula(style)) => work.ask(style, path, *variables),
        (Stage::Whole, How::Formula(style)) => work.in_process(style),
        (_, How::Lazy) => work.lazily(),
    }
}

struct Work<'t> {
    task: &'t Task,
    place: Place,
    how: How,
    stop: &'t Arc<AtomicBool>,
}

impl Work<'_> {
    fn problem(&self) -> Result<Problem, String> {
        let problem = self.place.problem(self.task.run.tour, None, None);
        problem.map_err(|error| error.to_string())
    }

    /// Without the limit of CPU time.
    fn limits(&self) -> Limits {
        let wall = WALL * Duration::from_secs_f64(self.task.timeout);
        Limits {
            stop: Stop::after(wall).with_flag(self.stop.clone()),
            work: None,
        }
    }

    /// The formula in memory where it is to be shuffled.
    fn shuffled(&self, formula: &Formula) -> Option<Cnf> {
        let seed = self.task.run.shuffle;
        (seed > 0).then(|| {
            let mut cnf = Cnf::default();
            formula.encode(&mut cnf);
            shuffle(&cnf, seed)
        })
    }

    fn write(&self, style: Style, path: &Path) -> Result<Reply, String> {
        let begun = cpu_time(Whose::RUSAGE_SELF);
        let problem = self.problem()?;
        let formula = Formula::new(&problem, style).map_err(|error| error.to_string())?;
        let file = File::create_new(path).map_err(|error| error.to_string())?;
        let mut writer = Writer::new(file, formula.header(), &[]);
        match self.shuffled(&formula) {
            Some(cnf) => cnf.write(&mut writer),
            None => formula.write(&mut writer),
        }
        let (_, bytes) = writer
            .finish()
            .map_err(|error| format!("the formula cannot be written: {error}"))?;
        let measured = Measured {
            bytes: Some(bytes),
            encode_seconds: Some(since(begun)),
            ..size(&formula)
        };
        Ok(Reply {
            measured,
            ..Reply::default()
        })
    }

    fn ask(&self, style: Style, path: &Path, variables: u32) -> Result<Reply, String> {
        let solver = Solver::new(&self.task.run.solver, None).map_err(|error| error.to_string())?;
        let Solver::External(external) = solver else {
            return Err("a solver in process needs no file".into());
        };
        let (limits, begun) = (self.limits(), Instant::now());
        limit_cpu(Some(self.task.timeout));
        let answer = external.ask(path, None, variables, &limits);
        limit_cpu(None);
        let measured = Measured {
            cpu_seconds: Some(seconds(cpu_time(Whose::RUSAGE_CHILDREN))),
            wall_seconds: Some(seconds(begun.elapsed())),
            peak_kb: Some(peak_kb(Whose::RUSAGE_CHILDREN)),
            ..Measured::default()
        };
        let problem = self.problem()?;
        let formula = Formula::new(&problem, style).map_err(|error| error.to_string())?;
        let word = format!("{} says so, unchecked", external.name());
        let reply = self.judge(&formula, answer, &limits, &measured, (&word, false));
        Ok(in_time(self.task, Reply { measured, ..reply }))
    }

    fn in_process(&self, style: Style) -> Result<Reply, String> {
        let solver = Solver::new(&self.task.run.solver, None).map_err(|error| error.to_string())?;
        let start = cpu_time(Whose::RUSAGE_SELF);
        let problem = self.problem()?;
        let formula = Formula::new(&problem, style).map_err(|error| error.to_string())?;
        let mut cnf = self.shuffled(&formula);
        if cnf.is_none() {
            // In memory as well, so that encoding and solving can be told apart.
            let mut plain = Cnf::default();
            formula.encode(&mut plain);
            cnf = Some(plain);
        }
        let encoded = cpu_time(Whose::RUSAGE_SELF);
        let (limits, begun) = (self.limits(), Instant::now());
        let solve = || solve_in_process(&solver, cnf.unwrap_or_default(), &limits);
        let (answer, word, checked) = within_cpu(self.task.timeout, encoded, self.stop, solve)?;
        let measured = Measured {
            encode_seconds: Some(seconds(encoded.saturating_sub(start))),
            cpu_seconds: Some(since(encoded)),
            wall_seconds: Some(seconds(begun.elapsed())),
            peak_kb: Some(peak_kb(Whose::RUSAGE_SELF)),
            ..size(&formula)
        };
        let reply = self.judge(&formula, answer, &limits, &measured, (&word, checked));
        Ok(in_time(self.task, Reply { measured, ..reply }))
    }

    fn lazily(&self) -> Result<Reply, String> {
        let solver = Solver::new(&self.task.run.solver, None).map_err(|error| error.to_string())?;
        let solver = solver
            .in_process()
            .ok_or("lazy needs a solver in process")?;
        let start = cpu_time(Whose::RUSAGE_SELF);
        let problem = self.problem()?;
        let encoded = cpu_time(Whose::RUSAGE_SELF);
        let (limits, begun) = (self.limits(), Instant::now());
        let options = lazy::Options {
            seed: self.task.run.shuffle,
            solver,
            stop: limits.stop.clone(),
            shortcuts: false,
        };
        let solve = || solve::solve_lazily(&problem, options, false, &mut |_| {});
        let verdict = within_cpu(self.task.timeout, encoded, self.stop, solve);
        let measured = Measured {
            encode_seconds: Some(seconds(encoded.saturating_sub(start))),
            cpu_seconds: Some(since(encoded)),
            wall_seconds: Some(seconds(begun.elapsed())),
            peak_kb: Some(peak_kb(Whose::RUSAGE_SELF)),
            ..Measured::default()
        };
        let reply = match verdict {
            Ok(solve::Verdict::Tour(_)) => verified("the tour is verified"),
            Ok(solve::Verdict::Obstructed(reason)) => {
                self.none(reason.explain(|vertex| self.place.name(vertex)), true)
            }
            Ok(solve::Verdict::Refuted(word)) => self.none(word, true),
            Ok(solve::Verdict::Exhausted(_) | solve::Verdict::Stuck(_)) => {
                Reply::new(Verdict::Failed, "the engine does not search like this")
            }
            Ok(solve::Verdict::Unknown) => undecided(self.task, &limits, &measured),
            Err(error @ SolveError::Lazy(_)) => Reply::new(Verdict::Wrong, error.to_string()),
            Err(error) => Reply::new(Verdict::Failed, error.to_string()),
        };
        Ok(in_time(self.task, Reply { measured, ..reply }))
    }

    /// What the answer is worth. A model is renamed back, held against every clause and decoded, and
    /// the tour is verified; a refutation goes by the word given.
    fn judge(
        &self,
        formula: &Formula,
        answer: Result<Answer, SolverError>,
        limits: &Limits,
        measured: &Measured,
        (word, checked): (&str, bool),
    ) -> Reply {
        match answer {
            Ok(Answer::Satisfiable(model)) => match formula.tour(&self.plain(formula, model)) {
                Ok(_) => verified("the tour is verified"),
                Err(error @ FormulaError::Violated { .. }) => {
                    let solver = &self.task.run.solver;
                    Reply::new(Verdict::Wrong, format!("{solver} is wrong: {error}"))
                }
                Err(error) => {
                    let encoding = &self.task.run.encoding;
                    let why = format!("the encoding {encoding} is wrong: {error}");
                    Reply::new(Verdict::Wrong, why)
                }
            },
            Ok(Answer::Unsatisfiable) => self.none(word.to_string(), checked),
            Ok(Answer::Unknown) => undecided(self.task, limits, measured),
            Err(error) => fault(self.task, &error.to_string(), measured),
        }
    }

    /// The model of the formula as it is written.
    fn plain(&self, formula: &Formula, model: Model) -> Model {
        match self.task.run.shuffle {
            0 => model,
            seed => Renaming::new(seed, formula.header().variables).undo(&model),
        }
    }

    /// No tour; but where somebody has counted some, there are.
    fn none(&self, word: String, checked: bool) -> Reply {
        let board = self.place.board();
        let record = board.and_then(|board| known::find(board, self.task.run.tour, None));
        match record.filter(|record| record.count > 0) {
            Some(record) => {
                let why = format!(
                    "says none, but {} are known, {}",
                    record.count, record.source
                );
                Reply::new(Verdict::Wrong, why)
            }
            None => Reply {
                checked,
                ..Reply::new(Verdict::None, word)
            },
        }
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
            let mut cadical = crate::solver::cadical::Cadical::new(limits.clone());
            cnf.write(&mut cadical);
            drop(cnf);
            let word = format!("{} says so, unchecked", solver.name());
            Ok((Ok(cadical.solve()), word, false))
        }
        Solver::External(_) => Err("a program needs a file".into()),
    }
}

fn size(formula: &Formula) -> Measured {
    let header = formula.header();
    Measured {
        variables: Some(u64::from(header.variables)),
        clauses: Some(header.clauses),
        ..Measured::default()
    }
}

fn verified(word: &str) -> Reply {
    Reply {
        checked: true,
        ..Reply::new(Verdict::Tour, word)
    }
}
