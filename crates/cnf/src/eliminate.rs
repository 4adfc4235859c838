//! Elimination of variables by resolution (Davis and Putnam 1960): the clauses that follow without
//! them.
//!
//! ```
//! use knightsat_cnf::Lit;
//! use knightsat_cnf::eliminate::eliminate;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//!
//! // 1 ∨ 2 ∨ 3, split by the variable 4.
//! let lit = |number| Lit::from_dimacs(number).unwrap();
//! let mut formula = Cnf::default();
//! formula.new_vars(4);
//! formula.clause(&[lit(1), lit(2), lit(4)]);
//! formula.clause(&[lit(-4), lit(3)]);
//! let clauses = eliminate(&formula, |var| var.number() == 4, 100, &Default::default())?;
//! assert_eq!(clauses, [vec![lit(1), lit(2), lit(3)]]);
//! # Ok::<(), knightsat_base::stop::Stopped>(())
//! ```
//!
//! An assignment of the other variables satisfies the result if and only if it extends to a model
//! of the formula. `check` compares the result with the definition of a tour.

use crate::sink::Cnf;
use crate::{Lit, Var};
use knightsat_base::stop::{Stop, Stopped};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The clauses, each sorted and once, and the places of those that contain an auxiliary variable.
#[derive(Default)]
struct Database {
    clauses: Vec<Vec<Lit>>,
    seen: HashSet<Vec<Lit>>,
    /// By variable and sign; empty for variables that stay.
    occurrences: Vec<[Vec<u32>; 2]>,
    literals: usize,
}

/// Eliminates the variables for which `is_auxiliary` holds, those with the fewest pairs of clauses
/// first, until the clauses would have more than `most` literals in all.
pub fn eliminate(
    formula: &Cnf,
    is_auxiliary: impl Fn(Var) -> bool,
    most: usize,
    stop: &Stop,
) -> Result<Vec<Vec<Lit>>, Stopped> {
    let is_auxiliary = |number: u32| Var::new(number).is_some_and(&is_auxiliary);
    let is_auxiliary: Vec<bool> = (0..=formula.variables()).map(is_auxiliary).collect();
    let mut database = Database {
        occurrences: vec![Default::default(); is_auxiliary.len()],
        ..Database::default()
    };
    let mut watch = stop.watch(1 << 8);
    for clause in formula.clauses() {
        watch.check()?;
        database.add(clause.to_vec(), &is_auxiliary);
    }
    let cost = |database: &Database, number: u32| {
        let [positive, negative] = &database.occurrences[number as usize];
        positive.len() * negative.len()
    };
    let auxiliary = (1..=formula.variables()).filter(|&number| is_auxiliary[number as usize]);
    let costs = auxiliary.map(|number| Reverse((cost(&database, number), number)));
    let mut queue: BinaryHeap<Reverse<(usize, u32)>> = costs.collect();
    while let Some(Reverse((known, number))) = queue.pop() {
        let now = cost(&database, number);
        if now > known {
            queue.push(Reverse((now, number)));
            continue;
        }
        let mut resolvents = Vec::new();
        let [positive, negative] = &database.occurrences[number as usize];
        let mut literals = database.literals;
        for &one in positive {
            for &other in negative {
                watch.check()?;
                let pair = [one, other].map(|index| &database.clauses[index as usize][..]);
                let Some(resolvent) = resolve(pair, number) else {
                    continue;
                };
                if !database.seen.contains(&resolvent) {
                    literals += resolvent.len();
                    resolvents.push(resolvent);
                }
            }
            if literals > most {
                break;
            }
        }
        if literals > most {
            // The variables left have more pairs of clauses.
            break;
        }
        for index in [positive, negative]
            .into_iter()
            .flatten()
            .copied()
            .collect::<Vec<u32>>()
        {
            database.remove(index);
        }
        for resolvent in resolvents {
            database.add(resolvent, &is_auxiliary);
        }
    }
    let clauses = database.clauses.into_iter();
    Ok(clauses
        .filter(|clause| database.seen.contains(clause))
        .collect())
}

/// Returns the resolvent of two sorted clauses on a variable, unless it is always true.
fn resolve([one, other]: [&[Lit]; 2], number: u32) -> Option<Vec<Lit>> {
    let rest = one
        .iter()
        .chain(other)
        .filter(|lit| lit.var().number() != number);
    sorted(rest.copied().collect())
}

/// Sorts a clause by its variables; returns none if it is always true.
fn sorted(mut clause: Vec<Lit>) -> Option<Vec<Lit>> {
    clause.sort_unstable_by_key(|lit| (lit.var(), lit.is_positive()));
    clause.dedup();
    let is_true = clause.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_true).then_some(clause)
}

impl Database {
    fn add(&mut self, clause: Vec<Lit>, is_auxiliary: &[bool]) {
        let Some(clause) = sorted(clause) else {
            return;
        };
        if !self.seen.insert(clause.clone()) {
            return;
        }
        let index = self.clauses.len() as u32;
        for lit in clause
            .iter()
            .filter(|lit| is_auxiliary[lit.var().number() as usize])
        {
            let sides = &mut self.occurrences[lit.var().number() as usize];
            sides[usize::from(!lit.is_positive())].push(index);
        }
        self.literals += clause.len();
        self.clauses.push(clause);
    }

    fn remove(&mut self, index: u32) {
        let clause = std::mem::take(&mut self.clauses[index as usize]);
        self.seen.remove(&clause);
        self.literals -= clause.len();
        for lit in &clause {
            let sides = &mut self.occurrences[lit.var().number() as usize];
            sides[usize::from(!lit.is_positive())].retain(|&other| other != index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::ClauseSink;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_rest_extends_to_models_of_the_formula(
            clauses in proptest::collection::vec(
                proptest::collection::vec((1..=6_i32, any::<bool>()), 0..4), 0..14)
        ) {
            let mut formula = Cnf::default();
            formula.new_vars(6);
            for clause in clauses {
                let lits = clause.into_iter().map(|(n, sign)| Lit(if sign { n } else { -n }));
                formula.clause(&lits.collect::<Vec<_>>());
            }
            let found = eliminate(&formula, |var| var.number() > 3, 1 << 20, &Stop::default());
            let found = found.unwrap();
            prop_assert!(found.iter().flatten().all(|lit| lit.var().number() <= 3));
            let holds = |values: u32, lit: Lit| {
                (values >> (lit.var().number() - 1) & 1 == 1) == lit.is_positive()
            };
            for low in 0..8 {
                let rest = found.iter().all(|clause| clause.iter().any(|&lit| holds(low, lit)));
                let extends = (0..8).any(|high| {
                    let values = low | high << 3;
                    formula.clauses().all(|clause| clause.iter().any(|&lit| holds(values, lit)))
                });
                prop_assert_eq!(rest, extends);
            }
        }
    }
}
