//! What the formula is about.

use super::Args;
use crate::cli::shared::path::name;
use crate::cli::shared::place;
use anyhow::{Result, bail};
use knightsat::dimacs::read::Comment;
use knightsat::encoding::Name;
use knightsat::encoding::recipe::{Recipe, RecipeError};

impl Args {
    /// By its comments, or by the options.
    pub fn recipe(&self, comments: &[Comment]) -> Result<Recipe> {
        let file = name(&self.file);
        let described = Recipe::from_comments(comments).map_err(|error| match error {
            comment @ RecipeError::Comment { .. } => anyhow::anyhow!("{file}:{comment}"),
            other => anyhow::Error::new(other).context(file.clone()),
        })?;
        let place = place::either(self.board.clone(), self.graph.as_deref())?;
        let flags = self.tour.is_given() || self.formula.any() || place.is_some();
        match (described, place) {
            (Some(_), _) if flags => {
                bail!("{file} describes itself: leave the options about its formula out")
            }
            (Some(recipe), _) => Ok(recipe),
            (None, Some(place)) => {
                let style = self.formula.style(Name::Position)?;
                Ok(Recipe::new(place, self.tour.clone(), style)?)
            }
            (None, None) => bail!(
                "{file} does not describe itself: say what it encodes, with --board 8x8 \
                 or --graph FILE and the options that encode would take, or --map"
            ),
        }
    }
}
