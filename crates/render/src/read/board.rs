//! Boards with the number of the step on each square, and pairs of numbers.

use super::words::At;
use super::{TourText, TourTextError, error, sequence, way, words_in};
use crate::base::text::{is_digits, quote};
use crate::prelude::*;
use knightsat_tour::mask::{self, Between, Content};

/// A part of a row, and its place.
type Cell<'t> = (&'t str, At);
/// The rows of a text, the top rank first.
type Rows<'t> = Vec<Vec<Cell<'t>>>;

/// Returns the number of layers, ranks and files, if the place has squares.
pub(super) fn sides(place: &Place) -> Option<[usize; 3]> {
    Some(place.any_board()?.sides().map(|side| side as usize))
}

/// Reads a board of numbers or pairs of numbers. Returns `None` if the text has letters, or the
/// place no squares.
pub(super) fn numbers(place: &Place, text: &str) -> Result<Option<TourText>, TourTextError> {
    let (Some(board), Some(sides)) = (place.any_board(), sides(place)) else {
        return Ok(None);
    };
    let outline = board.outline();
    let [layers, ranks, files] = sides;
    let mut all = Vec::new();
    for (above, drawing) in drawings(text, layers as u32) {
        let mut rows = rows(place, drawing)?;
        rows.iter_mut().flatten().for_each(|cell| cell.1.0 += above);
        all.extend(rows);
    }
    let is_name = |&(text, _): &Cell| text.contains(char::is_alphabetic);
    if all.is_empty() || all.iter().flatten().any(is_name) {
        return Ok(None);
    }
    let is_pair = |row: &Vec<Cell>| row.len() == 2 && row.iter().all(|cell| is_digits(cell.0));
    if fits(&all, layers * ranks, files) {
        steps(place, outline, &all).map(Some)
    } else if layers == 1 && all.iter().all(is_pair) {
        pairs(place, outline, &all).map(Some)
    } else {
        Err(misfit(place, sides, &all))
    }
}

/// Returns the drawings of the layers of a box under their letters, the lowest layer first, each
/// with the number of lines above it. A board is one drawing.
fn drawings(text: &str, layers: u32) -> Vec<(u64, &str)> {
    if layers == 1 {
        return vec![(0, text)];
    }
    let (mut all, mut rest) = (Vec::new(), text);
    for layer in 1..=layers {
        let letter = |layer| format!("{}\n", Square::file_name(layer).to_uppercase());
        let Some(drawing) = rest.trim_start().strip_prefix(&letter(layer)) else {
            return Vec::new();
        };
        let next = format!("\n{}", letter(layer + 1));
        let end = drawing.find(&next).unwrap_or(drawing.len());
        let above = text[..text.len() - drawing.len()].matches('\n').count();
        all.push((above as u64, &drawing[..end]));
        rest = &drawing[end..];
    }
    all
}

/// Returns the rows of a text: its lines, the innermost brackets of a list, or numbers that a comma
/// joins.
fn rows<'t>(place: &Place, text: &'t str) -> Result<Rows<'t>, TourTextError> {
    let is_opening = |mark| ['[', '('].contains(&mark);
    let mut marks = text.chars().filter(|mark| !mark.is_whitespace());
    let [is_list, is_nested] = [(); 2].map(|()| marks.next().is_some_and(is_opening));
    if !is_list {
        let drawing = mask::rows(text, &Default::default()).map_err(|fault| match fault {
            mask::MaskError::Drawing(fault) => fault,
            fault => error((1, 1), fault.to_string()),
        })?;
        let has_blanks = |cell: &(usize, &str)| cell.1.contains(char::is_whitespace);
        let mut cells = drawing.rows.iter().flat_map(|row| &row.cells);
        if drawing.between != Between::Commas || !cells.any(has_blanks) {
            let rows = drawing.rows.iter().filter(|row| !row.cells.is_empty());
            let row = |row: &mask::Row<'t>| {
                let cells = row.cells.iter();
                let cell = |&(column, text)| (bare(text), (row.line, column));
                cells.map(cell).collect()
            };
            return Ok(rows.map(row).collect());
        }
    }
    let words = words_in(place, text)?;
    // Each number may have brackets of its own.
    let by_line = !is_nested && words.iter().map(|word| word.bracket).all_unique();
    let rows = words.chunk_by(|a, b| match (is_list, by_line) {
        (false, _) => a.group == b.group,
        (_, true) => a.at.0 == b.at.0,
        _ => a.bracket == b.bracket,
    });
    let rows = rows.map(|row| row.iter().map(|word| (word.text, word.at)).collect());
    Ok(rows.collect())
}

/// Returns a text without the brackets of a clue.
fn bare(text: &str) -> &str {
    let inner = text.strip_prefix('[');
    let inner = inner.and_then(|text| text.strip_suffix(']'));
    inner.unwrap_or(text).trim().trim_matches('"')
}

/// Reads as many rows and files as the place has.
fn steps(place: &Place, outline: &Outline, rows: &Rows) -> Result<TourText, TourTextError> {
    let ranks = outline.ranks();
    let (mut placed, mut fault, mut zero) = (Vec::new(), None, None);
    let mut beyond = Vec::new();
    for (index, row) in (0..).zip(rows) {
        for (file, &(text, at)) in (1..).zip(row) {
            let rank = ranks - index % ranks;
            let square = Square { rank, file };
            let number = number(place, text, at)?;
            beyond.extend(
                number
                    .filter(|&number| number > place.len())
                    .map(|_| (text, at)),
            );
            let wrong = match (outline.vertex(index / ranks, square), number) {
                (Some(vertex), Some(number)) => {
                    placed.push((number, vertex));
                    continue;
                }
                (None, None) => continue,
                (None, Some(0)) => {
                    zero.get_or_insert((square, at));
                    continue;
                }
                (Some(_), None) => format!("{square} has no number"),
                (None, Some(number)) => format!("{number} stands on the hole {square}"),
            };
            fault.get_or_insert(wrong);
        }
    }
    if let [(text, at), _, ..] = beyond[..] {
        let (text, steps) = (quote(text), place.len());
        let message = format!(
            "'{text}' and others are beyond the {steps} steps: {}",
            way(place)
        );
        return Err(error(at, message));
    }
    let is_zero = |&(number, _): &(u32, u32)| number == 0;
    if let Some((square, at)) = zero.filter(|_| placed.iter().any(is_zero)) {
        let message = format!("0 is a step, and stands on the hole {square}: write # on holes");
        return Err(error(at, message));
    }
    let steps = fault.map_or_else(|| in_order(placed), Err);
    let mut tour = TourText::new(steps, None);
    tour.form = " (read as a board of steps, not as squares in order)";
    Ok(tour)
}

/// Returns the number of a cell; `None` for the mark of a hole or of an empty square.
fn number(place: &Place, text: &str, at: At) -> Result<Option<u32>, TourTextError> {
    let number = text.parse().ok().filter(|_| is_digits(text));
    match mask::content(text) {
        Some(Content::Hole | Content::Empty(_)) if number.is_none() => Ok(None),
        Some(_) if number.is_some() => Ok(number),
        _ => {
            let message = format!("'{}' is no step of a board: {}", quote(text), way(place));
            Err(error(at, message))
        }
    }
}

/// Reads the rank and the file of each square, counted from 0 or 1 as the smallest number says.
fn pairs(place: &Place, outline: &Outline, rows: &Rows) -> Result<TourText, TourTextError> {
    let number = |cell: &Cell| cell.0.parse::<u32>().unwrap_or(u32::MAX);
    let numbers = || rows.iter().map(|row| [number(&row[0]), number(&row[1])]);
    let base = u32::from(numbers().flatten().min() > Some(0));
    let sides = [outline.ranks(), outline.files()];
    if base == 1 && numbers().all(|[rank, file]| rank < sides[0] && file < sides[1]) {
        let message = "these pairs may count from 0 or from 1: write names of squares, as in a1 b3";
        return Err(error(rows[0][0].1, message));
    }
    let note = format!("pairs are rank and file, counted from {base}: ({base}, {base}) is a1");
    let vertex = |row: &Vec<Cell>| {
        let [rank, file] = [&row[0], &row[1]].map(|cell| number(cell).saturating_add(1 - base));
        let at = row[0].1;
        let vertex = outline.vertex(0, Square { rank, file }).ok_or_else(|| {
            let [ranks, files] = sides.map(|side| side + base - 1);
            let [rank, file] = [row[0].0, row[1].0].map(quote);
            let message = format!(
                "({rank}, {file}) is not on {place}: its ranks are {base} to {ranks}, and its files {base} \
                 to {files}; write the rank first, or names such as a1"
            );
            error(at, message)
        });
        Ok((vertex?, at))
    };
    let vertices: Vec<_> = rows.iter().map(vertex).collect::<Result<_, _>>()?;
    let mut tour = sequence(place, &vertices)?;
    tour.note = Some(note);
    Ok(tour)
}

/// Returns true for a table of this size.
fn fits(rows: &[Vec<Cell>], height: usize, width: usize) -> bool {
    rows.len() == height && rows.iter().all(|row| row.len() == width)
}

/// Returns the fault of numbers that are neither a board of this size nor pairs.
fn misfit(place: &Place, [layers, ranks, files]: [usize; 3], rows: &Rows) -> TourTextError {
    for &(text, at) in rows.iter().flatten() {
        if let Err(fault) = number(place, text, at) {
            return fault;
        }
    }
    let height = layers * ranks;
    let odd = rows.iter().position(|row| row.len() != files);
    let odd = odd.unwrap_or(height.min(rows.len() - 1));
    let message = if layers == 1 && fits(rows, files, ranks) {
        format!(
            "{files} ranks of {ranks} files, and {place} has {ranks} of {files}: name the board \
             {files}x{ranks}, or exchange rows and columns"
        )
    } else {
        format!(
            "row {} of {} has {}, and a board has {height} rows of {files}: remove sizes, titles and \
             other tours, or {}",
            odd + 1,
            rows.len(),
            counted(rows[odd].len(), "number"),
            way(place)
        )
    };
    let at = rows[odd].first().map_or((1, 1), |cell| cell.1);
    error(at, message)
}

/// Returns the vertices by the numbers of their steps, which count from 0 or 1, or the fault of the
/// numbers.
fn in_order(mut placed: Vec<(u32, u32)>) -> Result<Vec<u32>, String> {
    placed.sort_unstable();
    let numbers = || placed.iter().map(|&(number, _)| number);
    let least = numbers().next().map_or(1, |number| number.min(1));
    let mut distinct = numbers().dedup();
    let mut steps = (least..).take(placed.len());
    let missing = steps.find(|step| distinct.next() != Some(*step));
    let Some(missing) = missing else {
        return Ok(placed.into_iter().map(|(_, vertex)| vertex).collect());
    };
    let twice = numbers().tuple_windows().find(|(a, b)| a == b);
    let twice = twice.map(|(step, _)| format!("{step} stands twice and "));
    let twice = twice.unwrap_or_default();
    Err(format!("{twice}{missing} is missing"))
}
