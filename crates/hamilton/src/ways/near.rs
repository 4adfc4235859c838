//! Walks by local search: from models to near ones, in which some regions that lie together keep
//! their ways. The next step begins at one of the best models, or at one of the newest.
//!
//! The regions around a junction that can be matched in several ways keep theirs: more steps then
//! find a model. The parity of the number of cycles seldom changes, and a tour is one cycle.

use super::Ways;
use super::local::LocalSearch;
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::means::{Means, luby};
use itertools::Itertools;
use knightsat_cnf::Model;
use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_solver::Refined;

/// Flips for each region in a step, and for a first model with the least effort.
const STEP: u64 = 600;
const FIRST: u64 = 300;
/// The percentage of the regions that keep their way: the least, and the most beyond it.
const FEWEST: usize = 10;
const MORE: usize = 15;
/// The best models, and the newest, at which a step may begin.
const CHOICE: usize = 6;
/// Steps in turn without a model for each model of the walk, and models in turn with an even number
/// of cycles, after which it ends.
const VAIN: u64 = 24;
const EVEN: usize = 24;

/// The models of a walk with their numbers of cycles.
#[derive(Clone, Default)]
pub(super) struct Pool {
    models: Vec<(usize, Model)>,
    /// Steps without a model since the last one, and tries to find a first one.
    vain: u64,
    tries: u64,
}

impl Pool {
    /// Returns the model at which the next step begins, unless a walk begins. It is one of the
    /// newest, or one of fewest cycles among those with an odd number, if there are any.
    fn start(&self, rng: &mut Rng) -> Option<Model> {
        let newest = self.models.iter().rev();
        let has_odd = self.models.iter().any(is_odd);
        let candidates = if rng.below(2) == 0 {
            let matching = newest.filter(|model| !has_odd || is_odd(model));
            let best = matching.sorted_by_key(|(cycles, _)| cycles);
            best.take(CHOICE).collect_vec()
        } else {
            newest.take(CHOICE).collect_vec()
        };
        let (_, model) = candidates.get(rng.below(candidates.len().max(1)))?;
        Some(model.clone())
    }

    /// Adds the model of a step, if it has found one.
    fn add(&mut self, found: Option<(usize, Model)>) {
        self.vain = if found.is_some() { 0 } else { self.vain + 1 };
        self.models.extend(found);
        let even = self.models.iter().rev().take_while(|model| !is_odd(model));
        if self.vain == VAIN * self.models.len() as u64 || even.count() == EVEN {
            self.models.clear();
        }
    }
}

fn is_odd((cycles, _): &(usize, Model)) -> bool {
    cycles % 2 == 1
}

impl Ways {
    /// Takes so many steps.
    pub(super) fn near(&mut self, steps: u64, means: &mut Means) -> Refined<Vec<u32>> {
        for _ in 0..steps {
            if means.stop.is_over() {
                break;
            }
            let Some(model) = self.near_model(means.rng, means.stop) else {
                self.pool.add(None);
                continue;
            };
            let factor = self.learn(&model, means);
            if factor.count() == 1 {
                return Refined::Accepted(factor.walk(0));
            }
            self.pool.add(Some((factor.count(), model)));
        }
        Refined::Unknown
    }

    /// Looks for a model near one of the pool, or for a first one.
    fn near_model(&mut self, rng: &mut Rng, stop: &Stop) -> Option<Model> {
        let start = self.pool.start(rng);
        let regions = self.ways.len() as u64;
        let (formula, flips) = match &start {
            Some(model) => (self.around(model, rng), STEP * regions),
            None => {
                self.pool.tries += 1;
                let fork = self.fork(0, rng);
                let mut formula = self.formula(0, fork);
                self.learnt.replay(&mut formula);
                (formula, FIRST * regions * luby(self.pool.tries))
            }
        };
        let mut local = LocalSearch::new(&formula, rng, stop).ok()?;
        start.iter().for_each(|model| local.visit(model));
        local.model(flips, rng, stop)
    }

    /// Returns the formula of models near this one: some regions keep their ways.
    fn around(&self, model: &Model, rng: &mut Rng) -> Cnf {
        let mut formula = self.formula.clone();
        let ways = self.taken(model).collect_vec();
        for region in self.kept(model, rng) {
            formula.clause(&[self.ways[region][ways[region].1]]);
        }
        self.learnt.replay(&mut formula);
        formula
    }

    /// Returns some regions that lie together: around a junction that can be matched in several
    /// ways, so that it remains one, or else far from a random region.
    fn kept(&self, model: &Model, rng: &mut Rng) -> Vec<usize> {
        let len = self.ways.len();
        let mut near = vec![Vec::new(); len];
        let mut forks = Vec::new();
        for junction in &self.junctions {
            let ends = junction.edges.iter().flatten();
            let at = ends.map(|end| self.of[end]).sorted().dedup().collect_vec();
            at.iter().for_each(|&region| near[region].extend(&at));
            if junction.options(model).len() > 1 {
                forks.push(at);
            }
        }
        let is_forked = !forks.is_empty();
        let mut order = if is_forked {
            forks.swap_remove(rng.below(forks.len()))
        } else {
            vec![rng.below(len)]
        };
        let mut is_seen = vec![false; len];
        order.iter().for_each(|&region| is_seen[region] = true);
        let mut next = 0;
        while let Some(&region) = order.get(next) {
            next += 1;
            for &other in &near[region] {
                if !std::mem::replace(&mut is_seen[other], true) {
                    order.push(other);
                }
            }
        }
        if !is_forked {
            order.reverse();
        }
        order.truncate(len * (FEWEST + rng.below(MORE)) / 100);
        order
    }
}
