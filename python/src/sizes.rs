//! Sizes of formulas, without writing them.

use crate::arguments::{self, Asked};
use crate::errors::{stopped, wrong};
use crate::interrupt::{self, Pace};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{FormulaError, Name};
use knightsat::encoding::{SizeRow, predict};
use knightsat::stop::Stopped;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Returns the sizes of formulas without writing them: a dict for each encoding, as rows for
/// pandas.
///
/// `encoding` is a name, a list of names, or "all". Each row has the variables, clauses and
/// literals of a formula and of its `groups`, the `bytes` of its file, and as `warnings` the
/// solvers that refuse it. With `exact` the bytes of huge files are counted too.
///
/// >>> [row["clauses"] for row in knightsat.sizes("8x8", encoding=["position", "crt"])]
/// [50248, 8190]
#[pyfunction]
#[pyo3(signature = (board, *, encoding=None, exact=false, timeout=None, progress=None, **formula))]
pub fn sizes<'py>(
    py: Python<'py>,
    board: &Bound<'_, PyAny>,
    encoding: Option<&Bound<'_, PyAny>>,
    exact: bool,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    formula: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let names: Vec<Option<String>> = match encoding {
        None => vec![None],
        Some(name) if name.is_instance_of::<PyString>() => match name.extract::<String>()? {
            name if name == "all" => Name::ALL.map(|name| Some(name.to_string())).to_vec(),
            name => vec![Some(name)],
        },
        Some(names) => names
            .extract::<Vec<String>>()?
            .into_iter()
            .map(Some)
            .collect(),
    };
    let spec = |name| {
        let keywords = PyDict::new(py);
        formula.map_or(Ok(()), |given| keywords.update(given.as_mapping()))?;
        keywords.set_item("encoding", name)?;
        arguments::spec(board, Some(&keywords), true).map(|Asked { spec, .. }| spec)
    };
    let specs: Vec<FormulaSpec> = names.into_iter().map(spec).collect::<PyResult<_>>()?;
    let rows = interrupt::work(py, Pace { timeout, progress }, |watch| {
        let row = |spec: &FormulaSpec| -> Result<SizeRow, PyErr> {
            let problem = spec.problem(&watch.stop).map_err(wrong)?;
            predict(spec, &problem, exact, &watch.stop).map_err(|error| match error {
                FormulaError::Stopped(why) => stopped(why),
                error => wrong(error),
            })
        };
        let rows = specs.iter().map(row).collect::<Result<Vec<_>, _>>();
        rows.map_err(|error| match watch.stop.is_over() {
            true => stopped(Stopped::Late),
            false => error,
        })
    })??;
    let loads = py.import("json")?.getattr("loads")?;
    let row = |row: &SizeRow| loads.call1((serde_json::to_string(row).map_err(wrong)?,));
    rows.iter().map(row).collect()
}
