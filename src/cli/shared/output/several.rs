//! Several outputs of a command, each in a file of its own.

use super::{Output, destination, output_name, path_error, takes_stdout};
use crate::cli::shared::report::STDOUT;
use anyhow::{Result, bail};
use knightsat::prelude::Stop;
use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// Refuses outputs with equal destinations, before any output. Each comes with the name of its
/// option.
pub fn distinct<'a>(outputs: impl IntoIterator<Item = (&'a str, &'a Path)>) -> Result<()> {
    let mut known: Vec<(&str, PathBuf)> = Vec::new();
    for (option, path) in outputs {
        let place = if takes_stdout(path) {
            Ok(STDOUT.into())
        } else {
            destination(path)
        };
        let place = place.map_err(|error| path_error("file", path, error))?;
        // Writers to a device do not disturb each other.
        let is_device = fs::metadata(&place).is_ok_and(|data| data.file_type().is_char_device());
        if let Some((other, _)) = known
            .iter()
            .find(|(_, known)| *known == place && !is_device)
        {
            let place = output_name(path);
            bail!("{other} and {option} would both write to {place}: name two files");
        }
        known.push((option, place));
    }
    Ok(())
}

/// Opens the named files before any work, each with what is to be written. Refuses equal ones.
pub fn open_all<T: Copy>(
    options: &[(&str, &Option<PathBuf>, T)],
    stop: &Stop,
) -> Result<Vec<(T, PathBuf, Output)>> {
    let named = options.iter();
    let named = named.filter_map(|(name, path, what)| Some((*name, path.as_deref()?, *what)));
    distinct(named.clone().map(|(name, path, _)| (name, path)))?;
    let opened =
        named.map(|(_, path, what)| Ok((what, path.to_path_buf(), Output::open(path, stop)?)));
    opened.collect()
}
