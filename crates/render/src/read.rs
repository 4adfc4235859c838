//! Reads tours: a board of numbers, the squares or vertices in order, a tour of TSPLIB, or a
//! document of this program. Each form is strict; other texts are refused with a remedy.

mod board;
mod words;

/// An error: the text is in none of the forms, or concerns another place.
pub use crate::base::text::TextError as TourTextError;

use super::json::About;
use crate::base::input::without_mark;
use crate::base::json;
use crate::base::text::{quote, without_colours};
use crate::prelude::*;
use knightsat_tour::{Problem, scan};
use serde::Deserialize;
use words::{Word, words};

/// A text that is claimed to be a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourText {
    /// Vertices in order, or the reason why the text gives none. A closed tour does not repeat the
    /// first.
    steps: Result<Vec<u32>, String>,
    /// Open or closed, if the text states it, or returns to its first vertex.
    pub kind: Option<Kind>,
    /// The meaning of its numbers, if they are no names.
    pub note: Option<String>,
    /// The form, for the fault of numbers that other programs write in other forms.
    form: &'static str,
}

impl TourText {
    fn new(steps: Result<Vec<u32>, String>, kind: Option<Kind>) -> TourText {
        let (note, form) = (None, "");
        TourText {
            steps,
            kind,
            note,
            form,
        }
    }

    /// Returns the tour of the problem, or the fault of the text.
    pub fn verify(&self, place: &Place, problem: &Problem) -> Result<Tour, String> {
        let steps = self.steps.clone()?;
        Tour::verify(problem, steps).map_err(|error| {
            let fault = error.with_names(|v| place.name(v));
            format!("{fault}{}", self.form)
        })
    }

    /// Returns the vertices in order.
    pub fn steps(&self) -> Result<&[u32], &str> {
        self.steps.as_deref().map_err(String::as_str)
    }
}

type Parsed<T> = Result<T, TourTextError>;

/// Returns the error of a part of a text.
fn error(text: &str, part: &str, message: impl Into<String>) -> TourTextError {
    // Quoted parts can contain any character, and the message must be one harmless line.
    let harmless = message.into().replace(char::is_control, "\u{fffd}");
    scan::error(text, part, harmless)
}

/// Returns the most bytes of a text about a tour in this place: a drawing has some fifty a square.
pub fn longest(place: &Place) -> u64 {
    (1 << 20) + 256 * u64::from(place.len())
}

/// Reads a tour. A text that begins with a brace is a document in JSON, and one that begins with a
/// key of TSPLIB a tour of TSPLIB. Otherwise a text with letters is a list of names in order, and
/// numbers are a board or pairs; on a graph, all are names.
///
/// ```
/// use knightsat_tour::place::Place;
///
/// let place: Place = "3x4".parse()?;
/// let board = knightsat_render::read(&place, "3 6 9 12\n8 11 2 5\n1 4 7 10\n")?;
/// let names = knightsat_render::read(&place, "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")?;
/// let pairs = "(0, 0) (1, 2) (2, 0) (0, 1) (1, 3) (2, 1) (0, 2) (1, 0) (2, 2) (0, 3) (1, 1) (2, 3)";
/// let pairs = knightsat_render::read(&place, pairs)?;
/// assert_eq!([board.steps(), pairs.steps()], [names.steps(); 2]);
/// let error = knightsat_render::read(&place, "Tour: a1 c2").unwrap_err();
/// assert!(error.to_string().starts_with("1:5: a mark that no tour has: write"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(place: &Place, text: &str) -> Result<TourText, TourTextError> {
    let text = &without_colours(without_mark(text));
    let mut lines = text.lines().map(str::trim);
    let Some(first) = lines.find(|line| !line.is_empty()) else {
        return Err(error(text, text, "no tour here: the text is empty"));
    };
    if first.starts_with('{') {
        return tour_of(place, &claim(place, text)?);
    }
    if KEYS.contains(&key(first).0) {
        return tsplib(place, text);
    }
    match board::numbers(place, text)? {
        Some(tour) => Ok(tour),
        None => list(place, text, &words_in(place, text, text)?),
    }
}

/// Returns the words of a list of one piece in a text, or their fault and the remedy.
fn words_in<'t>(place: &Place, text: &str, list: &'t str) -> Parsed<Vec<Word<'t>>> {
    let found =
        words(text, list).and_then(|words| match words.iter().find(|word| word.piece > 0) {
            Some(word) => Err(error(text, word.text, "a second piece, behind a semicolon")),
            None => Ok(words),
        });
    found.map_err(|fault| {
        let message = format!("{}: {}", fault.message, way(place));
        TourTextError { message, ..fault }
    })
}

/// Returns the vertices of names.
fn named_in<'t>(place: &Place, text: &str, words: &[Word<'t>]) -> Parsed<Vec<(u32, &'t str)>> {
    let vertex = |word: &Word<'t>| match place.vertex(word.text) {
        Ok(vertex) => Ok((vertex, word.text)),
        Err(fault) => {
            let message = format!("{fault}; {}, and nothing else", way(place));
            Err(error(text, word.text, message))
        }
    };
    words.iter().map(vertex).collect()
}

/// Reads names in order.
fn list(place: &Place, text: &str, words: &[Word]) -> Parsed<TourText> {
    let [first, ..] = words else {
        return Err(error(text, text, format!("no tour here: {}", way(place))));
    };
    let vertices = named_in(place, text, words)?;
    let other = match first.bracket {
        0 => odd_line(place.len() as usize, words),
        bracket => words.iter().find(|word| word.bracket != bracket),
    };
    if let Some(word) = other {
        let message = format!(
            "this line or list may be a size, a move or another tour: remove it, or {}, all on one line",
            way(place)
        );
        return Err(error(text, word.text, message));
    }
    let mut tour = sequence(place, text, &vertices)?;
    if board::sides(place).is_none() {
        tour.form = " (read as vertices in order, not as successors)";
    }
    Ok(tour)
}

/// Returns the first word of a line that may be no part of a list. The lines of a list are full, or
/// have one word each.
fn odd_line<'w, 't>(len: usize, words: &'w [Word<'t>]) -> Option<&'w Word<'t>> {
    let rows = words.chunk_by(|a, b| a.line == b.line).collect_vec();
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    let returns = words.len() == len + 1 && words[0].text == words[len].text;
    // A closed tour from the last vertex, or the number of vertices before or behind a tour.
    let is_size = returns && words[0].text == len.to_string();
    let is_whole = words.len() == len || returns || first.len() == 1;
    let mut full = rows[..rows.len() - 1].iter();
    let odd = full.find(|row| row.len() != first.len());
    let is_list = is_whole && !is_size && odd.is_none() && last.len() <= first.len();
    let is_other = is_size || rows.len() > 1 && !is_list;
    is_other.then(|| &odd.unwrap_or(&rows[usize::from(!is_size)])[0])
}

/// Returns the tour of these vertices.
fn sequence(place: &Place, text: &str, vertices: &[(u32, &str)]) -> Parsed<TourText> {
    let len = place.len() as usize;
    let mut steps = vertices.iter().map(|vertex| vertex.0).collect_vec();
    let is_closed = steps.len() == len + 1 && steps[0] == steps[len];
    steps.truncate(steps.len() - usize::from(is_closed));
    if steps.len() > len {
        let message = format!(
            "{} steps, and a tour has {len}: write one tour in order, and each to a file of its own",
            steps.len()
        );
        return Err(error(text, vertices[len].1, message));
    }
    let kind = is_closed.then_some(Kind::Closed);
    Ok(TourText::new(Ok(steps), kind))
}

/// Returns the form of a tour to write.
fn way(place: &Place) -> String {
    match board::sides(place) {
        Some([layers, ranks, files]) => {
            let rows = layers * ranks;
            format!("write the squares in order, as in a1 b3, or {rows} rows of {files} numbers")
        }
        None => "write the vertices in order, as in 1 2 3".into(),
    }
}

/// The keys before the vertices of a tour of TSPLIB.
const KEYS: [&str; 5] = ["NAME", "COMMENT", "TYPE", "DIMENSION", "TOUR_SECTION"];

/// Returns the key of a line, and its value.
fn key(line: &str) -> (&str, &str) {
    let (key, value) = line.split_once(':').unwrap_or((line, ""));
    (key.trim(), value.trim())
}

/// Reads a tour of TSPLIB: vertices by their numbers from 1, after a head and up to -1.
fn tsplib(place: &Place, text: &str) -> Parsed<TourText> {
    let (mut is_inside, mut is_over, mut vertices) = (false, false, Vec::new());
    let len = place.len().to_string();
    for line in text.lines() {
        match key(line) {
            _ if is_inside => {}
            ("" | "NAME" | "COMMENT", _) | ("TYPE", "TOUR") => continue,
            ("DIMENSION", found) if found == len => continue,
            ("TOUR_SECTION", "") => {
                is_inside = true;
                continue;
            }
            _ => {
                let message = format!(
                    "'{}': a tour of TSPLIB for {place} has NAME, COMMENT, TYPE : TOUR, \
                     DIMENSION : {len}, and TOUR_SECTION",
                    quote(line.trim())
                );
                return Err(error(text, line, message));
            }
        }
        for word in line.split_whitespace() {
            match numbered(place, word) {
                _ if ["-1", "EOF"].contains(&word) => is_over = true,
                Some(vertex) if !is_over => vertices.push((vertex, word)),
                _ => {
                    let message = format!(
                        "'{}' is not a vertex: a tour of TSPLIB has the vertices 1 to {len} and then \
                         -1; write each tour to a file of its own",
                        quote(word)
                    );
                    return Err(error(text, word, message));
                }
            }
        }
    }
    if !is_over {
        let message = "the file ends in a tour of TSPLIB: put -1 at the end of its TOUR_SECTION";
        return Err(error(text, &text[text.trim_end().len()..], message));
    }
    let mut tour = sequence(place, text, &vertices)?;
    let note = board::sides(place).map(|_| "squares are counted from a1 along the ranks");
    tour.note = note.map(String::from);
    Ok(tour)
}

/// Returns the vertex of a number in a tour of TSPLIB; other names than numbers are not counted.
fn numbered(place: &Place, word: &str) -> Option<u32> {
    let vertex = word.parse::<u32>().ok()?.checked_sub(1)?;
    let names = [vertex, vertex + 1].map(|number| number.to_string());
    let has_name = |name: &String| place.vertex(name) == Ok(vertex);
    let is_counted = board::sides(place).is_some() || names.iter().any(has_name);
    (vertex < place.len() && is_counted).then_some(vertex)
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

/// Reads the forms of [`read`], or several paths: names with semicolons between the pieces.
pub fn read_pieces(place: &Place, text: &str) -> Result<Pieces, TourTextError> {
    if text.trim_start().starts_with('{') || !text.contains(';') {
        let TourText {
            steps, kind, note, ..
        } = read(place, text)?;
        let paths = vec![steps.map_err(|fault| error(text, text, fault))?];
        return Ok(Pieces { paths, kind, note });
    }
    let words = words(text, text)?;
    let parts = words.chunk_by(|a, b| a.piece == b.piece);
    let pieces = parts.map(|words| named_in(place, text, words));
    let path = |path: Vec<(u32, &str)>| path.into_iter().map(|pair| pair.0).collect();
    Ok(Pieces {
        paths: pieces.map_ok(path).collect::<Result<_, _>>()?,
        kind: None,
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
        let is_whole = |steps: &[u32]| steps.len() == place.len() as usize;
        tour.is_ok_and(|tour| tour.steps().is_ok_and(is_whole))
    };
    let tours: Option<Vec<&str>> = lines.map(|line| Some(line).filter(is_tour)).collect();
    tours.unwrap_or_else(|| vec![text])
}

/// The fields of a document that are read. The moves alone suffice, since the command line names
/// the place.
#[derive(Deserialize)]
struct TourClaim {
    version: Option<u32>,
    kind: Option<String>,
    #[serde(flatten)]
    about: About,
    tour: Option<Kind>,
    result: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

fn tour_of(place: &Place, found: &TourClaim) -> Parsed<TourText> {
    let message = match found.result.as_deref() {
        None if found.moves.is_empty() => {
            "this document contains no moves: write it as in {\"moves\": [\"a1\", \"b3\"]}, or write \
             the names alone"
        }
        None | Some("tour") => {
            return Ok(TourText::new(
                Ok(vertices(place, &found.moves)?),
                found.tour,
            ));
        }
        Some(_) => "the result in this document is that no tour exists",
    };
    Err(error("", "", message))
}

fn claim(place: &Place, text: &str) -> Parsed<TourClaim> {
    let found: TourClaim = json::read(text.as_bytes()).map_err(|fault| {
        let remedy = format!("{}; otherwise {}", fault.message, way(place));
        let at = TourTextError::at(fault.line as u64);
        at((fault.column, format!("not a tour in JSON: {remedy}")))
    })?;
    let here = About::new(place);
    let about = found.about.words().zip(here.words());
    let message = match (found.version, about) {
        _ if found.kind.as_deref().is_some_and(|kind| kind != "tour") => {
            "this document is about no tour".into()
        }
        (Some(version), _) if version != 1 => {
            format!("version {version} of the JSON form is unknown here")
        }
        (_, Some((about, expected))) if about != expected => {
            let about = quote(&about);
            format!("this document is about {about}, not about {expected}")
        }
        (_, Some(_)) if found.about.holes != here.holes => {
            "this document is about a board with other holes".into()
        }
        _ => return Ok(found),
    };
    Err(error("", "", message))
}

fn vertices(place: &Place, names: &[String]) -> Parsed<Vec<u32>> {
    let vertex = |name: &String| place.vertex(name);
    let vertices = names.iter().map(vertex).collect::<Result<_, _>>();
    vertices.map_err(|fault| error("", "", fault.to_string()))
}

#[cfg(test)]
mod tests;
