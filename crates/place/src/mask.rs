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
//! `0`, or nothing between commas or bars. A last line `closed` demands a closed tour. After a
//! last line `waypoints` the numbers are no steps, but an order.

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
    let (drawn, [is_closed, is_order]) = without_words(without_mark(text).trim_end());
    let mut drawing = rows(drawn, stop)?;
    if drawing.between == Between::Blanks {
        divide(&mut drawing.rows)?;
    }
    let doubt = DOUBTS
        .iter()
        .find_map(|(find, words)| Some((find(drawn, &drawing)?, *words)));
    if let Some((line, words)) = doubt {
        return error((line, 1), words.into());
    }
    let rows = drawing.rows;
    let files = rows.first().map_or(0, |row| row.cells.len());
    let numbers = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.1);
    let numbers = numbers.filter(|number| is_digits(number)).collect_vec();
    let widest = numbers.iter().map(|number| number.len()).max();
    let is_padded = numbers
        .iter()
        .any(|number| number.len() > 1 && number.starts_with('0'));
    let mut watch = stop.watch(LOOK);
    let (mut holes, mut written, mut empty) = (Vec::new(), Vec::new(), None);
    for (rank, row) in (1..=rows.len() as u32).rev().zip(&rows) {
        for (file, &(column, piece)) in (1..).zip(&row.cells) {
            watch.check()?;
            let (square, at) = (Square { rank, file }, (row.line, column));
            let length = piece.chars().count();
            let is_one = if is_digits(piece) {
                !is_padded
            } else {
                length < 2
            };
            match content(piece) {
                Some(_) if !is_one && Some(length) != widest => {
                    let message = format!("'{piece}' is one square or several: {APART}");
                    return error(at, message);
                }
                Some(Content::Step(number)) => written.push((square, number, at)),
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
    let board = board.with_numbers(numbers).with_closed(is_closed);
    Ok(board.with_waypoints(is_order))
}

/// The remedy for squares that are not apart.
const APART: &str = "put blanks or bars between the squares, as in |1|.|";

/// The last line of a drawn board that demands a closed tour.
pub const CLOSED: &str = "closed";

/// The last line of a drawn board whose numbers are an order of visits, from the first to the last.
pub const WAYPOINTS: &str = "waypoints";

/// Returns the text without the words below the board, and true for each word that it has.
fn without_words(mut text: &str) -> (&str, [bool; 2]) {
    let mut found = [false; 2];
    while let Some((drawn, last)) = text.rsplit_once('\n')
        && let Some(word) = [CLOSED, WAYPOINTS]
            .iter()
            .position(|word| *word == last.trim())
    {
        found[word] = true;
        text = drawn.trim_end();
    }
    (text, found)
}

/// Returns the line of a drawing that raises a doubt.
type Find = fn(&str, &Drawing) -> Option<u64>;

/// The doubts, each with its words and a remedy.
const DOUBTS: [(Find, &str); 5] = [
    (
        |text, _| text.trim_start().starts_with(['[', '{', '(']).then_some(1),
        "this is a list in brackets: write each rank on a line of its own, without brackets and \
         commas, as in 1 . .",
    ),
    (
        size,
        "the size of the ranks below, or a rank: remove it if it is the size; otherwise name the \
         ranks before bars, as in 2|1|2|",
    ),
    (
        rule,
        "a line between ranks, or a rank: remove it, or write . for empty squares",
    ),
    (
        blanks,
        "blanks may be empty squares: write . for an empty square, and # for a hole",
    ),
    (
        labels,
        "numbers in order, which may name ranks or files, or be steps: remove them if they are \
         names; otherwise name the ranks before bars, as in 2|1|2|",
    ),
];

/// Returns the first line if it may be the size of the ranks below.
fn size(_: &str, drawing: &Drawing) -> Option<u64> {
    let (first, below) = drawing.rows.split_first()?;
    let words = first.cells.iter().map(|cell| cell.1).join(" ");
    let sides = tokens(&words, |mark| mark.is_whitespace() || "x×,".contains(mark));
    let sides = sides.iter().map(|(_, word)| word.parse());
    let sides: Vec<usize> = sides.collect::<Result<_, _>>().ok()?;
    let ranks = below.len();
    let files = below
        .iter()
        .map(|row| row.cells.len())
        .all_equal_value()
        .ok()?;
    let is_size = match sides[..] {
        [side] => side == ranks && side == files,
        [a, b] => [a, b] == [ranks, files] || [b, a] == [ranks, files],
        [a, b, area] => [a, b] == [ranks, files] && area == ranks * files,
        _ => false,
    };
    let cells = below.iter().flat_map(|row| &row.cells);
    (is_size && !drawing.is_named && is_board(cells.map(|cell| cell.1))).then_some(first.line)
}

/// Returns the first line of dashes if no other has any.
fn rule(text: &str, drawing: &Drawing) -> Option<u64> {
    let has_bars = drawing.between == Between::Bars;
    let is_mark = |mark: char| mark == '-' || BARS.contains(&mark) || has_bars && mark == ' ';
    let lines = (1..).zip(text.lines());
    let mut lines = lines.filter(|(_, line)| !is_frame(line) && (!has_bars || line.contains(BARS)));
    let is_rule = |line: &str| line.contains('-') && line.trim().chars().all(is_mark);
    let (rule, _) = lines.clone().find(|(_, line)| is_rule(line))?;
    let mut others = lines.clone().filter(|(_, line)| !is_rule(line));
    let is_odd =
        others.next().is_some() && !lines.any(|(_, line)| !is_rule(line) && line.contains('-'));
    is_odd.then_some(rule)
}

/// Returns a line with blanks that may be empty squares: between tabs, outside of bars, behind the
/// last comma of each line, or two at the end. Without a mark for empty squares, the first rank, if
/// its squares have gaps and do not stand below others.
fn blanks(text: &str, drawing: &Drawing) -> Option<u64> {
    let (rows, between) = (&drawing.rows, drawing.between);
    let is_bare = |line: &str| match between {
        Between::Blanks => {
            let mut parts = line.split('\t');
            line.ends_with("  ") || line.contains('\t') && parts.any(|part| part.trim().is_empty())
        }
        Between::Bars => {
            let [inner, after] = [line.trim(), line.trim_end()];
            let is_between = inner.starts_with(BARS) && inner.ends_with(BARS);
            is_between && !line.starts_with(BARS) && line.len() > after.len()
        }
        Between::Commas => text.lines().all(|line| line.trim_end().ends_with(',')),
    };
    if let Some((line, _)) = (1..).zip(text.lines()).find(|(_, line)| is_bare(line)) {
        return Some(line);
    }
    let has_gap = |row: &Row| {
        let mut end = 0;
        let mut cells = row.cells.iter();
        cells.any(|(column, piece)| *column > std::mem::replace(&mut end, column + piece.len()) + 1)
    };
    let is_even = |file: usize| {
        let cells = || rows.iter().filter_map(|row| row.cells.get(file));
        cells().map(|cell| cell.0).all_equal()
            || cells().map(|cell| cell.0 + cell.1.len()).all_equal()
    };
    let mut cells = rows.iter().flat_map(|row| &row.cells);
    let is_full = !cells.any(|cell| matches!(content(cell.1), Some(Content::Empty(_))));
    let is_odd = is_full && between == Between::Blanks && rows.iter().any(has_gap);
    let first = rows.first()?;
    (is_odd && !(0..first.cells.len()).all(is_even)).then_some(first.line)
}

/// Returns the line of numbers in order from 0 or 1 that may be the names of ranks or files, above,
/// below or left of a board.
fn labels(_: &str, drawing: &Drawing) -> Option<u64> {
    let rows = &drawing.rows;
    let last = rows.len().checked_sub(1)?;
    let cells = (0..).zip(rows).flat_map(|(rank, row)| {
        let cells = (0..).zip(&row.cells);
        cells.map(move |(file, cell)| (rank, file, cell.1))
    });
    let parts: [fn(usize, usize, usize) -> bool; 3] = [
        |rank, _, _| rank == 0,
        |rank, _, last| rank == last,
        |_, file, _| file == 0,
    ];
    let part = parts.into_iter().position(|is_name| {
        let (names, rest): (Vec<_>, Vec<_>) = cells
            .clone()
            .partition(|&(rank, file, _): &(usize, usize, _)| is_name(rank, file, last));
        let numbers = names.iter().map(|cell| cell.2.parse().ok());
        let is_from = |first: usize| {
            let mut count = (first..first + names.len()).map(Some);
            numbers.clone().eq(count.clone()) || numbers.clone().rev().eq(&mut count)
        };
        let is_order = names.len() > 1 && (is_from(0) || is_from(1));
        is_order && is_board(rest.iter().map(|cell| cell.2))
    })?;
    (!drawing.is_named).then_some(rows[if part == 1 { last } else { 0 }].line)
}

/// Returns true for some squares without a number beyond them.
fn is_board<'t>(cells: impl Iterator<Item = &'t str> + Clone) -> bool {
    let most = cells
        .clone()
        .filter_map(|cell| cell.parse::<usize>().ok())
        .max();
    let squares = cells.count();
    squares > 0 && most.is_none_or(|most| most <= squares)
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
    /// True if the ranks have names before bars.
    is_named: bool,
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
    Ok(Drawing {
        rows,
        between,
        is_named: are_named,
    })
}

/// Divides ranks of one word, such as `..#.7`, into marks; digits together are a number.
fn divide(rows: &mut [Row]) -> Result<(), MaskError> {
    if rows.iter().any(|row| row.cells.len() > 1) {
        return Ok(());
    }
    let words = rows
        .iter()
        .flat_map(|row| row.cells.iter().map(|cell| (row.line, *cell)));
    let has_pair = |word: &str| {
        let mut pairs = word.chars().tuple_windows();
        pairs.any(|(a, b)| a.is_ascii_digit() && b.is_ascii_digit())
    };
    let odd = words.clone().find(|(_, (_, word))| has_pair(word));
    let are_even = words.map(|(_, (_, word))| word.chars().count()).all_equal();
    if let Some((line, (column, word))) = odd.filter(|_| are_even) {
        let word = quote(word);
        let message = format!("the digits of '{word}' are one square or several: {APART}");
        return error((line, column), message);
    }
    for row in rows {
        if let Some(&(start, word)) = row.cells.first() {
            let cells = marks(word).into_iter();
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

/// Returns every mark of a word as a part of its own, and digits together.
fn marks(word: &str) -> Vec<Piece<'_>> {
    let is_digit = |mark: char| mark.is_ascii_digit();
    let (mut pieces, mut start) = (Vec::<Piece>::new(), 0);
    for (column, (at, mark)) in (1..).zip(word.char_indices()) {
        let end = at + mark.len_utf8();
        match pieces.last_mut() {
            Some(last) if is_digit(mark) && last.1.ends_with(is_digit) => {
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
