//! Who is at fault if a model is none, or no tour.

use super::Args;
use crate::cli::shared::path::name;
use anyhow::anyhow;
use knightsat::cnf::{Lit, Model};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{FormulaError, literals};

impl Args {
    /// The model leaves this clause without a true literal.
    pub fn no_model(
        &self,
        model: &Model,
        variables: u32,
        number: u64,
        clause: &[Lit],
    ) -> anyhow::Error {
        let is_open = clause.iter().any(|lit| model.value(lit.var()).is_none());
        let missing = model.missing(variables).filter(|_| is_open);
        let why = match missing {
            Some(missing) => {
                format!("{missing}, and without them clause {number} is not satisfied")
            }
            None => format!("it violates clause {number}"),
        };
        let numbers: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
        anyhow!(
            "{}: no model of {}: {why}: {}",
            name(&self.result),
            name(&self.file),
            literals(&numbers)
        )
    }

    /// The model satisfies the file and is no tour: the file is at fault, or what it is taken for.
    pub fn blame(&self, spec: &FormulaSpec, error: FormulaError) -> anyhow::Error {
        if let FormulaError::Cycles { .. } = error {
            return anyhow::Error::new(error).context(name(&self.result));
        }
        let error = match error {
            FormulaError::NoTour(why) => {
                FormulaError::NoTour(why.with_names(|v| spec.place.name(v)))
            }
            other => other,
        };
        match self.hint(spec) {
            Some(hint) => anyhow!(
                "{}: the result satisfies every clause, but is no tour in the numbering of our formula \
                 of the {}: {error}; {hint}",
                name(&self.file),
                spec.place.tour(spec.tour.kind)
            ),
            None => anyhow::Error::new(error).context(self.misnamed(spec)),
        }
    }

    /// Returns how to name the numbering of a formula that does not describe itself.
    pub fn hint(&self, spec: &FormulaSpec) -> Option<String> {
        let is_named = self.board.is_some() || self.graph.is_some();
        is_named.then(|| {
            let squares = spec.place.len();
            format!("if the formula has a numbering of its own, name it, as in --map '(i-1)*{squares}+v'")
        })
    }

    /// Who is at fault if a model is no tour.
    pub fn misnamed(&self, spec: &FormulaSpec) -> String {
        format!(
            "{}: the result satisfies every clause, so this is not the formula of the {}",
            name(&self.file),
            spec.place.tour(spec.tour.kind)
        )
    }
}
