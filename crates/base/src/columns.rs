//! Tables for people: cells in aligned columns.
//!
//! ```
//! use knightsat_base::columns::align;
//!
//! let lines = [["board", "clauses"], ["8x8", "46112"]].map(|line| line.map(String::from));
//! assert_eq!(align(&lines, 1..2), "board  clauses\n8x8      46112\n");
//! ```

use itertools::Itertools;
use std::ops::Range;

/// The lines with their cells padded to the width of their column, two blanks between; the columns
/// in `right` are aligned to the right. All lines have as many cells.
pub fn align<L: AsRef<[String]>>(lines: &[L], right: Range<usize>) -> String {
    let columns = lines.first().map_or(0, |line| line.as_ref().len());
    let width = |column: usize| {
        let cells = lines
            .iter()
            .map(|line| line.as_ref()[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths = (0..columns).map(width).collect_vec();
    let mut text = String::new();
    for line in lines {
        let cells = line.as_ref().iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| {
            if right.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        text += cells.collect_vec().join("  ").trim_end();
        text += "\n";
    }
    text
}
