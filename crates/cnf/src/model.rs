//! Models, and the answers of solvers.

use crate::{Lit, Var};
use thiserror::Error;

/// A literal that is listed with its negation.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("variable {} is both true and false", .0.var().number())]
pub struct Contradiction(pub Lit);

/// A truth assignment, perhaps partial: solvers may omit irrelevant variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Indexed by variable number: 0 unassigned, 1 true, 2 false.
    values: Vec<u8>,
}

impl Model {
    /// Returns the assignment that makes these literals true, unless a literal and its negation are
    /// listed.
    ///
    /// It takes one byte a variable, up to the largest one listed.
    pub fn from_lits(lits: &[Lit]) -> Result<Model, Contradiction> {
        let largest = lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0);
        // Zeroed memory is mapped lazily, so one huge number costs address space only.
        let mut values = vec![0_u8; largest as usize + 1];
        for &lit in lits {
            let value = if lit.is_positive() { 1 } else { 2 };
            let slot = &mut values[lit.var().number() as usize];
            if *slot != 0 && *slot != value {
                return Err(Contradiction(lit));
            }
            *slot = value;
        }
        Ok(Model { values })
    }

    /// Returns the value of a variable; `None` if it is unassigned.
    pub fn value(&self, var: Var) -> Option<bool> {
        match self.values.get(var.number() as usize) {
            Some(1) => Some(true),
            Some(2) => Some(false),
            _ => None,
        }
    }

    /// Returns the literals that are true, in the order of their variables.
    pub fn lits(&self) -> impl Iterator<Item = Lit> {
        let values = (1..).zip(self.values.iter().skip(1));
        values.filter_map(|(number, &value)| match value {
            1 => Lit::from_dimacs(number),
            2 => Lit::from_dimacs(-number),
            _ => None,
        })
    }

    /// Names those of the first `variables` variables that have no value; `None` if all have one.
    pub fn missing(&self, variables: u32) -> Option<String> {
        const SHOWN: usize = 8;
        let all = (1..=variables).filter_map(Var::new);
        let mut open = all.filter(|&var| self.value(var).is_none());
        let first = open.by_ref().take(SHOWN);
        let shown: Vec<String> = first.map(|var| var.number().to_string()).collect();
        let names = shown.join(", ");
        match (shown.len(), open.count()) {
            (0, _) => None,
            (1, _) => Some(format!("variable {names} has no value")),
            (_, 0) => Some(format!("variables {names} have no value")),
            (_, more) => Some(format!("variables {names} and {more} more have no value")),
        }
    }

    /// Returns true if the literal is assigned and true.
    pub fn satisfies(&self, lit: Lit) -> bool {
        self.value(lit.var()) == Some(lit.is_positive())
    }
}

/// The answer of a solver; `M` is the stored model, or `()` if the model is not needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<M = Model> {
    /// A model.
    Satisfiable(M),
    /// The formula has no model.
    Unsatisfiable,
    /// Undecided within the limits.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        let lit = |&number| Lit::from_dimacs(number).unwrap();
        numbers.iter().map(lit).collect()
    }

    #[test]
    fn what_is_open_is_named() {
        let model = Model::from_lits(&lits(&[1, -3])).unwrap();
        let value = |number| model.value(Var::new(number).unwrap());
        assert_eq!(
            [1, 2, 3, 4].map(value),
            [Some(true), None, Some(false), None]
        );
        assert!(!model.satisfies(lits(&[2])[0]) && !model.satisfies(lits(&[-2])[0]));
        assert_eq!(model.missing(1), None);
        assert_eq!(model.missing(3).unwrap(), "variable 2 has no value");
        assert_eq!(model.missing(4).unwrap(), "variables 2, 4 have no value");
        let many = "variables 2, 4, 5, 6, 7, 8, 9, 10 and 90 more have no value";
        assert_eq!(model.missing(100).unwrap(), many);
    }

    #[test]
    fn a_model_refuses_both_polarities() {
        let error = Model::from_lits(&lits(&[5, -5])).unwrap_err();
        assert_eq!(error.to_string(), "variable 5 is both true and false");
        assert!(Model::from_lits(&lits(&[5, 5])).is_ok());
    }
}
