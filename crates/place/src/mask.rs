//! Boards drawn in a text file. Each line is a rank, the top rank first. `.` is a square, `#` a
//! hole, a number the step of its square.
//!
//! ```
//! use knightsat_place::mask;
//!
//! let board = mask::parse("..#\n...\n1..\n", &Default::default())?;
//! assert_eq!(board.squares(), 8);
//! let (_, numbers) = board.split_numbers();
//! assert_eq!(numbers, [(1, "a1".parse()?)]);
//!
//! let error = mask::parse("..@\n", &Default::default()).unwrap_err();
//! assert!(error.to_string().starts_with("1:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Blanks, commas or bars separate the squares of a line, or nothing does, as in `..#.7`. The
//! reader skips frames such as `+---+---+`, and checks the names of ranks and files around a board
//! with bars. One mark, the same in the whole file, stands for an empty square: `.`, `_`, `-`, `?`,
//! `0`, or nothing between commas or bars. A last line `closed` demands a closed tour.

use crate::board::{Board, BoardError};
use crate::outline::Square;
use itertools::Itertools;
use knightsat_base::input::without_mark;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::{TextError, counted, is_digits, quote};
use std::collections::HashMap;
use thiserror::Error;

/// The fault of a drawn board.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaskError {
    /// A mark that is no square, a rank of another length than the first, or a number that is no
    /// step or occurs twice.
    #[error(transparent)]
    Drawing(#[from] TextError),
    /// No squares, or too many.
    #[error("1:1: {0}")]
    Board(#[from] BoardError),
    /// Time was up before the end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn error<T>((line, column): (u64, usize), message: String) -> Result<T, MaskError> {
    Err(TextError::at(line)((column, message)).into())
}

/// Number of squares between two checks of the clock.
const LOOK: u32 = 1 << 12;

/// Reads a drawn board, or returns [`MaskError::Stopped`] if time is up before the end. Carriage
/// returns, and blank lines before and after the ranks, are accepted.
pub fn parse(text: &str, stop: &Stop) -> Result<Board, MaskError> {
    let (drawn, is_closed) = without_kind(without_mark(text).trim_end());
    let Drawing { mut rows, between } = rows(drawn, stop)?;
    if let Some((line, message)) = foreign(drawn, &rows, between) {
        return error((line, 1), message);
    }
    if between == Between::Blanks {
        divide(&mut rows)?;
    }
    if let Some(line) = blanks(drawn, &rows, between) {
        let message = "blanks may be empty squares: write . for an empty square, and # for a hole";
        return error((line, 1), message.into());
    }
    if let Some(line) = labels(&rows).filter(|_| between != Between::Bars) {
        let message = "numbers in order, which may name ranks or files, or be steps: remove them if they \
                       are names; otherwise put bars between all squares, as in |1|2|";
        return error((line, 1), message.into());
    }
    let files = rows.first().map_or(0, |row| row.cells.len());
    let numbers = rows
        .iter()
        .flat_map(|row| row.cells.iter().map(|cell| (row.line, cell)));
    let numbers = numbers.filter(|(_, cell)| is_digits(cell.1)).collect_vec();
    let widest = numbers.iter().map(|(_, cell)| cell.1.len()).max();
    let mut padded = numbers
        .iter()
        .filter(|(_, cell)| cell.1.len() > 1 && cell.1.starts_with('0'));
    let mut shorter = numbers
        .iter()
        .filter(|(_, cell)| Some(cell.1.len()) < widest);
    if let Some(((_, (_, zeros)), (line, (column, piece)))) = padded.next().zip(shorter.next()) {
        let message = format!("'{piece}' has less digits than '{zeros}': {APART}");
        return error((*line, *column), message);
    }
    let mut watch = stop.watch(LOOK);
    let (mut holes, mut written, mut empty) = (Vec::new(), Vec::new(), None);
    for (rank, row) in (1..=rows.len() as u32).rev().zip(&rows) {
        for (file, &(column, piece)) in (1..).zip(&row.cells) {
            watch.check()?;
            let (square, at) = (Square { rank, file }, (row.line, column));
            let length = piece.chars().count();
            match content(piece) {
                Some(Content::Step(number)) => written.push((square, number, at)),
                Some(_) if length > 1 && Some(length) != widest => {
                    let message = format!("'{piece}' is one square or {length}: {APART}");
                    return error(at, message);
                }
                Some(Content::Hole) => holes.push(square),
                Some(Content::Empty(mark)) => {
                    let &mut (first, line) = empty.get_or_insert((mark, row.line));
                    if mark != first {
                        let [mark, first] = [mark, first].map(|mark| match mark {
                            ' ' => "nothing".into(),
                            mark => format!("'{mark}'"),
                        });
                        let message = format!(
                            "{mark} here and {first} on line {line} both stand for an empty \
                             square: write one of them only, and # for a hole"
                        );
                        return error(at, message);
                    }
                }
                None => {
                    let message = format!(
                        "'{}' is no square: write . for an empty square, # for a hole, or the \
                         number of its step",
                        quote(piece)
                    );
                    return error(at, message);
                }
            }
        }
        if row.cells.len() != files {
            let column = row.cells.get(files).map_or(row.end, |surplus| surplus.0);
            let found = counted(row.cells.len(), "file");
            let message = format!(
                "this rank has {found}, and the first one has {files}: write as many squares in each \
                 rank, and # for a hole"
            );
            return error((row.line, column), message);
        }
    }
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let board = Board::new(side(rows.len()), side(files))?.with_holes(&holes)?;
    let steps = board.squares();
    let (mut seen, mut numbers) = (HashMap::new(), Vec::new());
    for (square, number, at) in written {
        watch.check()?;
        let step = number.parse().ok();
        let Some(step) = step.filter(|step| (1..=steps).contains(step)) else {
            let number = quote(number);
            let message = format!("there is no step {number}: the tour has the steps 1 to {steps}");
            return error(at, message);
        };
        if let Some(first) = seen.insert(step, square) {
            return error(at, format!("step {step} is on {first} already"));
        }
        numbers.push((step, square));
    }
    if let Some(('0', line)) = empty.filter(|_| numbers.len() as u32 + 1 == steps) {
        let is_counted = !seen.contains_key(&steps);
        let message =
            "the only 0 may be the first step: count steps from 1, or write . for an empty square";
        if is_counted {
            return error((line, 1), message.into());
        }
    }
    Ok(board.with_numbers(numbers).with_closed(is_closed))
}

/// The remedy for squares that are not apart.
const APART: &str = "put blanks or bars between the squares, as in |1|.|";

/// The last line of a drawn board that demands a closed tour.
pub const CLOSED: &str = "closed";

/// Returns the text without its last line and true, if that line is [`CLOSED`].
fn without_kind(text: &str) -> (&str, bool) {
    match text.rsplit_once('\n') {
        Some((drawn, last)) if last.trim() == CLOSED => (drawn.trim_end(), true),
        _ => (text, false),
    }
}

/// Returns the line and the fault of another form than a drawing: a list in brackets, a board below
/// its size, or one with a line of dashes.
fn foreign(text: &str, rows: &[Row], between: Between) -> Option<(u64, String)> {
    let (first, below) = rows.split_first()?;
    if text.trim_start().starts_with(['[', '{', '(']) {
        let message = "this is a list in brackets: write each rank on a line of its own, without \
                       brackets and commas, as in 1 . .";
        return Some((first.line, message.into()));
    }
    let words = first.cells.iter().map(|cell| cell.1).join(" ");
    let sides = tokens(&words, |mark| mark.is_whitespace() || "x×,".contains(mark));
    let sides = sides.iter().map(|(_, word)| word.parse());
    let sides: Vec<usize> = sides.collect::<Result<_, _>>().unwrap_or_default();
    let ranks = below.len();
    let is_rank = between == Between::Bars && first.cells.len() > 1;
    let is_size = |files: usize| match sides[..] {
        _ if is_rank => false,
        [side] => side == ranks && side == files,
        [a, b] => [a, b] == [ranks, files] || [b, a] == [ranks, files],
        [a, b, area] => [a, b] == [ranks, files] && area == ranks * files,
        _ => false,
    };
    let widths = |is_apart| below.iter().map(move |row| row.width(between, is_apart));
    let files = [false, true].map(|is_apart| widths(is_apart).all_equal_value().ok());
    if let Some(files) = files.into_iter().flatten().find(|&files| is_size(files)) {
        let message = format!(
            "'{words}' is the size of the {ranks} ranks of {files} below, or a rank: remove it if it is \
             the size; otherwise put bars between all squares, as in |1|2|"
        );
        return Some((first.line, message));
    }
    let has_dash = |row: &&Row| row.cells.iter().any(|cell| cell.1.contains('-'));
    let is_rule = |row: &&Row| {
        let is_close = between == Between::Bars || row.cells.len() == 1;
        let mut marks = row.cells.iter().flat_map(|cell| cell.1.chars());
        is_close && has_dash(row) && marks.all(|mark| mark == '-')
    };
    let (rules, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(is_rule);
    let is_odd = !others.is_empty() && !others.iter().any(has_dash);
    let rule = rules.first().filter(|_| is_odd)?;
    let message = "a line between ranks, or a rank: remove it, or write . for empty squares";
    Some((rule.line, message.into()))
}

/// Returns a line with blanks that may be empty squares: between tabs or outside of bars. Without a
/// mark for empty squares, the first rank, if its squares have gaps and do not stand below others.
fn blanks(text: &str, rows: &[Row], between: Between) -> Option<u64> {
    let is_bare = |line: &str| match between {
        Between::Blanks => {
            line.contains('\t') && line.split('\t').any(|part| part.trim().is_empty())
        }
        Between::Bars => {
            let [inner, after] = [line.trim(), line.trim_end()];
            let is_between = inner.starts_with(BARS) && inner.ends_with(BARS);
            is_between && !line.starts_with(BARS) && line.len() > after.len()
        }
        Between::Commas => false,
    };
    if let Some((line, _)) = (1..).zip(text.lines()).find(|(_, line)| is_bare(line)) {
        return Some(line);
    }
    let has_gap = |row: &Row| {
        let mut end = 0;
        row.cells
            .iter()
            .any(|(column, piece)| *column > std::mem::replace(&mut end, column + piece.len()) + 1)
    };
    let is_even = |file: usize| {
        let cells = || rows.iter().filter_map(|row| row.cells.get(file));
        cells().map(|cell| cell.0).all_equal()
            || cells().map(|cell| cell.0 + cell.1.len()).all_equal()
    };
    let mut cells = rows.iter().flat_map(|row| &row.cells);
    let is_full = !cells.any(|cell| matches!(content(cell.1), Some(Content::Empty(_))));
    let files = rows.first()?.cells.len();
    let is_odd = is_full
        && between == Between::Blanks
        && rows.iter().any(has_gap)
        && !(0..files).all(is_even);
    is_odd.then_some(rows[0].line)
}

/// Returns the line of numbers in order from 0 or 1 that may be the names of ranks or files.
fn labels(rows: &[Row]) -> Option<u64> {
    let is_count = |numbers: Vec<Option<usize>>| {
        let count = |first: usize| (first..first + numbers.len()).map(Some);
        let is_from = |first| {
            let (mut up, mut down) = (count(first), count(first).rev());
            numbers.iter().all(|number| up.next() == Some(*number))
                || numbers.iter().all(|number| down.next() == Some(*number))
        };
        numbers.len() > 1 && is_from(1) || numbers.len() > 2 && is_from(0)
    };
    let number = |cell: Option<&Piece>| cell?.1.parse().ok();
    let (first, last) = (rows.first()?, rows.last()?);
    let has_sides = rows.len() > 1 && first.cells.len() > 1;
    let names = rows.iter().map(|row| number(row.cells.first())).collect();
    let of = |row: &Row| is_count(row.cells.iter().map(|cell| number(Some(cell))).collect());
    let row = [first, last].into_iter().find(|row| of(row));
    let row = row.or_else(|| is_count(names).then_some(first));
    Some(row.filter(|_| has_sides)?.line)
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content<'t> {
    /// The mark of an empty square, a blank for none.
    Empty(char),
    /// A hole.
    Hole,
    /// The digits of its step, without zeros at the beginning.
    Step(&'t str),
}

/// Returns the content of a square: a number, or one mark, perhaps repeated to the width of
/// numbers.
pub fn content(piece: &str) -> Option<Content<'_>> {
    let Some(first) = piece.chars().next() else {
        return Some(Content::Empty(' '));
    };
    let is_repeated = piece.chars().all(|mark| mark == first);
    match first {
        _ if is_digits(piece) => match piece.trim_start_matches('0') {
            "" => Some(Content::Empty('0')),
            number => Some(Content::Step(number)),
        },
        '.' | '_' | '-' | '?' if is_repeated => Some(Content::Empty(first)),
        '#' if is_repeated => Some(Content::Hole),
        _ => None,
    }
}

/// A line of a drawing.
#[derive(Clone, Debug)]
pub struct Row<'t> {
    /// Its number, from 1.
    pub line: u64,
    /// Its squares, each with its column in characters, from 1.
    pub cells: Vec<Piece<'t>>,
    /// The column behind the line.
    pub end: usize,
}

impl Row<'_> {
    /// Returns the number of its squares, if digits together are a number, or apart.
    fn width(&self, between: Between, is_apart: bool) -> usize {
        match self.cells[..] {
            [(_, word)] if between == Between::Blanks => marks(word, is_apart).len(),
            _ => self.cells.len(),
        }
    }
}

/// The separator of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// Bars such as `|`.
    Bars,
    /// Commas.
    Commas,
    /// Blanks.
    Blanks,
}

/// The lines of a drawing, the top rank first.
#[derive(Clone, Debug)]
pub struct Drawing<'t> {
    /// The ranks. A blank line between them is one without squares.
    pub rows: Vec<Row<'t>>,
    /// Their separator.
    pub between: Between,
}

/// A part of a line, and its column.
pub type Piece<'t> = (usize, &'t str);

const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// Reads the squares of all lines, without frames and the names of ranks and files, or returns the
/// fault of these names.
pub fn rows<'t>(text: &'t str, stop: &Stop) -> Result<Drawing<'t>, MaskError> {
    let lines = (1..).zip(text.lines());
    let lines = lines.skip_while(|(_, line)| line.trim().is_empty());
    let lines = lines.filter(|(_, line)| !is_frame(line)).collect_vec();
    let has = |marks: &[char]| lines.iter().any(|(_, line)| line.contains(marks));
    let between = match (has(&BARS), has(&[','])) {
        (true, _) => Between::Bars,
        (_, true) => Between::Commas,
        _ => Between::Blanks,
    };
    let is_letters = |word: &str| word.chars().all(|mark| mark.is_ascii_alphabetic());
    let (mut rows, mut ranks, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for (number, line) in lines {
        stop.check()?;
        let mut cells = match between {
            Between::Bars => split(line, |mark| BARS.contains(&mark)),
            Between::Commas => split(line, |mark| mark == ','),
            Between::Blanks => tokens(line, |mark| matches!(mark, ' ' | '\t')),
        };
        match line.trim() {
            "" => cells.clear(),
            _ if between != Between::Bars => {}
            text if text.chars().all(|mark| matches!(mark, '-' | '=')) => continue,
            text if text.split_whitespace().all(is_letters) => {
                files.push((number, text));
                continue;
            }
            text if text.ends_with(BARS) && cells.len() > 1 => {
                cells.pop();
                // The part before the first bar is empty, or the name of the rank.
                ranks.push((number, cells.remove(0), rows.len()));
            }
            text if text.starts_with(BARS) => drop(cells.remove(0)),
            _ => {}
        }
        let end = line.chars().count() + 1;
        rows.push(Row {
            line: number,
            cells,
            end,
        });
    }
    let are_named = ranks.iter().any(|(_, (_, name), _)| !name.is_empty());
    for (line, (column, name), above) in ranks {
        let expected = rows.len() - above;
        if are_named && name != expected.to_string() {
            let message = format!(
                "'{}' before the bar is not the name {expected} of this rank: remove it, or put a bar \
                 before it if it is a square",
                quote(name)
            );
            return error((line, column), message);
        }
    }
    let width = rows.first().map_or(0, |row| row.cells.len());
    for (line, names) in files {
        let expected = (1..=width as u32).map(Square::file_name);
        let names = names.split_whitespace().map(str::to_ascii_lowercase);
        if !names.eq(expected) {
            let last = Square::file_name(width as u32);
            let message = format!("these are not the files a to {last}: remove this line");
            return error((line, 1), message);
        }
    }
    Ok(Drawing { rows, between })
}

/// Divides ranks of one word, such as `..#.7`, into squares. Digits together are a number, unless
/// the ranks are of one length only if each digit is a square.
fn divide(rows: &mut [Row]) -> Result<(), MaskError> {
    fn word<'t>(row: &Row<'t>) -> &'t str {
        row.cells.first().map_or("", |cell| cell.1)
    }
    if rows.iter().any(|row| row.cells.len() > 1) {
        return Ok(());
    }
    let [by_number, by_digit] = [false, true].map(|is_apart| {
        let widths = rows.iter().map(|row| marks(word(row), is_apart).len());
        widths.collect_vec()
    });
    let is_apart = match [&by_number, &by_digit].map(|widths| widths.iter().all_equal()) {
        [true, true] if by_number != by_digit => {
            let at = by_number.iter().zip(&by_digit).position(|(a, b)| a != b);
            let row = &rows[at.expect("they differ")];
            let message = format!(
                "the digits of '{}' are one square or several: {APART}",
                quote(word(row))
            );
            return error((row.line, row.cells[0].0), message);
        }
        [is_even, is_apart] => is_apart && !is_even,
    };
    for row in rows {
        if let Some(&(start, word)) = row.cells.first() {
            let cells = marks(word, is_apart).into_iter();
            row.cells = cells
                .map(|(column, cell)| (start + column - 1, cell))
                .collect();
        }
    }
    Ok(())
}

/// Returns true if a line is part of a frame.
fn is_frame(line: &str) -> bool {
    let is_line = |c: char| matches!(c, '+' | '-' | '=' | '|' | ' ') || ('─'..='╿').contains(&c);
    let is_corner = |c: char| c == '+' || (('┌'..='╿').contains(&c) && !BARS.contains(&c));
    let has_rule = line
        .chars()
        .any(|c| c == '-' || c == '=' || ('─'..='╿').contains(&c));
    has_rule && line.chars().all(is_line) && line.contains(is_corner)
}

/// Returns the words of a line between blanks, each with its column in characters.
pub fn tokens(line: &str, is_blank: impl FnMut(char) -> bool) -> Vec<Piece<'_>> {
    let mut words = split(line, is_blank);
    words.retain(|(_, word)| !word.is_empty());
    words
}

/// Returns the texts between separators, without the blanks around them.
fn split(line: &str, is_separator: impl FnMut(char) -> bool) -> Vec<Piece<'_>> {
    let mut column = 1;
    let parts = line.split(is_separator).map(|part| {
        let trimmed = part.trim_start();
        let before = part.chars().count() - trimmed.chars().count();
        let piece = (column + before, trimmed.trim_end());
        column += part.chars().count() + 1;
        piece
    });
    parts.collect()
}

/// Returns every mark of a word as a part of its own, and digits together unless they are apart.
fn marks(word: &str, is_apart: bool) -> Vec<Piece<'_>> {
    let is_digit = |mark: char| mark.is_ascii_digit();
    let (mut pieces, mut start) = (Vec::<Piece>::new(), 0);
    for (column, (at, mark)) in (1..).zip(word.char_indices()) {
        let end = at + mark.len_utf8();
        match pieces.last_mut() {
            Some(last) if !is_apart && is_digit(mark) && last.1.ends_with(is_digit) => {
                last.1 = &word[start..end];
            }
            _ => {
                start = at;
                pieces.push((column, &word[at..end]));
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests;
