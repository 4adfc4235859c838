//! Why a tour is no model: a set of clauses that rule it out together, none of which can be spared.

use super::collect::Collected;
use crate::cnf::sink::ClauseSink;
use crate::cnf::{Lit, Model};
use crate::solver::varisat::{Assuming, Limits, Varisat, VarisatError};
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
    let mut solver = Varisat::unchecked(limits.clone());
    solver.new_vars(formula.variables().max(formula.largest()));
    // A clause holds once its selector does.
    let mut selectors = BTreeMap::new();
    let mut lits = Vec::new();
    for (index, clause) in formula.clauses().enumerate() {
        if solver.is_done() {
            return Ok(Vec::new());
        }
        let selector = solver.new_var();
        lits.clear();
        lits.push(selector.neg());
        lits.extend_from_slice(clause);
        solver.clause(&lits);
        selectors.insert(selector.pos(), index);
    }
    let mut with = |chosen: &[Lit]| {
        let all: Vec<Lit> = assumed.iter().chain(chosen).copied().collect();
        let answer = solver.solve_assuming(&all)?;
        Ok::<_, VarisatError>(match answer {
            Assuming::Failed(failed) => {
                let chosen = failed.into_iter().filter(|lit| selectors.contains_key(lit));
                Some(chosen.collect::<Vec<Lit>>())
            }
            _ => None,
        })
    };
    let all: Vec<Lit> = selectors.keys().copied().collect();
    let Some(mut needed) = with(&all)? else {
        return Ok(Vec::new());
    };
    let mut kept = 0;
    while kept < needed.len() && needed.len() <= MOST {
        let mut fewer = needed.clone();
        let tried = fewer.remove(kept);
        match with(&fewer)? {
            Some(mut smaller) => {
                // What has been found to be needed stays in front.
                smaller.sort_by_key(|lit| fewer.iter().position(|other| other == lit));
                needed = smaller;
            }
            None => {
                debug_assert_eq!(needed[kept], tried);
                kept += 1;
            }
        }
    }
    let mut indices: Vec<usize> = needed.iter().map(|lit| selectors[lit]).collect();
    indices.sort_unstable();
    Ok(indices)
}
