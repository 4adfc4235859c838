//! The fields of a spec as TOML in comments.

use super::{FormulaSpec, PREFIX};
use crate::base::json;
use crate::{Style, options};
use itertools::Itertools;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

/// The keys that may begin a description.
pub const FIRST: [&str; 2] = ["board", "graph"];

/// Returns true if a line of TOML sets this key.
pub fn is_set(key: &str, line: &str) -> bool {
    let rest = line.trim_start().strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// The characters of a line, which keep a comment under 80.
const LINE: usize = 66;

/// Returns the fields of a struct in TOML; a list takes as many comments as it needs.
pub fn lines(fields: &impl Serialize) -> Vec<String> {
    let text = toml::to_string(fields).expect("a struct of text, numbers and lists");
    // Texts contain no comma before a blank.
    let items = text.replace(", [", ",\n[").replace(", \"", ",\n\"");
    let lines = items.lines().map(String::from).coalesce(|line, item| {
        let is_item = item.starts_with(['[', '"']);
        if is_item && line.len() + item.len() < LINE {
            Ok(format!("{line} {item}"))
        } else {
            Err((line, item))
        }
    });
    lines.map(|line| format!("{PREFIX}{line}")).collect()
}

/// Reads a spec in TOML. An error comes with its place in the text.
pub fn read(text: &str) -> Result<FormulaSpec, (usize, String)> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        (span.start, error.message().to_string())
    })?;
    let table = table.get_ref();
    // Each key after the keys that its value depends on.
    let keys = table.keys().sorted_by_key(|key| match &**key.get_ref() {
        "encoding" => 0,
        "board" | "graph" => 1,
        _ => 2,
    });
    let keys = keys.collect_vec();
    let spec = part::<FormulaSpec>(table, &keys).map_err(|error| {
        // Errors of flattened fields have no place: the first key that causes one is at fault.
        let style = part::<Style>(table, &keys[..1]).is_err().then_some(1);
        let is_wrong = |&count: &usize| part::<FormulaSpec>(table, &keys[..count]).is_err();
        let count = style.or_else(|| (2..keys.len()).find(is_wrong));
        let key = keys[count.unwrap_or(keys.len()) - 1];
        let reason = json::reason(error.message());
        (key.span().start, format!("{}: {reason}", key.get_ref()))
    })?;
    let known = options::map(&spec);
    let mut keys = keys.into_iter();
    if let Some(key) = keys.find(|key| !known.contains_key(&**key.get_ref())) {
        let name = key.get_ref();
        let fault = format!("'{name}' is unknown here: was the file written by a newer knightsat?");
        return Err((key.span().start, fault));
    }
    Ok(spec)
}

/// Reads the struct with these fields.
fn part<T: DeserializeOwned>(
    table: &DeTable,
    keys: &[&Spanned<Cow<str>>],
) -> Result<T, toml::de::Error> {
    let fields = keys.iter().map(|&key| (key.clone(), table[key].clone()));
    T::deserialize(Deserializer::from(Spanned::new(0..0, fields.collect())))
}
