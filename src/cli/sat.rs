//! The command `sat`: a solver for any formula in DIMACS, with proofs.

mod trace;

use crate::cli::shared::output::{self, Output, document_name, name, takes_stdout};
use crate::cli::shared::process::{self, backstop};
use crate::cli::shared::report::{Exit, Format, Line, STDOUT, Stdout, delivered, json_line, print};
use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use itertools::Itertools;
use knightsat::cnf::Clauses;
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::cnf::dimacs::read::{CnfReader, Header};
use knightsat::prelude::{Answer, ClauseSink, Cnf, Limits, Lit, Model, Stop, Var, Varisat};
use knightsat::solver::incremental::{Assuming, Incremental};
use knightsat_base::text::counted;
use knightsat_solver::portfolio::check_model;
use knightsat_solver::refute::refute;
use serde::Serialize;
use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use trace::{Form, Level, Trace};

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
pub struct Args {
    /// The formula in DIMACS, plain or compressed with gzip, zstd or xz; - for standard input
    file: PathBuf,
    /// Write a proof to this file if there is no model
    ///
    /// The file appears complete or not at all, compressed if its name ends in .gz, .zst or .xz.
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
    /// If these literals exclude every model, a comment names the responsible literals.
    #[arg(
        long,
        value_name = "LITERALS",
        allow_hyphen_values = true,
        conflicts_with = "proof"
    )]
    assume: Option<String>,
    /// Write the steps of a small solver to this file, in lines of JSON; - for comments before the
    /// answer
    ///
    /// The steps are decisions, propagations, conflicts, learnt clauses, backjumps and restarts. A
    /// model is checked, and varisat must confirm a refutation. The file appears complete or not at
    /// all, compressed if its name ends in .gz, .zst or .xz.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "assume"])]
    trace: Option<PathBuf>,
    /// The level of the small solver
    #[arg(long, value_enum, default_value_t, requires = "trace")]
    level: Level,
    /// End the trace after this many steps
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "trace")]
    steps: u64,
    /// Give up after this many seconds (s UNKNOWN, exit code 0)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    timeout: Option<f64>,
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
    /// DRAT in binary, a third of the size
    BinaryDrat,
    /// LRAT: DRAT with hints, for simple checkers; a satisfiable formula is solved twice
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
    failed_assumptions: Option<Vec<i32>>,
    proof: Option<String>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = process::stop(self.timeout)?;
        let header = Arc::new(OnceLock::new());
        let (args, known) = (self.clone(), header.clone());
        let backstop = backstop(&stop, move |_| {
            let _ = args.report(known.get(), &Answer::Unknown, None);
            Exit::Good
        })?;
        let (answer, failed) = match self.read(&header, &stop) {
            Err(error) if process::stopped(&error).is_some() => (Answer::Unknown, None),
            formula => {
                let (formula, limits) = (formula?, Limits::from(stop));
                match &self.trace {
                    Some(path) => (self.trace(&formula, path, limits)?, None),
                    None => self.decide(&formula, limits)?,
                }
            }
        };
        drop(backstop);
        self.report(header.get(), &answer, failed)?;
        Ok(match answer {
            Answer::Satisfiable(_) => Exit::Satisfiable,
            Answer::Unsatisfiable => Exit::Unsatisfiable,
            Answer::Unknown => Exit::Good,
        })
    }

    /// Reads the formula, unless `stop` is over first. Passes the header on as soon as it is known.
    fn read(&self, header: &OnceLock<Header>, stop: &Stop) -> Result<Cnf> {
        let input = output::shown(&self.file, stop)?;
        // No comment is kept, since none contains a line end.
        let mut reader = CnfReader::new(input, &name(&self.file), "\n")?;
        let mut formula = Cnf::default();
        let _ = header.set(reader.header());
        formula.new_vars(reader.header().variables);
        let mut clause = Vec::new();
        let mut watch = stop.watch(1 << 12);
        while reader.next_clause(&mut clause)? {
            watch.check()?;
            formula.clause(&clause);
        }
        Ok(formula)
    }

    /// Returns the answer, and a contradictory subset of the assumptions.
    fn decide(&self, formula: &Cnf, limits: Limits) -> Result<(Answer, Option<Vec<i32>>)> {
        let assumptions = self.assumptions(formula.variables())?;
        let size = [
            counted(formula.variables(), "variable"),
            counted(formula.len(), "clause"),
        ];
        let _line = Line::new(&format!("varisat is solving {}", size.join(", ")));
        let mut failed = None;
        let answer = match &self.proof {
            Some(path) => self.prove(formula, path, limits)?,
            None => {
                let mut solver = Varisat::checked(limits);
                formula.write(&mut solver);
                match solver.solve_assuming(&assumptions)? {
                    Assuming::Satisfiable(model) => Answer::Satisfiable(model),
                    Assuming::Failed(lits) => {
                        let lits = lits.iter().map(|lit| lit.to_dimacs()).collect();
                        failed = Some(lits).filter(|_| !assumptions.is_empty());
                        Answer::Unsatisfiable
                    }
                    Assuming::Unknown => Answer::Unknown,
                }
            }
        };
        if let Answer::Satisfiable(model) = &answer {
            let checked = check_model(formula, model);
            checked.map_err(|what| anyhow!("varisat {what}"))?;
            if !assumptions.iter().all(|&lit| model.satisfies(lit)) {
                bail!("varisat returned a model that violates an assumption");
            }
        }
        Ok((answer, failed))
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

    /// Writes the steps of the small solver. Checks its model; varisat must confirm a refutation.
    fn trace(&self, formula: &Cnf, path: &Path, limits: Limits) -> Result<Answer> {
        let is_text = takes_stdout(path);
        if is_text && self.format == Format::Json {
            bail!(
                "--trace {}: the JSON document goes to standard output, so name a file for the trace",
                path.display()
            );
        }
        self.spare_formula(path, "trace")?;
        let trace = Trace {
            file: &document_name(&self.file),
            form: if is_text { Form::Text } else { Form::Json },
            level: self.level,
            steps: self.steps,
        };
        let mut answer = Answer::Unknown;
        if is_text {
            let mut out = io::BufWriter::with_capacity(1 << 16, Stdout);
            let mut write = || {
                answer = trace.write(formula, &limits.stop, &mut out)?;
                out.flush()
            };
            write().context(STDOUT)?;
        } else {
            let output = Output::open(path, &limits.stop)?;
            let write = || {
                let file = Compressor::for_name(path, output)?;
                let mut out = io::BufWriter::with_capacity(1 << 16, file);
                answer = trace.write(formula, &limits.stop, &mut out)?;
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.finish()?.finish()
            };
            write().with_context(|| path.display().to_string())?;
        }
        match answer {
            Answer::Satisfiable(model) => {
                let checked = check_model(formula, &model);
                checked.map_err(|what| anyhow!("the small solver {what}"))?;
                Ok(Answer::Satisfiable(model))
            }
            Answer::Unsatisfiable => match self.decide(formula, limits)?.0 {
                Answer::Satisfiable(_) => {
                    bail!(
                        "the trace ends with unsatisfiable, but varisat has a model: please report this"
                    )
                }
                answer => Ok(answer),
            },
            Answer::Unknown => Ok(Answer::Unknown),
        }
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
    fn prove(&self, formula: &Cnf, path: &Path, limits: Limits) -> Result<Answer> {
        if takes_stdout(path) {
            bail!(
                "--proof {}: the answer goes to standard output, so name a file for the proof",
                path.display()
            );
        }
        let name = || path.display().to_string();
        self.spare_formula(path, "proof")?;
        let output = Output::open(path, &limits.stop)?;
        let file = Compressor::for_name(path, output).with_context(name)?;
        let written = match self.proof_format {
            ProofFormat::Lrat => lrat(formula, file, limits),
            ProofFormat::Drat => drat(formula, file, limits, false),
            ProofFormat::BinaryDrat => drat(formula, file, limits, true),
        };
        let (answer, file) = written.with_context(name)?;
        if answer == Answer::Unsatisfiable {
            let finish = || file.finish()?.finish();
            finish().with_context(name)?;
        }
        Ok(answer)
    }

    /// Prints the answer in the format of the SAT competitions, or as JSON.
    fn report(
        &self,
        header: Option<&Header>,
        answer: &Answer,
        failed: Option<Vec<i32>>,
    ) -> Result<()> {
        let (result, model) = match answer {
            Answer::Satisfiable(model) => ("satisfiable", Some(model)),
            Answer::Unsatisfiable => ("unsatisfiable", None),
            Answer::Unknown => ("unknown", None),
        };
        let variables = header.map(|header| header.variables);
        let values = model.map(|model| literals(variables.unwrap_or(0), model));
        if self.format == Format::Json {
            let proof = self.proof.as_deref();
            let document = SatDocument {
                file: document_name(&self.file),
                variables,
                clauses: header.map(|header| header.clauses),
                result,
                model: values.map(Iterator::collect),
                failed_assumptions: failed,
                proof: proof
                    .filter(|_| result == "unsatisfiable")
                    .map(document_name),
            };
            return print(&json_line("sat", document)?);
        }
        let write = || {
            let mut out = io::BufWriter::with_capacity(1 << 16, Stdout);
            if let Some(comment) = self.comment(answer, failed.as_deref()) {
                writeln!(out, "c {comment}")?;
            }
            writeln!(out, "s {}", result.to_uppercase())?;
            if let Some(values) = values {
                write_values(&mut out, values)?;
            }
            out.flush()
        };
        delivered(write())
    }

    /// Returns further information about the answer.
    fn comment(&self, answer: &Answer, failed: Option<&[i32]>) -> Option<String> {
        match failed {
            Some([]) => Some("unsatisfiable without the assumptions".into()),
            Some(lits) => Some(format!("failed assumptions: {} 0", lits.iter().join(" "))),
            None if self.trace.is_some() => (*answer == Answer::Unknown)
                .then(|| "the steps of the trace leave the answer open".into()),
            None => (self.proof.is_some() && *answer != Answer::Unsatisfiable)
                .then(|| "no proof is written: the formula is not refuted".into()),
        }
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

/// The answer, and the file of the proof, which is complete if the formula is unsatisfiable.
type Proved = (Answer, Compressor<Output>);

/// Solves, and writes an LRAT proof to the file.
fn lrat(formula: &Cnf, mut file: Compressor<Output>, limits: Limits) -> Result<Proved> {
    let mut buffered = io::BufWriter::with_capacity(1 << 16, &mut file);
    let answer = refute(formula, &limits.stop, &mut buffered, io::sink())?;
    drop(buffered);
    Ok((answer, file))
}

/// Solves like [`lrat`], and writes a DRAT proof.
fn drat(formula: &Cnf, file: Compressor<Output>, limits: Limits, binary: bool) -> Result<Proved> {
    let step_end = if binary { 0 } else { b'\n' };
    let last = [step_end; 3];
    let shared = Rc::new(RefCell::new(Ending { file, last }));
    let mut solver = Varisat::proving(limits, Box::new(Shared(shared.clone())), binary);
    formula.write(&mut solver);
    let answer = solver.solve()?;
    drop(solver);
    let ending = Rc::into_inner(shared);
    let ending = ending.context("the proof writer is still shared: please report this")?;
    let Ending { mut file, last } = ending.into_inner();
    if answer == Answer::Unsatisfiable {
        // varisat omits the empty clause if the formula is trivially contradictory.
        let empty = if binary { *b"a\0" } else { *b"0\n" };
        if last != [step_end, empty[0], empty[1]] {
            file.write_all(&empty)?;
        }
    }
    Ok((answer, file))
}

/// A file and its last bytes; initially those of a complete step.
struct Ending {
    file: Compressor<Output>,
    last: [u8; 3],
}

/// The solver's handle on the file of the proof.
struct Shared(Rc<RefCell<Ending>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let ending = &mut *self.0.borrow_mut();
        let count = ending.file.write(bytes)?;
        for &byte in &bytes[count.saturating_sub(3)..count] {
            ending.last.rotate_left(1);
            ending.last[2] = byte;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().file.flush()
    }
}
