//! The checks of numbers: sizes, header and counts.

use super::collect::Collected;
use super::inspect::Inspection;
use crate::known;
use crate::problem::Kind;
use itertools::Itertools;

impl Inspection<'_> {
    /// The size of every group against its closed formula.
    pub(super) fn sizes(&mut self) {
        let Some(promised) = self.subject.sizes() else {
            return self.skipped("sizes", "no closed formula to hold the size against".into());
        };
        let found = self.formula.groups();
        let differs = promised.iter().zip_longest(found).find_map(|pair| {
            let (promised, found) = (pair.clone().left(), pair.right());
            let is_same = promised == found;
            let say = |group: Option<&(&str, _)>| match group {
                Some((name, size)) => format!("'{name}' with {size:?}"),
                None => "no further group".to_string(),
            };
            (!is_same).then(|| format!("promised {}, found {}", say(promised), say(found)))
        });
        match differs {
            Some(difference) => self.wrong("sizes", difference),
            None => {
                let groups = found.len();
                self.good("sizes", format!("{groups} groups as their formulas say"));
            }
        }
    }

    /// The numbering of the variables, and what the header says.
    pub(super) fn header(&mut self) {
        let (variables, clauses) = (self.formula.variables(), self.formula.clauses().count());
        if let Some(header) = self.subject.header() {
            let promised = format!("p cnf {} {}", header.variables, header.clauses);
            let largest = self.formula.largest();
            return if header.variables < largest || header.clauses != clauses as u64 {
                let found = format!("variables up to {largest} and {clauses} clauses");
                self.wrong("header", format!("{promised}, and there are {found}"));
            } else {
                self.good("header", promised + &self.unused());
            };
        }
        let mut again = Collected::default();
        self.subject.encode(&mut again);
        if !again.is_same(&self.formula) {
            let message = "written a second time, the formula is another one";
            return self.wrong("header", message.into());
        }
        match self.formula.fault() {
            Some(fault) => self.wrong("header", fault),
            None => {
                let unused = self.unused();
                self.good(
                    "header",
                    format!("p cnf {variables} {clauses}, reads back{unused}"),
                );
            }
        }
    }

    /// Says how many variables are in no clause: no fault, but seldom meant.
    fn unused(&self) -> String {
        match self.formula.unused() {
            0 => String::new(),
            unused => format!("; {unused} of the variables are in no clause"),
        }
    }

    /// The number of models against the number of tours found, and that against what is known.
    pub(super) fn count(&mut self) {
        let Some(found) = self.expected.found else {
            return self.skipped("count", format!("more than {} tours", self.options.most));
        };
        let (models, expected) = (self.report.models, self.report.expected.unwrap_or(0));
        if let Some((known, directed, source)) = self.known()
            && directed != found as u64
        {
            let message = format!("the search finds {found} tours, {source} says {known}");
            return self.wrong("count", message);
        }
        let known = self.known();
        let what = match self.problem.kind() {
            Kind::Open => "open, directed",
            Kind::Closed => "closed, undirected",
        };
        let known = known.map(|(known, _, source)| format!("; known: {known} {what} ({source})"));
        let known = known.unwrap_or_default();
        let each = match self.meaning.is_one_direction() {
            true => ", a tour and its reverse taken as one",
            false => "",
        };
        if models == expected {
            self.good("count", format!("{models}, as many as tours{each}{known}"));
        } else if self.report.counterexample.is_some() {
            self.skipped("count", "see the counterexample".into());
        } else {
            self.wrong("count", format!("{models} models and {expected} tours"));
        }
    }

    /// The published number of tours, the same with every direction counted, and its source.
    fn known(&self) -> Option<(u64, u64, String)> {
        let board = self.place.board()?;
        let (kind, start) = (self.problem.kind(), self.problem.start());
        if self.problem.end().is_some() || self.problem.symmetry().order() > 1 {
            return None;
        }
        let mut records = known::records().into_iter();
        let record = records.find(|record| {
            let vertex = record
                .start()
                .ok()
                .flatten()
                .map(|square| board.vertex(square).ok());
            record.kind == kind && vertex.flatten() == start && record.board().as_ref() == Ok(board)
        })?;
        let directed = match kind {
            Kind::Open => record.count,
            Kind::Closed => 2 * record.count,
        };
        Some((record.count, directed, record.source))
    }
}
