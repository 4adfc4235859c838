//! A pseudo-Boolean constraint as clauses, for SAT solvers.
//!
//! With terms in decreasing order, a₁l₁ + … ≥ b is a decision diagram. It has a fresh variable for
//! every i and every rest that the terms from i on may still have to reach. The variable implies
//! that of the next term with an equal rest, or the literal. It always implies the one whose rest
//! is smaller by aᵢ. So unit propagation derives all consequences (Eén and Sörensson, Translating
//! pseudo-Boolean constraints into SAT, 2006). Two clauses a node suffice, as all factors are
//! positive.

use super::{Constraint, Relation};
use crate::Lit;
use crate::sink::ClauseSink;
use std::collections::BTreeMap;

/// Writes clauses that an assignment satisfies, for some values of fresh variables, if and only if
/// the constraint holds. Takes fresh variables for at most `most` nodes; returns `false` if more
/// are needed.
pub fn clauses(constraint: &Constraint, most: usize, sink: &mut dyn ClauseSink) -> bool {
    let least = normal(constraint, 1);
    match constraint.relation {
        Relation::AtLeast => at_least(&least, most, sink),
        Relation::Equal => {
            at_least(&least, most, sink) && at_least(&normal(constraint, -1), most, sink)
        }
    }
}

/// Positive factors in decreasing order, each with a literal of a distinct variable, and the bound.
struct Normal {
    terms: Vec<(i128, Lit)>,
    bound: i128,
}

/// Returns the constraint times `side`, which is 1 or −1, as a lower bound.
fn normal(constraint: &Constraint, side: i128) -> Normal {
    let mut bound = side * i128::from(constraint.bound);
    let mut factors = BTreeMap::new();
    for &(factor, lit) in &constraint.terms {
        let factor = side * i128::from(factor);
        // a·¬x is a − a·x.
        let of_variable = match lit.is_positive() {
            true => factor,
            false => {
                bound -= factor;
                -factor
            }
        };
        *factors.entry(lit.var()).or_insert(0) += of_variable;
    }
    let mut terms = Vec::new();
    for (var, factor) in factors {
        match factor {
            0 => {}
            1.. => terms.push((factor, var.pos())),
            _ => {
                bound -= factor;
                terms.push((-factor, var.neg()));
            }
        }
    }
    terms.sort_by_key(|&(factor, _)| std::cmp::Reverse(factor));
    Normal { terms, bound }
}

fn at_least(normal: &Normal, most: usize, sink: &mut dyn ClauseSink) -> bool {
    let Normal { terms, bound } = normal;
    if *bound <= 0 {
        return true;
    }
    if terms.iter().all(|(factor, _)| factor >= bound) {
        let lits: Vec<Lit> = terms.iter().map(|&(_, lit)| lit).collect();
        sink.clause(&lits);
        return true;
    }
    // The sums of the terms from each one on.
    let mut rests = vec![0];
    for (factor, _) in terms.iter().rev() {
        rests.push(rests[rests.len() - 1] + factor);
    }
    if rests[terms.len()] < *bound {
        sink.clause(&[]);
        return true;
    }
    diagram(terms, *bound, &rests, most, sink)
}

/// Writes the decision diagram of terms that can reach the bound together, but not each alone.
/// `rests` has the sums of the last terms.
fn diagram(
    terms: &[(i128, Lit)],
    bound: i128,
    rests: &[i128],
    most: usize,
    sink: &mut dyn ClauseSink,
) -> bool {
    let mut taken = 0;
    // The rests of this level; the first has no variable, since it must be reached.
    let mut level: BTreeMap<i128, Option<Lit>> = BTreeMap::from([(bound, None)]);
    for (place, &(factor, lit)) in terms.iter().enumerate() {
        let after = rests[terms.len() - place - 1];
        let mut next = BTreeMap::new();
        let mut child = |rest: i128, sink: &mut dyn ClauseSink| {
            *next.entry(rest).or_insert_with(|| {
                taken += 1;
                Some(sink.new_var().pos())
            })
        };
        for (rest, node) in level {
            let low = (rest <= after).then(|| child(rest, sink));
            let high = (rest > factor).then(|| child(rest - factor, sink));
            let without = [node.map(|node| !node), Some(lit), low.flatten()];
            sink.clause(&without.into_iter().flatten().collect::<Vec<_>>());
            if let Some(high) = high {
                let with = [node.map(|node| !node), high];
                sink.clause(&with.into_iter().flatten().collect::<Vec<_>>());
            }
        }
        if taken > most {
            return false;
        }
        level = next;
    }
    true
}
