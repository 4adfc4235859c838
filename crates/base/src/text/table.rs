//! Rows of cells as aligned columns, or as comma-separated values.

use super::harmless;
use itertools::Itertools;
use std::borrow::Cow;
use std::ops::Range;

/// Returns the lines with their cells padded to the width of their column, two blanks between. The
/// columns in `right` are aligned to the right. All lines have an equal number of cells, whose
/// control characters are [shown](harmless).
pub fn align<L: AsRef<[String]>>(lines: &[L], right: Range<usize>) -> String {
    let rows = lines
        .iter()
        .map(|line| {
            line.as_ref()
                .iter()
                .map(|cell| harmless(cell))
                .collect_vec()
        })
        .collect_vec();
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().map(|line| line[column].chars());
        cells.map(Iterator::count).max().unwrap_or(0)
    };
    let widths = (0..columns).map(width).collect_vec();
    let row = |line: &Vec<Cow<str>>| {
        let padded = |(column, (cell, &width)): (usize, (&Cow<str>, &usize))| {
            if right.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        };
        let mut cells = line.iter().zip(&widths).enumerate().map(padded);
        cells.join("  ").trim_end().to_string() + "\n"
    };
    rows.iter().map(row).collect()
}

/// Returns the text as a field of comma-separated values (RFC 4180).
pub fn csv_field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}
