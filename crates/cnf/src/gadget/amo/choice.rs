//! Encodings by name, one or two of them.

use super::Amo;
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

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
