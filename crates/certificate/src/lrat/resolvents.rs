//! RAT lemmas: every resolvent on the first literal is refuted.

use super::{Checker, NOT_REFUTED, missing};
use crate::base::text::counted;
use std::collections::{HashMap, HashSet};

impl Checker {
    /// Checks that the lemma is RAT in this literal. The negation of the lemma is assigned.
    pub(super) fn check_resolvents(
        &mut self,
        pivot: i32,
        of_resolvents: &[i64],
    ) -> Result<(), String> {
        let needed = self.occurrences(-pivot);
        if of_resolvents.is_empty() && needed > 0 {
            return Err(NOT_REFUTED.into());
        }
        let mut seen = HashSet::new();
        for resolvent in of_resolvents.chunk_by(|_, &next| next > 0) {
            if !seen.insert(resolvent[0]) {
                let id = resolvent[0].unsigned_abs();
                return Err(format!("clause {id} is resolved with twice"));
            }
            self.resolvent(pivot, resolvent)?;
        }
        if seen.len() as u64 == needed {
            Ok(())
        } else {
            Err(format!(
                "{} with the literal {}, and there are hints for {}",
                counted(needed, "clause"),
                -pivot,
                seen.len()
            ))
        }
    }

    /// Checks that these hints refute the resolvent of the lemma with the clause named by the first
    /// hint, negated.
    fn resolvent(&mut self, pivot: i32, hints: &[i64]) -> Result<(), String> {
        let id = hints[0].unsigned_abs();
        let clause = self.clauses.get(&id).ok_or_else(|| missing(id))?.clone();
        if !clause.contains(&-pivot) {
            return Err(format!("clause {id} does not have the literal {}", -pivot));
        }
        let others = clause.iter().filter(|&&lit| lit != -pivot);
        let before = self.assigned.len();
        let mut is_refuted = false;
        for &lit in others {
            match self.value(lit) {
                1 => is_refuted = true,
                0 => self.assign(-lit),
                _ => {}
            }
        }
        if is_refuted && hints.len() > 1 {
            return Err(format!("the resolvent with clause {id} needs no hints"));
        }
        if !is_refuted && !self.refuted_by(&hints[1..])? {
            return Err(format!(
                "the hints do not refute the resolvent with clause {id}"
            ));
        }
        self.undo(before);
        Ok(())
    }

    pub(super) fn forget(&mut self, clause: &[i32]) {
        let Some(occurrences) = &mut self.occurrences else {
            return;
        };
        for lit in clause {
            if let Some(count) = occurrences.get_mut(lit) {
                *count -= 1;
            }
        }
    }

    /// Returns the number of clauses that contain this literal.
    fn occurrences(&mut self, lit: i32) -> u64 {
        let clauses = &self.clauses;
        let occurrences = self.occurrences.get_or_insert_with(|| {
            let mut occurrences = HashMap::new();
            for &lit in clauses.values().flatten() {
                *occurrences.entry(lit).or_default() += 1;
            }
            occurrences
        });
        occurrences.get(&lit).copied().unwrap_or(0)
    }
}
