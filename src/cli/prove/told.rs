//! What prove prints.

use super::{Args, why};
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use anyhow::Result;
use knightsat::encoding::recipe::Recipe;
use knightsat::render::{self, Outcome};
use knightsat::solve::prove::Proved;

impl Args {
    /// The result, in the form asked for.
    pub fn told(&self, recipe: &Recipe, subject: &str, proved: &Proved) -> Result<(String, Exit)> {
        match self.format {
            Format::Text => Ok(self.text(subject, proved)),
            Format::Json => self.json(recipe, proved),
        }
    }

    fn text(&self, subject: &str, proved: &Proved) -> (String, Exit) {
        match proved {
            Proved::Tour(_) => (
                format!("nothing to prove: there is a tour ({subject})\n"),
                Exit::No,
            ),
            Proved::Unknown => (
                format!("unknown: neither a tour nor a proof found in time ({subject})\n"),
                Exit::Unknown,
            ),
            Proved::None(verified) => {
                let (why, folder) = (why(verified), self.output.display());
                (format!("no {subject}: {why}; see {folder}\n"), Exit::Good)
            }
        }
    }

    /// The document of a tour, as solve prints it, and where the certificate is.
    fn json(&self, recipe: &Recipe, proved: &Proved) -> Result<(String, Exit)> {
        let (outcome, tour, exit) = match proved {
            Proved::Tour(tour) => (Outcome::Tour, Some(tour), Exit::No),
            Proved::Unknown => (Outcome::Unknown, None, Exit::Unknown),
            Proved::None(_) => (Outcome::None, None, Exit::Good),
        };
        let mut document = render::document(&recipe.place, recipe.tour.kind, outcome, tour);
        if let Proved::None(verified) = proved {
            document.reason = Some(why(verified));
            document.certificate = Some(self.output.display().to_string());
        }
        Ok((serde_json::to_string(&document)? + "\n", exit))
    }
}
