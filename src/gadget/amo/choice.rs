//! The family as one type: an encoding by name, with its size and what it is good for.

use super::{GROUP, bimander, bitwise, commander, ladder, pairwise, product, sequential};
use crate::cnf::Lit;
use crate::sink::{ClauseSink, Size};
use clap::ValueEnum;
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An at-most-one encoding, by name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Amo {
    /// All pairs.
    Pairwise,
    /// A staircase of variables "one of the first i", defined by equivalences.
    Ladder,
    /// The same staircase, defined in one direction only.
    Sequential,
    /// Rows and columns of a square grid.
    Product,
    /// A variable for each small group, "one of these", and so on upwards.
    Commander,
    /// Pairs within small groups, the group's number in binary.
    Bimander,
    /// The literal's number in binary.
    Bitwise,
}

/// Not the name of an encoding.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("'{0}' is no at-most-one encoding: write one of {all}", all = Amo::ALL.iter().join(", "))]
pub struct UnknownAmo(String);

impl Amo {
    /// All of them.
    pub const ALL: [Amo; 7] = [
        Amo::Pairwise,
        Amo::Ladder,
        Amo::Sequential,
        Amo::Product,
        Amo::Commander,
        Amo::Bimander,
        Amo::Bitwise,
    ];

    /// Says that at most one of `lits` is true.
    pub fn at_most_one<S: ClauseSink + ?Sized>(self, lits: &[Lit], sink: &mut S) {
        match self {
            Amo::Pairwise => pairwise(lits, sink),
            Amo::Ladder => ladder(lits, sink),
            Amo::Sequential => sequential(lits, sink),
            Amo::Product => product(lits, sink),
            Amo::Commander => commander(lits, sink, GROUP),
            Amo::Bimander => bimander(lits, sink, GROUP),
            Amo::Bitwise => bitwise(lits, sink),
        }
    }

    /// The fresh variables, clauses and literals that [`Amo::at_most_one`] takes for `n` literals,
    /// by formula. For any `n` up to 2³².
    pub fn size(self, n: u64) -> Size {
        match self {
            Amo::Pairwise => pairwise::size(n),
            Amo::Ladder => ladder::size(n),
            Amo::Sequential => sequential::size(n),
            Amo::Product => product::size(n),
            Amo::Commander => commander::size(n, GROUP as u64),
            Amo::Bimander => bimander::size(n, GROUP as u64),
            Amo::Bitwise => bitwise::size(n),
        }
    }

    /// Whether the literals determine the fresh variables. Splitting the clauses to three literals
    /// keeps it so: of a longer clause exactly one literal is true in every model.
    pub fn determined(self) -> bool {
        match self {
            Amo::Pairwise | Amo::Ladder | Amo::Commander => true,
            Amo::Sequential | Amo::Product | Amo::Bimander | Amo::Bitwise => false,
        }
    }
}

impl fmt::Display for Amo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().expect("no encoding is hidden");
        f.pad(value.get_name())
    }
}

impl FromStr for Amo {
    type Err = UnknownAmo;

    fn from_str(name: &str) -> Result<Amo, UnknownAmo> {
        <Amo as ValueEnum>::from_str(name, false).map_err(|_| UnknownAmo(name.to_string()))
    }
}
