//! Where moves change colour: on which colour the tour is at a step, if it starts on a certain one.

use super::prover::Prover;
use super::walk::Walk;
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::Constraint;
use std::io::{self, Write};

/// The tours that start on a colour.
pub(super) struct Class {
    /// That the tour starts on the other colour, a fresh variable.
    pub elsewhere: Lit,
    /// What defines it: it holds if a vertex of the other colour is at the first step, and only then.
    pub ids: [u64; 2],
    /// The colour of the first step.
    first: bool,
}

impl Class {
    pub fn new<W: Write>(prover: &mut Prover<W>, colour: &[bool], first: bool) -> io::Result<Self> {
        let flow = prover.flow;
        let elsewhere = prover.fresh()?;
        let others = (0..flow.steps()).filter(|&v| colour[v as usize] != first);
        let others: Vec<Lit> = others.map(|v| flow.on(1, v)).collect();
        let count = others.len() as i64;
        let mut holds = Constraint::at_least(count, others.iter().map(|&lit| !lit));
        holds.terms.push((count, elsewhere));
        let only_then = Constraint::clause([!elsewhere].into_iter().chain(others));
        let holds = prover.proof.define(&holds, elsewhere);
        let only_then = prover.proof.define(&only_then, !elsewhere);
        Ok(Class {
            elsewhere,
            ids: [holds, only_then],
            first,
        })
    }

    /// The first step.
    pub fn walk<W: Write>(&self, prover: &mut Prover<W>, colour: &[bool]) -> Walk {
        let flow = prover.flow;
        let on = (0..flow.steps()).filter(|&v| colour[v as usize] == self.first);
        let on: Vec<u32> = on.collect();
        let lits = on.iter().map(|&v| flow.on(1, v));
        let lemma = Constraint::clause([self.elsewhere].into_iter().chain(lits));
        let hints = [flow.step_ids(1)[0], self.ids[0]];
        let known = Some(prover.proof.rup(&lemma, &hints));
        Walk {
            step: 1,
            on,
            elsewhere: Some(self.elsewhere),
            known,
        }
    }
}
