//! Specs from the comments of files.

use super::{FIRST, FormulaSpec, FormulaSpecError};
use crate::base::json;
use crate::{Name, Style, map, set_fields};
use itertools::Itertools;
use knightsat_cnf::dimacs::read::Comment;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

impl FormulaSpec {
    /// Returns the comments at the top of a script for SMT solvers, like those of a formula.
    pub fn comments_of_smt(script: &str) -> Vec<Comment> {
        let comment = |(line, comment): (u64, &str)| {
            let text = comment.strip_prefix(';')?.to_string();
            Some(Comment { line, text })
        };
        (1..).zip(script.lines()).map_while(comment).collect()
    }

    /// Reads the spec from the texts of comments, as `comments` returns them.
    pub fn from_texts(texts: &[String]) -> Result<Option<FormulaSpec>, FormulaSpecError> {
        let comments = (1..).zip(texts).map(|(line, text)| Comment {
            line,
            text: text.clone(),
        });
        FormulaSpec::from_comments(&comments.collect::<Vec<_>>())
    }

    /// Returns the spec in the comments of a file, `None` if there is none.
    pub fn from_comments(comments: &[Comment]) -> Result<Option<FormulaSpec>, FormulaSpecError> {
        let ours = comments.iter().filter_map(|comment| {
            let text = comment.text.trim().strip_prefix(FormulaSpec::PREFIX)?;
            Some((comment.line, text))
        });
        // Comments before a place are prose that happens to begin with the prefix.
        let is_first = |text| field(text).is_some_and(|(key, _)| FIRST[..2].contains(&key));
        let lines = joined(ours.skip_while(|(_, text)| !is_first(text)));
        (!lines.is_empty()).then(|| read(&lines)).transpose()
    }
}

/// Returns the key of a line, and the text of its value.
fn field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    Some((key.trim(), value))
}

/// Returns the lines that are broken into these comments, each with the number of its first one.
fn joined<'c>(comments: impl Iterator<Item = (u64, &'c str)>) -> Vec<(u64, String)> {
    let mut lines = Vec::<(u64, String)>::new();
    let mut continues = false;
    for (number, text) in comments {
        let part = text.strip_suffix('\\');
        match lines.last_mut().filter(|_| continues) {
            Some((_, line)) => line.push_str(part.unwrap_or(text)),
            None => lines.push((number, part.unwrap_or(text).into())),
        }
        continues = part.is_some();
    }
    lines
}

/// Reads a spec from lines with their numbers.
fn read(lines: &[(u64, String)]) -> Result<FormulaSpec, FormulaSpecError> {
    let fault = |line, message| FormulaSpecError::Comment { line, message };
    let mut fields = Vec::new();
    for (line, text) in lines {
        let value = |text| serde_json::from_str::<Value>(text).ok();
        let field = field(text).and_then(|(key, text)| Some((*line, key, value(text)?)));
        let form = "expected a key, '=' and JSON, such as board = \"8x8\": was the file written by \
                    another version?";
        fields.push(field.ok_or_else(|| fault(*line, form.into()))?);
    }
    if let Some((line, key, _)) = fields.iter().duplicates_by(|(_, key, _)| key).next() {
        return Err(fault(*line, format!("{key} occurs twice")));
    }
    if !fields.iter().any(|(_, key, _)| *key == "encoding") {
        fields.push((0, "encoding", Name::Textbook.as_str().into()));
    }
    // Each key after the keys that its value depends on.
    fields.sort_by_key(|(_, key, _)| match *key {
        "encoding" => 0,
        "board" | "graph" => 1,
        _ => 2,
    });
    let spec = part::<FormulaSpec>(&fields).map_err(|misfit| {
        // Errors of flattened fields have no place: the first key that causes one is at fault.
        let style = part::<Style>(&fields[..1]).is_err().then_some(1);
        let is_wrong = |&count: &usize| part::<FormulaSpec>(&fields[..count]).is_err();
        let count = style.or_else(|| (2..fields.len()).find(is_wrong));
        let (line, key, _) = fields[count.unwrap_or(fields.len()) - 1];
        fault(line, format!("{key}: {misfit}"))
    })?;
    let known = [map(&spec.request), set_fields(&spec.style)];
    let is_known = |key: &str| known.iter().any(|known| known.contains_key(key));
    match fields.iter().find(|(_, key, _)| !is_known(key)) {
        None => Ok(spec),
        Some((line, key, _)) => {
            let message = "is unknown here: was the file written by another version?";
            Err(fault(*line, format!("'{key}' {message}")))
        }
    }
}

/// Reads the struct with these fields.
fn part<T: DeserializeOwned>(fields: &[(u64, &str, Value)]) -> Result<T, json::Misfit> {
    let all = fields.iter();
    let owned = all.map(|(_, key, value)| (key.to_string(), value.clone()));
    // Collecting would compile another sort for each of these structs.
    let mut map = Map::new();
    map.extend(owned);
    json::convert(map.into())
}
