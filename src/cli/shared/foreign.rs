//! Foreign formulas, the meaning of their variables, and commands that write them.

use crate::cli::shared::output::{self, is_stream, name};
use crate::cli::shared::problem::TourArgs;
use crate::cli::shared::report::note;
use anyhow::{Context, Result, ensure};
use knightsat::cnf::dimacs::compress;
use knightsat::prelude::{Place, Stop};
use knightsat::tour::Request;
use knightsat_base::text::harmless;
use knightsat_check::foreign::{self, File, Map};
use knightsat_solver::process::run;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use std::time::Duration;

/// The most bytes of the output of a command.
const OUTPUT: u64 = 1 << 28;

/// Reads a foreign formula in `path`, about a tour in `place`, and the meaning of its variables.
/// The meaning is in `map`, else in the map beside the file, else in its comments, else it is the
/// usual order that fits, which a note names. A formula of ours describes itself, and needs no
/// place.
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
    let order = file.order.clone().map(Map::Expression);
    if let Some(Map::Expression(order)) = &order {
        note!("{name}: no map is given, and this usual order fits: --map '{order}'");
    }
    Ok((request, file, map.or(order)))
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

/// Returns the words of a command, such as `./gen {m} {n}`, that writes a formula for a board.
pub fn generator(command: &str, place: &Place) -> Result<Vec<String>> {
    let split = shlex::split(command).filter(|words| !words.is_empty());
    let wanted = "write a command such as './gen {m} {n}'";
    let words = split.with_context(|| format!("--submission {command}: {wanted}"))?;
    let board = place.board();
    let board = board.context("--submission: {m} and {n} are of a board")?;
    let [ranks, files] = [board.ranks(), board.files()].map(|side| side.to_string());
    let fill = |word: String| word.replace("{m}", &ranks).replace("{n}", &files);
    Ok(words.into_iter().map(fill).collect())
}

/// Runs a command without a shell, and writes its output to a file. Returns why it failed, if it
/// did.
pub fn write_output(
    line: &[String],
    path: &Path,
    seconds: f64,
    stop: &Stop,
) -> Result<Option<String>> {
    let mut command = Command::new(&line[0]);
    command.args(&line[1..]);
    let limits = stop.within(Duration::from_secs_f64(seconds)).into();
    let mut out = fs::File::create(path)?;
    let read = move |output: ChildStdout| io::copy(&mut output.take(OUTPUT + 1), &mut out);
    let is_too_long = |bytes: &io::Result<u64>| !matches!(bytes, Ok(0..=OUTPUT));
    let ended = match run(command, &limits, read, is_too_long) {
        Err(error) => return Ok(Some(format!("{}: {error}", line[0]))),
        Ok(ended) => ended,
    };
    stop.check()?;
    let Some(status) = ended.status else {
        let most = OUTPUT >> 20;
        let fault = format!("not finished within {seconds} s and {most} MB of output");
        return Ok(Some(fault));
    };
    let is_whole = status.success() && matches!(ended.output, Some(Ok(0..=OUTPUT)));
    let last = ended.errors.lines().last().unwrap_or_default();
    Ok((!is_whole).then(|| format!("{status}: {}", harmless(last))))
}
