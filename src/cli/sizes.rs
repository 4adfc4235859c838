//! The command `sizes`: variables and clauses of encodings, without writing a formula.

use crate::cli::shared::formula_args::{FormulaArgs, ShuffleArgs};
use crate::cli::shared::problem::{self, BoardChoice, GraphArgs};
use crate::cli::shared::process;
use crate::cli::shared::report::{Exit, Line, Rows, TableFormat, json_line, note, print};
use anyhow::Result;
use itertools::Itertools;
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, Stop, Style, TourSpec};
use knightsat_base::text::{counted, is_or_are};
use knightsat_encoding::sizes::{self, SizeRow};

/// Predict the size of formulas without writing them
///
/// Prints variables, clauses by group, literals, bytes of the file, and the solvers that refuse it.
///
/// $ knightsat sizes 8x8 20x20 --encoding position,textbook # one line per formula
///
/// 0: printed
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: stopped by a signal: the rows so far are printed
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(required_unless_present = "graph", conflicts_with_all = ["graph", "graph_format"], value_parser = problem::board_parser(), help = problem::BOARD, long_help = problem::BOARD_IN_FULL)]
    boards: Vec<BoardChoice>,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    shuffle: ShuffleArgs,
    /// Count the bytes of huge files too
    ///
    /// Huge means more than a billion clauses; counting them takes minutes.
    #[arg(long, help_heading = "Output")]
    exact: bool,
    /// Format of the sizes; JSON and CSV contain each group of clauses too
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: TableFormat,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = process::stop(None)?;
        let specs = self.specs(&stop)?;
        let rows = self.rows(&specs, &stop)?;
        let text = match self.format {
            TableFormat::Table => sizes::table(&rows),
            TableFormat::Json => json_line("sizes", Rows { rows: &rows })?,
            TableFormat::Csv => sizes::csv(&rows),
        };
        print(&text)?;
        for row in rows.iter().filter(|_| self.format == TableFormat::Table) {
            for warning in &row.warnings {
                let formula = format!("{} {} {}", row.board, row.encoding, row.amo);
                note!("{}: {warning}", formula.trim_end());
            }
        }
        if rows.len() == specs.len() {
            return Ok(Exit::Good);
        }
        let (done, all) = (rows.len(), counted(specs.len(), "formula"));
        note!(
            "stopped by a signal: {done} of {all} {} sized",
            is_or_are(done)
        );
        Ok(Exit::Unknown)
    }

    /// Returns every selected combination.
    fn specs(&self, stop: &Stop) -> Result<Vec<FormulaSpec>> {
        let places = problem::all(&self.boards, &self.graph, stop)?;
        let styles = self.formula.styles(&[Name::for_tour(&self.tour)], false)?;
        let shuffle = self.shuffle.seed;
        let chosen = places.into_iter().cartesian_product(styles);
        let specs = chosen.map(|(place, style)| {
            FormulaSpec::new(place, self.tour.clone(), Style { shuffle, ..style })
        });
        Ok(specs.try_collect()?)
    }

    /// Returns their sizes; at the deadline, those already known.
    fn rows(&self, specs: &[FormulaSpec], stop: &Stop) -> Result<Vec<SizeRow>> {
        let line = Line::new("laying out the moves");
        let mut rows = Vec::new();
        for spec in specs {
            let (number, all) = (rows.len() + 1, specs.len());
            let tour = spec.place.tour(spec.tour.kind);
            let formula = format!("{} {}", spec.style.name, spec.style.amo());
            line.set(format!("{number} of {all}: {tour}, {formula}").trim_end());
            let row = problem::problem(spec, stop)
                .and_then(|problem| Ok(sizes::predict(spec, &problem, self.exact, stop)?));
            match row {
                // A result after the deadline is ignored.
                Err(_) if stop.is_over() => break,
                row => rows.push(row?),
            }
        }
        Ok(rows)
    }
}
