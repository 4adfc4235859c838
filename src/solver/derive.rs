//! Lemmas that are known beforehand, as a proof.
//!
//! ```
//! use knightsat::cnf::sink::{ClauseSink, Cnf};
//! use knightsat::solver::derive::derive;
//! use knightsat::stop::Stop;
//!
//! // Every clause over two variables, so that first 1 follows, then nothing is left.
//! let mut formula = Cnf::default();
//! let [a, b] = [formula.new_var(), formula.new_var()];
//! for clause in [[a.pos(), b.pos()], [a.pos(), b.neg()], [a.neg(), b.pos()], [a.neg(), b.neg()]] {
//!     formula.clause(&clause);
//! }
//! let (mut lrat, mut drat) = (Vec::new(), Vec::new());
//! assert!(derive(&formula, [vec![1]], &Stop::default(), &mut lrat, &mut drat)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::elaborate::Elaborator;
use crate::cnf::sink::Cnf;
use crate::stop::Stop;
use std::io::{self, Write};

/// Derives the lemmas one after the other by unit propagation, and writes them as LRAT and DRAT up to the
/// empty clause; `false` if they do not lead there.
pub fn derive(
    formula: &Cnf,
    lemmas: impl IntoIterator<Item = Vec<i32>>,
    stop: &Stop,
    lrat: impl Write,
    drat: impl Write,
) -> io::Result<bool> {
    let mut elaborator = Elaborator::new(formula, lrat, drat)?;
    for lemma in lemmas {
        stop.check().map_err(io::Error::other)?;
        if !elaborator.lemma(&lemma)? {
            return Ok(false);
        }
    }
    elaborator.flush()?;
    Ok(elaborator.is_refuted())
}
