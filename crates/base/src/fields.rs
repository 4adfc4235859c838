//! Structs as lines of keys and values, as comments of files have them: a field is declared once, and
//! serde knows its name and how its value is written.
//!
//! ```
//! use knightsat_base::fields;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Default, Serialize, Deserialize)]
//! struct Ends {
//!     start: Option<String>,
//!     end: Option<String>,
//! }
//!
//! let mut ends = Ends::default();
//! fields::set(&mut ends, "start", "a1")?;
//! assert_eq!(fields::entries(&ends), [("start".to_string(), "a1".to_string())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::json;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use thiserror::Error;

/// Why a field cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SetError {
    /// There is no such field.
    #[error("has no option '{0}'")]
    Unknown(String),
    /// The field has no such value, and why.
    #[error("{0}")]
    Value(String),
}

/// Letters of a list on one line, so that a comment with its key stays under 80.
const LINE: usize = 48;

/// Key and value of every field, in their order; of a field that is not set none. A list stands on as
/// many lines as it needs.
pub fn entries<T: Serialize>(fields: &T) -> Vec<(String, String)> {
    // Written and read again: serde_json's own map is sorted.
    let pairs = serde_json::to_string(fields).and_then(|text| serde_json::from_str(&text));
    let Pairs(pairs) = pairs.expect("a struct of text, numbers and lists");
    let entry = |(key, value): (String, Value)| {
        let values = match value {
            Value::Null => Vec::new(),
            Value::Bool(yes) => vec![if yes { "yes" } else { "no" }.to_string()],
            Value::Array(items) => lines(&items),
            value => vec![word(&value)],
        };
        let entry = move |value| (key.clone(), value);
        values.into_iter().map(entry).collect::<Vec<_>>()
    };
    pairs.into_iter().flat_map(entry).collect()
}

/// Whether there is such a field.
pub fn has<T: Serialize>(fields: &T, key: &str) -> bool {
    map(fields).contains_key(key)
}

/// Sets a field to what a text says. Of a list it says what is to be added.
pub fn set<T: Serialize + DeserializeOwned>(
    fields: &mut T,
    key: &str,
    text: &str,
) -> Result<(), SetError> {
    let map = map(fields);
    let candidates = match map.get(key) {
        Some(Value::Bool(_)) => vec![yes_no(text)?],
        Some(Value::Array(items)) => vec![longer(items, text)],
        Some(_) => scalars(text),
        // A list is not written where it is empty, and what is not asked for may not be either.
        None => {
            let yes = yes_no(text).into_iter();
            scalars(text)
                .into_iter()
                .chain(yes)
                .chain([longer(&[], text)])
                .collect()
        }
    };
    let mut why = String::new();
    for value in candidates {
        let mut map = map.clone();
        map.insert(key.to_string(), value);
        match serde_json::from_value::<T>(Value::Object(map)) {
            Ok(read) if has(&read, key) => {
                *fields = read;
                return Ok(());
            }
            Ok(_) => return Err(SetError::Unknown(key.to_string())),
            Err(error) if why.is_empty() => why = json::message(&error),
            Err(_) => {}
        }
    }
    Err(SetError::Value(why))
}

fn yes_no(text: &str) -> Result<Value, SetError> {
    match text {
        "yes" => Ok(Value::Bool(true)),
        "no" => Ok(Value::Bool(false)),
        _ => Err(SetError::Value("write yes or no".into())),
    }
}

/// What a text may be: a number, if it looks like one, or a word.
fn scalars(text: &str) -> Vec<Value> {
    let number = text.parse::<u64>().ok().map(Value::from);
    number.into_iter().chain([Value::from(text)]).collect()
}

fn longer(items: &[Value], text: &str) -> Value {
    let more = text.split(' ').map(Value::from);
    Value::Array(items.iter().cloned().chain(more).collect())
}

fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The words of a list, as many on a line as fit.
fn lines(items: &[Value]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items.iter().map(word) {
        match lines.last_mut() {
            Some(line) if line.len() + item.len() < LINE => *line += &format!(" {item}"),
            _ => lines.push(item),
        }
    }
    lines
}

fn map<T: Serialize>(fields: &T) -> Map<String, Value> {
    match serde_json::to_value(fields) {
        Ok(Value::Object(map)) => map,
        other => panic!("not a struct: {other:?}"),
    }
}

/// The fields in the order in which they are declared.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Pairs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case", default)]
    struct Fields {
        start: Option<String>,
        cycle: Option<u64>,
        is_plain: bool,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        moves: Vec<String>,
    }

    #[test]
    fn what_is_written_is_read_back() {
        let moves = (0..40).map(|number| format!("a{number}-c2")).collect();
        let fields = Fields {
            start: Some("17".into()),
            cycle: Some(420),
            is_plain: true,
            moves,
        };
        for fields in [fields, Fields::default()] {
            let mut read = Fields::default();
            for (key, value) in entries(&fields) {
                assert!(value.len() <= LINE + 8, "{value}");
                set(&mut read, &key, &value).unwrap();
            }
            assert_eq!(read, fields);
        }
    }

    #[test]
    fn fields_come_in_their_order_and_lists_on_several_lines() {
        let fields = Fields {
            start: Some("b1".into()),
            moves: vec!["a1-c2".repeat(9), "c2-e1".into()],
            ..Fields::default()
        };
        let entries = entries(&fields);
        let keys: Vec<&str> = entries.iter().map(|(key, _)| &key[..]).collect();
        assert_eq!(keys, ["start", "is-plain", "moves", "moves"]);
    }

    #[test]
    fn what_cannot_be_set_is_told() {
        let mut fields = Fields::default();
        let unknown = SetError::Unknown("hue".into());
        assert_eq!(set(&mut fields, "hue", "blue"), Err(unknown));
        let yes_no = SetError::Value("write yes or no".into());
        assert_eq!(set(&mut fields, "is-plain", "perhaps"), Err(yes_no));
        let error = set(&mut fields, "cycle", "many").unwrap_err();
        assert!(matches!(error, SetError::Value(_)), "{error}");
        assert_eq!(fields, Fields::default());
    }
}
