//! The published numbers.

use super::Args;
use crate::cli::shared::document::{self, Format, Rows};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::output::Output;
use crate::cli::shared::path::STDOUT;
use anyhow::{Context, Result, ensure};
use knightsat::tour::Kind;
use knightsat::tour::board::Board;
use knightsat::tour::known;
use std::io::{BufWriter, Write};

impl Args {
    /// The table of known numbers.
    pub fn print_known(&self, board: Option<&Board>) -> Result<Exit> {
        let kind = self.tour.kind;
        ensure!(
            self.tour == kind.into() && !self.formula.any(),
            "--known prints every published number of a board: leave all options but --closed out"
        );
        let records = known::records().into_iter();
        let records: Vec<known::Record> = records
            .filter(|record| board.is_none_or(|board| record.is_of(board)))
            .filter(|record| kind == Kind::Open || record.kind == kind)
            .collect();
        let mut output = BufWriter::new(Output::open(None)?);
        if self.format == Format::Json {
            let rows = Rows { rows: &records };
            let text = document::line("known", rows)?;
            output.write_all(text.as_bytes()).context(STDOUT)?;
        } else {
            for record in &records {
                writeln!(output, "{record}").context(STDOUT)?;
            }
        }
        output.flush().context(STDOUT)?;
        Ok(Exit::Good)
    }
}
