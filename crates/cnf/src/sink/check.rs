//! The check of a model.

use super::ClauseSink;
use crate::{Lit, Model, Vars};

/// Checks a model against every clause and keeps the first unsatisfied one.
#[derive(Debug)]
pub struct ModelCheck<'m> {
    model: &'m Model,
    variables: u32,
    clauses: u64,
    violated: Option<(u64, Vec<Lit>)>,
}

impl<'m> ModelCheck<'m> {
    /// Checks `model`.
    pub fn new(model: &'m Model) -> Self {
        ModelCheck {
            model,
            variables: 0,
            clauses: 0,
            violated: None,
        }
    }

    /// Returns the first clause without a true literal, with its number from 1.
    pub fn violated(&self) -> Option<(u64, &[Lit])> {
        let (number, lits) = self.violated.as_ref()?;
        Some((*number, lits))
    }
}

impl ClauseSink for ModelCheck<'_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.variables, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        if self.violated.is_none() && !lits.iter().any(|&lit| self.model.satisfies(lit)) {
            self.violated = Some((self.clauses, lits.to_vec()));
        }
    }

    fn is_done(&self) -> bool {
        self.violated.is_some()
    }
}
