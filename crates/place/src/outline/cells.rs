//! The drawing of an outline with box-drawing characters, and a text on each square.

use super::{Outline, Square};
use itertools::Itertools;
use std::io::{self, Write};

/// The texts on the squares of a board, and their width.
#[doc(hidden)]
pub struct Cells<'c> {
    outline: &'c Outline,
    width: usize,
    text: Box<dyn Fn(u32) -> String + 'c>,
}

impl<'c> Cells<'c> {
    /// Puts the text of each vertex on its square; `longest` is the number of characters of the
    /// longest.
    pub fn new(
        outline: &'c Outline,
        longest: usize,
        text: impl Fn(u32) -> String + 'c,
    ) -> Cells<'c> {
        let files = Square::file_name(outline.files()).len();
        Cells {
            outline,
            width: longest.max(files),
            text: Box::new(text),
        }
    }

    /// Puts the number of the step on each square of a path, and nothing on the others.
    pub fn numbers(outline: &'c Outline, steps: &[u32]) -> Cells<'c> {
        let mut step_of = vec![0; outline.len() as usize];
        for (step, &vertex) in (1..).zip(steps) {
            step_of[vertex as usize] = step;
        }
        let longest = steps.len().to_string().len();
        Cells::new(outline, longest, move |vertex| {
            match step_of[vertex as usize] {
                0 => String::new(),
                step => step.to_string(),
            }
        })
    }

    /// Returns the width of the board, in columns of a terminal.
    pub fn columns(&self) -> usize {
        let outline = self.outline;
        outline.ranks().to_string().len() + 2 + outline.files() as usize * (self.width + 3)
    }

    /// Writes the board rank by rank, highest first, with each padded text as `paint` returns it; a
    /// hole has no vertex. Of several layers the lowest is first, each under its letter.
    pub fn write(
        &self,
        paint: &dyn Fn(Option<u32>, String) -> String,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (outline, width) = (self.outline, self.width);
        let margin = outline.ranks().to_string().len();

        let rule = |left: &str, middle: &str, right: &str| {
            let cells = (0..outline.files()).map(|_| "─".repeat(width + 2));
            let line = cells.collect_vec().join(middle);
            format!("{:margin$} {left}{line}{right}\n", "")
        };
        let [above, between, below] = [
            rule("┌", "┬", "┐"),
            rule("├", "┼", "┤"),
            rule("└", "┴", "┘"),
        ];
        let names = (1..=outline.files())
            .map(Square::file_name)
            .map(|name| format!(" {name:>width$} "))
            .join(" ");
        let names = format!("{:margin$}  {names}", "");
        for layer in 0..outline.layers() {
            if outline.layers() > 1 {
                writeln!(out, "{}", Outline::layer_name(layer))?;
            }
            for rank in (1..=outline.ranks()).rev() {
                let is_first = rank == outline.ranks();
                let mut line = if is_first { &above } else { &between }.clone();
                line += &format!("{rank:>margin$} │");
                for file in 1..=outline.files() {
                    let vertex = outline.vertex(layer, Square { rank, file });
                    let text = vertex.map_or(String::new(), |vertex| (self.text)(vertex));
                    line += &paint(vertex, format!(" {text:>width$} "));
                    line += "│";
                }
                writeln!(out, "{line}")?;
            }
            writeln!(out, "{below}{}", names.trim_end())?;
        }
        Ok(())
    }
}
