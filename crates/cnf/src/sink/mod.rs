//! Sinks of clauses: the trait that every encoder writes to, formulas in memory, and adapters that
//! count, split and check clauses.
//!
//! ```
//! # mod knightsat { pub use knightsat_cnf as cnf; }
//! use knightsat::cnf::Clauses;
//! use knightsat::cnf::sink::{ClauseSink, Cnf, SizeTally, ThreeCnf};
//!
//! let mut formula = Cnf::default();
//! let mut split = ThreeCnf::new(&mut formula);
//! let lits: Vec<_> = split.new_vars(5).iter().map(|var| var.pos()).collect();
//! split.clause(&lits);
//! // Two more variables join three clauses.
//! assert_eq!((formula.variables(), formula.len()), (7, 3));
//!
//! let mut tally = SizeTally::default();
//! formula.write(&mut tally);
//! assert_eq!(tally.total(), formula.size());
//! ```

mod check;
mod cnf;
mod items;
mod once;
mod size;
mod three_cnf;
mod until;

pub use check::ModelCheck;
pub use cnf::Cnf;
pub use items::{each, each_alike};
pub use once::Once;
pub use size::{Size, SizeTally};
pub use three_cnf::ThreeCnf;
pub use until::Until;

use crate::{Lit, Term, Var, Vars};
use items::pair_by_pair;
use smallvec::SmallVec;
use std::ops::DerefMut;

/// A group of clauses with a common meaning.
#[derive(Debug, PartialEq, Eq)]
pub struct ClauseGroup {
    /// The name in sizes, comments and explanations.
    pub name: &'static str,
    /// The meaning of its clauses, in words.
    pub says: &'static str,
    /// Its meaning in symbols.
    pub formula: &'static str,
}

impl ClauseGroup {
    /// The group of variables that are taken before the first announced group.
    pub const VARIABLES: ClauseGroup = ClauseGroup::named("variables");

    /// Returns a group with its meaning.
    pub const fn new(name: &'static str, says: &'static str, formula: &'static str) -> ClauseGroup {
        ClauseGroup {
            name,
            says,
            formula,
        }
    }

    /// Returns a group without a description.
    pub const fn named(name: &'static str) -> ClauseGroup {
        ClauseGroup::new(name, "", "")
    }
}

/// Declares constants for groups of clauses. Each line has the constant, and the name of the group,
/// its meaning in words and in symbols.
#[macro_export]
macro_rules! clause_groups {
    ($($visibility:vis $constant:ident: $name:literal, $says:literal, $formula:literal;)*) => {
        $($visibility const $constant: $crate::sink::ClauseGroup =
            $crate::sink::ClauseGroup::new($name, $says, $formula);)*
    };
}

/// A receiver of variables and clauses.
///
/// Infallible on purpose, so that an encoder reads as logic: a sink that can fail keeps its first
/// error, and then [`ClauseSink::is_done`] returns true.
pub trait ClauseSink {
    /// Announces that the following clauses belong to this group.
    fn group(&mut self, _group: &'static ClauseGroup) {}

    /// Takes the next `count` variable numbers.
    fn new_vars(&mut self, count: u32) -> Vars;

    /// Takes the next variable number.
    fn new_var(&mut self) -> Var {
        self.new_vars(1).get(0)
    }

    /// Receives one clause, a disjunction; the empty slice is the empty clause.
    fn clause(&mut self, lits: &[Lit]);

    /// Receives ¬a ∨ ¬b for every pair of the literals. These are most clauses of a pairwise
    /// formula, so some sinks have a faster implementation.
    fn pairwise(&mut self, lits: &[Lit]) {
        pair_by_pair(lits, self);
    }

    /// Returns true if the sink needs no more clauses, so that an encoder may stop early.
    fn is_done(&self) -> bool {
        false
    }

    /// Returns the tally at the end of the sinks if they count the clauses and keep none.
    fn tally(&mut self) -> Option<&mut SizeTally> {
        None
    }
}

/// Writes the clause of these terms, unless one of them is known to be true. False terms are
/// omitted.
///
/// ```
/// use knightsat_cnf::Term;
/// use knightsat_cnf::sink::{ClauseSink, Cnf, clause};
///
/// let mut formula = Cnf::default();
/// let x = formula.new_var().pos();
/// clause([Term::Open(x), Term::FALSE], &mut formula);
/// clause([Term::Open(!x), Term::TRUE], &mut formula);
/// assert_eq!(formula.clauses().collect::<Vec<_>>(), [&[x][..]]);
/// ```
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

/// A sink behind a reference or in a box, perhaps of an unknown type.
impl<P: DerefMut<Target: ClauseSink>> ClauseSink for P {
    fn group(&mut self, group: &'static ClauseGroup) {
        (**self).group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        (**self).new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        (**self).clause(lits);
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        (**self).pairwise(lits);
    }

    fn is_done(&self) -> bool {
        (**self).is_done()
    }

    fn tally(&mut self) -> Option<&mut SizeTally> {
        (**self).tally()
    }
}
