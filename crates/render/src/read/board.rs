//! Boards with the number of the step on each square, and pairs of numbers.

use super::{Parsed, TourText, TourTextError, error, sequence, way, words_in};
use crate::base::text::{is_digits, quote};
use crate::prelude::*;
use knightsat_tour::mask::{self, MaskError};

/// The rows of a text, the top rank first.
type Rows<'t> = Vec<Vec<&'t str>>;

/// Returns the number of layers, ranks and files, if the place has squares.
pub(super) fn sides(place: &Place) -> Option<[usize; 3]> {
    Some(place.any_board()?.sides().map(|side| side as usize))
}

/// Reads a board of numbers or pairs of numbers. Returns `None` if the text has letters, or the
/// place no squares.
pub(super) fn numbers(place: &Place, text: &str) -> Parsed<Option<TourText>> {
    let (Some(board), Some(sides)) = (place.any_board(), sides(place)) else {
        return Ok(None);
    };
    let outline = board.outline();
    let [layers, ranks, files] = sides;
    let mut all = Vec::new();
    for drawing in drawings(text, layers as u32) {
        all.extend(rows(place, text, drawing)?);
    }
    let is_name = |cell: &&str| cell.contains(char::is_alphabetic);
    if all.is_empty() || all.iter().flatten().any(is_name) {
        return Ok(None);
    }
    let is_pair = |row: &Vec<&str>| row.len() == 2 && row.iter().all(|cell| is_digits(cell));
    let tour = if fits(&all, layers * ranks, files) {
        steps(place, text, outline, &all)
    } else if layers == 1 && all.iter().all(is_pair) {
        pairs(place, text, outline, &all)
    } else {
        Err(misfit(place, text, sides, &all))
    };
    tour.map(Some)
}

/// Returns the drawings of the layers of a box under their letters, the lowest layer first. A board
/// is one drawing.
fn drawings(text: &str, layers: u32) -> Vec<&str> {
    if layers == 1 {
        return vec![text];
    }
    let (mut all, mut rest) = (Vec::new(), text);
    for layer in 1..=layers {
        let letter = |layer| format!("{}\n", Square::file_name(layer).to_uppercase());
        let Some(drawing) = rest.trim_start().strip_prefix(&letter(layer)) else {
            return Vec::new();
        };
        let next = format!("\n{}", letter(layer + 1));
        let end = drawing.find(&next).unwrap_or(drawing.len());
        all.push(&drawing[..end]);
        rest = &drawing[end..];
    }
    all
}

/// Returns the rows of a drawing in a text: its lines, the innermost brackets of a list, or numbers
/// that a comma joins.
fn rows<'t>(place: &Place, text: &str, drawing: &'t str) -> Parsed<Rows<'t>> {
    let is_opening = |mark| ['[', '('].contains(&mark);
    let mut marks = drawing.chars().filter(|mark| !mark.is_whitespace());
    let [is_list, is_nested] = [(); 2].map(|()| marks.next().is_some_and(is_opening));
    if !is_list {
        let drawn =
            mask::rows(text, drawing, &Default::default()).map_err(|fault| match fault {
                MaskError::Drawing(fault) => fault,
                fault => error(text, drawing, fault.to_string()),
            })?;
        let rows = drawn
            .rows
            .into_iter()
            .map(|row| row.1)
            .filter(|cells| !cells.is_empty());
        let rows: Rows = rows
            .map(|cells| cells.into_iter().map(bare).collect())
            .collect();
        if !rows
            .iter()
            .flatten()
            .any(|cell| cell.contains(char::is_whitespace))
        {
            return Ok(rows);
        }
    }
    let words = words_in(place, text, drawing)?;
    // Each number may have brackets of its own.
    let by_line = !is_nested && words.iter().map(|word| word.bracket).all_unique();
    let rows = words.chunk_by(|a, b| match (is_list, by_line) {
        (false, _) => a.group == b.group,
        (_, true) => a.line == b.line,
        _ => a.bracket == b.bracket,
    });
    Ok(rows
        .map(|row| row.iter().map(|word| word.text).collect())
        .collect())
}

/// Returns a text without the brackets of a clue, or quotation marks.
fn bare(text: &str) -> &str {
    let inner = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    inner.unwrap_or(text).trim().trim_matches('"')
}

/// Reads as many rows and files as the place has.
fn steps(place: &Place, text: &str, outline: &Outline, rows: &Rows) -> Parsed<TourText> {
    let ranks = outline.ranks();
    let (mut placed, mut fault, mut beyond) = (Vec::new(), None, Vec::new());
    for (index, row) in (0..).zip(rows) {
        for (file, &cell) in (1..).zip(row) {
            let rank = ranks - index % ranks;
            let square = Square { rank, file };
            let number = number(place, text, cell)?;
            beyond.extend(number.filter(|&number| number > place.len()).map(|_| cell));
            let wrong = match (outline.vertex(index / ranks, square), number) {
                (Some(vertex), Some(number)) => {
                    placed.push((number, vertex));
                    continue;
                }
                (None, None | Some(0)) => continue,
                (Some(_), None) => format!("{square} has no number"),
                (None, Some(number)) => format!("{number} stands on the hole {square}"),
            };
            fault.get_or_insert(wrong);
        }
    }
    if let [cell, _, ..] = beyond[..] {
        let (number, steps) = (quote(cell), place.len());
        let message = format!(
            "'{number}' and others are beyond the {steps} steps: {}",
            way(place)
        );
        return Err(error(text, cell, message));
    }
    let steps = fault.map_or_else(|| in_order(placed), Err);
    let mut tour = TourText::new(steps, None);
    tour.form = " (read as a board of steps, not as squares in order)";
    Ok(tour)
}

/// Returns the number of a cell; `None` for the mark of a hole or of an empty square.
fn number(place: &Place, text: &str, cell: &str) -> Parsed<Option<u32>> {
    let number = cell.parse().ok().filter(|_| is_digits(cell));
    if number.is_none() && !["", ".", "#"].contains(&cell) {
        let message = format!("'{}' is no step of a board: {}", quote(cell), way(place));
        return Err(error(text, cell, message));
    }
    Ok(number)
}

/// Reads the rank and the file of each square, counted from 0 or 1 as the smallest number says.
fn pairs(place: &Place, text: &str, outline: &Outline, rows: &Rows) -> Parsed<TourText> {
    let number = |cell: &str| cell.parse::<u32>().unwrap_or(u32::MAX);
    let numbers = || rows.iter().map(|row| [number(row[0]), number(row[1])]);
    let base = u32::from(numbers().flatten().min() > Some(0));
    let sides = [outline.ranks(), outline.files()];
    if base == 1 && numbers().all(|[rank, file]| rank < sides[0] && file < sides[1]) {
        let message = "these pairs may count from 0 or from 1: write names of squares, as in a1 b3";
        return Err(error(text, rows[0][0], message));
    }
    let vertex = |row: &Vec<&'_ str>| {
        let [rank, file] = [row[0], row[1]].map(|cell| number(cell).saturating_add(1 - base));
        outline.vertex(0, Square { rank, file }).ok_or_else(|| {
            let [ranks, files] = sides.map(|side| side + base - 1);
            let [rank, file] = [row[0], row[1]].map(quote);
            let message = format!(
                "({rank}, {file}) is not on {place}: its ranks are {base} to {ranks}, and its files {base} \
                 to {files}; write the rank first, or names such as a1"
            );
            error(text, row[0], message)
        })
    };
    let vertices: Vec<_> = rows
        .iter()
        .map(|row| Ok((vertex(row)?, row[0])))
        .collect::<Result<_, _>>()?;
    let mut tour = sequence(place, text, &vertices)?;
    tour.note = Some(format!(
        "pairs are rank and file, counted from {base}: ({base}, {base}) is a1"
    ));
    Ok(tour)
}

/// Returns true for a table of this size.
fn fits(rows: &Rows, height: usize, width: usize) -> bool {
    rows.len() == height && rows.iter().all(|row| row.len() == width)
}

/// Returns the fault of numbers that are neither a board of this size nor pairs.
fn misfit(place: &Place, text: &str, sides: [usize; 3], rows: &Rows) -> TourTextError {
    for cell in rows.iter().flatten() {
        if let Err(fault) = number(place, text, cell) {
            return fault;
        }
    }
    let [layers, ranks, files] = sides;
    let height = layers * ranks;
    let uneven = rows.iter().position(|row| row.len() != files);
    let odd = uneven.unwrap_or(height.min(rows.len() - 1));
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
    error(text, rows[odd].first().unwrap_or(&text), message)
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
    let equal = numbers().tuple_windows().find(|(a, b)| a == b);
    let twice = equal.map(|(step, _)| format!("{step} stands twice and "));
    Err(format!("{}{missing} is missing", twice.unwrap_or_default()))
}
