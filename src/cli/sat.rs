use super::args;
use super::document::{self, Format};
use super::exit::Exit;
use super::output::{self, Output, name};
use super::proof_file::{self, ProofFormat};
use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;
use knightsat::cnf::{Answer, Lit, Model, Var};
use knightsat::dimacs::compress::{Compressor, decompress};
use knightsat::dimacs::read::CnfReader;
use knightsat::sink::{ClauseSink, Cnf};
use knightsat::solver::varisat::{Limits, Varisat};
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    #[arg(long, value_enum, default_value_t, requires = "proof")]
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
        let limits = Limits::from(args::stop(self.timeout)?);
        let formula = self.read()?;
        let assumptions = self.assumptions(formula.variables())?;
        let mut failed = None;
        let answer = match &self.proof {
            Some(path) => self.prove(&formula, path, limits)?,
            None => {
                let mut solver = Varisat::checked(limits);
                let answer = proof_file::load(&formula, &mut solver, &assumptions)?;
                if answer == Answer::Unsatisfiable && !assumptions.is_empty() {
                    failed = Some(numbers(&solver.failed_assumptions()));
                }
                answer
            }
        };
        match self.format {
            Format::Text => {
                let comment = self.comment(&answer, failed.as_deref());
                print(&formula, &answer, comment.as_deref()).context("standard output")?;
            }
            Format::Json => output::print(&self.json(&formula, &answer, failed)?)?,
        }
        Ok(match answer {
            Answer::Satisfiable(_) => Exit::Satisfiable,
            Answer::Unsatisfiable => Exit::Unsatisfiable,
            Answer::Unknown => Exit::Good,
        })
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

    fn json(&self, formula: &Cnf, answer: &Answer, failed: Option<Vec<i32>>) -> Result<String> {
        let (result, model) = match answer {
            Answer::Satisfiable(model) => ("satisfiable", Some(model)),
            Answer::Unsatisfiable => ("unsatisfiable", None),
            Answer::Unknown => ("unknown", None),
        };
        let proof = self.proof.as_deref().filter(|_| result == "unsatisfiable");
        let document = Document {
            file: name(&self.file),
            variables: formula.variables(),
            clauses: formula.clauses().count(),
            result,
            model: model.map(|model| literals(formula.variables(), model).collect()),
            failed_assumptions: failed,
            proof: proof.map(name),
        };
        document::line("sat", document)
    }

    fn read(&self) -> Result<Cnf> {
        let input = decompress(output::input(&self.file)?).with_context(|| name(&self.file))?;
        // No comment is kept: none has a line end in it.
        let mut reader = CnfReader::new(input, &name(&self.file), "\n")?;
        let mut formula = Cnf::default();
        formula.new_vars(reader.header().variables);
        let mut clause = Vec::new();
        while reader.next_clause(&mut clause)? {
            formula.clause(&clause);
        }
        Ok(formula)
    }

    fn assumptions(&self, variables: u32) -> Result<Vec<Lit>> {
        let text = self.assume.as_deref().unwrap_or_default();
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let literal = |word: &str| {
            let lit = word.parse().ok().and_then(Lit::from_dimacs);
            let lit = lit.filter(|lit| lit.var().number() <= variables);
            lit.with_context(|| {
                format!("--assume {word}: the literals of this formula are ±1 to ±{variables}")
            })
        };
        words.map(literal).collect()
    }

    /// Solves, and writes the proof if there is no model.
    fn prove(&self, formula: &Cnf, path: &Path, limits: Limits) -> Result<Answer> {
        ensure!(
            path != Path::new("-"),
            "--proof -: the answer goes to standard output, so name a file for the proof"
        );
        let real = |path: &Path| fs::canonicalize(path).ok();
        if real(path).is_some_and(|path| real(&self.file) == Some(path)) {
            bail!(
                "{}: the proof would overwrite the formula: name another file",
                path.display()
            );
        }
        let file = Compressor::for_name(path, Output::open(Some(path))?);
        let file = file.with_context(|| path.display().to_string())?;
        let written = proof_file::solve(formula, file, self.proof_format, limits);
        let (answer, file) = written.with_context(|| path.display().to_string())?;
        if answer == Answer::Unsatisfiable {
            let finish = || file.finish()?.finish();
            finish().with_context(|| path.display().to_string())?;
        }
        Ok(answer)
    }
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Document {
    file: String,
    variables: u32,
    clauses: usize,
    result: &'static str,
    model: Option<Vec<i32>>,
    failed_assumptions: Option<Vec<i32>>,
    proof: Option<String>,
}

fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

/// A literal a variable; what a model leaves open is false.
fn literals(variables: u32, model: &Model) -> impl Iterator<Item = i32> {
    (1..=variables).filter_map(Var::new).map(|var| {
        let is_true = model.value(var) == Some(true);
        if is_true { var.pos() } else { var.neg() }.to_dimacs()
    })
}

/// Prints the answer as the SAT competitions want it.
fn print(formula: &Cnf, answer: &Answer, comment: Option<&str>) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if let Some(comment) = comment {
        writeln!(out, "c {comment}")?;
    }
    match answer {
        Answer::Satisfiable(model) => {
            writeln!(out, "s SATISFIABLE")?;
            values(&mut out, formula.variables(), model)?;
        }
        Answer::Unsatisfiable => writeln!(out, "s UNSATISFIABLE")?,
        Answer::Unknown => writeln!(out, "s UNKNOWN")?,
    }
    out.flush()
}

/// Lines of less than 80 characters.
fn values(out: &mut impl Write, variables: u32, model: &Model) -> io::Result<()> {
    const WIDTH: usize = 78;
    let mut line = "v".to_string();
    for number in literals(variables, model).chain([0]) {
        let number = number.to_string();
        if line.len() + 1 + number.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line += " ";
        line += &number;
    }
    writeln!(out, "{line}")
}
