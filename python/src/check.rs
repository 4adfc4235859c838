//! The check of the caller's own clauses against the tours.

use crate::arguments::{self, Asked};
use crate::errors::{about, wrong};
use crate::ids::Number;
use crate::interrupt::{self, Pace};
use crate::picture::{picture, preformatted, table};
use crate::place::Names;
use knightsat::check::{Options, Status, inspect, parse_map};
use knightsat::cnf::Lit;
use knightsat::cnf::sink::ClauseSink;
use knightsat::encoding::meaning::Meaning;
use knightsat::render::scene::Scene;
use knightsat::tour::TourSpec;
use knightsat::tour::fact::Fact;
use knightsat::tour::fact::FactStyle;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A check: its name, its result ("good", "wrong" or "skipped"), and details.
type Finding = (String, &'static str, String);

/// The report of a check. It is true if the formula is right; printed, it contains all checks.
#[pyclass(frozen, module = "knightsat")]
pub struct Report(knightsat::check::Report, Names, TourSpec);

#[pymethods]
impl Report {
    /// True if the formula is right: compared with all tours, or proved.
    #[getter]
    fn good(&self) -> bool {
        self.0.verdict() == "right"
    }

    /// True if a limit ended the check early.
    #[getter]
    fn late(&self) -> bool {
        self.0.is_late
    }

    /// The checks in order: name, "good", "wrong" or "skipped", and details.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        let status = |status| match status {
            Status::Good => "good",
            Status::Wrong => "wrong",
            Status::Skipped => "skipped",
        };
        let findings = self.0.findings.iter();
        findings
            .map(|found| {
                (
                    found.check.to_string(),
                    status(found.status),
                    found.detail.clone(),
                )
            })
            .collect()
    }

    /// The faults in words, by their kinds.
    #[getter]
    fn faults(&self) -> Vec<String> {
        let faults = self.0.faults.iter();
        faults.map(|fault| fault.text.clone()).collect()
    }

    /// The first counterexample, drawn, with the clauses at fault; None if no check failed.
    #[getter]
    fn counterexample(&self) -> Option<String> {
        self.0.counterexample.as_ref().map(ToString::to_string)
    }

    /// The squares of the tour in the counterexample, if it contains one.
    #[getter]
    fn squares(&self, py: Python<'_>) -> PyResult<Option<Vec<Py<PyAny>>>> {
        let steps = self.steps()?;
        steps.map(|steps| self.1.objects(py, &steps)).transpose()
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let findings = self.findings().into_iter();
        let rows = findings.map(|(check, status, detail)| vec![check, status.to_string(), detail]);
        let mut html = table(&["check", "status", "detail"], rows);
        let Some(found) = &self.0.counterexample else {
            return Ok(html);
        };
        let words = found.to_string();
        match self.steps()? {
            Some(steps) => {
                html += &preformatted(words.strip_suffix(&found.drawing).unwrap_or(&words));
                let scene = Scene::of_paths(&self.1.place, &self.2, vec![steps]);
                html += &picture(&scene.map_err(wrong)?.0);
            }
            None => html += &preformatted(&words),
        }
        Ok(html)
    }

    fn __bool__(&self) -> bool {
        self.good()
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_string()
    }

    fn __repr__(&self) -> String {
        let found = match self.0.verdict() {
            "right" => "good",
            "unknown" => "late",
            other => other,
        };
        format!("<knightsat.Report: {found}>")
    }
}

impl Report {
    /// Returns the vertices of the tour in the counterexample.
    fn steps(&self) -> PyResult<Option<Vec<u32>>> {
        let found = self.0.counterexample.as_ref();
        let Some(moves) = found.and_then(|found| found.moves.as_ref()) else {
            return Ok(None);
        };
        let steps = moves.split(' ').map(|name| self.1.place.vertex(name));
        steps.collect::<Result<_, _>>().map(Some).map_err(wrong)
    }
}

/// Checks a formula of your own: is every model a tour, and every tour a model, once?
///
/// The clauses are lists, or a CNF of PySAT. The map is a list like that of a Formula, or an
/// expression for the variable of step i, rank j and file k. These are numbered from 1; v is the
/// number of the square, and m, n and N are the numbers of ranks, files and squares.
///
/// With one_direction the formula should have one of a tour and its reverse. With first it should
/// have only closed tours that begin on that square.
///
/// >>> report = knightsat.check([[1], [2], [3, 4]], "(i-1)*N+v", "1x2")
/// >>> report.good, report.findings[1][:2]
/// (False, ('verdict', 'wrong'))
#[pyfunction]
#[pyo3(signature = (clauses, map, board, *, style=None, one_direction=false, first=None, timeout=None, progress=None, **tour))]
#[expect(clippy::too_many_arguments, reason = "most of them are keywords")]
pub fn check(
    py: Python<'_>,
    clauses: &Bound<'_, PyAny>,
    map: &Bound<'_, PyAny>,
    board: &Bound<'_, PyAny>,
    style: Option<&str>,
    one_direction: bool,
    first: Option<&Bound<'_, PyAny>>,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    tour: Option<&Bound<'_, PyDict>>,
) -> PyResult<Report> {
    let Asked { spec, names } = arguments::spec(board, tour, false)?;
    let problem = spec.problem(&Default::default()).map_err(wrong)?;
    let listed = clauses
        .getattr_opt("clauses")?
        .unwrap_or_else(|| clauses.clone());
    let listed = listed
        .extract()
        .map_err(|error| about("clauses", error, py))?;
    let clauses = literals(listed)?;
    let mut meaning = match map.extract::<String>() {
        Ok(text) => parse_map(&text, &spec.place, &problem).map_err(wrong)?,
        Err(_) => meaning(map.extract()?, style, &names, py)?,
    };
    if let Some(fault) = meaning.fault(&problem, &spec.place) {
        return Err(wrong(format!("the map: {fault}")));
    }
    if one_direction {
        meaning = meaning.in_one_direction();
    }
    if let Some(first) = first {
        meaning = meaning.from_vertex(
            names
                .vertex(first)
                .map_err(|error| about("first", error, py))?,
        );
    }
    let report = interrupt::work(py, Pace { timeout, progress }, |watch| {
        let subject = |sink: &mut dyn ClauseSink| {
            write(&clauses, &meaning, sink);
            meaning.clone()
        };
        let options = Options {
            limits: watch.stop.clone().into(),
            words: true,
            ..Options::default()
        };
        inspect(&spec.place, &problem, &subject, &options)
    })?;
    Ok(Report(report.map_err(wrong)?, names, spec.request.tour))
}

/// Writes the clauses over all variables of the clauses and of the map.
fn write(clauses: &[Vec<Lit>], meaning: &Meaning, sink: &mut dyn ClauseSink) {
    let meant = meaning.projection();
    let lits = clauses.iter().flatten().chain(&meant);
    let largest = lits.map(|lit| lit.var().number()).max();
    let _ = sink.new_vars(largest.unwrap_or(0));
    clauses.iter().for_each(|clause| sink.clause(clause));
}

fn literals(clauses: Vec<Vec<Number>>) -> PyResult<Vec<Vec<Lit>>> {
    let clause = |(number, clause): (usize, Vec<Number>)| {
        let lits = clause.into_iter().map(|Number(lit)| Lit::from_dimacs(lit));
        let lits: Option<Vec<Lit>> = lits.collect();
        lits.ok_or_else(|| wrong(format!("clause {number}: 0 is not a literal")))
    };
    (1..).zip(clauses).map(clause).collect()
}

/// Returns the meaning of a list of entries. Without a style, a number is a step.
fn meaning(
    entries: Vec<(Vec<Number>, Py<PyAny>, Py<PyAny>)>,
    style: Option<&str>,
    names: &Names,
    py: Python<'_>,
) -> PyResult<Meaning> {
    let mut meaning = match style {
        None => Meaning::new(),
        Some("positions") => Meaning::of(FactStyle::Positions),
        Some("edges") => Meaning::of(FactStyle::Edges),
        Some("arcs") => Meaning::of(FactStyle::Arcs),
        Some(other) => {
            return Err(wrong(format!(
                "style: '{other}' is none of 'positions', 'arcs' and 'edges'"
            )));
        }
    };
    for (number, (lits, first, second)) in (1..).zip(entries) {
        let entry = |error| about(&format!("entry {number} of the map"), error, py);
        let there = |name: &Py<PyAny>| names.vertex(name.bind(py)).map_err(entry);
        let lits = literals(vec![lits]).map_err(entry)?.remove(0);
        let (to, step) = (there(&second)?, first.extract::<u32>(py));
        let fact = match (style, step) {
            (None | Some("positions"), Ok(step)) => Fact::At { step, vertex: to },
            (Some("positions"), Err(error)) => return Err(entry(error)),
            (Some("edges"), _) => Fact::edge(there(&first)?, to),
            _ => Fact::Arc {
                from: there(&first)?,
                to,
            },
        };
        meaning.add(fact, &lits);
    }
    Ok(meaning)
}
