//! The arguments of a call: a board or graph, and keywords that are the options of the command
//! line.

use crate::errors::{self, wrong};
use crate::place::Names;
use knightsat_encoding::SetError;
use knightsat_encoding::Style;
use knightsat_encoding::formula_spec::FormulaSpec;
use knightsat_tour::Kind;
use knightsat_tour::base::json;
use knightsat_tour::spec::TourSpec;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use serde_json::{Map, Value};

/// Keywords of a tour whose value is a list, or a dict from step to square.
const LISTS: [&str; 4] = ["require", "forbid", "at", "not_at"];
/// Keywords whose value is one vertex.
const ENDS: [&str; 2] = ["start", "end"];
/// Other keywords of a tour. All further keywords are options of the encoding.
const SINGLE: [&str; 7] = [
    "closed",
    "leaper",
    "symmetric",
    "magic",
    "blocks",
    "joints",
    "only",
];

/// The spec of a call, and the caller's names of the vertices.
pub struct Asked {
    pub spec: FormulaSpec,
    pub names: Names,
}

/// Returns the spec of a place and keywords. Calls that write no formula accept only keywords of
/// the tour.
pub fn spec(
    place: &Bound<'_, PyAny>,
    keywords: Option<&Bound<'_, PyDict>>,
    is_encoded: bool,
) -> PyResult<Asked> {
    let names = Names::read(place)?;
    let mut tour = TourSpec::default();
    let mut fields = Map::new();
    let (of_tour, of_style): (Vec<_>, Vec<_>) =
        given(keywords)?.into_iter().partition(|(key, _)| {
            let key = key.as_str();
            LISTS.contains(&key) || ENDS.contains(&key) || SINGLE.contains(&key)
        });
    for (key, value) in &of_tour {
        let (name, value) =
            field(key, value, &names).map_err(|error| errors::about(key, error, place.py()))?;
        fields.insert(name, value);
        let read = json::convert(Value::from(fields.clone()));
        tour = read.map_err(|misfit| wrong(format!("{key}: {misfit}")))?;
    }
    if let Some((key, _)) = of_style.first().filter(|_| !is_encoded) {
        return Err(unknown(key));
    }
    let mut spec = FormulaSpec::new(names.place.clone(), tour, Style::DEFAULT).map_err(wrong)?;
    style(&mut spec.style, &of_style)?;
    let names = names.of(spec.place.clone());
    Ok(Asked { spec, names })
}

/// Returns the keywords that are not None.
pub fn given<'py>(
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let given = keywords.into_iter().flat_map(|keywords| keywords.iter());
    let given = given.filter(|(_, value)| !value.is_none());
    given
        .map(|(key, value)| Ok((key.extract()?, value)))
        .collect()
}

/// Sets the encoding and its options.
pub fn style(style: &mut Style, given: &[(String, Bound<'_, PyAny>)]) -> PyResult<()> {
    // The encoding determines its options, so it comes first.
    let (first, rest): (Vec<_>, Vec<_>) = given.iter().partition(|(key, _)| key == "encoding");
    for (key, value) in first.into_iter().chain(rest) {
        let value = match value.extract::<bool>() {
            Ok(flag) => flag.into(),
            Err(_) => match value.extract::<u64>() {
                Ok(number) => number.into(),
                Err(_) => Value::from(text(value)?),
            },
        };
        let set = style.set(&key.replace('_', "-"), value);
        set.map_err(|error| match error {
            SetError::Unknown(_) => unknown(key),
            error => wrong(format!("{key}: {error}")),
        })?;
    }
    Ok(())
}

fn unknown(key: &str) -> PyErr {
    PyTypeError::new_err(format!("unexpected keyword argument '{key}'"))
}

/// Returns the field of a tour as files contain it.
fn field(key: &str, value: &Bound<'_, PyAny>, names: &Names) -> PyResult<(String, Value)> {
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
        "only" => (key.into(), value.extract::<Vec<String>>()?.into()),
        _ if LISTS.contains(&key) => (key.replace('_', "-"), list(value, names)?.into()),
        _ if ENDS.contains(&key) => (key.into(), vertex(value, names)?.into()),
        _ => (key.into(), text(value)?.into()),
    })
}

/// Returns a value as the command line accepts it.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(pair) = value.cast::<PyTuple>() {
        let parts: PyResult<Vec<String>> = pair.iter().map(|part| text(&part)).collect();
        return Ok(parts?.join(","));
    }
    Ok(value.str()?.to_string())
}

/// Returns the place's own name of a vertex that the caller names.
fn vertex(value: &Bound<'_, PyAny>, names: &Names) -> PyResult<String> {
    if names.are_nodes() {
        Ok(names.place.name(names.vertex(value)?))
    } else {
        text(value)
    }
}

/// Returns the values of a list: `step=square` for a dict, `a1-c2` for a pair of squares.
fn list(value: &Bound<'_, PyAny>, names: &Names) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "expected a list, and this is a string",
        ));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let entries = dict.iter();
        return entries
            .map(|(step, at)| Ok(format!("{}={}", text(&step)?, vertex(&at, names)?)))
            .collect();
    }
    let items = value.try_iter()?;
    items
        .map(|item| {
            let item = item?;
            match item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
                Ok((from, to)) if !item.is_instance_of::<PyString>() => {
                    names.check_edge(&from, &to)?;
                    Ok(format!("{}-{}", vertex(&from, names)?, vertex(&to, names)?))
                }
                _ if names.are_nodes() => Err(PyTypeError::new_err(
                    "expected pairs of nodes, or a dict from steps to nodes",
                )),
                _ => text(&item),
            }
        })
        .collect()
}
