//! What is written beside the clauses: the map, comments, the title of a formula in words.

use super::Args;
use super::write::write_text;
use crate::cli::shared::destination::distinct;
use anyhow::{Result, ensure};
use knightsat::check;
use knightsat::encoding::Formula;
use knightsat::encoding::recipe::Recipe;

impl Args {
    /// Writes what the variables mean, if that is asked for.
    pub fn write_map(&self, recipe: &Recipe, formula: &Formula) -> Result<()> {
        let Some(map) = self.map.as_deref() else {
            return Ok(());
        };
        distinct(&[("-o", self.output.as_deref()), ("--map", Some(map))])?;
        let text = check::map::write(&formula.meaning(), &recipe.place);
        write_text(Some(map), &text)
    }

    /// The comments that the file begins with.
    pub fn comments(&self, recipe: &Recipe, formula: &Formula) -> Result<Vec<String>> {
        let mut comments = recipe.formula_comments(formula);
        ensure!(
            formula.is_exact() || !self.count_projected,
            "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
        );
        if self.count_projected {
            comments.extend(recipe.projection_comments(formula));
        }
        Ok(comments)
    }
}

/// What the formula in words is about.
pub fn title(recipe: &Recipe) -> String {
    let tour = recipe.place.tour(recipe.tour.kind);
    let amo = match recipe.style.amo() {
        amo if amo.is_empty() => amo,
        amo => format!(" --amo {amo}"),
    };
    let name = recipe.style.name();
    format!("The {tour} as a formula, --encoding {name}{amo}")
}
