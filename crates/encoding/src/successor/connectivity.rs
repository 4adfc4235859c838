//! What makes the arcs, or edges, a single cycle: the one trait of the files that say so.

use super::arcs::{Arcs, Edges};
use super::circuit::Circuit;
use knightsat_cnf::sink::ClauseSink;
use std::fmt::Debug;

/// A way to say that there is one cycle. The default is to say nothing.
pub trait Connectivity: Debug + Send + Sync {
    /// Writes the clauses on arcs. Only asked if there can be a cycle that misses the first vertex.
    fn on_arcs(&self, _circuit: &Circuit, _arcs: &Arcs, _sink: &mut dyn ClauseSink) {}

    /// Writes the clauses on edges. Only asked if there can be a cycle that misses the first vertex.
    fn on_edges(&self, _circuit: &Circuit, _edges: &Edges, _sink: &mut dyn ClauseSink) {}

    /// Whether there is a single cycle in every model.
    fn is_exact(&self, _circuit: &Circuit) -> bool {
        true
    }

    /// Whether the arcs determine all its variables.
    fn is_parsimonious(&self) -> bool {
        true
    }

    /// Whether the edges do.
    fn is_parsimonious_on_edges(&self, _circuit: &Circuit, _edges: &Edges) -> bool {
        true
    }

    /// Clauses that are counted at most, if few.
    fn most_clauses(&self) -> Option<u64> {
        None
    }
}
