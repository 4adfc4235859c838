//! Counts tours; the options of the frontier method.

use crate::cli::count::report::Tally;
use crate::cli::count::{Args, Method};
use crate::cli::shared::output::name;
use crate::cli::shared::problem;
use crate::cli::shared::process::{self, memory};
use crate::cli::shared::report::{Line, STDOUT, note};
use anyhow::{Context, Result, bail};
use itertools::Itertools;
use knightsat::prelude::{FormulaSpec, Problem, Stop, Tour, Tours};
use knightsat::search::histogram;
use knightsat::tour::Request;
use knightsat_count::frontier::{self, FrontierError, Options, Progress, is_modulus};
use knightsat_search::explain;
use knightsat_tour::statistic::Statistic;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Tours between two updates of the display.
const TOURS_A_LOOK: u64 = 1 << 8;

/// Options of the frontier method.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Count")]
pub struct FrontierArgs {
    /// Count modulo these primes, separated by commas
    ///
    /// Primes below 2^63. If they cover a bound on the number of tours, the number is printed,
    /// otherwise its residues. Without this option the count is exact.
    #[arg(
        long,
        value_name = "PRIMES",
        value_delimiter = ',',
        hide_short_help = true
    )]
    primes: Vec<u64>,
    /// Keep the states in files of this folder instead of memory
    ///
    /// After an interruption, the same command continues from the last finished step.
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    scratch: Option<PathBuf>,
}

impl FrontierArgs {
    /// Returns true if an option is set.
    pub fn any(&self) -> bool {
        !self.primes.is_empty() || self.scratch.is_some()
    }

    /// Returns the options of a count: memory is that of --memory or of the machine.
    pub fn options(&self, stop: &Stop) -> Result<Options> {
        if let Some(other) = self.primes.iter().find(|&&prime| !is_modulus(prime)) {
            bail!("--primes: {other} is not a prime below 2^63");
        }
        if let Some(prime) = self.primes.iter().duplicates().next() {
            bail!("--primes: {prime} is there twice");
        }
        let machine = Options::default();
        if let Some(folder) = &self.scratch {
            fs::create_dir_all(folder).with_context(|| format!("--scratch {}", name(folder)))?;
        }
        Ok(Options {
            stop: stop.clone(),
            memory: memory::left().map_or(machine.memory, |left| left / 4 * 3),
            scratch: self.scratch.clone(),
            primes: self.primes.clone(),
            ..machine
        })
    }
}

impl Args {
    /// Counts by this method, with varisat in process, or other solvers.
    pub(super) fn tally(
        &self,
        spec: &FormulaSpec,
        method: Method,
        stop: &Stop,
        output: &mut impl Write,
    ) -> Result<Tally> {
        let problem = match problem::problem(spec, stop) {
            Ok(problem) => problem,
            Err(error) => {
                let why = explain::reason(&spec.request, &problem::excluded(error)?);
                return Ok(Tally::none(why));
            }
        };
        let statistic = self.by.as_ref().map(|by| {
            let statistic = Statistic::parse(by, &spec.place)?;
            statistic.check(&problem).map(|()| statistic)
        });
        let by = statistic.transpose().context("--by")?;
        if !self.names_method()
            && let Some(reason) = problem.obstruction(stop)
        {
            let words = reason.explain(|vertex| spec.place.name(vertex));
            return Ok(Tally::none(words));
        }
        let formula = match method {
            Method::Frontier => return self.by_frontier(&problem, stop),
            Method::Search => {
                let tours = Tours::by_search(&problem, stop);
                return self.take(tours, &problem, by, spec, stop, output);
            }
            Method::Enumerate => problem::formula(spec, &problem, stop)?,
        };
        let solvers = self.solvers.choose()?;
        let is_varisat = matches!(&solvers[..], [one] if one.checks_refutations());
        if is_varisat {
            let tours = Tours::by_models(&problem, &formula, stop);
            return self.take(tours, &problem, by, spec, stop, output);
        }
        let _hold = process::hold()?;
        let report = |error| note!("{error}");
        let tours = Tours::by_solvers(&problem, &formula, &solvers, stop.clone().into(), report);
        let tally = self.take(tours, &problem, by, spec, stop, output);
        process::note_signal(stop);
        tally
    }

    /// Counts the tours, up to the limit, also by a statistic, and optionally lists them.
    fn take(
        &self,
        mut tours: Tours<'_, '_>,
        problem: &Problem,
        by: Option<Statistic>,
        request: &Request,
        stop: &Stop,
        output: &mut impl Write,
    ) -> Result<Tally> {
        let mut count = 0_u64;
        // A list on the terminal already shows the progress.
        let line = (!self.enumerate).then(|| Line::new(""));
        let limit = self.limit.and_then(|limit| limit.try_into().ok());
        let seen = tours.by_ref().fuse().take(limit.unwrap_or(usize::MAX));
        let mut seen = seen.map(|tour| -> Result<Tour> {
            let tour = tour?;
            count += 1;
            if let Some(line) = &line
                && count.is_multiple_of(TOURS_A_LOOK)
            {
                line.set(format!("{count} so far"));
            }
            if self.enumerate {
                writeln!(output, "{}", request.place.path(tour.steps())).context(STDOUT)?;
            }
            Ok(tour)
        });
        let values = by.as_ref().map(|by| histogram(problem, by, &mut seen));
        let values = values.transpose()?;
        seen.try_for_each(|tour| tour.map(drop))?;
        let is_more = self.limit == Some(count) && tours.next().transpose()?.is_some();
        Ok(Tally {
            count: count.into(),
            is_complete: !is_more && !tours.is_late(),
            unfinished: tours.is_late().then(|| stop.stopped().to_string()),
            word: tours.word().map(str::to_string),
            by: by.map(|by| by.to_string()).zip(values),
            ..Tally::default()
        })
    }

    /// Counts by the frontier method.
    fn by_frontier(&self, problem: &Problem, stop: &Stop) -> Result<Tally> {
        let options = &self.frontier.options(stop)?;
        let line = Line::new("looking for a narrow order of the squares");
        let report = &mut |progress: Progress| line.set(describe(&progress));
        let counted = if self.classes {
            frontier::classes(problem, options, report).map(Tally::from)
        } else {
            frontier::count_with(problem, options, report).map(Tally::from)
        };
        match counted {
            Err(FrontierError::Late) => Ok(Tally::nothing(stop.stopped())),
            counted => Ok(counted?),
        }
    }
}

/// Describes the progress of a count, in words that fit into a line of 80 columns.
pub fn describe(progress: &Progress) -> String {
    match *progress {
        Progress::Sweep {
            step,
            steps,
            states,
        } => format!("step {step} of {steps}, {} states", short(states)),
        Progress::Pairing { done, pairs } => format!("pairing: {done} of {pairs} groups"),
    }
}

/// Returns a number, in scientific notation if it is long.
fn short(number: usize) -> String {
    match number {
        0..1_000_000 => number.to_string(),
        _ => format!("{:.1e}", number as f64),
    }
}
