//! The checks of numbers: sizes, header and counts.

use super::inspect::Inspection;
use itertools::Itertools;
use knightsat_base::plural::counted;
use knightsat_tour::Kind;
use knightsat_tour::known;
use std::collections::BTreeSet;

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
                let words = if groups == 1 {
                    "its formula says"
                } else {
                    "their formulas say"
                };
                self.good("sizes", format!("{} as {words}", counted(groups, "group")));
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
                let clauses = counted(clauses, "clause");
                let found = format!("variables up to {largest} and {clauses}");
                self.wrong("header", format!("{promised}, and there are {found}"));
            } else {
                self.good("header", promised + &self.unused(header.variables));
            };
        }
        let stop = &self.options.limits.stop;
        let again = self.formula.is_repeated(stop, |sink| {
            self.subject.encode(sink);
        });
        let fault = match again {
            Ok(true) => self.formula.fault(stop),
            Ok(false) => Ok(Some(
                "written a second time, the formula is another one".into(),
            )),
            Err(stopped) => Err(stopped),
        };
        match fault {
            Err(_) => self.late("header"),
            Ok(Some(fault)) => self.wrong("header", fault),
            Ok(None) => {
                let unused = self.unused(variables);
                let header = format!("p cnf {variables} {clauses}, reads back{unused}");
                self.good("header", header);
            }
        }
    }

    /// Says which of the variables declared are in no clause, and what follows: no fault, but seldom
    /// meant.
    fn unused(&self, declared: u32) -> String {
        let used = self.formula.used();
        let projection = self.meaning.projection();
        let meant = projection.iter().map(|lit| lit.var().number());
        let meant: BTreeSet<u32> = meant.filter(|&number| number <= declared).collect();
        let idle = runs(
            meant
                .iter()
                .copied()
                .filter(|number| !used.contains(number)),
        );
        let mut rest = Vec::new();
        let mut next = 1;
        let known: BTreeSet<u32> = used.iter().chain(&meant).copied().collect();
        for &number in known.range(..=declared) {
            if next < number {
                rest.push([next, number - 1]);
            }
            next = number + 1;
        }
        if next <= declared {
            rest.push([next, declared]);
        }
        let mut text = String::new();
        if !idle.is_empty() {
            text += &format!(
                "; declared, with a meaning, but in no clause: {}, so each may be true or false in \
                 any model",
                list(&idle)
            );
        }
        if !rest.is_empty() {
            text += &format!(
                "; declared, but in no clause and without a meaning: {}, which changes neither the \
                 verdict nor the number of models here, but that of a model counter",
                list(&rest)
            );
        }
        text
    }

    /// The number of models against the number of tours found, and that against what is known.
    pub(super) fn count(&mut self) {
        let Some(found) = self.expected.found else {
            return self.skipped(
                "count",
                format!("more than {}", counted(self.options.most, "tour")),
            );
        };
        let (models, expected) = (self.report.models, self.report.expected.unwrap_or(0));
        let known = self.known();
        if let Some((known, directed, source)) = &known
            && *directed != found as u64
        {
            let found = counted(found, "tour");
            let message = format!("the search finds {found}, {source} says {known}");
            return self.wrong("count", message);
        }
        let what = match self.problem.kind() {
            Kind::Open => "open, directed",
            Kind::Closed => "closed, undirected",
        };
        let known = known.map(|(known, _, source)| format!("; known: {known} {what} ({source})"));
        let known = known.unwrap_or_default();
        let each = if self.meaning.is_one_direction() {
            ", a tour and its reverse taken as one"
        } else {
            ""
        };
        if models == expected {
            self.good("count", format!("{models}, as many as tours{each}{known}"));
        } else if self.report.counterexample.is_some() {
            self.skipped("count", "see the counterexample".into());
        } else {
            let (models, tours) = (counted(models, "model"), counted(expected, "tour"));
            self.wrong("count", format!("{models} and {tours}"));
        }
    }

    /// The published number of tours, the same with every direction counted, and its source.
    fn known(&self) -> Option<(u64, u64, String)> {
        let record = known::published(self.place.board()?, self.problem)?;
        let directed = match record.kind {
            Kind::Open => record.count,
            Kind::Closed => 2 * record.count,
        };
        Some((record.count, directed, record.source))
    }
}

/// Runs of successive numbers, each by its first and its last.
fn runs(numbers: impl Iterator<Item = u32>) -> Vec<[u32; 2]> {
    let mut runs: Vec<[u32; 2]> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if run[1] + 1 == number => run[1] = number,
            _ => runs.push([number, number]),
        }
    }
    runs
}

/// The variables of some runs in words, shortened if they are many.
fn list(runs: &[[u32; 2]]) -> String {
    const SHOWN: usize = 5;
    let word = |&[first, last]: &[u32; 2]| match last - first {
        0 => first.to_string(),
        _ => format!("{first}..{last}"),
    };
    let more = if runs.len() > SHOWN { ", …" } else { "" };
    let what = match runs {
        [[first, last]] if first == last => "variable",
        _ => "variables",
    };
    format!(
        "{what} {}{more}",
        runs.iter().take(SHOWN).map(word).join(", ")
    )
}
