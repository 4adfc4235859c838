//! Reads tours in the forms in which they are written: a board, a list of moves, JSON.

mod json;

use knightsat_base::input::without_mark;
use knightsat_base::plural::{counted, is_or_are};
use knightsat_base::quote::quote;
use knightsat_tour::Kind;
use knightsat_tour::board::Board;
use knightsat_tour::place::Place;
use knightsat_tour::square::Square;
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
        (Some('{'), _) => json::tour(place, text),
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
    if text.trim_start().starts_with('{') {
        return json::pieces(place, text);
    }
    if text.contains(';') {
        return Ok(Pieces {
            paths: pieces(place, text)?,
            kind: None,
        });
    }
    let tour = read(place, text)?;
    Ok(Pieces {
        paths: vec![tour.steps],
        kind: tour.kind,
    })
}

fn moves(place: &Place, text: &str) -> Result<TourText, TourTextError> {
    let several = (1..).zip(text.lines()).find_map(|(row, line)| {
        let column = line.chars().position(|c| c == ';')?;
        Some(error(
            row,
            column + 1,
            "a semicolon: these are several pieces, and a tour is one",
        ))
    });
    if let Some(several) = several {
        return Err(several);
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
    place.vertex(name).map_err(|error| {
        if name.split(',').any(is_zero) {
            format!(
                "'{}': {counted} are counted from 1, not from 0",
                quote(name)
            )
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
    let rows = (1..).zip(text.lines());
    for (row, line) in rows.filter(|(_, line)| is_rank(line, boxed)) {
        let cells = cells(line, boxed);
        if rank == 0 || cells.len() != board.files() as usize {
            let message = format!("this is not a rank of a {board} board");
            return Err(error(row, 1, message));
        }
        for (file, (column, cell)) in (1..).zip(cells) {
            let square = Square { rank, file };
            match (board.vertex(square), cell) {
                (Err(_), "") => {}
                (Ok(vertex), cell) => {
                    let step = unmarked(cell).parse::<usize>();
                    let step = step
                        .map_err(|_| error(row, column, format!("{square} has no step number")))?;
                    placed.push((step, vertex));
                }
                (Err(hole), _) => return Err(error(row, column, hole.to_string())),
            }
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
    if placed.first().is_some_and(|&(step, _)| step == 0) {
        let message = "steps are counted from 1, this begins with 0";
        return Err(error(1, 1, message));
    }
    for (expected, &(step, _)) in (1..).zip(&placed) {
        if step != expected {
            let message = format!("step {expected} is missing, or another number stands twice");
            return Err(error(1, 1, message));
        }
    }
    let steps = placed.into_iter().map(|(_, vertex)| vertex).collect();
    Ok(TourText { steps, kind: None })
}

/// A number without the brackets of one that was given.
fn unmarked(cell: &str) -> &str {
    let inner = cell
        .strip_prefix('[')
        .and_then(|cell| cell.strip_suffix(']'));
    inner.map_or(cell, str::trim)
}

fn is_rank(line: &str, boxed: bool) -> bool {
    if boxed {
        line.contains('│')
    } else {
        !line.trim().is_empty()
    }
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

#[cfg(test)]
mod tests;
