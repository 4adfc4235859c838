//! The checks of numbers: sizes, header and counts.

use super::case::Case;
use super::table::{Outcome, Report};
use crate::cnf::dimacs::read::Header;
use crate::prelude::*;
use crate::tour::known;
use std::collections::BTreeSet;

impl Case<'_> {
    /// Checks the size of every group against the one counted for the header, if it was counted.
    pub fn sizes(&self) -> Option<Outcome> {
        let promised = self.subject.sizes()?;
        let found = self.formula.groups();
        let say = |group: Option<&(&str, Size)>| match group {
            Some((name, size)) => format!("'{name}' with {size:?}"),
            None => "no further group".to_string(),
        };
        let same = promised.iter().zip(found).take_while(|(a, b)| a == b);
        let (same, groups) = (same.count(), found.len().max(promised.len()));
        Some(if same < groups {
            let (promised, found) = (say(promised.get(same)), say(found.get(same)));
            Outcome::Wrong(format!("promised {promised}, found {found}"))
        } else {
            Outcome::Good(format!("{} as counted", counted(groups, "group")))
        })
    }

    /// Checks the numbering of the variables, and the header.
    pub fn header(&self) -> Outcome {
        let Header { variables, clauses } = self.formula.cnf.header();
        if let Some(header) = self.subject.header() {
            let promised = format!("p cnf {} {}", header.variables, header.clauses);
            let largest = self.formula.largest;
            let is_right = header.variables >= largest && header.clauses == clauses;
            let clauses = counted(clauses, "clause");
            return if is_right {
                Outcome::Good(promised + &self.unused(header.variables))
            } else {
                let found = format!("variables up to {largest} and {clauses}");
                Outcome::Wrong(format!("{promised}, and there are {found}"))
            };
        }
        let stop = &self.options.limits.stop;
        let encode = |sink: &mut dyn ClauseSink| _ = self.subject.encode(sink);
        match self.formula.fault(stop, encode) {
            Err(_) => Outcome::Late,
            Ok(Some(fault)) => Outcome::Wrong(fault),
            Ok(None) => {
                let detail = format!("p cnf {variables} {clauses}, reads back");
                Outcome::Good(detail + &self.unused(variables))
            }
        }
    }

    /// Names the declared variables that occur in no clause, with the consequences. They are no
    /// fault, but rarely intended.
    fn unused(&self, declared: u32) -> String {
        let numbers = |lits: &mut dyn Iterator<Item = Lit>| -> BTreeSet<u32> {
            let numbers = lits.map(|lit| lit.var().number());
            numbers.filter(|&number| number <= declared).collect()
        };
        let used = numbers(&mut self.formula.cnf.clauses().flatten().copied());
        let meant = numbers(&mut self.meaning.projection().into_iter());
        let idle = runs(meant.difference(&used).copied());
        // A header may declare billions of variables: only the gaps are counted.
        let known = used.union(&meant).copied();
        let known = [0].into_iter().chain(known).chain([declared + 1]);
        let rest = known.tuple_windows().filter(|(a, b)| a + 1 < *b);
        let rest = rest.map(|(a, b)| [a + 1, b - 1]);
        let mut text = String::new();
        if let Some(idle) = list(&idle) {
            text += &format!(
                "; declared, with a meaning, but in no clause: {idle}, so each may be true or false in \
                 any model"
            );
        }
        if let Some(rest) = list(&rest.collect_vec()) {
            text += &format!(
                "; declared, but in no clause and without a meaning: {rest}, which changes neither the \
                 verdict nor the number of models here, but that of a model counter"
            );
        }
        text
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

/// Lists runs of variables in words, each given by its first and its last, shortened if there are
/// many.
fn list(runs: &[[u32; 2]]) -> Option<String> {
    const SHOWN: usize = 5;
    let word = |&[first, last]: &[u32; 2]| match last - first {
        0 => first.to_string(),
        _ => format!("{first}..{last}"),
    };
    let words = runs.iter().take(SHOWN).map(word).join(", ");
    match runs {
        [] => None,
        [[first, last]] if first == last => Some(format!("variable {words}")),
        _ if runs.len() > SHOWN => Some(format!("variables {words}, …")),
        _ => Some(format!("variables {words}")),
    }
}
