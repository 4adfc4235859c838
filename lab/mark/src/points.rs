//! The table of points for verdicts and kinds of faults.

use crate::{MISSING, RIGHT};
use knightsat_check::table::VERDICTS;
use knightsat_check::{FaultKind, Report};
use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};
use std::collections::{BTreeMap, BTreeSet};

/// Points for each board, by its verdict and the kinds of its faults.
#[derive(Clone, Debug, PartialEq)]
pub struct Points(BTreeMap<String, f64>);

impl Default for Points {
    fn default() -> Points {
        Points([(RIGHT.to_string(), 1.0)].into())
    }
}

impl Points {
    /// Reads a table: on each line a verdict and its points, or a kind of faults and the points
    /// that are added once for it. `#` begins a comment. Errors begin with the number of the line.
    pub fn parse(text: &str) -> Result<Points, String> {
        let mut points = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wanted = "write a verdict or a kind of faults, and its points, as in 'right 10'";
            let entry = line.rsplit_once(char::is_whitespace);
            let entry = entry.and_then(|(name, value)| Some((name.trim(), value.parse().ok()?)));
            let Some((name, value)) = entry.filter(|(_, value): &(_, f64)| value.is_finite())
            else {
                return Err(format!("{number}: {wanted}"));
            };
            let is_kind = FaultKind::deserialize(StrDeserializer::<ValueError>::new(name)).is_ok();
            if !VERDICTS.contains(&name) && name != MISSING && !is_kind {
                return Err(format!(
                    "{number}: '{name}' is no verdict and no kind of faults"
                ));
            }
            // A sum with zero is not the negative zero.
            if points.insert(name.to_string(), value + 0.0).is_some() {
                return Err(format!("{number}: '{name}' has points already"));
            }
        }
        match points.get(RIGHT) {
            Some(most) if *most >= 0.0 => Ok(Points(points)),
            _ => Err(format!("1: the table has no points for '{RIGHT}'")),
        }
    }

    /// Returns the points of a board without a fault.
    pub fn most(&self) -> f64 {
        self.0[RIGHT]
    }

    /// Returns the points of a board without a file.
    pub fn missing(&self) -> f64 {
        self.0.get(MISSING).copied().unwrap_or_default()
    }

    /// Returns the points of a report: at least 0, and at most those of a right one.
    pub fn of(&self, report: &Report) -> f64 {
        let kinds: BTreeSet<FaultKind> = report.faults.iter().map(|fault| fault.kind).collect();
        let kinds = kinds.iter().map(ToString::to_string);
        let names = [report.verdict().to_string()].into_iter().chain(kinds);
        let points = names.filter_map(|name| self.0.get(&name));
        points
            .fold(0.0, |sum, more| sum + more)
            .clamp(0.0, self.most())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_points_are_zero_and_not_negative_zero() {
        let wrong = Report::unreadable("no header".into());
        for table in ["right 1", "right 1\nunreadable -0\nfile -0", "right -0"] {
            let points = Points::parse(table).unwrap();
            let all = [
                points.of(&wrong),
                points.missing(),
                points.of(&Report::default()),
            ];
            assert!(
                all.iter().all(|points| points.is_sign_positive()),
                "{table}"
            );
        }
    }
}
