//! The windows of all vertices, by distances and colours.

use crate::graph::NONE;
use crate::timeline::Timeline;
use crate::window::Window;
use itertools::izip;
use knightsat_base::stop::{Stop, Stopped};

/// Maximum product of vertices and given steps to process. Beyond it windows stay wider, which
/// loses no tour.
const MOST: u64 = 200_000_000;

/// Returns the steps at which each vertex of a connected graph may be visited. The colours, if the
/// graph has two, must fit the number of steps. Returns also true if the colours have chosen
/// between a tour and its reverse. Once time is up, windows stay as wide as they
/// are.
pub(super) fn windows(
    line: &Timeline,
    [first, last]: [Option<u32>; 2],
    can_end: &[bool],
    one_direction: bool,
    stop: &Stop,
) -> (Vec<Window>, bool) {
    let period = line.period();
    let mut windows = vec![Window::new(1, period); line.len() as usize];
    for (window, _) in windows.iter_mut().zip(can_end).filter(|(_, can)| !**can) {
        window.keep(2, period - 1);
    }
    // The end is step N, one period before it is the image of the image of … of the last step.
    let last = last.map(|end| line.image(end));
    let at = line.given();
    for (step, vertex) in [(1, first), (period, last)] {
        if let Some(vertex) = vertex {
            // Windows that stay too wide lose no tour.
            let _ = keep_in_reach(line, step, vertex, &mut windows, stop);
        }
    }
    let _ = keep_between(line, &mut windows, stop);
    let Ok(Some(colour)) = line.graph().two_colouring(stop) else {
        return (windows, false);
    };
    let odd_class = colour.iter().filter(|&&odd| odd).count() as u32;
    // The colour of the odd steps.
    let leading = match (first, last) {
        (None, None) if !at.is_empty() => {
            let (step, vertex) = at[0];
            colour[vertex as usize] == (step % 2 == 1)
        }
        (Some(first), _) => colour[first as usize],
        (None, Some(last)) => colour[last as usize] == (period % 2 == 1),
        (None, None) if line.len() % 2 == 1 => odd_class > period / 2,
        // One end is of vertex 0's colour, the other is not.
        (None, None) if one_direction => false,
        (None, None) => return (windows, false),
    };
    keep_colour(&colour, leading, &mut windows);
    let decided = at.is_empty() && first.is_none() && last.is_none() && period.is_multiple_of(2);
    (windows, decided)
}

/// Applies the distance rule for `fixed` at `step`, which is the first or the last of the period.
fn keep_in_reach(
    line: &Timeline,
    step: u32,
    fixed: u32,
    windows: &mut [Window],
    stop: &Stop,
) -> Result<(), Stopped> {
    let period = line.period();
    let distances = |vertex| line.graph().distances(vertex, stop);
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
fn fix(line: &Timeline, step: u32, vertex: u32, windows: &mut [Window]) {
    for image in line.orbit(vertex) {
        windows[image as usize] = Window::NONE;
    }
    windows[vertex as usize] = Window::new(step, step);
}

/// Applies the colour rule. The colours must fit the number of steps.
fn keep_colour(colour: &[bool], leading: bool, windows: &mut [Window]) {
    for (window, &colour) in windows.iter_mut().zip(colour) {
        let parity = u32::from(colour == leading);
        if window.from % 2 != parity {
            window.from += 1;
        }
        if window.to % 2 != parity {
            window.to = window.to.saturating_sub(1);
        }
        window.stride = 2;
    }
}

/// Restricts every vertex to steps that lie far enough from the given ones on either side. If a
/// period determines the other steps, only the given vertices themselves are restricted.
fn keep_between(line: &Timeline, windows: &mut [Window], stop: &Stop) -> Result<(), Stopped> {
    if !line.is_restricted() {
        return Ok(());
    }
    let is_small = line.given().len() as u64 * u64::from(line.len()) <= MOST;
    if is_small && !line.is_periodic() {
        for (window, (from, to)) in windows.iter_mut().zip(reach(line, stop)?) {
            if from <= to {
                window.keep(from, to)
            } else {
                *window = Window::NONE
            }
        }
    }
    for &(step, vertex) in line.excluded() {
        let window = &mut windows[vertex as usize];
        if window.from == step || window.to == step {
            *window = window.excluding(step).unwrap_or(Window::NONE);
        }
    }
    for &(step, vertex) in line.given() {
        let is_free = windows[vertex as usize].contains(step);
        fix(line, step, vertex, windows);
        if !is_free {
            windows[vertex as usize] = Window::NONE;
        }
    }
    Ok(())
}

/// Returns the first and the last step that each vertex may have, by all gaps between given steps.
fn reach(line: &Timeline, stop: &Stop) -> Result<Vec<(u32, u32)>, Stopped> {
    let (at, last) = (line.given(), line.len());
    let distances = |vertex| line.graph().distances(vertex, stop);
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
