//! Which vertex may be visited at which step: what pruning knows, or nothing.

use super::layout::Layout;
use crate::Task;
use knightsat_tour::graph::Graph;
use knightsat_tour::prepare::Options;
use knightsat_tour::{Prepared, Problem};

/// What is known of the steps.
#[derive(Clone, Debug)]
pub struct Domain<'p> {
    problem: &'p Problem,
    /// With pruning only.
    prepared: Option<Prepared>,
    /// On a grid whose squares change colour at every step: whether rank + file is odd at odd
    /// steps.
    odd_at_odd: Option<bool>,
}

impl<'p> Domain<'p> {
    pub fn new(task: Task<'p>, layout: &Layout, prune: bool) -> Domain<'p> {
        let problem = task.problem;
        let prepared = prune.then(|| Prepared::new(problem, Options::default()));
        let prepared = prepared.filter(|known| task.shortcuts || !known.is_contradictory());
        let is_odd = |vertex| layout.numbers(vertex).sum::<u32>() % 2 == 1;
        let mut domain = Domain {
            problem,
            prepared,
            odd_at_odd: None,
        };
        if layout.coordinates().is_some() && domain.has_colours() {
            let agrees = |odd: &bool| {
                let is_at_odd = |v| domain.parity(v) == Some(1);
                (0..domain.len()).all(|v| is_odd(v) == (is_at_odd(v) == *odd))
            };
            domain.odd_at_odd = [false, true].into_iter().find(agrees);
        }
        domain
    }

    /// Number of vertices, and of steps.
    pub fn len(&self) -> u32 {
        self.problem.graph().len()
    }

    /// The moves that a tour may take.
    pub fn graph(&self) -> &Graph {
        let prepared = self.prepared.as_ref();
        prepared.map_or(self.problem.graph(), Prepared::graph)
    }

    /// Whether anything is known of the steps.
    pub fn is_pruned(&self) -> bool {
        self.prepared.is_some()
    }

    /// Whether no tour can exist.
    pub fn is_contradiction(&self) -> bool {
        self.prepared
            .as_ref()
            .is_some_and(Prepared::is_contradictory)
    }

    /// The vertices of the first and of the last step, where they are given or known.
    pub fn ends(&self) -> [Option<u32>; 2] {
        match &self.prepared {
            Some(prepared) => [prepared.first(), prepared.last()],
            None => [self.problem.start(), self.problem.end()],
        }
    }

    /// Whether the vertex of the step is known, so that nothing else need be said of it.
    pub fn is_fixed(&self, step: u32) -> bool {
        let [first, last] = self.ends();
        self.prepared.is_some()
            && (first.is_some() && step == 1 || last.is_some() && step == self.len())
    }

    /// Whether the tour may be on `vertex` at `step`.
    pub fn allows(&self, step: u32, vertex: u32) -> bool {
        let Some(prepared) = &self.prepared else {
            return true;
        };
        // The windows are those of the first period, and of vertices turned back to it.
        let period = self.problem.period();
        let mut vertex = vertex;
        for _ in 0..(step - 1) / period {
            vertex = self.problem.symmetry().preimage(vertex);
        }
        prepared.windows()[vertex as usize].contains((step - 1) % period + 1)
    }

    /// At how many steps the tour may be on `vertex`.
    pub fn steps_of(&self, vertex: u32) -> u64 {
        let Some(prepared) = &self.prepared else {
            return u64::from(self.len());
        };
        let orbit = self.problem.symmetry().orbit(vertex);
        orbit
            .map(|v| u64::from(prepared.windows()[v as usize].len()))
            .sum()
    }

    /// Whether each vertex has one parity of steps, by its colour.
    pub fn has_colours(&self) -> bool {
        self.parity(0).is_some()
    }

    /// The parity of the steps of a vertex, if its colour is known to decide it.
    fn parity(&self, vertex: u32) -> Option<u32> {
        self.prepared.as_ref()?.parity(vertex)
    }

    /// Whether rank + file of the squares of this step is odd, if that is known.
    pub fn is_odd(&self, step: u32) -> Option<bool> {
        self.odd_at_odd.map(|odd| odd == (step % 2 == 1))
    }

    /// Whether clauses about the colours of all steps rule out that the tour is on `vertex` at
    /// `step`.
    pub fn is_other_colour(&self, step: u32, vertex: u32) -> bool {
        self.odd_at_odd.is_some() && self.parity(vertex) != Some(step % 2)
    }

    /// The steps that are not fixed: how many even and how many odd ones.
    pub fn open_steps(&self) -> [u64; 2] {
        let all = u64::from(self.len());
        let mut steps = [all / 2, all.div_ceil(2)];
        for step in [1, self.len()].iter().take(self.len().min(2) as usize) {
            steps[(step % 2) as usize] -= u64::from(self.is_fixed(*step));
        }
        steps
    }

    /// At how many steps clauses must forbid the vertex: not fixed, of its colour where clauses
    /// see to the colours, and not among its steps.
    pub fn forbidden_steps(&self, vertex: u32) -> u64 {
        let open = self.open_steps();
        let considered = match (self.odd_at_odd, self.parity(vertex)) {
            (Some(_), Some(parity)) => open[parity as usize],
            _ => open.iter().sum(),
        };
        // At a fixed step is its vertex, which is nowhere else.
        let [first, last] = self.ends();
        let is_end = self.prepared.is_some() && [first, last].contains(&Some(vertex));
        considered - if is_end { 0 } else { self.steps_of(vertex) }
    }
}
