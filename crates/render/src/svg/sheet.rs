//! Elements of SVG as text.

use super::drawing::{Anchor, Label, Lines, Shape};
use super::layout::Point;
use crate::base::text::escape;
use itertools::Itertools;
use std::fmt::{self, Write};

/// A number with at most two decimals.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The sum is never a negative zero.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// The elements written so far.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The text of the elements, a line each.
    pub text: String,
}

impl Sheet {
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

    /// Writes texts of one class and size, each vertically centred at its point.
    pub fn texts(&mut self, class: &str, size: f64, anchor: Anchor, texts: &[Label]) {
        let word = ["start", "middle", "end"][anchor as usize];
        let number = Number(size);
        self.line(format_args!(
            "<g class=\"{class}\" font-size=\"{number}\" text-anchor=\"{word}\">"
        ));
        for &((x, y), ref text) in texts {
            let (x, y, text) = (Number(x), Number(y + 0.355 * size), escape(text));
            self.line(format_args!("<text x=\"{x}\" y=\"{y}\">{text}</text>"));
        }
        self.line(format_args!("</g>"));
    }

    /// Writes lines of a drawing.
    pub(super) fn lines(&mut self, lines: &Lines) {
        self.path(&lines.class, &pen(lines), &commands(&lines.shapes));
    }
}

/// Returns the attributes of lines; filled shapes have none.
pub(super) fn pen(lines: &Lines) -> String {
    if lines.width == 0.0 {
        return String::new();
    }
    let width = Number(lines.width);
    let dashes = lines.dashes.iter().map(|&part| Number(part)).join(" ");
    let ends = match &dashes[..] {
        "" => "linecap=\"round\"".to_string(),
        dashes => format!("dasharray=\"{dashes}\""),
    };
    format!(" stroke-width=\"{width}\" stroke-linejoin=\"round\" stroke-{ends}")
}

/// Returns the commands of shapes. Relative coordinates are shorter; they are differences of
/// rounded coordinates, so that errors do not add up.
pub(super) fn commands(shapes: &[Shape]) -> String {
    let mut text = String::new();
    let mut before = [0.0; 2];
    let mut go = |(x, y): Point, is_absolute: bool| {
        let here = [x, y].map(|value| (value * 100.0).round() / 100.0);
        let from = if is_absolute { [0.0; 2] } else { before };
        before = here;
        let [x, y] = [0, 1].map(|axis| Number(here[axis] - from[axis]));
        format!("{x} {y}")
    };
    for shape in shapes {
        match *shape {
            Shape::Line(ref points, is_closed) => {
                for (nth, &point) in points.iter().enumerate() {
                    text += ["M", "l", " "][nth.min(2)];
                    text += &go(point, nth == 0);
                }
                text += if is_closed { "Z" } else { "" };
            }
            Shape::Rect(corner, (width, height)) => {
                let [width, height] = [width, height].map(Number);
                let corner = go(corner, false);
                text += &format!("m{corner}h{width}v{height}h-{width}z");
            }
            Shape::Ring((x, y), radius) => {
                let left = go((x - radius, y), true);
                let [radius, across] = [radius, 2.0 * radius].map(Number);
                let half = format!("a{radius} {radius} 0 1 0");
                text += &format!("M{left}{half} {across} 0{half} -{across} 0");
            }
        }
    }
    text
}
