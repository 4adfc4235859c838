//! What `check` prints of what it has found, and its exit code.

use crate::cli::shared::document::{self, Rows};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use anyhow::Result;
use clap::ValueEnum;
use knightsat::check::table::{self, Row};
use knightsat::stop::Stopped;

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

/// The formulas that have been checked.
#[derive(Debug, Default)]
pub struct Checked {
    /// A row a formula.
    pub rows: Vec<Row>,
    /// The number of formulas to check, once it is known.
    pub all: Option<usize>,
}

impl Checked {
    /// The rows as text.
    pub fn text(&self, format: CheckFormat) -> Result<String> {
        let rows = &self.rows[..];
        Ok(match format {
            CheckFormat::Json => document::lines("check", Rows { rows })?,
            CheckFormat::Junit => table::junit(rows),
            CheckFormat::Table => self.in_full(),
        })
    }

    /// Returns the number of formulas that have been checked to the end.
    fn finished(&self) -> usize {
        let finished = self.rows.iter().filter(|row| !row.report.is_late);
        finished.count()
    }

    /// Says how many formulas have not been checked to the end, and why.
    pub fn tell_of_rest(&self, stopped: Stopped) {
        match self.all {
            None => note(format_args!("{stopped}: no formula was checked")),
            Some(1) => note(format_args!(
                "{stopped}: the formula was not checked to the end"
            )),
            Some(all) => {
                let left = all - self.finished();
                note(format_args!(
                    "{stopped}: {left} of {all} formulas were not checked to the end"
                ));
            }
        }
    }

    /// Returns the exit code.
    pub fn exit(&self) -> Exit {
        let is_open = |row: &Row| row.report.is_late || row.report.is_too_large;
        if self.rows.iter().any(|row| !row.good) {
            Exit::No
        } else if self.rows.iter().any(is_open) || self.all != Some(self.rows.len()) {
            Exit::Unknown
        } else {
            Exit::Good
        }
    }

    /// The table, and the whole report of the first formula that is wrong, or of the only one.
    fn in_full(&self) -> String {
        let rows = &self.rows;
        let mut text = table::table(rows) + "\n";
        let wrong = rows.iter().filter(|row| !row.good).count();
        let all = self.all.unwrap_or(rows.len());
        if all > 1 {
            let too_large = rows.iter().filter(|row| row.report.is_too_large).count();
            let besides = match too_large {
                0 => String::new(),
                _ => format!(", {too_large} too large"),
            };
            let finished = self.finished();
            text += &match wrong {
                0 if finished < all => {
                    format!("{finished} of {all} formulas checked, none of them wrong{besides}\n")
                }
                0 => format!("{all} formulas, none of them wrong{besides}\n"),
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
}
