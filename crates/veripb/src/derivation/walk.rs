//! Where a tour can be so many steps after it was somewhere.
//!
//! If it is on a at step i, then it is at step i + k on one of the vertices to which k moves lead: each of
//! these lemmas follows from the one before and the moves from its vertices, by propagation.

use super::prover::Prover;
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_tour::Problem;
use std::io::Write;

/// Where the tour is at a step, unless a literal holds.
pub(super) struct Walk {
    pub step: u32,
    /// In order.
    pub on: Vec<u32>,
    pub elsewhere: Option<Lit>,
    /// The lemma that says so; at the first step what is given does.
    pub known: Option<u64>,
}

impl Walk {
    /// Goes on to the next step.
    pub fn go_on<W: Write>(&mut self, prover: &mut Prover<W>, problem: &Problem) {
        let flow = prover.flow;
        let next = flow.next(self.step);
        let neighbours = self.on.iter().flat_map(|&v| problem.graph().neighbours(v));
        let mut on: Vec<u32> = neighbours.copied().collect();
        on.sort_unstable();
        on.dedup();
        let lits = on.iter().map(|&v| flow.on(next, v));
        let lemma = Constraint::clause(self.elsewhere.into_iter().chain(lits));
        let moves = self.on.iter().map(|&v| flow.after_id(self.step, v));
        let mut hints: Vec<u64> = moves.chain(self.known).collect();
        if self.known.is_none() {
            hints.extend(flow.unit_ids());
        }
        let id = prover.proof.rup(&lemma, &hints);
        (self.step, self.on, self.known) = (next, on, Some(id));
    }
}
