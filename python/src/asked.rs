//! What is asked for: a board, and keywords that are the options of the command line.

use crate::wrong;
use knightsat_encoding::Style;
use knightsat_encoding::formula_spec::FormulaSpec;
use knightsat_encoding::options::SetError;
use knightsat_tour::Kind;
use knightsat_tour::base::json;
use knightsat_tour::place::Place;
use knightsat_tour::spec::TourSpec;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use serde_json::{Map, Value};

/// Keywords of a tour that are lists, or a dict from step to square.
const LISTS: [&str; 4] = ["require", "forbid", "at", "not_at"];
/// Other keywords of a tour. Everything else is an option of the encoding.
const SINGLE: [&str; 6] = ["closed", "start", "end", "leaper", "symmetric", "magic"];

/// The spec of a board and keywords. Where no formula is written, only those of the tour are taken.
pub fn spec(
    board: &str,
    keywords: Option<&Bound<'_, PyDict>>,
    is_encoded: bool,
) -> PyResult<FormulaSpec> {
    let place: Place = board.parse().map_err(wrong)?;
    let (mut tour, mut style) = (TourSpec::default(), Style::DEFAULT);
    let mut fields = Map::new();
    let given: Vec<(String, Bound<'_, PyAny>)> = match keywords {
        Some(keywords) => keywords
            .extract::<Bound<'_, PyDict>>()?
            .iter()
            .map(pair)
            .collect::<PyResult<_>>()?,
        None => Vec::new(),
    };
    // What an encoding takes depends on it, so it comes first.
    let (first, rest): (Vec<_>, Vec<_>) = given.into_iter().partition(|(key, _)| key == "encoding");
    for (key, value) in first.iter().chain(&rest) {
        if value.is_none() {
            continue;
        }
        let is_tours = LISTS.contains(&key.as_str()) || SINGLE.contains(&key.as_str());
        if !is_tours && !is_encoded {
            return Err(unknown(key));
        }
        match is_tours {
            true => {
                let (name, value) = field(key, value)?;
                fields.insert(name, value);
                let read = serde_json::from_value(fields.clone().into());
                tour = read.map_err(|error| wrong(format!("{key}: {}", json::message(&error))))?;
            }
            false => set_style(&mut style, key, value)?,
        }
    }
    FormulaSpec::new(place, tour, style).map_err(wrong)
}

fn pair<'py>(
    (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>),
) -> PyResult<(String, Bound<'py, PyAny>)> {
    Ok((key.extract()?, value))
}

fn unknown(key: &str) -> PyErr {
    PyTypeError::new_err(format!("unexpected keyword argument '{key}'"))
}

/// A field of the tour in a file.
fn field(key: &str, value: &Bound<'_, PyAny>) -> PyResult<(String, Value)> {
    Ok(match key {
        "closed" => {
            let kind = if value.extract()? {
                Kind::Closed
            } else {
                Kind::Open
            };
            ("tour".into(), kind.to_string().into())
        }
        "magic" => (key.into(), value.extract::<bool>()?.into()),
        _ if LISTS.contains(&key) => (key.replace('_', "-"), texts(value)?.into()),
        _ => (key.into(), text(value)?.into()),
    })
}

/// Sets an option of the encoding, or the encoding itself.
fn set_style(style: &mut Style, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let value = match value.extract::<bool>() {
        Ok(flag) => flag.into(),
        Err(_) => match value.extract::<u64>() {
            Ok(number) => number.into(),
            Err(_) => Value::from(text(value)?),
        },
    };
    let set = style.set(&key.replace('_', "-"), value.clone());
    set.map_err(|error| match error {
        SetError::Unknown(_) => unknown(key),
        SetError::Value(why) => wrong(format!("{key}: {value}: {why}")),
    })
}

/// A value as the command line has it.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(pair) = value.cast::<PyTuple>() {
        let parts: PyResult<Vec<String>> = pair.iter().map(|part| text(&part)).collect();
        return Ok(parts?.join(","));
    }
    Ok(value.str()?.to_string())
}

/// The values of a list: of a dict `key=value`, of a pair of squares `a1-c2`.
fn texts(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "expected a list, and this is a string",
        ));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let entries = dict.iter();
        return entries
            .map(|(key, value)| Ok(format!("{}={}", text(&key)?, text(&value)?)))
            .collect();
    }
    let items = value.try_iter()?;
    items
        .map(|item| {
            let item = item?;
            Ok(match item.extract::<(String, String)>() {
                Ok((from, to)) => format!("{from}-{to}"),
                Err(_) => text(&item)?,
            })
        })
        .collect()
}
