//! The arguments of a call: a board or graph, and keywords that are the options of the command
//! line. The tables of keywords come from these options.

use crate::errors::{self, wrong};
use crate::place::Names;
use clap::{ArgAction, Args, Command};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Name, Options, SetError, Style};
use knightsat::json;
use knightsat::tour::Kind;
use knightsat::tour::rule;
use knightsat::tour::{MoveName, StepName, TourSpec};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use serde_json::{Map, Value};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::LazyLock;

/// A keyword of several functions.
struct Keyword {
    name: String,
    /// True if its value is a bool, which is False by default. Others are None by default.
    is_flag: bool,
    help: String,
}

/// The keyword of rules, which the command reads from a file.
const RULES: &str = "rules";

/// The keywords of a tour.
static TOUR: LazyLock<Vec<Keyword>> = LazyLock::new(|| {
    let mut keywords = options(<TourSpec as clap::Args>::augment_args(Command::new("")));
    keywords.push(Keyword {
        name: RULES.into(),
        is_flag: false,
        help: "Only tours that keep these rules, such as \"turns <= 40\"".into(),
    });
    keywords
});

/// The keywords of an encoding: the fields of its style.
static STYLE: LazyLock<Vec<Keyword>> = LazyLock::new(|| {
    let names = Name::ALL.map(Name::as_str).join(", ");
    let encodings = format!("Encoding of the formula: {names}");
    // The command has no such options, or other forms of them.
    let common = [
        ("encoding", &encodings[..]),
        (
            "amo",
            "At-most-one encoding; position takes two, separated by a comma",
        ),
        ("predecessors", "Add the moves read backwards"),
        ("prune", "Leave out squares at steps that no tour visits"),
        ("square-at-least-one", "Add that every square is visited"),
        ("three-cnf", "Split clauses to three literals"),
        (
            "shortcuts",
            "False: write the formula even if preprocessing decides it",
        ),
        ("shuffle", "Shuffle variables and clauses with this seed"),
    ];
    let common = common.map(|(name, help)| Keyword {
        name: keyword(name),
        is_flag: false,
        help: help.into(),
    });
    let of_encodings = options(Options::augment_args(Command::new("")));
    let given: Vec<Keyword> = of_encodings.into_iter().chain(common).collect();
    let mut keywords: Vec<Keyword> = Vec::new();
    for name in Name::ALL.iter().flat_map(|name| fields(name.style())) {
        if keywords.iter().all(|known| known.name != name) {
            let help = given.iter().find(|known| known.name == name);
            keywords.push(Keyword {
                help: help.map(|known| known.help.clone()).unwrap_or_default(),
                is_flag: false,
                name,
            });
        }
    }
    keywords
});

/// Returns the options of a command as keywords. An option such as --no-prune is prune=False.
fn options(command: Command) -> Vec<Keyword> {
    let options = command.get_arguments().map(|option| {
        let long = option.get_long().unwrap_or(option.get_id().as_str());
        let help = option.get_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let negated = long.strip_prefix("no-");
        Keyword {
            name: keyword(negated.unwrap_or(long)),
            is_flag: negated.is_none() && matches!(option.get_action(), ArgAction::SetTrue),
            help: negated.map_or(help.clone(), |_| format!("False: {help}")),
        }
    });
    options.collect()
}

/// Returns the fields of a style; those that files omit by default have other values here.
fn fields(style: Style) -> Vec<String> {
    let style = Style {
        shortcuts: false,
        shuffle: 1,
        ..style
    };
    let fields = serde_json::to_value(style).ok();
    let fields = fields.as_ref().and_then(Value::as_object);
    let fields = fields.expect("a style is a struct").keys();
    fields.map(|key| keyword(key)).collect()
}

fn keyword(option: &str) -> String {
    option.replace('-', "_")
}

/// Returns the tables of keywords, each with its default and its help. The variable keywords of a
/// function have the name of a table.
pub fn tables(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let tables = PyDict::new(py);
    let all = [
        ("tour", [&TOUR[..], &[]]),
        ("style", [&[], &STYLE[..]]),
        ("formula", [&TOUR[..], &STYLE[..]]),
    ];
    for (table, keywords) in all {
        let rows = keywords.into_iter().flatten();
        let rows = rows.map(|row| (&row.name, row.is_flag.then_some(false), &row.help));
        tables.set_item(table, PyList::new(py, rows)?)?;
    }
    Ok(tables)
}

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
    let (of_tour, of_style): (Vec<_>, Vec<_>) = given(keywords)?
        .into_iter()
        .partition(|(key, _)| TOUR.iter().any(|known| known.name == *key));
    let tour = tour(&of_tour, &names, place.py())?;
    if let Some((key, _)) = of_style.first().filter(|_| !is_encoded) {
        return Err(unknown(key));
    }
    let place = names.place.clone();
    let mut spec = FormulaSpec::new(place, tour, Style::default()).map_err(wrong)?;
    style(&mut spec.style, &of_style)?;
    if let Some((_, rules)) = of_tour.iter().find(|(key, _)| key == RULES) {
        // Their moves are those of the piece.
        let with = rule::read(&lines(rules)?, &spec.place);
        let mut tour = spec.tour.clone();
        tour.with = with.map_err(|error| wrong(format!("{RULES}: {error}")))?;
        let style = spec.style;
        spec = FormulaSpec::new(spec.place.clone(), tour, style).map_err(wrong)?;
    }
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

/// Returns the tour of keywords, without its rules.
fn tour(
    keywords: &[(String, Bound<'_, PyAny>)],
    names: &Names,
    py: Python<'_>,
) -> PyResult<TourSpec> {
    let mut fields = Map::new();
    let mut tour = TourSpec::default();
    for (key, value) in keywords {
        let field = field(key, value, names).map_err(|error| errors::about(key, error, py))?;
        let Some((name, value)) = field else { continue };
        fields.insert(name, value);
        let text = serde_json::to_vec(&fields).map_err(wrong)?;
        tour = json::read(&text).map_err(|fault| wrong(format!("{key}: {}", fault.message)))?;
    }
    // The caller's names may have signs that divide the parts of a text.
    for (key, value) in keywords {
        let about = |error| errors::about(key, error, py);
        match &key[..] {
            "require" => tour.require = list(value, names, a_move).map_err(about)?,
            "forbid" => tour.forbid = list(value, names, a_move).map_err(about)?,
            "at" => tour.at = list(value, names, a_step).map_err(about)?,
            "not_at" => tour.not_at = list(value, names, a_step).map_err(about)?,
            "visit" => {
                let order = value.try_iter().map_err(about)?;
                let order = order.map(|item| vertex(&item?, names));
                tour.visit = order.collect::<PyResult<_>>().map_err(about)?;
            }
            _ => {}
        }
    }
    Ok(tour)
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
            SetError::Unknown(_) if STYLE.iter().any(|known| known.name == *key) => {
                let name = style.name;
                wrong(format!("{key}: the encoding {name} has no such option"))
            }
            SetError::Unknown(_) => unknown(key),
            error => wrong(format!("{key}: {error}")),
        })?;
    }
    Ok(())
}

/// Fails if a keyword belongs to an encoding, with the method that has it.
pub fn without_style(keywords: Option<&Bound<'_, PyDict>>, method: &str) -> PyResult<()> {
    let given = given(keywords)?;
    let mut of_style = given
        .iter()
        .filter(|(key, _)| STYLE.iter().any(|known| known.name == *key));
    of_style.next().map_or(Ok(()), |(key, _)| {
        let message = format!("keyword argument '{key}' belongs to method='{method}'");
        Err(PyTypeError::new_err(message))
    })
}

fn unknown(key: &str) -> PyErr {
    PyTypeError::new_err(format!("unexpected keyword argument '{key}'"))
}

/// Returns the field of a tour as files contain it; `None` for lists of moves, steps and rules.
fn field(key: &str, value: &Bound<'_, PyAny>, names: &Names) -> PyResult<Option<(String, Value)>> {
    Ok(Some(match key {
        "require" | "forbid" | "at" | "not_at" | "visit" | RULES => return Ok(None),
        "closed" => {
            let kind = if value.extract()? {
                Kind::Closed
            } else {
                Kind::Open
            };
            ("tour".into(), kind.to_string().into())
        }
        "magic" => (key.into(), value.extract::<bool>()?.into()),
        "only" => (key.into(), texts(value)?.into()),
        "start" | "end" => (key.into(), vertex(value, names)?.into()),
        _ => (key.into(), text(value)?.into()),
    }))
}

/// Returns a value as the command line accepts it: parts are joined by commas, and the leaps of a
/// piece by slashes.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if !is_sequence(value) {
        return Ok(value.str()?.to_string());
    }
    let parts = value.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let is_nested = parts.iter().any(is_sequence);
    let parts = parts.iter().map(text).collect::<PyResult<Vec<String>>>()?;
    Ok(parts.join(if is_nested { "/" } else { "," }))
}

fn is_sequence(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>()
}

/// Returns the texts of a sequence, or of a text with commas.
fn texts(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(text(value)?.split(',').map(String::from).collect());
    }
    value.extract()
}

/// Returns the rules, a line each.
fn lines(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return value.extract();
    }
    let rules = value.extract::<Vec<String>>();
    let rules = rules.map_err(|error| errors::about(RULES, error, value.py()))?;
    Ok(rules.join("\n"))
}

/// Returns the place's own name of a vertex that the caller names.
fn vertex(value: &Bound<'_, PyAny>, names: &Names) -> PyResult<String> {
    if names.are_nodes() {
        Ok(names.place.name(names.vertex(value)?))
    } else {
        text(value)
    }
}

/// Returns the items of a list, or of a dict.
fn list<T: FromStr<Err: Display>>(
    value: &Bound<'_, PyAny>,
    names: &Names,
    pair: impl Fn(&Bound<'_, PyAny>, &Bound<'_, PyAny>, &Names) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "expected a list, and this is a string",
        ));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let entries = dict.iter();
        return entries
            .map(|(first, second)| pair(&first, &second, names))
            .collect();
    }
    let items = value.try_iter()?;
    items
        .map(|item| {
            let item = item?;
            match item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
                Ok((first, second)) if !item.is_instance_of::<PyString>() => {
                    pair(&first, &second, names)
                }
                _ if names.are_nodes() => Err(PyTypeError::new_err(
                    "expected pairs of nodes, or a dict from steps to nodes",
                )),
                _ => text(&item)?.parse().map_err(wrong),
            }
        })
        .collect()
}

/// Returns a pair of vertices as a move.
fn a_move(from: &Bound<'_, PyAny>, to: &Bound<'_, PyAny>, names: &Names) -> PyResult<MoveName> {
    names.check_edge(from, to)?;
    Ok(MoveName([vertex(from, names)?, vertex(to, names)?]))
}

/// Returns a step and its vertex.
fn a_step(step: &Bound<'_, PyAny>, at: &Bound<'_, PyAny>, names: &Names) -> PyResult<StepName> {
    Ok(StepName(step.extract()?, vertex(at, names)?))
}
