//! OPB, the format of the PB competitions for pseudo-Boolean constraints, read as clauses.
//!
//! ```
//! use knightsat_cnf::{Lit, Model};
//! use knightsat_cnf::dimacs::opb::Constraint;
//!
//! let lits = [1, 2, 3].map(|number| Lit::from_dimacs(number).unwrap());
//! let constraint = Constraint::at_least(2, lits);
//! let model = Model::from_lits(&[lits[0], lits[1], !lits[2]]).unwrap();
//! assert!(constraint.holds(&model));
//! ```
//!
//! A file begins with `* #variable= V #constraint= C`; lines that begin with `*` are comments. A
//! constraint is `A x1 B ~x2 … >= D ;`, or with `=`: a sum of integers times literals, and an
//! integer bound. `~x2` is 1 − x2. Source: Roussel and Manquinho, Input/output format and solver
//! requirements for the competitions of pseudo-Boolean solvers, 2012.

mod read;

use crate::sink::ClauseSink;
use crate::{Lit, Model};
use std::collections::BTreeMap;

pub use self::read::{OpbReader, Size};

/// The relation of a sum to its bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relation {
    /// At least.
    #[default]
    AtLeast,
    /// Exactly.
    Equal,
}

/// A sum of literals, each times an integer, and its bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraint {
    /// The terms of the sum.
    pub terms: Vec<(i64, Lit)>,
    /// The relation of the sum to the bound.
    pub relation: Relation,
    /// The bound.
    pub bound: i64,
}

impl Constraint {
    /// Returns the constraint that at least one of these literals is true.
    pub fn clause(lits: impl IntoIterator<Item = Lit>) -> Constraint {
        Constraint::at_least(1, lits)
    }

    /// Returns the constraint that at least `bound` of these literals are true.
    pub fn at_least(bound: i64, lits: impl IntoIterator<Item = Lit>) -> Constraint {
        Constraint {
            terms: lits.into_iter().map(|lit| (1, lit)).collect(),
            relation: Relation::AtLeast,
            bound,
        }
    }

    /// Returns true if it holds in this model; unassigned literals count as false.
    pub fn holds(&self, model: &Model) -> bool {
        let terms = self.terms.iter();
        let sum: i128 = terms
            .filter(|(_, lit)| model.satisfies(*lit))
            .map(|&(factor, _)| i128::from(factor))
            .sum();
        match self.relation {
            Relation::AtLeast => sum >= self.bound.into(),
            Relation::Equal => sum == self.bound.into(),
        }
    }
}

/// Appends a constraint without its end. An empty sum, which readers of the format need not accept,
/// is written as 0 x1.
pub fn append(text: &mut Vec<u8>, constraint: &Constraint) {
    let mut numbers = itoa::Buffer::new();
    for &(factor, lit) in &constraint.terms {
        text.extend_from_slice(numbers.format(factor).as_bytes());
        text.push(b' ');
        literal(text, lit);
        text.push(b' ');
    }
    if constraint.terms.is_empty() {
        text.extend_from_slice(b"0 x1 ");
    }
    text.extend_from_slice(match constraint.relation {
        Relation::AtLeast => b">= ",
        Relation::Equal => b"= ",
    });
    text.extend_from_slice(numbers.format(constraint.bound).as_bytes());
}

/// Appends a literal: x7 or ~x7.
pub fn literal(text: &mut Vec<u8>, lit: Lit) {
    if !lit.is_positive() {
        text.push(b'~');
    }
    text.push(b'x');
    text.extend_from_slice(itoa::Buffer::new().format(lit.var().number()).as_bytes());
}

/// Writes clauses that an assignment satisfies, for some values of fresh variables, if and only if
/// the constraint holds. Takes fresh variables for at most `most` nodes; returns `false` if more
/// are needed.
///
/// With terms in decreasing order, a₁l₁ + … ≥ b is a decision diagram. It has a fresh variable for
/// every i and every rest that the terms from i on may still have to reach. The variable implies
/// that of the next term with an equal rest, or the literal. It always implies the one whose rest
/// is smaller by aᵢ. So unit propagation derives all consequences (Eén and Sörensson, Translating
/// pseudo-Boolean constraints into SAT, 2006). Two clauses a node suffice, as all factors are
/// positive.
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
        let of_variable = if lit.is_positive() {
            factor
        } else {
            bound -= factor;
            -factor
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
