//! The command `encode`: formulas in DIMACS, WCNF, OPB and SMT-LIB, and in words.

use crate::cli::shared::formula_args::{FormulaArgs, ShuffleArgs};
use crate::cli::shared::objective;
use crate::cli::shared::output::{self, Output, Outputs, distinct, is_stream};
use crate::cli::shared::problem::{self, ObjectiveArgs, PlaceArgs, TourArgs};
use crate::cli::shared::process::{self, TimeArgs, backstop};
use crate::cli::shared::report::{Exit, TourFormat, View, note, text_output};
use anyhow::{Context, Result, anyhow, bail, ensure};
use itertools::Itertools;
use knightsat::encoding::{Encoding, Name};
use knightsat::prelude::{Formula, FormulaSpec, Kind, Problem, Solver, Stop, Style};
use knightsat::search;
use knightsat::stop::Writing;
use knightsat::tour::Obstruction;
use knightsat::tour::spec::Request;
use knightsat_check::{self as check, description};
use knightsat_cnf::dimacs::{opb, wcnf};
use knightsat_cnf::limits;
use knightsat_encoding::binary::smt;
use knightsat_encoding::flow::{Flow, FlowError};
use knightsat_search::optimum::{Objective, Sense};
use knightsat_tour::rule;
use knightsat_tour::statistic::Statistic;
use knightsat_tour::table::{self, Backend};
use std::io::BufWriter;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum EncodeFormat {
    /// The formula in DIMACS
    Dimacs,
    /// The problem in SMT-LIB 2 (logic QF_BV), with --encoding binary
    Smt2,
    /// The problem in OPB, the format of the PB competitions
    Opb,
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
        self.tour_format()?;
        ensure!(
            self.objectives.is_empty() || self.format == Some(EncodeFormat::Wcnf),
            "--minimize and --maximize are for --format wcnf, or for solve: use --at-most or --at-least"
        );
        let stop = self.time.stop()?;
        let unfinished = |stopped| {
            note!("{stopped}: the formula is incomplete");
            Exit::Unknown
        };
        let _backstop = backstop(&stop, unfinished)?;
        let result = match self.format {
            Some(EncodeFormat::Smt2) => self.smt(&stop),
            Some(EncodeFormat::Opb) => self.opb(&stop),
            Some(EncodeFormat::Wcnf) => self.wcnf(&stop),
            _ => self.encode(&stop),
        };
        result.or_else(|error| {
            let stopped = process::stopped(&error).ok_or(error)?;
            Ok(unfinished(stopped))
        })
    }

    /// Returns the format of the tour; refuses formats that do not apply.
    fn tour_format(&self) -> Result<TourFormat> {
        use EncodeFormat::*;
        match (self.format.unwrap_or(Dimacs), self.solve) {
            (Smt2, true) => bail!("--format smt2 is for SMT solvers: leave --solve out"),
            (Opb, true) => bail!("--format opb is for pseudo-Boolean solvers: leave --solve out"),
            (Wcnf, true) => bail!("--format wcnf is for MaxSAT solvers: leave --solve out"),
            (Words, true) => bail!("--format words describes the formula: leave --solve out"),
            (Board | Moves | Json, false) => {
                bail!("--format board, moves and json are for the tour: add --solve, or use solve")
            }
            (Moves, true) => Ok(TourFormat::Moves),
            (Json, true) => Ok(TourFormat::Json),
            _ => Ok(TourFormat::Board),
        }
    }

    /// Returns the spec in a style, and its problem.
    fn spec(&self, style: Style, stop: &Stop) -> Result<(FormulaSpec, Problem)> {
        let (request, problem) = self.request(stop)?;
        Ok((FormulaSpec { request, style }, problem))
    }

    /// Returns the request, and its problem.
    fn request(&self, stop: &Stop) -> Result<(Request, Problem)> {
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
        let problem = problem::problem(&request, stop)?;
        Ok((request, problem))
    }

    /// Returns the destination of the formula.
    fn target(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }

    /// Writes the formula, and optionally solves it.
    fn encode(&self, stop: &Stop) -> Result<Exit> {
        let style = self
            .shuffle
            .apply(self.formula.style(Name::for_tour(&self.tour))?);
        let (spec, problem) = self.spec(style, stop)?;
        let symmetric = spec.tour.symmetric.filter(|_| spec.style.shortcuts);
        let reason = symmetric.and_then(|_| problem.obstruction(stop));
        if let (Some(turn), Some(why @ Obstruction::Symmetry { .. })) = (symmetric, reason) {
            let why = why.explain(|v| spec.place.name(v));
            bail!("no tour of {} has the symmetry {turn}: {why}", spec.place);
        }
        let formula = problem::formula(&spec, &problem, stop)?;
        if self.solve {
            limits::accepts("varisat", formula.total())?;
        }
        let map = self.write_map(&spec, &formula, stop)?;
        if self.format == Some(EncodeFormat::Words) {
            self.describe(&spec, &formula, stop)?;
            map.finish()?;
            return Ok(Exit::Good);
        }
        ensure!(
            formula.is_exact() || !self.count_projected,
            "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
        );
        let projection = if self.count_projected {
            spec.projection_comments(&formula)
        } else {
            Vec::new()
        };
        if self.solve {
            warn(&spec);
        }
        output::write_file(self.target(), stop, |output| {
            spec.write_formula(&formula, &projection, output, stop)
        })?;
        map.finish()?;
        if !self.solve {
            // An error is the only line.
            warn(&spec);
            return Ok(Exit::Good);
        }
        let (limits, solvers) = (stop.clone().into(), [Solver::default()]);
        let verdict = search::find_by_formula(&problem, &formula, &solvers, &limits, &mut |_| {})?;
        // The formula may have taken standard output.
        let mut out = text_output(is_stream(self.target()));
        let view = View {
            format: self.tour_format()?,
            ..View::default()
        };
        view.verdict(&spec, &verdict, &mut out)
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

    /// Describes the formula in words.
    fn describe(&self, spec: &FormulaSpec, formula: &Formula, stop: &Stop) -> Result<()> {
        ensure!(
            !self.shuffle.any(),
            "--format words describes the groups of clauses, which --shuffle mixes: leave one of them out"
        );
        if self.count_projected {
            bail!("--count-projected is for DIMACS, not for --format words");
        }
        let text = description::describe(formula, &spec.place, &spec.title());
        Output::open(self.target(), stop)?.finish_with(text.as_bytes(), self.target())
    }

    /// Writes the problem for SMT solvers.
    fn smt(&self, stop: &Stop) -> Result<Exit> {
        let style = self.formula.style(Name::Binary)?;
        let Encoding::Binary(options) = style.encoding else {
            let name = style.name();
            bail!("--format smt2 is for --encoding binary, not for {name}");
        };
        if style.three_cnf {
            bail!("--three-cnf is for DIMACS, not for --format smt2");
        }
        self.refuse_options_of_dimacs("smt2")?;
        let (spec, problem) = self.spec(style, stop)?;
        table::reductions(&problem, Backend::Smt)?;
        output::write_file(self.target(), stop, |output| {
            let mut output = BufWriter::with_capacity(1 << 16, Writing::new(output, stop));
            smt::write(&problem, options, &spec.comments(), &mut output, stop)
        })?;
        Ok(Exit::Good)
    }

    /// Writes the problem for pseudo-Boolean solvers.
    fn opb(&self, stop: &Stop) -> Result<Exit> {
        if self.formula.any() {
            bail!("--format opb is one formula, a flow: leave --encoding and its options out");
        }
        self.refuse_options_of_dimacs("opb")?;
        let (request, problem) = self.request(stop)?;
        let flow = match Flow::new(&problem, stop) {
            Err(FlowError::Stopped(stopped)) => return Err(stopped.into()),
            flow => flow?,
        };
        output::write_file(self.target(), stop, |output| {
            let output = Writing::new(output, stop);
            let mut writer = opb::Writer::new(
                output,
                flow.size(),
                &FormulaSpec::problem_comments(&request),
            );
            flow.constraints(|constraint| {
                writer.constraint(constraint);
                !writer.is_done()
            });
            writer.finish().map(drop)
        })?;
        Ok(Exit::Good)
    }

    /// Writes the formula for MaxSAT solvers.
    fn wcnf(&self, stop: &Stop) -> Result<Exit> {
        let style = self.formula.style(Name::for_tour(&self.tour))?;
        let unused = [
            (self.map.is_some(), "--map"),
            (self.count_projected, "--count-projected"),
            (self.shuffle.any(), "--shuffle"),
        ];
        refuse(&unused, "wcnf")?;
        let (spec, problem) = self.spec(style, stop)?;
        let objectives = self.objectives.objectives(&spec.place)?;
        let [Objective { sense, statistic }] = &objectives[..] else {
            bail!("--format wcnf is for one objective: add --minimize or --maximize once");
        };
        statistic.check(&problem)?;
        let formula = problem::formula(&spec, &problem, stop)?;
        ensure!(
            formula.is_exact(),
            "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
        );
        let (hard, sum) = formula.weighed(statistic, stop)?;
        // A soft clause costs its weight if it is false.
        let soft = sum.literals.iter().map(|&(weight, lit)| match sense {
            Sense::Minimize => (weight, !lit),
            Sense::Maximize => (weight, lit),
        });
        let all: u64 = sum.literals.iter().map(|(weight, _)| weight).sum();
        let value = match sense {
            Sense::Minimize => format!("{} + cost", sum.constant),
            Sense::Maximize => format!("{} - cost", sum.constant.saturating_add_unsigned(all)),
        };
        let mut comments = spec.comments();
        comments.push(objective::relation(statistic, &value));
        output::write_file(self.target(), stop, |output| {
            let output = BufWriter::with_capacity(1 << 16, Writing::new(output, stop));
            wcnf::write(output, &hard, &soft.collect_vec(), &comments)
        })?;
        Ok(Exit::Good)
    }

    fn refuse_options_of_dimacs(&self, format: &str) -> Result<()> {
        let unused = [
            (self.map.is_some(), "--map"),
            (self.count_projected, "--count-projected"),
            (self.shuffle.any(), "--shuffle"),
        ];
        refuse(&unused, format)
    }
}

/// Refuses options that a format does not have.
fn refuse(options: &[(bool, &str)], format: &str) -> Result<()> {
    match options.iter().find(|&&(is_given, _)| is_given) {
        Some((_, option)) => bail!("{option} is for DIMACS, not for --format {format}"),
        None => Ok(()),
    }
}

/// From this number of squares on, MiniSat and kissat both take more than 20 s for the textbook
/// formula, or do not end.
const HARD: u32 = 56;

/// From this number of squares on, stock solvers often do not end with an exact formula.
const BEYOND: u32 = 21 * 21;

/// Names an alternative to a formula that was hard in measurements: docs/hard.md. Closed tours of
/// an odd number of squares are refuted at once, and symmetric ones have fewer variables.
fn warn(spec: &FormulaSpec) {
    let is_odd_cycle = spec.tour.kind == Kind::Closed && spec.place.len() % 2 == 1;
    let is_textbook = spec.style.name() == Name::Textbook && spec.place.board().is_some();
    let is_large =
        spec.place.len() >= HARD && spec.tour.symmetric.is_none() && spec.tour.blocks.is_none();
    if is_textbook && is_large && !is_odd_cycle {
        note!(
            "{}, --encoding textbook: solvers take minutes or more from {HARD} squares on (docs/hard.md): \
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
