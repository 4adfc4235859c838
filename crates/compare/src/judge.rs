//! Rows that contradict each other: who says that there is no tour where another row has one is wrong.
//!
//! ```
//! use knightsat_compare::judge::contradict;
//!
//! assert!(!contradict(&mut []));
//! ```

use super::row::{Row, RunVerdict};
use std::collections::HashMap;

/// Turns refutations of what has a verified tour into wrong rows; says whether there are any.
pub fn contradict(rows: &mut [Row]) -> bool {
    let problem = |row: &Row| (row.run.place.clone(), row.run.asked.clone());
    let tours = rows.iter().filter(|row| row.verdict == RunVerdict::Tour);
    let tours: HashMap<_, _> = tours
        .map(|row| (problem(row), row.run.to_string()))
        .collect();
    let mut any = false;
    for row in rows
        .iter_mut()
        .filter(|row| row.verdict == RunVerdict::None)
    {
        if let Some(finder) = tours.get(&problem(row)) {
            row.verdict = RunVerdict::Wrong;
            row.word = format!("says none, but {finder} has a verified tour");
            row.checked = false;
            any = true;
        }
    }
    any
}
