//! Tours: found, verified and counted.

use crate::arguments::{self, Asked};
use crate::errors::{NoTour, Timeout, stopped, stopped_at, wrong};
use crate::interrupt::{self, Fields, Pace, Watch};
use crate::place::Names;
use knightsat::count as frontier;
use knightsat::count::{BigUint, FrontierError, Options};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, FormulaError};
use knightsat::render;
use knightsat::search::lazy::{self, Progress};
use knightsat::search::optimum::{self, Objective, Sense, Standing};
use knightsat::search::{self, Evidence, SolveError, Unknown, Verdict, find};
use knightsat::search::{Tours, histogram};
use knightsat::stop::Stopped;
use knightsat::tour::SpecError;
use knightsat::tour::Tour;
use knightsat::tour::{Problem, ProblemError};
use knightsat::tour::{Statistic, StatisticError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

/// Finds a tour: its squares in order, verified.
///
/// Raises NoTour if there is none, and Timeout, a TimeoutError, after `timeout` seconds. `minimize`
/// or `maximize` names a statistic, such as "turns" or "crossings"; the tour is then the best one.
/// The Timeout has the attributes `tour` and `best`, the best tour so far and its value, and
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
#[pyo3(signature = (board, *, minimize=None, maximize=None, seed=0, timeout=None, progress=None, **tour))]
#[expect(clippy::too_many_arguments, reason = "most of them are keywords")]
pub fn solve(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    minimize: Option<&str>,
    maximize: Option<&str>,
    seed: u64,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    tour: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let Asked { spec, names } = arguments::spec(board, tour, false)?;
    let objectives = objectives(minimize, maximize, &spec)?;
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
    let tour = tour.map(|tour| names.tour(py, tour.steps(), tour.kind()));
    Err(stopped_at(py, why, tour.transpose()?, standings.first())?)
}

/// Returns the objectives that keywords name.
pub fn objectives(
    minimize: Option<&str>,
    maximize: Option<&str>,
    spec: &FormulaSpec,
) -> PyResult<Vec<Objective>> {
    let named = [(Sense::Minimize, minimize), (Sense::Maximize, maximize)];
    let named = named
        .into_iter()
        .filter_map(|(sense, name)| Some((sense, name?)));
    let objectives = named.map(|(sense, name)| {
        let statistic = Statistic::parse(name, &spec.place).map_err(wrong)?;
        Ok(Objective { sense, statistic })
    });
    objectives.collect()
}

/// Searches for a tour by the lazy engine, which reports its progress, or as `find` does.
fn look(spec: &FormulaSpec, seed: u64, watch: &Watch) -> Result<Verdict, SolveError> {
    let problem = spec.problem(&watch.stop);
    let Ok(problem) = problem else {
        return find(spec, &watch.stop);
    };
    let options = lazy::Options {
        seed,
        shortcuts: true,
        ..(&watch.stop).into()
    };
    let mut report = |progress| watch.report(fields(progress));
    match lazy::solve_with(&problem, options, &mut report) {
        Err(SolveError::Refused(_)) => find(spec, &watch.stop),
        verdict => Ok(search::shortened(&problem, verdict?, &watch.stop)),
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
    let options = lazy::Options {
        seed,
        ..(&watch.stop).into()
    };
    let mut report = |standing: &Standing| {
        let bounds = [("best", standing.best), ("bound", standing.bound)];
        let known = bounds
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?.into())));
        watch.report(known.collect());
    };
    let found = optimum::optimize(&problem, objectives, &options, &mut report)?;
    Ok((found.verdict, found.standings))
}

/// Returns the progress of a search.
pub fn fields(progress: Progress) -> Fields {
    let Progress {
        attempt,
        round,
        cycles,
        joined,
        cuts,
        ..
    } = progress;
    vec![
        ("attempt", attempt.into()),
        ("rounds", round.into()),
        ("cycles", cycles.into()),
        ("joined", joined.into()),
        ("cuts", cuts.into()),
    ]
}

/// Returns the error for a problem without a tour.
pub fn no_tour(spec: &FormulaSpec, names: &Names, evidence: &Evidence) -> PyErr {
    let why = match evidence {
        Evidence::Obstruction(why) => why.explain(|vertex| names.name(vertex)).to_string(),
        _ => search::reason(spec, evidence),
    };
    NoTour::new_err(format!("no {}: {why}", spec.tour.tour(&spec.place)))
}

/// Verifies a tour from any source. Raises NotATour with the reason if it is invalid.
///
/// >>> knightsat.verify("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split())
/// >>> knightsat.verify("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 d3 b2".split())
/// Traceback (most recent call last):
/// knightsat.NotATour: from step 10 to 11, d1 to d3 is not a move
#[pyfunction]
#[pyo3(signature = (board, squares, **tour))]
pub fn verify(
    board: &Bound<'_, PyAny>,
    squares: Vec<Bound<'_, PyAny>>,
    tour: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let Asked { spec, names } = arguments::spec(board, tour, false)?;
    tour_of(&spec, &names, &squares).map(drop)
}

/// Returns the tour that the caller's names describe, and its problem.
fn tour_of(
    spec: &FormulaSpec,
    names: &Names,
    squares: &[Bound<'_, PyAny>],
) -> PyResult<(Tour, Problem)> {
    let steps = squares.iter().map(|name| names.vertex(name));
    let steps: Vec<u32> = steps.collect::<PyResult<_>>()?;
    let problem = spec.problem(&Default::default()).map_err(wrong)?;
    let verified = Tour::verify(&problem, steps);
    let tour = verified.map_err(|error| names.not_a_tour(error))?;
    Ok((tour, problem))
}

/// Returns the statistics of a tour by their names: angles, crossings and slopes. Verifies the tour
/// first, and raises NotATour if it is invalid.
///
/// With `weights`, the path of a file of weights, it also adds up the weights of the moves.
///
/// >>> tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split()
/// >>> knightsat.stats("3x4", tour)["crossings"]
/// 20
#[pyfunction]
#[pyo3(signature = (board, squares, *, weights=None, **tour))]
pub fn stats<'py>(
    py: Python<'py>,
    board: &Bound<'_, PyAny>,
    squares: Vec<Bound<'_, PyAny>>,
    weights: Option<PathBuf>,
    tour: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let Asked { spec, names } = arguments::spec(board, tour, false)?;
    let (tour, problem) = tour_of(&spec, &names, &squares)?;
    let mut statistics = Statistic::all(&problem);
    if let Some(file) = weights {
        let name = format!("weights({})", file.display());
        statistics.push(Statistic::parse(&name, &spec.place).map_err(wrong)?);
    }
    let values = PyDict::new(py);
    for statistic in statistics {
        let value = statistic.value(&problem, tour.steps()).map_err(wrong)?;
        values.set_item(statistic.to_string(), value)?;
    }
    Ok(values)
}

/// Counts the tours, at most `limit` of them. Open tours are directed: a tour and its reverse count
/// as two. Closed tours are undirected, unless squares are given at steps.
///
/// The default method is "frontier" (dynamic programming). It is "search" (depth-first) with a
/// limit, `by`, rules, a symmetry or given steps. "enumerate" counts models of a formula and
/// accepts the options of an encoding.
///
/// With `by`, the name of a statistic, it returns a dict from values to numbers of tours.
///
/// >>> knightsat.count("3x4"), knightsat.count("6x6", closed=True)
/// (16, 9862)
/// >>> knightsat.count("6x6", closed=True, by="turns")
/// {32: 18, 33: 344, 34: 1816, 35: 4504, 36: 3180}
#[pyfunction]
#[pyo3(signature = (board, *, by=None, limit=None, method=None, timeout=None, progress=None, **formula))]
#[expect(clippy::too_many_arguments, reason = "most of them are keywords")]
pub fn count<'py>(
    py: Python<'py>,
    board: &Bound<'_, PyAny>,
    by: Option<&str>,
    limit: Option<u64>,
    method: Option<&str>,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    formula: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let is_encoded = method == Some("enumerate");
    if !is_encoded {
        arguments::without_style(formula, "enumerate")?;
    }
    let mut spec = arguments::spec(board, formula, is_encoded)?.spec;
    let by = by.map(|name| Statistic::parse(name, &spec.place).map_err(wrong));
    let by = by.transpose()?;
    let method = match method {
        None if limit.is_some() || by.is_some() => Some("search"),
        method => method,
    };
    if method == Some("frontier") && limit.is_some() {
        return Err(wrong(
            "method: 'frontier' does not stop at a limit: use 'search' or 'enumerate'",
        ));
    }
    if is_encoded && spec.style.has("directions") {
        // Half of the models, each for two tours.
        spec.style.set("directions", "one").map_err(wrong)?;
    }
    let counted = interrupt::work(py, Pace { timeout, progress }, |watch| {
        let problem = spec.problem(&watch.stop)?;
        let tally = Tally {
            problem: &problem,
            by: by.as_ref(),
            limit,
            watch,
        };
        let search = || tally.one_by_one(Tours::by_search(&problem, &watch.stop));
        match method {
            None if tally.by.is_some() => search(),
            None => match tally.by_frontier() {
                Err(CountError::Frontier(FrontierError::Refused(_))) => search(),
                counted => counted,
            },
            Some("frontier") if tally.by.is_some() => Err(CountError::By),
            Some("frontier") => tally.by_frontier(),
            Some("search") => search(),
            Some("enumerate") => {
                let formula = Formula::within(&problem, spec.style, &watch.stop)?;
                if formula.is_exact() {
                    tally.one_by_one(Tours::by_models(&problem, &formula, &watch.stop))
                } else {
                    Err(CountError::Relaxation)
                }
            }
            Some(other) => Err(CountError::Method(other.into())),
        }
    })?;
    let Counted { tours, histogram } = match counted {
        Ok(counted) => counted,
        Err(CountError::Late(0, why) | CountError::Formula(FormulaError::Stopped(why))) => {
            return Err(stopped(why));
        }
        Err(CountError::Late(tours, why)) => {
            let error = Timeout::new_err(format!(
                "{why}: at least {}",
                render::counted(tours, "tour")
            ));
            error.value(py).setattr("bound", tours)?;
            return Err(error);
        }
        Err(error) => return Err(wrong(error)),
    };
    match histogram {
        Some(histogram) => Ok(histogram.into_pyobject(py)?.into_any()),
        // Numbers of any size.
        None => py.get_type::<PyInt>().call1((tours.to_string(),)),
    }
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
    Tours(#[from] SolveError),
    #[error(transparent)]
    Statistic(#[from] StatisticError),
    #[error("{1}")]
    Late(u64, Stopped),
    #[error("method: '{0}' is none of 'frontier', 'search' and 'enumerate'")]
    Method(String),
    #[error("method: 'frontier' counts without by: write 'search' or 'enumerate'")]
    By,
    #[error(
        "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
    )]
    Relaxation,
}

/// The number of tours, and the numbers for each value of a statistic.
struct Counted {
    tours: BigUint,
    histogram: Option<BTreeMap<i64, u64>>,
}

/// A count of tours.
struct Tally<'t> {
    problem: &'t Problem,
    by: Option<&'t Statistic>,
    limit: Option<u64>,
    watch: &'t Watch,
}

impl Tally<'_> {
    fn by_frontier(&self) -> Result<Counted, CountError> {
        let watch = self.watch;
        let options = Options {
            stop: watch.stop.clone(),
            ..Options::default()
        };
        let mut report = |progress: frontier::Progress| {
            watch.report(match progress {
                frontier::Progress::Sweep {
                    step,
                    steps,
                    states,
                } => {
                    vec![
                        ("step", step as i128),
                        ("steps", steps as i128),
                        ("states", states as i128),
                    ]
                }
                frontier::Progress::Pairing { done, pairs } => {
                    vec![("paired", done as i128), ("pairs", pairs as i128)]
                }
            });
        };
        let late = |error| match error {
            FrontierError::Late => CountError::Late(0, watch.stop.stopped()),
            error => error.into(),
        };
        let counted = frontier::count_with(self.problem, &options, &mut report).map_err(late)?;
        Ok(Counted {
            tours: counted.tours.ok_or(FrontierError::Residues)?,
            histogram: None,
        })
    }

    fn one_by_one(&self, mut tours: Tours<'_, '_>) -> Result<Counted, CountError> {
        let mut count = 0;
        let limit = self.limit.and_then(|limit| limit.try_into().ok());
        let seen = tours.by_ref().fuse().take(limit.unwrap_or(usize::MAX));
        let mut seen = seen.map(|tour| -> Result<Tour, CountError> {
            count += 1;
            self.watch.report(vec![("tours", count.into())]);
            Ok(tour?)
        });
        let values = self.by.map(|by| histogram(self.problem, by, &mut seen));
        let histogram = values.transpose()?;
        seen.try_for_each(|tour| tour.map(drop))?;
        if tours.is_late() {
            return Err(CountError::Late(count, self.watch.stop.stopped()));
        }
        Ok(Counted {
            tours: count.into(),
            histogram,
        })
    }
}
