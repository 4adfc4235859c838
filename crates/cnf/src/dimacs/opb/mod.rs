//! OPB: pseudo-Boolean constraints as the PB competitions have them, written, read, and what
//! solvers answer.
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
//! constraint is `A x1 B ~x2 … >= D ;` or the same with `=`: a sum of integers times literals, and a
//! whole number (Roussel and Manquinho, Input/output format and solver requirements for the
//! competitions of pseudo-Boolean solvers, 2012; `~x2` is 1 − x2).

mod clauses;
mod read;
mod result;
mod write;

pub use clauses::clauses;
pub use read::{OpbReader, Size};
pub use result::read_answer;
pub use write::{Writer, append, literal};

use crate::{Lit, Model};

/// Whether a sum is at least its bound, or exactly that.
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
    /// What is summed up.
    pub terms: Vec<(i64, Lit)>,
    /// How the sum and the bound compare.
    pub relation: Relation,
    /// The bound.
    pub bound: i64,
}

impl Constraint {
    /// That at least one of these is true.
    pub fn clause(lits: impl IntoIterator<Item = Lit>) -> Constraint {
        Constraint::at_least(1, lits)
    }

    /// That at least so many of these are true.
    pub fn at_least(bound: i64, lits: impl IntoIterator<Item = Lit>) -> Constraint {
        Constraint {
            terms: lits.into_iter().map(|lit| (1, lit)).collect(),
            relation: Relation::AtLeast,
            bound,
        }
    }

    /// Whether it holds in this model; literals without a value count as false.
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
