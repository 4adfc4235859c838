//! Decoding of a model: a tour, or cycles with the clauses that exclude them.

use super::{Arc, Choice, Successor, arcs};
use crate::FormulaError;
use knightsat_cnf::{Lit, Model};
use knightsat_tour::graph::Incidence;
use knightsat_tour::{AugmentedGraph, sets};

impl Successor<'_> {
    /// Returns the vertices of the tour of a model.
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

    /// Returns the number of vertices of the graph on a cycle.
    fn squares(&self, cycle: &[u32]) -> u32 {
        cycle.iter().filter(|&&vertex| self.is_real(vertex)).count() as u32
    }

    /// Returns the cycles of a model, that of the first vertex first.
    fn cycles(&self, model: &Model) -> Result<Vec<Vec<u32>>, FormulaError> {
        let (len, first) = (self.circuit.vertices, self.circuit.first);
        let next = match &self.choice {
            Choice::Arcs(arcs, _) => along_arcs(len, &arcs.taken(&self.circuit, model)),
            Choice::Edges(edges) => along_edges(len, &edges.taken(model)),
        };
        Ok(cycles(first, &next?))
    }

    /// Returns clauses that a model of several cycles violates and every tour satisfies: a tour
    /// leaves each of the cycles. Returns none if the model is one cycle.
    pub(super) fn cuts_of(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let cycles = self.cycles(model)?;
        let mut inside = vec![false; self.circuit.vertices as usize];
        let mut cuts = Vec::new();
        for cycle in cycles.iter().filter(|_| cycles.len() > 1) {
            cycle
                .iter()
                .for_each(|&vertex| inside[vertex as usize] = true);
            let leaves = |[from, to]: Arc| inside[from as usize] && !inside[to as usize];
            let lits = match &self.choice {
                Choice::Arcs(arcs, _) => {
                    let numbered = (0..).zip(&self.circuit.arcs);
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

/// Returns the successor of every vertex, if each has one and no two have the same.
pub fn along_arcs(len: u32, taken: &[Arc]) -> Result<Vec<u32>, FormulaError> {
    let mut next = vec![None; len as usize];
    let mut is_reached = vec![false; len as usize];
    for &[from, to] in taken {
        if next[from as usize].replace(to).is_some() {
            return Err(FormulaError::TwoMoves { vertex: from });
        }
        if std::mem::replace(&mut is_reached[to as usize], true) {
            return Err(FormulaError::TwoMoves { vertex: to });
        }
    }
    let all = (0..).zip(next);
    all.map(|(vertex, next)| next.ok_or(FormulaError::NoMove { vertex }))
        .collect()
}

/// Returns successors along the edges, in one of the directions of each cycle.
pub fn along_edges(len: u32, taken: &[Arc]) -> Result<Vec<u32>, FormulaError> {
    let beside = Incidence::new(len, taken.to_vec());
    if let ([[a, b], ..], 2) = (taken, len) {
        // To the apex and back.
        return Ok(vec![*b, *a]);
    }
    let mut links = Vec::with_capacity(len as usize);
    for vertex in 0..len {
        match beside.numbers(vertex) {
            &[one, two] => links.push([one, two].map(|edge| beside.other_end(edge, vertex))),
            [] | [_] => return Err(FormulaError::NoMove { vertex }),
            _ => return Err(FormulaError::TwoMoves { vertex }),
        }
    }
    let mut next = vec![u32::MAX; len as usize];
    for start in 0..len {
        if next[start as usize] == u32::MAX {
            let cycle = sets::walk(&links, start);
            for (nth, &vertex) in cycle.iter().enumerate() {
                next[vertex as usize] = cycle[(nth + 1) % cycle.len()];
            }
        }
    }
    Ok(next)
}

/// Returns the cycles of a permutation. That of `first` comes first and starts there.
pub fn cycles(first: u32, next: &[u32]) -> Vec<Vec<u32>> {
    let mut seen = vec![false; next.len()];
    let mut cycles = Vec::new();
    for start in std::iter::once(first).chain(0..next.len() as u32) {
        let mut cycle = Vec::new();
        let mut here = start;
        while !std::mem::replace(&mut seen[here as usize], true) {
            cycle.push(here);
            here = next[here as usize];
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}
