mod opb;
mod report;

use crate::cli::help::{ERROR, Help};
use crate::cli::is_broken_pipe;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::{note, raw, reason};
use crate::cli::shared::output::{self, Output};
use crate::cli::shared::path::{is_stream, name, output_name};
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use knightsat::base::input::MARK;
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::cnf::dimacs::read::Header;
use knightsat::lint;
use knightsat::lint::fix::Fixer;
use knightsat::stop::Stop;
use report::{json, text};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        (
            "printf 'p cnf 2 2\\n1 2 0\\n' | knightsat lint -",
            "a clause is missing",
        ),
        (
            "printf 'p cnf 2 2\\n1 2 0\\n' | knightsat lint - --fix",
            "the file as it should be",
        ),
    ],
    exits: &[
        (0, "clean, or made so"),
        (1, "errors or warnings found"),
        ERROR,
    ],
};

/// Find what is wrong or doubtful in DIMACS files
///
/// Prints FILE:LINE:COLUMN: SEVERITY: NAME: MESSAGE for each finding, at most ten with the same name, and
/// which solvers refuse or misread such a file. A file with errors or warnings is not clean; notes do not
/// matter. Files may be compressed with gzip, zstd or xz. Of a file in OPB it says whether it is right.
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
            match self.file(file) {
                Ok((is_clean, text)) => {
                    self.tell(file, &text)?;
                    if !is_clean && exit == Exit::Good {
                        exit = Exit::No;
                    }
                }
                // The other files are checked all the same.
                Err(error) if self.files.len() > 1 && !is_broken_pipe(&error) => {
                    note(reason(&error));
                    exit = Exit::Error;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(exit)
    }

    /// Prints the findings; where the clean file went to standard output, on standard error.
    fn tell(&self, file: &Path, text: &str) -> Result<()> {
        if self.fix && is_stream(self.output.as_deref().unwrap_or(file)) {
            raw(text);
            return Ok(());
        }
        output::print(text)
    }

    /// Returns true if the file is clean in the end, and the findings.
    fn file(&self, file: &Path) -> Result<(bool, String)> {
        let input = output::decompressed(file, &Stop::default())?;
        let mut input = BufReader::new(input);
        let begin = input.fill_buf().with_context(|| name(file))?;
        if begin.strip_prefix(&MARK).unwrap_or(begin).starts_with(b"*") {
            let is_plain = !self.fix && !self.deep && self.format == LintFormat::Text;
            let name = name(file);
            ensure!(
                is_plain,
                "{name}: --deep, --fix and --format json are for DIMACS, not for OPB"
            );
            return Ok(match opb::fault(&name, input)? {
                None => (true, String::new()),
                Some(fault) => (false, fault),
            });
        }
        let target = self.output.as_deref().unwrap_or(file);
        let mut fixer = if self.fix {
            Some(Fixer::new(&folder(target)).with_context(|| output_name(target))?)
        } else {
            None
        };
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
        Ok((report.is_clean() || fixed.is_some(), text))
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
    finish().with_context(|| output_name(target))
}
