//! What the formula is about.

use super::Args;
use crate::cli::shared::path::name;
use crate::cli::shared::place;
use anyhow::{Result, bail};
use knightsat::cnf::dimacs::read::Comment;
use knightsat::encoding::Name;
use knightsat::encoding::formula_spec::{FormulaSpec, FormulaSpecError};
use knightsat::stop::Stop;

impl Args {
    /// By its comments, or by the options.
    pub fn spec(&self, comments: &[Comment]) -> Result<FormulaSpec> {
        let file = name(&self.file);
        let described = FormulaSpec::from_comments(comments).map_err(|error| match error {
            comment @ FormulaSpecError::Comment { .. } => anyhow::anyhow!("{file}:{comment}"),
            other => anyhow::Error::new(other).context(file.clone()),
        })?;
        let place = place::either(self.board.as_ref(), self.graph.as_deref(), &Stop::default())?;
        let flags =
            self.tour.is_given() || self.formula.any() || self.shuffle.any() || place.is_some();
        match (described, place) {
            (Some(_), _) if flags => {
                bail!("{file} describes itself: leave the options about its formula out")
            }
            (Some(spec), _) => Ok(spec),
            (None, Some(place)) => {
                let style = self.shuffle.of(self.formula.style(Name::Position)?);
                Ok(FormulaSpec::new(place, self.tour.clone(), style)?)
            }
            (None, None) => bail!(
                "{file} does not describe itself: say what it encodes, with --board 8x8 \
                 or --graph FILE and the options that encode would take, or --map"
            ),
        }
    }
}
