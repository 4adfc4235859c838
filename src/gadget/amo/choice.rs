//! The family as one type: an encoding by name, with its size and what it is good for.

use super::{GROUP, bimander, bitwise, commander, ladder, pairwise, product, sequential};
use crate::cnf::Lit;
use crate::sink::{ClauseSink, Size};
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

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
            pub fn determined(self) -> bool {
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
        match steps == squares {
            true => f.pad(steps.name()),
            false => f.pad(&format!("{steps},{squares}")),
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

/// In files and documents by name.
macro_rules! by_name {
    ($($type:ty)*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <std::borrow::Cow<str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

by_name!(Amo OneAmo Amos);
