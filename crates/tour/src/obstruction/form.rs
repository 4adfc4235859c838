//! The form of a reason in JSON, with the names of its vertices.
//!
//! Vertices are the items of lists, and all other numbers are fields. So one walk through a reason
//! finds its vertices, whatever its kind.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

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
    let mut value = serde_json::to_value(value).expect("a reason has a form");
    let named = |vertex: &Value| Some(Value::from(name(vertex.as_u64()? as u32)));
    replace_items(&mut value, &named).expect("the items of its lists are vertices");
    value
}

/// Returns the value of this form, in which `vertex` returns the vertex of a name. Returns `None`
/// for any other form.
pub fn from_json<T: DeserializeOwned>(
    mut value: Value,
    vertex: &dyn Fn(&str) -> Option<u32>,
) -> Option<T> {
    let numbered = |name: &Value| Some(Value::from(vertex(name.as_str()?)?));
    replace_items(&mut value, &numbered)?;
    serde_json::from_value(value).ok()
}

/// Replaces the items of all lists, apart from lists and objects. Returns `None` if an item has no
/// replacement.
fn replace_items(value: &mut Value, by: &dyn Fn(&Value) -> Option<Value>) -> Option<()> {
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
