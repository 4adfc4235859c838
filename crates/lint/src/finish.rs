//! Findings about the whole file, made at its end.

use super::Report;
use super::linter::Linter;
use super::names::Name;
use super::pieces::Place;
use super::variables::Use;
use crate::base::text::{counted, is_or_are};

impl Linter<'_> {
    /// Checks the file as a whole; `end` is the place of its end.
    pub fn finish(mut self, end: Place) -> Report {
        self.unfinished_clause(end);
        self.count(end);
        self.cut_off(end);
        let promised = self.header.as_ref().and_then(|header| header.variables);
        let variables = promised.unwrap_or(0).max(self.variables.largest());
        self.unused(variables);
        let (findings, counts, unclear) = self.findings.finish();
        Report {
            findings,
            counts,
            variables,
            clauses: self.clauses,
            literals: self.literals,
            unclear,
        }
    }

    fn unfinished_clause(&mut self, end: Place) {
        if self.clause.is_empty() {
            return;
        }
        let promised = self.header.as_ref().and_then(|header| header.clauses);
        let message = "the file ends inside a clause: its closing 0 is missing";
        // Whether literals are missing too cannot be determined.
        let cut = if promised.is_some_and(|promised| promised > self.clauses + 1) {
            ", and so are more clauses: the file is cut off"
        } else {
            ", or the file is cut off"
        };
        self.findings
            .unclear(Name::ClauseUnterminated, end, || format!("{message}{cut}"));
        self.clauses += 1;
        self.judge(end);
    }

    /// A fix changes nothing in a file that is incomplete and whose last line has no end.
    fn cut_off(&mut self, end: Place) {
        let promised = self.header.as_ref().map(|header| header.clauses);
        let is_short = match promised {
            Some(Some(promised)) => promised > self.clauses,
            Some(None) | None => self.clauses == 0,
        };
        if self.abrupt && is_short {
            let why = "the file is cut off: its last line has no end, and clauses are missing";
            self.findings.doubt(end, || why.into());
        }
    }

    fn count(&mut self, end: Place) {
        let Some(header) = &self.header else {
            let place = Place { line: 1, column: 1 };
            let message = "there is no header 'p cnf VARIABLES CLAUSES'";
            self.tell(Name::HeaderMissing, place, message);
            return;
        };
        let found = self.clauses;
        let Some(promised) = header.clauses.filter(|&promised| promised != found) else {
            return;
        };
        let (by, what) = if found < promised {
            (promised - found, "too few")
        } else {
            (found - promised, "too many")
        };
        let mut message = format!(
            "the header promises {}, and the file has {found}: {by} {what}",
            counted(promised, "clause")
        );
        if found < promised && self.breaks > 0 {
            let (breaks, first) = (self.breaks, self.first_break);
            message += &format!(
                "; {} {} inside clauses, the first that of line {first}: is a 0 missing there?",
                counted(breaks, "line end"),
                is_or_are(breaks)
            );
        }
        let place = header.place;
        debug_assert!(place <= end);
        self.findings.add(Name::ClauseCount, place, || message);
    }

    fn unused(&mut self, variables: u32) {
        const SHOWN: usize = 8;
        let header = self.header.as_ref().map(|header| header.place);
        let place = header.unwrap_or(Place { line: 1, column: 1 });
        for (usage, name, one, many) in [
            (
                Use::None,
                Name::UnusedVariables,
                "is in no clause",
                "are in no clause",
            ),
            (
                Use::OneSign,
                Name::PureVariables,
                "occurs with one sign only",
                "occur with one sign only",
            ),
        ] {
            let found = self.variables.select(usage, variables, SHOWN);
            if found.count > 0 {
                self.findings.add(name, place, || {
                    let variables = counted(variables, "variable");
                    let what = if found.count == 1 { one } else { many };
                    format!("{} of {variables} {what}: {found}", found.count)
                });
            }
        }
    }
}
