//! The steps at which a vertex may be visited.

use super::given;
use crate::{Kind, Problem};
use knightsat_base::stop::Stopped;

/// Steps from, from + stride, …, to; none if `from` is beyond `to`. The stride is 1 or 2, and the
/// same for all vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first step, from 1.
    pub from: u32,
    /// The last step.
    pub to: u32,
    /// From step to step.
    pub stride: u32,
}

impl Window {
    /// All steps from 1 on.
    pub fn all(steps: u32) -> Window {
        Window {
            from: 1,
            to: steps,
            stride: 1,
        }
    }

    pub(super) fn none() -> Window {
        Window::all(0)
    }

    /// Number of steps.
    pub fn len(self) -> u32 {
        if self.is_empty() {
            return 0;
        }
        (self.to - self.from) / self.stride + 1
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.from > self.to
    }

    /// Whether `step` is one of them.
    pub fn contains(self, step: u32) -> bool {
        (self.from..=self.to).contains(&step) && (step - self.from).is_multiple_of(self.stride)
    }

    /// The window without `step`, which is not strictly inside; `None` if nothing is left.
    pub fn without(mut self, step: u32) -> Option<Window> {
        if self.from == step {
            self.from += self.stride;
        } else if self.to == step {
            self.to = self.to.saturating_sub(self.stride);
        }
        (self.from <= self.to).then_some(self)
    }

    /// The first and the last step that this window shares with another of the same stride.
    pub fn meet(self, from: u32, to: u32) -> Option<(u32, u32)> {
        let (first, last) = (self.from.max(from), self.to.min(to));
        let in_step = self.from % self.stride == from % self.stride;
        (in_step && first <= last).then_some((first, last))
    }

    /// Whether a step of this window is followed by one of the other, without going from the last
    /// of all steps to the first.
    pub(super) fn leads_to(self, other: Window) -> bool {
        let after = other.meet(self.from + 1, self.to + 1);
        !self.is_empty() && after.is_some()
    }
}

/// The steps at which each vertex of a connected graph may be visited, whose colours, if it has
/// two, fit the number of steps; and whether the colours have chosen between a tour and its
/// reverse. Once the problem's time is over windows are left as wide as they are.
pub(super) fn windows(
    problem: &Problem,
    [first, last]: [Option<u32>; 2],
    can_end: &[bool],
    one_direction: bool,
) -> (Vec<Window>, bool) {
    let period = problem.period();
    let mut windows = vec![Window::all(period); problem.graph().len() as usize];
    for (window, _) in windows.iter_mut().zip(can_end).filter(|(_, can)| !**can) {
        window.from = window.from.max(2);
        window.to = window.to.min(period - 1);
    }
    // The end is step N, one period before it is the image of the image of … of the last step.
    let last = last.map(|end| problem.symmetry().image(end));
    let at = problem.at();
    for (step, vertex) in [(1, first), (period, last)] {
        if let Some(vertex) = vertex {
            // Windows that stay too wide lose no tour.
            let _ = keep_in_reach(problem, step, vertex, &mut windows);
        }
    }
    let _ = given::keep_between(problem, &at, &mut windows);
    let Ok(Some(colour)) = problem.graph().two_colouring_within(&problem.stop) else {
        return (windows, false);
    };
    let odd_class = colour.iter().filter(|&&odd| odd).count() as u32;
    // The colour of the odd steps.
    let leading = match (first, last) {
        (None, None) if let Some(&(step, vertex)) = at.first() => {
            colour[vertex as usize] == (step % 2 == 1)
        }
        (Some(first), _) => colour[first as usize],
        (None, Some(last)) => colour[last as usize] == (period % 2 == 1),
        (None, None) if problem.graph().len() % 2 == 1 => odd_class > period / 2,
        // One end is of vertex 0's colour, the other is not.
        (None, None) if one_direction => false,
        (None, None) => return (windows, false),
    };
    keep_colour(&colour, leading, &mut windows);
    let decided = at.is_empty() && first.is_none() && last.is_none() && period.is_multiple_of(2);
    (windows, decided)
}

/// The distance rule for `fixed` at `step`, which is the first or the last of the period.
fn keep_in_reach(
    problem: &Problem,
    step: u32,
    fixed: u32,
    windows: &mut [Window],
) -> Result<(), Stopped> {
    let (graph, symmetry, period) = (problem.graph(), problem.symmetry(), problem.period());
    let distances = |vertex| graph.distances_within(vertex, &problem.stop);
    let near = distances(fixed)?;
    // A closed tour goes on: one step after the period it is on the image of the first vertex.
    let again = match (problem.kind(), step) {
        (Kind::Open, _) => vec![0; near.len()],
        (Kind::Closed, 1) => distances(symmetry.image(fixed))?,
        (Kind::Closed, _) => distances(symmetry.preimage(fixed))?,
    };
    for (window, (&near, &again)) in windows.iter_mut().zip(near.iter().zip(&again)) {
        let (from, to) = match step {
            1 => (1 + near, (period + 1).saturating_sub(again.max(1))),
            _ => (again.max(1), period.saturating_sub(near)),
        };
        window.from = window.from.max(from);
        window.to = window.to.min(to);
    }
    for vertex in symmetry.orbit(fixed) {
        windows[vertex as usize] = Window::none();
    }
    windows[fixed as usize] = Window {
        from: step,
        to: step,
        stride: 1,
    };
    Ok(())
}

/// The colour rule. The colours are known to fit the number of steps.
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
