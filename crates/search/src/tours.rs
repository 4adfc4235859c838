//! The tours of a problem one by one, by any method, each once as the count defines it.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_encoding as encoding;
//! #     pub mod search { pub use knightsat_search::{*, tours::*}; }
//! #     pub use knightsat_search::base::stop;
//! #     pub use knightsat_search::tour as tour;
//! # }
//! use knightsat::encoding::{Formula, Name};
//! use knightsat::search::Tours;
//! use knightsat::stop::Stop;
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let stop = Stop::default();
//! assert_eq!(Tours::by_search(&problem, &stop).count(), 16);
//! // The models of a relaxation that are no tours are cut.
//! let formula = Formula::new(&problem, Name::Lazy.style())?;
//! assert_eq!(Tours::by_models(&problem, &formula, &stop).count(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::SolveError;
use super::enumerate::{Models, Projection};
use crate::base::stop::Stop;
use crate::cnf::Model;
use crate::tour::Problem;
use crate::tour::convention::Convention;
use crate::tour::lower::Lowered;
use crate::tour::statistic::{Statistic, StatisticError};
use crate::tour::tour::Tour;
use knightsat_count::search::{Directions, Search};
use knightsat_encoding::Formula;
use knightsat_solver::anew::Anew;
use knightsat_solver::{Incremental, Limits, Solver, SolverError};
use std::collections::{BTreeMap, HashSet};

/// Returns the number of these tours for each value of a statistic.
///
/// ```
/// # mod knightsat {
/// #     pub mod search { pub use knightsat_search::tours::*; }
/// #     pub mod tour { pub use knightsat_search::tour::{*, statistic::Statistic}; }
/// #     pub use knightsat_search::base::stop;
/// # }
/// use knightsat::search::{Tours, histogram};
/// use knightsat::stop::Stop;
/// use knightsat::tour::place::Place;
/// use knightsat::tour::{Kind, Problem, Statistic};
///
/// let place: Place = "6x6".parse()?;
/// let problem = Problem::of(&place, Kind::Closed, None, None)?;
/// let tours = Tours::by_search(&problem, &Stop::default());
/// let turns = histogram(&problem, &Statistic::parse("turns", &place)?, tours)?;
/// assert_eq!(turns, [(32, 18), (33, 344), (34, 1816), (35, 4504), (36, 3180)].into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn histogram<E: From<StatisticError>>(
    problem: &Problem,
    statistic: &Statistic,
    tours: impl IntoIterator<Item = Result<Tour, E>>,
) -> Result<BTreeMap<i64, u64>, E> {
    statistic.check(problem)?;
    let mut numbers = BTreeMap::new();
    for tour in tours {
        *numbers
            .entry(statistic.value(problem, tour?.steps())?)
            .or_default() += 1;
    }
    Ok(numbers)
}

/// The source of tours.
enum TourSource<'f, 'p> {
    Search(Box<Search<'p>>),
    Models(&'f Formula<'p>, Models<Box<dyn Incremental + 'f>>),
}

/// An iterator over verified tours. Open ones are directed; a closed tour occurs in one direction
/// and from one start, unless the problem fixes those.
pub struct Tours<'f, 'p> {
    problem: &'p Problem,
    source: TourSource<'f, 'p>,
    /// The reverse of the last tour, which comes next, if it is a tour too.
    due: Option<Vec<u32>>,
    /// True if the source produces only one direction of open tours.
    is_one_way: bool,
    /// All step sequences from a solver, and their standard forms.
    seen: HashSet<Vec<u32>>,
    given: HashSet<Vec<u32>>,
}

impl<'f, 'p> Tours<'f, 'p> {
    /// Returns the tours by depth-first search, until `stop` is over.
    pub fn by_search(problem: &'p Problem, stop: &Stop) -> Self {
        let search = Search::new(problem, Directions::One).with_stop(stop.clone());
        Tours::new(problem, TourSource::Search(Box::new(search)), false)
    }

    /// Returns the tours by the models of a formula, until `stop` is over.
    pub fn by_models(problem: &'p Problem, formula: &'f Formula<'p>, stop: &Stop) -> Self {
        Tours::of_models(problem, formula, Models::of(formula, stop))
    }

    /// Returns the tours by the models that `solvers` find, see [`Anew`]. `report` receives the
    /// errors of solvers that have failed or given a wrong answer. `limits` are those of the whole
    /// enumeration.
    pub fn by_solvers(
        problem: &'p Problem,
        formula: &'f Formula<'p>,
        solvers: &'f [Solver],
        limits: Limits,
        report: fn(SolverError),
    ) -> Self {
        let solver = Box::new(Anew::new(formula, solvers, limits, report));
        Tours::of_models(
            problem,
            formula,
            Models::new(solver, Projection::of(formula)),
        )
    }

    fn of_models(
        problem: &'p Problem,
        formula: &'f Formula<'p>,
        models: Models<Box<dyn Incremental + 'f>>,
    ) -> Self {
        let both_count = Convention::of(problem) == Convention::OpenDirected;
        let is_one_way = both_count && formula.is_one_direction();
        Tours::new(problem, TourSource::Models(formula, models), is_one_way)
    }

    fn new(problem: &'p Problem, source: TourSource<'f, 'p>, is_one_way: bool) -> Self {
        Tours {
            problem,
            source,
            due: None,
            is_one_way,
            seen: HashSet::new(),
            given: HashSet::new(),
        }
    }

    /// Returns true if a limit has ended the enumeration.
    pub fn is_late(&self) -> bool {
        match &self.source {
            TourSource::Search(search) => search.is_late(),
            TourSource::Models(_, models) => models.is_late(),
        }
    }

    /// Returns the source of the unverified claim that there is no other tour, see
    /// [`Models::word`].
    pub fn word(&self) -> Option<&str> {
        match &self.source {
            TourSource::Models(_, models) => models.word(),
            TourSource::Search(_) => None,
        }
    }

    /// Returns the next tour of a solver that has not occurred in another direction or from another
    /// start.
    fn next_tour(&mut self) -> Result<Option<Tour>, SolveError> {
        loop {
            let (formula, models) = match &mut self.source {
                TourSource::Search(search) => {
                    let steps = search.next();
                    let tour = steps.map(|steps| Tour::verify(self.problem, steps));
                    return Ok(tour.transpose()?);
                }
                TourSource::Models(formula, models) => (formula, models),
            };
            // Models of a relaxation that are no tours are cut.
            let cuts = |model: &Model| {
                if formula.is_exact() {
                    Ok(Vec::new())
                } else {
                    formula.cuts(model)
                }
            };
            let Some(model) = models.next_uncut(cuts)? else {
                return Ok(None);
            };
            let steps = formula.tour(&model)?.steps().to_vec();
            let form = standard(self.problem, steps.clone());
            if !self.seen.insert(steps) {
                return Err(SolveError::Twice(form));
            }
            if !Convention::of(self.problem).is_of_lists() && !self.given.insert(form.clone()) {
                continue;
            }
            if self.is_one_way {
                let reverse: Vec<u32> = form.iter().rev().copied().collect();
                if !self.seen.insert(reverse.clone()) {
                    return Err(SolveError::Twice(reverse));
                }
                self.due = Some(reverse);
            }
            return Ok(Some(Tour::verify(self.problem, form)?));
        }
    }
}

impl Iterator for Tours<'_, '_> {
    type Item = Result<Tour, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(steps) = self.due.take() {
            return Some(Tour::verify(self.problem, steps).map_err(SolveError::from));
        }
        self.next_tour().transpose()
    }
}

/// Returns the standard form of all tours counted as one. A closed tour begins on the fixed start,
/// ends on the fixed end, or begins on vertex 0. Its second vertex is smaller than the last one
/// (the first than the last but one if the end is fixed). If the numbers matter, every numbering is
/// a tour of its own.
#[doc(hidden)]
pub fn standard(problem: &Problem, mut steps: Vec<u32>) -> Vec<u32> {
    if Convention::of(problem).is_of_lists() || steps.len() < 3 {
        return steps;
    }
    let anchor = problem.start().or(problem.end()).unwrap_or(0);
    let place = steps.iter().position(|&vertex| vertex == anchor);
    steps.rotate_left(place.expect("a tour visits every vertex"));
    let line = Lowered::as_it_is(problem).line();
    // A quarter turn leads one way along the tour.
    let is_back = line.is_turned() && steps[line.period() as usize] != line.image(steps[0]);
    if is_back || line.has_reverse() && steps[1] > steps[steps.len() - 1] {
        steps[1..].reverse();
    }
    if problem.start().is_none() && problem.end().is_some() {
        steps.rotate_left(1);
    }
    steps
}
