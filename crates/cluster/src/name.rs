//! Names of parts: `7`, and `7.2` for the second part of the seventh, which was split again.
//!
//! ```
//! use knightsat_cluster::name::PartName;
//!
//! let part: PartName = "7.2".parse()?;
//! assert_eq!(part, PartName::new(7).child(2));
//! assert!("7.0".parse::<PartName>().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The name of a part: numbers from 1, the first one that of a part of the folder, each later one that
/// of a part of the part before.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PartName(Vec<u32>);

/// What is no name of a part.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{0}' is not the name of a part: write a number, such as 7, or 7.2 for a part of it")]
pub struct NoPartName(String);

impl PartName {
    /// The part with this number, from 1.
    pub fn new(number: u32) -> PartName {
        PartName(vec![number])
    }

    /// The part of it with this number, from 1.
    pub fn child(&self, number: u32) -> PartName {
        let numbers = self.0.iter().copied().chain([number]);
        PartName(numbers.collect())
    }

    /// Whether it is this part, or a part of it.
    pub fn is_within(&self, part: &PartName) -> bool {
        self.0.starts_with(&part.0)
    }

    /// The number of the part of the folder that it is, or is a part of.
    pub fn first(&self) -> u32 {
        self.0[0]
    }
}

impl fmt::Display for PartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

impl FromStr for PartName {
    type Err = NoPartName;

    fn from_str(text: &str) -> Result<PartName, NoPartName> {
        let number = |word: &str| {
            let number: u32 = word.parse().ok()?;
            (number > 0 && number.to_string() == word).then_some(number)
        };
        let numbers: Option<Vec<u32>> = text.split('.').map(number).collect();
        numbers
            .map(PartName)
            .ok_or_else(|| NoPartName(text.to_string()))
    }
}

impl From<PartName> for String {
    fn from(name: PartName) -> String {
        name.to_string()
    }
}

impl TryFrom<String> for PartName {
    type Error = NoPartName;

    fn try_from(text: String) -> Result<PartName, NoPartName> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_one_way() {
        let name: PartName = "7.12".parse().unwrap();
        assert_eq!((name.to_string(), name.first()), ("7.12".to_string(), 7));
        assert_eq!(PartName::new(7).child(12), name);
        for wrong in ["", "0", "07", "+7", "7.", ".7", "7.0", "a", "../7"] {
            assert!(wrong.parse::<PartName>().is_err(), "{wrong}");
        }
    }
}
