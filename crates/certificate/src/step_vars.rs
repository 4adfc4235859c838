//! The variables of steps.

/// The variables x\[i\]\[v\] of a number of steps, with i and v from 0.
#[derive(Clone, Copy)]
pub(super) struct StepVars {
    /// The number of steps, and of vertices.
    pub len: u32,
    /// True if the first step follows the last one.
    pub is_closed: bool,
}

impl StepVars {
    /// Returns the variable of a vertex at a step.
    pub fn is_at(self, step: u32, vertex: u32) -> i32 {
        (step * self.len + vertex) as i32 + 1
    }

    /// Returns the preceding step and the following one.
    pub fn adjacent_steps(self, step: u32) -> [Option<u32>; 2] {
        let last = self.len - 1;
        let before = step.checked_sub(1).or(self.is_closed.then_some(last));
        let after = (step < last)
            .then_some(step + 1)
            .or(self.is_closed.then_some(0));
        [before, after]
    }
}
