//! What `check` prints of what it has found, and its exit code.

use crate::cli::shared::document::{self, Rows};
use crate::cli::shared::exit::Exit;
use anyhow::Result;
use clap::ValueEnum;
use knightsat::check::table::{self, Row};

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// One line per formula, aligned, and in full what is wrong
    #[default]
    Table,
    /// A JSON document: docs/json.md
    Json,
    /// JUnit's XML
    Junit,
}

impl CheckFormat {
    /// The rows as text.
    pub fn text(self, rows: &[Row]) -> Result<String> {
        Ok(match self {
            CheckFormat::Json => document::lines("check", Rows { rows })?,
            CheckFormat::Junit => table::junit(rows),
            CheckFormat::Table => in_full(rows),
        })
    }
}

/// The table, and the whole report of the first formula that is wrong, or of the only one.
fn in_full(rows: &[Row]) -> String {
    let mut text = table::table(rows) + "\n";
    let wrong = rows.iter().filter(|row| !row.good).count();
    if rows.len() > 1 {
        let too_large = rows.iter().filter(|row| row.report.is_too_large).count();
        let besides = match too_large {
            0 => String::new(),
            _ => format!(", {too_large} too large"),
        };
        text += &match wrong {
            0 => format!("{} formulas, none of them wrong{besides}\n", rows.len()),
            _ => format!(
                "{wrong} of {} formulas wrong, first this one:\n",
                rows.len()
            ),
        };
    }
    let first = rows.iter().find(|row| !row.good);
    let shown = first.or_else(|| rows.first().filter(|_| rows.len() == 1));
    if let Some(row) = shown {
        let title = format!("{} {} {} {}", row.board, row.tour, row.encoding, row.amo);
        text += &format!("{}\n{}", title.trim_end(), row.report);
    }
    text
}

/// What the rows come to, of so many formulas that were to be checked.
pub fn exit(rows: &[Row], all: usize) -> Exit {
    let is_open = |row: &Row| row.report.is_late || row.report.is_too_large;
    if rows.iter().any(|row| !row.good) {
        Exit::No
    } else if rows.iter().any(is_open) || rows.len() < all {
        Exit::Unknown
    } else {
        Exit::Good
    }
}
