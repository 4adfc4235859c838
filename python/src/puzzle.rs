//! Puzzles: numbers on a board that exactly one tour has.

use crate::arguments::{self, Asked};
use crate::errors::{stopped, wrong};
use crate::interrupt::{self, Pace};
use crate::tour::no_tour;
use knightsat_search::SolveError;
use knightsat_search::puzzle::{LARGEST, Made, Options, Puzzle as Numbers, puzzle as make};
use knightsat_search::unique::is_only;
use knightsat_tour::base::stop::Stopped;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Squares of a tour with their steps, which determine the tour. Pass `givens` as `at` to `solve`.
#[pyclass(frozen, get_all, module = "knightsat")]
pub struct Puzzle {
    /// The given squares, by their steps.
    givens: Py<PyDict>,
    /// The only tour with these givens.
    solution: Vec<String>,
    /// True if every given is needed. With `symmetric_givens` this applies to pairs of givens.
    irreducible: bool,
    /// A tour with all other givens, for steps that are needed.
    witnesses: Vec<(Vec<u32>, Vec<String>)>,
}

#[pymethods]
impl Puzzle {
    fn __repr__(&self, py: Python<'_>) -> String {
        let (givens, steps) = (self.givens.bind(py).len(), self.solution.len());
        format!("<knightsat.Puzzle: {givens} of {steps} steps given>")
    }
}

/// Makes a puzzle: numbers on a board that exactly one tour has. A solver checks this.
///
/// With `givens` the puzzle has so many givens; otherwise it has only givens that are needed. With
/// `symmetric_givens` the half turn maps given squares to given squares. The steps of a closed tour
/// begin anywhere, and go in one direction.
///
/// >>> puzzle = knightsat.puzzle("5x6", seed=1)
/// >>> knightsat.solve("5x6", at=puzzle.givens) == puzzle.solution
/// True
#[pyfunction]
#[pyo3(signature = (board, *, givens=None, symmetric_givens=false, seed=0, timeout=None, progress=None, **options))]
#[expect(clippy::too_many_arguments, reason = "most of them are keywords")]
pub fn puzzle(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    givens: Option<u32>,
    symmetric_givens: bool,
    seed: u64,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Puzzle> {
    let other = arguments::given(options)?
        .into_iter()
        .find(|(key, _)| !["closed", "leaper"].contains(&&key[..]));
    if let Some((key, _)) = other {
        return Err(PyTypeError::new_err(format!(
            "unexpected keyword argument '{key}'"
        )));
    }
    let asked = arguments::spec(board, options, false)?;
    let place = &asked.spec.place;
    let Some(squares) = place.board() else {
        return Err(wrong("puzzles are on boards"));
    };
    if !asked.spec.tour.at.is_empty() {
        return Err(wrong(
            "the board has numbers already, and a puzzle gets its own: leave them out",
        ));
    }
    if place.len() > LARGEST {
        return Err(wrong(format!(
            "{place} is too large for a puzzle: the limit is {LARGEST} squares"
        )));
    }
    if let Some(givens) = givens.filter(|&givens| givens > place.len()) {
        return Err(wrong(format!(
            "givens: {givens} are more than the squares of {place}"
        )));
    }
    let symmetry = if symmetric_givens {
        Some(squares.half_turn().ok_or_else(|| {
            wrong("symmetric_givens: the holes of this board are not symmetric under the half turn")
        })?)
    } else {
        None
    };
    let made = interrupt::work(
        py,
        Pace { timeout, progress },
        |watch| -> Result<_, SolveError> {
            let stop = watch.stop.clone();
            let problem = asked.spec.problem(&stop)?;
            let made = make(
                &problem,
                &Options {
                    seed,
                    givens,
                    symmetry,
                    stop,
                },
            )?;
            let is_certain = match &made {
                Made::Puzzle(puzzle) => {
                    is_only(&problem, &puzzle.givens, &puzzle.solution, &watch.stop)?
                }
                _ => Some(true),
            };
            Ok((made, is_certain))
        },
    )?;
    match made.map_err(wrong)? {
        (_, Some(false)) => Err(wrong(
            "the puzzle has more than one solution: please report this",
        )),
        (Made::Puzzle(puzzle), Some(true)) if puzzle.is_finished => shown(&puzzle, &asked, py),
        (Made::NoTour(evidence), _) => Err(no_tour(&asked.spec, &asked.names, &evidence)),
        (Made::TooFew(fewest), _) => Err(wrong(format!(
            "givens: no puzzle with so few was found, the fewest were {fewest}: try another seed"
        ))),
        (Made::Uneven, _) => Err(wrong(
            "givens: on this board symmetric givens come in pairs, so ask for an even number",
        )),
        _ => Err(stopped(Stopped::Late)),
    }
}

/// Converts a puzzle to Python.
fn shown(puzzle: &Numbers, asked: &Asked, py: Python<'_>) -> PyResult<Puzzle> {
    let names = |steps: &[u32]| steps.iter().map(|&v| asked.spec.place.name(v)).collect();
    let givens = PyDict::new(py);
    for &(step, vertex) in &puzzle.givens {
        givens.set_item(step, asked.spec.place.name(vertex))?;
    }
    let witnesses = puzzle.witnesses.iter();
    Ok(Puzzle {
        givens: givens.unbind(),
        solution: names(puzzle.solution.steps()),
        irreducible: puzzle.is_irreducible(),
        witnesses: witnesses
            .map(|witness| (witness.steps.clone(), names(witness.other.steps())))
            .collect(),
    })
}
