//! Proofs from lemmas that are known beforehand.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_solver::derive::{Step, derive};
//! use knightsat_solver::base::stop::Stop;
//!
//! // Every clause over two variables, so that first 1 follows, then nothing is left.
//! let mut formula = Cnf::default();
//! let [a, b] = [formula.new_var(), formula.new_var()];
//! for clause in [[a.pos(), b.pos()], [a.pos(), b.neg()], [a.neg(), b.pos()], [a.neg(), b.neg()]] {
//!     formula.clause(&clause);
//! }
//! let (mut lrat, mut drat) = (Vec::new(), Vec::new());
//! let steps = [Step::Lemma(vec![1])];
//! assert!(derive(&formula, steps, &Stop::default(), &mut lrat, &mut drat)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::elaborate::Elaborator;
use crate::base::stop::Stop;
use knightsat_cnf::sink::Cnf;
use std::io::{self, Write};

/// A step of such a proof.
pub enum Step {
    /// A clause that follows by unit propagation.
    Lemma(Vec<i32>),
    /// Clauses that define a fresh variable, whose literal is first in each. The clauses with the
    /// positive literal precede those with the negative one.
    Definition(Vec<Vec<i32>>),
}

/// Derives the steps in order and writes them as LRAT and DRAT up to the empty clause. Returns
/// `false` if they do not lead to the empty clause.
pub fn derive(
    formula: &Cnf,
    steps: impl IntoIterator<Item = Step>,
    stop: &Stop,
    lrat: impl Write,
    drat: impl Write,
) -> io::Result<bool> {
    let mut elaborator = Elaborator::new(formula, lrat, drat)?;
    for step in steps {
        stop.check().map_err(io::Error::other)?;
        match step {
            Step::Lemma(lits) if !elaborator.lemma(&lits)? => return Ok(false),
            Step::Lemma(_) => {}
            Step::Definition(clauses) => elaborator.define(&clauses)?,
        }
    }
    elaborator.flush()?;
    Ok(elaborator.is_refuted())
}
