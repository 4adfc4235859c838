//! What is written beside the clauses: the map, comments, the title of a formula in words.

use super::Args;
use super::write::write_text;
use crate::cli::shared::destination::distinct;
use anyhow::{Result, ensure};
use knightsat::check;
use knightsat::encoding::Formula;
use knightsat::encoding::formula_spec::FormulaSpec;

impl Args {
    /// Writes what the variables mean, if that is asked for.
    pub fn write_map(&self, spec: &FormulaSpec, formula: &Formula) -> Result<()> {
        let Some(map) = self.map.as_deref() else {
            return Ok(());
        };
        distinct(&[("-o", self.output.as_deref()), ("--map", Some(map))])?;
        let text = check::map::write(&formula.meaning(), &spec.place);
        write_text(Some(map), &text)
    }

    /// The comments that the file begins with.
    pub fn comments(&self, spec: &FormulaSpec, formula: &Formula) -> Result<Vec<String>> {
        let mut comments = spec.formula_comments(formula);
        ensure!(
            formula.is_exact() || !self.count_projected,
            "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
        );
        if self.count_projected {
            comments.extend(spec.projection_comments(formula));
        }
        Ok(comments)
    }
}
