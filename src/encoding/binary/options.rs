//! What the binary encoding lets one choose.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Which clauses to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How steps are kept on different vertices.
    pub different: Different,
    /// Forbid vertices at steps at which no tour is there: too far from a fixed end, or of the
    /// wrong colour. A closed tour without a fixed end is made to start on the first vertex of
    /// least degree. Where a cheap reason rules every tour out, there is a single empty clause.
    pub prune: bool,
}

impl Options {
    /// What is used where nothing is asked for.
    pub const DEFAULT: Options = Options {
        different: Different::Pairwise,
        prune: true,
    };
}

impl Default for Options {
    fn default() -> Options {
        Options::DEFAULT
    }
}

/// How steps are kept on different vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Different {
    /// Any two steps differ in a bit.
    Pairwise,
    /// Every vertex selects a step.
    Selector,
}

impl Different {
    /// Both.
    pub const ALL: [Different; 2] = [Different::Pairwise, Different::Selector];
}

impl fmt::Display for Different {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Different::Pairwise => "pairwise",
            Different::Selector => "selector",
        })
    }
}

/// Not the name of a way to keep steps different.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("'{}' is no way to keep squares different: write pairwise or selector", .0.escape_debug())]
pub struct UnknownDifferent(String);

impl FromStr for Different {
    type Err = UnknownDifferent;

    fn from_str(text: &str) -> Result<Different, UnknownDifferent> {
        let named = |different: &Different| different.to_string() == text;
        let different = Different::ALL.into_iter().find(named);
        different.ok_or_else(|| UnknownDifferent(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for different in Different::ALL {
            assert_eq!(different.to_string().parse(), Ok(different));
        }
        let error = "both".parse::<Different>().unwrap_err().to_string();
        assert!(error.starts_with("'both' is no way"), "{error}");
    }
}
