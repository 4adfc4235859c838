//! Foreign formulas, and the meaning of their variables.

use crate::cli::shared::output::{self, is_stream, name};
use crate::cli::shared::problem::TourArgs;
use anyhow::{Result, ensure};
use knightsat::cnf::dimacs::compress;
use knightsat::prelude::{Place, Stop};
use knightsat::tour::spec::Request;
use knightsat_check::foreign::{self, File, Map};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Reads a foreign formula in `path`, about a tour in `place`, and the meaning of its variables.
/// The meaning is in `map`, else in the map beside the file, else in its comments. A formula of
/// ours describes itself, and needs no place.
pub fn foreign(
    path: &Path,
    map: Option<&OsStr>,
    place: Option<Place>,
    tour: &TourArgs,
    is_one_direction: bool,
    stop: &Stop,
) -> Result<(Request, File, Option<Map>)> {
    let squares = place.as_ref().map(Place::len);
    let map = match (map, map_beside(path).filter(|_| place.is_some())) {
        (Some(map), _) => Some(foreign_map(map, squares, stop)?),
        (None, Some(path)) => Some(map_in(&path, squares, stop)?),
        (None, None) => None,
    };
    let (input, name) = (output::decompressed(path, stop)?, name(path));
    let is_described = place.is_none();
    let request = place.map(|place| tour.request(place, stop));
    let request = request.transpose()?;
    let (request, file) = foreign::read(input, &name, map.as_ref(), request, is_one_direction)?;
    ensure!(
        !is_described || !tour.is_given(),
        "{name} describes itself: leave the options about the tour out, or name the BOARD too"
    );
    Ok((request, file, map))
}

/// Reads the argument of --map: comments, the text of a file, or a formula if there is no such
/// file.
pub fn foreign_map(argument: &OsStr, squares: Option<u32>, stop: &Stop) -> Result<Map> {
    let path = Path::new(argument);
    let text = argument.to_string_lossy();
    if let Some(wanted) = text.strip_prefix("comments") {
        return Ok(Map::Comments(wanted.strip_prefix(':').map(String::from)));
    }
    if !is_stream(path) && !path.exists() {
        return Ok(Map::Expression(text.into_owned()));
    }
    map_in(path, squares, stop)
}

/// The file `yours.map` beside `yours.cnf`, if there is one, or `YOURS.MAP` beside `YOURS.CNF`.
pub fn map_beside(path: &Path) -> Option<PathBuf> {
    let maps = ["map", "MAP"].map(|ending| compress::name_unpacked(path).with_extension(ending));
    let is_map = |map: &PathBuf| !is_stream(path) && map != path && map.is_file();
    maps.into_iter().find(is_map)
}

/// The map in a file, which is no longer than one that is about so many squares.
fn map_in(path: &Path, squares: Option<u32>, stop: &Stop) -> Result<Map> {
    // A line for every step and square, or for every move, of four million variables at most.
    let lines = squares.map_or(u64::MAX, |squares| u64::from(squares).pow(2));
    let longest = (1 << 20) + 64 * lines.min(1 << 22);
    let text = output::text(path, longest, "a map of this formula", stop)?;
    let name = name(path);
    Ok(Map::Text { name, text })
}
