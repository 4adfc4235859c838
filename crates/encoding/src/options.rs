//! Options of encodings: a struct each, in the encoding's own file, whose fields are all that need be
//! written down. From them come the options of the command line (clap), the comments of files and
//! what is read back from them (serde), and the words in tables.
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

/// The options of an encoding.
pub trait Settings {
    /// Returns true if an option means anything beside the others: `amo` does not on edges.
    fn has(&self, _key: &str) -> bool {
        true
    }
}

/// Why an option cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SetError {
    /// There is no such option.
    #[error("has no option '{0}'")]
    Unknown(String),
    /// The option has no such value, and why.
    #[error("{0}")]
    Value(String),
}

impl Encoding {
    /// The options with their values, by key, `null` if they are not set.
    pub fn options(&self) -> Map<String, Value> {
        let mut options = map(self);
        options.remove("encoding");
        options
    }
}

/// The fields of a struct.
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

/// How many of a tour and its reverse are models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// One of them for open tours with both ends free, which also halves the variables, otherwise both
    #[default]
    Auto,
    /// Only one of them, where the ends leave both possible
    One,
    /// Both of them
    Both,
}

impl Directions {
    /// Whether one of a tour and its reverse is to be ruled out.
    pub fn is_one(self, problem: &Problem) -> bool {
        let is_free = problem.start().is_none() && problem.end().is_none();
        match self {
            Directions::Auto => problem.kind() == Kind::Open && is_free,
            Directions::One => true,
            Directions::Both => false,
        }
    }
}
