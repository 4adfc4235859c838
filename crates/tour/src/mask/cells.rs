//! The squares of each line of a drawn board. They are set apart by blanks, commas or bars, or not at
//! all, as in `..#.7`; frames such as `+---+---+` are passed over, and so are the names of ranks and files
//! around a framed board. Empty squares are also written `_`, `-`, `?`, `0`, or as nothing between commas
//! or bars.

use super::MaskError;
use knightsat_base::stop::{Stop, Stopped};

/// What is on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Free,
    Hole,
    /// Its number, as it is written.
    Step(String),
}

/// A square, and the column where it is written, from 1.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub column: usize,
    pub what: What,
}

/// The squares of a line, from 1, and the column behind it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub line: usize,
    pub cells: Vec<Cell>,
    pub end: usize,
}

/// A part of a line, and its column.
type Piece<'t> = (usize, &'t str);

const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// What sets squares apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Bars,
    Commas,
    Blanks,
    Nothing,
}

/// The squares of all lines.
pub(super) fn rows(text: &str, stop: &Stop) -> Result<Vec<Row>, MaskError> {
    let lines = text.lines().map(|line| line.trim_end_matches('\r'));
    let lines = (1..).zip(lines).filter(|(_, line)| !is_frame(line));
    let mut lines: Vec<(usize, &str)> = lines.collect();
    let between = between(&lines, stop)?;
    if between == Between::Bars {
        lines.retain(|(_, line)| line.contains(BARS) || !is_names(line));
    }
    let row = |(line, text): (usize, &str)| {
        stop.check()?;
        let pieces = pieces(text, between);
        let cells = pieces.into_iter().map(|(column, piece)| {
            let what = what(piece).ok_or_else(|| MaskError::Cell {
                line,
                column,
                found: piece.to_string(),
            })?;
            Ok(Cell { column, what })
        });
        Ok(Row {
            line,
            cells: cells.collect::<Result<_, MaskError>>()?,
            end: text.chars().count() + 1,
        })
    };
    lines.into_iter().map(row).collect()
}

fn between(lines: &[(usize, &str)], stop: &Stop) -> Result<Between, Stopped> {
    let has = |mark: &[char]| lines.iter().any(|(_, line)| line.contains(mark));
    if has(&BARS) {
        return Ok(Between::Bars);
    }
    if has(&[',']) {
        return Ok(Between::Commas);
    }
    // Where every word is a square and all lines have as many, words are squares: `..` may be one then.
    let words = |line: &str| {
        let words = pieces(line, Between::Blanks);
        let are_squares = words.iter().all(|(_, word)| what(word).is_some());
        are_squares.then_some(words.len())
    };
    let has_number = has(&['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    let mut counts = lines.iter().map(|(_, line)| words(line));
    let first = counts
        .next()
        .flatten()
        .filter(|&count| count > 1 || has_number);
    if first.is_none() {
        return Ok(Between::Nothing);
    }
    for count in counts {
        stop.check()?;
        if count != first {
            return Ok(Between::Nothing);
        }
    }
    Ok(Between::Blanks)
}

/// Whether a line is part of a frame.
fn is_frame(line: &str) -> bool {
    let is_line = |c: char| matches!(c, '+' | '-' | '=' | '|' | ' ') || ('─'..='╿').contains(&c);
    let is_corner = |c: char| c == '+' || (('┌'..='╿').contains(&c) && !BARS.contains(&c));
    line.chars().all(is_line) && line.contains(is_corner)
}

/// Whether a line may be the names of the files, or a line of a frame without corners.
fn is_names(line: &str) -> bool {
    let line = line.trim();
    let is_name = |word: &str| word.chars().all(|c| c.is_ascii_alphabetic());
    let are_dashes = !line.is_empty() && line.chars().all(|c| matches!(c, '-' | '='));
    are_dashes || (!line.is_empty() && line.split_whitespace().all(is_name))
}

/// The parts of a line, each a square.
fn pieces(line: &str, between: Between) -> Vec<Piece<'_>> {
    match between {
        Between::Blanks => words(line),
        Between::Nothing => marks(line),
        Between::Commas => split(line, &[',']),
        Between::Bars => {
            let mut pieces = split(line, &BARS);
            let is_closed = line.trim_end().ends_with(BARS);
            if is_closed && pieces.len() > 1 {
                pieces.pop();
                // Before the first bar there is nothing, or the name of the rank.
                pieces.remove(0);
            } else if line.trim_start().starts_with(BARS) {
                pieces.remove(0);
            }
            pieces
        }
    }
}

/// What stands between separators, without the blanks around it.
fn split<'t>(line: &'t str, separators: &[char]) -> Vec<Piece<'t>> {
    let mut column = 1;
    let parts = line.split(separators).map(|part| {
        let trimmed = part.trim_start();
        let before = part.chars().count() - trimmed.chars().count();
        let piece = (column + before, trimmed.trim_end());
        column += part.chars().count() + 1;
        piece
    });
    parts.collect()
}

/// What stands between blanks.
fn words(line: &str) -> Vec<Piece<'_>> {
    let separated = split(line, &[' ', '\t']).into_iter();
    separated.filter(|(_, word)| !word.is_empty()).collect()
}

/// Every mark by itself, and digits together.
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

/// What a part says: a number, or one mark, perhaps repeated as wide as numbers are.
fn what(piece: &str) -> Option<What> {
    let mut marks = piece.chars();
    let Some(first) = marks.next() else {
        return Some(What::Free);
    };
    let is_number = piece.bytes().all(|byte| byte.is_ascii_digit());
    match first {
        '0'..='9' if is_number => match piece.trim_start_matches('0') {
            "" => Some(What::Free),
            number => Some(What::Step(number.to_string())),
        },
        '.' | '_' | '-' | '?' if marks.all(|mark| mark == first) => Some(What::Free),
        '#' if marks.all(|mark| mark == first) => Some(What::Hole),
        _ => None,
    }
}
