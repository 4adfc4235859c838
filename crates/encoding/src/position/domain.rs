//! The variables x\[i\]\[v\] of the position encoding, and their numbers.
//!
//! The steps at which a vertex may be visited are an arithmetic progression, with or without
//! pruning. The whole layout therefore takes a few words a vertex, and every number is computed.
//! For the steps with pruning, and the arguments, see [`prepare`].
//!
//! [`prepare`]: knightsat_tour::prepare

use crate::FormulaError;
use knightsat_cnf::Var;
use knightsat_tour::line::{Line, Window};

/// The steps of every vertex with the numbers of their variables.
#[derive(Clone, Debug)]
pub struct Domain {
    lines: Vec<VertexSteps>,
    /// The distance between the variables of successive steps of a vertex.
    pitch: u32,
    /// The number of variables.
    pub variables: u32,
    /// The number of steps that have variables: those of one period.
    pub steps: u32,
}

/// A vertex: its steps, and the 0-based variable of the first.
#[derive(Clone, Copy, Debug)]
struct VertexSteps {
    steps: Window,
    base: u32,
}

impl Domain {
    /// Lays the variables out.
    ///
    /// Unpruned, step by step: x\[i\]\[v\] is (i−1)·N + v from 0. Pruned, vertex by vertex.
    pub fn new(line: &Line) -> Result<Domain, FormulaError> {
        let all = || vec![Window::new(1, line.period()); line.len() as usize];
        let windows = line.windows.clone().unwrap_or_else(all);
        let found = windows.iter().map(|window| u64::from(window.len())).sum();
        if found > u64::from(Var::MAX) {
            return Err(FormulaError::TooManyVariables(found));
        }
        let mut next = 0;
        let lines = windows.into_iter().map(|steps| {
            let base = next;
            next += if line.is_pruned() { steps.len() } else { 1 };
            VertexSteps { steps, base }
        });
        Ok(Domain {
            lines: lines.collect(),
            pitch: if line.is_pruned() { 1 } else { line.len() },
            variables: found as u32,
            steps: line.period(),
        })
    }

    /// Returns the 0-based variable of a step (from 1) and a vertex, if there is one.
    pub fn index(&self, step: u32, vertex: u32) -> Option<u32> {
        let VertexSteps { steps, base } = self.lines.get(vertex as usize)?;
        let past = step.wrapping_sub(steps.from);
        // The strides are 1 and 2: a mask and a shift replace a division.
        let hit = step <= steps.to && step >= steps.from && past & (steps.stride - 1) == 0;
        hit.then(|| base + (past >> (steps.stride - 1)) * self.pitch)
    }

    /// Returns the steps of a vertex.
    pub fn window(&self, vertex: u32) -> Window {
        self.lines[vertex as usize].steps
    }
}
