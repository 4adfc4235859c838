//! Formulas as lists, files and CNF of PySAT.

use crate::arguments::{self, Asked};
use crate::errors::{NoTour, NotATour, about, open, stopped, wrong};
use crate::ids::{Ids, Number, numbers, shifted, unshifted};
use crate::interrupt::{self, Pace};
use crate::output;
use crate::picture::table;
use crate::place::Names;
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat::cnf::dimacs::result;
use knightsat::cnf::sink::{Cnf, Size, Until};
use knightsat::cnf::{Answer, Contradiction, Lit, Model};
use knightsat::encoding::formula_spec::{FormulaSpec, FormulaSpecError};
use knightsat::encoding::meaning::Meaning;
use knightsat::encoding::{self as encoding, FormulaError};
use knightsat::render::{counted, escape};
use knightsat::search::{self, Evidence, Verdict};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::Problem;
use knightsat::tour::fact::Fact;
use knightsat::tour::fact::FactStyle;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::path::PathBuf;
use std::sync::OnceLock;

/// A fact of a map: its literals, then step and square, or two squares. The fact holds if all
/// literals are true.
pub type Entry = (Vec<i32>, Py<PyAny>, Py<PyAny>);

/// A formula whose models are the tours of a problem.
#[pyclass(frozen, module = "knightsat")]
pub struct Formula {
    spec: FormulaSpec,
    names: Names,
    problem: Problem,
    size: Size,
    /// The meaning, computed at first use.
    meaning: OnceLock<Meaning>,
    /// The number before the first variable of the formula.
    before: u32,
}

/// Encodes a tour as a formula, in any of the encodings, with their options.
///
/// The variables follow `top`, or the ids of `vpool`, an IDPool of PySAT, which then continues
/// after them. The call computes the size; `clauses` computes the clauses.
///
/// >>> formula = knightsat.encode("3x4")
/// >>> formula
/// <knightsat.Formula of an open knight's tour of 3x4: 100 variables, 1084 clauses>
/// >>> formula.map[0]
/// ([1], 1, 'a1')
/// >>> knightsat.encode([("x", "y"), ("y", "z"), ("z", "x")], closed=True, encoding="crt", top=7).map[0]
/// ([8], 'x', 'y')
#[pyfunction]
#[pyo3(signature = (board, *, top=None, vpool=None, timeout=None, progress=None, **formula))]
pub fn encode(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    top: Option<u32>,
    vpool: Option<&Bound<'_, PyAny>>,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    formula: Option<&Bound<'_, PyDict>>,
) -> PyResult<Formula> {
    let Asked { spec, names } = arguments::spec(board, formula, true)?;
    let ids = Ids::new(top, vpool, 0)?;
    let laid_out = interrupt::work(
        py,
        Pace { timeout, progress },
        |watch| -> Result<_, FormulaSpecError> {
            let problem = spec.problem(&watch.stop)?;
            let size = encoding::Formula::within(&problem, spec.style, &watch.stop)?.total();
            Ok((problem, size))
        },
    )?;
    let (problem, size) = laid_out.map_err(|error| {
        if error.is_stopped() {
            stopped(Stopped::Late)
        } else {
            wrong(error)
        }
    })?;
    let before = ids.take(size.variables)?;
    Ok(Formula {
        spec,
        names,
        problem,
        size,
        meaning: OnceLock::new(),
        before,
    })
}

#[pymethods]
impl Formula {
    /// The clauses, each a list of literals.
    #[getter]
    fn clauses(&self, py: Python<'_>) -> PyResult<Vec<Vec<i32>>> {
        let written = interrupt::work(py, Pace::default(), |watch| -> Result<_, FormulaError> {
            let mut clauses = Cnf::default();
            let mut until = Until::new(&mut clauses, &watch.stop);
            self.laid_out(&watch.stop)?.encode(&mut until);
            until.finish()?;
            Ok(clauses)
        })?;
        Ok(shifted(written.map_err(wrong)?.clauses(), self.before))
    }

    /// Returns the clauses as `pysat.formula.CNF`.
    fn cnf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let clauses = PyDict::new(py);
        clauses.set_item("from_clauses", self.clauses(py)?)?;
        let cnf = py
            .import("pysat.formula")?
            .getattr("CNF")?
            .call((), Some(&clauses))?;
        cnf.setattr("nv", self.top())?;
        Ok(cnf)
    }

    /// The number of variables.
    #[getter]
    fn variables(&self) -> u64 {
        self.size.variables
    }

    /// The largest variable.
    #[getter]
    fn top(&self) -> u64 {
        u64::from(self.before) + self.size.variables
    }

    /// The style of the map: "positions" (a square at a step), "arcs" (a move from one square to
    /// another) or "edges" (a move in either direction).
    #[getter]
    fn style(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match self.meaning(py)?.style() {
            FactStyle::Positions => "positions",
            FactStyle::Arcs => "arcs",
            FactStyle::Edges => "edges",
        })
    }

    /// The groups of clauses in order, each a dict: its name, variables, clauses and literals.
    /// Variables are those that the group introduces.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let group = |(name, size): (&'static str, Size)| {
            let row = PyDict::new(py);
            row.set_item("name", name)?;
            row.set_item("variables", size.variables)?;
            row.set_item("clauses", size.clauses)?;
            row.set_item("literals", size.literals)?;
            Ok(row)
        };
        self.sizes(py)?.into_iter().map(group).collect()
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let row = |name: &str, size: Size| {
            let numbers = [size.variables, size.clauses, size.literals];
            let numbers = numbers.iter().map(ToString::to_string);
            std::iter::once(name.to_string()).chain(numbers).collect()
        };
        let rows = self.sizes(py)?.into_iter();
        let rows = rows.map(|(name, size)| row(name, size));
        let rows = rows.chain([row("all", self.size)]);
        let tour = escape(&self.names.place.a_tour(self.spec.tour.kind));
        let head = ["group", "variables", "clauses", "literals"];
        Ok(format!(
            "<p>A formula of {tour}</p>\n{}",
            table(&head, rows)
        ))
    }

    /// True if the formula has only one of a tour and its reverse.
    #[getter]
    fn one_direction(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.meaning(py)?.is_one_direction)
    }

    /// The square on which all closed tours of the formula begin, or None.
    #[getter]
    fn first(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let first = self.meaning(py)?.first;
        first
            .map(|vertex| self.names.object(py, vertex))
            .transpose()
    }

    /// The meaning of the variables: a list of entries (literals, step, square), or (literals,
    /// square, square). An entry holds if all its literals are true.
    #[getter]
    fn map(&self, py: Python<'_>) -> PyResult<Vec<Entry>> {
        let facts = self.meaning(py)?.facts().iter();
        // One more vertex closes open tours. It is no square.
        let len = self.names.place.len();
        let facts = facts.filter(|(fact, _)| squares(fact).iter().all(|&v| v < len));
        let entry = |(fact, lits): &(Fact, Vec<Lit>)| {
            let lits = shifted([&lits[..]], self.before).remove(0);
            let (first, second) = self.ends(fact, py)?;
            Ok((lits, first, second))
        };
        facts.map(entry).collect()
    }

    /// Returns the tour of a model: its squares in order. Ignores variables of other formulas.
    /// Raises NotATour unless the model satisfies every clause and the tour verifies. Raises NoTour
    /// for None, which PySAT returns without a model.
    fn decode(&self, py: Python<'_>, model: Option<Vec<Number>>) -> PyResult<Py<PyAny>> {
        let Some(model) = model else {
            return Err(unsatisfiable(&self.spec, "the solver"));
        };
        let model = self.model(&numbers(model))?;
        let tour = interrupt::work(py, Pace::default(), |watch| {
            self.laid_out(&watch.stop)?.tour(&model)
        })?;
        let tour = tour.map_err(|error| {
            let error = match error {
                FormulaError::Violated { number, clause } => {
                    let larger = |lit: i32| lit + lit.signum() * self.before as i32;
                    let clause = clause.into_iter().map(larger).collect();
                    FormulaError::Violated { number, clause }
                }
                FormulaError::NoTour(why) => {
                    FormulaError::NoTour(why.with_names(|v| self.names.name(v)))
                }
                other => other,
            };
            NotATour::new_err(error.to_string())
        })?;
        self.names.tour(py, tour.steps(), tour.kind())
    }

    /// Writes the formula in DIMACS to a path or to a binary file, without keeping the clauses in
    /// memory. Comments describe the formula for `decode`. A path is written completely or not at
    /// all.
    #[pyo3(signature = (file, *, timeout=None, progress=None))]
    fn write(
        &self,
        py: Python<'_>,
        file: &Bound<'_, PyAny>,
        timeout: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.check_numbers()?;
        let target = output::Target::new(file)?;
        interrupt::work(py, Pace { timeout, progress }, |watch| {
            let formula = self.laid_out(&watch.stop).map_err(wrong_or_late)?;
            target.write(|output| {
                let mut output = output::Counting::new(output, watch);
                self.spec
                    .write_formula(&formula, &[], &mut output, &watch.stop)
            })
        })?
    }

    /// Returns the formula in DIMACS. Comments describe the formula for `decode`.
    fn dimacs(&self, py: Python<'_>) -> PyResult<String> {
        self.check_numbers()?;
        let text = interrupt::work(py, Pace::default(), |watch| {
            self.spec.write(Vec::new(), &watch.stop)
        })?;
        String::from_utf8(text.map_err(wrong)?).map_err(wrong)
    }

    /// Supports type checkers: `Formula[str]`.
    #[classmethod]
    #[pyo3(signature = (_node, /))]
    fn __class_getitem__(class: &Bound<'_, PyType>, _node: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }

    fn __repr__(&self) -> String {
        let tour = self.names.place.a_tour(self.spec.tour.kind);
        format!(
            "<knightsat.Formula of {tour}: {}, {}>",
            counted(self.size.variables, "variable"),
            counted(self.size.clauses, "clause")
        )
    }
}

impl Formula {
    fn laid_out(&self, stop: &Stop) -> Result<encoding::Formula<'_>, FormulaError> {
        encoding::Formula::within(&self.problem, self.spec.style, stop)
    }

    /// Returns the size of every group of clauses.
    fn sizes(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, Size)>> {
        let sizes = interrupt::work(py, Pace::default(), |watch| {
            Ok(self.laid_out(&watch.stop)?.size())
        })?;
        sizes.map_err(wrong_or_late)
    }

    fn meaning(&self, py: Python<'_>) -> PyResult<&Meaning> {
        if self.meaning.get().is_none() {
            let meaning = interrupt::work(py, Pace::default(), |watch| {
                Ok(self.laid_out(&watch.stop)?.meaning())
            })?;
            let _ = self.meaning.set(meaning.map_err(wrong_or_late)?);
        }
        Ok(self.meaning.get().expect("just set"))
    }

    /// Fails if the numbers in the file would differ from those of the clauses.
    fn check_numbers(&self) -> PyResult<()> {
        match self.before {
            0 => Ok(()),
            _ => Err(wrong(
                "a file of this formula would have other variables, from 1 on: leave top and vpool out, or use clauses",
            )),
        }
    }

    /// Returns the variables of this formula in a model.
    fn model(&self, numbers: &[i32]) -> PyResult<Model> {
        let lits = unshifted(numbers, self.before).ok_or_else(|| wrong("0 is not a literal"))?;
        // Solvers append variables of their own to ours.
        let ours = lits
            .into_iter()
            .filter(|lit| u64::from(lit.var().number()) <= self.size.variables);
        Model::from_lits(&ours.collect::<Vec<_>>()).map_err(|Contradiction(lit)| {
            let lit = shifted([&[lit][..]], self.before).remove(0)[0];
            wrong(format!("the model has both {lit} and its negation"))
        })
    }

    /// Returns the last two items of the entry of a fact.
    fn ends(&self, fact: &Fact, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let object = |vertex| self.names.object(py, vertex);
        Ok(match *fact {
            Fact::At { step, vertex } => (step.into_py_any(py)?, object(vertex)?),
            Fact::Arc { from, to } => (object(from)?, object(to)?),
            Fact::Edge(ends) => (object(ends[0])?, object(ends[1])?),
        })
    }
}

/// Returns the vertices of a fact.
fn squares(fact: &Fact) -> Vec<u32> {
    match *fact {
        Fact::At { vertex, .. } => vec![vertex],
        Fact::Arc { from, to } => vec![from, to],
        Fact::Edge(ends) => ends.to_vec(),
    }
}

/// Returns the error for an answer that nothing confirms, that there is no model.
fn unsatisfiable(spec: &FormulaSpec, source: &str) -> PyErr {
    let verdict = Verdict::None(Evidence::Refutation(format!(
        "unverified answer of {source}"
    )));
    match search::sentence(spec, &verdict) {
        Ok(sentence) => NoTour::new_err(sentence.unwrap_or_default()),
        Err(error) => wrong(error),
    }
}

fn wrong_or_late(error: FormulaError) -> PyErr {
    match error {
        FormulaError::Stopped(why) => stopped(why),
        error => wrong(error),
    }
}

/// Returns the tour in a solver's answer about a file from `Formula.write` or `knightsat encode`.
/// The answer is a path, a list of literals, or None for unsatisfiable, as PySAT returns it. Raises
/// NoTour if the solver answered unsatisfiable, and ValueError if such tours are known. Raises
/// NotATour if its model is wrong.
#[pyfunction]
pub fn decode(py: Python<'_>, formula: PathBuf, answer: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let name = formula.display().to_string();
    let reader = CnfReader::new(open(&formula)?, &name, FormulaSpec::PREFIX).map_err(wrong)?;
    let spec = FormulaSpec::from_comments(reader.comments());
    let spec = spec.map_err(|error| wrong(format!("{name}:{error}")))?;
    let spec = spec.ok_or_else(|| {
        wrong(format!(
            "{name} does not say what it encodes: use Formula.decode"
        ))
    })?;
    let variables = reader.header().variables;
    let mut source = "the solver".to_string();
    let answer = match answer.extract::<PathBuf>() {
        _ if answer.is_none() => Answer::Unsatisfiable,
        Ok(path) => {
            source = path.display().to_string();
            result::read(open(&path)?, &source, variables).map_err(wrong)?
        }
        Err(_) => {
            let literals = answer
                .extract::<Vec<Number>>()
                .map_err(|error| about("answer", error, py))?;
            let lits =
                unshifted(&numbers(literals), 0).ok_or_else(|| wrong("0 is not a literal"))?;
            Answer::Satisfiable(Model::from_lits(&lits).map_err(|Contradiction(lit)| {
                wrong(format!(
                    "the model has both {} and its negation",
                    lit.to_dimacs()
                ))
            })?)
        }
    };
    let model = match answer {
        Answer::Satisfiable(model) => model,
        Answer::Unsatisfiable => {
            return Err(unsatisfiable(&spec, &source));
        }
        Answer::Unknown => return Err(wrong("the solver answered unknown")),
    };
    let tour = interrupt::work(
        py,
        Pace::default(),
        |watch| -> Result<_, FormulaSpecError> {
            let problem = spec.problem(&watch.stop)?;
            let formula = encoding::Formula::within(&problem, spec.style, &watch.stop)?;
            Ok(formula.tour(&model)?)
        },
    )?;
    let tour = tour.map_err(|error| NotATour::new_err(format!("{name}: {error}")))?;
    Names::own(spec.request.place).tour(py, tour.steps(), tour.kind())
}
