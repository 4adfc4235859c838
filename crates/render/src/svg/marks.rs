//! What else is on vertices: numbers, on discs if they are to be seen at once, and rings.

use super::Layout;
use super::sheet::{Anchor, Number, Sheet};
use crate::scene::Scene;
use std::fmt::Write;

/// Draws the marks.
pub(super) fn draw(scene: &Scene, layout: &Layout, sheet: &mut Sheet) {
    if scene.marks.is_empty() {
        return;
    }
    let digits = scene
        .marks
        .iter()
        .map(|mark| mark.text.chars().count())
        .max();
    let size = layout.number_size(digits.unwrap_or(0));
    let radius = layout.bead.max(4.5 * layout.pixel);
    let mut rings = String::new();
    let (mut loud, mut quiet) = (Vec::new(), Vec::new());
    for mark in &scene.marks {
        let (x, y) = layout.points[mark.vertex as usize];
        if mark.text.is_empty() {
            let (left, r) = (Number(x - 1.25 * radius), Number(1.25 * radius));
            let across = Number(2.5 * radius);
            let y = Number(y);
            write!(
                rings,
                "M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0"
            )
            .expect("a string takes all");
        } else if mark.is_loud {
            sheet.disc("end", (x, y), 1.15 * radius);
            loud.push(((x, y), mark.text.clone()));
        } else {
            if size.is_none() {
                sheet.disc("start", (x, y), radius);
            }
            quiet.push(((x, y), mark.text.clone()));
        }
    }
    let width = format!(" stroke-width=\"{}\"", Number(0.25 * radius));
    sheet.path("p1", &width, &rings);
    if let Some(size) = size {
        sheet.texts("number", size, Anchor::Middle, &quiet);
        sheet.texts("mark", size, Anchor::Middle, &loud);
    }
}
