//! The verdict as JSON.

use crate::cli::shared::document;
use crate::cli::shared::path::name;
use anyhow::Result;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::About;
use knightsat::tour::Kind;
use serde::Serialize;
use std::path::Path;

/// What is claimed.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    Tour,
    NoTour,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Document {
    #[serde(flatten)]
    about: About,
    tour: Kind,
    claim: Claim,
    file: String,
    valid: bool,
    reason: Option<String>,
}

/// The verdict on a claim: why it holds, if there is more to say, or why not.
pub fn document(
    spec: &FormulaSpec,
    file: &Path,
    claim: Claim,
    verdict: Result<Option<String>, String>,
) -> Result<String> {
    let valid = verdict.is_ok();
    let body = Document {
        about: About::new(&spec.place),
        tour: spec.tour.kind,
        claim,
        file: name(file),
        valid,
        reason: verdict.unwrap_or_else(Some),
    };
    document::line("verify", body)
}
