//! The command `count`: the number of tours, by three methods.

pub mod report;
pub mod tally;

use crate::cli::shared::formula_args::FormulaArgs;
use crate::cli::shared::number::within;
use crate::cli::shared::output::Output;
use crate::cli::shared::problem::{self, BoardChoice, GraphArgs, TourArgs};
use crate::cli::shared::process::{self, printing_backstop};
use crate::cli::shared::report::{Exit, Format, STDOUT, print_or_eprint, unused};
use crate::cli::shared::solvers::PortfolioArgs;
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, Kind, Place, Stop};
use knightsat_encoding::Directions;
use knightsat_tour::table::Backend;
use report::Tally;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use tally::FrontierArgs;

/// Count tours exactly, and compare with the published number
///
/// Open tours are directed: a tour and its reverse count as two. Closed tours are undirected:
/// direction and start are ignored. In a directed graph, closed tours are directed too. If squares
/// are given at steps besides the first and the last, the numberings of closed tours are counted.
/// For a file of several graphs, it prints a line for each.
///
/// If a cheap reason excludes every tour, the count is 0 at once, with the reason. Name a method to
/// count in any case.
///
/// $ knightsat count 6x6 --closed # all of them
///
/// $ knightsat count 3x4 --start a1 --enumerate # list them, one a line
///
/// $ knightsat count 6x6 --closed --classes # up to the symmetries of the board
///
/// 0: counted, or up to --limit
///
/// 1: differs from the published number
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_parser = problem::board_parser(), help = problem::BOARD, long_help = problem::BOARD_IN_FULL, required_unless_present = "graph", conflicts_with_all = ["graph", "graph_format"])]
    board: Option<BoardChoice>,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Method of counting
    ///
    /// The default is frontier. It is search if tours are listed, limited, symmetric, magic, or
    /// counted by a statistic, or have squares at given steps or rules. It is enumerate if an
    /// encoding or a solver is named.
    #[arg(long, value_enum, help_heading = "Count")]
    method: Option<Method>,
    /// Stop after this many tours, and print a lower bound
    #[arg(long, value_name = "K", help_heading = "Count", value_parser = |text: &str| within(text, 1_u64..))]
    limit: Option<u64>,
    /// List the tours, one a line
    ///
    /// The count goes to standard error.
    #[arg(long, conflicts_with = "format", help_heading = "Count")]
    enumerate: bool,
    /// Print the number of tours for each value of this statistic, such as turns or crossings
    ///
    /// docs/knuth.md lists the statistics.
    #[arg(
        long,
        value_name = "STATISTIC",
        help_heading = "Count",
        hide_short_help = true
    )]
    by: Option<String>,
    /// Count classes of tours up to symmetries
    ///
    /// A symmetry must keep the given ends. Of open tours, two numbers are printed: a tour and its
    /// reverse are two, or one.
    #[arg(long, help_heading = "Count", conflicts_with_all = ["limit", "enumerate", "by", "primes"])]
    classes: bool,
    /// Format of the count
    #[arg(long, value_enum, default_value_t, help_heading = "Count")]
    format: Format,
    #[command(flatten)]
    frontier: FrontierArgs,
    #[command(flatten)]
    solvers: PortfolioArgs,
}

/// Method of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// One model of the formula after another, each then excluded by a clause
    Enumerate,
    /// Dynamic programming, which shares nothing with the encodings
    Frontier,
    /// Depth-first search, independent of the encodings too
    Search,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = self.stop()?;
        self.solvers.one.keep_memory()?;
        let mut exit = Exit::Good;
        let mut count = |place| {
            let next = self.count(place, &stop)?;
            exit = if exit == Exit::Good { next } else { exit };
            Ok(match next {
                Exit::Unknown => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
        };
        if !self.graph.for_each(&stop, &mut count)? {
            let board = self.board.as_ref().context("which board?")?;
            let _alone = count(board.read(&stop)?)?;
        }
        Ok(exit)
    }

    /// Returns the deadline and the flag of signals.
    pub fn stop(&self) -> Result<Stop> {
        self.solvers.one.time.stop()
    }

    /// Returns the one problem, the method and the primes of a count by parts.
    pub fn request(&self, stop: &Stop) -> Result<(FormulaSpec, Method, Vec<u64>)> {
        self.solvers.one.keep_memory()?;
        let place = self.graph.or(self.board.as_ref(), stop)?;
        let (spec, method) = self.spec(place.context("which board?")?, stop)?;
        Ok((spec, method, self.frontier.options(stop)?.primes))
    }

    /// Returns the problem and the method for a place.
    fn spec(&self, place: Place, stop: &Stop) -> Result<(FormulaSpec, Method)> {
        let mut style = self.formula.style(Name::for_tour(&self.tour))?;
        if self.formula.options.directions.is_none() && style.has("directions") {
            // Half the models, twice the tours.
            style.options.directions = Some(Directions::One);
        }
        let spec = self.tour.spec(place, style, stop)?;
        let method = self.method(&spec)?;
        Ok((spec, method))
    }

    /// Counts the tours of a place, and prints their number.
    fn count(&self, place: Place, stop: &Stop) -> Result<Exit> {
        let (spec, method) = self.spec(place, stop)?;
        let report = |tally: Tally| tally.report(&spec, method, self.format);
        let unknown = |stopped| report(Tally::nothing(stopped));
        let backstop = printing_backstop(stop, self.enumerate, unknown)?;
        let mut output = BufWriter::new(Output::open(Path::new("-"), stop)?);
        let tally = self.tally(&spec, method, stop, &mut output);
        let tally =
            tally.or_else(|error| process::stopped(&error).map(Tally::nothing).ok_or(error))?;
        drop(backstop);
        if tally.is_none() {
            problem::note_reversed(&spec, stop);
        }
        output.flush().context(STDOUT)?;
        let (text, exit) = report(tally)?;
        print_or_eprint(&text, self.enumerate)?;
        Ok(exit)
    }

    /// Returns true if the command names a method, which then counts whatever a reason excludes.
    fn names_method(&self) -> bool {
        self.method.is_some() || self.solvers.first(&self.formula).is_some()
    }

    /// Returns the selected method, or the default for the other options.
    fn method(&self, spec: &FormulaSpec) -> Result<Method> {
        let of_formulas = self.solvers.first(&self.formula);
        let needs_tours = self.enumerate || self.limit.is_some() || self.by.is_some();
        let (classes, parts) = (self.classes, self.frontier.any());
        let default = match () {
            () if of_formulas.is_some() => Method::Enumerate,
            () if classes || parts => Method::Frontier,
            () if needs_tours => Method::Search,
            // The steps of a numbered board are in the spec alone.
            () if Backend::Frontier.supports(spec.tour.demands(&spec.place)) => Method::Frontier,
            () => Method::Search,
        };
        let method = self.method.unwrap_or(default);
        let is_other = method != Method::Frontier;
        let option = of_formulas.filter(|_| method != Method::Enumerate);
        let (frontier, enumerate) = ("--method frontier", "--method enumerate");
        unused(&[
            (parts && is_other, "--primes or --scratch", frontier),
            (classes && is_other, "--classes", frontier),
            (option.is_some(), &option.unwrap_or_default(), enumerate),
        ])?;
        let is_closed = spec.tour.kind == Kind::Closed;
        ensure!(
            !(classes && is_closed && spec.tour.start.is_some()),
            "--classes: every closed tour passes the start, so leave --start out"
        );
        ensure!(
            !(needs_tours && method == Method::Frontier),
            "--method frontier counts without --by, --enumerate and --limit: use --method search or \
             enumerate"
        );
        Ok(method)
    }
}
