//! The rules *distance* and *given*: the steps at which vertices are within reach.

use crate::graph::NONE;
use crate::line::{Line, Window};
use itertools::izip;
use knightsat_base::stop::{Stop, Stopped};

/// Maximum product of vertices and given steps to process. Beyond it windows stay wider, which
/// loses no tour.
const MOST: u64 = 200_000_000;

/// Applies the distance rule for `fixed` at `step`, which is the first or the last of the period.
pub(super) fn keep_in_reach(
    line: &Line,
    step: u32,
    fixed: u32,
    windows: &mut [Window],
    stop: &Stop,
) -> Result<(), Stopped> {
    let period = line.period();
    let distances = |vertex| line.graph.distances(vertex, stop);
    let near = distances(fixed)?;
    // A cycle continues: one step after the period it is on the image of the first vertex.
    let again = match (line.is_cyclic(), step) {
        (false, _) => vec![0; near.len()],
        (true, 1) => distances(line.image(fixed))?,
        (true, _) => distances(line.preimage(fixed))?,
    };
    for (window, near, again) in izip!(&mut *windows, near, again) {
        match step {
            1 => window.keep(1 + near, (period + 1).saturating_sub(again.max(1))),
            _ => window.keep(again.max(1), period.saturating_sub(near)),
        }
    }
    fix(line, step, fixed, windows);
    Ok(())
}

/// Restricts a vertex to this step, and removes all steps from its images.
fn fix(line: &Line, step: u32, vertex: u32, windows: &mut [Window]) {
    for image in line.orbit(vertex) {
        windows[image as usize] = Window::NONE;
    }
    windows[vertex as usize] = Window::new(step, step);
}

/// Restricts every vertex to steps that lie far enough from the given ones on either side. If a
/// period determines the other steps, only the given vertices themselves are restricted.
pub(super) fn keep_between(
    line: &Line,
    windows: &mut [Window],
    stop: &Stop,
) -> Result<(), Stopped> {
    let is_small = line.given.len() as u64 * u64::from(line.len()) <= MOST;
    if is_small && !line.is_periodic() {
        for (window, (from, to)) in windows.iter_mut().zip(reach(line, stop)?) {
            if from <= to {
                window.keep(from, to)
            } else {
                *window = Window::NONE
            }
        }
    }
    for &(step, vertex) in &line.excluded {
        let window = &mut windows[vertex as usize];
        if window.from == step || window.to == step {
            *window = window.excluding(step).unwrap_or(Window::NONE);
        }
    }
    for &(step, vertex) in &line.given {
        let is_free = windows[vertex as usize].contains(step);
        fix(line, step, vertex, windows);
        if !is_free {
            windows[vertex as usize] = Window::NONE;
        }
    }
    Ok(())
}

/// Returns the first and the last step that each vertex may have, by all gaps between given steps.
fn reach(line: &Line, stop: &Stop) -> Result<Vec<(u32, u32)>, Stopped> {
    let (at, last) = (&line.given, line.len());
    let distances = |vertex| line.graph.distances(vertex, stop);
    let Some(&(first, first_vertex)) = at.first() else {
        return Ok(vec![(1, last); last as usize]);
    };
    let mut steps = vec![(NONE, 0); last as usize];
    // A vertex may have the steps of a gap, too. After the last step the next turn begins.
    let mut widen = |vertex: usize, from: u32, to: u32| {
        for turn in [0, last] {
            let from = from.saturating_sub(turn).max(1);
            let to = to.saturating_sub(turn).min(last);
            if from <= to {
                let (least, most) = steps[vertex];
                steps[vertex] = (least.min(from), most.max(to));
            }
        }
    };
    let is_cyclic = line.is_cyclic();
    let (mut from, mut before, end) = if is_cyclic {
        let near = distances(first_vertex)?;
        (first, near.clone(), (first + last, near))
    } else {
        // Any vertex may begin and end an open tour.
        (1, vec![0; last as usize], (last, vec![0; last as usize]))
    };
    let given = at
        .iter()
        .skip(usize::from(is_cyclic))
        .map(|&(step, vertex)| Ok((step, distances(vertex)?)));
    for next in given.chain([Ok(end)]) {
        let (to, after) = next?;
        for (vertex, (&near, &far)) in before.iter().zip(&after).enumerate() {
            widen(vertex, from.saturating_add(near), to.saturating_sub(far));
        }
        (from, before) = (to, after);
    }
    Ok(steps)
}
