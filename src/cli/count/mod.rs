mod each;
mod frontier;
mod known;
mod method;
pub mod parts;
mod published;
mod tally;

use crate::cli::help::{ERROR, Help, LATE};
use crate::cli::shared::choices::{self, BoardChoice};
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::formula::FormulaArgs;
use crate::cli::shared::interrupt::Backstop;
use crate::cli::shared::output::Output;
use crate::cli::shared::path::STDOUT;
use crate::cli::shared::solvers::PortfolioArgs;
use crate::cli::shared::{note, place, time};
use anyhow::{Context, Result};
use knightsat::encoding::Name;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::spec::TourSpec;
use method::Method;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use tally::Tally;

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        ("knightsat count 6x6 --closed", "all of them"),
        (
            "knightsat count 3x4 --start a1 --enumerate",
            "list them, one a line",
        ),
    ],
    exits: &[
        (0, "counted, or up to --limit"),
        (1, "differs from the published number"),
        ERROR,
        LATE,
    ],
};

/// Count tours exactly, and compare with the published number
///
/// Open tours are directed: a tour and its reverse count as two. Closed tours are undirected: neither
/// direction nor start matters, unless squares are given at steps: then its numberings are counted.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_parser = choices::board_parser(), help = choices::BOARD, long_help = choices::BOARD_IN_FULL, required_unless_present_any = ["known", "graph"])]
    board: Option<BoardChoice>,
    #[arg(long, value_name = "FILE", conflicts_with = "board", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    formula: FormulaArgs,
    /// How to count
    ///
    /// The default is frontier; search if tours are listed, limited, symmetric or magic, or have squares at
    /// given steps; enumerate if an encoding or a solver is named.
    #[arg(long, value_enum, help_heading = "Count")]
    method: Option<Method>,
    /// Stop after this many tours, and print a lower bound
    #[arg(long, value_name = "K", help_heading = "Count", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// List the tours, one a line
    ///
    /// The count goes to standard error.
    #[arg(long, conflicts_with = "format", help_heading = "Count")]
    enumerate: bool,
    /// How to print the count
    #[arg(long, value_enum, default_value_t, help_heading = "Count")]
    format: Format,
    /// Print published counts instead
    ///
    /// Those of BOARD, or all of them, with their sources; with --closed only those of closed tours.
    #[arg(long, help_heading = "Count", conflicts_with_all = ["graph", "encoding", "method", "limit", "enumerate", "timeout", "memory", "solver", "solver_path", "portfolio", "output"])]
    known: bool,
    /// Write a folder of so many parts for many machines
    ///
    /// Work does a part, and join adds them up. Parts by --method search take about as long together as the
    /// whole, those by frontier several times as long. See docs/clusters.md.
    #[arg(long, value_name = "N", requires = "output", conflicts_with_all = ["limit", "enumerate", "format", "known"], value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Count")]
    split: Option<u32>,
    /// The folder to write; it must be empty or not exist yet
    #[arg(
        short,
        long,
        value_name = "DIR",
        requires = "split",
        help_heading = "Count"
    )]
    output: Option<PathBuf>,
    #[command(flatten)]
    solvers: PortfolioArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = time::stop(self.solvers.one.timeout)?;
        if self.known {
            let board = self.board.as_ref().map(|board| board.read(&stop));
            return self.print_known(board.transpose()?.as_ref());
        }
        let place = place::either(self.board.as_ref(), self.graph.as_deref(), &stop)?;
        let place = place.context("which board?")?;
        let method = self.method(&place)?;
        let mut style = self.formula.style(Name::Position)?;
        if self.formula.value("directions").is_none() && style.encoding.has("directions") {
            // Half the models, twice the tours.
            style.set("directions", "one")?;
        }
        let spec = FormulaSpec::new(place, self.tour.clone(), style)?;
        self.solvers.keep_memory()?;
        if let (Some(parts), Some(output)) = (self.split, &self.output) {
            return parts::split(output, &spec, method, parts, &stop);
        }
        let backstop = self.backstop(&spec, method, &stop)?;
        let mut output = BufWriter::new(Output::open(None)?);
        let tally = self.tally(&spec, method, &stop, &mut output);
        let tally = tally.or_else(|error| match time::stopped(&error) {
            Some(stopped) => Ok(Tally::nothing(stopped)),
            None => Err(error),
        })?;
        drop(backstop);
        let (text, exit) = tally::report(&spec, method, &tally, self.format)?;
        if self.enumerate {
            output.flush().context(STDOUT)?;
            note::raw(text);
        } else {
            output.write_all(text.as_bytes()).context(STDOUT)?;
        }
        output.flush().context(STDOUT)?;
        Ok(exit)
    }

    /// Says that nothing has been counted, in the form asked for, if the deadline is not heard.
    fn backstop(&self, spec: &FormulaSpec, method: Method, stop: &Stop) -> Result<Backstop> {
        let (text, exit) =
            tally::report(spec, method, &Tally::nothing(Stopped::Late), self.format)?;
        let lists = self.enumerate;
        Backstop::new(stop, move || {
            let _ = if lists {
                io::stderr().write_all(text.as_bytes())
            } else {
                io::stdout().write_all(text.as_bytes())
            };
            exit
        })
    }
}
