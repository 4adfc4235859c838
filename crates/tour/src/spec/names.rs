//! Moves, and squares at steps, by name.

use knightsat_base::text::ParseError;
use std::fmt;
use std::str::FromStr;

/// A move: the names of its two squares, or vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveName(pub [String; 2]);

impl FromStr for MoveName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<MoveName, ParseError> {
        match text.split('-').collect::<Vec<_>>()[..] {
            [a, b] if !a.is_empty() && !b.is_empty() => Ok(MoveName([a, b].map(str::to_string))),
            _ => {
                let rest = "is not a move: write its two squares, such as a1-c2";
                Err(ParseError::of(text, rest))
            }
        }
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0[0], self.0[1])
    }
}

/// A step, from 1, and the name of a square, or vertex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepName(pub u32, pub String);

impl FromStr for StepName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<StepName, ParseError> {
        let parts = text
            .split_once('=')
            .filter(|(_, name)| !name.is_empty())
            .and_then(|(step, name)| Some((step.parse().ok()?, name)))
            .map(|(step, name)| StepName(step, name.to_string()));
        parts.ok_or_else(|| {
            let rest = "is not a step with its square: write, for example, 17=d5";
            ParseError::of(text, rest)
        })
    }
}

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.0, self.1)
    }
}

knightsat_base::by_text!(MoveName, StepName);
