//! Reads tours in the forms in which they are written: a board, a list of moves, JSON, ours or another's.

use super::json::{About, DocumentKind, DocumentResult, GraphSize, VERSION};
use crate::base::input::without_mark;
use crate::base::json;
use crate::base::text::{counted, is_or_are, quote};
use knightsat_tour::Kind;
use knightsat_tour::board::Board;
use knightsat_tour::place::Place;
use knightsat_tour::square::Square;
use serde::Deserialize;
use thiserror::Error;

/// A sequence of vertices that somebody calls a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourText {
    /// Vertices, in order.
    pub steps: Vec<u32>,
    /// Open or closed, where the text says so.
    pub kind: Option<Kind>,
}

/// The text is not in any of the three forms, or not about this place.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{line}:{column}: {message}")]
pub struct TourTextError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

fn error(line: usize, column: usize, message: impl Into<String>) -> TourTextError {
    // The parts that are quoted may hold anything, and the message is to be one harmless line.
    let message = message.into().replace(char::is_control, "\u{fffd}");
    TourTextError {
        line,
        column,
        message,
    }
}

/// Bytes that a text about a tour in this place may have: a drawing has the most, some fifty a square.
pub fn longest(place: &Place) -> u64 {
    (1 << 20) + 256 * u64::from(place.len())
}

/// Reads a tour: JSON if it begins with a brace, on a board a drawing if it has box-drawing lines
/// or plain numbers, otherwise names of squares or vertices separated by blanks.
pub fn read(place: &Place, text: &str) -> Result<TourText, TourTextError> {
    let text = without_mark(text);
    let first = text.trim_start().chars().next();
    let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match (first, place) {
        (None, _) => Err(error(1, 1, "no tour here: the text is empty")),
        (Some('{'), _) => tour_of(place, &claim(place, text)?),
        (_, Place::Board(board)) if text.contains('│') => grid(board, text),
        (_, Place::Board(board)) if text.split_whitespace().all(number) => grid(board, text),
        _ => moves(place, text),
    }
}

/// Paths and cycles that somebody wants to see; a path that ends where it begins is a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Vertices, in order.
    pub paths: Vec<Vec<u32>>,
    /// Open or closed, where the text says so.
    pub kind: Option<Kind>,
}

/// Reads what [`read`] reads, or several paths: moves with semicolons between the pieces, or JSON
/// with `cycles`.
pub fn read_pieces(place: &Place, text: &str) -> Result<Pieces, TourTextError> {
    let text = without_mark(text);
    let one = |tour: TourText| Pieces {
        paths: vec![tour.steps],
        kind: tour.kind,
    };
    if !text.trim_start().starts_with('{') {
        return match text.contains(';') {
            true => Ok(Pieces {
                paths: pieces(place, text)?,
                kind: None,
            }),
            false => read(place, text).map(one),
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
    Ok(TourText { steps, kind: None })
}

/// The vertices between semicolons; there are no empty pieces.
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

/// The vertex of that name; who counts from 0 is told so.
fn named(place: &Place, name: &str) -> Result<u32, String> {
    let is_zero = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte == b'0');
    let counted = match place {
        Place::Board(_) => "ranks and files",
        Place::Graph(_) => "vertices",
    };
    place
        .vertex(name)
        .map_err(|error| match name.split(',').any(is_zero) {
            true => format!(
                "'{}': {counted} are counted from 1, not from 0",
                quote(name)
            ),
            false => error.to_string(),
        })
}

/// Reads step numbers laid out as on the board, highest rank first, with or without box drawing.
fn grid(board: &Board, text: &str) -> Result<TourText, TourTextError> {
    let boxed = text.contains('│');
    let mut placed = Vec::new();
    let mut rank = board.ranks();
    let is_rank = |line: &str| match boxed {
        true => line.contains('│'),
        false => !line.trim().is_empty(),
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
            return Ok(TourText { steps, kind: None });
        }
        Some((_, (0, _))) => "steps are counted from 1, this begins with 0".into(),
        Some((expected, _)) => {
            format!("step {expected} is missing, or another number stands twice")
        }
    };
    Err(error(1, 1, message))
}

/// A number without the brackets of one that was given.
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
    match boxed {
        // The label to the left of the first line and what follows the last one.
        true => cells[1..cells.len() - 1].to_vec(),
        false => cells
            .into_iter()
            .filter(|(_, cell)| !cell.is_empty())
            .collect(),
    }
}

/// What is read of a document: other fields say nothing here. The moves alone will do, since the
/// command line says where they go.
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
        None if found.moves.is_empty() => "this document has no moves in it",
        None | Some(DocumentResult::Tour) => {
            let (steps, kind) = (vertices(place, &found.moves)?, found.tour);
            return Ok(TourText { steps, kind });
        }
        Some(_) => "this document says that there is no tour in it",
    };
    Err(error(1, 1, message))
}

fn claim(place: &Place, text: &str) -> Result<Claim, TourTextError> {
    let found: Claim = serde_json::from_str(text).map_err(|bad| {
        let (line, column) = json::place(&bad);
        let message = format!("not a tour in JSON: {}", json::message(&bad));
        error(line, column, message)
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

/// Why a document is no tour of this place, as far as its head says.
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
            "this is about {found_about}, not about {expected_about}"
        ));
    }
    let other_holes = found.holes != here.holes;
    other_holes.then(|| "this is about a board with other holes".into())
}

/// The board or graph in words; `None` if there is neither.
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
