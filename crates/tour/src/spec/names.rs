//! What the fields say: moves, steps and leaps as they are written.

use knightsat_base::quote::quote;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A move: the names of its two squares, or vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MoveName(pub [String; 2]);

/// Not a move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{}' is not a move: write its two squares, such as a1-c2", quote(.0))]
pub struct NotAMove(String);

impl FromStr for MoveName {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<MoveName, NotAMove> {
        let ends = text
            .split_once('-')
            .map(|(a, b)| [a, b].map(str::to_string));
        let ends = ends.filter(|[a, b]| !a.is_empty() && !b.is_empty() && !b.contains('-'));
        ends.map(MoveName).ok_or_else(|| NotAMove(text.to_string()))
    }
}

impl TryFrom<String> for MoveName {
    type Error = NotAMove;

    fn try_from(text: String) -> Result<MoveName, NotAMove> {
        text.parse()
    }
}

impl From<MoveName> for String {
    fn from(name: MoveName) -> String {
        name.to_string()
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0[0], self.0[1])
    }
}

/// A step, from 1, and the name of a square, or vertex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StepName(pub u32, pub String);

/// Not a step with a square.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{}' is not a step with its square: write, for example, 17=d5", quote(.0))]
pub struct NotAStep(String);

impl FromStr for StepName {
    type Err = NotAStep;

    fn from_str(text: &str) -> Result<StepName, NotAStep> {
        let parts = text.split_once('=').filter(|(_, name)| !name.is_empty());
        let parts = parts.and_then(|(step, name)| Some((step.parse().ok()?, name)));
        let parts = parts.map(|(step, name)| StepName(step, name.to_string()));
        parts.ok_or_else(|| NotAStep(text.to_string()))
    }
}

impl TryFrom<String> for StepName {
    type Error = NotAStep;

    fn try_from(text: String) -> Result<StepName, NotAStep> {
        text.parse()
    }
}

impl From<StepName> for String {
    fn from(name: StepName) -> String {
        name.to_string()
    }
}

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.0, self.1)
    }
}

/// A leap: so many squares one way, and so many the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Leap(pub u32, pub u32);

/// Not a leap.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("write the two distances of the leap, such as 1,2")]
pub struct NoLeap;

impl FromStr for Leap {
    type Err = NoLeap;

    fn from_str(text: &str) -> Result<Leap, NoLeap> {
        let parts = text.split_once(',');
        let leap = parts.and_then(|(a, b)| a.parse().ok().zip(b.parse().ok()));
        leap.map(|(a, b)| Leap(a, b)).ok_or(NoLeap)
    }
}

impl TryFrom<String> for Leap {
    type Error = NoLeap;

    fn try_from(text: String) -> Result<Leap, NoLeap> {
        text.parse()
    }
}

impl From<Leap> for String {
    fn from(leap: Leap) -> String {
        leap.to_string()
    }
}

impl fmt::Display for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}
