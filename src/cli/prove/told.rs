//! What prove prints.

use super::Args;
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use anyhow::Result;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render;
use knightsat::tour::Verdict;

impl Args {
    /// The result, in the form asked for.
    pub fn told(
        &self,
        spec: &FormulaSpec,
        subject: &str,
        proved: &Verdict<String>,
    ) -> Result<(String, Exit)> {
        match self.format {
            Format::Text => Ok(self.text(subject, proved)),
            Format::Json => self.json(spec, proved),
        }
    }

    fn text(&self, subject: &str, proved: &Verdict<String>) -> (String, Exit) {
        match proved {
            Verdict::Tour(_) => (
                format!("nothing to prove: there is a tour ({subject})\n"),
                Exit::No,
            ),
            Verdict::Unknown(stopped) => (
                format!("unknown: neither a tour nor a proof found: {stopped} ({subject})\n"),
                Exit::Unknown,
            ),
            Verdict::None(why) => {
                let folder = self.output.display();
                (format!("no {subject}: {why}; see {folder}\n"), Exit::Good)
            }
        }
    }

    /// The document of a tour, as solve prints it, and where the certificate is.
    fn json(&self, spec: &FormulaSpec, proved: &Verdict<String>) -> Result<(String, Exit)> {
        let exit = match proved {
            Verdict::Tour(_) => Exit::No,
            Verdict::Unknown(_) => Exit::Unknown,
            Verdict::None(_) => Exit::Good,
        };
        let mut document = render::document(&spec.place, &spec.tour, proved.into(), proved.tour());
        if let Verdict::Unknown(stopped) = proved {
            document.reason = Some(stopped.to_string());
        }
        if let Verdict::None(why) = proved {
            document.reason = Some(why.clone());
            document.certificate = Some(self.output.display().to_string());
        }
        Ok((serde_json::to_string(&document)? + "\n", exit))
    }
}
