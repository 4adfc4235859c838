//! Lemmas that are known beforehand, as a proof.

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
