//! Making the runs.

use super::kept::Kept;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::base::plural::{counted, is_or_are};
use knightsat::compare::field::Field;
use knightsat::compare::grid::Job;
use std::path::Path;
use std::time::Duration;

/// Makes the runs, and shows how far that is; returns how many there are.
pub fn race(field: &Field, todo: &[Job], jobs: usize, kept: &mut Kept) -> Result<usize> {
    let style =
        ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len}, {eta} left: {msg}")?;
    let bar = ProgressBar::new(todo.len() as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(300));
    let before = kept.rows.len();
    let raced = field.race(todo, jobs, |row| {
        bar.inc(1);
        bar.set_message(format!("{} {}", row.run, row.verdict));
        kept.add(row)
    });
    bar.finish_and_clear();
    raced?;
    Ok(kept.rows.len() - before)
}

/// What is said of a comparison that a signal has stopped.
pub fn stopped(there: usize, all: usize, folder: Option<&Path>) -> String {
    match folder {
        Some(folder) => format!(
            "stopped by a signal: {there} of {} {} in {}; the same command resumes from there",
            counted(all, "row"),
            is_or_are(there),
            folder.display()
        ),
        None => format!(
            "stopped by a signal after {there} of {}; with -o DIR they would be kept",
            counted(all, "run")
        ),
    }
}
