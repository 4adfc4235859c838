use super::args::{self, TourArgs};
use super::choices;
use super::document::{self, Rows};
use super::exit::Exit;
use super::formula::FormulaArgs;
use super::place;
use super::say::say;
use anyhow::Result;
use clap::ValueEnum;
use knightsat::board::Board;
use knightsat::encoding::Name;
use knightsat::place::Place;
use knightsat::sizes;
use std::io::{self, Write};
use std::path::PathBuf;

/// Predict the size of formulas without writing them
///
/// Variables, clauses by group, literals, bytes of the file, and which solvers refuse it.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(required_unless_present = "graph", value_parser = choices::board_parser(), help = choices::BOARD, long_help = choices::BOARD_IN_FULL)]
    boards: Vec<Board>,
    #[arg(long, value_name = "FILE", conflicts_with = "boards", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Count the bytes of huge files too
    ///
    /// Huge means more than a billion clauses; counting them takes minutes.
    #[arg(long, help_heading = "Output")]
    exact: bool,
    /// How to print the sizes
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: SizeFormat,
}

/// How sizes are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SizeFormat {
    /// One line per formula, aligned
    #[default]
    Table,
    /// A JSON document, with the groups of clauses of each formula: docs/json.md
    Json,
    /// Comma-separated values: for each formula a line per group of clauses and a line for the total
    Csv,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let mut rows = Vec::new();
        let graph = place::either(None, self.graph.as_deref())?;
        let boards = self.boards.iter().cloned().map(Place::Board);
        for place in boards.chain(graph) {
            for style in self.formula.styles(&[Name::Position], false)? {
                let recipe = args::recipe(place.clone(), &self.tour, style)?;
                let problem = args::problem(&recipe)?;
                rows.push(sizes::predict(&recipe, &problem, self.exact)?);
            }
        }
        let text = match self.format {
            SizeFormat::Table => sizes::table(&rows),
            SizeFormat::Json => document::lines("sizes", Rows { rows: &rows })?,
            SizeFormat::Csv => sizes::csv(&rows),
        };
        io::stdout().write_all(text.as_bytes())?;
        for row in rows.iter().filter(|_| self.format == SizeFormat::Table) {
            for warning in &row.warnings {
                let formula = format!("{} {} {}", row.board, row.encoding, row.amo);
                say(format_args!("{}: {warning}", formula.trim_end()));
            }
        }
        Ok(Exit::Good)
    }
}
