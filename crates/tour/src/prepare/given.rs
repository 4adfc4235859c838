//! What given steps leave for the windows of all vertices.

use super::Window;
use crate::{Kind, Problem};
use knightsat_base::stop::Stopped;

/// Vertices times given steps that are looked at: beyond, windows stay wider, which loses no tour.
const MOST: u64 = 200_000_000;

/// Keeps every vertex to steps that lie far enough from the given ones on either side. With a symmetry
/// only the given vertices themselves are kept to their steps.
pub(super) fn keep_between(
    problem: &Problem,
    at: &[(u32, u32)],
    windows: &mut [Window],
) -> Result<(), Stopped> {
    if !problem.has_given_steps() {
        return Ok(());
    }
    let is_small = at.len() as u64 * u64::from(problem.graph().len()) <= MOST;
    if is_small && problem.symmetry().order() == 1 {
        let reach = Reach::new(problem, at)?;
        for (window, (from, to)) in windows.iter_mut().zip(reach.steps) {
            *window = if from <= to {
                Window {
                    from: window.from.max(from),
                    to: window.to.min(to),
                    ..*window
                }
            } else {
                Window::none()
            };
        }
    }
    for &(step, vertex) in problem.not_at() {
        let window = &mut windows[vertex as usize];
        if window.from == step || window.to == step {
            *window = window.without(step).unwrap_or(Window::none());
        }
    }
    for &(step, vertex) in at {
        let is_free = windows[vertex as usize].contains(step);
        for image in problem.symmetry().orbit(vertex) {
            windows[image as usize] = Window::none();
        }
        if is_free {
            windows[vertex as usize] = Window {
                from: step,
                to: step,
                stride: 1,
            };
        }
    }
    Ok(())
}

/// The first and the last step that each vertex may have, by all gaps between given steps.
struct Reach {
    steps: Vec<(u32, u32)>,
    last: u32,
}

impl Reach {
    fn new(problem: &Problem, at: &[(u32, u32)]) -> Result<Reach, Stopped> {
        let (graph, last) = (problem.graph(), problem.graph().len());
        let mut reach = Reach {
            steps: vec![(u32::MAX, 0); last as usize],
            last,
        };
        let Some(&(first, vertex)) = at.first() else {
            reach.steps.fill((1, last));
            return Ok(reach);
        };
        let of_first = graph.distances_within(vertex, &problem.stop)?;
        if problem.kind() == Kind::Open {
            for (v, &near) in of_first.iter().enumerate() {
                reach.widen(v, 1, first.saturating_sub(near));
            }
        }
        let mut before = of_first.clone();
        for pair in at.windows(2) {
            let after = graph.distances_within(pair[1].1, &problem.stop)?;
            for (v, (&near, &far)) in before.iter().zip(&after).enumerate() {
                reach.widen(
                    v,
                    pair[0].0.saturating_add(near),
                    pair[1].0.saturating_sub(far),
                );
            }
            before = after;
        }
        let end = at[at.len() - 1].0;
        for (v, (&near, &again)) in before.iter().zip(&of_first).enumerate() {
            let from = end.saturating_add(near);
            match problem.kind() {
                Kind::Open => reach.widen(v, from, last),
                // Round to the first given step of the next turn.
                Kind::Closed => {
                    let to = (first + last).saturating_sub(again);
                    reach.widen(v, from, to.min(last));
                    if from <= to && to > last {
                        reach.widen(v, from.saturating_sub(last).max(1), to - last);
                    }
                }
            }
        }
        Ok(reach)
    }

    /// A vertex may have these steps too, if there are any.
    fn widen(&mut self, vertex: usize, from: u32, to: u32) {
        if from <= to && to >= 1 && from <= self.last {
            let steps = &mut self.steps[vertex];
            *steps = (steps.0.min(from.max(1)), steps.1.max(to));
        }
    }
}
