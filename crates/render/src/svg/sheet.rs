//! Elements of SVG as text. Digits and small letters can be drawn as lines, for pictures without
//! fonts.

use super::Letters;
use crate::base::text::escape;
use std::fmt::{self, Write};

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
        if texts.is_empty() {
            return;
        }
        match self.letters {
            Letters::Font => self.written(class, size, anchor, texts),
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

    fn written(&mut self, class: &str, size: f64, anchor: Anchor, texts: &[Label]) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.line(format_args!(
            "<g class=\"{class}\" font-size=\"{}\" text-anchor=\"{anchor}\">",
            Number(size)
        ));
        for ((x, y), text) in texts {
            let (x, y, text) = (Number(*x), Number(y + 0.355 * size), escape(text));
            self.line(format_args!("<text x=\"{x}\" y=\"{y}\">{text}</text>"));
        }
        self.line(format_args!("</g>"));
    }
}

/// The distance from one letter to the next; a digit is 4 wide and 6 high.
const ADVANCE: f64 = 5.4;

/// Path data in a box 4 wide and 6 high, y downwards: digits, small letters of ASCII and the comma.
#[rustfmt::skip]
const OUTLINES: [(char, &str); 37] = [
    ('0', "M2 0C.6 0 0 1.3 0 3S.6 6 2 6 4 4.7 4 3 3.4 0 2 0Z"),
    ('1', "M.7 1.2 2.2 0V6"),
    ('2', "M.1 1.6C.1 .6 .9 0 2 0S3.8 .7 3.8 1.7C3.8 3.2 1.2 4.2 .1 6H3.9"),
    ('3', "M.2 1C.5 .3 1.2 0 2 0 3.1 0 3.7 .6 3.7 1.4 3.7 2.3 3 2.8 1.6 2.8 3.1 2.8 4 3.4 4 4.4S3.2 6 2 6C1 6 .3 5.6 0 4.8"),
    ('4', "M3 6V0L0 4.2H4"),
    ('5', "M3.6 0H.7L.4 2.7C.8 2.3 1.4 2.1 2 2.1 3.2 2.1 4 2.9 4 4S3.2 6 2 6C1 6 .3 5.6 0 4.8"),
    ('6', "M3.6 .8C3.3 .3 2.7 0 2.1 0 .7 0 0 1.4 0 3.6 0 5.2 .8 6 2 6S4 5.2 4 4.1 3.2 2.2 2 2.2 0 3 0 4.1"),
    ('7', "M0 0H4L1.5 6"),
    ('8', "M2 2.8C1 2.8 .4 2.2 .4 1.4S1 0 2 0 3.6 .6 3.6 1.4 3 2.8 2 2.8C.8 2.8 0 3.5 0 4.4S.8 6 2 6 4 5.3 4 4.4 3.2 2.8 2 2.8Z"),
    ('9', "M.4 5.2C.7 5.7 1.3 6 1.9 6 3.3 6 4 4.6 4 2.4 4 .8 3.2 0 2 0S0 .8 0 1.9 .8 3.8 2 3.8 4 3 4 1.9"),
    ('a', "M3.6 2V6M3.6 3.2C3.2 2.4 2.6 2 1.9 2 .8 2 0 2.9 0 4S.8 6 1.9 6C2.6 6 3.2 5.6 3.6 4.8"),
    ('b', "M.2 0V6M.2 3.2C.6 2.4 1.2 2 1.9 2 3 2 3.8 2.9 3.8 4S3 6 1.9 6C1.2 6 .6 5.6 .2 4.8"),
    ('c', "M3.5 2.9C3.1 2.3 2.6 2 2 2 .8 2 0 2.9 0 4S.8 6 2 6C2.6 6 3.1 5.7 3.5 5.1"),
    ('d', "M3.6 0V6M3.6 3.2C3.2 2.4 2.6 2 1.9 2 .8 2 0 2.9 0 4S.8 6 1.9 6C2.6 6 3.2 5.6 3.6 4.8"),
    ('e', "M.1 3.9H3.7C3.7 2.8 3 2 1.9 2 .8 2 0 2.9 0 4S.8 6 1.9 6C2.7 6 3.2 5.7 3.5 5.1"),
    ('f', "M3 .1C2.7 0 2.5 0 2.3 0 1.5 0 1.2 .5 1.2 1.4V6M.1 2H2.7"),
    ('g', "M3.6 2V5.8C3.6 7 2.9 7.6 1.8 7.6 1.1 7.6 .6 7.4 .2 7M3.6 3.2C3.2 2.4 2.6 2 1.9 2 .8 2 0 2.9 0 4S.8 6 1.9 6C2.6 6 3.2 5.6 3.6 4.8"),
    ('h', "M.3 0V6M.3 3.6C.5 2.6 1.2 2 2 2 3 2 3.5 2.6 3.5 3.7V6"),
    ('i', "M2 2V6M2 .3V.6"),
    ('j', "M2.3 2V6.4C2.3 7.2 1.8 7.6 1 7.6M2.3 .3V.6"),
    ('k', "M.4 0V6M3.4 2 .4 4.6M1.5 3.7 3.6 6"),
    ('l', "M2 0V6"),
    ('m', "M0 2V6M0 3.3C.2 2.5 .7 2 1.2 2S2 2.5 2 3.3V6M2 3.3C2.2 2.5 2.7 2 3.2 2S4 2.5 4 3.3V6"),
    ('n', "M.3 2V6M.3 3.6C.5 2.6 1.2 2 2 2 3 2 3.5 2.6 3.5 3.7V6"),
    ('o', "M2 2C.8 2 0 2.9 0 4S.8 6 2 6 4 5.1 4 4 3.2 2 2 2Z"),
    ('p', "M.2 2V7.6M.2 3.2C.6 2.4 1.2 2 1.9 2 3 2 3.8 2.9 3.8 4S3 6 1.9 6C1.2 6 .6 5.6 .2 4.8"),
    ('q', "M3.6 2V7.6M3.6 3.2C3.2 2.4 2.6 2 1.9 2 .8 2 0 2.9 0 4S.8 6 1.9 6C2.6 6 3.2 5.6 3.6 4.8"),
    ('r', "M.8 2V6M.8 3.6C1 2.6 1.7 2 2.5 2 2.8 2 3 2 3.2 2.1"),
    ('s', "M3.3 2.7C3 2.2 2.5 2 1.9 2 1.1 2 .5 2.4 .5 3 .5 3.7 1.1 3.8 1.9 4 2.8 4.2 3.5 4.3 3.5 5 3.5 5.6 2.8 6 1.9 6 1.2 6 .6 5.7 .3 5.2"),
    ('t', "M1.3 .6V4.7C1.3 5.6 1.7 6 2.4 6 2.7 6 2.9 6 3.1 5.9M.1 2H2.9"),
    ('u', "M.3 2V4.3C.3 5.4 .8 6 1.8 6 2.6 6 3.3 5.4 3.5 4.4M3.5 2V6"),
    ('v', "M.2 2 1.9 6 3.6 2"),
    ('w', "M0 2 1 6 2 2.4 3 6 4 2"),
    ('x', "M.3 2 3.6 6M3.6 2 .3 6"),
    ('y', "M.2 2 2 6M3.7 2 2 6 1.4 7.2C1.2 7.5 .9 7.6 .4 7.6"),
    ('z', "M.4 2H3.5L.3 6H3.6"),
    (',', "M1.9 5.6V6L1.5 6.9"),
];

/// Returns the width of a text.
fn width(text: &str) -> f64 {
    text.chars().count() as f64 * ADVANCE - (ADVANCE - 4.0)
}

/// Returns the offset and the path data of each letter of a text; letters without outlines are
/// omitted.
fn outlines(text: &str) -> impl Iterator<Item = (f64, &'static str)> {
    text.chars().enumerate().filter_map(|(nth, letter)| {
        let outline = OUTLINES.iter().find(|(known, _)| *known == letter);
        outline.map(|(_, path)| (nth as f64 * ADVANCE, *path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_labels_are_made_of_is_there() {
        for letter in ('a'..='z').chain('0'..='9').chain([',']) {
            let found: Vec<_> = outlines(&letter.to_string()).collect();
            assert!(
                matches!(found[..], [(_, path)] if path.starts_with('M')),
                "{letter}"
            );
        }
    }

    #[test]
    fn letters_without_outlines_take_their_room() {
        let found: Vec<f64> = outlines("1-2").map(|(x, _)| x).collect();
        assert_eq!(found, [0.0, 2.0 * ADVANCE]);
        assert!((width("1-2") - (2.0 * ADVANCE + 4.0)).abs() < 1e-9);
    }
}
