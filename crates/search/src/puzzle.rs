//! Puzzles: squares of a tour with their numbers, unique to that tour.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_search as search;
//! #     pub use knightsat_search::tour as tour;
//! # }
//! use knightsat::search::puzzle::{Made, Options, puzzle};
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let Made::Puzzle(puzzle) = puzzle(&problem, &Options::default())? else {
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

use super::unsat_core::{Answer, Assumable};
use super::{Evidence, SolveError, find_in, lazy};
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::tour::given::Clue;
use crate::tour::succession::Succession;
use crate::tour::tour::Tour;
use crate::tour::{Problem, Verdict};
use knightsat_encoding::FormulaError;

/// Squares of the largest feasible puzzle: the formula grows with the square of it.
#[doc(hidden)]
pub const LARGEST: u32 = 400;

/// The kind of puzzle.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Decides the solution and the order in which numbers are removed.
    pub seed: u64,
    /// The number of given squares. `None` removes squares until none can be removed.
    pub givens: Option<u32>,
    /// For each vertex its image: both are given or neither. An involution.
    pub symmetry: Option<Vec<u32>>,
    /// The limit; the puzzle so far is the result then.
    pub stop: Stop,
}

/// A puzzle with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The solution.
    pub solution: Tour,
    /// The given steps with their vertices, by step.
    pub givens: Vec<(u32, u32)>,
    /// For each needed given, alone or with its group: its steps, and another tour that fits all
    /// the others.
    pub witnesses: Vec<Witness>,
    /// True if there was time to try every given.
    pub is_finished: bool,
}

/// Evidence that some given steps are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The steps of a group.
    pub steps: Vec<u32>,
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
    /// No puzzle with so few givens was found: the fewest that were found.
    TooFew(u32),
    /// No puzzle has exactly so many givens: they come in pairs.
    Uneven,
    /// No tour, or no puzzle with so few givens, was found in time.
    Unknown,
}

impl Puzzle {
    /// Returns true if no given can be removed, alone or with its group.
    pub fn is_irreducible(&self) -> bool {
        let needed = self.witnesses.iter().map(|witness| witness.steps.len());
        needed.sum::<usize>() == self.givens.len()
    }
}

/// Orders in which numbers are removed, tried while too many remain and there is time.
const ORDERS: u32 = 20;

/// Makes a puzzle of a problem without clues.
pub fn puzzle(problem: &Problem, options: &Options) -> Result<Made, SolveError> {
    let stop = &options.stop;
    let tour = match solution(problem, options.seed, stop)? {
        Verdict::Tour(tour) => tour,
        Verdict::None(evidence) => return Ok(Made::NoTour(evidence)),
        Verdict::Unknown(_) => return Ok(Made::Unknown),
    };
    let mut formula = match Assumable::new(problem.clone(), true, stop) {
        Err(error) if error.is_stopped() => return Ok(Made::Unknown),
        formula => formula?,
    };
    formula.block(&tour);
    let mut maker = Maker::new(tour, formula, options);
    let mut rng = Rng::new(options.seed, 2);
    let mut fewest: Option<Puzzle> = None;
    for _ in 0..ORDERS {
        let puzzle = maker.remove(&mut rng)?;
        let is_fewer = |best: &Puzzle| puzzle.givens.len() < best.givens.len();
        if fewest.as_ref().is_none_or(is_fewer) {
            fewest = Some(puzzle);
        }
        let found = fewest.as_ref().map_or(0, |best| best.givens.len());
        let is_few = options.givens.is_none_or(|most| found <= most as usize);
        if is_few || stop.is_over() {
            break;
        }
    }
    Ok(match (fewest, options.givens) {
        (None, _) => Made::Unknown,
        (Some(puzzle), None) => Made::Puzzle(Box::new(puzzle)),
        (Some(puzzle), Some(asked)) => match maker.with_givens(puzzle, asked, &mut rng) {
            Made::TooFew(_) if stop.is_over() => Made::Unknown,
            made => made,
        },
    })
}

/// A solution, its problem as clauses, and the other tours found so far.
struct Maker {
    solution: Tour,
    formula: Assumable,
    /// Groups of steps, from 0: all steps of a group are given or none.
    groups: Vec<Vec<usize>>,
    /// The group of every step.
    group_of: Vec<usize>,
    /// Other tours, and the steps, from 0, at which they differ from the solution.
    others: Vec<(Tour, Vec<usize>)>,
}

impl Maker {
    fn new(solution: Tour, formula: Assumable, options: &Options) -> Maker {
        let steps = solution.steps();
        let mut step_of = vec![0; steps.len()];
        for (step, &vertex) in steps.iter().enumerate() {
            step_of[vertex as usize] = step;
        }
        let image = |v: u32| (options.symmetry.as_ref()).map_or(v, |image| image[v as usize]);
        let partner = |step: usize| step_of[image(steps[step]) as usize];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut group_of = vec![usize::MAX; steps.len()];
        for step in 0..steps.len() {
            if group_of[step] == usize::MAX {
                let mut group = vec![step, partner(step)];
                group.dedup();
                group.iter().for_each(|&step| group_of[step] = groups.len());
                groups.push(group);
            }
        }
        Maker {
            solution,
            formula,
            groups,
            group_of,
            others: Vec::new(),
        }
    }

    fn clue(&self, step: usize) -> Clue {
        let vertex = self.solution.steps()[step];
        let step = step as u32 + 1;
        Clue::At { step, vertex }
    }

    /// Removes numbers in a random order, until none can be removed or the time is over.
    fn remove(&mut self, rng: &mut Rng) -> Result<Puzzle, SolveError> {
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        rng.shuffle(&mut order);
        let mut is_given = vec![true; self.groups.len()];
        let mut is_finished = true;
        let mut needed: Vec<(usize, usize)> = Vec::new();
        for group in order {
            if !is_given[group] {
                continue;
            }
            is_given[group] = false;
            if let Some(other) = self.other(&is_given) {
                needed.push((group, other));
                is_given[group] = true;
                continue;
            }
            let clues: Vec<Clue> = (0..self.group_of.len())
                .filter(|&step| is_given[self.group_of[step]])
                .map(|step| self.clue(step))
                .collect();
            match self.formula.solve(&clues)? {
                Answer::Failed(enough) => is_given = self.groups_of(&enough),
                Answer::Tour(tour) => {
                    needed.push((group, self.keep(tour)));
                    is_given[group] = true;
                }
                Answer::Unknown => {
                    is_given[group] = true;
                    is_finished = false;
                    break;
                }
            }
        }
        Ok(self.puzzle(&is_given, &needed, is_finished))
    }

    /// Returns another tour that has all these numbers, if one has been found already.
    fn other(&self, is_given: &[bool]) -> Option<usize> {
        let fits = |steps: &[usize]| !steps.iter().any(|&step| is_given[self.group_of[step]]);
        self.others.iter().position(|(_, steps)| fits(steps))
    }

    fn keep(&mut self, tour: Tour) -> usize {
        let pairs = tour.steps().iter().zip(self.solution.steps());
        let differs = pairs.enumerate().filter(|(_, (a, b))| a != b);
        let steps = differs.map(|(step, _)| step).collect();
        self.others.push((tour, steps));
        self.others.len() - 1
    }

    fn groups_of(&self, clues: &[Clue]) -> Vec<bool> {
        let mut is_given = vec![false; self.groups.len()];
        for clue in clues {
            if let Clue::At { step, .. } = clue {
                is_given[self.group_of[*step as usize - 1]] = true;
            }
        }
        is_given
    }

    fn puzzle(&self, is_given: &[bool], needed: &[(usize, usize)], is_finished: bool) -> Puzzle {
        let numbered = (1..).zip(self.solution.steps().iter().copied());
        let given = numbered
            .zip(&self.group_of)
            .filter(|&(_, &group)| is_given[group]);
        let givens = given.map(|(given, _)| given).collect();
        let witnesses = needed.iter().map(|&(group, other)| {
            let mut steps: Vec<u32> = self.groups[group].iter().map(|&s| s as u32 + 1).collect();
            steps.sort_unstable();
            let other = self.others[other].0.clone();
            Witness { steps, other }
        });
        let mut witnesses: Vec<Witness> = witnesses.collect();
        witnesses.sort_by(|a, b| a.steps.cmp(&b.steps));
        Puzzle {
            solution: self.solution.clone(),
            givens,
            witnesses,
            is_finished,
        }
    }

    /// Returns the puzzle with further numbers, `asked` in all.
    fn with_givens(&self, puzzle: Puzzle, asked: u32, rng: &mut Rng) -> Made {
        let found = puzzle.givens.len() as u32;
        if found > asked || asked as usize > self.group_of.len() {
            return Made::TooFew(found);
        }
        let mut is_given = vec![false; self.groups.len()];
        for &(step, _) in &puzzle.givens {
            is_given[self.group_of[step as usize - 1]] = true;
        }
        let mut missing = (asked - found) as usize;
        let mut free: Vec<usize> = (0..self.groups.len()).filter(|&g| !is_given[g]).collect();
        rng.shuffle(&mut free);
        // Pairs come first, so that a single one remains for an odd rest.
        free.sort_by_key(|&group| std::cmp::Reverse(self.groups[group].len()));
        for group in free {
            if self.groups[group].len() <= missing {
                missing -= self.groups[group].len();
                is_given[group] = true;
            }
        }
        if missing > 0 {
            return Made::Uneven;
        }
        let is_same = found == asked;
        let more = self.puzzle(&is_given, &[], puzzle.is_finished);
        Made::Puzzle(Box::new(if is_same { puzzle } else { more }))
    }
}

/// Random starts that are tried before a free start.
const STARTS: u32 = 8;

/// Returns a tour of a problem without clues, the same for the same seed. An open tour begins on a
/// random vertex, if one of a few has a tour. A closed tour is numbered from a random vertex, in a
/// random direction if rules permit it.
fn solution(problem: &Problem, seed: u64, stop: &Stop) -> Result<crate::Verdict, SolveError> {
    let mut rng = Rng::new(seed, 1);
    let options = lazy::Options {
        seed,
        ..stop.into()
    };
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
    let mut steps =
        match found.map_or_else(|| find_in(problem, options), |tour| Ok(Verdict::Tour(tour)))? {
            Verdict::Tour(tour) => tour.steps().to_vec(),
            other => return Ok(other),
        };
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
