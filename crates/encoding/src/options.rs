//! Options of encodings: a struct for each encoding, in its own file. The fields of the struct
//! define the options of the command line (clap), the comments of files (serde, both ways), and the
//! words in tables.
//!
//! ```
//! use knightsat_encoding::Name;
//!
//! let mut style = Name::Crt.style();
//! style.set("modulus", 21)?;
//! assert!(style.set("hue", "blue").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::Encoding;
use knightsat_tour::{Kind, Problem};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// An error of an option.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// The option does not exist.
    #[error("has no option '{0}'")]
    Unknown(String),
    /// The option does not accept the value, with the reason.
    #[error("{0}")]
    Value(String),
}

impl Encoding {
    /// Returns the options with their values, by key, `null` if they are not set.
    pub fn options(&self) -> Map<String, Value> {
        let mut options = map(self);
        options.remove("encoding");
        options
    }

    /// Returns true if the encoding has this option, and it has an effect with the others: `amo`
    /// has no effect on edges.
    pub fn has(&self, key: &str) -> bool {
        let options = self.options();
        let is_on_edges = options.get("variables").is_some_and(|kind| kind == "edges");
        options.contains_key(key) && !(is_on_edges && ["amo", "directions"].contains(&key))
    }
}

/// Returns the fields of a struct.
pub(crate) fn map(fields: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(fields) {
        Ok(Value::Object(map)) => map,
        other => panic!("not a struct: {other:?}"),
    }
}

/// Reads yes or no.
#[cfg(feature = "clap")]
pub fn yes_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".into()),
    }
}

/// The number of models of a tour and its reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// One of them for open tours with both ends free, which halves the variables; otherwise both
    #[default]
    Auto,
    /// Only one of them, if the ends permit both
    One,
    /// Both of them
    Both,
}

impl Directions {
    /// Returns true if one of a tour and its reverse must be excluded.
    pub fn is_one(self, problem: &Problem) -> bool {
        let is_free = problem.start().is_none() && problem.end().is_none();
        match self {
            Directions::Auto => problem.kind() == Kind::Open && is_free,
            Directions::One => true,
            Directions::Both => false,
        }
    }
}
