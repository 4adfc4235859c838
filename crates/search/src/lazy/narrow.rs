//! Tree decompositions as an alternative to the solver. Graphs of small treewidth defeat the
//! solver, whereas a decomposition decides them at once.

use super::choice;
use super::search::Search;
use knightsat_hamilton::{Decided, Known, decide};

/// A vertex with more neighbours is a hub.
const HUB: usize = 16;
/// The most pairs of rows for a first tree decomposition, and after other methods have failed.
pub(super) const QUICK: u64 = 30_000_000;
pub(super) const THOROUGH: u64 = 200_000_000;

impl Search<'_> {
    /// Returns true if a vertex has more neighbours than any square of a board. Such a graph may be
    /// narrow without being sparse.
    fn has_hub(&self) -> bool {
        let graph = self.augmented.graph();
        (0..graph.len()).any(|vertex| graph.degree(vertex) > HUB)
    }

    /// Tries a tree decomposition before the first attempt, if there is a hub.
    pub(super) fn decomposed_first(&mut self) -> Option<Vec<u32>> {
        self.has_hub().then(|| self.decomposed(QUICK))?
    }

    /// Tries a tree decomposition after a failed attempt: at once, and once more with more work.
    pub(super) fn decomposed_after(&mut self, attempt: u64) -> Option<Vec<u32>> {
        match attempt {
            0 if !self.has_hub() => self.decomposed(QUICK),
            2 => self.decomposed(THOROUGH),
            _ => None,
        }
    }

    /// Returns a cycle of the whole graph if a tree decomposition finds one with this much work.
    fn decomposed(&mut self, work: u64) -> Option<Vec<u32>> {
        self.decided(&self.edges(), work)
    }

    /// Returns all edges, and whether they are forced by the problem.
    pub(super) fn edges(&self) -> Vec<Known> {
        let edges = choice::all(&self.augmented, 0);
        let known = |&[a, b]: &[u32; 2]| ([a, b], self.augmented.is_forced(a, b));
        edges.edges().iter().map(known).collect()
    }

    /// Returns a cycle of these edges if a tree decomposition finds one with this much work. If it
    /// shows that there is none, the graph is hopeless: the solver has to refute it, since a table
    /// is no proof.
    pub(super) fn decided(&mut self, edges: &[Known], work: u64) -> Option<Vec<u32>> {
        match decide(self.augmented.len(), edges, work, &self.options.stop) {
            Decided::Cycle(cycle) => return Some(cycle),
            Decided::None => self.is_hopeless = true,
            Decided::TooWide => {}
        }
        None
    }
}
