//! A model as a tour, or as cycles with the clauses that rule them out.

use super::Arc;
use super::arcs;
use super::{Choice, Successor, walk};
use crate::FormulaError;
use knightsat_cnf::{Lit, Model};
use knightsat_tour::AugmentedGraph;

impl Successor<'_> {
    /// The vertices of the tour that a model is.
    pub(super) fn tour(&self, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let mut cycles = self.cycles(model)?;
        match cycles.pop() {
            Some(cycle) if cycles.is_empty() => Ok(AugmentedGraph::new(self.problem).steps(cycle)),
            last => {
                let cycles = cycles.iter().chain(&last);
                let lengths = cycles.map(|cycle| self.squares(cycle)).collect();
                Err(FormulaError::Cycles { lengths })
            }
        }
    }

    /// Number of vertices of the graph on a cycle.
    fn squares(&self, cycle: &[u32]) -> u32 {
        cycle.iter().filter(|&&vertex| self.is_real(vertex)).count() as u32
    }

    /// The cycles of a model, that of the first vertex first.
    fn cycles(&self, model: &Model) -> Result<Vec<Vec<u32>>, FormulaError> {
        let (len, first) = (self.circuit.vertices(), self.circuit.first());
        let next = match &self.choice {
            Choice::Arcs(arcs, _) => walk::along_arcs(len, &arcs.taken(&self.circuit, model)),
            Choice::Edges(edges) => walk::along_edges(len, &edges.taken(model)),
        };
        Ok(walk::cycles(first, &next?))
    }

    /// Clauses that a model of several cycles violates and every tour satisfies: each of the cycles
    /// is left somewhere. None if the model is one cycle.
    pub(super) fn cuts_of(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let cycles = self.cycles(model)?;
        let mut inside = vec![false; self.circuit.vertices() as usize];
        let mut cuts = Vec::new();
        for cycle in cycles.iter().filter(|_| cycles.len() > 1) {
            cycle
                .iter()
                .for_each(|&vertex| inside[vertex as usize] = true);
            let leaves = |[from, to]: Arc| inside[from as usize] && !inside[to as usize];
            let lits = match &self.choice {
                Choice::Arcs(arcs, _) => {
                    let numbered = (0..).zip(self.circuit.arcs());
                    let leaving = numbered.filter(|&(_, &arc)| leaves(arc));
                    arcs::lits(leaving.map(|(number, _)| arcs.term(number)))
                }
                Choice::Edges(edges) => {
                    let all = edges.all();
                    let leaving = all.filter(|&([a, b], _)| leaves([a, b]) || leaves([b, a]));
                    arcs::lits(leaving.map(|(_, term)| term))
                }
            };
            cuts.push(lits);
            cycle
                .iter()
                .for_each(|&vertex| inside[vertex as usize] = false);
        }
        Ok(cuts)
    }
}
