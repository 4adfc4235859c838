//! Whether there is exactly one tour: a solver is asked for a tour, then for another one, with a clause that
//! rules the first out.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//! use knightsat_search::unique::{Uniqueness, parting, unique};
//! use knightsat_base::stop::Stop;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let Uniqueness::Several(tours) = unique(&problem, &Stop::default())? else {
//!     panic!("there are sixteen");
//! };
//! assert!(parting(&tours).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tours are those that [`count`](knightsat_count) counts: open ones are directed, closed ones are not, unless
//! given steps number them.

use super::{Evidence, SolveError};
use crate::lazy::{self, Tours};
use knightsat_base::stop::Stop;
use knightsat_cnf::sink::{ClauseSink, Until};
use knightsat_cnf::{Answer, Lit};
use knightsat_encoding::options::Directions;
use knightsat_encoding::position::Options;
use knightsat_encoding::{Formula, FormulaError, Style};
use knightsat_solver::SolverError;
use knightsat_solver::varisat::Varisat;
use knightsat_tour::tour::Tour;
use knightsat_tour::{Kind, Problem};

/// How many tours there are, as far as one asks whether it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// None.
    None(Evidence),
    /// Exactly this one. That there is no other is a refutation that varisat has checked.
    One(Tour),
    /// These two, and perhaps more.
    Several(Box<[Tour; 2]>),
    /// Not decided in time; the tour that was found, if one was.
    Unknown(Option<Tour>),
}

/// Whether the problem has exactly one tour.
pub fn unique(problem: &Problem, stop: &Stop) -> Result<Uniqueness, SolveError> {
    if let Some(obstruction) = problem.obstruction_within(stop) {
        return Ok(Uniqueness::None(Evidence::Obstruction(obstruction)));
    }
    match lazy::can_express(problem) {
        true => by_cuts(problem, stop),
        false => by_formula(problem, stop),
    }
}

/// The first step, from 1, at which two tours are not on the same vertex.
pub fn parting(tours: &[Tour; 2]) -> Option<u32> {
    let [first, second] = tours.each_ref().map(Tour::steps);
    let place = first.iter().zip(second).position(|(a, b)| a != b)?;
    Some(place as u32 + 1)
}

/// By edges and cuts, for problems of any size that say nothing of steps.
fn by_cuts(problem: &Problem, stop: &Stop) -> Result<Uniqueness, SolveError> {
    let mut tours = Tours::new(problem, stop)?;
    let first = match tours.next().transpose()? {
        Some(tour) => tour,
        None if tours.is_late() => return Ok(Uniqueness::Unknown(None)),
        None => return Ok(Uniqueness::None(refuted())),
    };
    if let Some(second) = reverse(problem, &first).filter(|_| problem.kind() == Kind::Open) {
        return Ok(Uniqueness::Several(Box::new([first, second])));
    }
    Ok(match tours.next().transpose()? {
        Some(second) => several(problem, first, second),
        None if tours.is_late() => Uniqueness::Unknown(Some(first)),
        None => Uniqueness::One(first),
    })
}

/// By the formula of steps.
fn by_formula(problem: &Problem, stop: &Stop) -> Result<Uniqueness, SolveError> {
    let options = Options {
        directions: Directions::Both,
        ..Options::DEFAULT
    };
    let formula = match Formula::within(problem, Style::position(options), stop) {
        Err(FormulaError::Stopped(_)) => return Ok(Uniqueness::Unknown(None)),
        formula => formula?,
    };
    let mut solver = Varisat::new(stop.clone());
    let mut until = Until::new(&mut solver, stop);
    formula.encode(&mut until);
    if until.finish().is_err() {
        return Ok(Uniqueness::Unknown(None));
    }
    let first = match solver.solve().map_err(SolverError::from)? {
        Answer::Satisfiable(model) => formula.tour(&model)?,
        Answer::Unsatisfiable => return Ok(Uniqueness::None(refuted())),
        Answer::Unknown => return Ok(Uniqueness::Unknown(None)),
    };
    block(&formula, &first, &mut solver);
    // Where steps are given, the reverse is another numbering.
    let is_cycle = problem.kind() == Kind::Closed && !problem.is_numbered();
    if let Some(back) = reverse(problem, &first).filter(|_| is_cycle) {
        block(&formula, &back, &mut solver);
    }
    Ok(match solver.solve().map_err(SolverError::from)? {
        Answer::Satisfiable(model) => several(problem, first, formula.tour(&model)?),
        Answer::Unsatisfiable => Uniqueness::One(first),
        Answer::Unknown => Uniqueness::Unknown(Some(first)),
    })
}

fn several(problem: &Problem, first: Tour, second: Tour) -> Uniqueness {
    let second = aligned(problem, &first, second);
    Uniqueness::Several(Box::new([first, second]))
}

fn refuted() -> Evidence {
    Evidence::Refutation(Varisat::WORD.to_string())
}

/// Rules a tour out. What no literal says is no model anyway.
fn block(formula: &Formula, tour: &Tour, solver: &mut Varisat) {
    let meaning = formula.meaning();
    if let Ok(lits) = meaning.literals_of(formula.problem(), tour.steps()) {
        let lits: Vec<Lit> = lits.into_iter().map(|lit| !lit).collect();
        solver.clause(&lits);
    }
}

/// The tour backwards, a closed one from the same first vertex, if it is another one that fits.
fn reverse(problem: &Problem, tour: &Tour) -> Option<Tour> {
    let mut steps: Vec<u32> = tour.steps().iter().rev().copied().collect();
    if problem.kind() == Kind::Closed {
        steps.rotate_right(1);
    }
    let back = Tour::verify(problem, steps).ok()?;
    (back != *tour).then_some(back)
}

/// A closed tour from the first vertex of another, in the direction in which the two part later.
fn aligned(problem: &Problem, first: &Tour, second: Tour) -> Tour {
    if problem.kind() == Kind::Open || problem.is_numbered() {
        return second;
    }
    let mut ways = [second.steps().to_vec(), second.steps().to_vec()];
    ways[1].reverse();
    let ways = ways.into_iter().filter_map(|mut steps| {
        let place = steps.iter().position(|&v| v == first.steps()[0])?;
        steps.rotate_left(place);
        Tour::verify(problem, steps).ok()
    });
    let same = |tour: &Tour| {
        let pairs = tour.steps().iter().zip(first.steps());
        pairs.take_while(|(a, b)| a == b).count()
    };
    ways.max_by_key(same).unwrap_or(second)
}
