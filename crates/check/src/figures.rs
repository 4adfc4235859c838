//! The checks of numbers: header and counts.

use super::case::Case;
use super::table::{Outcome, Report};
use crate::cnf::dimacs::read::Header;
use crate::prelude::*;

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

    /// Compares the number of models with the number of tours.
    pub fn count(&self, report: &Report) -> Outcome {
        if !self.expected.is_whole {
            let most = counted(self.options.most, "tour");
            return Outcome::Skipped(format!("more than {most}"));
        }
        let (models, expected) = (report.models, self.expected.tours.len() as u64);
        let each = if self.meaning.is_one_direction {
            ", a tour and its reverse taken as one"
        } else {
            ""
        };
        if report.counterexample.is_some() {
            Outcome::Skipped("see the counterexample".into())
        } else if models == expected {
            Outcome::Good(format!("{models}, as many as tours{each}"))
        } else {
            let (models, tours) = (counted(models, "model"), counted(expected, "tour"));
            Outcome::Wrong(format!("{models} and {tours}"))
        }
    }
}
