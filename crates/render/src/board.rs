//! A tour as a board with its step numbers in box-drawing characters.

use itertools::Itertools;
use knightsat_tour::board::Board;
use knightsat_tour::square::Square;
use knightsat_tour::tour::Tour;
use std::borrow::Cow;
use std::io::{self, Write};

/// The board with the number of the step on every square, highest rank on top, files and ranks
/// labelled. Holes are empty.
pub fn board(board: &Board, tour: &Tour) -> String {
    board_of(board, tour.steps())
}

/// The same of a path that may be no tour.
pub fn board_of(board: &Board, steps: &[u32]) -> String {
    text(|out| painted(board, &Cells::numbers(board, steps), &|_, text| text, out))
}

/// The board with a text for each of its squares, drawn likewise.
pub fn grid(board: &Board, cells: &[String]) -> String {
    text(|out| painted(board, &Cells::Texts(cells), &|_, text| text, out))
}

/// What is written, as a text.
pub(super) fn text(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("there is always room");
    String::from_utf8(bytes).expect("texts are written")
}

/// Two texts beside each other, as two boards.
pub fn beside(texts: [&str; 2]) -> String {
    let width = texts[0].lines().map(|line| line.chars().count()).max();
    let width = width.unwrap_or(0);
    let lines = texts[0].lines().zip_longest(texts[1].lines());
    let lines = lines.map(|lines| {
        let (left, right) = lines.or_default();
        format!("{left:width$}    {right}").trim_end().to_string() + "\n"
    });
    lines.collect()
}

/// What is on the squares of a board.
pub(super) enum Cells<'c> {
    /// A text on each.
    Texts(&'c [String]),
    /// The number of the step on each, 0 where there is none.
    Numbers(Vec<u32>),
}

impl Cells<'_> {
    /// The number of the step on each of the squares.
    pub(super) fn numbers(board: &Board, steps: &[u32]) -> Cells<'static> {
        let mut step_of = vec![0; board.squares() as usize];
        for (step, &vertex) in (1..).zip(steps) {
            step_of[vertex as usize] = step;
        }
        Cells::Numbers(step_of)
    }

    fn text(&self, vertex: u32) -> Cow<'_, str> {
        match self {
            Cells::Texts(texts) => texts[vertex as usize].as_str().into(),
            Cells::Numbers(numbers) => match numbers[vertex as usize] {
                0 => "".into(),
                step => step.to_string().into(),
            },
        }
    }

    /// Width of the texts on a board.
    fn width(&self, board: &Board) -> usize {
        let files = Square::file_name(board.files()).len();
        let longest = match self {
            Cells::Texts(texts) => texts.iter().map(|text| text.chars().count()).max(),
            Cells::Numbers(numbers) => numbers.iter().max().map(|last| last.to_string().len()),
        };
        longest.unwrap_or(1).max(files)
    }
}

/// Width of a board drawn with these texts, in columns of a terminal.
pub(super) fn width(board: &Board, cells: &Cells) -> usize {
    let files = board.files() as usize;
    board.ranks().to_string().len() + 2 + files * (cells.width(board) + 3)
}

/// Writes the board with each text, padded, as `paint` makes it, rank by rank; a hole has no vertex.
pub(super) fn painted(
    board: &Board,
    cells: &Cells,
    paint: &dyn Fn(Option<u32>, String) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = cells.width(board);
    let margin = board.ranks().to_string().len();

    let rule = |left: &str, middle: &str, right: &str| {
        let cells = (0..board.files()).map(|_| "─".repeat(width + 2));
        let line = cells.collect_vec().join(middle);
        format!("{:margin$} {left}{line}{right}\n", "")
    };
    let between = rule("├", "┼", "┤");
    out.write_all(rule("┌", "┬", "┐").as_bytes())?;
    for rank in (1..=board.ranks()).rev() {
        let mut line = match rank < board.ranks() {
            true => between.clone(),
            false => String::new(),
        };
        line += &format!("{rank:>margin$} │");
        for file in 1..=board.files() {
            let vertex = board.vertex(Square { rank, file }).ok();
            let text = vertex.map_or("".into(), |vertex| cells.text(vertex));
            line += &paint(vertex, format!(" {text:>width$} "));
            line += "│";
        }
        line += "\n";
        out.write_all(line.as_bytes())?;
    }
    out.write_all(rule("└", "┴", "┘").as_bytes())?;
    let names = (1..=board.files()).map(Square::file_name);
    let names = names.map(|name| format!(" {name:>width$} ")).join(" ");
    let line = format!("{:margin$}  {names}", "");
    out.write_all((line.trim_end().to_string() + "\n").as_bytes())
}
