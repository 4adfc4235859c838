//! Somebody's formula with the meaning of its variables, as arguments of a command.

use crate::cli::shared::output;
use crate::cli::shared::path::name;
use anyhow::{Result, ensure};
use knightsat::check::File;
use knightsat::check::foreign::{self, Map};
use knightsat::encoding::Style;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::stop::Stop;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use std::ffi::OsStr;
use std::path::Path;

/// Reads the formula in `path`, about a tour in `place`, and what its variables mean. A formula of
/// ours describes itself: then no place is needed.
pub fn read(
    path: &Path,
    map: Option<&Map>,
    place: Option<Place>,
    tour: &TourSpec,
    is_one_direction: bool,
    stop: &Stop,
) -> Result<(FormulaSpec, File)> {
    let input = output::decompressed(path, stop)?;
    let is_described = place.is_none();
    let spec = place.map(|place| FormulaSpec::new(place, tour.clone(), Style::DEFAULT));
    let read = foreign::read(input, &name(path), map, spec.transpose()?, is_one_direction)?;
    ensure!(
        !is_described || !tour.is_given(),
        "{} describes itself: leave the options about the tour out, or name the BOARD too",
        name(path)
    );
    Ok(read)
}

/// What --map names: comments, the text of a file, or a formula if there is no such file. The text is no
/// longer than one that is about so many squares.
pub fn map(argument: &OsStr, squares: Option<u32>, stop: &Stop) -> Result<Map> {
    let path = Path::new(argument);
    let text = argument.to_string_lossy();
    if let Some(wanted) = text.strip_prefix("comments") {
        return Ok(Map::Comments(wanted.strip_prefix(':').map(String::from)));
    }
    if path != Path::new("-") && !path.exists() {
        return Ok(Map::Expression(text.into_owned()));
    }
    // A line for every step and square, or for every move, of four million variables at most.
    let lines = squares.map_or(u64::MAX, |squares| u64::from(squares).pow(2));
    let longest = (1 << 20) + 64 * lines.min(1 << 22);
    let text = output::text(path, longest, "a map of this formula", stop)?;
    let name = name(path);
    Ok(Map::Text { name, text })
}
