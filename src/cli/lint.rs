//! The command `lint`: faults in files, and clean versions of them.

use crate::cli::is_broken_pipe;
use crate::cli::shared::output::{self, document_name, is_stream, name, takes_stdout};
use crate::cli::shared::report::{Exit, Format, json_line, note, print_or_eprint, reason};
use anyhow::{Context, Result, bail};
use itertools::Itertools;
use knightsat::cnf::dimacs::read::Header;
use knightsat::cnf::sink::Size;
use knightsat::prelude::Stop;
use knightsat_base::input::refuse_utf_16;
use knightsat_cnf::limits;
use knightsat_lint::fix::Fixer;
use knightsat_lint::names::{FindingName, Reaction};
use knightsat_lint::{self as lint, LintReport};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Find faults and doubtful places in DIMACS files
///
/// Prints FILE:LINE:COLUMN: SEVERITY: NAME: MESSAGE for each finding, at most ten with the same
/// name. Also names the solvers that refuse or misread such a file. A file with errors or warnings
/// is not clean; a file with notes is. Files may be compressed with gzip, zstd or xz.
///
/// $ printf 'p cnf 2 2\n1 2 0\n' | knightsat lint - # a clause is missing
///
/// $ printf 'p cnf 2 2\n1 2 0\n' | knightsat lint - --fix # write the header anew
///
/// 0: clean, or fixed
///
/// 1: errors or warnings found
///
/// 2: usage, input or output, or a solver at fault
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The formulas in DIMACS; - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Replace each FILE by a clean one with the same models
    ///
    /// Reports the changes. A truncated file, or one of unclear meaning, is left unchanged.
    #[arg(long)]
    fix: bool,
    /// Destination of --fix; - for standard output
    ///
    /// Compressed if its name ends in .gz, .zst or .xz. Without it, standard input goes to standard
    /// output.
    #[arg(short, long, value_name = "OUT", requires = "fix")]
    output: Option<PathBuf>,
    /// Format of the findings; JSON is one document per file, each on a line
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        if self.output.is_some() && self.files.len() != 1 {
            bail!("-o takes one FILE; without it, each is replaced by its clean version");
        }
        let mut exit = Exit::Good;
        for file in &self.files {
            match self.file(file) {
                Ok((is_clean, text)) => {
                    // If the clean file went to standard output, the findings must not.
                    let is_taken = self.fix && takes_stdout(self.output.as_deref().unwrap_or(file));
                    print_or_eprint(&text, is_taken)?;
                    if !is_clean && exit == Exit::Good {
                        exit = Exit::No;
                    }
                }
                // The other files are still checked.
                Err(error) if self.files.len() > 1 && !is_broken_pipe(&error) => {
                    note!("{}", reason(&error));
                    exit = Exit::Error;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(exit)
    }

    /// Returns true if the file is clean at the end, and the findings.
    fn file(&self, file: &Path) -> Result<(bool, String)> {
        let input = output::decompressed(file, &Stop::default())?;
        let mut input = BufReader::new(input);
        let begin = input.fill_buf().with_context(|| name(file))?;
        refuse_utf_16(begin).with_context(|| name(file))?;
        let target = self.output.as_deref().unwrap_or(file);
        let mut fixer = self.fix.then(Fixer::default);
        let report = lint::lint(input, &name(file), fixer.as_mut())?;
        let mut fixed = None;
        if let Some(fixer) = fixer.filter(|_| report.unclear.is_none()) {
            // A clean file is left alone, unless it has another destination.
            if report.changes().next().is_some() || self.output.is_some() || is_stream(target) {
                fixed = Some(write(fixer, report.variables, target)?);
            }
        }
        let text = match self.format {
            Format::Text => text(file, &report, self.fix, fixed),
            Format::Json => json(file, &report, fixed)?,
        };
        Ok((report.is_clean() || fixed.is_some(), text))
    }
}

fn write(fixer: Fixer, variables: u32, target: &Path) -> Result<Header> {
    let mut header = None;
    output::write_file(target, &Stop::default(), |output| {
        header = Some(fixer.finish(variables, output)?);
        Ok(())
    })?;
    header.context("nothing was written")
}

fn text(file: &Path, report: &LintReport, fix: bool, fixed: Option<Header>) -> String {
    let file = name(file);
    let mut text = String::new();
    for found in &report.findings {
        let (line, column, severity) = (found.line, found.column, found.severity);
        let (name, message) = (found.name.as_str(), &found.message);
        text += &format!("{file}:{line}:{column}: {severity}: {name}: {message}\n");
    }
    for &name in report.counts.keys() {
        let (more, severity) = (report.untold(name), name.severity());
        if more > 0 {
            text += &format!("{file}: {severity}: {}: and {more} more\n", name.as_str());
        }
    }
    text += &solver_notes(&file, report);
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
                "{file}:{line}:{column}: not fixed, since the meaning is unclear: {message}\n"
            );
        }
        _ => {}
    }
    text
}

/// Names the solvers that such a file affects.
fn solver_notes(file: &str, report: &LintReport) -> String {
    let mut text = String::new();
    for name in affecting(report) {
        let verbs = [
            (Reaction::Refuses, "refused"),
            (Reaction::Misreads, "misread"),
        ];
        let mut reactions = verbs.into_iter().filter_map(|(what, verb)| {
            let solvers = name.solvers(what).join(", ");
            (!solvers.is_empty()).then(|| format!("{verb} by {solvers}"))
        });
        let (name, reactions) = (name.as_str(), reactions.join("; "));
        if !reactions.is_empty() {
            text += &format!("{file}: note: solvers: {name}: such a file was {reactions}\n");
        }
    }
    for refusal in refusals(report) {
        text += &format!("{file}: note: solvers: size: {refusal}\n");
    }
    text
}

/// Returns the findings that affect solvers: none in a file of another format.
fn affecting(report: &LintReport) -> impl Iterator<Item = FindingName> {
    let names = report.counts.keys().copied();
    names.filter(|_| !report.is_foreign)
}

/// Names the known solvers that refuse a formula of this size.
fn refusals(report: &LintReport) -> Vec<String> {
    limits::refusals(Size {
        variables: report.variables.into(),
        clauses: report.clauses,
        literals: report.literals,
    })
}

/// Returns solvers, with the names of the findings that affect them.
fn solvers(report: &LintReport, what: Reaction) -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut solvers: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for name in affecting(report) {
        for solver in name.solvers(what) {
            solvers.entry(solver).or_default().push(name.as_str());
        }
    }
    solvers
}

fn json(file: &Path, report: &LintReport, fixed: Option<Header>) -> Result<String> {
    #[derive(Serialize)]
    struct LintDocument<'r> {
        file: String,
        clean: bool,
        #[serde(flatten)]
        report: &'r LintReport,
        refused_by: BTreeMap<&'static str, Vec<&'static str>>,
        misread_by: BTreeMap<&'static str, Vec<&'static str>>,
        too_large: Vec<String>,
        fixed: Option<Vec<String>>,
    }
    let document = LintDocument {
        file: document_name(file),
        clean: report.is_clean(),
        report,
        refused_by: solvers(report, Reaction::Refuses),
        misread_by: solvers(report, Reaction::Misreads),
        too_large: refusals(report),
        fixed: fixed.map(|_| report.changes().collect()),
    };
    json_line("lint", document)
}
