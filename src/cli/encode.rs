//! The command `encode`: formulas in DIMACS, WCNF and SMT-LIB, and in words.

mod format;

use self::format::{FormulaFormat, ToEncode};
use crate::cli::shared::formula_args::{FormulaArgs, ShuffleArgs};
use crate::cli::shared::output::{self, Output, Outputs, distinct, takes_stdout};
use crate::cli::shared::problem::{self, ObjectiveArgs, PlaceArgs, TourArgs};
use crate::cli::shared::process::{self, TimeArgs, backstop};
use crate::cli::shared::report::{Exit, TourFormat, View, note, text_output};
use anyhow::{Context, Result, anyhow, bail};
use knightsat::encoding::Name;
use knightsat::prelude::{Formula, FormulaSpec, Kind, Problem, Solver, Stop, Style};
use knightsat::search;
use knightsat::tour::Obstruction;
use knightsat::tour::spec::Request;
use knightsat_check as check;
use knightsat_cnf::limits;
use knightsat_tour::rule;
use knightsat_tour::statistic::Statistic;
use std::path::{Path, PathBuf};

const SOFT: &str = "With --format wcnf: the statistic that soft clauses count";
const TIMEOUT: &str = "Give up solving after this many seconds (exit code 3)";

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
/// 0: written; with --solve: tour found
///
/// 1: with --solve: there is no tour
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: stopped by a signal; with --solve also unknown: out of time
#[derive(Debug, clap::Args)]
#[command(mut_arg("timeout", |timeout| timeout.requires("solve").help(TIMEOUT)))]
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
    /// The file appears whole or not at all, compressed if its name ends in .gz, .zst or .xz.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Mark the variables for model counters to project on
    ///
    /// Writes a "c p show" line, which ganak, d4 and approxmc read.
    #[arg(long, help_heading = "Output")]
    count_projected: bool,
    /// Solve the formula too, with varisat, and print the tour
    ///
    /// The tour goes to standard error if the formula goes to standard output.
    #[arg(long, help_heading = "Output")]
    solve: bool,
    /// Write the meaning of each variable to this file
    ///
    /// One line per variable, in the format of check --map.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    map: Option<PathBuf>,
    /// Format of the formula or, with --solve, of the tour [default: dimacs; with --solve also
    /// board]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    format: Option<EncodeFormat>,
    #[command(flatten, next_help_heading = "Output")]
    time: TimeArgs,
}

/// Format of a formula or a tour.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum EncodeFormat {
    /// The formula in DIMACS
    #[default]
    Dimacs,
    /// The formula in SMT-LIB 2, with the meaning of the variables as names
    Smt2,
    /// The formula for MaxSAT solvers, with soft clauses for --minimize or --maximize
    Wcnf,
    /// The formula in words: the meaning, size and first clauses of each group
    Words,
    /// The tour as a board with the number of the step on every square; of a graph, as moves
    Board,
    /// The squares or vertices of the tour in order
    Moves,
    /// The tour as a JSON document: docs/json.md
    Json,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let form = FormulaFormat::of(self.format.unwrap_or_default(), self.solve)?;
        let style = form.style(&self)?;
        let stop = self.time.stop()?;
        let unfinished = |stopped| {
            note!("{stopped}: the formula is incomplete");
            Exit::Unknown
        };
        let _backstop = backstop(&stop, unfinished)?;
        self.encode(form, style, &stop).or_else(|error| {
            let stopped = process::stopped(&error).ok_or(error)?;
            Ok(unfinished(stopped))
        })
    }

    /// Writes the formula, and optionally solves it.
    fn encode(&self, form: &FormulaFormat, style: Style, stop: &Stop) -> Result<Exit> {
        let request = self.request(stop)?;
        let spec = &FormulaSpec { request, style };
        let problem = &problem::problem(spec, stop)?;
        let to_encode = ToEncode {
            args: self,
            spec,
            problem,
            stop,
        };
        let formula = self.formula(spec, problem, stop)?;
        let text = (form.write)(&to_encode, &formula)?;
        let map = self.write_map(spec, &formula, stop)?;
        if self.solve {
            warn(spec);
        }
        output::write_file(self.target(), stop, |output| text(output))?;
        map.finish()?;
        if self.solve {
            return self.solve(spec, &formula, stop);
        }
        if form.warns {
            // An error is the only line.
            warn(spec);
        }
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
                let rule = rule::read(&format!("{statistic} {relation} {number}"), &request.place);
                let rule = rule.map_err(|error| anyhow!("{option}: {}", error.message))?;
                request.tour.with.extend(rule);
            }
        }
        Ok(request)
    }

    /// Returns the clauses. Refuses a symmetry that no tour has, and what cannot be solved.
    fn formula<'p>(
        &self,
        spec: &FormulaSpec,
        problem: &'p Problem,
        stop: &Stop,
    ) -> Result<Formula<'p>> {
        let symmetric = spec.tour.symmetric.filter(|_| spec.style.shortcuts);
        let reason = symmetric.and_then(|_| problem.obstruction(stop));
        if let (Some(turn), Some(why @ Obstruction::Symmetry { .. })) = (symmetric, reason) {
            let why = why.explain(|v| spec.place.name(v));
            bail!("no tour of {} has the symmetry {turn}: {why}", spec.place);
        }
        let formula = problem::formula(spec, problem, stop)?;
        if self.solve {
            limits::accepts("varisat", formula.total())?;
        }
        Ok(formula)
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

    /// Solves the formula, and prints the tour.
    fn solve(&self, spec: &FormulaSpec, formula: &Formula, stop: &Stop) -> Result<Exit> {
        let (limits, solvers) = (stop.clone().into(), [Solver::default()]);
        let problem = formula.problem();
        let verdict = search::find_by_formula(problem, formula, &solvers, &limits, &mut |_| {})?;
        // The formula may have taken standard output.
        let mut out = text_output(takes_stdout(self.target()));
        let format = match self.format {
            Some(EncodeFormat::Moves) => TourFormat::Moves,
            Some(EncodeFormat::Json) => TourFormat::Json,
            _ => TourFormat::Board,
        };
        let view = View {
            format,
            ..View::default()
        };
        view.verdict(spec, &verdict, &mut out)
    }
}

/// From this number of squares on, MiniSat and kissat both take more than 20 s for the textbook
/// formula, or do not end.
const HARD: u32 = 56;

/// From this number of squares on, stock solvers often do not end with an exact formula.
const BEYOND: u32 = 21 * 21;

/// Names an alternative to a formula that was hard in measurements: lab/docs/hard.md. Closed tours
/// of an odd number of squares are refuted at once, and symmetric ones have fewer variables.
fn warn(spec: &FormulaSpec) {
    let is_odd_cycle = spec.tour.kind == Kind::Closed && spec.place.len() % 2 == 1;
    let is_textbook = spec.style.name() == Name::Textbook && spec.place.board().is_some();
    let is_large =
        spec.place.len() >= HARD && spec.tour.symmetric.is_none() && spec.tour.blocks.is_none();
    if is_textbook && is_large && !is_odd_cycle {
        note!(
            "{}, --encoding textbook: solvers take minutes or more from {HARD} squares on (lab/docs/hard.md): \
             for a faster formula, use --encoding position",
            spec.place
        );
    }
    let is_exact = ![Name::Textbook, Name::Lazy].contains(&spec.style.name());
    let is_beyond = spec.place.len() >= BEYOND && is_exact && !is_odd_cycle;
    if is_beyond && spec.tour.may_take_blocks(&spec.place) {
        note!(
            "{}: stock solvers take minutes or more for exact formulas beyond 20x20: --blocks auto \
             writes a formula for any size (docs/encodings.md)",
            spec.place
        );
    }
}
