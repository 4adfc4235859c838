//! Puzzles: squares of a tour with their numbers, unique to that tour.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_search as search;
//! #     pub use knightsat_search::tour as tour;
//! # }
//! use knightsat::search::puzzle::{Made, puzzle};
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let Made::Puzzle(puzzle) = puzzle(&problem, &Default::default())? else {
//!     panic!("there are tours of 5x6");
//! };
//! // Each of them is needed, as another tour shows.
//! assert!(puzzle.is_irreducible() && puzzle.givens.len() < 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A given square can be removed if no other tour has the remaining numbers. A solver holds the
//! problem without the solution, and receives these numbers as assumptions. If there is no tour,
//! the assumptions that it used suffice, and all others go at once. If there is one, the square is
//! needed. Such a tour shows more: the givens must distinguish it from the solution. So if they
//! differ on a single given square, that square is needed too, without a solver.

use super::unique::{Uniqueness, unique};
use super::unsat_core::{Assumable, ClueAnswer};
use super::{Evidence, SolveError, find_in, lazy};
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::tour::given::{Clue, Given};
use crate::tour::spec::SpecError;
use crate::tour::succession::Succession;
use crate::tour::tour::Tour;
use crate::tour::{Problem, Verdict};
use knightsat_encoding::FormulaError;

/// A puzzle with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The solution.
    pub solution: Tour,
    /// The given steps with their vertices, by step.
    pub givens: Vec<(u32, u32)>,
    /// For each needed given, by step, another tour that fits all the others.
    pub witnesses: Vec<Witness>,
    /// True if there was time to try every given.
    pub is_finished: bool,
}

/// Evidence that a given step is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The step.
    pub step: u32,
    /// A tour, not the solution, that fits all other givens.
    pub other: Tour,
}

/// The result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// A puzzle.
    Puzzle(Box<Puzzle>),
    /// There is no tour.
    NoTour(Evidence),
    /// No tour was found in time.
    Unknown,
}

impl Puzzle {
    /// Squares of the largest feasible puzzle: the formula grows with the square of it.
    pub const LARGEST: u32 = 400;

    /// Returns true if the solution is the only tour of the problem with these givens, by a checked
    /// refutation, and false if not. Returns `None` if the time did not suffice.
    pub fn is_unique(&self, problem: &Problem, stop: &Stop) -> Result<Option<bool>, SolveError> {
        let givens = self.givens.iter();
        let clues = givens.map(|&(step, vertex)| Clue::At { step, vertex });
        let given = problem.clone().with(Given::new(clues));
        Ok(match unique(&given.map_err(SpecError::from)?, stop)? {
            Uniqueness::Unknown(_) => None,
            found => Some(matches!(found, Uniqueness::One(tour) if tour == self.solution)),
        })
    }

    /// Returns true if no given can be removed.
    pub fn is_irreducible(&self) -> bool {
        self.witnesses.len() == self.givens.len()
    }
}

/// Makes a puzzle of a problem without clues: removes numbers in a random order, until none can be
/// removed or the time is over. The seed decides the solution, too.
pub fn puzzle(problem: &Problem, options: &lazy::Options) -> Result<Made, SolveError> {
    let stop = &options.stop;
    let solution = match solution(problem, options)? {
        Verdict::Tour(tour) => tour,
        Verdict::None(evidence) => return Ok(Made::NoTour(evidence)),
        Verdict::Unknown(_) => return Ok(Made::Unknown),
    };
    let mut formula = match Assumable::new(problem.clone(), true, stop) {
        Err(error) if error.is_stopped() => return Ok(Made::Unknown),
        formula => formula?,
    };
    formula.block(&solution);
    let steps = solution.steps();
    let mut order: Vec<usize> = (0..steps.len()).collect();
    Rng::new(options.seed, 2).shuffle(&mut order);
    let mut is_given = vec![true; steps.len()];
    // Other tours, and the steps, from 0, at which they differ from the solution.
    let mut others: Vec<(Tour, Vec<usize>)> = Vec::new();
    // Needed steps, and the other tour without each.
    let mut needed: Vec<(usize, usize)> = Vec::new();
    let mut is_finished = true;
    for step in order {
        if !is_given[step] {
            continue;
        }
        is_given[step] = false;
        let fits = |(_, differing): &(Tour, Vec<usize>)| differing.iter().all(|&s| !is_given[s]);
        let mut other = others.iter().position(fits);
        if other.is_none() {
            let remaining = (0..steps.len()).filter(|&step| is_given[step]);
            let clues: Vec<Clue> = remaining.map(|step| clue(steps, step)).collect();
            match formula.solve(&clues)? {
                ClueAnswer::Failed(enough) => {
                    let suffices = |step| enough.contains(&clue(steps, step));
                    is_given = (0..steps.len()).map(suffices).collect();
                }
                ClueAnswer::Tour(tour) => {
                    let pairs = tour.steps().iter().zip(steps).enumerate();
                    let differing = pairs.filter(|(_, (a, b))| a != b);
                    let differing = differing.map(|(step, _)| step).collect();
                    other = Some(others.len());
                    others.push((tour, differing));
                }
                ClueAnswer::Unknown => {
                    is_given[step] = true;
                    is_finished = false;
                    break;
                }
            }
        }
        if let Some(other) = other {
            needed.push((step, other));
            is_given[step] = true;
        }
    }
    needed.sort_unstable();
    let witnesses = needed.iter().map(|&(step, other)| Witness {
        step: step as u32 + 1,
        other: others[other].0.clone(),
    });
    let givens = (1..).zip(steps.iter().copied()).zip(&is_given);
    let givens = givens.filter(|(_, is_given)| **is_given);
    Ok(Made::Puzzle(Box::new(Puzzle {
        givens: givens.map(|(given, _)| given).collect(),
        witnesses: witnesses.collect(),
        is_finished,
        solution,
    })))
}

/// Returns the clue of a step of the solution, from 0.
fn clue(steps: &[u32], step: usize) -> Clue {
    let vertex = steps[step];
    let step = step as u32 + 1;
    Clue::At { step, vertex }
}

/// Random starts that are tried before a free start.
const STARTS: u32 = 8;

/// Returns a tour of a problem without clues, the same for the same seed. An open tour begins on a
/// random vertex, if one of a few has a tour. A closed tour is numbered from a random vertex, in a
/// random direction if rules permit it.
fn solution(problem: &Problem, options: &lazy::Options) -> Result<crate::Verdict, SolveError> {
    let mut rng = Rng::new(options.seed, 1);
    let vertices = problem.graph().len() as usize;
    let is_cyclic = Succession::of(problem).is_cyclic();
    let is_free = !is_cyclic && vertices > 1;
    let mut found = None;
    for _ in 0..STARTS * u32::from(is_free) {
        let start = Some(rng.below(vertices) as u32);
        let from = Problem::new(problem.graph().clone(), problem.kind(), start, None);
        let from = from.and_then(|from| from.with(problem.rules()));
        if let Ok(from) = from
            && let Verdict::Tour(tour) = find_in(&from, options.clone())?
        {
            found = Some(tour);
            break;
        }
    }
    let tour = match found {
        Some(tour) => tour,
        None => match find_in(problem, options.clone())? {
            Verdict::Tour(tour) => tour,
            other => return Ok(other),
        },
    };
    let mut steps = tour.steps().to_vec();
    let reverse: Vec<u32> = steps.iter().rev().copied().collect();
    if rng.below(2) == 1 && Tour::verify(problem, reverse.clone()).is_ok() {
        steps = reverse;
    }
    if is_cyclic {
        let first = rng.below(steps.len());
        steps.rotate_left(first);
    }
    let turned = Tour::verify(problem, steps).map_err(FormulaError::NoTour)?;
    Ok(Verdict::Tour(turned))
}
