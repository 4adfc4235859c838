//! Options of encodings: a struct each, in the encoding's own file, whose fields are all that need be
//! written down. From them come the options of the command line (clap), the comments of files and
//! what is read back from them (serde), and the words in tables.

use crate::problem::{Kind, Problem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// The options of an encoding.
pub trait Settings: Copy + Default + PartialEq + Serialize + DeserializeOwned {
    /// Whether an option means anything beside the others: `amo` does not where there are edges.
    fn has(&self, _key: &str) -> bool {
        true
    }
}

/// Why an option cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SetError {
    /// The encoding has no such option.
    #[error("has no option '{0}'")]
    Unknown(String),
    /// The option has no such value, and why.
    #[error("{0}")]
    Value(String),
}

/// Key and value of every option, by key; of those that are not set none.
pub fn entries<T: Settings>(options: &T) -> Vec<(String, String)> {
    let entry = |(key, value)| {
        let value = match value {
            Value::Null => return None,
            Value::Bool(yes) => if yes { "yes" } else { "no" }.to_string(),
            Value::String(text) => text,
            other => other.to_string(),
        };
        Some((key, value))
    };
    fields(options).into_iter().filter_map(entry).collect()
}

/// Whether there is such an option, and it means anything beside the others.
pub fn has<T: Settings>(options: &T, key: &str) -> bool {
    fields(options).contains_key(key) && options.has(key)
}

/// Sets an option to what a text says.
pub fn set<T: Settings>(options: &mut T, key: &str, text: &str) -> Result<(), SetError> {
    let mut fields = fields(options);
    let unknown = || SetError::Unknown(key.to_string());
    let field = fields.get_mut(key).ok_or_else(unknown)?;
    *field = match (&*field, text) {
        (Value::Bool(_), "yes") => Value::Bool(true),
        (Value::Bool(_), "no") => Value::Bool(false),
        (Value::Bool(_), _) => return Err(SetError::Value("write yes or no".into())),
        (_, text) => match text.parse::<u64>() {
            Ok(number) => Value::from(number),
            Err(_) => Value::from(text),
        },
    };
    let read = serde_json::from_value(Value::Object(fields));
    *options = read.map_err(|error| SetError::Value(error.to_string()))?;
    Ok(())
}

fn fields<T: Settings>(options: &T) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => fields,
        // Options without fields.
        _ => Map::new(),
    }
}

/// Reads yes or no.
#[cfg(feature = "cli")]
pub(super) fn yes_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".into()),
    }
}

/// How many of a tour and its reverse are models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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
