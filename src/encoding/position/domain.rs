//! Which variables x\[i\]\[v\] the position encoding has, and their numbers.
//!
//! The steps at which a vertex may be visited are an arithmetic progression, with or without
//! pruning, so the whole layout takes a few words a vertex and every number is computed.
//!
//! Pruning, each rule with its argument:
//! - *distance*: from a vertex fixed at step t, a vertex at distance d is reached d steps later at
//!   the earliest, and d steps before t at the latest; on a closed tour also the other way round;
//! - *colour*: on a bipartite graph successive steps change colour, so a vertex has one parity of
//!   steps once one vertex is fixed; on an open tour of an odd number of squares the larger class
//!   has the odd steps even when nothing is fixed;
//! - *contradiction*: where a cheap reason ([`Obstruction`]) rules every tour out, no variable is
//!   left at all. Resolution needs exponential time to count colours (they make a mutilated
//!   chessboard), so this must not be left to a solver.
//!
//! [`Obstruction`]: crate::problem::Obstruction

use crate::cnf::Var;
use crate::encoding::FormulaError;
use crate::problem::{Kind, Problem};

/// The steps of every vertex with the numbers of their variables.
#[derive(Clone, Debug)]
pub struct Domain {
    lines: Vec<Line>,
    /// Distance between the variables of successive steps of a vertex.
    pitch: u32,
    variables: u32,
}

/// A vertex: its steps, and the 0-based variable of the first.
#[derive(Clone, Copy, Debug)]
struct Line {
    steps: Window,
    base: u32,
}

/// Steps from, from + stride, …, to; none if `from` is beyond `to`. The stride is 1 or 2, and the
/// same for all vertices.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub from: u32,
    pub to: u32,
    pub stride: u32,
}

impl Window {
    /// Number of steps.
    pub fn len(self) -> u32 {
        if self.from > self.to {
            return 0;
        }
        (self.to - self.from) / self.stride + 1
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
}

impl Domain {
    /// Lays the variables out.
    ///
    /// Unpruned, step by step: x\[i\]\[v\] is (i−1)·N + v from 0. Pruned, vertex by vertex.
    pub fn new(problem: &Problem, prune: bool) -> Result<Domain, FormulaError> {
        let n = problem.graph().len();
        if prune && problem.obstruction().is_some() {
            return Domain::by_vertex(&[]);
        }
        if prune {
            return Domain::by_vertex(&windows(problem));
        }
        let found = u64::from(n) * u64::from(n);
        check_count(found)?;
        let steps = Window {
            from: 1,
            to: n,
            stride: 1,
        };
        Ok(Domain {
            lines: (0..n).map(|base| Line { steps, base }).collect(),
            pitch: n,
            variables: found as u32,
        })
    }

    fn by_vertex(windows: &[Window]) -> Result<Domain, FormulaError> {
        let found = windows.iter().map(|window| u64::from(window.len())).sum();
        check_count(found)?;
        let mut base = 0;
        let line = |&steps: &Window| {
            base += steps.len();
            Line {
                steps,
                base: base - steps.len(),
            }
        };
        Ok(Domain {
            lines: windows.iter().map(line).collect(),
            pitch: 1,
            variables: found as u32,
        })
    }

    /// Whether no tour can exist, and so no variable does.
    pub fn is_contradiction(&self) -> bool {
        self.lines.is_empty()
    }

    /// Number of vertices, and of steps.
    pub fn len(&self) -> u32 {
        self.lines.len() as u32
    }

    /// Number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The 0-based variable of a step (from 1) and a vertex, if there is one.
    pub fn index(&self, step: u32, vertex: u32) -> Option<u32> {
        let Line { steps, base } = self.lines.get(vertex as usize)?;
        let past = step.wrapping_sub(steps.from);
        // Strides are 1 and 2: a mask and a shift instead of a division.
        let hit = step <= steps.to && step >= steps.from && past & (steps.stride - 1) == 0;
        hit.then(|| base + (past >> (steps.stride - 1)) * self.pitch)
    }

    /// The 0-based variables of a vertex, by increasing step.
    pub fn of_vertex(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let Line { steps, base } = self.lines[vertex as usize];
        let pitch = self.pitch;
        (0..steps.len()).map(move |place| base + place * pitch)
    }

    /// The steps of a vertex.
    pub fn window(&self, vertex: u32) -> Window {
        self.lines[vertex as usize].steps
    }

    /// For every step, the number of vertices that may be there.
    pub fn vertices_per_step(&self) -> Vec<u64> {
        let steps = self.lines.len();
        let mut change = vec![0_i64; steps + 3];
        let mut stride = 1;
        for line in self.lines.iter().filter(|line| line.steps.len() > 0) {
            stride = line.steps.stride as usize;
            change[line.steps.from as usize] += 1;
            change[line.steps.to as usize + stride] -= 1;
        }
        for step in stride..change.len() {
            change[step] += change[step - stride];
        }
        change[1..=steps]
            .iter()
            .map(|&count| count as u64)
            .collect()
    }
}

fn check_count(found: u64) -> Result<(), FormulaError> {
    if found > u64::from(Var::MAX) {
        return Err(FormulaError::TooManyVariables { found });
    }
    Ok(())
}

/// The steps at which each vertex of a connected graph may be visited.
fn windows(problem: &Problem) -> Vec<Window> {
    let n = problem.graph().len();
    let mut windows = vec![
        Window {
            from: 1,
            to: n,
            stride: 1,
        };
        n as usize
    ];
    let first = match (problem.kind(), problem.start(), problem.end()) {
        (Kind::Closed, None, None) => Some(least_degree(problem)),
        (_, start, _) => start,
    };
    for (step, vertex) in [(1, first), (n, problem.end())] {
        if let Some(vertex) = vertex {
            keep_in_reach(problem, step, vertex, &mut windows);
        }
    }
    keep_colour(problem, first, &mut windows);
    windows
}

fn least_degree(problem: &Problem) -> u32 {
    let graph = problem.graph();
    let vertices = 0..graph.len();
    vertices.min_by_key(|&v| graph.degree(v)).unwrap_or(0)
}

/// The distance rule for `fixed` at `step`, which is 1 or N.
fn keep_in_reach(problem: &Problem, step: u32, fixed: u32, windows: &mut [Window]) {
    let n = problem.graph().len();
    for (vertex, &distance) in (0..).zip(&problem.graph().distances(fixed)) {
        let (mut from, mut to) = match step {
            1 => (1 + distance, n),
            _ => (1, n.saturating_sub(distance)),
        };
        if problem.kind() == Kind::Closed {
            match step {
                1 => to = (n + 1).saturating_sub(distance),
                _ => from = distance,
            }
        }
        if vertex == fixed {
            (from, to) = (step, step);
        }
        let window = &mut windows[vertex as usize];
        window.from = window.from.max(from);
        window.to = window.to.min(to);
    }
}

/// The colour rule. The colours are known to fit the number of steps.
fn keep_colour(problem: &Problem, first: Option<u32>, windows: &mut [Window]) {
    let n = windows.len() as u32;
    let Some(colour) = problem.graph().two_colouring() else {
        return;
    };
    let odd_class = colour.iter().filter(|&&odd| odd).count() as u32;
    // The colour of the odd steps.
    let leading = match (first, problem.end()) {
        (Some(first), _) => colour[first as usize],
        (None, Some(end)) => colour[end as usize] == (n % 2 == 1),
        (None, None) if n % 2 == 1 => odd_class > n / 2,
        (None, None) => return,
    };
    for (window, &colour) in windows.iter_mut().zip(&colour) {
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
