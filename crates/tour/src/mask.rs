//! Boards drawn in a text file. Each line is a rank, the top rank first. `.` is a square, `#` a
//! hole, a number the step of its square.
//!
//! ```
//! use knightsat_tour::mask;
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
//! reader skips frames such as `+---+---+`, and the names of ranks and files around a framed board.
//! Empty squares are also written `_`, `-`, `?`, `0`, or as nothing between commas or bars. The
//! size of the board may stand above, as in `4` or `3 4`. A last line `closed` demands a closed
//! tour.

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
/// returns and blank lines after the last rank are accepted.
pub fn parse(text: &str, stop: &Stop) -> Result<Board, MaskError> {
    let (drawn, is_closed) = without_kind(without_mark(text).trim_end());
    let rows = rows_below_size(drawn, stop)?;
    let files = rows.first().map_or(0, |row| row.cells.len());
    if let Some(row) = rows.iter().find(|row| row.cells.len() != files) {
        let column = row.cells.get(files).map_or(row.end, |surplus| surplus.0);
        let found = counted(row.cells.len(), "file");
        let message = format!("this rank has {found}, and the first one has {files}");
        return error((row.line, column), message);
    }
    let mut watch = stop.watch(LOOK);
    let (mut holes, mut written) = (Vec::new(), Vec::new());
    for (rank, row) in (1..=rows.len() as u32).rev().zip(&rows) {
        for (file, (column, what)) in (1..).zip(&row.cells) {
            watch.check()?;
            let square = Square { rank, file };
            match what {
                What::Free => {}
                What::Hole => holes.push(square),
                What::Step(number) => written.push((square, number, (row.line, *column))),
            }
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
    Ok(board.with_numbers(numbers).with_closed(is_closed))
}

/// The last line of a drawn board that demands a closed tour.
pub const CLOSED: &str = "closed";

/// Returns the text without its last line and true, if that line is [`CLOSED`].
fn without_kind(text: &str) -> (&str, bool) {
    match text.rsplit_once('\n') {
        Some((drawn, last)) if last.trim() == CLOSED => (drawn.trim_end(), true),
        _ => (text, false),
    }
}

/// Returns the ranks of a text, without the size of the board above them.
fn rows_below_size(text: &str, stop: &Stop) -> Result<Vec<MaskRow<What>>, MaskError> {
    let all = rows(text, 0, stop, what);
    let Some((skipped, sides)) = size(text) else {
        return all;
    };
    let Ok(below) = rows(text, skipped, stop, what) else {
        return all;
    };
    let ranks = below.len();
    let has = |ranks: usize, files: usize| {
        below.len() == ranks && below.iter().all(|row| row.cells.len() == files)
    };
    if below.is_empty() || !has(sides[0], sides[1]) && !has(sides[1], sides[0]) {
        return all;
    }
    let is_rank = |all: &Vec<MaskRow<What>>| {
        let widths = all.iter().map(|row| row.cells.len());
        all.len() == ranks + 1 && widths.dedup().count() == 1
    };
    if all.as_ref().is_ok_and(is_rank) {
        let line = quote(text.lines().nth(skipped - 1).unwrap_or_default().trim());
        let message = format!(
            "'{line}' is the size of the ranks below or a rank itself: remove it if it is the \
             size, or put bars between all squares, as in |1|2|"
        );
        return error((skipped as u64, 1), message);
    }
    Ok(below)
}

/// Returns the sides of the board in the first line that is not blank, `4` or `3 4` or `3x4`, and
/// the number of lines up to it.
fn size(text: &str) -> Option<(usize, [usize; 2])> {
    let blank = text
        .lines()
        .take_while(|line| line.trim().is_empty())
        .count();
    let line = text.lines().nth(blank)?;
    let words = tokens(line, |mark| mark.is_whitespace() || "x×,".contains(mark));
    let sides = words.iter().map(|(_, word)| word.parse());
    match sides.collect::<Result<Vec<usize>, _>>().ok()?[..] {
        [side] => Some((blank + 1, [side, side])),
        [ranks, files] => Some((blank + 1, [ranks, files])),
        _ => None,
    }
}

/// Returns the numbers on a drawn board, the top rank first; `None` for squares without one. A
/// number may have the brackets of a clue.
pub fn numbers(text: &str) -> Result<Vec<Vec<Option<u32>>>, MaskError> {
    let number = |piece: &str| {
        let inner = piece
            .strip_prefix('[')
            .and_then(|piece| piece.strip_suffix(']'))
            .unwrap_or(piece)
            .trim()
            .trim_matches('"');
        match what(inner)? {
            What::Free | What::Hole if !inner.starts_with('0') => Some(None),
            _ => inner.parse().ok().map(Some),
        }
    };
    let rows = rows(without_mark(text).trim_end(), 0, &Stop::default(), number)?;
    let cells =
        |row: MaskRow<Option<u32>>| row.cells.into_iter().map(|(_, number)| number).collect();
    Ok(rows.into_iter().map(cells).collect())
}

/// The content of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Free,
    Hole,
    /// Its number, as written.
    Step(String),
}

/// The squares of a line, numbered from 1, each with its column, and the column behind them.
#[derive(Clone, Debug)]
struct MaskRow<T> {
    line: u64,
    cells: Vec<(usize, T)>,
    end: usize,
}

/// A part of a line, and its column.
pub(crate) type Piece<'t> = (usize, &'t str);

const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// The separator of squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Bars,
    Commas,
    Blanks,
    /// Nothing: digits together are a number.
    Nothing,
    /// Nothing: each mark is a square, as in `0020`.
    Marks,
}

/// Reads the squares of all lines after the first ones.
fn rows<T>(
    text: &str,
    skipped: usize,
    stop: &Stop,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<MaskRow<T>>, MaskError> {
    let lines = text.lines().map(|line| line.trim_end_matches('\r'));
    let lines = (1..).zip(lines).skip(skipped);
    let lines = lines.filter(|(_, line)| !is_frame(line));
    let mut lines: Vec<(u64, &str)> = lines.collect();
    let between = between(&lines, stop)?;
    if between == Between::Bars {
        lines.retain(|(_, line)| line.contains(BARS) || !is_names(line));
    }
    let row = |(line, text): (u64, &str)| -> Result<MaskRow<T>, MaskError> {
        stop.check()?;
        let cells = pieces(text, between)
            .into_iter()
            .map(|(column, piece)| match read(piece) {
                Some(content) => Ok((column, content)),
                None => {
                    let neither = "is neither '.' (square) nor '#' (hole) nor the number of a step";
                    error((line, column), format!("'{}' {neither}", quote(piece)))
                }
            });
        Ok(MaskRow {
            line,
            cells: cells.collect::<Result<_, MaskError>>()?,
            end: text.chars().count() + 1,
        })
    };
    lines.into_iter().map(row).collect()
}

fn between(lines: &[(u64, &str)], stop: &Stop) -> Result<Between, MaskError> {
    let has = |mark: &[char]| lines.iter().any(|(_, line)| line.contains(mark));
    if has(&BARS) {
        return Ok(Between::Bars);
    }
    if has(&[',']) {
        return Ok(Between::Commas);
    }
    // Words are squares if every word is one and all lines have as many: then `..` may be one
    // square.
    let squares = |line: &str| {
        let words = pieces(line, Between::Blanks);
        let are_squares = words.iter().all(|(_, word)| what(word).is_some());
        are_squares.then_some(words.len())
    };
    let mut counts = lines.iter().map(|(_, line)| squares(line));
    let first = counts.next().flatten();
    let are_words = |count| count > 1 || has(&['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    if !first.is_some_and(are_words) {
        return Ok(unseparated(lines));
    }
    for count in counts {
        stop.check()?;
        if count != first {
            return Ok(unseparated(lines));
        }
    }
    if first == Some(1) {
        return one_word_a_line(lines);
    }
    Ok(Between::Blanks)
}

/// Returns the separator of squares without one: a number has no zero at its beginning, unless each
/// digit is a square.
fn unseparated(lines: &[(u64, &str)]) -> Between {
    let has_zeros = |line: &str| {
        let mut numbers = line.split(|mark: char| !mark.is_ascii_digit());
        numbers.any(|number| number.len() > 1 && number.starts_with('0'))
    };
    let is_plain = |line: &str| !line.trim().contains(char::is_whitespace);
    let are_plain = lines.iter().all(|(_, line)| is_plain(line));
    if are_plain && lines.iter().any(|(_, line)| has_zeros(line)) {
        Between::Marks
    } else {
        Between::Nothing
    }
}

/// Returns the separator of squares in lines of one word, which are a file of numbers, or ranks of
/// digits.
fn one_word_a_line(lines: &[(u64, &str)]) -> Result<Between, MaskError> {
    let words = || lines.iter().map(|(_, line)| line.trim());
    let Ok(width) = words().map(str::len).all_equal_value() else {
        return Ok(Between::Blanks);
    };
    if width == 1 {
        return Ok(Between::Blanks);
    }
    // As many different steps as squares, at most.
    let are_steps = |steps: &[u32], squares: usize| {
        let mut steps = steps.iter().filter(|&&step| step > 0);
        steps.clone().all_unique() && steps.all(|&step| step as usize <= squares)
    };
    let numbers = words().map(|word| word.parse().unwrap_or(0)).collect_vec();
    let digits = words().flat_map(|word| word.chars().map(|mark| mark.to_digit(10).unwrap_or(0)));
    let is_file = are_steps(&numbers, lines.len());
    let are_ranks = are_steps(&digits.collect_vec(), lines.len() * width);
    match (is_file, are_ranks) {
        (true, true) => {
            let (line, text) = lines[0];
            let text = quote(text.trim());
            let message = format!(
                "'{text}' is one square or {width}: put blanks or bars between squares, as in |1|0|"
            );
            error((line, 1), message)
        }
        (false, true) => Ok(Between::Marks),
        (_, false) => Ok(Between::Blanks),
    }
}

/// Returns true if a line is part of a frame.
fn is_frame(line: &str) -> bool {
    let is_line = |c: char| matches!(c, '+' | '-' | '=' | '|' | ' ') || ('─'..='╿').contains(&c);
    let is_corner = |c: char| c == '+' || (('┌'..='╿').contains(&c) && !BARS.contains(&c));
    line.chars().all(is_line) && line.contains(is_corner)
}

/// Returns true if a line may contain the names of the files, or be a line of a frame without
/// corners.
fn is_names(line: &str) -> bool {
    let line = line.trim();
    let is_name = |word: &str| word.chars().all(|c| c.is_ascii_alphabetic());
    let are_dashes = line.chars().all(|c| matches!(c, '-' | '='));
    !line.is_empty() && (are_dashes || line.split_whitespace().all(is_name))
}

/// Returns the parts of a line, each a square.
fn pieces(line: &str, between: Between) -> Vec<Piece<'_>> {
    match between {
        Between::Nothing => marks(line),
        Between::Marks => {
            let marks = (1..).zip(line.char_indices());
            let mark = |(column, (start, mark)): (usize, (usize, char))| {
                (column, &line[start..start + mark.len_utf8()])
            };
            marks
                .map(mark)
                .filter(|(_, mark)| !mark.trim().is_empty())
                .collect()
        }
        Between::Commas => split(line, |mark| mark == ','),
        Between::Blanks => tokens(line, |mark| matches!(mark, ' ' | '\t')),
        Between::Bars => {
            let mut pieces = split(line, |mark| BARS.contains(&mark));
            let ends_with_bar = line.trim_end().ends_with(BARS);
            if ends_with_bar && pieces.len() > 1 {
                pieces.pop();
                // The part before the first bar is empty, or the name of the rank.
                pieces.remove(0);
            } else if line.trim_start().starts_with(BARS) {
                pieces.remove(0);
            }
            pieces
        }
    }
}

/// Returns the words of a line between blanks, each with its column in characters.
pub(crate) fn tokens(line: &str, is_blank: impl FnMut(char) -> bool) -> Vec<Piece<'_>> {
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

/// Returns every mark as a part of its own, and digits together.
fn marks(line: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut last_digit = None;
    for (column, (start, mark)) in (1..).zip(line.char_indices()) {
        let end = start + mark.len_utf8();
        match (pieces.last_mut(), last_digit) {
            (Some(piece), Some(first)) if mark.is_ascii_digit() => piece.1 = &line[first..end],
            _ if mark == ' ' || mark == '\t' => last_digit = None,
            _ => {
                pieces.push((column, &line[start..end]));
                last_digit = mark.is_ascii_digit().then_some(start);
            }
        }
    }
    pieces
}

/// Returns the content of a part: a number, or one mark, perhaps repeated to the width of numbers.
fn what(piece: &str) -> Option<What> {
    let mut marks = piece.chars();
    let Some(first) = marks.next() else {
        return Some(What::Free);
    };
    match first {
        '0'..='9' if is_digits(piece) => match piece.trim_start_matches('0') {
            "" => Some(What::Free),
            number => Some(What::Step(number.to_string())),
        },
        '.' | '_' | '-' | '?' if marks.all(|mark| mark == first) => Some(What::Free),
        '#' if marks.all(|mark| mark == first) => Some(What::Hole),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
