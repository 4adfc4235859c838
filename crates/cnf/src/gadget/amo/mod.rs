//! At-most-one constraints: at most one of some literals is true.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_cnf::gadget::amo::Amo;
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

mod encodings;

use crate::sink::ClauseSink;
use crate::{Lit, Var};
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

pub use encodings::{bimander, bitwise, commander, ladder, pairwise, product, sequential};

/// The default group size of [`commander()`] and [`bimander()`].
pub const GROUP: usize = 4;

/// Makes [`Amo`] from a table. Each line has a description, the variant and its name, and the
/// function (with the group size, if any). The last entry is true if the
/// fresh variables are determined.
macro_rules! family {
    ($($(#[$doc:meta])* $variant:ident $name:literal $function:ident $(($group:expr))? $determined:literal)*) => {
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

            /// Returns true if the literals determine the fresh variables. Splitting the clauses to
            /// three literals preserves this: a longer clause has exactly one true literal in every
            /// model.
            pub fn is_parsimonious(self) -> bool {
                match self {
                    $(Amo::$variant => $determined,)*
                }
            }
        }
    };
}

family! {
    /// All pairs.
    Pairwise "pairwise" pairwise true
    /// A staircase of variables "one of the first i", defined by equivalences.
    Ladder "ladder" ladder true
    /// A staircase like the ladder, defined in one direction only.
    Sequential "sequential" sequential false
    /// Rows and columns of a square grid.
    Product "product" product false
    /// A variable for each small group, "one of these", recursively.
    Commander "commander" commander(GROUP) true
    /// Pairs within small groups, the group's number in binary.
    Bimander "bimander" bimander(GROUP) false
    /// The literal's number in binary.
    Bitwise "bitwise" bitwise false
}

/// Up to this number of literals [`product()`] and [`commander()`] use all pairs: splitting them
/// further would save no clause.
const SMALL: usize = 6;

/// Returns the next `count` variables, as literals to be constrained in turn.
fn fresh<S: ClauseSink + ?Sized>(count: usize, sink: &mut S) -> Vec<Lit> {
    let count = u32::try_from(count).expect("fewer literals than variable numbers");
    sink.new_vars(count).iter().map(Var::pos).collect()
}

/// An error: the text does not name an encoding.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum UnknownAmo {
    /// No encoding has this name.
    #[error("'{0}' is not an at-most-one encoding: write one of {all}", all = Amo::ALL.iter().join(", "))]
    Name(String),
    /// One encoding is required, and the text names two.
    #[error("'{0}' names two at-most-one encodings: one is used for all constraints")]
    Two(String),
}

impl fmt::Display for Amo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Amo {
    type Err = UnknownAmo;

    fn from_str(name: &str) -> Result<Amo, UnknownAmo> {
        let named = Amo::ALL.into_iter().find(|amo| amo.name() == name);
        let unknown = || UnknownAmo::Name(name.to_string());
        named.ok_or_else(unknown)
    }
}

/// One at-most-one encoding for all constraints, or the default of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OneAmo(pub Option<Amo>);

impl fmt::Display for OneAmo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.map_or("auto", Amo::name))
    }
}

impl FromStr for OneAmo {
    type Err = UnknownAmo;

    fn from_str(text: &str) -> Result<OneAmo, UnknownAmo> {
        if let Some((one, other)) = text.split_once(',') {
            let (one, other): (OneAmo, OneAmo) = (one.parse()?, other.parse()?);
            let two = || UnknownAmo::Two(text.to_string());
            return (one == other).then_some(one).ok_or_else(two);
        }
        match text {
            "auto" => Ok(OneAmo(None)),
            name => name.parse().map(|amo| OneAmo(Some(amo))),
        }
    }
}

/// The at-most-one encodings of squares per step, and of steps per square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amos {
    /// At most one square per step.
    pub steps: Amo,
    /// At most one step per square.
    pub squares: Amo,
}

impl Amos {
    /// Returns one encoding for both.
    pub const fn both(amo: Amo) -> Amos {
        Amos {
            steps: amo,
            squares: amo,
        }
    }
}

/// The best for the position encoding, by measurement.
impl Default for Amos {
    fn default() -> Amos {
        Amos::both(Amo::Product)
    }
}

impl fmt::Display for Amos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Amos { steps, squares } = self;
        if steps == squares {
            f.pad(steps.name())
        } else {
            f.pad(&format!("{steps},{squares}"))
        }
    }
}

impl FromStr for Amos {
    type Err = UnknownAmo;

    fn from_str(text: &str) -> Result<Amos, UnknownAmo> {
        let (steps, squares) = text.split_once(',').unwrap_or((text, text));
        let default = Amos::default();
        Ok(Amos {
            steps: steps.parse::<OneAmo>()?.0.unwrap_or(default.steps),
            squares: squares.parse::<OneAmo>()?.0.unwrap_or(default.squares),
        })
    }
}

knightsat_base::by_text!(Amo, OneAmo, Amos);
