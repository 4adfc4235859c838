//! The board under a tour: squares, holes, names of ranks and files.

use super::sheet::{Anchor, Number, Sheet};
use super::{CELL, LARGE, Layout};
use itertools::Itertools;
use knightsat_tour::board::Board;
use knightsat_tour::square::Square;
use std::fmt::Write;

/// The size of labels in pixels.
const LABEL: f64 = 13.0;

/// Draws the board, and says where its squares are.
pub(super) fn draw(board: &Board, sheet: &mut Sheet) -> Layout {
    let (width, height) = (
        CELL * f64::from(board.files()),
        CELL * f64::from(board.ranks()),
    );
    let pixel = (width.max(height) / LARGE).max(1.0);
    let digits = board.ranks().to_string().len() as f64;
    let left = ((0.6 * digits * LABEL + 14.0) * pixel).ceil();
    let frame = Frame {
        left,
        top: (10.0 * pixel).ceil(),
        pixel,
    };
    frame.squares(board, sheet);
    frame.labels(board, sheet);
    let squares = (0..board.squares()).map(|vertex| board.square(vertex));
    let squares = squares.collect_vec();
    Layout {
        width: left + width + frame.top,
        height: frame.top + height + ((LABEL + 13.0) * pixel).ceil(),
        pixel,
        cell: CELL,
        points: squares.iter().map(|&s| frame.centre(board, s)).collect(),
        bead: bead(board),
        is_dark: Some(squares.iter().map(|&square| is_dark(square)).collect()),
        names: None,
        thing: "square",
    }
}

/// Discs that moves to other squares pass by: where the parts a and b of the leap have no common
/// divisor, a move comes no closer to the middle of a square than 1/√(a² + b²) of its side.
fn bead(board: &Board) -> f64 {
    let (a, b) = board.leaper();
    let closest = 1.0 / f64::from(a).hypot(f64::from(b));
    CELL * (closest - 0.06).clamp(0.2, 0.3)
}

/// a1 is dark.
fn is_dark(square: Square) -> bool {
    (square.rank + square.file).is_multiple_of(2)
}

struct Frame {
    left: f64,
    top: f64,
    pixel: f64,
}

impl Frame {
    fn centre(&self, board: &Board, square: Square) -> (f64, f64) {
        let x = self.left + (f64::from(square.file) - 0.5) * CELL;
        let y = self.top + (f64::from(board.ranks() - square.rank) + 0.5) * CELL;
        (x, y)
    }

    /// The light ground, dark squares upon it, then what is no square.
    fn squares(&self, board: &Board, sheet: &mut Sheet) {
        let [x, y] = [self.left, self.top].map(Number);
        let sides = [board.files(), board.ranks()].map(|side| Number(CELL * f64::from(side)));
        let ground = format!(
            "x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\"",
            sides[0], sides[1]
        );
        sheet.line(format_args!("<rect class=\"light\" {ground}/>"));
        let mut dark = String::new();
        for square in (0..board.squares()).map(|vertex| board.square(vertex)) {
            if is_dark(square) {
                self.outline(&mut dark, board, square);
            }
        }
        sheet.path("dark", "", &dark);
        let (mut holes, mut crosses) = (String::new(), String::new());
        for hole in board.holes() {
            self.outline(&mut holes, board, hole);
            let (x, y) = self.centre(board, hole);
            let [x, y] = [x - 0.5 * CELL, y - 0.5 * CELL].map(Number);
            write!(crosses, "M{x} {y}l{CELL} {CELL}m0-{CELL}l-{CELL} {CELL}")
                .expect("a string takes all");
        }
        sheet.path("page", "", &holes);
        let thin = format!(" stroke-width=\"{}\"", Number(self.pixel));
        sheet.path("rule hole", &thin, &format!("{holes}{crosses}"));
        sheet.line(format_args!("<rect class=\"rule\"{thin} {ground}/>"));
    }

    fn outline(&self, commands: &mut String, board: &Board, square: Square) {
        let (x, y) = self.centre(board, square);
        let [x, y] = [x - 0.5 * CELL, y - 0.5 * CELL].map(Number);
        write!(commands, "M{x} {y}h{CELL}v{CELL}h-{CELL}z").expect("a string takes all");
    }

    /// Names of files below, of ranks to the left, as many as there is room for.
    fn labels(&self, board: &Board, sheet: &mut Sheet) {
        let size = LABEL * self.pixel;
        let letters = Square::file_name(board.files()).len() as f64;
        let files = labelled(board.files(), (0.62 * letters + 0.5) * size);
        let below = self.top + CELL * f64::from(board.ranks()) + 12.0 * self.pixel;
        let files = files.map(|file| {
            let (x, _) = self.centre(board, Square { rank: 1, file });
            ((x, below), Square::file_name(file))
        });
        sheet.texts("label", size, Anchor::Middle, &files.collect_vec());
        let ranks = labelled(board.ranks(), 1.1 * size);
        let ranks = ranks.map(|rank| {
            let (_, y) = self.centre(board, Square { rank, file: 1 });
            ((self.left - 7.0 * self.pixel, y), rank.to_string())
        });
        sheet.texts("label", size, Anchor::End, &ranks.collect_vec());
    }
}

/// Numbers from 1 to `last` whose labels, that long, do not touch: all, or the first and round ones.
fn labelled(last: u32, room: f64) -> impl Iterator<Item = u32> {
    let steps = (0..).flat_map(|zeros| [1, 5].map(|digit| digit * 10_u32.pow(zeros)));
    let mut fits = steps.filter(move |&step| CELL * f64::from(step - 1).max(1.0) >= room);
    let step = fits.next().expect("there is always a longer step");
    (1..=last).filter(move |&number| number == 1 || number.is_multiple_of(step))
}
