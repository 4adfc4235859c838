//! Walks over models: from a first model to others, in which some regions keep their way and the
//! others are chosen anew. A walk only finds tours; it proves nothing. Between walks with a solver,
//! `near` walks by local search.

use super::Regions;
use super::automorphism::{involutions, is_free};
use super::junction::Junction;
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::cnf::shuffle::{Renaming, shuffle_to};
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Answer, Lit, Model, Vars};
use crate::lazy::{Found, Search, SearchRun};
use itertools::Itertools;
use knightsat_solver::{Assuming, Incremental, Limits, Refined, SolverError, refine};
use std::ops::ControlFlow::{Break, Continue};

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
#[derive(Clone)]
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
    fn new(search: &Search, formula: &Cnf, limits: Limits, rng: &mut Rng) -> Shuffled {
        let seed = rng.word();
        let mut solver = search.options.solver.unchecked(limits);
        shuffle_to(formula, seed, &mut solver);
        let renaming = Renaming::new(seed, formula.variables());
        Shuffled { solver, renaming }
    }

    fn renamed(&self, lits: &[Lit]) -> Vec<Lit> {
        lits.iter().map(|&lit| self.renaming.lit(lit)).collect()
    }
}

impl ClauseSink for Shuffled {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.solver.new_vars(count)
    }

    fn clause(&mut self, clause: &[Lit]) {
        let renamed = self.renamed(clause);
        self.solver.clause(&renamed);
    }
}

impl Incremental for Shuffled {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        let renamed = self.renamed(assumptions);
        Ok(match self.solver.solve_assuming(&renamed)? {
            Assuming::Satisfiable(model) => Assuming::Satisfiable(self.renaming.undo(&model)),
            Assuming::Failed(_) => Assuming::Failed(assumptions.to_vec()),
            Assuming::Unknown => Assuming::Unknown,
        })
    }
}

/// The models of a walk. A solver finds the first one, and those of a symmetry. Each of the others
/// is near the last one.
struct WalkModels<'w, 'r> {
    regions: &'w mut Regions,
    search: &'w Search<'w>,
    run: &'w mut SearchRun<'r>,
    solver: Shuffled,
    /// The model at which the next step begins.
    last: Option<Model>,
    /// The most bytes of proof for a step.
    work: u64,
}

impl ClauseSink for WalkModels<'_, '_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.solver.new_vars(count)
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.solver.clause(clause);
    }
}

impl Incremental for WalkModels<'_, '_> {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        match self.last.take() {
            None => self.solver.solve_assuming(assumptions),
            Some(model) => {
                let rng = &mut self.run.findings.rng;
                let next = self.regions.step(self.search, &model, self.work, rng)?;
                Ok(next.map_or(Assuming::Unknown, Assuming::Satisfiable))
            }
        }
    }
}

impl Regions {
    /// Makes several walks, as many for each attempt with edges. If there are many regions, the
    /// local search takes steps after each, which take about as long.
    pub(in crate::lazy) fn walks(
        &mut self,
        search: &Search,
        attempt: u64,
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        for nth in WALKS * attempt + 1..=WALKS * (attempt + 1) {
            let mut found = self.walk(search, nth, run)?;
            if self.ways.len() >= MANY && matches!(found, Found::Nothing) {
                found = self.near(search, NEAR * self.effort(nth), run);
            }
            if !matches!(found, Found::Nothing) || search.is_late() {
                return Ok(found);
            }
        }
        Ok(Found::Nothing)
    }

    /// Walks from a first model to others until one is a tour. `nth` bounds the work for the first
    /// model, and chooses the kind of models. If no model remains, the result is a contradiction.
    pub(super) fn walk(
        &mut self,
        search: &Search,
        nth: u64,
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        let kinds = self.kinds.len() as u64;
        let kind = (nth % kinds) as usize;
        let effort = self.effort(nth);
        let fork = self.fork(kind, &mut run.findings.rng);
        let mut formula = self.formula(kind, fork);
        if kind > 0 || effort >= THOROUGH {
            self.learnt.replay(&mut formula);
        }
        let work = START.saturating_mul(effort);
        // Most formulas of symmetric models have none.
        let limits = Limits {
            expects_model: kind == 0,
            ..search.limits(work)
        };
        let mut walk = WalkModels {
            solver: Shuffled::new(search, &formula, limits, &mut run.findings.rng),
            regions: self,
            search,
            run,
            last: None,
            work,
        };
        let mut even = 0;
        let end = refine(&mut walk, u64::MAX, |model, walk| {
            let before = walk.regions.learnt.len() as usize;
            let factor = walk.regions.learn(walk.run, &model);
            if factor.count() == 1 {
                return Ok(Break(Found::Cycle(walk.regions.cycle(&factor))));
            }
            even = (even + 1) * usize::from(factor.count().is_multiple_of(2));
            if kind > 0 {
                let learnt = walk.regions.learnt.clauses().skip(before);
                learnt.for_each(|clause| walk.solver.clause(clause));
            } else if even == EVEN {
                return Ok(Break(Found::Nothing));
            } else {
                walk.last = Some(model);
            }
            Ok::<_, SolverError>(Continue(()))
        })?;
        Ok(match end {
            Refined::Accepted(found) => found,
            Refined::Contradiction => self.refuted(kind, fork),
            Refined::Unknown => Found::Nothing,
        })
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
    fn refuted(&mut self, kind: usize, fork: Option<usize>) -> Found {
        match (kind, fork) {
            (0, None) => return Found::Contradiction,
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
        Found::Nothing
    }

    /// Returns another model in which some regions keep their ways, if one is found.
    fn step(
        &self,
        search: &Search,
        model: &Model,
        work: u64,
        rng: &mut Rng,
    ) -> Result<Option<Model>, SolverError> {
        for _ in 0..TRIES {
            let ways = self.taken(model);
            let mut kept: Vec<Lit> = ways.map(|(region, way)| self.ways[region][way]).collect();
            rng.shuffle(&mut kept);
            kept.truncate(kept.len() * (FEWEST + rng.below(MORE)) / 100);
            let mut formula = self.formula.clone();
            self.learnt.replay(&mut formula);
            kept.iter().for_each(|&lit| formula.clause(&[lit]));
            let limits = Limits {
                expects_model: true,
                ..search.limits(STEP.max(work))
            };
            let next = Shuffled::new(search, &formula, limits, rng).solve()?;
            if let Answer::Satisfiable(found) = next {
                return Ok(Some(found));
            }
            if search.is_late() {
                break;
            }
        }
        Ok(None)
    }
}

/// Returns an entry of 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
pub(in crate::lazy) fn luby(nth: u64) -> u64 {
    let mut nth = nth;
    loop {
        // The length of the shortest series, one less than a power of two, that has an nth entry.
        let length = (nth + 1).next_power_of_two() - 1;
        if nth == length {
            return length.div_ceil(2);
        }
        nth -= length / 2;
    }
}
