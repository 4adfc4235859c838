//! Variables, literals, terms and models; formulas, gadgets; the formats DIMACS, OPB and SMT-LIB.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_cnf::{Lit, Model};
//!
//! let mut formula = Cnf::default();
//! let [a, b] = [formula.new_var(), formula.new_var()];
//! formula.clause(&[a.pos(), b.neg()]);
//! assert_eq!(formula.clauses().next(), Some(&[a.pos(), !b.pos()][..]));
//!
//! let lits = [-1, -2].map(|number| Lit::from_dimacs(number).unwrap());
//! let model = Model::from_lits(&lits).unwrap();
//! assert!(model.satisfies(b.neg()) && model.value(a) == Some(false));
//! ```
//!
//! Literals have their DIMACS form, a non-zero `i32` whose sign is the polarity, so that a clause
//! in memory reads like its line in a file.

pub use knightsat_base as base;

#[cfg(test)]
#[path = "../../../tests/common/cases.rs"]
mod cases;
mod clauses;
pub mod dimacs;
pub mod gadget;
pub mod limits;
mod model;
pub mod propagate;
pub mod shuffle;
pub mod sink;

pub use clauses::{Clauses, Extended};
pub use model::{Answer, Contradiction, Model};

use std::fmt;
use std::ops::Not;

/// A propositional variable, numbered `1..=Var::MAX` as in DIMACS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(i32);

impl Var {
    /// The largest variable number of DIMACS readers: 2³¹−1.
    pub const MAX: u32 = i32::MAX as u32;

    /// Returns the variable with this number, or `None` for 0 and for numbers beyond [`Var::MAX`].
    pub fn new(number: u32) -> Option<Var> {
        (1..=Var::MAX)
            .contains(&number)
            .then_some(Var(number as i32))
    }

    /// Returns its DIMACS number, from 1.
    pub fn number(self) -> u32 {
        self.0 as u32
    }

    /// Returns the positive literal.
    pub fn pos(self) -> Lit {
        Lit(self.0)
    }

    /// Returns the negative literal.
    #[expect(
        clippy::should_implement_trait,
        reason = "-v would not say that it makes a literal"
    )]
    pub fn neg(self) -> Lit {
        Lit(-self.0)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(i32);

impl Lit {
    /// Returns the literal of a DIMACS number, or `None` for 0 and for −2³¹.
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        (number != 0 && number != i32::MIN).then_some(Lit(number))
    }

    /// Returns its DIMACS number: never 0, negative for a negated variable.
    pub fn to_dimacs(self) -> i32 {
        self.0
    }

    /// Returns its variable.
    pub fn var(self) -> Var {
        Var(self.0.abs())
    }

    /// Returns true for a positive literal.
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

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

/// Returns the clauses of y → a ⊕ b.
pub fn implies_xor<T: Copy + Not<Output = T>>(y: T, a: T, b: T) -> [[T; 3]; 2] {
    [[!y, a, b], [!y, !a, !b]]
}

/// Returns the clauses of y = a ⊕ b.
pub fn xor<T: Copy + Not<Output = T>>(y: T, a: T, b: T) -> [[T; 3]; 4] {
    [[!y, a, b], [!y, !a, !b], [y, !a, b], [y, a, !b]]
}

/// A block of consecutively numbered variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vars {
    first: u32,
    len: u32,
}

impl Vars {
    /// Returns `len` variables: `first`, `first + 1`, ….
    ///
    /// # Panics
    /// If one of the numbers is not a variable number.
    pub fn new(first: u32, len: u32) -> Vars {
        assert!(
            first >= 1 && u64::from(first) + u64::from(len) <= u64::from(Var::MAX) + 1,
            "variables {first}.. ({len} of them) leave the range 1..=2^31-1"
        );
        Vars { first, len }
    }

    /// Takes the next `count` variables after the first `taken` ones, and adds them to `taken`.
    ///
    /// # Panics
    /// If fewer numbers remain.
    pub fn take(taken: &mut u32, count: u32) -> Vars {
        let block = Vars::new(*taken + 1, count);
        *taken += count;
        block
    }

    /// Returns the number of the first variable; of none, the number that is the next to be taken.
    pub fn first(self) -> u32 {
        self.first
    }

    /// Returns their number.
    pub fn len(self) -> u32 {
        self.len
    }

    /// Returns true if there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the variable at a 0-based index below [`Vars::len`].
    pub fn get(self, index: u32) -> Var {
        debug_assert!(index < self.len);
        Var((self.first + index) as i32)
    }

    /// Returns `len` of them, from a 0-based index on.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn part(self, index: u32, len: u32) -> Vars {
        assert!(
            index <= self.len && len <= self.len - index,
            "beyond the last"
        );
        Vars::new(self.first + index, len)
    }

    /// Returns all of them in order.
    pub fn iter(self) -> impl Iterator<Item = Var> {
        (0..self.len).map(move |index| self.get(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_of_the_variable_range() {
        assert_eq!(Var::new(0), None);
        assert_eq!(Var::new(1 << 31), None);
        assert_eq!(Var::new(Var::MAX).unwrap().neg().to_dimacs(), -i32::MAX);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
    }
}
