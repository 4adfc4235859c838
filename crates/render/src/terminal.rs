//! A tour on a terminal: in colours, and no wider than it is.

use super::board::{Cells, painted, text, width};
use knightsat_base::plural::counted;
use knightsat_tour::board::Board;
use knightsat_tour::given::{Clue, Given};
use knightsat_tour::square::Square;
use std::io::{self, Write};

/// What the tour is printed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Whether it takes colours.
    pub colour: bool,
    /// Its columns; `None` where lines may have any length, as in a file.
    pub columns: Option<usize>,
}

/// Black on cyan for the start and on yellow for the end, which all eyes tell apart.
const START: &str = "\x1b[30;46m";
const END: &str = "\x1b[30;43m";
const FAINT: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// The least and the most dots of a side of a square of which a path can be followed.
const DOTS: [f64; 2] = [2.0, 4.0];

/// The board with the number of the step on every square, in brackets where that was given, if there is
/// room. Otherwise the path is
/// drawn in the dots of braille, or where these would run together, left out; a line tells what it
/// is.
pub fn terminal(
    board: &Board,
    steps: &[u32],
    closed: bool,
    given: &Given,
    terminal: Terminal,
) -> String {
    text(|out| write_terminal(board, steps, closed, given, terminal, out))
}

/// Writes the same, rank by rank, as all together may be long.
pub fn write_terminal(
    board: &Board,
    steps: &[u32],
    closed: bool,
    given: &Given,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let marked = |vertex, text| match has_step(given, vertex) {
        true => bracketed(text),
        false => text,
    };
    let cells = Cells::numbers(board, steps);
    match terminal.columns {
        Some(columns) if width(board, &cells) > columns => {
            let drawn = braille(board, steps, closed, columns).unwrap_or_default();
            out.write_all((drawn + &summary(board, steps, closed)).as_bytes())
        }
        _ if terminal.colour => coloured(board, &cells, steps, closed, &marked, out),
        _ => painted(board, &cells, &marked, out),
    }
}

/// Whether the step of a square is given.
fn has_step(given: &Given, square: Option<u32>) -> bool {
    let is_it = |clue: &Clue| matches!(clue, Clue::At { vertex, .. } if Some(*vertex) == square);
    given.clues().iter().any(is_it)
}

/// The text of a square with brackets for the blanks on either side.
fn bracketed(text: String) -> String {
    let inner = text
        .strip_prefix(' ')
        .and_then(|text| text.strip_suffix(' '));
    inner.map_or(text.clone(), |inner| format!("[{inner}]"))
}

fn coloured(
    board: &Board,
    cells: &Cells,
    steps: &[u32],
    closed: bool,
    marked: &dyn Fn(Option<u32>, String) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ends = [
        (steps.first(), START),
        (steps.last().filter(|_| !closed), END),
    ];
    let paint = |vertex, text: String| {
        let Some(vertex) = vertex else {
            let hole = "░".repeat(text.chars().count());
            return format!("{FAINT}{hole}{PLAIN}");
        };
        let end = ends.iter().find(|(end, _)| *end == Some(&vertex));
        let text = marked(Some(vertex), text);
        end.map_or(text.clone(), |(_, colour)| format!("{colour}{text}{PLAIN}"))
    };
    painted(board, cells, &paint, out)
}

fn summary(board: &Board, steps: &[u32], closed: bool) -> String {
    let name = |vertex: Option<&u32>| {
        let square = vertex.map(|&vertex| board.square(vertex).to_string());
        square.unwrap_or_default()
    };
    let ends = if closed {
        format!("from {} and back", name(steps.first()))
    } else {
        format!("from {} to {}", name(steps.first()), name(steps.last()))
    };
    format!(
        "{board}: {}, {ends}; too wide for this terminal, see --format moves or --svg FILE\n",
        counted(steps.len(), "square")
    )
}

/// The path in braille, eight dots a character, no wider than so many columns.
fn braille(board: &Board, steps: &[u32], closed: bool, columns: usize) -> Option<String> {
    let scale = (2.0 * columns as f64 / f64::from(board.files())).min(DOTS[1]);
    if scale < DOTS[0] {
        return None;
    }
    let dots = |squares: u32| (f64::from(squares) * scale).ceil() as usize;
    let mut page = Braille::new(
        dots(board.files()).div_ceil(2),
        dots(board.ranks()).div_ceil(4),
    );
    let at = |vertex: u32| {
        let Square { rank, file } = board.square(vertex);
        let dot = |squares: u32| ((f64::from(squares) + 0.5) * scale) as i64;
        (dot(file - 1), dot(board.ranks() - rank))
    };
    for pair in steps.windows(2) {
        page.line(at(pair[0]), at(pair[1]));
    }
    if let ([first, .., last], true) = (steps, closed) {
        page.line(at(*last), at(*first));
    }
    Some(page.text())
}

/// A page of dots, two wide and four high in each character.
struct Braille {
    columns: usize,
    cells: Vec<u8>,
}

impl Braille {
    fn new(columns: usize, rows: usize) -> Braille {
        Braille {
            columns,
            cells: vec![0; columns * rows],
        }
    }

    fn dot(&mut self, x: i64, y: i64) {
        // The bits as Unicode numbers them: dots 1, 2, 3, 7 to the left, 4, 5, 6, 8 to the right.
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let [x, y] = [x as usize, y as usize];
        self.cells[y / 4 * self.columns + x / 2] |= BITS[y % 4][x % 2];
    }

    /// A straight line of dots.
    fn line(&mut self, (x, y): (i64, i64), (to_x, to_y): (i64, i64)) {
        let length = (to_x - x).abs().max((to_y - y).abs()).max(1);
        for step in 0..=length {
            let part = |from: i64, to: i64| {
                let twice = 2 * (to - from) * step + length;
                from + twice.div_euclid(2 * length)
            };
            self.dot(part(x, to_x), part(y, to_y));
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.columns) {
            let dots = row.iter();
            text.extend(dots.map(|&dots| {
                char::from_u32(0x2800 + u32::from(dots)).expect("all 256 are braille")
            }));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Terminal = Terminal {
        colour: false,
        columns: None,
    };

    #[test]
    fn a_line_of_braille_has_its_dots() {
        let mut page = Braille::new(2, 1);
        page.line((0, 0), (3, 3));
        assert_eq!(page.text(), "⠑⢄\n");
    }

    #[test]
    fn what_is_too_wide_is_drawn_in_dots_or_told() {
        let board = Board::new(30, 30).unwrap();
        let steps = [0, 32, 61];
        let lines = |columns| {
            let narrow = Terminal {
                columns: Some(columns),
                ..WIDE
            };
            let text = terminal(&board, &steps, false, &Given::default(), narrow);
            assert!(
                text.lines()
                    .rev()
                    .skip(1)
                    .all(|line| line.chars().count() <= columns)
            );
            text.lines().count()
        };
        assert_eq!(
            terminal(&board, &steps, false, &Given::default(), WIDE)
                .lines()
                .count(),
            62
        );
        assert_eq!(lines(79), 31);
        assert_eq!(lines(30), 16);
        assert_eq!(lines(29), 1);
    }

    #[test]
    fn ends_and_holes_have_their_colours() {
        let hole = "b2".parse().unwrap();
        let board = Board::new(3, 3).unwrap().with_holes(&[hole]).unwrap();
        let colour = Terminal {
            colour: true,
            ..WIDE
        };
        let none = Given::default();
        let open = terminal(&board, &[0, 4, 5], false, &none, colour);
        assert_eq!(open.matches(START).count(), 1);
        assert_eq!(open.matches(END).count(), 1);
        assert_eq!(open.matches("░░░").count(), 1);
        let closed = terminal(&board, &[0, 4, 5], true, &none, colour);
        assert!(!closed.contains(END));
        assert!(!terminal(&board, &[0], false, &none, WIDE).contains('\x1b'));
    }

    #[test]
    fn given_numbers_are_in_brackets() {
        let board = Board::new(3, 4).unwrap();
        let steps = [0, 6, 8, 1, 10, 3, 5, 11, 2, 4, 9, 7];
        let given = [(2, 6), (12, 7)].map(|(step, vertex)| Clue::At { step, vertex });
        let given = Given::new(
            given
                .into_iter()
                .chain([Clue::NotAt { step: 3, vertex: 0 }]),
        );
        for colour in [false, true] {
            let text = terminal(&board, &steps, false, &given, Terminal { colour, ..WIDE });
            assert_eq!(
                (text.matches("[ 2]").count(), text.matches("[12]").count()),
                (1, 1)
            );
            assert_eq!(text.matches('[').count() - text.matches("\x1b[").count(), 2);
        }
        let text = terminal(&board, &steps, false, &given, WIDE);
        let read = crate::read(&board.into(), &text).unwrap();
        assert_eq!(read.steps, steps);
    }
}
