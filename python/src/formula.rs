//! Formulas as lists.

use crate::{NotATour, asked, interrupt, tour, wrong};
use knightsat_check::Fact;
use knightsat_cnf::sink::{Cnf, ModelCheck, Until};
use knightsat_cnf::{Lit, Model};
use knightsat_encoding::formula_spec::{FormulaSpec, FormulaSpecError};
use knightsat_encoding::meaning::{Meaning, Style};
use knightsat_encoding::{self as encoding, FormulaError};
use knightsat_tour::base::text::counted;
use knightsat_tour::place::Place;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A fact of a map: the literals that say it together, then step and square, or two squares.
pub type Entry = (Vec<i32>, Py<PyAny>, String);

/// A formula whose models are the tours that were asked for.
#[pyclass(frozen, module = "knightsat")]
pub struct Formula {
    spec: FormulaSpec,
    clauses: Cnf,
    meaning: Meaning,
}

/// The formula of a tour, in any of the encodings, with their options.
///
/// >>> formula = knightsat.encode("3x4")
/// >>> formula
/// <knightsat.Formula of an open knight's tour of 3x4: 100 variables, 1084 clauses>
/// >>> formula.map[0]
/// ([1], 1, 'a1')
#[pyfunction]
#[pyo3(signature = (board, *, timeout=None, **options))]
pub fn encode(
    py: Python<'_>,
    board: &str,
    timeout: Option<f64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Formula> {
    let spec = asked::spec(board, options, true)?;
    let laid_out = interrupt::work(py, timeout, |stop| -> Result<_, FormulaSpecError> {
        let problem = spec.problem_within(stop)?;
        let formula = encoding::Formula::within(&problem, spec.style, stop)?;
        let mut clauses = Cnf::default();
        let mut until = Until::new(&mut clauses, stop);
        formula.encode(&mut until);
        until.finish().map_err(FormulaError::from)?;
        Ok((clauses, formula.meaning()))
    })?;
    let (clauses, meaning) = laid_out.map_err(|error| match error.is_stopped() {
        true => PyTimeoutError::new_err("time is up"),
        false => wrong(error),
    })?;
    Ok(Formula {
        spec,
        clauses,
        meaning,
    })
}

#[pymethods]
impl Formula {
    /// The clauses, each a list of literals.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
        self.clauses.clauses().map(numbers).collect()
    }

    /// The number of variables, which are numbered from 1.
    #[getter]
    fn variables(&self) -> u32 {
        self.clauses.variables()
    }

    /// What the map speaks of: "positions" (a square at a step), "arcs" (a move from one square to another) or
    /// "edges" (a move one way or the other).
    #[getter]
    fn style(&self) -> &'static str {
        style_name(self.meaning.style())
    }

    /// Whether of a tour and its reverse it has only one.
    #[getter]
    fn one_direction(&self) -> bool {
        self.meaning.is_one_direction()
    }

    /// The square on which all its closed tours begin, or None.
    #[getter]
    fn first(&self) -> Option<String> {
        let first = self.meaning.first();
        first.map(|vertex| self.spec.place.name(vertex))
    }

    /// What the variables mean: entries (literals, step, square), or (literals, square, square), which hold if all of
    /// the literals are true.
    #[getter]
    fn map(&self, py: Python<'_>) -> PyResult<Vec<Entry>> {
        let place = &self.spec.place;
        let facts = self.meaning.facts().iter();
        // Open tours are closed by one more vertex, which is no square.
        let facts = facts.filter(|(fact, _)| squares(fact).iter().all(|&v| v < place.len()));
        let entry = |(fact, lits): &(Fact, Vec<Lit>)| {
            let lits = lits.iter().map(|lit| lit.to_dimacs()).collect();
            let (first, second) = words(fact, place, py)?;
            Ok((lits, first, second))
        };
        facts.map(entry).collect()
    }

    /// The tour that a model means: its squares in order. Raises NotATour unless the model satisfies every clause and
    /// the tour verifies.
    fn decode(&self, model: Vec<i32>) -> PyResult<Vec<String>> {
        let lits = model.iter().map(|&number| Lit::from_dimacs(number));
        let lits: Option<Vec<Lit>> = lits.collect();
        let lits = lits.ok_or_else(|| wrong("0 is not a literal"))?;
        // Other solvers number variables of their own after ours.
        let ours = lits
            .into_iter()
            .filter(|lit| lit.var().number() <= self.variables());
        let model = Model::from_lits(&ours.collect::<Vec<_>>());
        let model = model.map_err(|lit| {
            wrong(format!(
                "the model has both {} and its negation",
                lit.to_dimacs()
            ))
        })?;
        let mut check = ModelCheck::new(&model);
        self.clauses.replay(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            return Err(not_a_tour(FormulaError::Violated { number, clause }));
        }
        let problem = self.spec.problem().map_err(wrong)?;
        let formula = encoding::Formula::new(&problem, self.spec.style).map_err(wrong)?;
        let tour = formula.decode(&model).map_err(not_a_tour)?;
        Ok(tour::names(&self.spec.place, &tour))
    }

    /// The formula in DIMACS, with comments by which `knightsat decode` knows it.
    fn dimacs(&self) -> PyResult<String> {
        let text = self.spec.write(Vec::new()).map_err(wrong)?;
        String::from_utf8(text).map_err(wrong)
    }

    fn __repr__(&self) -> String {
        let tour = self.spec.place.a_tour(self.spec.tour.kind);
        let size = self.clauses.size();
        format!(
            "<knightsat.Formula of {tour}: {}, {}>",
            counted(size.variables, "variable"),
            counted(size.clauses, "clause")
        )
    }
}

fn not_a_tour(error: FormulaError) -> PyErr {
    NotATour::new_err(error.to_string())
}

/// The style as Python has it.
pub fn style_name(style: Style) -> &'static str {
    match style {
        Style::Positions => "positions",
        Style::Arcs => "arcs",
        Style::Edges => "edges",
    }
}

/// The vertices of a fact.
fn squares(fact: &Fact) -> Vec<u32> {
    match *fact {
        Fact::At { vertex, .. } => vec![vertex],
        Fact::Arc { from, to } => vec![from, to],
        Fact::Edge(a, b) => vec![a, b],
    }
}

/// A fact as the end of an entry.
fn words(fact: &Fact, place: &Place, py: Python<'_>) -> PyResult<(Py<PyAny>, String)> {
    Ok(match *fact {
        Fact::At { step, vertex } => (step.into_py_any(py)?, place.name(vertex)),
        Fact::Arc { from, to } => (place.name(from).into_py_any(py)?, place.name(to)),
        Fact::Edge(a, b) => (place.name(a).into_py_any(py)?, place.name(b)),
    })
}
