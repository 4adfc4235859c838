//! Tours: found, verified and counted.

use crate::arguments::{self, Asked};
use crate::errors::{NoTour, NotATour, stopped, wrong};
use crate::interrupt::{self, Fields, Pace, Watch};
use crate::place::Names;
use knightsat::render::svg::Picture;
use knightsat_count::frontier::{self, BigUint, FrontierError, Limits, Stage};
use knightsat_encoding::formula_spec::FormulaSpec;
use knightsat_encoding::{Formula, FormulaError};
use knightsat_search::lazy::{self, Progress};
use knightsat_search::optimum::{self, Objective, Sense, Standing};
use knightsat_search::tours::{Tours, ToursError};
use knightsat_search::{Evidence, SolveError, Unknown, Verdict, find};
use knightsat_tour::base::json;
use knightsat_tour::base::stop::Stopped;
use knightsat_tour::base::text::counted;
use knightsat_tour::graph::{self, Graph, Words};
use knightsat_tour::place::Place;
use knightsat_tour::spec::SpecError;
use knightsat_tour::statistic::Statistic;
use knightsat_tour::table::Backend;
use knightsat_tour::tour::Tour;
use knightsat_tour::{Kind, Problem, ProblemError};
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use std::error::Error;
use std::sync::Arc;

/// Finds a tour: its squares in order, verified.
///
/// Raises NoTour if there is none, and TimeoutError after `timeout` seconds. `minimize` or
/// `maximize` names a statistic, such as "turns" or "crossings"; the tour is then the best one. The
/// TimeoutError has the attributes `tour` and `best`, the best tour so far and its value, and
/// `bound`, which no tour exceeds. Each is None if it is unknown.
///
/// >>> len(knightsat.solve("6x6", closed=True, minimize="turns"))
/// 36
/// >>> knightsat.solve("3x4", start="a1", end="d3")
/// ['a1', 'c2', 'a3', 'b1', 'd2', 'b3', 'c1', 'a2', 'c3', 'd1', 'b2', 'd3']
/// >>> knightsat.solve([("x", "y"), ("z", "x")], start="y")
/// ['y', 'x', 'z']
/// >>> knightsat.solve("3x6", closed=True)
/// Traceback (most recent call last):
/// knightsat.NoTour: ...
#[pyfunction]
#[pyo3(signature = (board, *, minimize=None, maximize=None, seed=0, timeout=None, progress=None, **options))]
pub fn solve(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    minimize: Option<&str>,
    maximize: Option<&str>,
    seed: u64,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let Asked { spec, names } = arguments::spec(board, options, false)?;
    let named = [(Sense::Minimize, minimize), (Sense::Maximize, maximize)];
    let named = named
        .into_iter()
        .filter_map(|(sense, name)| Some((sense, name?)));
    let objectives = named.map(|(sense, name)| {
        let statistic = Statistic::parse(name, &spec.place).map_err(wrong)?;
        Ok(Objective { sense, statistic })
    });
    let objectives: Vec<Objective> = objectives.collect::<PyResult<_>>()?;
    let verdict = interrupt::work(py, Pace { timeout, progress }, |watch| {
        if objectives.is_empty() {
            let found = look(&spec, seed, watch).map_err(|error| error.to_string());
            found.map(|verdict| (verdict, Vec::new()))
        } else {
            best(&spec, &objectives, seed, watch).map_err(|error| error.to_string())
        }
    })?;
    let (verdict, standings) = verdict.map_err(wrong)?;
    let is_best = standings.iter().all(Standing::is_optimal);
    let (tour, why) = match verdict {
        Verdict::Tour(tour) if is_best => return names.tour(py, tour.steps(), tour.kind()),
        Verdict::None(evidence) => return Err(no_tour(&spec, &names, &evidence)),
        Verdict::Tour(tour) => (Some(tour), Stopped::Late),
        Verdict::Unknown(Unknown::Stopped(why)) => (None, why),
        Verdict::Unknown(_) => (None, Stopped::Unanswered),
    };
    let error = match standings.first() {
        Some(standing) => PyTimeoutError::new_err(format!("{why}: {standing}")),
        None => stopped(why),
    };
    let tour = tour.map(|tour| names.tour(py, tour.steps(), tour.kind()));
    let first = standings.first();
    error.value(py).setattr("tour", tour.transpose()?)?;
    error
        .value(py)
        .setattr("best", first.and_then(|first| first.best))?;
    error
        .value(py)
        .setattr("bound", first.and_then(|first| first.bound))?;
    Err(error)
}

/// Searches for a tour by the lazy engine, which reports its progress, or as `find` does.
fn look(spec: &FormulaSpec, seed: u64, watch: &Watch) -> Result<Verdict, SolveError> {
    let problem = spec.problem(&watch.stop);
    match problem {
        Ok(problem) if Backend::Engine.supports(problem.demands()) => {
            let options = lazy::Options {
                seed,
                ..(&watch.stop).into()
            };
            Ok(lazy::solve_with(&problem, options, &mut |progress| {
                watch.report(fields(progress))
            })?)
        }
        _ => find(spec, &watch.stop),
    }
}

/// Searches for the best tour, and returns the bounds of the objectives.
fn best(
    spec: &FormulaSpec,
    objectives: &[Objective],
    seed: u64,
    watch: &Watch,
) -> Result<(Verdict, Vec<Standing>), Box<dyn Error>> {
    let problem = match spec.problem(&watch.stop) {
        Err(SpecError::Problem(ProblemError::Stopped(why))) => {
            return Ok((Verdict::Unknown(why.into()), Vec::new()));
        }
        problem => problem?,
    };
    let options = optimum::Options {
        seed,
        ..watch.stop.clone().into()
    };
    let found = optimum::optimize(&problem, objectives, &options, &mut |_| {})?;
    Ok((found.verdict, found.standings))
}

/// Returns the progress of a search.
pub fn fields(progress: Progress) -> Fields {
    let Progress {
        attempt,
        edges,
        round,
        cycles,
        joined,
        cuts,
        ..
    } = progress;
    vec![
        ("attempt", attempt.into()),
        ("edges", edges.into()),
        ("rounds", round.into()),
        ("cycles", cycles.into()),
        ("joined", joined.into()),
        ("cuts", cuts.into()),
    ]
}

/// Returns the error for a problem without a tour.
pub fn no_tour(spec: &FormulaSpec, names: &Names, evidence: &Evidence) -> PyErr {
    NoTour::new_err(match evidence {
        Evidence::Obstruction(why) => why.explain(|vertex| names.name(vertex)).to_string(),
        _ => format!("{}: refuted, and the refutation checked", spec.describe()),
    })
}

/// Draws a tour on the board of this description in JSON; without one, the moves alone.
#[pyfunction]
pub fn draw(squares: Vec<Bound<'_, PyAny>>, board: Option<&str>, closed: bool) -> PyResult<String> {
    let kind = if closed { Kind::Closed } else { Kind::Open };
    let names: Vec<String> = squares
        .iter()
        .map(|name| Ok(name.str()?.to_string()))
        .collect::<PyResult<_>>()?;
    let (place, steps) = match board {
        Some(board) => {
            let place: Place = json::read(board.as_bytes()).map_err(wrong)?;
            let steps = names.iter().map(|name| place.vertex(name));
            let steps = steps.collect::<Result<_, _>>().map_err(wrong)?;
            (place, steps)
        }
        None => {
            let len = squares.len() as u32;
            let moves = (0..len).map(|step| [step, (step + 1) % len]);
            let moves: Vec<[u32; 2]> = moves.take(len as usize - usize::from(!closed)).collect();
            let graph = Graph::try_from_edges(len, &moves).map_err(wrong)?;
            // Nodes that print alike have numbers.
            let words: Words = names.into_iter().collect();
            let names = if words.words().len() == squares.len() {
                graph::Names::Words(Arc::new(words))
            } else {
                graph::Names::FromOne
            };
            (Place::Graph(graph.with_names(names)), (0..len).collect())
        }
    };
    let problem = place.problem(kind, None, None).map_err(wrong)?;
    let tour = Tour::verify(&problem, steps)
        .map_err(|error| NotATour::new_err(error.with_names(|v| place.name(v)).to_string()))?;
    Ok(tour.svg())
}

/// Verifies a tour from any source. Raises NotATour with the reason if it is invalid.
///
/// >>> knightsat.verify("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split())
/// >>> knightsat.verify("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 d3 b2".split())
/// Traceback (most recent call last):
/// knightsat.NotATour: from step 10 to 11, d1 to d3 is not a move
#[pyfunction]
#[pyo3(signature = (board, squares, **options))]
pub fn verify(
    board: &Bound<'_, PyAny>,
    squares: Vec<Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let Asked { spec, names } = arguments::spec(board, options, false)?;
    let steps = squares.iter().map(|name| names.vertex(name));
    let steps: Vec<u32> = steps.collect::<PyResult<_>>()?;
    let problem = spec.problem(&Default::default()).map_err(wrong)?;
    let verified = Tour::verify(&problem, steps);
    verified.map(drop).map_err(|error| {
        let error = error.with_names(|vertex| names.name(vertex));
        NotATour::new_err(error.to_string())
    })
}

/// Counts the tours, at most `limit` of them. Open tours are directed: a tour and its reverse count
/// as two. Closed tours are undirected, unless squares are given at steps.
///
/// The default method is "frontier" (dynamic programming), or "search" (depth-first) with a limit,
/// a symmetry or given steps. "enumerate" counts models of a formula and accepts the options of an
/// encoding.
///
/// >>> knightsat.count("3x4"), knightsat.count("6x6", closed=True)
/// (16, 9862)
#[pyfunction]
#[pyo3(signature = (board, *, limit=None, method=None, timeout=None, progress=None, **options))]
pub fn count<'py>(
    py: Python<'py>,
    board: &Bound<'_, PyAny>,
    limit: Option<u64>,
    method: Option<&str>,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut spec = arguments::spec(board, options, method == Some("enumerate"))?.spec;
    let is_beyond = spec.tour.symmetric.is_some()
        || spec.tour.blocks.is_some()
        || spec.tour.knows_steps(spec.place.len());
    let method = match method {
        Some(method) => method,
        None if limit.is_some() || is_beyond => "search",
        None => "frontier",
    };
    if method == "frontier" && limit.is_some() {
        return Err(wrong(
            "method: 'frontier' does not stop at a limit: use 'search' or 'enumerate'",
        ));
    }
    if method == "enumerate" && spec.style.encoding.has("directions") {
        // Half of the models, each for two tours.
        spec.style.set("directions", "one").map_err(wrong)?;
    }
    let counted = interrupt::work(py, Pace { timeout, progress }, |watch| {
        let problem = spec.problem(&watch.stop)?;
        match method {
            "frontier" => by_frontier(&problem, watch),
            "search" => one_by_one(Tours::by_search(&problem, &watch.stop), limit, watch),
            "enumerate" => {
                let formula = Formula::within(&problem, spec.style, &watch.stop)?;
                if formula.is_exact() {
                    one_by_one(
                        Tours::by_models(&problem, &formula, &watch.stop),
                        limit,
                        watch,
                    )
                } else {
                    Err(CountError::Relaxation)
                }
            }
            other => Err(CountError::Method(other.into())),
        }
    })?;
    let number = counted.map_err(|error| match error {
        CountError::Late(0, why) => stopped(why),
        CountError::Late(tours, why) => {
            PyTimeoutError::new_err(format!("{why}: at least {}", counted_tours(tours)))
        }
        CountError::Formula(FormulaError::Stopped(why)) => stopped(why),
        error => wrong(error),
    })?;
    // A number of any size.
    py.get_type::<PyInt>().call1((number.to_string(),))
}

fn counted_tours(tours: u64) -> String {
    counted(tours, "tour")
}

/// The reason why there is no count.
#[derive(Debug, thiserror::Error)]
enum CountError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Formula(#[from] FormulaError),
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    #[error(transparent)]
    Tours(#[from] ToursError),
    #[error("{1}")]
    Late(u64, Stopped),
    #[error("method: '{0}' is none of 'frontier', 'search' and 'enumerate'")]
    Method(String),
    #[error(
        "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
    )]
    Relaxation,
}

fn by_frontier(problem: &Problem, watch: &Watch) -> Result<BigUint, CountError> {
    let limits = Limits {
        stop: watch.stop.clone(),
        ..Limits::default()
    };
    let counted = frontier::count_with(problem, &limits, &mut |progress| {
        watch.report(match progress.stage {
            Stage::Sweep {
                step,
                steps,
                states,
            } => {
                vec![
                    ("step", step as u64),
                    ("steps", steps as u64),
                    ("states", states as u64),
                ]
            }
            Stage::Pairing { done, pairs } => {
                vec![("paired", done as u64), ("pairs", pairs as u64)]
            }
        });
    });
    let counted = counted.map_err(|error| match error {
        FrontierError::Late => CountError::Late(0, watch.stop.stopped()),
        error => error.into(),
    })?;
    counted.tours.ok_or(FrontierError::Residues.into())
}

fn one_by_one(
    mut tours: Tours<'_, '_>,
    limit: Option<u64>,
    watch: &Watch,
) -> Result<BigUint, CountError> {
    let mut count = 0;
    while limit != Some(count) && tours.next().transpose()?.is_some() {
        count += 1;
        watch.report(vec![("tours", count)]);
    }
    if tours.is_late() {
        Err(CountError::Late(count, watch.stop.stopped()))
    } else {
        Ok(count.into())
    }
}
