//! Boards with the number of the step on each square.

use super::list::{SECOND, in_order};
use super::words::{is_number, records};
use super::{Reading, TourTextError, error};
use crate::prelude::*;
use knightsat_tour::geometry::Geometry;
use knightsat_tour::mask;

/// The numbers on the squares, the top rank first.
type Rows = Vec<Vec<Option<u32>>>;

/// Returns the reading of a text as a board of numbers, if the place has squares and the text has
/// as many ranks and files. The size of the board may stand above. Layers of a box follow each
/// other, each under its letter.
pub(super) fn reading(place: &Place, text: &str) -> Result<Option<Reading>, TourTextError> {
    match (place.outline(), place.geometry()) {
        (Some(outline), _) => of_board(&Board::from(outline.clone()), text),
        (None, Some(geometry)) => Ok(of_layers(geometry, text)),
        (None, None) => Ok(None),
    }
}

fn of_board(board: &Board, text: &str) -> Result<Option<Reading>, TourTextError> {
    let found = rows(text).and_then(|rows| of_rows(board, &rows));
    let found = found.or_else(|| of_rows(board, &rows(&without_size(board, text)?)?));
    match found {
        Some(found) => Ok(Some(found)),
        None => match second_board(board, text) {
            Some(line) => Err(error(line, 1, SECOND)),
            None => Ok(None),
        },
    }
}

fn of_layers(geometry: &Geometry, text: &str) -> Option<Reading> {
    let outline = geometry.outline();
    let board = Board::from(outline.clone());
    let (mut layer, mut blocks) = (0, Vec::new());
    for line in text.lines() {
        if line
            .trim()
            .eq_ignore_ascii_case(&Square::file_name(layer + 1))
        {
            blocks.push(String::new());
            layer += 1;
        } else if let Some(block) = blocks.last_mut() {
            *block += line;
            *block += "\n";
        }
    }
    if layer != geometry.layers() {
        return None;
    }
    let mut all = Numbers::default();
    for (layer, block) in (0..).zip(&blocks) {
        let numbers = numbers(&board, &rows(block)?).filter(|numbers| !numbers.is_turned)?;
        let above = numbers.placed.into_iter();
        let above = above.map(|(number, vertex)| (number, vertex + layer * outline.len()));
        all.placed.extend(above);
        all.fault = all.fault.or(numbers.fault);
    }
    Some(all.reading())
}

/// Returns the numbers of a text that is nothing but numbers.
fn rows(text: &str) -> Option<Rows> {
    // Semicolons between single numbers separate files, and ranks otherwise.
    let mut cells = text.split(['\n', ';']);
    let are_cells = cells.all(|cell| cell.split_whitespace().count() <= 1);
    let commas = are_cells.then(|| text.replace(';', ","));
    let text = commas.as_deref().unwrap_or(text);
    if let Ok(mut rows) = mask::numbers(text) {
        rows.retain(|row| !row.is_empty());
        return Some(rows);
    }
    let any: Place = Board::new(1, 1).ok()?.into();
    let all = records(&any, text);
    // A title has no numbers.
    let is_title = |record: &super::words::Record| {
        let has_digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        !record.words.iter().any(|word| has_digits(word.text))
    };
    let titles = all.iter().take_while(|record| is_title(record)).count();
    let row = |record: &super::words::Record| {
        let numbers = record.words.iter();
        let number = |word: &super::words::Word| {
            let is_plain = is_number(word.text) && !word.is_key;
            is_plain.then(|| word.text.parse().ok().map(Some))?
        };
        numbers.map(number).collect()
    };
    all[titles..].iter().map(row).collect()
}

/// The numbers on vertices.
#[derive(Default)]
struct Numbers {
    placed: Vec<(u32, u32)>,
    /// The first square without a number, or number without a square.
    fault: Option<String>,
    /// True if the text has files for ranks.
    is_turned: bool,
}

impl Numbers {
    fn reading(self) -> Reading {
        let mut reading = Reading::new(match self.fault {
            Some(fault) => Err(fault),
            None => in_order(self.placed),
        });
        reading.is_sure = true;
        reading
    }
}

/// Returns the steps of the numbers, if there is one for each square.
fn of_rows(board: &Board, rows: &Rows) -> Option<Reading> {
    let numbers = numbers(board, rows)?;
    let is_turned = numbers.is_turned;
    let (ranks, files) = (board.ranks(), board.files());
    let mut reading = numbers.reading();
    reading.note = is_turned.then(|| {
        format!("its ranks are read as files: it has {files} ranks of {ranks}, and {board} has {ranks} of {files}")
    });
    Some(reading)
}

/// Returns the numbers, if there is one for each square, and any.
fn numbers(board: &Board, rows: &Rows) -> Option<Numbers> {
    let [ranks, files] = [board.ranks(), board.files()].map(|side| side as usize);
    let has = |lines: usize, width: usize| {
        rows.len() == lines && rows.iter().all(|row| row.len() == width)
    };
    let is_turned = match (has(ranks, files), has(files, ranks)) {
        (true, _) => false,
        (false, true) => true,
        _ => return None,
    };
    let (mut placed, mut fault) = (Vec::new(), None);
    for rank in 1..=ranks {
        for file in 1..=files {
            let number = if is_turned {
                rows[file - 1][rank - 1]
            } else {
                rows[ranks - rank][file - 1]
            };
            let square = Square {
                rank: rank as u32,
                file: file as u32,
            };
            let wrong = match (board.vertex(square), number) {
                (Ok(vertex), Some(number)) => {
                    placed.push((number, vertex));
                    continue;
                }
                (Err(_), None | Some(0)) => continue,
                (Ok(_), None) => format!("{square} has no number"),
                (Err(hole), Some(number)) => format!("{number} stands on no square: {hole}"),
            };
            fault.get_or_insert(wrong);
        }
    }
    let numbers = Numbers {
        placed,
        fault,
        is_turned,
    };
    (!numbers.placed.is_empty()).then_some(numbers)
}

/// Returns the text without its first line, if that is the size of the board.
fn without_size(board: &Board, text: &str) -> Option<String> {
    let first = text.lines().position(|line| !line.trim().is_empty())?;
    let line = text.lines().nth(first)?;
    let sides = line.split(|c: char| c.is_whitespace() || "x×*,".contains(c));
    let sides = sides.filter(|side| !side.is_empty()).map(str::parse::<u32>);
    let sides: Vec<u32> = sides.collect::<Result<_, _>>().ok()?;
    let is_size = match sides[..] {
        [side] => board.ranks() == side && board.files() == side,
        [ranks, files] => board.ranks() == ranks && board.files() == files,
        _ => false,
    };
    let rest = text.lines().skip(first + 1);
    is_size.then(|| rest.map(|line| line.to_string() + "\n").collect())
}

/// Returns the line of a second board in the text.
fn second_board(board: &Board, text: &str) -> Option<usize> {
    let all = rows(text)?;
    let (ranks, files) = (board.ranks() as usize, board.files() as usize);
    let are_boards = all.len() >= 2 * ranks
        && all.len().is_multiple_of(ranks)
        && all.iter().all(|row| row.len() == files);
    if !are_boards || of_rows(board, &all[..ranks].to_vec())?.steps.is_err() {
        return None;
    }
    let lines = (1..).zip(text.lines());
    let mut lines = lines.filter(|(_, line)| line.contains(|c: char| c.is_ascii_digit()));
    lines.nth(ranks).map(|(number, _)| number)
}
