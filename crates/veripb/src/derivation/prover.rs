//! What all derivations share: the problem, the proof, and the cut of a set of vertices.

use super::lines::{Proof, Sum};
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_cnf::{Lit, Var};
use knightsat_encoding::flow::Flow;
use std::io::{self, Write};

pub(super) struct Prover<'f, W: Write> {
    pub flow: &'f Flow<'f>,
    pub proof: Proof<W>,
    /// Number of the last variable.
    variables: u32,
    is_inside: Vec<bool>,
}

impl<'f, W: Write> Prover<'f, W> {
    pub fn new(flow: &'f Flow<'f>, out: W) -> Self {
        Prover {
            flow,
            proof: Proof::new(out, flow.ids()),
            variables: flow.size().variables,
            is_inside: vec![false; flow.vertices() as usize],
        }
    }

    /// A variable that there was not.
    pub fn fresh(&mut self) -> io::Result<Lit> {
        self.variables += 1;
        let var = Var::new(self.variables);
        var.map(Var::pos)
            .ok_or_else(|| io::Error::other("there are not enough numbers for variables"))
    }

    /// Derives that the tour takes an edge between these vertices and the others, or two of them.
    pub fn cut(&mut self, set: &[u32], two: bool) -> u64 {
        let set = self.without_root(set);
        set.iter().for_each(|&v| self.is_inside[v as usize] = true);
        let mut sum = Sum::of(set.iter().map(|&v| self.flow.balance_id(v)));
        let mut leaving = Vec::new();
        for &vertex in &set {
            let edges = self.flow.at(vertex);
            for (edge, other) in edges.filter(|&(_, other)| !self.is_inside[other as usize]) {
                leaving.push(self.flow.taken(edge));
                if other < vertex {
                    sum.add(self.flow.capacity_id(edge), 1);
                }
            }
        }
        set.iter().for_each(|&v| self.is_inside[v as usize] = false);
        let flow = self.proof.pol(&sum);
        leaving.sort_unstable();
        let one = self.proof.rup(&Constraint::clause(leaving), &[flow]);
        self.proof.delete(&[flow]);
        if !two {
            return one;
        }
        // One is left over of two edges at every vertex, unless another goes out as well.
        let mut sum = Sum::of([one]);
        set.iter()
            .for_each(|&v| sum.add(self.flow.degree_ids(v)[1], 1));
        sum.divide(2);
        sum.times(2);
        set.iter()
            .for_each(|&v| sum.add(self.flow.degree_ids(v)[0], 1));
        let both = self.proof.pol(&sum);
        self.proof.delete(&[one]);
        both
    }

    /// The set or, where the root is in it, the rest, which has the same cut.
    fn without_root(&self, set: &[u32]) -> Vec<u32> {
        let root = self.flow.vertices() - 1;
        if !set.contains(&root) {
            return set.to_vec();
        }
        let mut is_inside = vec![false; root as usize + 1];
        set.iter().for_each(|&v| is_inside[v as usize] = true);
        (0..root).filter(|&v| !is_inside[v as usize]).collect()
    }

    /// Ends with what propagation refutes; `more` may be needed for it, and the edges that are fixed.
    pub fn refute(&mut self, sum: &Sum, more: &[u64]) {
        let id = self.proof.pol(sum);
        let hints: Vec<u64> = [id].into_iter().chain(more.iter().copied()).collect();
        self.end(&hints);
    }

    /// Ends with the contradiction that propagation finds in these.
    pub fn end(&mut self, hints: &[u64]) {
        let forced = self.flow.forced_ids();
        let hints: Vec<u64> = hints.iter().copied().chain(forced).collect();
        let contradiction = self.proof.rup(&Constraint::clause([]), &hints);
        self.proof.conclude(contradiction);
    }
}
