//! Solving with varisat while a proof is written.

use crate::cli::shared::output::Output;
use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Answer, Lit};
use knightsat::solver::portfolio::check_model;
use knightsat::solver::refute::refute;
use knightsat::solver::varisat::{Limits, Varisat};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Formats of proofs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProofFormat {
    /// DRAT as text
    #[default]
    Drat,
    /// DRAT in binary, a third of the size
    BinaryDrat,
    /// LRAT: DRAT with hints, for simple checkers; a satisfiable formula is solved twice
    Lrat,
}

/// Where a proof goes.
pub type ProofFile = Compressor<Output>;

/// Solves, and writes a proof to `file`, which is one if the formula is unsatisfiable, and given back
/// unfinished.
pub fn solve(
    formula: &Cnf,
    file: ProofFile,
    format: ProofFormat,
    limits: Limits,
) -> Result<(Answer, ProofFile)> {
    match format {
        ProofFormat::Lrat => lrat(formula, file, limits),
        ProofFormat::Drat => drat(formula, file, limits, false),
        ProofFormat::BinaryDrat => drat(formula, file, limits, true),
    }
}

/// Loads the formula and decides it; a model is checked.
pub fn load(formula: &Cnf, solver: &mut Varisat, assumptions: &[Lit]) -> Result<Answer> {
    solver.new_vars(formula.variables());
    for clause in formula.clauses() {
        solver.clause(clause);
    }
    if !assumptions.is_empty() {
        solver.assume(assumptions);
    }
    let answer = solver.solve()?;
    if let Answer::Satisfiable(model) = &answer {
        if let Err(what) = check_model(formula, model) {
            bail!("varisat {what}");
        }
        let broken = assumptions.iter().find(|&&lit| !model.satisfies(lit));
        ensure!(
            broken.is_none(),
            "varisat returned a model that violates an assumption"
        );
    }
    Ok(answer)
}

fn lrat(formula: &Cnf, mut file: ProofFile, limits: Limits) -> Result<(Answer, ProofFile)> {
    let mut buffered = io::BufWriter::with_capacity(1 << 16, &mut file);
    let refuted = refute(formula, &limits.stop, &mut buffered, io::sink())?;
    drop(buffered);
    if let Answer::Satisfiable(model) = &refuted
        && let Err(what) = check_model(formula, model)
    {
        bail!("varisat {what}");
    }
    Ok((refuted, file))
}

fn drat(
    formula: &Cnf,
    file: ProofFile,
    limits: Limits,
    is_binary: bool,
) -> Result<(Answer, ProofFile)> {
    let step_end = if is_binary { 0 } else { b'\n' };
    let last = [step_end; 3];
    let shared = Rc::new(RefCell::new(Ending { file, last }));
    let mut solver = Varisat::proving(limits, Box::new(Shared(shared.clone())), is_binary);
    let answer = load(formula, &mut solver, &[])?;
    drop(solver);
    let Some(ending) = Rc::into_inner(shared) else {
        bail!("varisat has not let go of the proof: please report this");
    };
    let Ending { mut file, last } = ending.into_inner();
    if answer == Answer::Unsatisfiable {
        // varisat leaves the empty clause out where the formula contradicts itself right away.
        let empty = if is_binary { *b"a\0" } else { *b"0\n" };
        if last != [step_end, empty[0], empty[1]] {
            file.write_all(&empty)?;
        }
    }
    Ok((answer, file))
}

/// A file and the last bytes written to it; at first as if a step had ended.
struct Ending {
    file: ProofFile,
    last: [u8; 3],
}

/// The solver's hold on the file of the proof.
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
