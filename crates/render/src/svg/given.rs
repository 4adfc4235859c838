//! What was given of a tour: a broad band under a required move, a broken line with a cross through
//! it for a forbidden one, a ring around a square whose step was given.

use super::Layout;
use super::sheet::{Number, Sheet};
use knightsat_tour::given::{Clue, Given};
use std::fmt::Write;

/// Draws what goes under the paths.
pub(super) fn under(given: &Given, layout: &Layout, sheet: &mut Sheet) {
    let (mut bands, mut lines, mut crosses) = (String::new(), String::new(), String::new());
    let width = 0.065 * layout.cell.max(16.0 * layout.pixel);
    for clue in given.clues() {
        match *clue {
            Clue::Move(ends) => line(&mut bands, ends.map(|end| layout.points[end as usize])),
            Clue::NoMove(ends) => {
                let ends = ends.map(|end| layout.points[end as usize]);
                line(&mut lines, ends);
                cross(&mut crosses, ends, 2.5 * width);
            }
            Clue::At { .. } | Clue::NotAt { .. } => {}
        }
    }
    let broad = format!(
        " stroke-width=\"{}\" stroke-linecap=\"round\"",
        Number(5.0 * width)
    );
    sheet.path("required", &broad, &bands);
    let thin = format!(" stroke-width=\"{}\"", Number(0.7 * width));
    let dashes = format!("{thin} stroke-dasharray=\"{} {0}\"", Number(1.5 * width));
    sheet.path("forbidden", &dashes, &lines);
    sheet.path("forbidden", &thin, &crosses);
}

/// Draws what goes over the paths: rings of this radius.
pub(super) fn over(given: &Given, layout: &Layout, radius: f64, sheet: &mut Sheet) {
    let width = 0.14 * radius;
    let more = format!(" stroke-width=\"{}\"", Number(width));
    let mut rings = String::new();
    for clue in given.clues() {
        let Clue::At { vertex, .. } = *clue else {
            continue;
        };
        let (x, y) = layout.points[vertex as usize];
        let (left, radius) = (Number(x - radius - width), radius + width);
        let (twice, radius) = (Number(2.0 * radius), Number(radius));
        // Two halves make a circle.
        write!(
            rings,
            "M{left} {}a{radius} {radius} 0 1 0 {twice} 0a{radius} {radius} 0 1 0 -{twice} 0",
            Number(y)
        )
        .expect("a string takes all");
    }
    sheet.path("given", &more, &rings);
}

fn line(commands: &mut String, [(x, y), (to_x, to_y)]: [(f64, f64); 2]) {
    let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(Number);
    write!(commands, "M{x} {y}L{to_x} {to_y}").expect("a string takes all");
}

/// A cross in the middle of a line.
fn cross(commands: &mut String, [(x, y), (to_x, to_y)]: [(f64, f64); 2], arm: f64) {
    let (x, y) = ((x + to_x) / 2.0, (y + to_y) / 2.0);
    line(commands, [(x - arm, y - arm), (x + arm, y + arm)]);
    line(commands, [(x - arm, y + arm), (x + arm, y - arm)]);
}
