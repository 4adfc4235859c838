//! varisat and its proofs.

use crate::cli::shared::*;
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::cnf::Clauses;
use knightsat::solver::incremental::{Assuming, Incremental};
use knightsat::solver::portfolio::check_model;
use knightsat::solver::refute::refute;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// The destination of a proof.
pub type ProofFile = Compressor<Output>;

/// Loads the formula and decides it; checks a model. Returns the failed assumptions too.
pub fn load(
    formula: &Cnf,
    solver: &mut Varisat,
    assumptions: &[Lit],
) -> Result<(Answer, Vec<Lit>)> {
    formula.write(solver);
    let (answer, failed) = match solver.solve_assuming(assumptions)? {
        Assuming::Satisfiable(model) => (Answer::Satisfiable(model), Vec::new()),
        Assuming::Failed(failed) => (Answer::Unsatisfiable, failed),
        Assuming::Unknown => (Answer::Unknown, Vec::new()),
    };
    check(formula, &answer)?;
    if let Answer::Satisfiable(model) = &answer {
        ensure!(
            assumptions.iter().all(|&lit| model.satisfies(lit)),
            "varisat returned a model that violates an assumption"
        );
    }
    Ok((answer, failed))
}

fn check(formula: &Cnf, answer: &Answer) -> Result<()> {
    if let Answer::Satisfiable(model) = answer
        && let Err(what) = check_model(formula, model)
    {
        bail!("varisat {what}");
    }
    Ok(())
}

/// Solves, and writes a proof to `file`, which is complete if the formula is unsatisfiable. Returns
/// the unfinished file.
pub fn lrat(formula: &Cnf, mut file: ProofFile, limits: Limits) -> Result<(Answer, ProofFile)> {
    let mut buffered = io::BufWriter::with_capacity(1 << 16, &mut file);
    let answer = refute(formula, &limits.stop, &mut buffered, io::sink())?;
    drop(buffered);
    check(formula, &answer)?;
    Ok((answer, file))
}

/// Solves like [`lrat`], and writes a DRAT proof.
pub fn drat(
    formula: &Cnf,
    file: ProofFile,
    limits: Limits,
    is_binary: bool,
) -> Result<(Answer, ProofFile)> {
    let step_end = if is_binary { 0 } else { b'\n' };
    let last = [step_end; 3];
    let shared = Rc::new(RefCell::new(Ending { file, last }));
    let mut solver = Varisat::proving(limits, Box::new(Shared(shared.clone())), is_binary);
    let (answer, _) = load(formula, &mut solver, &[])?;
    drop(solver);
    let ending = Rc::into_inner(shared);
    let ending = ending.context("the proof writer is still shared: please report this")?;
    let Ending { mut file, last } = ending.into_inner();
    if answer == Answer::Unsatisfiable {
        // varisat omits the empty clause if the formula is trivially contradictory.
        let empty = if is_binary { *b"a\0" } else { *b"0\n" };
        if last != [step_end, empty[0], empty[1]] {
            file.write_all(&empty)?;
        }
    }
    Ok((answer, file))
}

/// A file and its last bytes; initially those of a complete step.
struct Ending {
    file: ProofFile,
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
