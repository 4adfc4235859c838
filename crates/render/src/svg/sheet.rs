//! Elements of SVG as text. Digits and letters can be drawn as lines, for pictures without
//! fonts.

use super::Letters;
use crate::base::text::escape;
use std::fmt::{self, Write};
use std::sync::LazyLock;

/// A number with at most two decimals.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// The approximate height of a digit, relative to the size of the text.
const HEIGHT: f64 = 0.72;

/// The position of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// Its middle is at the point.
    Middle,
    /// It ends at the point.
    End,
}

/// A text and its place.
pub type Label = ((f64, f64), String);

/// The elements written so far.
#[derive(Debug)]
pub struct Sheet {
    /// The text of the elements, a line each.
    pub text: String,
    letters: Letters,
}

impl Sheet {
    /// Returns an empty sheet.
    pub fn new(letters: Letters) -> Sheet {
        Sheet {
            text: String::new(),
            letters,
        }
    }

    /// Writes a line.
    pub fn line(&mut self, line: fmt::Arguments) {
        writeln!(self.text, "{line}").expect("a string takes all");
    }

    /// Writes a path of this class, unless it has no commands. `more` are further attributes.
    pub fn path(&mut self, class: &str, more: &str, commands: &str) {
        if !commands.is_empty() {
            self.line(format_args!(
                "<path class=\"{class}\"{more} d=\"{commands}\"/>"
            ));
        }
    }

    /// Writes a disc.
    pub fn disc(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y, radius) = (Number(x), Number(y), Number(radius));
        self.line(format_args!(
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        ));
    }

    /// Writes a square around a point.
    pub fn block(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y, side) = (Number(x - radius), Number(y - radius), Number(2.0 * radius));
        self.line(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
        ));
    }

    /// Writes texts of one class and size, each vertically centred at its point.
    pub fn texts(&mut self, class: &str, size: f64, anchor: Anchor, texts: &[Label]) {
        self.texts_with(class, size, anchor, texts, &|_| String::new());
    }

    /// Writes texts as [`Sheet::texts`] does. In a font, the text of each index has the further
    /// attributes that `more` returns.
    pub fn texts_with(
        &mut self,
        class: &str,
        size: f64,
        anchor: Anchor,
        texts: &[Label],
        more: &dyn Fn(usize) -> String,
    ) {
        if texts.is_empty() {
            return;
        }
        match self.letters {
            Letters::Font => self.written(class, size, anchor, texts, more),
            Letters::Lines => {
                self.line(format_args!("<g class=\"{class}-line\">"));
                for (point, text) in texts {
                    self.drawn(*point, size, anchor, text);
                }
                self.line(format_args!("</g>"));
            }
        }
    }

    /// Writes a text as lines.
    fn drawn(&mut self, (x, y): (f64, f64), size: f64, anchor: Anchor, text: &str) {
        let scale = HEIGHT * size / 6.0;
        let width = width(text) * scale;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        for (right, path) in outlines(text) {
            let [x, y] = [left + right * scale, y - HEIGHT * size / 2.0].map(Number);
            self.line(format_args!(
                "<path transform=\"translate({x} {y}) scale({scale:.4})\" d=\"{path}\"/>"
            ));
        }
    }

    fn written(
        &mut self,
        class: &str,
        size: f64,
        anchor: Anchor,
        texts: &[Label],
        more: &dyn Fn(usize) -> String,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.line(format_args!(
            "<g class=\"{class}\" font-size=\"{}\" text-anchor=\"{anchor}\">",
            Number(size)
        ));
        for (nth, ((x, y), text)) in texts.iter().enumerate() {
            let (x, y, text) = (Number(*x), Number(y + 0.355 * size), escape(text));
            let more = more(nth);
            self.line(format_args!(
                "<text x=\"{x}\" y=\"{y}\"{more}>{text}</text>"
            ));
        }
        self.line(format_args!("</g>"));
    }
}

/// The distance from one letter to the next; a digit is 4 wide and 6 high.
const ADVANCE: f64 = 5.4;

/// Path data in a box 4 wide and 6 high, y downwards: digits, letters of ASCII and some marks.
static OUTLINES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("letters.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// Returns the width of a text.
fn width(text: &str) -> f64 {
    text.chars().count() as f64 * ADVANCE - (ADVANCE - 4.0)
}

/// Returns the offset and the path data of each letter of a text; letters without outlines are
/// omitted.
fn outlines(text: &str) -> impl Iterator<Item = (f64, &'static str)> {
    text.chars().enumerate().filter_map(|(nth, letter)| {
        let outline = OUTLINES.iter().find(|(known, _)| known.starts_with(letter));
        outline.map(|(_, path)| (nth as f64 * ADVANCE, *path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_labels_are_made_of_is_there() {
        for letter in ('a'..='z')
            .chain('A'..='Z')
            .chain('0'..='9')
            .chain(",-_.:".chars())
        {
            let found: Vec<_> = outlines(&letter.to_string()).collect();
            assert!(
                matches!(found[..], [(_, path)] if path.starts_with('M')),
                "{letter}"
            );
        }
    }

    #[test]
    fn letters_without_outlines_take_their_room() {
        let found: Vec<f64> = outlines("1 2").map(|(x, _)| x).collect();
        assert_eq!(found, [0.0, 2.0 * ADVANCE]);
        assert!((width("1 2") - (2.0 * ADVANCE + 4.0)).abs() < 1e-9);
    }
}
