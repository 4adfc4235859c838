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
//!     assert_eq!(formula.size().clauses, amo.size(20).clauses, "{}", amo.name());
//! }
//! ```
//!
//! Every encoding is a free function over a slice and a sink, in a file of its own with its size
//! formula and its paper; [`Amo`] picks one by name. In all of them unit propagation alone makes
//! the other literals false once one is true, and finds the conflict once two are.
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
//! to exactly one model. Then plain model counting counts the choices themselves; otherwise the
//! count must be projected on them. Where exactly one of the literals is true, as everywhere in the
//! position encoding, it determines the fresh variables of all of them.

mod bimander;
mod bitwise;
mod commander;
mod ladder;
mod pairwise;
mod product;
mod sequential;

use crate::sink::{ClauseSink, Size};
use crate::{Lit, Var};
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

pub use self::bimander::bimander;
pub use self::bitwise::bitwise;
pub use self::commander::commander;
pub use self::ladder::ladder;
pub use self::pairwise::pairwise;
pub use self::product::product;
pub use self::sequential::sequential;

/// The group size of [`commander()`] and [`bimander()`] unless another is asked for.
pub const GROUP: usize = 4;

/// Makes [`Amo`] from a table: what it is, its variant and name, the function in the module of the same
/// name (with the size of its groups, if it has any), and whether its fresh variables are determined.
macro_rules! family {
    ($($(#[$doc:meta])* $variant:ident $name:literal $module:ident $(($group:expr))? $determined:literal)*) => {
        /// An at-most-one encoding, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Amo {
            $($(#[$doc])* $variant,)*
        }

        impl Amo {
            /// All of them.
            pub const ALL: [Amo; [$($name),*].len()] = [$(Amo::$variant,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Amo::$variant => $name,)*
                }
            }

            /// Says that at most one of `lits` is true.
            pub fn at_most_one<S: ClauseSink + ?Sized>(self, lits: &[Lit], sink: &mut S) {
                match self {
                    $(Amo::$variant => $module(lits, sink $(, $group)?),)*
                }
            }

            /// The fresh variables, clauses and literals that [`Amo::at_most_one`] takes for `n`
            /// literals, by formula. For any `n` up to 2³².
            pub fn size(self, n: u64) -> Size {
                match self {
                    $(Amo::$variant => $module::size(n $(, $group as u64)?),)*
                }
            }

            /// Whether the literals determine the fresh variables. Splitting the clauses to three
            /// literals keeps it so: of a longer clause exactly one literal is true in every model.
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
    /// The same staircase, defined in one direction only.
    Sequential "sequential" sequential false
    /// Rows and columns of a square grid.
    Product "product" product false
    /// A variable for each small group, "one of these", and so on upwards.
    Commander "commander" commander(GROUP) true
    /// Pairs within small groups, the group's number in binary.
    Bimander "bimander" bimander(GROUP) false
    /// The literal's number in binary.
    Bitwise "bitwise" bitwise false
}

/// Up to this many literals [`product()`] and [`commander()`] take all pairs: splitting them further
/// would save no clause.
const SMALL: usize = 6;

/// The next `count` variables, as literals to be constrained in turn.
fn fresh<S: ClauseSink + ?Sized>(count: usize, sink: &mut S) -> Vec<Lit> {
    let count = u32::try_from(count).expect("fewer literals than variable numbers");
    sink.new_vars(count).iter().map(Var::pos).collect()
}

/// The size of a formula whose clauses are all binary.
fn binary(variables: u64, clauses: u64) -> Size {
    Size {
        variables,
        clauses,
        literals: 2 * clauses,
    }
}

/// Not the name of an encoding.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum UnknownAmo {
    /// There is none of this name.
    #[error("'{0}' is not an at-most-one encoding: write one of {all}", all = Amo::ALL.iter().join(", "))]
    Name(String),
    /// One is wanted.
    #[error("'{0}' names two at-most-one encodings, and one is taken for everything")]
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

/// One at-most-one encoding for everything, or what suits each constraint.
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
    /// Of squares per step.
    pub steps: Amo,
    /// Of steps per square.
    pub squares: Amo,
}

impl Amos {
    /// The same for both.
    pub const fn both(amo: Amo) -> Amos {
        Amos {
            steps: amo,
            squares: amo,
        }
    }
}

/// What is best for the position encoding, by measurement.
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
