//! JSON documents and other values, read with faults in this program's own words.
//!
//! ```
//! use knightsat_base::json;
//!
//! let fault = json::read::<Vec<u32>>(b"[1, 2").unwrap_err();
//! assert_eq!(fault.message, "the document ends early");
//! assert_eq!((fault.line, fault.column), (1, 5));
//! ```

use super::text::quote;
use itertools::Itertools;
use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, Expected, IntoDeserializer, MapAccess, SeqAccess};
use serde::de::{Deserialize, Deserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::error::Category;
use std::fmt;
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
            Category::Syntax | Category::Data => misfit::<T>(text),
        },
    })
}

const NO_JSON: &str = "the document is not JSON";

/// Returns why the value in a document is not of a type.
fn misfit<T: DeserializeOwned>(text: &[u8]) -> String {
    // The first value may be followed by others.
    match Node::deserialize(&mut serde_json::Deserializer::from_slice(text)) {
        Ok(node) => match T::deserialize(node) {
            Err(misfit) => misfit.0,
            Ok(_) => "the document has unexpected values".to_string(),
        },
        Err(_) => NO_JSON.to_string(),
    }
}

/// Reads a value from fields in memory.
pub fn convert<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, Misfit> {
    let node = Node::deserialize(value).map_err(|_| Misfit("this is no value".to_string()))?;
    T::deserialize(node)
}

/// The reason why a value is not of a type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Misfit(String);

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Misfit {
        Misfit(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Misfit {
        Misfit(format!("expected {}", kind(expected)))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Misfit {
        Misfit(format!("expected {}", kind(expected)))
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Misfit {
        Misfit(format!("expected {}", kind(expected)))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Misfit {
        let known = match expected {
            [a, b] => format!("'{a}' or '{b}'"),
            all => all.iter().map(|name| format!("'{name}'")).join(", "),
        };
        Misfit(format!("'{}' is not one of {known}", quote(variant)))
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Misfit {
        Misfit(format!("the field '{}' is unknown", quote(field)))
    }

    fn missing_field(field: &'static str) -> Misfit {
        Misfit(format!("the field '{field}' is missing"))
    }

    fn duplicate_field(field: &'static str) -> Misfit {
        Misfit(format!("the field '{field}' occurs twice"))
    }
}

/// Returns a type in plain words.
fn kind(expected: &dyn Expected) -> String {
    let expected = expected.to_string();
    let is_sized = expected.ends_with("size") || expected.ends_with(char::is_numeric);
    let is_number = expected.starts_with(['u', 'i', 'f']) && is_sized;
    match &*expected {
        "a sequence" => "a list".to_string(),
        "a string" => "a text".to_string(),
        "a boolean" => "true or false".to_string(),
        "a map" => "an object".to_string(),
        _ if is_number => "a number".to_string(),
        _ if expected.starts_with("struct ") => "an object".to_string(),
        other => quote(other),
    }
}

/// Any value. Other than in `serde_json::Value`, a field may occur twice.
enum Node {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Signed(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element()? {
            nodes.push(node);
        }
        Ok(Node::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Node::Map(fields))
    }
}

impl IntoDeserializer<'_, Misfit> for Node {
    type Deserializer = Node;

    fn into_deserializer(self) -> Node {
        self
    }
}

impl<'de> Deserializer<'de> for Node {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Node::Null => visitor.visit_unit(),
            Node::Bool(value) => visitor.visit_bool(value),
            Node::Unsigned(value) => visitor.visit_u64(value),
            Node::Signed(value) => visitor.visit_i64(value),
            Node::Float(value) => visitor.visit_f64(value),
            Node::Text(value) => visitor.visit_string(value),
            Node::List(nodes) => visitor.visit_seq(SeqDeserializer::new(nodes.into_iter())),
            Node::Map(fields) => visitor.visit_map(MapDeserializer::new(fields.into_iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Node::Null => visitor.visit_none(),
            node => visitor.visit_some(node),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self {
            Node::Text(name) => visitor.visit_enum(name.into_deserializer()),
            Node::Map(fields) => {
                let fields = MapDeserializer::new(fields.into_iter());
                visitor.visit_enum(MapAccessDeserializer::new(fields))
            }
            node => node.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
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
    fn no_sentence_of_serde_is_left() {
        for (text, expected) in cases(
            r#"
            { => the document ends early
            {] => the document is not JSON
            {} x => the field '_number' is missing
            3 => expected an object
            {"_number": "x"} => expected a number
            {"_number": -1} => expected a number
            {"_number": 1.5} => expected a number
            {"_number": 1, "_list": 3} => expected a list
            {"_number": 1, "_list": [3]} => expected a text
            {"_number": -1, ] => the document is not JSON
            {"_number": 1, "_number": 1} => the field '_number' occurs twice
            {"x": 1} => the field 'x' is unknown
            {"_colour": "green"} => 'green' is not one of 'red' or 'blue'
            "#,
        ) {
            let fault = read::<Fields>(text.as_bytes()).unwrap_err();
            assert_eq!(fault.message, expected, "{text}");
        }
        let fault = read::<Fields>(b"{\n\"x\": 1}").unwrap_err();
        let expected = "line 2, column 3: the field 'x' is unknown";
        assert_eq!(fault.to_string(), expected);
    }
}
