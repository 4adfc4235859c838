//! Why a tour is no model: a set of clauses that rule it out together, none of which can be spared.

use super::collect::Collected;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model};
use knightsat_solver::varisat::{Assuming, Limits, Varisat, VarisatError};
use std::collections::BTreeMap;

/// Clauses that a search for a smallest set may try to spare.
const MOST: usize = 150;

/// Indices of clauses from 0, in order, that contradict these literals together. Minimal if it can
/// be made so in reasonable time.
pub fn core(
    formula: &Collected,
    assumed: &[Lit],
    limits: &Limits,
) -> Result<Vec<usize>, VarisatError> {
    if let Ok(model) = Model::from_lits(assumed) {
        let is_false = |clause: &[Lit]| clause.iter().all(|&lit| model.satisfies(!lit));
        if let Some(index) = formula.clauses().position(is_false) {
            return Ok(vec![index]);
        }
    }
    let Some(mut selected) = Selected::new(formula, assumed, limits) else {
        return Ok(Vec::new());
    };
    let all: Vec<Lit> = selected.indices.keys().copied().collect();
    let Some(needed) = selected.needed(&all)? else {
        return Ok(Vec::new());
    };
    let spared = selected.spare(needed)?;
    let mut indices: Vec<usize> = spared.iter().map(|lit| selected.indices[lit]).collect();
    indices.sort_unstable();
    Ok(indices)
}

/// Clauses each of which holds once its selector does.
struct Selected<'l> {
    solver: Varisat,
    assumed: &'l [Lit],
    /// The clause of every selector.
    indices: BTreeMap<Lit, usize>,
}

impl<'l> Selected<'l> {
    /// `None` once it is over.
    fn new(formula: &Collected, assumed: &'l [Lit], limits: &Limits) -> Option<Self> {
        let mut solver = Varisat::unchecked(limits.clone());
        solver.new_vars(formula.variables().max(formula.largest()));
        let mut indices = BTreeMap::new();
        let mut lits = Vec::new();
        for (index, clause) in formula.clauses().enumerate() {
            if solver.is_done() {
                return None;
            }
            let selector = solver.new_var();
            lits.clear();
            lits.push(selector.neg());
            lits.extend_from_slice(clause);
            solver.clause(&lits);
            indices.insert(selector.pos(), index);
        }
        Some(Selected {
            solver,
            assumed,
            indices,
        })
    }

    /// Those of the chosen clauses that contradict the literals; `None` if that is not known.
    fn needed(&mut self, chosen: &[Lit]) -> Result<Option<Vec<Lit>>, VarisatError> {
        let all: Vec<Lit> = self.assumed.iter().chain(chosen).copied().collect();
        let answer = self.solver.solve_assuming(&all)?;
        let Assuming::Failed(failed) = answer else {
            return Ok(None);
        };
        let chosen = failed.into_iter();
        Ok(Some(
            chosen
                .filter(|lit| self.indices.contains_key(lit))
                .collect(),
        ))
    }

    /// Leaves out clauses, one after the other, that the contradiction does not need.
    fn spare(&mut self, mut needed: Vec<Lit>) -> Result<Vec<Lit>, VarisatError> {
        let mut kept = 0;
        while kept < needed.len() && needed.len() <= MOST {
            let mut fewer = needed.clone();
            fewer.remove(kept);
            match self.needed(&fewer)? {
                Some(mut smaller) => {
                    // What has been found to be needed stays in front.
                    smaller.sort_by_key(|lit| fewer.iter().position(|other| other == lit));
                    needed = smaller;
                }
                None => kept += 1,
            }
        }
        Ok(needed)
    }
}
