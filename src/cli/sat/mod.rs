mod answer;
mod formula;
mod proof;
mod refute;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::document::{self, Format};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::interrupt::Backstop;
use crate::cli::shared::path::{STDOUT, name};
use crate::cli::shared::{output, time};
use answer::{Document, numbers, print};
use anyhow::{Context, Result};
use itertools::Itertools;
use knightsat::cnf::Answer;
use knightsat::cnf::dimacs::read::Header;
use knightsat::cnf::sink::Cnf;
use knightsat::solver::varisat::{Limits, Varisat};
use knightsat::stop::Stop;
use proof::ProofFormat;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[(
        "knightsat encode 4x4 -o t.cnf; knightsat sat t.cnf --proof t.drat",
        "a refutation, and its proof",
    )],
    exits: &[
        (10, "satisfiable"),
        (20, "unsatisfiable"),
        (0, "unknown: out of time"),
        ERROR,
    ],
};

/// Decide any formula in DIMACS, as in the SAT competitions
///
/// Runs varisat, and prints an s line and v lines. A model is checked against every clause before it is
/// printed, and a refutation as it is found.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The formula in DIMACS, plain or compressed with gzip, zstd or xz; - for standard input
    file: PathBuf,
    /// Write a proof to this file if there is no model
    ///
    /// The file appears whole or not at all, compressed if its name ends in .gz, .zst or .xz.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The proof's format
    #[arg(
        long,
        value_enum,
        default_value_t,
        requires = "proof",
        conflicts_with = "assume"
    )]
    proof_format: ProofFormat,
    /// Assume that these literals are true, such as 1,-2
    ///
    /// If that rules out every model, a comment says which of them do.
    #[arg(
        long,
        value_name = "LITERALS",
        allow_hyphen_values = true,
        conflicts_with = "proof"
    )]
    assume: Option<String>,
    /// Give up after this many seconds (s UNKNOWN, exit code 0)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    timeout: Option<f64>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = time::stop(self.timeout)?;
        let header = Arc::new(OnceLock::new());
        let backstop = self.backstop(&header, &stop)?;
        let read = match self.read(&header, &stop) {
            Err(error) if time::stopped(&error).is_some() => None,
            read => read?,
        };
        let (answer, failed) = match &read {
            Some(formula) => self.decide(formula, stop.into())?,
            None => (Answer::Unknown, None),
        };
        drop(backstop);
        let header = header.get().copied();
        match self.format {
            Format::Text => {
                let comment = self.comment(&answer, failed.as_deref());
                let variables = header.map_or(0, |header| header.variables);
                print(variables, &answer, comment.as_deref()).context(STDOUT)?;
            }
            Format::Json => {
                let proof = self.proof.as_deref();
                let document = Document::new(name(&self.file), header, &answer, failed, proof);
                output::print(&document::line("sat", document)?)?;
            }
        }
        Ok(match answer {
            Answer::Satisfiable(_) => Exit::Satisfiable,
            Answer::Unsatisfiable => Exit::Unsatisfiable,
            Answer::Unknown => Exit::Good,
        })
    }

    /// Says that nothing is known, in the form asked for, if the deadline is not heard.
    fn backstop(&self, header: &Arc<OnceLock<Header>>, stop: &Stop) -> Result<Backstop> {
        let (header, file, format) = (header.clone(), name(&self.file), self.format);
        Backstop::new(stop, move || {
            let (header, answer) = (header.get().copied(), Answer::Unknown);
            let _ = match format {
                Format::Text => print(0, &answer, None).map_err(Into::into),
                Format::Json => {
                    let document = Document::new(file, header, &answer, None, None);
                    document::line("sat", document).and_then(|text| output::print(&text))
                }
            };
            Exit::Good
        })
    }

    /// The answer, and of assumptions those that cannot hold together.
    fn decide(&self, formula: &Cnf, limits: Limits) -> Result<(Answer, Option<Vec<i32>>)> {
        let assumptions = self.assumptions(formula.variables())?;
        if let Some(path) = &self.proof {
            return Ok((self.prove(formula, path, limits)?, None));
        }
        let mut solver = Varisat::checked(limits);
        let answer = proof::load(formula, &mut solver, &assumptions)?;
        let is_failed = answer == Answer::Unsatisfiable && !assumptions.is_empty();
        let failed = is_failed.then(|| numbers(&solver.failed_assumptions()));
        Ok((answer, failed))
    }

    /// What else there is to say.
    fn comment(&self, answer: &Answer, failed: Option<&[i32]>) -> Option<String> {
        match failed {
            Some([]) => Some("unsatisfiable without the assumptions".to_string()),
            Some(numbers) => Some(format!(
                "failed assumptions: {} 0",
                numbers.iter().join(" ")
            )),
            None if self.proof.is_some() && *answer != Answer::Unsatisfiable => {
                Some("no proof is written: the formula is not refuted".to_string())
            }
            None => None,
        }
    }
}
