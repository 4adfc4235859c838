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

use crate::gadget::totalizer::Totalizer;
use crate::sink::{ClauseSink, clause};
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
        let taken = self.terms.iter().filter(|(_, lit)| model.satisfies(*lit));
        let sum: i128 = taken.map(|&(factor, _)| i128::from(factor)).sum();
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

/// Writes clauses that an assignment satisfies if and only if the constraint holds. The assignment
/// determines the fresh variables. The clauses are a [`Totalizer`], or one clause if one literal
/// suffices. Returns `false` if that takes more than about `most` clauses.
pub fn clauses(constraint: &Constraint, most: u64, sink: &mut dyn ClauseSink) -> bool {
    let (terms, bound) = normal(constraint);
    let is_equal = constraint.relation == Relation::Equal;
    if !is_equal && terms.iter().all(|&(factor, _)| factor >= bound) {
        if bound > 0 {
            sink.clause(&terms.iter().map(|&(_, lit)| lit).collect::<Vec<_>>());
        }
        return true;
    }
    let total: i128 = terms.iter().map(|(factor, _)| factor).sum();
    if !(0..=total).contains(&bound) {
        if is_equal || bound > 0 {
            sink.clause(&[]);
        }
        return true;
    }
    if total > i128::from(i64::MAX) {
        return false;
    }
    let weighed: Vec<(u64, Lit)> = terms.iter().map(|&(f, lit)| (f as u64, lit)).collect();
    let weights: Vec<u64> = weighed.iter().map(|&(weight, _)| weight).collect();
    let limit = bound.min(total - bound + 1) as u64;
    if Totalizer::clauses(&weights, limit, most).is_none() {
        return false;
    }
    let [reached, exceeded] = Totalizer::bounds(&weighed, bound as u64, sink);
    clause([reached], sink);
    if is_equal {
        clause([!exceeded], sink);
    }
    true
}

/// Returns positive factors, each with a literal of a distinct variable, and the bound.
fn normal(constraint: &Constraint) -> (Vec<(i128, Lit)>, i128) {
    let mut bound = i128::from(constraint.bound);
    let mut factors = BTreeMap::new();
    for &(factor, lit) in &constraint.terms {
        // a·¬x is a − a·x.
        let factor = i128::from(factor);
        let of_variable = if lit.is_positive() { factor } else { -factor };
        bound -= if lit.is_positive() { 0 } else { factor };
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
    (terms, bound)
}
