//! Walks over models: from a first model to others, in which some regions keep their way and the
//! others are chosen anew. A walk only finds tours; it proves nothing. Between walks with a solver,
//! `near` walks by local search.

use super::Ways;
use super::automorphism::{involutions, is_free};
use super::junction::Junction;
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::means::{Means, luby};
use itertools::Itertools;
use knightsat_cnf::shuffle::{Renaming, shuffle_to};
use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::{Answer, Lit, Model};
use knightsat_solver::{Incremental, Limits, Refined, SolverError};

/// A tour that a walk has found, or a contradiction if no model remains.
type Walked = Result<Refined<Vec<u32>>, SolverError>;

/// Walks before each attempt with edges.
const WALKS: u64 = 64;
/// Steps of the local search after each walk of the least effort, and the fewest regions for which
/// it takes part. With fewer, the solver finds first models easily.
const NEAR: u64 = 12;
const MANY: usize = 200;
/// Bytes of proof for a first model with the least effort, and the least for a step.
const START: u64 = 1 << 19;
/// Walks of one kind after which the least effort doubles, and the most doublings.
const DOUBLED: u64 = 32;
const DOUBLINGS: u64 = 20;
const STEP: u64 = 1 << 20;
/// The effort from which a first model must be a new one. Excluding all others slows the solver.
const THOROUGH: u64 = 16;
/// Attempts at a step, and the percentage of the regions that keep their way: the least, and the
/// most beyond it.
const TRIES: usize = 10;
const FEWEST: usize = 5;
const MORE: usize = 25;
/// Two-factors with an even number of cycles after which a walk ends: their parity seldom changes.
const EVEN: usize = 8;

/// A kind of models: all, or those that a symmetry maps to themselves.
pub(super) struct Kind {
    /// Clauses of this kind besides the formula.
    pub clauses: Vec<Vec<Lit>>,
    /// Literals by which a junction can be matched in several ways. That a model has any is rare,
    /// but most choices are refuted at once, and the others leave less to search.
    pub forks: Vec<Vec<Lit>>,
}

/// Returns the kind of all models, and one for each symmetry that is worth a try.
pub(super) fn kinds(
    formula: &Cnf,
    ways: &[Vec<Lit>],
    junctions: &[Junction],
    stop: &Stop,
) -> Vec<Kind> {
    let forks = junctions.iter().flat_map(Junction::forks).collect_vec();
    let all = involutions(formula, stop).into_iter();
    let free = all.filter(|pairs| is_free(pairs, ways));
    let all = std::iter::once(Vec::new()).chain(free);
    let equal = |&[a, b]: &[Lit; 2]| [vec![!a, b], vec![a, !b]];
    let kind = |pairs: Vec<[Lit; 2]>| Kind {
        clauses: pairs.iter().flat_map(equal).collect(),
        forks: forks.clone(),
    };
    all.map(kind).collect()
}

/// A solver with a formula in random order.
struct Shuffled {
    solver: Box<dyn Incremental>,
    renaming: Renaming,
}

impl Shuffled {
    fn new(formula: &Cnf, limits: Limits, means: &mut Means) -> Shuffled {
        let seed = means.rng.word();
        let mut solver = means.solver.unchecked(limits);
        shuffle_to(formula, seed, &mut solver);
        let renaming = Renaming::new(seed, formula.variables());
        Shuffled { solver, renaming }
    }

    fn clause(&mut self, clause: &[Lit]) {
        let renamed = clause.iter().map(|&lit| self.renaming.lit(lit));
        self.solver.clause(&renamed.collect_vec());
    }

    fn solve(&mut self) -> Result<Answer, SolverError> {
        Ok(match self.solver.solve()? {
            Answer::Satisfiable(model) => Answer::Satisfiable(self.renaming.undo(&model)),
            other => other,
        })
    }
}

impl Ways {
    /// Makes several walks, as many for each attempt with edges. If there are many regions, the
    /// local search takes steps after each, which take about as long.
    pub(crate) fn walks(&mut self, attempt: u64, means: &mut Means) -> Walked {
        for nth in WALKS * attempt + 1..=WALKS * (attempt + 1) {
            let mut found = self.walk(nth, means)?;
            if self.ways.len() >= MANY && found == Refined::Unknown {
                found = self.near(NEAR * self.effort(nth), means);
            }
            if found != Refined::Unknown || means.stop.is_over() {
                return Ok(found);
            }
        }
        Ok(Refined::Unknown)
    }

    /// Walks from a first model to others until one is a tour. `nth` bounds the work for the first
    /// model, and chooses the kind of models. If no model remains, the result is a contradiction.
    pub(super) fn walk(&mut self, nth: u64, means: &mut Means) -> Walked {
        let kinds = self.kinds.len() as u64;
        let kind = (nth % kinds) as usize;
        let effort = self.effort(nth);
        let fork = self.fork(kind, means.rng);
        let mut formula = self.formula(kind, fork);
        if kind > 0 || effort >= THOROUGH {
            self.learnt.replay(&mut formula);
        }
        let work = START.saturating_mul(effort);
        // Most formulas of symmetric models have none.
        let limits = means.limits(work, kind == 0);
        let mut solver = Shuffled::new(&formula, limits, means);
        let mut next = solver.solve()?;
        let mut even = 0;
        loop {
            let model = match next {
                Answer::Satisfiable(model) => model,
                Answer::Unsatisfiable => return Ok(self.refuted(kind, fork)),
                Answer::Unknown => return Ok(Refined::Unknown),
            };
            let before = self.learnt.len() as usize;
            let factor = self.learn(&model, means);
            if factor.count() == 1 {
                return Ok(Refined::Accepted(factor.walk(0)));
            }
            even = (even + 1) * usize::from(factor.count().is_multiple_of(2));
            next = if kind > 0 {
                let learnt = self.learnt.clauses().skip(before);
                learnt.for_each(|clause| solver.clause(clause));
                solver.solve()?
            } else if even == EVEN {
                Answer::Unknown
            } else {
                self.step(&model, work, means)?
            };
        }
    }

    /// Returns the effort of the nth walk.
    fn effort(&self, nth: u64) -> u64 {
        let of_kind = nth.div_ceil(self.kinds.len() as u64);
        luby(of_kind) << (of_kind / DOUBLED).min(DOUBLINGS)
    }

    /// Returns, in every other case, a random junction that models of this kind must match in
    /// several ways.
    pub(super) fn fork(&self, kind: usize, rng: &mut Rng) -> Option<usize> {
        let forks = self.kinds[kind].forks.len();
        let is_forked = forks > 0 && rng.below(2) == 0;
        is_forked.then(|| rng.below(forks))
    }

    /// Returns the formula of one kind of models, in which this junction can be matched in several
    /// ways.
    pub(super) fn formula(&self, kind: usize, fork: Option<usize>) -> Cnf {
        let mut formula = self.formula.clone();
        let Kind { clauses, forks } = &self.kinds[kind];
        clauses.iter().for_each(|clause| formula.clause(clause));
        let fork = fork.map(|fork| &forks[fork]);
        fork.into_iter()
            .flatten()
            .for_each(|&lit| formula.clause(&[lit]));
        formula
    }

    /// Excludes a choice that no model of this kind makes but those learnt, or the kind if it has
    /// no other model.
    fn refuted(&mut self, kind: usize, fork: Option<usize>) -> Refined<Vec<u32>> {
        match (kind, fork) {
            (0, None) => return Refined::Contradiction,
            (_, None) => _ = self.kinds.remove(kind),
            (_, Some(fork)) => {
                let fork = self.kinds[kind].forks.swap_remove(fork);
                let clause = fork.into_iter().map(|lit| !lit).collect_vec();
                match kind {
                    0 => self.formula.clause(&clause),
                    _ => self.kinds[kind].clauses.push(clause),
                }
            }
        }
        Refined::Unknown
    }

    /// Returns another model in which some regions keep their ways, if one is found.
    fn step(&self, model: &Model, work: u64, means: &mut Means) -> Result<Answer, SolverError> {
        for _ in 0..TRIES {
            let ways = self.taken(model);
            let mut kept: Vec<Lit> = ways.map(|(region, way)| self.ways[region][way]).collect();
            means.rng.shuffle(&mut kept);
            kept.truncate(kept.len() * (FEWEST + means.rng.below(MORE)) / 100);
            let mut formula = self.formula.clone();
            self.learnt.replay(&mut formula);
            kept.iter().for_each(|&lit| formula.clause(&[lit]));
            let limits = means.limits(STEP.max(work), true);
            let next = Shuffled::new(&formula, limits, means).solve()?;
            if let Answer::Satisfiable(_) = next {
                return Ok(next);
            }
            if means.stop.is_over() {
                break;
            }
        }
        Ok(Answer::Unknown)
    }
}
