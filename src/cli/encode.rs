//! The command `encode`: formulas in DIMACS, WCNF and SMT-LIB, and in words.

mod format;

use crate::cli::shared::formula_args::{FormulaArgs, ShuffleArgs};
use crate::cli::shared::output::{self, Output, Outputs, distinct};
use crate::cli::shared::problem::{self, ObjectiveArgs, PlaceArgs, TourArgs};
use crate::cli::shared::process::{self, backstop};
use crate::cli::shared::report::{Exit, note, unused, value_name};
use anyhow::{Context, Result, anyhow, ensure};
use knightsat::prelude::{Formula, FormulaSpec, Stop};
use knightsat::tour::Request;
use knightsat_check as check;
use knightsat_tour::rule;
use knightsat_tour::statistic::Statistic;
use std::path::{Path, PathBuf};

const SOFT: &str = "With --format wcnf: the statistic that soft clauses count";

/// Write the formula of a tour in DIMACS
///
/// Comments in the file describe it, so that decode needs no options.
///
/// $ knightsat encode 8x8 -o t.cnf.gz # compressed by its name
///
/// $ knightsat encode 100x100 --closed --blocks auto # any size: docs/encodings.md
///
/// $ knightsat encode 3x4 --format words # the clauses in words
///
/// 0: written
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: stopped by a signal
#[derive(Debug, clap::Args)]
#[command(mut_arg("minimize", |option| option.hide_short_help(true).help(SOFT).long_help(SOFT)))]
#[command(mut_arg("maximize", |option| option.hide_short_help(true).help(SOFT).long_help(SOFT)))]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Require that a statistic is at most this number, as in 'turns 44'
    ///
    /// Adds the rule "turns <= 44" to those of --with. docs/knuth.md lists the statistics.
    #[arg(
        long,
        value_name = "STAT N",
        help_heading = "Problem",
        hide_short_help = true
    )]
    at_most: Vec<String>,
    /// Require that a statistic is at least this number
    #[arg(
        long,
        value_name = "STAT N",
        help_heading = "Problem",
        hide_short_help = true
    )]
    at_least: Vec<String>,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    #[command(flatten)]
    shuffle: ShuffleArgs,
    /// Write to this file instead of standard output
    ///
    /// The file appears whole or not at all, compressed if its name ends in .gz, .zst or .xz. A
    /// formula in DIMACS that cannot fit on the disk is refused.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Mark the variables for model counters to project on
    ///
    /// Writes a "c p show" line, which ganak, d4 and approxmc read.
    #[arg(long, help_heading = "Output")]
    count_projected: bool,
    /// Write the meaning of each variable to this file
    ///
    /// One line per variable, in the format of check --map.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    map: Option<PathBuf>,
    /// Format of the formula
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: EncodeFormat,
}

/// Format of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum EncodeFormat {
    /// The formula in DIMACS
    #[default]
    Dimacs,
    /// The formula in SMT-LIB 2, with the meaning of the variables as names
    Smt2,
    /// The formula for MaxSAT solvers, with soft clauses for --minimize or --maximize
    Wcnf,
    /// The formula in words: the meaning, size and first clauses of each group
    Words,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        self.check()?;
        let stop = process::stop(None)?;
        let unfinished = |stopped| {
            note!("{stopped}: the formula is incomplete");
            Exit::Unknown
        };
        let _backstop = backstop(&stop, unfinished)?;
        self.encode(&stop).or_else(|error| {
            let stopped = process::stopped(&error).ok_or(error)?;
            Ok(unfinished(stopped))
        })
    }

    /// Refuses options that this format does not take.
    fn check(&self) -> Result<()> {
        use EncodeFormat::{Dimacs, Wcnf, Words};
        let (format, objectives) = (self.format, self.objectives.number());
        let (is_other, is_wcnf) = (format != Dimacs, format == Wcnf);
        let has_no_map = is_other && format != Words;
        let is_counted = is_other && self.count_projected;
        let dimacs = format!("DIMACS, not for --format {}", value_name(format));
        let objective = "--minimize or --maximize";
        let wcnf = "--format wcnf, or for solve: use --at-most or --at-least";
        unused(&[
            (has_no_map && self.map.is_some(), "--map", &dimacs),
            (is_counted, "--count-projected", &dimacs),
            (is_other && self.shuffle.seed != 0, "--shuffle", &dimacs),
            (!is_wcnf && objectives > 0, objective, wcnf),
        ])?;
        ensure!(
            !is_wcnf || objectives == 1,
            "--format wcnf is for one objective: add --minimize or --maximize once"
        );
        Ok(())
    }

    /// Writes the formula and the map.
    fn encode(&self, stop: &Stop) -> Result<Exit> {
        let style = self.shuffle.style(&self.formula, &self.tour)?;
        let request = self.request(stop)?;
        let spec = &FormulaSpec { request, style };
        let problem = &problem::problem(spec, stop)?;
        let formula = problem::formula(spec, problem, stop)?;
        let text = self.text(spec, &formula, stop)?;
        let map = self.write_map(spec, &formula, stop)?;
        output::write_file(self.target(), stop, |output| text(output))?;
        map.finish()?;
        Ok(Exit::Good)
    }

    /// Returns what is to be encoded.
    fn request(&self, stop: &Stop) -> Result<Request> {
        let mut request = self.tour.request(self.place.read(stop)?, stop)?;
        for (bounds, option, relation) in [
            (&self.at_most, "--at-most", "<="),
            (&self.at_least, "--at-least", ">="),
        ] {
            for bound in bounds {
                let parts = bound.trim().rsplit_once(char::is_whitespace);
                let (statistic, number) = parts.with_context(|| {
                    format!("{option}: write a statistic and a number: 'turns 44'")
                })?;
                Statistic::parse(statistic.trim(), &request.place).context(option)?;
                let read = rule::read(&format!("{statistic} {relation} {number}"), &request.place);
                let rule = read.map_err(|error| anyhow!("{option}: {}", error.message))?;
                request.tour.with.extend(rule);
            }
        }
        Ok(request)
    }

    /// Writes the map, if an option requires it. Its file appears with that of the formula.
    fn write_map(&self, spec: &FormulaSpec, formula: &Formula, stop: &Stop) -> Result<Outputs> {
        let mut outputs = Outputs::default();
        if let Some(map) = self.map.as_deref() {
            distinct([("-o", self.target()), ("--map", map)])?;
            let text = check::map::write(&formula.meaning(), &spec.place);
            outputs.write(Output::open(map, stop)?, text.as_bytes(), map)?;
        }
        Ok(outputs)
    }

    /// Returns the destination of the formula.
    fn target(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }
}
