//! Literals with perhaps known values: a clause omits false terms, and is not written if a term is
//! true.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_cnf::gadget::term::{Term, clause};
//!
//! let mut formula = Cnf::default();
//! let x = formula.new_var().pos();
//! clause([Term::Open(x), Term::FALSE], &mut formula);
//! clause([Term::Open(!x), Term::TRUE], &mut formula);
//! assert_eq!(formula.clauses().collect::<Vec<_>>(), [&[x][..]]);
//! ```

use crate::Lit;
use crate::sink::ClauseSink;
use smallvec::SmallVec;
use std::ops::Not;

/// A literal, or a known truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Known to be true or false.
    Known(bool),
    /// Unknown.
    Open(Lit),
}

impl Term {
    /// Known to be true.
    pub const TRUE: Term = Term::Known(true);
    /// Known to be false.
    pub const FALSE: Term = Term::Known(false);

    /// Returns the literal, unless the value is known.
    pub fn lit(self) -> Option<Lit> {
        match self {
            Term::Known(_) => None,
            Term::Open(lit) => Some(lit),
        }
    }
}

impl Not for Term {
    type Output = Term;

    fn not(self) -> Term {
        match self {
            Term::Known(value) => Term::Known(!value),
            Term::Open(lit) => Term::Open(!lit),
        }
    }
}

impl From<Lit> for Term {
    fn from(lit: Lit) -> Term {
        Term::Open(lit)
    }
}

/// Writes the clause of these terms, unless one of them is known to be true.
pub fn clause<S: ClauseSink + ?Sized>(terms: impl IntoIterator<Item = Term>, sink: &mut S) {
    let mut lits: SmallVec<[Lit; 8]> = SmallVec::new();
    for term in terms {
        match term {
            Term::Known(true) => return,
            Term::Known(false) => {}
            Term::Open(lit) => lits.push(lit),
        }
    }
    sink.clause(&lits);
}

/// Returns the clauses of y → a ⊕ b.
pub fn implies_xor<T: Copy + Not<Output = T>>(y: T, a: T, b: T) -> [[T; 3]; 2] {
    [[!y, a, b], [!y, !a, !b]]
}

/// Returns the clauses of y = a ⊕ b.
pub fn xor<T: Copy + Not<Output = T>>(y: T, a: T, b: T) -> [[T; 3]; 4] {
    [[!y, a, b], [!y, !a, !b], [y, !a, b], [y, a, !b]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;
    use crate::sink::Cnf;

    #[test]
    fn known_terms_leave_the_clause_or_satisfy_it() {
        let mut cnf = Cnf::default();
        let vars = cnf.new_vars(2);
        let [a, b] = [vars.get(0), vars.get(1)].map(Var::pos).map(Term::from);
        clause([a, Term::FALSE, !b], &mut cnf);
        clause([a, !Term::FALSE], &mut cnf);
        clause([Term::FALSE, !Term::TRUE], &mut cnf);
        let clauses: Vec<&[Lit]> = cnf.clauses().collect();
        let [a, b] = [vars.get(0), vars.get(1)];
        assert_eq!(clauses, [&[a.pos(), b.neg()][..], &[]]);
    }
}
