//! At-most-one constraints: at most one of some literals is true.
//!
//! ```
//! # mod knightsat { pub use knightsat_cnf as cnf; }
//! use knightsat::cnf::gadget::amo::Amo;
//! use knightsat::cnf::sink::{ClauseSink, Cnf};
//!
//! for amo in Amo::ALL {
//!     let mut formula = Cnf::default();
//!     let lits: Vec<_> = formula.new_vars(20).iter().map(|var| var.pos()).collect();
//!     amo.at_most_one(&lits, &mut formula);
//!     assert!(formula.size().clauses <= 20 * 19 / 2, "{}", amo.name());
//! }
//! ```
//!
//! Every encoding is a function over a slice and a sink, with its size formula and its paper;
//! [`Amo`] selects one by name. In all of them unit propagation makes the other literals
//! false once one is true, and finds the conflict once two are true.
//!
//! | encoding | clauses | fresh variables | determined |
//! | --- | --- | --- | --- |
//! | [`pairwise()`] | n(n−1)/2 | 0 | yes |
//! | [`ladder()`] | 4n−5 | n−1 | yes |
//! | [`sequential()`] | 3n−4 | n−1 | no |
//! | [`product()`] | 2n + 4√n + O(n^¼) | 2√n + O(n^¼) | no |
//! | [`commander()`] | about 11n/3 | about n/3 | yes |
//! | [`bimander()`] | n⌈log₂⌈n/4⌉⌉ + about 3n/2 | ⌈log₂⌈n/4⌉⌉ | no |
//! | [`bitwise()`] | n⌈log₂ n⌉ | ⌈log₂ n⌉ | no |
//!
//! Fresh variables are *determined* if every choice of the literals with at most one true extends
//! to exactly one model. Then plain model counting counts the choices; otherwise the count must be
//! projected on them. If exactly one of the literals is true, as always in the position encoding,
//! it determines the fresh variables of all encodings.

mod groups;
mod staircase;

pub use groups::{bimander, bitwise, commander};
pub use staircase::{ladder, sequential};

use crate::sink::ClauseSink;
use crate::{Lit, Var};
use knightsat_base::text::{ParseError, one_of};
use std::fmt;
use std::str::FromStr;

/// The default group size of [`commander()`] and [`bimander()`].
#[doc(hidden)]
pub const GROUP: usize = 4;

/// Makes [`Amo`] from a table. Each line has a description, the variant and its name, and the
/// function, with the group size if it has one.
macro_rules! family {
    ($($(#[$doc:meta])* $variant:ident $name:literal $function:ident $(($group:expr))?)*) => {
        /// An at-most-one encoding, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Amo {
            $($(#[$doc])* $variant,)*
        }

        impl Amo {
            /// All encodings.
            pub const ALL: [Amo; [$($name),*].len()] = [$(Amo::$variant,)*];

            /// Returns its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Amo::$variant => $name,)*
                }
            }

            /// Requires that at most one of `lits` is true.
            pub fn at_most_one<S: ClauseSink + ?Sized>(self, lits: &[Lit], sink: &mut S) {
                match self {
                    $(Amo::$variant => $function(lits, sink $(, $group)?),)*
                }
            }
        }
    };
}

family! {
    /// All pairs.
    Pairwise "pairwise" pairwise
    /// A staircase of variables "one of the first i", defined by equivalences.
    Ladder "ladder" ladder
    /// A staircase like the ladder, defined in one direction only.
    Sequential "sequential" sequential
    /// Rows and columns of a square grid.
    Product "product" product
    /// A variable for each small group, "one of these", recursively.
    Commander "commander" commander(GROUP)
    /// Pairs within small groups, the group's number in binary.
    Bimander "bimander" bimander(GROUP)
    /// The literal's number in binary.
    Bitwise "bitwise" bitwise
}

impl fmt::Display for Amo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Amo {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Amo, ParseError> {
        one_of(Amo::ALL, "an at-most-one encoding", name)
    }
}

/// The at-most-one encodings of a formula, or the default of each constraint: of squares per step
/// and steps per square, if these may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amos {
    /// At most one square per step.
    pub steps: Option<Amo>,
    /// At most one step per square.
    pub squares: Option<Amo>,
}

impl Amos {
    /// The default of each constraint.
    pub const AUTO: Amos = Amos::both(None);

    /// The best for the position encoding, by measurement.
    pub const PRODUCT: Amos = Amos::both(Some(Amo::Product));

    /// Returns one encoding for both.
    pub const fn both(amo: Option<Amo>) -> Amos {
        Amos {
            steps: amo,
            squares: amo,
        }
    }

    /// Fails if there are two.
    pub fn one(self) -> Result<(), ParseError> {
        if self.steps == self.squares {
            return Ok(());
        }
        let reason = "names two at-most-one encodings: one is used for all constraints";
        Err(ParseError::of(&self.to_string(), reason))
    }
}

impl fmt::Display for Amos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [self.steps, self.squares].map(|amo| amo.map_or("auto", Amo::name));
        match names {
            [steps, squares] if steps == squares => f.pad(steps),
            names => f.pad(&names.join(",")),
        }
    }
}

impl FromStr for Amos {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Amos, ParseError> {
        let (steps, squares) = text.split_once(',').unwrap_or((text, text));
        let amo = |name: &str| match name {
            "auto" => Ok(None),
            name => name.parse().map(Some),
        };
        Ok(Amos {
            steps: amo(steps)?,
            squares: amo(squares)?,
        })
    }
}

knightsat_base::by_text!(Amo, Amos);

/// Up to this number of literals [`product()`] and [`commander()`] use all pairs: splitting them
/// further would save no clause.
const SMALL: usize = 6;

/// Requires at most one of `lits`, by all pairs.
///
/// Pairwise: ¬a ∨ ¬b for every pair. Also called binomial, direct or naive.
///
/// Size: n(n−1)/2 clauses, n(n−1) literals, no fresh variables. For n = 64: 2016 clauses, as in the
/// literature.
///
/// Determined: yes, without fresh variables.
///
/// Folklore; the baseline of Alan M. Frisch and Paul A. Giannaros, SAT encodings of the at-most-k
/// constraint, ModRef 2010.
pub fn pairwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    sink.pairwise(lits);
}

/// Returns the next `count` variables, as literals to be constrained in turn.
fn fresh<S: ClauseSink + ?Sized>(count: usize, sink: &mut S) -> Vec<Lit> {
    let count = u32::try_from(count).expect("fewer literals than variable numbers");
    sink.new_vars(count).iter().map(Var::pos).collect()
}

/// Requires at most one of `lits`, by rows and columns.
///
/// Product: the literals fill a grid of p rows and q columns, line by line; any two differ in the
/// row or in the column. Fresh u for the rows, v for the columns:
///
/// - ¬x ∨ u(row of x), ¬x ∨ v(column of x) for every literal x,
/// - at most one u, at most one v, recursively.
///
/// p = ⌈√n⌉ and q = ⌈n/p⌉, so every row and column is in use. Up to six literals, all pairs have no
/// more clauses and end the recursion.
///
/// Size for n > 6: P(n) = 2n + P(p) + P(q) clauses, all binary, and F(n) = p + q + F(p) + F(q)
/// fresh variables; P(n) = n(n−1)/2 and F(n) = 0 for n ≤ 6. That is 2n + 4√n + O(n^¼) and 2√n +
/// O(n^¼). For n = 64: 172 clauses and 28 fresh. The literature has 184 and 16, with all pairs of
/// the 8 rows and of the 8 columns. Recursion saves 12 clauses for 12 variables.
///
/// Determined: no. If no literal is true, any one row and any one column may be.
///
/// Jingchao Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.
pub fn product<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    if lits.len() <= SMALL {
        return sink.pairwise(lits);
    }
    let count = (lits.len() - 1).isqrt() + 1;
    let rows = fresh(count, sink);
    let columns = fresh(lits.len().div_ceil(count), sink);
    for (line, &row) in lits.chunks(columns.len()).zip(&rows) {
        for (&lit, &column) in line.iter().zip(&columns) {
            sink.clause(&[!lit, row]);
            sink.clause(&[!lit, column]);
        }
    }
    product(&rows, sink);
    product(&columns, sink);
}
