//! Puzzles: numbers on a board that exactly one tour has.

use crate::arguments::{self, Asked};
use crate::errors::{stopped, wrong};
use crate::interrupt::{self, Pace};
use crate::picture::picture;
use crate::tour::no_tour;
use knightsat::render::scene::{Mark, Scene};
use knightsat::search::puzzle::{Made, Puzzle as Numbers, puzzle as make};
use knightsat::search::{SolveError, lazy};
use knightsat::stop::Stopped;
use knightsat::tour::Tour;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Squares of a tour with their steps, which determine the tour. Pass `givens` as `at` to `solve`.
/// A notebook shows its picture.
#[pyclass(frozen, module = "knightsat")]
pub struct Puzzle {
    /// The given squares, by their steps.
    #[pyo3(get)]
    givens: Py<PyDict>,
    /// The only tour with these givens.
    #[pyo3(get)]
    solution: Py<PyAny>,
    /// True if every given is needed.
    #[pyo3(get)]
    irreducible: bool,
    /// A tour with all other givens, for steps that are needed.
    #[pyo3(get)]
    witnesses: Vec<(u32, Py<PyAny>)>,
    scene: Scene,
    squares: u32,
}

#[pymethods]
impl Puzzle {
    /// Returns a drawing of the puzzle. Its answer is that of `solution`.
    fn svg(&self) -> String {
        picture(&self.scene)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (givens, steps) = (self.givens.bind(py).len(), self.squares);
        format!("<knightsat.Puzzle: {givens} of {steps} steps given>")
    }
}

/// Makes a puzzle: numbers on a board or graph that exactly one tour has. A solver checks this.
///
/// Every given is needed. The steps of a closed tour begin anywhere, and go in one direction.
///
/// >>> puzzle = knightsat.puzzle("5x6", seed=1)
/// >>> knightsat.solve("5x6", at=puzzle.givens) == puzzle.solution
/// True
#[pyfunction]
#[pyo3(signature = (board, *, closed=false, leaper=None, wrap=None, rules=None, seed=0, timeout=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "most of them are keywords")]
pub fn puzzle(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    closed: bool,
    leaper: Option<&Bound<'_, PyAny>>,
    wrap: Option<&str>,
    rules: Option<&Bound<'_, PyAny>>,
    seed: u64,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Puzzle> {
    let tour = PyDict::new(py);
    tour.set_item("closed", closed)?;
    tour.set_item("leaper", leaper)?;
    tour.set_item("wrap", wrap)?;
    tour.set_item("rules", rules)?;
    let asked = arguments::spec(board, Some(&tour), false)?;
    let place = &asked.spec.place;
    if !asked.spec.tour.at.is_empty() {
        return Err(wrong(
            "the board has numbers already, and a puzzle gets its own: leave them out",
        ));
    }
    if place.len() > Numbers::LARGEST {
        return Err(wrong(format!(
            "{place} is too large for a puzzle: the limit is {} squares",
            Numbers::LARGEST
        )));
    }
    let made = interrupt::work(
        py,
        Pace { timeout, progress },
        |watch| -> Result<_, SolveError> {
            let problem = asked.spec.problem(&watch.stop)?;
            let options = lazy::Options {
                seed,
                ..(&watch.stop).into()
            };
            let made = make(&problem, &options)?;
            let is_certain = match &made {
                Made::Puzzle(puzzle) => puzzle.is_unique(&problem, &watch.stop)?,
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
        _ => Err(stopped(Stopped::Late)),
    }
}

/// Converts a puzzle to Python.
fn shown(puzzle: &Numbers, asked: &Asked, py: Python<'_>) -> PyResult<Puzzle> {
    let place = &asked.spec.place;
    let tour = |tour: &Tour| asked.names.tour(py, tour.steps(), tour.kind());
    let givens = PyDict::new(py);
    for &(step, vertex) in &puzzle.givens {
        givens.set_item(step, asked.names.object(py, vertex)?)?;
    }
    let marks = puzzle.givens.iter().map(|&(step, vertex)| Mark {
        vertex,
        text: step.to_string(),
        is_loud: false,
    });
    let title = format!("a puzzle: {}", asked.spec.describe());
    let witnesses = puzzle.witnesses.iter();
    let witnesses = witnesses.map(|witness| Ok((witness.step, tour(&witness.other)?)));
    Ok(Puzzle {
        givens: givens.unbind(),
        solution: tour(&puzzle.solution)?,
        irreducible: puzzle.is_irreducible(),
        witnesses: witnesses.collect::<PyResult<_>>()?,
        scene: Scene::of_marks(title, place, marks.collect()),
        squares: place.len(),
    })
}
