//! Pseudo-Boolean constraints as clauses.

use knightsat::cnf::Lit;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::dimacs::opb::{Constraint, Relation};
use std::collections::HashMap;

/// Appends clauses that mean the constraint: a binary decision diagram of its sum.
pub fn clauses(constraint: &Constraint, sink: &mut Cnf) {
    let sides: &[i64] = match constraint.relation {
        Relation::AtLeast => &[1],
        Relation::Equal => &[1, -1],
    };
    for side in sides {
        let term = |&(factor, lit): &(i64, Lit)| (side * factor, lit);
        let mut terms: Vec<(i64, Lit)> = constraint.terms.iter().map(term).collect();
        // Few sums of large factors can still become the bound.
        terms.sort_by_key(|&(factor, _)| -factor.abs());
        let nodes = HashMap::new();
        let mut diagram = Diagram { terms, nodes };
        if let Some(root) = diagram.node(0, side * constraint.bound, sink) {
            sink.clause(&root.into_iter().collect::<Vec<_>>());
        }
    }
}

struct Diagram {
    terms: Vec<(i64, Lit)>,
    nodes: HashMap<(usize, i64), Lit>,
}

impl Diagram {
    /// Returns a literal that implies that the terms from this one on add up to the bound: `None`
    /// if they always do, and no literal if they never do.
    fn node(&mut self, first: usize, bound: i64, sink: &mut Cnf) -> Option<Option<Lit>> {
        let rest = &self.terms[first..];
        let least: i64 = rest.iter().map(|&(factor, _)| factor.min(0)).sum();
        let most: i64 = rest.iter().map(|&(factor, _)| factor.max(0)).sum();
        if least >= bound {
            return None;
        }
        if most < bound {
            return Some(None);
        }
        if let Some(&node) = self.nodes.get(&(first, bound)) {
            return Some(Some(node));
        }
        let (factor, lit) = rest[0];
        let node = sink.new_var().pos();
        for (lit, bound) in [(lit, bound - factor), (!lit, bound)] {
            if let Some(next) = self.node(first + 1, bound, sink) {
                let clause = [!node, !lit].into_iter().chain(next);
                sink.clause(&clause.collect::<Vec<_>>());
            }
        }
        self.nodes.insert((first, bound), node);
        Some(Some(node))
    }
}
