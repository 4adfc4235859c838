//! What lint prints.

use crate::cli::shared::document;
use crate::cli::shared::path::name;
use anyhow::Result;
use knightsat::cnf::dimacs::read::Header;
use knightsat::cnf::limits;
use knightsat::cnf::sink::Size;
use knightsat::lint::names::{Name, Reaction};
use knightsat::lint::{Finding, Report};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

pub fn text(file: &Path, report: &Report, fix: bool, fixed: Option<Header>) -> String {
    let file = name(file);
    let mut text = String::new();
    for found in &report.findings {
        let Finding {
            line,
            column,
            severity,
            name,
            message,
        } = found;
        let name = name.as_str();
        text += &format!("{file}:{line}:{column}: {severity}: {name}: {message}\n");
    }
    for &name in report.counts.keys() {
        let (more, severity) = (report.untold(name), name.severity());
        if more > 0 {
            text += &format!("{file}: {severity}: {}: and {more} more\n", name.as_str());
        }
    }
    text += &of_solvers(&file, report);
    match (fixed, &report.unclear) {
        (Some(header), _) => {
            for change in report.changes() {
                text += &format!("{file}: fixed: {change}\n");
            }
            let Header { variables, clauses } = header;
            text += &format!("{file}: fixed: now 'p cnf {variables} {clauses}'\n");
        }
        (None, Some((line, column, message))) if fix => {
            text += &format!(
                "{file}:{line}:{column}: not fixed, since it is unclear what is meant: {message}\n"
            );
        }
        _ => {}
    }
    text
}

/// Which solvers stumble over such a file.
fn of_solvers(file: &str, report: &Report) -> String {
    let mut text = String::new();
    for &name in report.counts.keys() {
        let list = |what| name.solvers(what).collect::<Vec<_>>().join(", ");
        let told = [
            (list(Reaction::Refuses), "refused by"),
            (list(Reaction::Misreads), "misread by"),
        ];
        let told = told.iter().filter(|(solvers, _)| !solvers.is_empty());
        let told: Vec<String> = told.map(|(who, verb)| format!("{verb} {who}")).collect();
        if !told.is_empty() {
            let (name, told) = (name.as_str(), told.join("; "));
            text += &format!("{file}: note: solvers: {name}: such a file was {told}\n");
        }
    }
    for refusal in refusals(report) {
        text += &format!("{file}: note: solvers: size: {refusal}\n");
    }
    text
}

/// Which known solvers refuse a formula of this size.
fn refusals(report: &Report) -> Vec<String> {
    limits::refusals(Size {
        variables: report.variables.into(),
        clauses: report.clauses,
        literals: report.literals,
    })
}

/// Solvers and the names of what they stumble over.
fn solvers(report: &Report, what: Reaction) -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut solvers: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for &name in report.counts.keys() {
        for solver in name.solvers(what) {
            solvers.entry(solver).or_default().push(name.as_str());
        }
    }
    solvers
}

pub fn json(file: &Path, report: &Report, fixed: Option<Header>) -> Result<String> {
    #[derive(Serialize)]
    struct Document<'r> {
        file: String,
        clean: bool,
        variables: u32,
        clauses: u64,
        literals: u64,
        findings: &'r [Finding],
        counts: BTreeMap<&'static str, u64>,
        refused_by: BTreeMap<&'static str, Vec<&'static str>>,
        misread_by: BTreeMap<&'static str, Vec<&'static str>>,
        too_large: Vec<String>,
        fixed: Option<Vec<String>>,
    }
    let names = report.counts.iter();
    let document = Document {
        file: name(file),
        clean: report.is_clean(),
        variables: report.variables,
        clauses: report.clauses,
        literals: report.literals,
        findings: &report.findings,
        counts: names
            .map(|(name, &count)| (Name::as_str(*name), count))
            .collect(),
        refused_by: solvers(report, Reaction::Refuses),
        misread_by: solvers(report, Reaction::Misreads),
        too_large: refusals(report),
        fixed: fixed.map(|_| report.changes().collect()),
    };
    document::line("lint", document)
}
