//! The form of a reason in JSON, with the names of its vertices.
//!
//! Vertices are the items of lists, and all other numbers are fields. So one walk through a reason
//! finds its vertices, whatever its kind.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;

/// A vertex as a list of one item.
pub(crate) mod single {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(vertex: &u32, to: S) -> Result<S::Ok, S::Error> {
        [*vertex].serialize(to)
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<u32, D::Error> {
        <[u32; 1]>::deserialize(from).map(|[vertex]| vertex)
    }
}

/// Returns a reason, or another value with vertices, as JSON with their names: `{"pieces":
/// {"removed": ["b1", "c2", "b3"], "pieces": 4, "joined": 3}}`.
pub fn to_json(value: &impl Serialize, name: &dyn Fn(u32) -> String) -> Value {
    replaced(value, &mut |vertex| name(vertex).into())
}

/// Returns the vertices in a value, increasing.
pub(super) fn vertices(value: &impl Serialize) -> Vec<u32> {
    let mut found = BTreeSet::new();
    replaced(value, &mut |vertex| found.insert(vertex).into());
    found.into_iter().collect()
}

/// Returns the value of this form, in which `vertex` returns the vertex of a name. Returns `None`
/// for any other form.
pub fn from_json<T: DeserializeOwned>(
    mut value: Value,
    vertex: &dyn Fn(&str) -> Option<u32>,
) -> Option<T> {
    replace_items(&mut value, &mut |name| Some(vertex(name.as_str()?)?.into()))?;
    serde_json::from_value(value).ok()
}

/// Returns the form of a value with others in place of its vertices.
fn replaced(value: &impl Serialize, by: &mut dyn FnMut(u32) -> Value) -> Value {
    let mut form = serde_json::to_value(value).expect("a reason has a form");
    let replacement = &mut |vertex: &Value| Some(by(vertex.as_u64()? as u32));
    replace_items(&mut form, replacement).expect("the items of its lists are vertices");
    form
}

/// Replaces the items of all lists, apart from lists and objects. Returns `None` if an item has no
/// replacement.
fn replace_items(value: &mut Value, by: &mut dyn FnMut(&Value) -> Option<Value>) -> Option<()> {
    match value {
        Value::Array(items) => items.iter_mut().try_for_each(|item| match item {
            Value::Array(_) | Value::Object(_) => replace_items(item, by),
            _ => {
                *item = by(item)?;
                Some(())
            }
        }),
        Value::Object(fields) => fields
            .values_mut()
            .try_for_each(|field| replace_items(field, by)),
        _ => Some(()),
    }
}
