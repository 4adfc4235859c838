//! A run, in a process of its own: the formula, the solver, and the check of the answer.

use super::effort;
use super::machine::{
    Whose, cpu_time, limit_cpu, limit_memory, peak_kb, seconds, since, within_cpu,
};
use super::method::style;
use super::row::{Measured, RunVerdict};
use super::source::Source;
use super::task::{FORMULA, Reply, Stage, StageResult, Task, Work};
use crate::cnf::shuffle::Renaming;
use crate::cnf::sink::ModelCheck;
use crate::cnf::{Answer, Clauses, Model};
use crate::encoding::FormulaError;
use crate::solver::varisat::Varisat;
use crate::solver::{Limits, Program, Solver, SolverError};
use crate::tour::known;
use crate::tour::spec::Request;
use knightsat_search::{Evidence, Unknown, Verdict, lazy};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Does the task in `folder`; `stop` ends it soon. Only checked answers count.
pub fn run(task: &Task, folder: &Path, stop: &Arc<AtomicBool>) -> Reply {
    one(task, folder, stop).unwrap_or_else(|reply| *reply)
}

fn one(task: &Task, folder: &Path, stop: &Arc<AtomicBool>) -> StageResult<Reply> {
    limit_memory(task.limits.memory_mb)?;
    // The lazy engine and foreign formulas have no style.
    let style = match task.foreign {
        Some(_) => None,
        None => style(&task.run.encoding, &task.run.amo)?,
    };
    let request = Request::new(task.place.clone(), task.run.asked.clone());
    let request = request.map_err(|error| error.to_string())?;
    let problem = request
        .problem(&Default::default())
        .map_err(|error| error.to_string())?;
    let work = Work {
        task,
        folder,
        request: &request,
        style,
        problem: &problem,
        stop,
    };
    match task.stage {
        _ if style.is_none() && task.foreign.is_none() => work.search_lazily(),
        Stage::Write => work.write(),
        Stage::Ask(variables) => work.ask(variables),
        Stage::Whole => work.in_process(),
    }
}

/// Returns the measures of a solver in this process, since this CPU time and this instant.
fn solving(encoded: Duration, begun: Instant, size: Measured) -> Measured {
    Measured {
        encode_seconds: Some(seconds(encoded)),
        cpu_seconds: Some(since(encoded)),
        wall_seconds: Some(seconds(begun.elapsed())),
        peak_kb: Some(peak_kb(Whose::RUSAGE_SELF)),
        ..size
    }
}

impl Work<'_> {
    fn solver(&self) -> Result<Solver, String> {
        Solver::new(&self.task.run.solver, None).map_err(|error| error.to_string())
    }

    fn ask(&self, variables: u32) -> StageResult<Reply> {
        let Solver::External(external) = self.solver()? else {
            return Err("a solver in process needs no file".to_string().into());
        };
        let (limits, begun) = (self.limits(), Instant::now());
        limit_cpu(Some(self.task.limits.timeout));
        let formula = self.folder.join(FORMULA);
        let (answer, effort) = effort::ask(&external, &formula, variables, &limits);
        limit_cpu(None);
        let measured = Measured {
            cpu_seconds: Some(seconds(cpu_time(Whose::RUSAGE_CHILDREN))),
            wall_seconds: Some(seconds(begun.elapsed())),
            peak_kb: Some(peak_kb(Whose::RUSAGE_CHILDREN)),
            conflicts: effort.conflicts,
            propagations: effort.propagations,
            ..Measured::default()
        };
        let word = format!("{} says so, unchecked", external.name());
        // The check has a time limit of its own.
        let source = self.source(&self.limits().stop);
        let judge = |source| self.judge(&source, answer, &limits, &measured, (&word, false));
        let reply = source.map_or_else(|reply| *reply, judge);
        Ok(self.in_time(reply, measured))
    }

    fn in_process(&self) -> StageResult<Reply> {
        let solver = self.solver()?;
        let in_process = solver.in_process();
        let in_process = in_process.ok_or_else(|| "a program needs a file".to_string())?;
        // The clauses are first collected in memory, to measure encoding and solving separately.
        let stop = self.limits().stop;
        let source = self.source(&stop)?;
        let cnf = self.clauses(&source, &stop)?;
        let encoded = cpu_time(Whose::RUSAGE_SELF);
        let (limits, begun) = (self.limits(), Instant::now());
        let solve = || {
            let mut started = in_process.start(limits.clone());
            cnf.write(&mut started);
            // The solver has received the formula.
            drop(cnf);
            started.solve()
        };
        let answer = within_cpu(self.task.limits.timeout, encoded, self.stop, solve);
        let measured = solving(encoded, begun, source.size());
        let word = (&solver.word()[..], solver.checks_refutations());
        let reply = self.judge(&source, answer, &limits, &measured, word);
        Ok(self.in_time(reply, measured))
    }

    fn search_lazily(&self) -> StageResult<Reply> {
        let solver = self.solver()?.in_process().cloned();
        let solver = solver.ok_or_else(|| "lazy needs a solver in process".to_string())?;
        let encoded = cpu_time(Whose::RUSAGE_SELF);
        let (limits, begun) = (self.limits(), Instant::now());
        let options = lazy::Options {
            seed: self.task.run.shuffle,
            solver,
            stop: limits.stop.clone(),
            shortcuts: false,
            ..lazy::Options::default()
        };
        let solve = || lazy::solve(self.problem, options);
        let verdict = within_cpu(self.task.limits.timeout, encoded, self.stop, solve);
        let measured = solving(encoded, begun, Measured::default());
        let reply = match verdict {
            Ok(Verdict::Tour(_)) => verified(),
            Ok(Verdict::None(Evidence::Obstruction(reason))) => self.none(
                reason.explain(|vertex| self.request.place.name(vertex)),
                true,
            ),
            Ok(Verdict::None(Evidence::Cuts(_))) => self.none(Varisat::WORD.to_string(), true),
            Ok(Verdict::Unknown(Unknown::Stopped(_))) => self.undecided(&limits, &measured),
            Ok(_) => Reply::new(RunVerdict::Failed, "the engine does not search like this"),
            Err(error) => Reply::new(RunVerdict::Wrong, error.to_string()),
        };
        Ok(self.in_time(reply, measured))
    }

    /// Judges the answer. A model is renamed back, checked against every clause and decoded, and
    /// the tour is verified. A refutation is not checked here.
    fn judge(
        &self,
        source: &Source,
        answer: Result<Answer, SolverError>,
        limits: &Limits,
        measured: &Measured,
        (word, checked): (&str, bool),
    ) -> Reply {
        match answer {
            Ok(Answer::Satisfiable(model)) => match self.check(source, model) {
                Ok(()) => verified(),
                Err(fault) => Reply::new(RunVerdict::Wrong, fault),
            },
            Ok(Answer::Unsatisfiable) => self.none(word.to_string(), checked),
            Ok(Answer::Unknown) => self.undecided(limits, measured),
            Err(error) => self.fault(&error.to_string(), measured),
        }
    }

    /// Checks a model against every clause, decodes it and verifies the tour. The error names the
    /// faulty part.
    fn check(&self, source: &Source, model: Model) -> Result<(), String> {
        let (run, variables) = (&self.task.run, source.header().variables);
        let model = match run.shuffle {
            0 => model,
            seed => Renaming::new(seed, variables).undo(&model),
        };
        let mut check = ModelCheck::new(&model);
        source.write(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            let error = FormulaError::Violated { number, clause };
            let missing = model.missing(variables);
            let missing = missing.map(|missing| format!("; {missing}"));
            let missing = missing.unwrap_or_default();
            return Err(format!("{} is wrong: {error}{missing}", run.solver));
        }
        let tour = match source {
            Source::Ours(formula) => formula.decode(&model).map_err(|error| error.to_string()),
            Source::Theirs(file, _) => file.tour(&self.request.place, self.problem, &model),
        };
        let what = match source {
            Source::Ours(_) => format!("the encoding {}", run.encoding),
            Source::Theirs(..) => format!("{} or its map", run.encoding),
        };
        let tour = tour.map_err(|why| format!("{what} is wrong: {why}"));
        tour.map(drop)
    }

    /// Returns the reply to "no tour"; the answer is wrong if the known number of tours is
    /// positive.
    fn none(&self, word: String, checked: bool) -> Reply {
        let board = self.request.place.board();
        let record = board.and_then(|board| known::published(board, self.problem));
        match record.filter(|record| record.count > known::BigUint::ZERO) {
            Some(record) => {
                let (count, source) = (record.count, record.source);
                let why = format!("reports no tour, but {count} are known, {source}");
                Reply::new(RunVerdict::Wrong, why)
            }
            None => Reply {
                checked,
                ..Reply::new(RunVerdict::None, word)
            },
        }
    }

    /// Returns the percentage of the memory limit that a process has reached.
    fn percent(&self, measured: &Measured) -> u64 {
        let limit = self.task.limits.memory_mb.map(|limit| limit << 10);
        let parts = measured.peak_kb.zip(limit);
        parts.map_or(0, |(peak, limit)| 100 * peak / limit.max(1))
    }

    /// Adds the measures. Turns an answer after the limit of CPU time into a timeout, and so a
    /// solver that gives up after it.
    fn in_time(&self, reply: Reply, measured: Measured) -> Reply {
        let time = measured.cpu_seconds.unwrap_or(0.0);
        let is_final = matches!(reply.verdict, Some(RunVerdict::Wrong | RunVerdict::Memory));
        let reply = if is_final || time < self.task.limits.timeout {
            reply
        } else {
            Reply::new(RunVerdict::Timeout, format!("took {time:.1} s of CPU time"))
        };
        Reply { measured, ..reply }
    }

    /// Returns the reply to neither a model nor a refutation. MiniSat answers so if its memory is
    /// exhausted: doubling an array can fail at a quarter of the limit.
    fn undecided(&self, limits: &Limits, measured: &Measured) -> Reply {
        if limits.is_over() {
            return Reply::new(RunVerdict::Timeout, "stopped at the deadline");
        }
        match self.percent(measured) {
            25.. => Reply::new(RunVerdict::Memory, "gave up near the memory limit"),
            _ => Reply::new(RunVerdict::Failed, "gave up before the deadline"),
        }
    }

    /// Returns the reply to a failed solver. The cause is memory if the solver mentions it, or has
    /// used nearly all of it.
    fn fault(&self, what: &str, measured: &Measured) -> Reply {
        if what.contains("SIGXCPU") {
            // The system's count differs slightly from the sum reported at the end.
            return Reply::new(RunVerdict::Timeout, "stopped at the limit of CPU time");
        }
        let lower = what.to_lowercase();
        let mut signs = ["memory", "alloc", "out of space"].into_iter();
        let speaks = signs.any(|sign| lower.contains(sign));
        let is_short =
            self.task.limits.memory_mb.is_some() && (speaks || self.percent(measured) >= 75);
        let verdict = if is_short {
            RunVerdict::Memory
        } else {
            RunVerdict::Failed
        };
        Reply::new(verdict, what)
    }
}

fn verified() -> Reply {
    Reply {
        checked: true,
        ..Reply::new(RunVerdict::Tour, "the tour is verified")
    }
}
