//! The tours of a problem one by one, whatever the route, each once in the sense of the count.
//!
//! ```
//! use knightsat_search::tours::Tours;
//! use knightsat_search::tour::Kind;
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::base::stop::Stop;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let stop = Stop::default();
//! assert_eq!(Tours::by_search(&problem, &stop).count(), 16);
//! assert_eq!(Tours::by_cuts(&problem, &stop)?.count(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::enumerate::{EnumerateError, ModelTours};
use crate::base::stop::Stop;
use crate::lazy::{self, LazyError};
use crate::tour::tour::{Tour, TourError};
use crate::tour::{Kind, Problem};
use knightsat_count::search::{Directions, Search, has_reverse};
use knightsat_encoding::Formula;
use knightsat_solver::Solver;
use knightsat_solver::SolverError;
use knightsat_solver::incremental::Limits;
use std::collections::HashSet;
use thiserror::Error;

/// Enumeration went wrong: never the user's fault.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ToursError {
    /// The formula, a model or the solver is wrong.
    #[error(transparent)]
    Enumerate(#[from] EnumerateError),
    /// The lazy encoding went wrong.
    #[error(transparent)]
    Lazy(#[from] LazyError),
    /// What the search gave is no tour.
    #[error("the search returned something that is not a tour: {0}")]
    Search(#[from] TourError),
    /// The same tour came twice.
    #[error("the same tour was found twice: {0:?}")]
    Twice(Vec<u32>),
}

/// Where tours come from.
enum Source<'f, 'p> {
    Search(Search<'p>),
    Models(ModelTours<'f, 'p>),
    Lazy(lazy::Tours<'p>),
}

/// An iterator over verified tours. Open ones are directed; of a closed tour there is one direction
/// and one start, unless the problem fixes those.
pub struct Tours<'f, 'p> {
    problem: &'p Problem,
    source: Source<'f, 'p>,
    /// A tour whose reverse stands for it too, and is due.
    due: Option<Vec<u32>>,
    /// Whether the source gives one direction only of open tours.
    is_one_way: bool,
    /// All step sequences that a solver has given, and their standard forms.
    seen: HashSet<Vec<u32>>,
    given: HashSet<Vec<u32>>,
}

impl<'f, 'p> Tours<'f, 'p> {
    /// By depth-first search, until `deadline`.
    pub fn by_search(problem: &'p Problem, stop: &Stop) -> Self {
        let search = Search::new(problem, Directions::One).with_stop(stop.clone());
        Tours::new(problem, Source::Search(search), false)
    }

    /// By the models of a formula, until `deadline`.
    pub fn by_models(problem: &'p Problem, formula: &'f Formula<'p>, stop: &Stop) -> Self {
        Tours::of_models(problem, formula, ModelTours::new(formula, stop))
    }

    /// By the models that `solvers` find, within `limits`, see [`ModelTours::by_solvers`].
    pub fn by_solvers(
        problem: &'p Problem,
        formula: &'f Formula<'p>,
        solvers: &'f [Solver],
        limits: Limits,
        report: fn(SolverError),
    ) -> Self {
        let models = ModelTours::by_solvers(formula, solvers, limits, report);
        Tours::of_models(problem, formula, models)
    }

    fn of_models(
        problem: &'p Problem,
        formula: &'f Formula<'p>,
        models: ModelTours<'f, 'p>,
    ) -> Self {
        let is_one_way = problem.kind() == Kind::Open && formula.is_one_direction();
        Tours::new(problem, Source::Models(models), is_one_way)
    }

    /// By the lazy encoding, until `deadline`.
    pub fn by_cuts(problem: &'p Problem, stop: &Stop) -> Result<Self, ToursError> {
        let tours = lazy::Tours::new(problem, stop)?;
        let is_free = problem.start().is_none() && problem.end().is_none();
        let is_one_way = problem.kind() == Kind::Open && is_free && problem.graph().len() > 1;
        Ok(Tours::new(problem, Source::Lazy(tours), is_one_way))
    }

    fn new(problem: &'p Problem, source: Source<'f, 'p>, is_one_way: bool) -> Self {
        Tours {
            problem,
            source,
            due: None,
            is_one_way,
            seen: HashSet::new(),
            given: HashSet::new(),
        }
    }

    /// Whether a limit has ended the enumeration.
    pub fn is_late(&self) -> bool {
        match &self.source {
            Source::Search(search) => search.is_late(),
            Source::Models(models) => models.is_late(),
            Source::Lazy(tours) => tours.is_late(),
        }
    }

    /// By whose word alone there is no other tour, see [`ModelTours::word`].
    pub fn word(&self) -> Option<&str> {
        match &self.source {
            Source::Models(models) => models.word(),
            _ => None,
        }
    }

    /// The next tour of a solver that has not been given in another direction or from another
    /// start.
    fn next_tour(&mut self) -> Result<Option<Tour>, ToursError> {
        loop {
            let steps = match &mut self.source {
                Source::Search(search) => {
                    let steps = search.next();
                    let tour = steps.map(|steps| Tour::verify(self.problem, steps));
                    return Ok(tour.transpose()?);
                }
                Source::Models(models) => models.next().transpose()?,
                Source::Lazy(tours) => tours.next().transpose()?,
            };
            let Some(steps) = steps.map(|tour| tour.steps().to_vec()) else {
                return Ok(None);
            };
            let form = standard(self.problem, steps.clone());
            if !self.seen.insert(steps) {
                return Err(ToursError::Twice(form));
            }
            if self.problem.kind() == Kind::Closed && !self.given.insert(form.clone()) {
                continue;
            }
            if self.is_one_way {
                let reverse: Vec<u32> = form.iter().rev().copied().collect();
                if !self.seen.insert(reverse.clone()) {
                    return Err(ToursError::Twice(reverse));
                }
                self.due = Some(reverse);
            }
            return Ok(Some(Tour::verify(self.problem, form)?));
        }
    }
}

impl Iterator for Tours<'_, '_> {
    type Item = Result<Tour, ToursError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(steps) = self.due.take() {
            return Some(Tour::verify(self.problem, steps).map_err(ToursError::from));
        }
        self.next_tour().transpose()
    }
}

/// The one that stands for all tours counted as one with it: of a closed tour that which begins on
/// the fixed start, ends on the fixed end, or begins on vertex 0, in the direction whose second
/// vertex is smaller than the last one (the first than the last but one if the end is fixed). Where the
/// numbers matter, every numbering stands for itself.
pub fn standard(problem: &Problem, mut steps: Vec<u32>) -> Vec<u32> {
    if problem.kind() == Kind::Open || steps.len() < 3 {
        return steps;
    }
    if problem.is_numbered() {
        return steps;
    }
    let anchor = problem.start().or(problem.end()).unwrap_or(0);
    let place = steps.iter().position(|&vertex| vertex == anchor);
    steps.rotate_left(place.unwrap_or(0));
    if has_reverse(problem) && steps[1] > steps[steps.len() - 1] {
        steps[1..].reverse();
    }
    if problem.start().is_none() && problem.end().is_some() {
        steps.rotate_left(1);
    }
    steps
}
