//! The formula and the assumptions.

use super::Args;
use crate::cli::shared::output;
use crate::cli::shared::path::name;
use anyhow::{Context, Result};
use knightsat::cnf::Lit;
use knightsat::cnf::dimacs::read::{CnfReader, Header};
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::stop::Stop;
use std::sync::OnceLock;

impl Args {
    /// The formula, unless it is over before it is read. The header is told as soon as it is known.
    pub fn read(&self, header: &OnceLock<Header>, stop: &Stop) -> Result<Option<Cnf>> {
        let input = output::decompressed(&self.file, stop)?;
        // No comment is kept: none has a line end in it.
        let mut reader = CnfReader::new(input, &name(&self.file), "\n")?;
        let mut formula = Cnf::default();
        let _ = header.set(reader.header());
        formula.new_vars(reader.header().variables);
        let mut clause = Vec::new();
        let mut watch = stop.watch(1 << 12);
        while reader.next_clause(&mut clause)? {
            if watch.is_over() {
                return Ok(None);
            }
            formula.clause(&clause);
        }
        Ok(Some(formula))
    }

    pub fn assumptions(&self, variables: u32) -> Result<Vec<Lit>> {
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
}
