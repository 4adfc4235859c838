//! JSON documents and other values, read with faults in a line of their own.
//!
//! ```
//! use knightsat_base::json;
//!
//! let fault = json::read::<Vec<u32>>(b"[1, 2").unwrap_err();
//! assert_eq!(fault.message, "the document ends early");
//! assert_eq!((fault.line, fault.column), (1, 5));
//! ```

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::error::Category;
use thiserror::Error;

/// A document that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The reason.
    pub message: String,
}

/// Reads a value from a document.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(text).map_err(|error| Fault {
        line: error.line().max(1),
        column: error.column().max(1),
        message: match error.classify() {
            Category::Io => "the document cannot be read".to_string(),
            Category::Eof => "the document ends early".to_string(),
            // A list in place of a name is an error of syntax too.
            Category::Syntax if serde_json::from_slice::<IgnoredAny>(text).is_ok() => {
                "expected another value here".to_string()
            }
            Category::Syntax => "the document is not JSON".to_string(),
            Category::Data => Misfit::from(error).0,
        },
    })
}

/// Reads a value from fields in memory.
pub fn convert<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, Misfit> {
    Ok(serde_json::from_value(value)?)
}

/// The reason why a value is not of a type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Misfit(String);

impl From<serde_json::Error> for Misfit {
    /// Takes the words of serde, without the place, with the names of our types in plain words.
    fn from(error: serde_json::Error) -> Misfit {
        let whole = error.to_string().replace('`', "'");
        let text = whole.split(" at line ").next().unwrap_or_default();
        let Some((found, expected)) = text.split_once(", expected ") else {
            return Misfit(text.into());
        };
        Misfit(match found.strip_prefix("unknown variant ") {
            Some(name) => {
                let known = expected.strip_prefix("one of ").unwrap_or(expected);
                format!("{name} is not one of {known}")
            }
            None if expected.starts_with("struct ") => format!("{found}, expected an object"),
            None => text.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        Red,
        Blue,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Fields {
        _number: u32,
        _list: Option<Vec<String>>,
        _colour: Option<Colour>,
    }

    #[test]
    fn faults_are_those_of_serde_without_our_types() {
        for (text, expected) in cases(
            r#"
            { => the document ends early
            {] => the document is not JSON
            {} x => missing field '_number'
            3 => invalid type: integer '3', expected an object
            {"_number": "x"} => invalid type: string "x", expected u32
            {"_number": -1} => invalid value: integer '-1', expected u32
            {"_number": 1, "_list": 3} => invalid type: integer '3', expected a sequence
            {"_number": 1, "_list": [3]} => invalid type: integer '3', expected a string
            {"_number": -1, ] => invalid value: integer '-1', expected u32
            {"_number": 1, "_number": 1} => duplicate field '_number'
            {"x": 1} => unknown field 'x', expected one of '_number', '_list', '_colour'
            {"_colour": ["red"]} => expected another value here
            {"_colour": "green"} => 'green' is not one of 'red' or 'blue'
            "#,
        ) {
            let fault = read::<Fields>(text.as_bytes()).unwrap_err();
            assert_eq!(fault.message, expected, "{text}");
        }
        let fault = read::<Fields>(b"{\n\"x\": 1}").unwrap_err();
        let expected =
            "line 2, column 3: unknown field 'x', expected one of '_number', '_list', '_colour'";
        assert_eq!(fault.to_string(), expected);
    }
}
