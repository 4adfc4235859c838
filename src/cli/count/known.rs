//! The published numbers.

use super::Args;
use crate::cli::shared::document::{self, Format, Rows};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::output::Output;
use anyhow::{Result, ensure};
use knightsat::tour::board::Board;
use knightsat::tour::known;
use std::io::{BufWriter, Write};

impl Args {
    /// The table of known numbers.
    pub fn print_known(&self, board: Option<&Board>) -> Result<Exit> {
        ensure!(
            !self.tour.is_given() && !self.formula.any(),
            "--known prints every published number of a board: leave the other options out"
        );
        let records = known::records().into_iter();
        let records: Vec<known::Record> = records
            .filter(|record| board.is_none_or(|board| record.is_of(board)))
            .collect();
        let mut output = BufWriter::new(Output::open(None)?);
        if self.format == Format::Json {
            let rows = Rows { rows: &records };
            output.write_all(document::line("known", rows)?.as_bytes())?;
        } else {
            for record in &records {
                writeln!(output, "{record}")?;
            }
        }
        output.flush()?;
        Ok(Exit::Good)
    }
}
