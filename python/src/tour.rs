//! Tours: found, and verified.

use crate::{NoTour, NotATour, asked, interrupt, wrong};
use knightsat_search::{Evidence, Verdict, find};
use knightsat_tour::place::Place;
use knightsat_tour::tour::Tour;
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The names of a tour's squares, in order.
pub fn names(place: &Place, tour: &Tour) -> Vec<String> {
    tour.steps().iter().map(|&v| place.name(v)).collect()
}

/// Finds a tour: its squares in order, verified.
///
/// Raises NoTour if there is none, and TimeoutError after so many seconds.
///
/// >>> knightsat.solve("3x4", start="a1", end="d3")
/// ['a1', 'c2', 'a3', 'b1', 'd2', 'b3', 'c1', 'a2', 'c3', 'd1', 'b2', 'd3']
/// >>> knightsat.solve("3x6", closed=True)
/// Traceback (most recent call last):
/// knightsat.NoTour: ...
#[pyfunction]
#[pyo3(signature = (board, *, timeout=None, **options))]
pub fn solve(
    py: Python<'_>,
    board: &str,
    timeout: Option<f64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<String>> {
    let spec = asked::spec(board, options, false)?;
    let verdict = interrupt::work(py, timeout, |stop| find(&spec, stop))?;
    match verdict.map_err(wrong)? {
        Verdict::Tour(tour) => Ok(names(&spec.place, &tour)),
        Verdict::None(Evidence::Obstruction(why)) => {
            let why = why.explain(|vertex| spec.place.name(vertex));
            Err(NoTour::new_err(why.to_string()))
        }
        Verdict::None(_) => {
            let tour = spec.describe();
            Err(NoTour::new_err(format!(
                "{tour}: refuted, and the refutation checked"
            )))
        }
        Verdict::Unknown(_) => Err(PyTimeoutError::new_err("time is up")),
    }
}

/// Checks a tour that anyone has found; raises NotATour if it is none, and says what is wrong with it.
///
/// >>> knightsat.verify("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split())
/// >>> knightsat.verify("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 d3 b2".split())
/// Traceback (most recent call last):
/// knightsat.NotATour: from step 10 to 11, d1 to d3 is not a move
#[pyfunction]
#[pyo3(signature = (board, squares, **options))]
pub fn verify(
    board: &str,
    squares: Vec<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let spec = asked::spec(board, options, false)?;
    let place = &spec.place;
    let steps = squares.iter().map(|name| place.vertex(name));
    let steps: Vec<u32> = steps.collect::<Result<_, _>>().map_err(wrong)?;
    let problem = spec.problem().map_err(wrong)?;
    match Tour::verify(&problem, steps) {
        Ok(_) => Ok(()),
        Err(error) => {
            let error = error.with_names(|vertex| place.name(vertex));
            Err(NotATour::new_err(error.to_string()))
        }
    }
}
