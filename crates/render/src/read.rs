//! Reads tours in all their forms: a board, a list of moves, or JSON, from this program or another.

mod list;

/// An error: the text is in none of the three forms, or concerns another place.
pub use crate::base::text::TextError as TourTextError;

use super::json::{About, DocumentKind, DocumentResult, GraphSize, VERSION};
use crate::base::input::without_mark;
use crate::base::json;
use crate::base::text::{is_digits, is_or_are, quote};
use crate::prelude::*;
use knightsat_tour::Problem;
use knightsat_tour::tour::TourError;
use serde::Deserialize;

/// A sequence of vertices that is claimed to be a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourText {
    /// Vertices, in order. A closed tour does not repeat the first.
    pub steps: Vec<u32>,
    /// Open or closed, if the text states it, or repeats the first vertex at the end.
    pub kind: Option<Kind>,
    /// Other readings of the same text, if it can be read in several ways: numbers from 0 or 1,
    /// the rank or the file first.
    pub others: Vec<Vec<u32>>,
}

impl TourText {
    /// Returns the first reading that is a tour of the problem, or the fault of the first reading.
    pub fn verify(self, problem: &Problem) -> Result<Tour, TourError> {
        let first = Tour::verify(problem, self.steps);
        first.or_else(|fault| {
            let mut others = self.others.into_iter();
            let tour = others.find_map(|steps| Tour::verify(problem, steps).ok());
            tour.ok_or(fault)
        })
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

/// Reads a tour. A text that begins with a brace is JSON. Otherwise it is a board of numbers or a
/// list of squares, vertices, numbers or pairs of numbers, in the forms of
/// [`mask`](knightsat_tour::mask) and [`list`](knightsat_tour::list), or a tour of TSPLIB.
pub fn read(place: &Place, text: &str) -> Result<TourText, TourTextError> {
    let text = without_mark(text);
    let mut readings = match text.trim_start().chars().next() {
        None => return Err(error(1, 1, "no tour here: the text is empty")),
        Some('{') if is_object(text) => match list_in(text) {
            Some(list) => return read(place, &list),
            None => return tour_of(place, &claim(place, text)?),
        },
        Some(_) if text.contains('\0') => {
            let message = "this is a text in UTF-16, or no text: save it as UTF-8";
            return Err(error(1, 1, message));
        }
        Some(_) => list::readings(place, text),
    };
    let mut kind = None;
    for steps in &mut readings {
        if let ([first, .., last], true) = (&steps[..], steps.len() == place.len() as usize + 1)
            && first == last
        {
            steps.pop();
            kind = Some(Kind::Closed);
        }
    }
    // The reading that follows the moves, if one does.
    let best = readings
        .iter()
        .position(|steps| list::is_path(place, steps));
    // A faulty board of numbers is no list of vertices.
    if let (None, Place::Board(board)) = (best, place)
        && list::is_grid(board, text)
    {
        return grid(board, text);
    }
    let mut readings = readings.into_iter();
    let others: Vec<Vec<u32>> = readings.by_ref().take(best.unwrap_or(0)).collect();
    match (readings.next(), place) {
        (Some(steps), _) => Ok(TourText {
            steps,
            kind,
            others: others.into_iter().chain(readings).collect(),
        }),
        (None, Place::Board(board))
            if text.contains('│') || text.split_whitespace().all(is_digits) =>
        {
            grid(board, text)
        }
        (None, _) => moves(place, text),
    }
}

/// Returns true for an object of JSON, in contrast to a set in braces.
fn is_object(text: &str) -> bool {
    let inner = text.trim_start().trim_start_matches('{').trim_start();
    inner.is_empty() || inner.starts_with(['"', '}']) && text.contains([':', '}'])
}

/// Returns the list of a document that is not ours, as in `{"tour": ["a1", "b3"]}`.
fn list_in(text: &str) -> Option<String> {
    let found: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).ok()?;
    let is_ours = ["version", "kind", "moves", "cycles", "result"];
    if is_ours.iter().any(|key| found.contains_key(*key)) {
        return None;
    }
    let lists = || found.iter().filter(|(_, value)| value.is_array());
    let names = [
        "tour", "path", "cycle", "steps", "squares", "solution", "board", "vertices",
    ];
    let named = names
        .iter()
        .find_map(|name| found.get(*name).filter(|value| value.is_array()));
    let only = || lists().exactly_one().ok().map(|(_, value)| value);
    named.or_else(only).map(serde_json::Value::to_string)
}

/// Paths and cycles to draw; a path that ends at its first vertex is a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Vertices, in order.
    pub paths: Vec<Vec<u32>>,
    /// Open or closed, if the text states it.
    pub kind: Option<Kind>,
}

/// Reads the forms of [`read`], or several paths: moves with semicolons between the pieces, or JSON
/// with `cycles`.
pub fn read_pieces(place: &Place, text: &str) -> Result<Pieces, TourTextError> {
    let text = without_mark(text);
    let one = |tour: TourText| Pieces {
        paths: vec![tour.steps],
        kind: tour.kind,
    };
    if !text.trim_start().starts_with('{') || list_in(text).is_some() {
        let mut parts = text.split([';', '\n']);
        let has_pieces = parts.any(|part| part.split_whitespace().count() > 1);
        return if text.contains(';') && has_pieces {
            Ok(Pieces {
                paths: pieces(place, text)?,
                kind: None,
            })
        } else {
            read(place, text).map(one)
        };
    }
    let found = claim(place, text)?;
    let is_bare = found.result.is_none() && !found.cycles.is_empty();
    if found.result != Some(DocumentResult::Cycles) && !is_bare {
        return tour_of(place, &found).map(one);
    }
    let cycles = found.cycles.iter();
    let paths = cycles.map(|cycle| vertices(place, cycle));
    Ok(Pieces {
        paths: paths.collect::<Result<_, _>>()?,
        kind: Some(Kind::Closed),
    })
}

fn moves(place: &Place, text: &str) -> Result<TourText, TourTextError> {
    for (row, line) in (1..).zip(text.lines()) {
        if let Some(column) = line.chars().position(|c| c == ';') {
            let message = "a semicolon: these are several pieces, and a tour is one";
            return Err(error(row, column + 1, message));
        }
    }
    let steps = pieces(place, text)?.concat();
    Ok(TourText {
        steps,
        kind: None,
        others: Vec::new(),
    })
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

/// Reads step numbers laid out as on the board, highest rank first, with or without box drawing.
fn grid(board: &Board, text: &str) -> Result<TourText, TourTextError> {
    let boxed = text.contains('│');
    let mut placed = Vec::new();
    let mut rank = board.ranks();
    let is_rank = |line: &str| {
        if boxed {
            line.contains('│')
        } else {
            !line.trim().is_empty()
        }
    };
    for (row, line) in (1..).zip(text.lines()).filter(|(_, line)| is_rank(line)) {
        let cells = cells(line, boxed);
        if rank == 0 || cells.len() != board.files() as usize {
            let message = format!("this is not a rank of a {board} board");
            return Err(error(row, 1, message));
        }
        for (file, (column, cell)) in (1..).zip(cells) {
            let square = Square { rank, file };
            let number = unmarked(cell).parse::<usize>();
            let fault = match (board.vertex(square), number) {
                (Err(_), _) if cell.is_empty() => continue,
                (Ok(vertex), Ok(step)) => {
                    placed.push((step, vertex));
                    continue;
                }
                (Ok(_), Err(_)) => format!("{square} has no step number"),
                (Err(hole), _) => hole.to_string(),
            };
            return Err(error(row, column, fault));
        }
        rank -= 1;
    }
    if rank > 0 {
        let ranks = counted(board.ranks(), "rank");
        let message = format!("{rank} of the {ranks} {} missing", is_or_are(rank));
        return Err(error(text.lines().count(), 1, message));
    }
    in_order(placed)
}

fn in_order(mut placed: Vec<(usize, u32)>) -> Result<TourText, TourTextError> {
    placed.sort_unstable();
    let mut expected = (1..).zip(&placed);
    let message = match expected.find(|(expected, (step, _))| step != expected) {
        None => {
            let steps = placed.into_iter().map(|(_, vertex)| vertex).collect();
            return Ok(TourText {
                steps,
                kind: None,
                others: Vec::new(),
            });
        }
        Some((_, (0, _))) => "steps are counted from 1, this begins with 0".into(),
        Some((expected, _)) => {
            format!("step {expected} is missing, or another number occurs twice")
        }
    };
    Err(error(1, 1, message))
}

/// Returns a number without the brackets of a clue.
fn unmarked(cell: &str) -> &str {
    let inner = cell
        .strip_prefix('[')
        .and_then(|cell| cell.strip_suffix(']'));
    inner.map_or(cell, str::trim)
}

/// The cells of a rank with their columns.
fn cells(line: &str, boxed: bool) -> Vec<(usize, &str)> {
    let mut column = 1;
    let mut cells = Vec::new();
    let separator = |c: char| if boxed { c == '│' } else { c.is_whitespace() };
    for part in line.split(separator) {
        let indent = part.chars().take_while(|c| c.is_whitespace()).count();
        cells.push((column + indent, part.trim()));
        column += part.chars().count() + 1;
    }
    if boxed {
        // Without the label to the left of the first line, and the text after the last one.
        cells[1..cells.len() - 1].to_vec()
    } else {
        let filled = cells.into_iter().filter(|(_, cell)| !cell.is_empty());
        filled.collect()
    }
}

/// The fields of a document that are read. The moves alone suffice, since the command line names
/// the place.
#[derive(Deserialize)]
struct Claim {
    version: Option<u32>,
    #[serde(rename = "kind")]
    _kind: Option<DocumentKind>,
    board: Option<String>,
    leaper: Option<(u32, u32)>,
    graph: Option<GraphSize>,
    #[serde(default)]
    holes: Vec<String>,
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
            let (steps, kind) = (vertices(place, &found.moves)?, found.tour);
            return Ok(TourText {
                steps,
                kind,
                others: Vec::new(),
            });
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
    let found_about = about(found.board.as_deref(), found.leaper, found.graph)?;
    let expected_about = about(here.board.as_deref(), here.leaper, here.graph)?;
    if found_about != expected_about {
        let found_about = quote(&found_about);
        return Some(format!(
            "this document is about {found_about}, not about {expected_about}"
        ));
    }
    let other_holes = found.holes != here.holes;
    other_holes.then(|| "this document is about a board with other holes".into())
}

/// Returns the board or graph in words; `None` if the document names neither.
fn about(
    board: Option<&str>,
    leaper: Option<(u32, u32)>,
    graph: Option<GraphSize>,
) -> Option<String> {
    match (board, leaper, graph) {
        (Some(board), Some(Board::KNIGHT) | None, _) => Some(format!("the knight on {board}")),
        (Some(board), Some((a, b)), _) => Some(format!("the ({a},{b})-leaper on {board}")),
        (None, _, Some(size)) => {
            let vertices = counted(size.vertices, "vertex");
            let edges = counted(size.edges, "edge");
            Some(format!("a graph with {vertices} and {edges}"))
        }
        (None, ..) => None,
    }
}

#[cfg(test)]
mod tests;
