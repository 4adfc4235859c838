//! How a comparison is printed.

use crate::cli::shared::document;
use anyhow::Result;
use clap::ValueEnum;
use knightsat::compare::row::{self, Row};
use knightsat::compare::table::{self, Score};
use serde::Serialize;

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Solved runs, medians and penalised averages, aligned
    #[default]
    Table,
    /// A JSON object with all rows and all figures
    Json,
    /// The rows as comma-separated values
    Csv,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Document<'r> {
    rows: &'r [Row],
    scores: &'r [Score],
}

impl CompareFormat {
    /// The rows as text.
    pub fn text(self, rows: &[Row]) -> Result<String> {
        Ok(match self {
            CompareFormat::Table => table::table(rows),
            CompareFormat::Csv => row::csv(rows),
            CompareFormat::Json => {
                let scores = &table::scores(rows);
                document::lines("compare", Document { rows, scores })?
            }
        })
    }
}
