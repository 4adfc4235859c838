//! The command `sat`: a solver for any formula in DIMACS, with proofs.

mod trace;

use crate::cli::shared::number::named;
use crate::cli::shared::output::{self, Output, document_name, name, takes_stdout};
use crate::cli::shared::process::{self, TimeArgs, backstop};
use crate::cli::shared::report::{Exit, Format, Line, delivered, json_line, print};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use knightsat::cnf::Clauses;
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::cnf::dimacs::read::{CnfReader, Comment, Header};
use knightsat::prelude::{Answer, ClauseSink, Cnf, Incremental, Limits, Model, Stop, Var, Varisat};
use knightsat_base::text::counted;
use knightsat_solver::portfolio::check_model;
use knightsat_solver::refute::refute;
use knightsat_steps::Strategy;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

const TIMEOUT: &str = "Give up after this many seconds (s UNKNOWN, exit code 0)";

/// Decide any formula in DIMACS, as in the SAT competitions
///
/// Runs varisat, and prints an s line and v lines. Checks a model against every clause before
/// printing it, and every step of a refutation during the search.
///
/// $ knightsat encode 4x4 -o t.cnf; knightsat sat t.cnf --proof t.drat
/// # a refutation, and its proof
///
/// $ knightsat encode 4x4 -o t.cnf; knightsat sat t.cnf --trace - --steps 100
/// # the first steps of a small solver, to be read
///
/// 10: satisfiable
///
/// 20: unsatisfiable
///
/// 0: unknown: out of time
///
/// 2: usage, input or output, or a solver at fault
#[derive(Clone, Debug, clap::Args)]
#[command(mut_arg("timeout", |timeout| timeout.help(TIMEOUT)))]
pub struct Args {
    /// The formula in DIMACS, plain or compressed with gzip, zstd or xz; - for standard input
    file: PathBuf,
    /// Write a proof to this file if there is no model
    ///
    /// The file appears complete or not at all, compressed if its name ends in .gz, .zst or .xz.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The proof's format
    #[arg(long, value_enum, default_value_t, requires = "proof")]
    proof_format: ProofFormat,
    /// Write the steps of a small solver to this file, in lines of JSON; - for comments before the
    /// answer
    ///
    /// The steps are decisions, propagations, conflicts, learnt clauses, backjumps and restarts.
    /// Comments contain names such as x[2][c2], if comments of the formula name its variables. A
    /// model is checked, and varisat must confirm a refutation. The file appears complete or not at
    /// all, compressed if its name ends in .gz, .zst or .xz.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    trace: Option<PathBuf>,
    /// The level of the small solver
    ///
    /// The solver propagates units; with dpll it also decides, and flips a decision after a
    /// conflict; with cdcl it also learns clauses, jumps back and restarts.
    #[arg(long, value_parser = named(Strategy::ALL.map(|level| (level.name(), level))), default_value = "cdcl", requires = "trace")]
    level: Strategy,
    /// End the trace after this many steps
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "trace")]
    steps: u64,
    #[command(flatten)]
    time: TimeArgs,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Formats of proofs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ProofFormat {
    /// DRAT as text
    #[default]
    Drat,
    /// LRAT: DRAT with hints, for simple checkers
    Lrat,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct SatDocument {
    file: String,
    variables: Option<u32>,
    clauses: Option<u64>,
    result: &'static str,
    model: Option<Vec<i32>>,
    proof: Option<String>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = self.time.stop()?;
        let header = Arc::new(OnceLock::new());
        let (args, known) = (self.clone(), header.clone());
        let backstop = backstop(&stop, move |_| {
            let _ = args.report(known.get(), &Answer::Unknown);
            Exit::Good
        })?;
        let answer = match self.read(&header, &stop) {
            Err(error) if process::stopped(&error).is_some() => Answer::Unknown,
            read => {
                let (formula, comments) = read?;
                self.answer(&formula, &comments, stop.into())?
            }
        };
        drop(backstop);
        self.report(header.get(), &answer)?;
        Ok(match answer {
            Answer::Satisfiable(_) => Exit::Satisfiable,
            Answer::Unsatisfiable => Exit::Unsatisfiable,
            Answer::Unknown => Exit::Good,
        })
    }

    /// Reads the formula, unless `stop` is over first. Passes the header on as soon as it is known.
    fn read(&self, header: &OnceLock<Header>, stop: &Stop) -> Result<(Cnf, Vec<Comment>)> {
        let input = output::decompressed(&self.file, stop)?;
        // Without a trace no comment is kept, since none contains a line end.
        let kept = if self.trace.is_some() { "" } else { "\n" };
        let mut reader = CnfReader::new(input, &name(&self.file), kept)?;
        let mut formula = Cnf::default();
        let _ = header.set(reader.header());
        formula.new_vars(reader.header().variables);
        let mut clause = Vec::new();
        let mut watch = stop.watch(1 << 12);
        while reader.next_clause(&mut clause)? {
            watch.check()?;
            formula.clause(&clause);
        }
        Ok((formula, reader.comments().to_vec()))
    }

    /// Returns the answer of varisat or of the small solver, whose model is checked. varisat must
    /// confirm a refutation.
    fn answer(&self, formula: &Cnf, comments: &[Comment], limits: Limits) -> Result<Answer> {
        let (who, answer) = match &self.trace {
            Some(path) => {
                let answer = self.trace((formula, comments), path, &limits.stop)?;
                ("the small solver", answer)
            }
            None => ("varisat", self.decide(formula, limits.clone())?),
        };
        match &answer {
            Answer::Satisfiable(model) => {
                check_model(formula, model).map_err(|what| anyhow!("{who} {what}"))?;
            }
            Answer::Unsatisfiable if self.trace.is_some() => {
                let confirmed = self.decide(formula, limits)?;
                ensure!(
                    !matches!(confirmed, Answer::Satisfiable(_)),
                    "the trace ends with unsatisfiable, but varisat has a model: please report this"
                );
                return Ok(confirmed);
            }
            _ => {}
        }
        Ok(answer)
    }

    /// Returns the answer of varisat, and writes the proof.
    fn decide(&self, formula: &Cnf, limits: Limits) -> Result<Answer> {
        let variables = counted(formula.variables(), "variable");
        let clauses = counted(formula.len(), "clause");
        let _line = Line::new(&format!("varisat is solving {variables}, {clauses}"));
        if let Some(path) = &self.proof {
            return self.prove(formula, path, &limits.stop);
        }
        let mut solver = Varisat::checked(limits);
        formula.write(&mut solver);
        Ok(solver.solve()?)
    }

    /// Writes the steps of the small solver.
    fn trace(&self, formula: (&Cnf, &[Comment]), path: &Path, stop: &Stop) -> Result<Answer> {
        let is_text = takes_stdout(path);
        if is_text && self.format == Format::Json {
            bail!(
                "--trace {}: the JSON document goes to standard output, so name a file for the trace",
                path.display()
            );
        }
        self.spare_formula(path, "trace")?;
        let mut answer = Answer::Unknown;
        output::write_file(path, stop, |output| {
            let mut out = io::BufWriter::with_capacity(1 << 16, output);
            answer = self.steps(formula, stop, is_text, &mut out)?;
            out.flush()
        })?;
        Ok(answer)
    }

    /// Fails if an output would overwrite the formula.
    fn spare_formula(&self, path: &Path, what: &str) -> Result<()> {
        let real = |path: &Path| fs::canonicalize(path).ok();
        if real(path).is_some_and(|path| real(&self.file) == Some(path)) {
            let name = path.display();
            bail!("{name}: the {what} would overwrite the formula: name another file");
        }
        Ok(())
    }

    /// Solves, and writes the proof if there is no model.
    fn prove(&self, formula: &Cnf, path: &Path, stop: &Stop) -> Result<Answer> {
        if takes_stdout(path) {
            bail!(
                "--proof {}: the answer goes to standard output, so name a file for the proof",
                path.display()
            );
        }
        let name = || path.display().to_string();
        self.spare_formula(path, "proof")?;
        let output = Output::open(path, stop)?;
        let mut file = Compressor::for_name(path, output).with_context(name)?;
        let mut out = io::BufWriter::with_capacity(1 << 16, &mut file);
        let refuted = match self.proof_format {
            ProofFormat::Lrat => refute(formula, stop, &mut out, io::sink()),
            ProofFormat::Drat => refute(formula, stop, io::sink(), &mut out),
        };
        let answer = refuted.with_context(name)?;
        drop(out);
        if answer == Answer::Unsatisfiable {
            let finish = || file.finish()?.finish();
            finish().with_context(name)?;
        }
        Ok(answer)
    }

    /// Prints the answer in the format of the SAT competitions, or as JSON.
    fn report(&self, header: Option<&Header>, answer: &Answer) -> Result<()> {
        let (result, model) = match answer {
            Answer::Satisfiable(model) => ("satisfiable", Some(model)),
            Answer::Unsatisfiable => ("unsatisfiable", None),
            Answer::Unknown => ("unknown", None),
        };
        let variables = header.map(|header| header.variables);
        let values = model.map(|model| literals(variables.unwrap_or(0), model));
        if self.format == Format::Json {
            let is_refuted = *answer == Answer::Unsatisfiable;
            let proof = self.proof.as_deref().filter(|_| is_refuted);
            let document = SatDocument {
                file: document_name(&self.file),
                variables,
                clauses: header.map(|header| header.clauses),
                result,
                model: values.map(Iterator::collect),
                proof: proof.map(document_name),
            };
            return print(&json_line("sat", document)?);
        }
        let write = || {
            let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout());
            if self.trace.is_some() && *answer == Answer::Unknown {
                writeln!(out, "c the steps of the trace leave the answer open")?;
            }
            if self.proof.is_some() && *answer != Answer::Unsatisfiable {
                writeln!(out, "c no proof is written: the formula is not refuted")?;
            }
            writeln!(out, "s {}", result.to_uppercase())?;
            if let Some(values) = values {
                write_values(&mut out, values)?;
            }
            out.flush()
        };
        delivered(write())
    }
}

/// Returns a literal for each variable; unassigned ones are false.
fn literals(variables: u32, model: &Model) -> impl Iterator<Item = i32> {
    (1..=variables).filter_map(Var::new).map(|var| {
        let is_true = model.value(var) == Some(true);
        if is_true { var.pos() } else { var.neg() }.to_dimacs()
    })
}

/// Lines of less than 80 characters.
fn write_values(out: &mut impl Write, values: impl Iterator<Item = i32>) -> io::Result<()> {
    const WIDTH: usize = 78;
    let mut line = "v".to_string();
    for number in values.chain([0]) {
        let text = number.to_string();
        if line.len() + 1 + text.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line += " ";
        line += &text;
    }
    writeln!(out, "{line}")
}
