//! What goes over the board: paths with their numbers and ends.

use super::Layout;
use super::sheet::{Anchor, Number, Sheet};
use super::theme::COLOURS;
use crate::render::scene::{Scene, Stroke};
use itertools::Itertools;
use std::fmt::Write;

/// The smallest size of a number that can be read, in pixels.
const READABLE: f64 = 7.0;
/// Dashes and gaps in widths of the line.
const DASHES: [&[f64]; 4] = [&[], &[3.5, 1.5], &[1.2, 1.2], &[5.0, 1.3, 1.2, 1.3]];

/// Draws the paths.
pub(super) fn draw(scene: &Scene, layout: &Layout, sheet: &mut Sheet) {
    let pen = Pen { layout };
    let is_single = scene.paths.len() == 1;
    // The longest first, which the others are drawn upon.
    for (nth, stroke) in scene.strokes().enumerate() {
        pen.stroke(nth, &stroke, sheet);
    }
    if is_single && let Some(stroke) = scene.strokes().next() {
        pen.steps(&stroke, sheet);
    } else {
        pen.vertices(scene, sheet);
    }
}

/// The attributes of the line of the path with this number, and its class.
pub(super) fn line(nth: usize, width: f64) -> (String, String) {
    let dashes = DASHES[nth % DASHES.len()].iter();
    let dashes = dashes.map(|part| Number(part * width)).join(" ");
    let dashes = match dashes.is_empty() {
        true => " stroke-linecap=\"round\"".into(),
        false => format!(" stroke-dasharray=\"{dashes}\""),
    };
    let more = format!(
        " stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes}",
        Number(width)
    );
    (format!("p{}", nth % COLOURS), more)
}

struct Pen<'a> {
    layout: &'a Layout,
}

impl Pen<'_> {
    fn point(&self, vertex: u32) -> (f64, f64) {
        self.layout.points[vertex as usize]
    }

    /// The width of the lines.
    fn width(&self) -> f64 {
        (0.065 * self.layout.cell).max((0.13 * self.layout.cell).min(2.2 * self.layout.pixel))
    }

    fn stroke(&self, nth: usize, stroke: &Stroke, sheet: &mut Sheet) {
        let (class, more) = line(nth, self.width());
        let mut commands = String::new();
        for (nth, &vertex) in stroke.steps.iter().enumerate() {
            let (x, y) = self.point(vertex);
            let before = if nth == 0 { "M" } else { " " };
            write!(commands, "{before}{} {}", Number(x), Number(y)).expect("a string takes all");
        }
        if stroke.closed {
            commands.push('Z');
        }
        sheet.path(&format!("path {class}"), &more, &commands);
    }

    /// The numbers of the steps on discs, if they can be read, and the ends.
    fn steps(&self, stroke: &Stroke, sheet: &mut Sheet) {
        let cell = self.layout.cell;
        let digits = stroke.steps.len().to_string().len();
        let size = cell * [0.36, 0.36, 0.34, 0.27, 0.21, 0.17][digits.min(5)];
        let is_readable = size >= READABLE * self.layout.pixel;
        let (first, last) = match *stroke.steps {
            [] => return,
            [first, .., last] if !stroke.closed => (first, Some(last)),
            [first, ..] => (first, None),
        };
        let radius = match is_readable {
            true => 0.3 * cell,
            false => (0.3 * cell).max(4.5 * self.layout.pixel),
        };
        if is_readable {
            for &vertex in stroke.steps {
                let ground = self.layout.is_dark[vertex as usize];
                let ground = if ground { "dark" } else { "light" };
                sheet.disc(&format!("{ground} bead"), self.point(vertex), radius);
            }
        }
        sheet.disc("start", self.point(first), radius);
        if let Some(last) = last {
            sheet.block("end", self.point(last), 0.9 * radius);
        }
        if is_readable {
            let steps = (1..).zip(stroke.steps);
            let numbers =
                steps.map(|(step, &vertex)| (self.point(vertex), f64::to_string(&f64::from(step))));
            let numbers = numbers.collect_vec();
            let is_end = |nth: usize| nth == 0 || last.is_some() && nth + 1 == numbers.len();
            let (marks, numbers): (Vec<_>, Vec<_>) = numbers
                .iter()
                .cloned()
                .enumerate()
                .partition(|(nth, _)| is_end(*nth));
            let texts =
                |numbers: Vec<(usize, _)>| numbers.into_iter().map(|(_, text)| text).collect_vec();
            sheet.texts("number", size, Anchor::Middle, &texts(numbers));
            sheet.texts("mark", size, Anchor::Middle, &texts(marks));
        }
    }

    /// A dot on every vertex.
    fn vertices(&self, scene: &Scene, sheet: &mut Sheet) {
        for (nth, stroke) in scene.strokes().enumerate() {
            for &vertex in stroke.steps {
                let class = format!("d{}", nth % COLOURS);
                sheet.disc(&class, self.point(vertex), 1.4 * self.width());
            }
        }
    }
}
