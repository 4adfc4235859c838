//! Windows: the steps at which a vertex may be visited.
//!
//! ```
//! use knightsat_tour::window::Window;
//!
//! let window = Window { from: 2, to: 6, stride: 2 };
//! assert_eq!(window.len(), 3);
//! assert!(window.contains(4) && !window.contains(3));
//! ```

/// Steps from, from + stride, …, to; none if `from` is beyond `to`. The stride is 1 or 2, and the
/// same for all vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The first step, from 1.
    pub from: u32,
    /// The last step.
    pub to: u32,
    /// The difference of successive steps.
    pub stride: u32,
}

impl Window {
    /// No steps.
    pub(crate) const NONE: Window = Window::new(1, 0);

    /// Returns all steps from `from` to `to`.
    pub const fn new(from: u32, to: u32) -> Window {
        let stride = 1;
        Window { from, to, stride }
    }

    /// Returns the number of steps.
    pub fn len(self) -> u32 {
        if self.is_empty() {
            0
        } else {
            (self.to - self.from) / self.stride + 1
        }
    }

    /// Returns true if there are no steps.
    pub fn is_empty(self) -> bool {
        self.from > self.to
    }

    /// Returns true if `step` is one of the steps.
    pub fn contains(self, step: u32) -> bool {
        (self.from..=self.to).contains(&step) && (step - self.from).is_multiple_of(self.stride)
    }

    /// Returns the window without `step`, which is not strictly inside; `None` if no step remains.
    pub fn excluding(mut self, step: u32) -> Option<Window> {
        if self.from == step {
            self.from += self.stride;
        } else if self.to == step {
            self.to = self.to.saturating_sub(self.stride);
        }
        (self.from <= self.to).then_some(self)
    }

    /// Returns the first and the last step that this window shares with another of the same stride.
    pub fn meet(self, from: u32, to: u32) -> Option<(u32, u32)> {
        let (first, last) = (self.from.max(from), self.to.min(to));
        let in_step = self.from % self.stride == from % self.stride;
        (in_step && first <= last).then_some((first, last))
    }

    /// Keeps steps from `from` to `to`.
    pub(crate) fn keep(&mut self, from: u32, to: u32) {
        self.from = self.from.max(from);
        self.to = self.to.min(to);
    }

    /// Returns true if a step of this window is followed by one of the other, without a move from
    /// the last of all steps to the first.
    pub(crate) fn leads_to(self, other: Window) -> bool {
        let after = other.meet(self.from + 1, self.to + 1);
        !self.is_empty() && after.is_some()
    }
}
