//! Boards drawn in a text file. Each line is a rank, the top rank first. `.` is a square, `#` a
//! hole, a number the step of its square.
//!
//! ```
//! use knightsat_place::mask;
//!
//! let board = mask::parse("..#\n...\n1..\n", &Default::default())?;
//! assert_eq!(board.squares(), 8);
//! assert_eq!(board.demands().numbers, [(1, "a1".parse()?)]);
//!
//! let error = mask::parse("..@\n", &Default::default()).unwrap_err();
//! assert!(error.to_string().starts_with("1:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Blanks, commas or bars separate the squares of a line, or nothing does, as in `..#.7`. The
//! reader skips frames such as `+---+---+`, and checks the names of ranks and files around a board
//! with bars. One mark, the same in the whole file, stands for an empty square: `.`, and without
//! holes also `_`, `0`, or nothing between commas or bars. A last line `closed` demands a closed
//! tour. After a last line `waypoints` the numbers are no steps, but an order.

use crate::board::{Board, BoardError, DrawnDemands};
use crate::outline::Square;
use crate::scan;
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

/// Number of squares between two checks of the clock.
const LOOK: u32 = 1 << 12;

/// Reads a drawn board, or returns [`MaskError::Stopped`] if time is up before the end. Carriage
/// returns, and blank lines before and after the ranks, are accepted.
pub fn parse(text: &str, stop: &Stop) -> Result<Board, MaskError> {
    let (text, [is_closed, has_waypoints]) = without_words(without_mark(text).trim_end());
    let error = |part: &str, message: String| Err(scan::error(text, part, message).into());
    let mut drawing = rows(text, text, stop)?;
    if let Some(word) = divide(&mut drawing) {
        let message = format!(
            "the digits of '{}' are one square or several: {APART}",
            quote(word)
        );
        return error(word, message);
    }
    if let Some((part, message)) = DOUBTS
        .iter()
        .find_map(|row| Some((row.0(&drawing)?, row.1)))
    {
        return error(part, message.into());
    }
    let rows = drawing.rows;
    let files = rows.first().map_or(0, |row| row.1.len());
    let mut watch = stop.watch(LOOK);
    let (mut holes, mut written, mut empty) = (Vec::new(), Vec::new(), Vec::<&str>::new());
    for (rank, (line, cells)) in (1..=rows.len() as u32).rev().zip(&rows) {
        for (file, &cell) in (1..).zip(cells) {
            watch.check()?;
            let square = Square { rank, file };
            match cell {
                "" | "." | "_" | "0" => empty.push(cell),
                "#" => holes.push((square, cell)),
                _ if is_digits(cell) && !cell.starts_with('0') => written.push((square, cell)),
                _ => {
                    let message = format!(
                        "'{}' is no square: write . for an empty square, # for a hole, or the number \
                         of its step",
                        quote(cell)
                    );
                    return error(cell, message);
                }
            }
        }
        if cells.len() != files {
            let part = cells.get(files).copied().unwrap_or(&line[line.len()..]);
            let found = counted(cells.len(), "file");
            let message = format!(
                "this rank has {found}, and the first one has {files}: write as many squares in each \
                 rank, # for a hole, and no size or title"
            );
            return error(part, message);
        }
    }
    let other = empty.iter().find(|mark| **mark != empty[0]);
    let hole = holes
        .first()
        .filter(|_| empty.first().is_some_and(|mark| *mark != "."));
    if let Some(part) = other.or(hole.map(|hole| &hole.1)) {
        let [mark, first] = [part, &empty[0]].map(|mark| match *mark {
            "" => "nothing".into(),
            mark => format!("'{mark}'"),
        });
        let message = format!(
            "{mark} here and {first} elsewhere may both stand for an empty square: write . for an \
             empty square, and # for a hole"
        );
        return error(part, message);
    }
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let holes = holes.iter().map(|hole| hole.0).collect_vec();
    let board = Board::new(side(rows.len()), side(files))?.with_holes(&holes)?;
    let steps = board.squares();
    let (mut seen, mut numbers) = (HashMap::new(), Vec::new());
    for (square, number) in written {
        watch.check()?;
        let step = number.parse().ok();
        let Some(step) = step.filter(|step| (1..=steps).contains(step)) else {
            let message = format!(
                "there is no step {}: the tour has the steps 1 to {steps}",
                quote(number)
            );
            return error(number, message);
        };
        if let Some(first) = seen.insert(step, square) {
            return error(number, format!("step {step} is on {first} already"));
        }
        numbers.push((step, square));
    }
    let are_first = (1..=numbers.len() as u32).all(|step| seen.contains_key(&step));
    if empty.first() == Some(&"0") && empty.len() <= numbers.len() && are_first {
        let message = "0 may be a hole or the first step: write # for a hole, and . for an empty \
                       square, and count steps from 1";
        return error(empty[0], message.into());
    }
    Ok(board.with_demands(DrawnDemands {
        numbers,
        is_closed,
        has_waypoints,
    }))
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

/// Returns the part of a drawing that raises a doubt.
type Find = for<'t> fn(&Drawing<'t>) -> Option<&'t str>;

/// The doubts, each with its words and a remedy.
const DOUBTS: [(Find, &str); 2] = [
    (
        edge,
        "numbers of squares, or a size, or the names of ranks or files: remove them if they are no \
         squares; otherwise name the ranks before bars, as in 2|1|2|",
    ),
    (
        blanks,
        "blanks may be empty squares: write . for an empty square, # for a hole, and no tabs",
    ),
];

/// Returns the first number of an edge of the board that may be names or a size. The first or last
/// rank or the first file has numbers in order from 0 or 1, or the first rank has the sides below.
fn edge<'t>(drawing: &Drawing<'t>) -> Option<&'t str> {
    let rows = &drawing.rows;
    let [last, files] = [rows.len().checked_sub(1)?, rows[rows.len() - 1].1.len()];
    let cells = || {
        let ranks = rows.iter().enumerate();
        ranks.flat_map(|(rank, (_, cells))| {
            let cells = cells.iter().enumerate();
            cells.map(move |(file, cell)| ([rank, file], *cell))
        })
    };
    let parts = [(0, 0), (0, last), (1, 0)];
    parts.into_iter().find_map(|(side, at)| {
        let (edge, rest): (Vec<_>, Vec<_>) = cells().partition(|(place, _)| place[side] == at);
        let number = |cell: &([usize; 2], &str)| cell.1.parse::<usize>().ok();
        let numbers: Vec<usize> = edge.iter().map(number).collect::<Option<_>>()?;
        let is_from = |first: usize| {
            let mut order = first..first + numbers.len();
            numbers.iter().copied().eq(order.clone())
                || numbers.iter().rev().copied().eq(&mut order)
        };
        let is_order = numbers.len() > 1 && (is_from(0) || is_from(1));
        let is_size = |number| [last, files, last * files].contains(number);
        let are_sizes = (side, at) == (0, 0) && numbers.iter().all(is_size);
        let most = rest.iter().filter_map(number).max();
        let is_board = !rest.is_empty() && most.is_none_or(|most| most <= rest.len());
        (is_board && !drawing.is_named && (is_order || are_sizes)).then_some(edge.first()?.1)
    })
}

/// Returns a line with blanks that may be empty squares: tabs, outside of bars, or behind the last
/// comma of each line. Without a mark for empty squares, the first rank, if its squares have gaps
/// and do not stand below others.
fn blanks<'t>(drawing: &Drawing<'t>) -> Option<&'t str> {
    let rows = &drawing.rows;
    let is_bare = |line: &str| {
        let inner = line.trim();
        let is_between = inner.starts_with(BARS) && inner.ends_with(BARS);
        let is_outside = !line.starts_with(BARS) && line.len() > line.trim_end().len();
        line.contains('\t') || is_between && is_outside
    };
    let mut lines = rows.iter().map(|row| row.0);
    let have_commas = lines.clone().all(|line| line.trim_end().ends_with(','));
    if let Some(line) = lines.find(|line| is_bare(line) || have_commas) {
        return Some(line);
    }
    let place = |(line, cells): &Row, file: usize| {
        let cell: &&str = cells.get(file)?;
        let start = scan::offset(line, cell);
        Some([start, start + cell.len()])
    };
    let is_even = |file: usize| {
        let places = || rows.iter().filter_map(|row| place(row, file));
        places().map(|place| place[0]).all_equal() || places().map(|place| place[1]).all_equal()
    };
    let mut cells = rows.iter().flat_map(|row| &row.1);
    let is_full =
        !drawing.are_apart && cells.all(|cell| *cell == "#" || is_digits(cell) && *cell != "0");
    let indent = |row: &Row| row.0.len() - row.0.trim_start().len();
    let least = rows.iter().map(indent).min()?;
    let has_gap = |row: &Row| row.1.join(" ").len() + least < row.0.trim_end().len();
    let first = rows.first()?;
    (is_full && rows.iter().any(has_gap) && !(0..first.1.len()).all(is_even)).then_some(first.0)
}

/// A line of a drawing, and its squares.
pub type Row<'t> = (&'t str, Vec<&'t str>);

/// The lines of a drawing, the top rank first. Their parts are those of the text.
#[derive(Clone, Debug)]
pub struct Drawing<'t> {
    /// The ranks. A blank line between them is one without squares.
    pub rows: Vec<Row<'t>>,
    /// True if bars or commas separate squares.
    are_apart: bool,
    /// True if the ranks have names before bars.
    is_named: bool,
}

const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// Reads the squares of all lines of a drawing in a text, without frames and the names of ranks and
/// files, or returns the fault of these names.
pub fn rows<'t>(text: &str, drawing: &'t str, stop: &Stop) -> Result<Drawing<'t>, MaskError> {
    let lines = drawing.lines().skip_while(|line| line.trim().is_empty());
    let lines = lines.filter(|line| !is_frame(line)).collect_vec();
    let [has_bars, has_commas] =
        [&BARS[..], &[',']].map(|marks| lines.iter().any(|line| line.contains(marks)));
    let (mut rows, mut names) = (Vec::<Row>::new(), Vec::new());
    for line in lines {
        stop.check()?;
        let mut cells: Vec<&str> = match (has_bars, has_commas) {
            _ if line.trim().is_empty() => Vec::new(),
            (true, _) => line.split(BARS).map(str::trim).collect(),
            (_, true) => line.split(',').map(str::trim).collect(),
            _ => line.split_whitespace().collect(),
        };
        if has_bars && cells.len() == 1 {
            let width = rows.first().map_or(0, |row| row.1.len() as u32);
            if line
                .split_whitespace()
                .map(String::from)
                .eq((1..=width).map(Square::file_name))
            {
                continue;
            }
        } else if has_bars && line.trim_end().ends_with(BARS) && cells.len() > 1 {
            cells.pop();
            // The part before the first bar is empty, or the name of the rank.
            names.push((cells.remove(0), rows.len()));
        } else if has_bars && line.trim_start().starts_with(BARS) {
            cells.remove(0);
        }
        rows.push((line, cells));
    }
    let is_named = names.iter().any(|(name, _)| !name.is_empty());
    for (name, above) in names {
        let expected = rows.len() - above;
        if is_named && name != expected.to_string() {
            let message = format!(
                "'{}' before the bar is not the name {expected} of this rank: remove it, or put a bar \
                 before it if it is a square",
                quote(name)
            );
            return Err(scan::error(text, name, message).into());
        }
    }
    Ok(Drawing {
        rows,
        are_apart: has_bars || has_commas,
        is_named,
    })
}

/// Divides ranks of one word, such as `..#.7`, into marks, or returns a word with two digits
/// together.
fn divide<'t>(drawing: &mut Drawing<'t>) -> Option<&'t str> {
    if drawing.are_apart || drawing.rows.iter().any(|row| row.1.len() > 1) {
        return None;
    }
    for (_, cells) in &mut drawing.rows {
        let word = cells.pop().unwrap_or_default();
        let mut pairs = word.chars().tuple_windows();
        if pairs.any(|(a, b)| a.is_ascii_digit() && b.is_ascii_digit()) {
            return Some(word);
        }
        cells.extend(
            word.char_indices()
                .map(|(at, mark)| &word[at..at + mark.len_utf8()]),
        );
    }
    None
}

/// Returns true if a line is part of a frame.
fn is_frame(line: &str) -> bool {
    let is_box = |mark: char| ('─'..='╿').contains(&mark) && !BARS.contains(&mark);
    let is_part = |mark: char| is_box(mark) || "+-= ".contains(mark) || BARS.contains(&mark);
    let has_rule = line.contains(is_box) || line.contains("+-") || line.contains("+=");
    has_rule && line.chars().all(is_part)
}

#[cfg(test)]
mod tests;
