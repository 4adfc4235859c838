//! What goes over the board: paths with their numbers and ends.

use super::sheet::{Anchor, Number, Sheet};
use super::theme::COLOURS;
use super::{Layout, given};
use crate::scene::{Scene, Stroke};
use itertools::Itertools;
use knightsat_tour::given::Given;
use std::fmt::Write;

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
        pen.steps(&stroke, &scene.given, sheet);
    } else {
        pen.vertices(scene, sheet);
    }
}

/// The attributes of the line of the path with this number, and its class.
pub(super) fn line(nth: usize, width: f64) -> (String, String) {
    let dashes = DASHES[nth % DASHES.len()].iter();
    let dashes = dashes.map(|part| Number(part * width)).join(" ");
    let dashes = if dashes.is_empty() {
        " stroke-linecap=\"round\"".into()
    } else {
        format!(" stroke-dasharray=\"{dashes}\"")
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
    fn steps(&self, stroke: &Stroke, given: &Given, sheet: &mut Sheet) {
        let layout = self.layout;
        let (first, last) = match *stroke.steps {
            [] => return,
            [first, .., last] if !stroke.closed => (first, Some(last)),
            [first, ..] => (first, None),
        };
        let size = layout.number_size(stroke.steps.len().to_string().len());
        let radius = match size {
            Some(_) => layout.bead,
            None => (0.3 * layout.cell).max(4.5 * layout.pixel),
        };
        if size.is_some() {
            for &vertex in stroke.steps {
                let class = format!("{} bead", layout.ground(vertex));
                sheet.disc(&class, self.point(vertex), radius);
            }
        }
        sheet.disc("start", self.point(first), radius);
        if let Some(last) = last {
            sheet.block("end", self.point(last), 0.9 * radius);
        }
        given::over(given, layout, radius, sheet);
        let Some(size) = size else { return };
        let number = |(step, &vertex): (u32, &u32)| match &layout.names {
            None => (self.point(vertex), step.to_string()),
            Some(names) => (self.point(vertex), names[vertex as usize].clone()),
        };
        let mut numbers = (1..).zip(stroke.steps).map(number).collect_vec();
        let mut marks = vec![numbers.remove(0)];
        marks.extend(last.and_then(|_| numbers.pop()));
        sheet.texts("number", size, Anchor::Middle, &numbers);
        sheet.texts("mark", size, Anchor::Middle, &marks);
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
