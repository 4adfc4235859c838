//! Certificates that there is no tour.

use super::document::{Claim, document};
use super::formula::of_formula;
use crate::cli::prove::{why, with_names};
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::{output, path, problem};
use anyhow::{Result, bail};
use knightsat::certificate::{CERTIFICATE, FORMULA, LRAT, ProofError};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::stop::Stop;
use knightsat::veripb::{PROBLEM, PROOF};
use std::fs;
use std::path::Path;

/// Checks a certificate that there is no tour.
pub fn certificate(folder: &Path, spec: &FormulaSpec, format: Format) -> Result<Exit> {
    fs::read_dir(folder).map_err(|error| path::told_of_folder(folder, error))?;
    check_files(folder)?;
    let problem = problem::lazy_problem(spec, &Stop::default())?;
    let subject = spec.describe();
    let verified = match of_formula(folder, spec)? {
        Some(verified) => verified,
        None => with_names(&spec.place, |names| {
            knightsat::certificate::verify(folder, problem, &format!("no {subject}"), names)
        }),
    };
    match verified {
        Ok(verified) => {
            let why = why(&verified);
            let text = match format {
                Format::Text => format!("valid: no {subject}: {why}\n"),
                Format::Json => document(spec, folder, Claim::NoTour, Ok(Some(why)))?,
            };
            output::print(&text)?;
            Ok(Exit::Good)
        }
        Err(error @ ProofError::Wrong { .. }) => {
            if format == Format::Json {
                let why = error.to_string();
                output::print(&document(spec, folder, Claim::NoTour, Err(why))?)?;
            }
            note(error);
            Ok(Exit::No)
        }
        Err(error) => Err(error.into()),
    }
}

/// Fails if the folder has no proof that is checked here, but perhaps one for another checker.
fn check_files(folder: &Path) -> Result<()> {
    let name = folder.display();
    let has = |file: &str| folder.join(file).exists();
    if has(CERTIFICATE) || has(FORMULA) && has(LRAT) {
        return Ok(());
    }
    if has(PROOF) {
        let formula = if has(PROBLEM) { PROBLEM } else { FORMULA };
        bail!(
            "{name}: has only a proof for VeriPB: check it with veripb {name}/{formula} {name}/{PROOF}, or \
             write one for verify with prove --proof-format lrat"
        );
    }
    bail!("{name}: has no {CERTIFICATE}: name a folder that prove or join has written")
}
