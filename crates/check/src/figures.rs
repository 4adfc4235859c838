//! The checks of numbers: header and counts.

use super::case::Case;
use super::table::{Outcome, Report};
use crate::cnf::dimacs::read::Header;
use crate::prelude::*;
use crate::tour::known;

impl Case<'_> {
    /// Checks the numbering of the variables, and the header.
    pub fn header(&self) -> Outcome {
        let Header { variables, clauses } = self.formula.cnf.header();
        if let Some(header) = self.subject.header() {
            let promised = format!("p cnf {} {}", header.variables, header.clauses);
            let largest = self.formula.largest;
            let is_right = header.variables >= largest && header.clauses == clauses;
            let clauses = counted(clauses, "clause");
            return if is_right {
                Outcome::Good(promised)
            } else {
                let found = format!("variables up to {largest} and {clauses}");
                Outcome::Wrong(format!("{promised}, and there are {found}"))
            };
        }
        let good = || Outcome::Good(format!("p cnf {variables} {clauses}"));
        self.formula.fault().map_or_else(good, Outcome::Wrong)
    }

    /// Compares the number of models with the number of tours, and that with the published number.
    pub fn count(&self, report: &Report) -> Outcome {
        let Some(found) = self.expected.found else {
            let most = counted(self.options.most, "tour");
            return Outcome::Skipped(format!("more than {most}"));
        };
        let (models, expected) = (report.models, self.expected.tours.len() as u64);
        let board = self.place.board();
        let mut known = String::new();
        if let Some(record) = board.and_then(|board| known::published(board, self.problem)) {
            let (count, source) = (record.count, record.source);
            let (directed, what) = match record.kind {
                Kind::Open => (count.clone(), "open, directed"),
                Kind::Closed => (&count * 2_u8, "closed, undirected"),
            };
            if directed != found.into() {
                let found = counted(found, "tour");
                let message = format!("the search finds {found}, {source} has {count}");
                return Outcome::Wrong(message);
            }
            known = format!("; known: {count} {what} ({source})");
        }
        let each = if self.meaning.is_one_direction {
            ", a tour and its reverse taken as one"
        } else {
            ""
        };
        if models == expected && report.counterexample.is_none() {
            Outcome::Good(format!("{models}, as many as tours{each}{known}"))
        } else if report.counterexample.is_some() {
            Outcome::Skipped("see the counterexample".into())
        } else {
            let (models, tours) = (counted(models, "model"), counted(expected, "tour"));
            Outcome::Wrong(format!("{models} and {tours}"))
        }
    }
}

/// Joins successive numbers, which increase, to runs: the first and the last of each.
pub(super) fn runs(numbers: impl IntoIterator<Item = u32>) -> Vec<[u32; 2]> {
    let runs = numbers.into_iter().map(|number| [number, number]);
    let joined = runs.coalesce(|a, b| {
        if a[1] + 1 == b[0] {
            Ok([a[0], b[1]])
        } else {
            Err((a, b))
        }
    });
    joined.collect()
}
