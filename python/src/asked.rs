//! What is asked for: a board, and keywords that are the options of the command line.

use crate::wrong;
use knightsat::base::fields;
use knightsat::encoding::Style;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::tour::Kind;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

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
            true => set_tour(&mut tour, key, value)?,
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

/// Sets a field of the tour.
fn set_tour(tour: &mut TourSpec, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if key == "closed" {
        tour.kind = if value.extract()? {
            Kind::Closed
        } else {
            Kind::Open
        };
        return Ok(());
    }
    let values = match LISTS.contains(&key) {
        true => texts(value)?,
        false => vec![text(value)?],
    };
    let name = key.replace('_', "-");
    for value in values {
        fields::set(tour, &name, &value)
            .map_err(|error| wrong(format!("{key}: '{value}': {error}")))?;
    }
    Ok(())
}

/// Sets an option of the encoding, or the encoding itself.
fn set_style(style: &mut Style, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    use knightsat::encoding::options::SetError;
    let value = text(value)?;
    style
        .set(&key.replace('_', "-"), &value)
        .map_err(|error| match error {
            SetError::Unknown(_) => unknown(key),
            SetError::Value(why) => wrong(format!("{key}: '{value}': {why}")),
        })
}

/// A value as the command line has it.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { "yes" } else { "no" }.into());
    }
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
