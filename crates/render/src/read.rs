//! Reads tours in all their forms: a board, a list of vertices, edges or successors, or JSON, from
//! this program or another.

mod chain;
mod grid;
mod list;
mod words;

/// An error: the text is in none of the forms, or concerns another place.
pub use crate::base::text::TextError as TourTextError;

use super::json::{About, DocumentKind, DocumentResult, VERSION};
use crate::base::input::without_mark;
use crate::base::json;
use crate::base::text::{quote, without_colours};
use crate::prelude::*;
use knightsat_tour::Problem;
use serde::Deserialize;
use std::collections::HashMap;

/// A text that is claimed to be a tour, with all its readings.
#[derive(Clone, Debug)]
pub struct TourText {
    /// The likeliest reading first.
    readings: Vec<Reading>,
    /// Open or closed, if the text states it, or returns to its first vertex.
    pub kind: Option<Kind>,
}

/// One reading of a text.
#[derive(Clone, Debug)]
struct Reading {
    /// Vertices in order, or the reason why the text gives none. A closed tour does not repeat the
    /// first.
    steps: Result<Vec<u32>, String>,
    is_cycle: bool,
    /// True if the text gives neither the start nor the direction.
    is_set: bool,
    /// True if marks in the text leave no doubt.
    is_sure: bool,
    /// A choice that the user must know about.
    note: Option<String>,
    /// The notation of the vertices, if it is not that of the place.
    how: Option<String>,
    /// The vertices as the text writes them.
    texts: HashMap<u32, String>,
}

impl Reading {
    fn new(steps: Result<Vec<u32>, String>) -> Reading {
        Reading {
            steps,
            is_cycle: false,
            is_set: false,
            is_sure: false,
            note: None,
            how: None,
            texts: HashMap::new(),
        }
    }

    /// Returns true if the steps visit each vertex once, along moves.
    fn is_path(&self, place: &Place) -> bool {
        let Ok(steps) = &self.steps else {
            return false;
        };
        let mut seen = vec![false; place.len() as usize];
        let is_new = |&vertex: &u32| !std::mem::replace(&mut seen[vertex as usize], true);
        let is_move = |pair: &[u32]| match place {
            Place::Graph(graph) => graph.has_arc(pair[0], pair[1]),
            Place::Board(board) => {
                let [a, b] = [board.square(pair[0]), board.square(pair[1])];
                let (ranks, files) = (a.rank.abs_diff(b.rank), a.file.abs_diff(b.file));
                board.leaper() == (ranks.min(files), ranks.max(files))
            }
        };
        steps.len() == place.len() as usize
            && steps.iter().all(is_new)
            && steps.windows(2).all(is_move)
    }

    /// Returns its rank among the readings of a text: first a tour, then those with all vertices.
    fn rank(&self, place: &Place) -> u32 {
        let is_long = |steps: &Vec<u32>| steps.len() == place.len() as usize;
        match &self.steps {
            _ if self.is_path(place) => 0,
            Ok(steps) if is_long(steps) => 1,
            Err(_) if self.is_sure => 1,
            _ => 2,
        }
    }

    /// Returns the sequences that the reading allows: a set of edges has no first one.
    fn sequences(&self, problem: &Problem) -> Vec<Vec<u32>> {
        let Ok(steps) = &self.steps else {
            return Vec::new();
        };
        let mut all = vec![steps.clone()];
        if self.is_set {
            let start = problem.start().filter(|_| self.is_cycle);
            let at = start.and_then(|start| steps.iter().position(|&vertex| vertex == start));
            all[0].rotate_left(at.unwrap_or(0));
            let mut back = all[0].clone();
            back.reverse();
            back.rotate_right(usize::from(self.is_cycle));
            all.push(back);
        }
        all
    }

    /// Returns the fault as a tour of the problem.
    fn fault(&self, place: &Place, problem: &Problem) -> String {
        let fault = match (&self.steps, self.sequences(problem).into_iter().next()) {
            (Err(fault), _) => fault.clone(),
            (Ok(_), steps) => match Tour::verify(problem, steps.unwrap_or_default()) {
                Ok(_) => return String::new(),
                Err(error) => {
                    let name = |v| self.texts.get(&v).cloned().unwrap_or_else(|| place.name(v));
                    error.with_names(name).to_string()
                }
            },
        };
        match &self.how {
            Some(how) => format!("{fault} (read as {how})"),
            None => fault,
        }
    }
}

impl TourText {
    /// Returns the first reading that is a tour of the problem, with a note if the text could have
    /// another meaning, or the fault of the likeliest reading.
    pub fn verify(
        &self,
        place: &Place,
        problem: &Problem,
    ) -> Result<(Tour, Option<String>), String> {
        let tours = self.readings.iter().find_map(|reading| {
            let mut steps = reading.sequences(problem).into_iter();
            let tour = steps.find_map(|steps| Tour::verify(problem, steps).ok())?;
            Some((tour, reading.note.clone()))
        });
        tours.ok_or_else(|| self.readings[0].fault(place, problem))
    }

    /// Returns the vertices of the likeliest reading, in order.
    pub fn steps(&self) -> Result<&[u32], &str> {
        let steps = self.readings[0].steps.as_deref();
        steps.map_err(String::as_str)
    }

    /// Returns the note about the likeliest reading.
    pub fn note(&self) -> Option<&str> {
        self.readings[0].note.as_deref()
    }

    fn one(steps: Vec<u32>, kind: Option<Kind>) -> TourText {
        TourText {
            readings: vec![Reading::new(Ok(steps))],
            kind,
        }
    }
}

fn error(line: usize, column: usize, message: impl Into<String>) -> TourTextError {
    // Quoted parts can contain any character, and the message must be one harmless line.
    let message = message.into().replace(char::is_control, "\u{fffd}");
    TourTextError::at(line as u64)((column, message))
}

/// Returns the most bytes of a text about a tour in this place: a drawing has some fifty a square.
pub fn longest(place: &Place) -> u64 {
    (1 << 20) + 256 * u64::from(place.len())
}

/// Reads a tour. A text that begins with a brace is JSON. Otherwise it is a board of numbers, a
/// list of squares, vertices, numbers or pairs of numbers, a set of edges, a list of successors, or
/// a tour of TSPLIB.
pub fn read(place: &Place, text: &str) -> Result<TourText, TourTextError> {
    let text = &without_colours(without_mark(text));
    match text.trim_start().chars().next() {
        None => return Err(error(1, 1, "no tour here: the text is empty")),
        Some('{') if is_object(text) => match list_in(text) {
            Some(list) => return read(place, &list),
            None => return tour_of(place, &claim(place, text)?),
        },
        Some(_) if text.contains('\0') => {
            let message = "this is UTF-16 without a byte order mark, or no text: save it as UTF-8";
            return Err(error(1, 1, message));
        }
        Some(_) => {}
    }
    let mut parts = text.split([';', '\n']);
    let has_pieces = text.contains(';') && parts.any(|part| part.split_whitespace().count() > 1);
    let tsplib = tsplib(text)?;
    let grid = match &tsplib {
        None => grid::reading(place, text)?,
        Some(_) => None,
    };
    let answer = answer(text)?;
    let records = match &tsplib {
        Some(records) => records.clone(),
        None => words::records(place, answer.as_deref().unwrap_or(text)),
    };
    let list = list::readings(place, &records, has_pieces);
    let is_grid = grid.is_some();
    let mut readings: Vec<Reading> = grid.into_iter().collect();
    match list {
        // A board of numbers is a list only if that is a tour.
        Ok(list) => readings.extend(list.into_iter().filter(|r| !is_grid || r.is_path(place))),
        Err(fault) if !is_grid => {
            return Err(semicolon(text).filter(|_| has_pieces).unwrap_or(fault));
        }
        Err(_) => {}
    }
    readings.sort_by_key(|reading| !reading.is_path(place));
    let first = &readings[0];
    if has_pieces && !is_grid && !first.is_path(place) && !first.is_sure {
        return Err(semicolon(text).expect("there is one"));
    }
    let kind = first.is_cycle.then_some(Kind::Closed);
    Ok(TourText { readings, kind })
}

/// Returns the error at the first semicolon.
fn semicolon(text: &str) -> Option<TourTextError> {
    let mut lines = (1..).zip(text.lines());
    lines.find_map(|(row, line)| {
        let column = line.chars().position(|c| c == ';')?;
        let message = "a semicolon: these are several pieces, and a tour is one";
        Some(error(row, column + 1, message))
    })
}

/// Returns the words of a tour of TSPLIB: numbers after its head, up to -1. `None` for other texts.
fn tsplib(text: &str) -> Result<Option<Vec<words::Record<'_>>>, TourTextError> {
    let is_begin = |line: &str| line.trim().trim_end_matches(':').trim() == "TOUR_SECTION";
    let mut lines = (1..)
        .zip(text.lines())
        .skip_while(|(_, line)| !is_begin(line));
    if lines.next().is_none() {
        return Ok(None);
    }
    let (mut records, mut is_over) = (Vec::new(), false);
    for (row, line) in lines {
        let mut column = 1;
        for word in line.split(char::is_whitespace) {
            match word {
                "" => {}
                "-1" | "EOF" => is_over = true,
                _ if is_over => return Err(error(row, column, list::SECOND)),
                text => records.push(words::Record {
                    call: None,
                    words: vec![words::Word {
                        text,
                        line: row,
                        column,
                        is_key: false,
                        is_joined: false,
                    }],
                }),
            }
            column += word.chars().count() + 1;
        }
    }
    Ok(Some(records))
}

/// Returns the answer in the output of an answer set solver, at its place; `None` for other texts.
fn answer(text: &str) -> Result<Option<String>, TourTextError> {
    let is_head = |line: &&str| line.starts_with("Answer:");
    let heads = (0..).zip(text.lines()).filter(|(_, line)| is_head(line));
    match heads.map(|(row, _): (usize, _)| row).collect_vec()[..] {
        [] => Ok(None),
        [head] => {
            let lines = text.lines().enumerate();
            let mut kept = lines.map(|(row, line)| if row == head + 1 { line } else { "" });
            Ok(Some(kept.join("\n")))
        }
        [_, second, ..] => Err(error(second + 1, 1, list::SECOND)),
    }
}

/// Returns true for an object of JSON, in contrast to a set in braces.
fn is_object(text: &str) -> bool {
    let inner = text.trim_start().trim_start_matches('{').trim_start();
    inner.is_empty() || inner.starts_with(['"', '}']) && text.contains([':', '}'])
}

/// Returns the list of a document that is not ours, as in `{"tour": ["a1", "b3"]}`, or its pairs as
/// lines, as in `{"1": "a1", "2": "b3"}`.
fn list_in(text: &str) -> Option<String> {
    use serde_json::{Map, Value};
    let found: Map<String, Value> = serde_json::from_str(text).ok()?;
    let is_ours = ["version", "kind", "moves", "cycles", "result"];
    if is_ours.iter().any(|key| found.contains_key(*key)) {
        return None;
    }
    let pairs = |map: &Map<String, Value>| {
        let pair = |(key, value): (&String, &Value)| match value {
            Value::String(value) => Some(format!("{key}: {value}\n")),
            Value::Number(value) => Some(format!("{key}: {value}\n")),
            _ => None,
        };
        map.iter().map(pair).collect::<Option<String>>()
    };
    let of_value = |value: &Value| match value {
        Value::Array(_) => Some(value.to_string()),
        Value::Object(map) => pairs(map).filter(|pairs| !pairs.is_empty()),
        _ => None,
    };
    let names = [
        "tour", "path", "cycle", "steps", "squares", "solution", "board", "vertices",
    ];
    let named = names.iter().find_map(|name| of_value(found.get(*name)?));
    let only = || found.values().filter_map(of_value).exactly_one().ok();
    let is_step = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let are_steps = found.keys().all(|key| is_step(key));
    let are_steps = are_steps || found.values().all(Value::is_number);
    let all = || pairs(&found).filter(|pairs| are_steps && !pairs.is_empty());
    named.or_else(only).or_else(all)
}

/// Paths and cycles to draw; a path that ends at its first vertex is a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Vertices, in order.
    pub paths: Vec<Vec<u32>>,
    /// Open or closed, if the text states it.
    pub kind: Option<Kind>,
    /// A choice that the user must know about.
    pub note: Option<String>,
}

/// Reads the forms of [`read`], or several paths: moves with semicolons between the pieces, or JSON
/// with `cycles`.
pub fn read_pieces(place: &Place, text: &str) -> Result<Pieces, TourTextError> {
    let text = &without_colours(without_mark(text));
    let one = |tour: TourText| {
        let steps = tour.steps().map_err(|fault| error(1, 1, fault))?;
        Ok(Pieces {
            paths: vec![steps.to_vec()],
            kind: tour.kind,
            note: tour.note().map(String::from),
        })
    };
    if !text.trim_start().starts_with('{') || list_in(text).is_some() {
        let mut parts = text.split([';', '\n']);
        let has_pieces = parts.any(|part| part.split_whitespace().count() > 1);
        return match read(place, text) {
            Ok(tour) => one(tour),
            Err(_) if text.contains(';') && has_pieces => Ok(Pieces {
                paths: pieces(place, text)?,
                kind: None,
                note: None,
            }),
            Err(fault) => Err(fault),
        };
    }
    let found = claim(place, text)?;
    let is_bare = found.result.is_none() && !found.cycles.is_empty();
    if found.result != Some(DocumentResult::Cycles) && !is_bare {
        return one(tour_of(place, &found)?);
    }
    let cycles = found.cycles.iter();
    let paths = cycles.map(|cycle| vertices(place, cycle));
    Ok(Pieces {
        paths: paths.collect::<Result<_, _>>()?,
        kind: Some(Kind::Closed),
        note: None,
    })
}

/// Returns the parts of a text that are tours, if each of its lines is one, and otherwise the text.
///
/// ```
/// use knightsat_tour::place::Place;
///
/// let place: Place = "3x4".parse()?;
/// let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3\n";
/// assert_eq!(knightsat_render::tours(&place, &tour.repeat(3)).len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tours<'t>(place: &Place, text: &'t str) -> Vec<&'t str> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    // Reading a long tour takes time.
    if lines.clone().nth(1).is_none() {
        return vec![text];
    }
    let is_tour = |line: &&str| {
        let tour = read(place, line);
        tour.is_ok_and(|tour| tour.readings[0].is_path(place))
    };
    let tours: Option<Vec<&str>> = lines.map(|line| Some(line).filter(is_tour)).collect();
    tours.unwrap_or_else(|| vec![text])
}

/// Parses the vertices between semicolons; empty pieces are omitted.
fn pieces(place: &Place, text: &str) -> Result<Vec<Vec<u32>>, TourTextError> {
    let mut pieces = vec![Vec::new()];
    for (row, line) in (1..).zip(text.lines()) {
        let mut column = 1;
        for (nth, part) in line.split(';').enumerate() {
            if nth > 0 {
                pieces.push(Vec::new());
            }
            for word in part.split(char::is_whitespace) {
                if !word.is_empty() {
                    let vertex = named(place, word);
                    let vertex = vertex.map_err(|message| error(row, column, message))?;
                    pieces.last_mut().expect("one at least").push(vertex);
                }
                column += word.chars().count() + 1;
            }
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    Ok(pieces)
}

/// Returns the vertex of that name; the error explains that counting begins at 1.
fn named(place: &Place, name: &str) -> Result<u32, String> {
    let is_zero = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte == b'0');
    let counted = match place {
        Place::Board(_) => "ranks and files",
        Place::Graph(_) => "vertices",
    };
    let (vertex, quoted) = (place.vertex(name), quote(name));
    vertex.map_err(|error| {
        if name.split(',').any(is_zero) {
            format!("'{quoted}': {counted} are counted from 1, not from 0")
        } else {
            error.to_string()
        }
    })
}

/// The fields of a document that are read. The moves alone suffice, since the command line names
/// the place.
#[derive(Deserialize)]
struct Claim {
    version: Option<u32>,
    #[serde(rename = "kind")]
    _kind: Option<DocumentKind>,
    #[serde(flatten)]
    about: About,
    tour: Option<Kind>,
    result: Option<DocumentResult>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    cycles: Vec<Vec<String>>,
}

fn tour_of(place: &Place, found: &Claim) -> Result<TourText, TourTextError> {
    let message = match found.result {
        None if found.moves.is_empty() => "this document contains no moves",
        None | Some(DocumentResult::Tour) => {
            return Ok(TourText::one(vertices(place, &found.moves)?, found.tour));
        }
        Some(_) => "the result in this document is that no tour exists",
    };
    Err(error(1, 1, message))
}

fn claim(place: &Place, text: &str) -> Result<Claim, TourTextError> {
    let found: Claim = json::read(text.as_bytes()).map_err(|fault| {
        let message = format!("not a tour in JSON: {}", fault.message);
        error(fault.line, fault.column, message)
    })?;
    match misfit(place, &found) {
        Some(message) => Err(error(1, 1, message)),
        None => Ok(found),
    }
}

fn vertices(place: &Place, names: &[String]) -> Result<Vec<u32>, TourTextError> {
    let vertices = names.iter().map(|name| named(place, name));
    let vertices = vertices.collect::<Result<_, _>>();
    vertices.map_err(|message| error(1, 1, message))
}

/// Returns the reason why the head of a document does not describe a tour of this place.
fn misfit(place: &Place, found: &Claim) -> Option<String> {
    if let Some(version) = found.version.filter(|&version| version != VERSION) {
        return Some(format!(
            "version {version} of the JSON form is unknown here"
        ));
    }
    let here = About::new(place);
    let (found_about, expected_about) = (found.about.words()?, here.words()?);
    if found_about != expected_about {
        let found_about = quote(&found_about);
        return Some(format!(
            "this document is about {found_about}, not about {expected_about}"
        ));
    }
    let other_holes = found.about.holes != here.holes;
    other_holes.then(|| "this document is about a board with other holes".into())
}

#[cfg(test)]
mod tests;
