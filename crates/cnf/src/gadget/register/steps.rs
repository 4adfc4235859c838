//! The clauses of a step, ready to be filled in.

use super::Register;
use crate::gadget::term::{Term, clause};
use crate::sink::ClauseSink;
use crate::{Lit, Vars};

/// The clauses of a step of a register, worked out once and filled in for many.
#[derive(Clone, Debug)]
pub struct Steps {
    bits: usize,
    /// Over variables 1, 2, … for the bits before the step, then those after it.
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Steps {
    /// Those of [`Register::step`].
    pub fn of(register: Register) -> Steps {
        let bits = register.bits();
        let vars: Vec<Term> = Vars::new(1, 2 * bits)
            .iter()
            .map(|v| v.pos().into())
            .collect();
        let (x, y) = vars.split_at(bits as usize);
        let mut steps = Steps {
            bits: bits as usize,
            lits: Vec::new(),
            ends: Vec::new(),
        };
        for terms in register.step(x, y) {
            steps.lits.extend(terms.into_iter().filter_map(Term::lit));
            steps.ends.push(steps.lits.len());
        }
        steps
    }

    /// Says that `y` is the state after `x`, unless `otherwise` holds.
    pub fn write<S: ClauseSink>(&self, otherwise: Term, x: &[Term], y: &[Term], sink: &mut S) {
        let term = |lit: &Lit| {
            let place = lit.var().number() as usize - 1;
            let term = match place.checked_sub(self.bits) {
                None => x[place],
                Some(place) => y[place],
            };
            if lit.is_positive() { term } else { !term }
        };
        let mut start = 0;
        for &end in &self.ends {
            let terms = self.lits[start..end].iter().map(term);
            clause(std::iter::once(otherwise).chain(terms), sink);
            start = end;
        }
    }
}
