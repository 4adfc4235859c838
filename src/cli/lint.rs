use super::document;
use super::exit::Exit;
use super::output::{self, Output, is_stream, name};
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use knightsat::cnf::sink::Size;
use knightsat::dimacs::compress::{Compressor, decompress};
use knightsat::dimacs::lint::fix::Fixer;
use knightsat::dimacs::lint::names::{Name, Reaction};
use knightsat::dimacs::lint::{self, Finding, Report};
use knightsat::dimacs::read::Header;
use knightsat::solver::limits;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Find what is wrong or doubtful in DIMACS files
///
/// Prints FILE:LINE:COLUMN: SEVERITY: NAME: MESSAGE for each finding, at most ten with the same name, and
/// which solvers refuse or misread such a file. A file with errors or warnings is not clean; notes do not
/// matter. Files may be compressed with gzip, zstd or xz.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The formulas in DIMACS; - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Find repeated clauses too
    ///
    /// This takes up to 100 bytes of memory per clause.
    #[arg(long)]
    deep: bool,
    /// Replace each FILE by a clean one with the same models
    ///
    /// Says what it changed. A file that is cut off, or whose meaning is unclear, is left as it is.
    #[arg(long)]
    fix: bool,
    /// Where --fix writes to; - for standard output
    ///
    /// Compressed if its name ends in .gz, .zst or .xz. Without it, standard input goes to standard output.
    #[arg(short, long, value_name = "OUT", requires = "fix")]
    output: Option<PathBuf>,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t)]
    format: LintFormat,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LintFormat {
    /// A line each
    #[default]
    Text,
    /// A JSON document a file, one a line: docs/json.md
    Json,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        ensure!(
            self.output.is_none() || self.files.len() == 1,
            "-o takes one FILE; without it, each is replaced by its clean version"
        );
        let mut exit = Exit::Good;
        for file in &self.files {
            if !self.file(file)? {
                exit = Exit::No;
            }
        }
        Ok(exit)
    }

    /// Whether the file is clean in the end.
    fn file(&self, file: &Path) -> Result<bool> {
        let target = self.output.as_deref().unwrap_or(file);
        let mut fixer = match self.fix {
            true => Some(Fixer::new(&folder(target)).with_context(|| name(target))?),
            false => None,
        };
        let input = decompress(output::input(file)?).with_context(|| name(file))?;
        let report = lint::lint(input, &name(file), self.deep, fixer.as_mut())?;
        let mut fixed = None;
        if let Some(fixer) = fixer.filter(|_| report.unclear.is_none()) {
            // A clean file is left alone, unless it is to go elsewhere.
            if report.changes().next().is_some() || self.output.is_some() || is_stream(target) {
                fixed = Some(write(fixer, report.variables, target)?);
            }
        }
        let text = match self.format {
            LintFormat::Text => text(file, &report, self.fix, fixed),
            LintFormat::Json => json(file, &report, fixed)?,
        };
        match self.fix && is_stream(target) {
            // The clean file went to standard output.
            true => io::stderr().write_all(text.as_bytes())?,
            false => io::stdout().write_all(text.as_bytes())?,
        }
        Ok(report.is_clean() || fixed.is_some())
    }
}

/// Where the fixer may put as much as the file will take.
fn folder(target: &Path) -> PathBuf {
    match target.parent() {
        Some(parent) if parent.is_dir() => parent.to_path_buf(),
        Some(parent) if parent == Path::new("") && !is_stream(target) => ".".into(),
        _ => std::env::temp_dir(),
    }
}

fn write(fixer: Fixer, variables: u32, target: &Path) -> Result<Header> {
    let output = Output::open(Some(target))?;
    let finish = || -> io::Result<Header> {
        let mut output = Compressor::for_name(target, output)?;
        let header = fixer.finish(variables, &mut output)?;
        output.finish()?.finish()?;
        Ok(header)
    };
    finish().with_context(|| name(target))
}

fn text(file: &Path, report: &Report, fix: bool, fixed: Option<Header>) -> String {
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

fn json(file: &Path, report: &Report, fixed: Option<Header>) -> Result<String> {
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
