//! Paths as lines from point to point: one, or several if moves are stubs or colours change.

use super::theme::{COLOURS, HUES};
use super::*;

/// A part of a path without a gap, in one class.
pub(super) struct Polyline {
    pub(super) class: String,
    pub(super) points: Vec<Point>,
    pub(super) is_closed: bool,
    /// The length of the path before.
    pub(super) before: f64,
}

impl Polyline {
    /// Returns its commands.
    pub(super) fn commands(&self) -> String {
        let close = if self.is_closed { "Z" } else { "" };
        commands(&self.points) + close
    }
}

/// Returns the commands of a line from point to point. Relative coordinates are shorter.
pub(super) fn commands(points: &[Point]) -> String {
    let mut before = [0.0; 2];
    let command = |(number, &(x, y)): (usize, &Point)| {
        // Differences of rounded coordinates: errors do not add up.
        let here = [x, y].map(|value| (value * 100.0).round());
        let [x, y] = [0, 1].map(|axis| Number((here[axis] - before[axis]) / 100.0));
        before = here;
        let letter = ["M", "l", " "][number.min(2)];
        format!("{letter}{x} {y}")
    };
    points.iter().enumerate().map(command).collect()
}

/// Returns the parts of the path with this number, and the length of the path up to each step. With
/// colours, they change from step to step.
pub(super) fn polylines(
    nth: usize,
    stroke: &Stroke,
    layout: &Layout,
    has_colours: bool,
) -> (Vec<Polyline>, Vec<f64>) {
    let Some(&first) = stroke.steps.first() else {
        return (Vec::new(), Vec::new());
    };
    let moves = stroke.moves().count();
    let run = |step: usize, before: f64, points: Vec<Point>| Polyline {
        class: if has_colours {
            format!("h{}", step * HUES / moves.max(1))
        } else {
            format!("p{}", nth % COLOURS)
        },
        points,
        is_closed: false,
        before,
    };
    let mut runs = vec![run(0, 0.0, vec![layout.point(first)])];
    let mut lengths = vec![0.0];
    let mut length = 0.0;
    for (step, edge) in stroke.moves().enumerate() {
        for [from, to] in layout.lines(edge) {
            let next = run(step, length, vec![from, to]);
            length += (to.0 - from.0).hypot(to.1 - from.1);
            match runs.last_mut() {
                Some(run) if run.class == next.class && run.points.last() == Some(&from) => {
                    run.points.push(to);
                }
                _ => runs.push(next),
            }
        }
        lengths.push(length);
    }
    // The first run has no move if the first move begins another one.
    runs.retain(|run| moves == 0 || run.points.len() > 1);
    if let [run] = &mut runs[..] {
        run.is_closed = stroke.closed && run.points.first() == run.points.last();
        let points = run.points.len() - usize::from(run.is_closed);
        run.points.truncate(points);
    }
    (runs, lengths)
}
