//! All solutions of a few pseudo-Boolean constraints, by exhaustive search: values are guessed in
//! order, and forced literals follow at once. There is no learning.

use knightsat::cnf::Lit;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::dimacs::opb::{Constraint, Relation};
use std::collections::HashMap;

/// Terms with positive factors, and a lower bound of their sum.
struct AtLeast {
    terms: Vec<(i64, i32)>,
    /// The sum of the literals that are not false, less the bound.
    slack: i64,
}

pub struct Pseudo {
    constraints: Vec<AtLeast>,
    /// Constraints that a literal is in, with its factor, by variable and sign.
    places: Vec<[Vec<(usize, i64)>; 2]>,
    /// 0 open, else the sign.
    value: Vec<i32>,
    trail: Vec<i32>,
}

impl Pseudo {
    pub fn new(variables: u32, constraints: &[Constraint]) -> Pseudo {
        let mut all = Pseudo {
            constraints: Vec::new(),
            places: vec![[Vec::new(), Vec::new()]; variables as usize + 1],
            value: vec![0; variables as usize + 1],
            trail: Vec::new(),
        };
        for constraint in constraints {
            all.take(constraint, 1);
            if constraint.relation == Relation::Equal {
                all.take(constraint, -1);
            }
        }
        all
    }

    /// A constraint, or with −1 what bounds it from the other side.
    fn take(&mut self, constraint: &Constraint, side: i64) {
        let mut bound = side * constraint.bound;
        let mut terms = Vec::new();
        for &(factor, lit) in &constraint.terms {
            let (factor, lit) = (side * factor, lit.to_dimacs());
            // a·x is a − a·¬x.
            if factor < 0 {
                bound -= factor;
                terms.push((-factor, -lit));
            } else {
                terms.push((factor, lit))
            }
        }
        let number = self.constraints.len();
        for &(factor, lit) in &terms {
            self.places[lit.unsigned_abs() as usize][usize::from(lit < 0)].push((number, factor));
        }
        let sum: i64 = terms.iter().map(|(factor, _)| factor).sum();
        let slack = sum - bound;
        self.constraints.push(AtLeast { terms, slack });
    }

    /// Returns the number of assignments to `shown` that extend to the others; these are guessed in
    /// the given order.
    pub fn count(&mut self, shown: &[Lit], others: &[Lit]) -> u64 {
        let all: Vec<usize> = (0..self.constraints.len()).collect();
        let order = shown.iter().chain(others).map(|lit| lit.to_dimacs());
        let order: Vec<i32> = order.collect();
        if self.settle(all) {
            self.guess(&order, shown.len())
        } else {
            0
        }
    }

    fn guess(&mut self, order: &[i32], shown: usize) -> u64 {
        let open = order.iter().position(|&v| self.value[v as usize] == 0);
        let Some(place) = open else {
            return 1;
        };
        let mut count = 0;
        for lit in [order[place], -order[place]] {
            let mark = self.trail.len();
            if self.assign(lit) {
                count += self.guess(order, shown);
            }
            self.undo(mark);
            if count > 0 && place >= shown {
                return 1;
            }
        }
        count
    }

    /// Makes a literal true and what follows; `false` at a contradiction.
    fn assign(&mut self, lit: i32) -> bool {
        match self.value[lit.unsigned_abs() as usize] {
            0 => {}
            value => return value == lit.signum(),
        }
        self.value[lit.unsigned_abs() as usize] = lit.signum();
        self.trail.push(lit);
        let hurt = &self.places[lit.unsigned_abs() as usize][usize::from(lit > 0)];
        for &(number, factor) in hurt {
            self.constraints[number].slack -= factor;
        }
        let hurt: Vec<usize> = hurt.iter().map(|&(number, _)| number).collect();
        self.settle(hurt)
    }

    /// Makes true what these constraints need.
    fn settle(&mut self, numbers: Vec<usize>) -> bool {
        for number in numbers {
            let constraint = &self.constraints[number];
            if constraint.slack < 0 {
                return false;
            }
            let slack = constraint.slack;
            let is_needed = |&&(factor, lit): &&(i64, i32)| {
                factor > slack && self.value[lit.unsigned_abs() as usize] == 0
            };
            let needed: Vec<i32> = constraint
                .terms
                .iter()
                .filter(is_needed)
                .map(|t| t.1)
                .collect();
            if !needed.into_iter().all(|lit| self.assign(lit)) {
                return false;
            }
        }
        true
    }

    fn undo(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.value[lit.unsigned_abs() as usize] = 0;
            for &(number, factor) in &self.places[lit.unsigned_abs() as usize][usize::from(lit > 0)]
            {
                self.constraints[number].slack += factor;
            }
        }
    }
}

/// Appends clauses that mean the constraint: a binary decision diagram of its sum.
pub fn clauses(constraint: &Constraint, sink: &mut Cnf) {
    let sides: &[i64] = match constraint.relation {
        Relation::AtLeast => &[1],
        Relation::Equal => &[1, -1],
    };
    for side in sides {
        let terms = constraint
            .terms
            .iter()
            .map(|&(factor, lit)| (side * factor, lit));
        let mut terms: Vec<(i64, Lit)> = terms.collect();
        // Few sums of large factors can still become the bound.
        terms.sort_by_key(|&(factor, _)| -factor.abs());
        let mut diagram = Diagram {
            terms,
            nodes: HashMap::new(),
        };
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
