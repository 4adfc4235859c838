//! Certificates that there is no tour.

use super::document::{Claim, document};
use crate::cli::prove::{why, with_names};
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::say::say;
use crate::cli::shared::{output, path, problem};
use anyhow::{Context, Result};
use knightsat::encoding::recipe::Recipe;
use knightsat::proof::{self, ProofError};
use knightsat::stop::Stop;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Checks a certificate that there is no tour.
pub fn certificate(folder: &Path, recipe: &Recipe, format: Format) -> Result<Exit> {
    fs::read_dir(folder).map_err(|error| path::told_of_folder(folder, error))?;
    let problem = problem::lazy_problem(recipe, &Stop::default())?;
    let subject = recipe.describe();
    let verified = with_names(&recipe.place, |names| {
        proof::verify(folder, problem, &format!("no {subject}"), names)
    });
    match verified {
        Ok(verified) => {
            let why = why(&verified);
            let text = match format {
                Format::Text => format!("valid: no {subject}: {why}\n"),
                Format::Json => document(recipe, folder, Claim::NoTour, Ok(Some(why)))?,
            };
            write!(io::stdout(), "{text}").context("cannot write the result")?;
            Ok(Exit::Good)
        }
        Err(error @ ProofError::Wrong { .. }) => {
            if format == Format::Json {
                let why = error.to_string();
                output::print(&document(recipe, folder, Claim::NoTour, Err(why))?)?;
            }
            say(error);
            Ok(Exit::No)
        }
        Err(error) => Err(error.into()),
    }
}
