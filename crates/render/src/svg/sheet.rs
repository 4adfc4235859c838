//! Elements of SVG as text.

use super::{Letters, glyphs};
use knightsat_base::markup::escape;
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

/// The height of a digit, about, of the size of the text.
const HEIGHT: f64 = 0.72;

/// Where a text is, relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// The elements written so far.
#[derive(Debug)]
pub struct Sheet {
    /// What they are in the file, a line each.
    pub text: String,
    letters: Letters,
}

impl Sheet {
    /// Nothing yet.
    pub fn new(letters: Letters) -> Sheet {
        Sheet {
            text: String::new(),
            letters,
        }
    }

    /// Writes a line.
    pub fn line(&mut self, line: fmt::Arguments) {
        self.text
            .write_fmt(format_args!("{line}\n"))
            .expect("a string takes all");
    }

    /// Writes a path of this class; without commands there is none. `more` are further attributes.
    pub fn path(&mut self, class: &str, more: &str, commands: &str) {
        if !commands.is_empty() {
            self.line(format_args!(
                "<path class=\"{class}\"{more} d=\"{commands}\"/>"
            ));
        }
    }

    /// A disc.
    pub fn disc(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y, radius) = (Number(x), Number(y), Number(radius));
        self.line(format_args!(
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        ));
    }

    /// A square around a point.
    pub fn block(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y, side) = (Number(x - radius), Number(y - radius), Number(2.0 * radius));
        self.line(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
        ));
    }

    /// Texts of one class and size, each centred in height at its point.
    pub fn texts(
        &mut self,
        class: &str,
        size: f64,
        anchor: Anchor,
        texts: &[((f64, f64), String)],
    ) {
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

    /// A text as lines.
    fn drawn(&mut self, (x, y): (f64, f64), size: f64, anchor: Anchor, text: &str) {
        let scale = HEIGHT * size / 6.0;
        let width = glyphs::width(text) * scale;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        for (right, path) in glyphs::outlines(text) {
            let (x, y) = (
                Number(left + right * scale),
                Number(y - HEIGHT * size / 2.0),
            );
            self.line(format_args!(
                "<path transform=\"translate({x} {y}) scale({scale:.4})\" d=\"{path}\"/>"
            ));
        }
    }

    fn written(&mut self, class: &str, size: f64, anchor: Anchor, texts: &[((f64, f64), String)]) {
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
