//! The search in a graph of regions with few ways through: one choice for each region.
//!
//! Variables: one for each way through each region, exactly one is taken. At junctions of regions,
//! edges must match the ends of the chosen ways. Small junctions get all prime implicates of that,
//! over the variables of ways, others a variable for each edge. A model is a two-factor without a
//! cycle inside a region.
//!
//! A walk leads from a first model to others: some regions keep their way, the others are chosen
//! anew. Each model is excluded, and its cycles of few regions are cut. A cycle stays as long as
//! its regions keep their ways, unless a junction on it can be matched otherwise. The walk only
//! finds tours; it refutes nothing.

mod junction;

use super::search::Search;
use crate::cnf::shuffle::{Renaming, shuffle_to};
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Answer, Lit, Model};
use crate::tour::factor::TwoFactor;
use itertools::Itertools;
use junction::{Choice, Junction, Needs, junctions};
use knightsat_hamilton::{Division, Known, Way};
use knightsat_solver::SolverError;
use std::collections::BTreeMap;

/// Walks before each attempt with edges.
const WALKS: u64 = 8;
/// The most regions of a cycle that is cut.
const SHORT: usize = 40;
/// The most junctions with several matchings for which all combinations are tried.
const COMBINED: usize = 8;
/// Bytes of proof for a first model with the least effort, and for a step.
const START: u64 = 1 << 21;
const STEP: u64 = 1 << 20;
/// Attempts at a step, and the percentage of the regions that keep their way: the least, and the
/// most beyond it.
const TRIES: usize = 10;
const FEWEST: usize = 5;
const MORE: usize = 25;
/// Two-factors with an even number of cycles after which a walk ends: their parity seldom changes.
const EVEN: usize = 8;

/// The regions of a graph, their formula, and the clauses learnt from its models.
pub(super) struct Regions {
    len: u32,
    division: Division,
    /// The region of each vertex that an edge between regions meets.
    of: BTreeMap<u32, usize>,
    /// A variable for each way.
    ways: Vec<Vec<Lit>>,
    junctions: Vec<Junction>,
    formula: Cnf,
    /// Cuts, and models that were no tours.
    learnt: Cnf,
}

impl Regions {
    /// Divides the graph on `0..len` with these edges. Returns `None` if the choice between ways is
    /// not much simpler than that between edges.
    pub(super) fn new(search: &Search, edges: &[Known]) -> Option<Regions> {
        let len = search.augmented.len();
        let division = Division::new(len, edges, &search.options.stop)?;
        let count: usize = division.ways.iter().map(Vec::len).sum();
        if 2 * count > edges.len() || division.ways.len() < 2 {
            return None;
        }
        let mut formula = Cnf::default();
        let always = formula.new_var().pos();
        formula.clause(&[always]);
        let (mut needs, mut of) = (Needs::new(), BTreeMap::new());
        let mut ways = Vec::new();
        for (region, rows) in division.ways.iter().enumerate() {
            let (lits, needed) = choice(rows, always, &mut formula);
            of.extend(needed.iter().map(|&(end, _)| (end, region)));
            needs.extend(needed);
            ways.push(lits);
        }
        let junctions = junctions(&division.between, &needs, always, &mut formula);
        Some(Regions {
            len,
            division,
            of,
            ways,
            junctions,
            formula,
            learnt: Cnf::default(),
        })
    }

    /// Solves the formula in a random order, with the learnt clauses, if regions keep these ways.
    fn solve(
        &self,
        search: &mut Search,
        kept: Option<&[Lit]>,
        work: u64,
    ) -> Result<Option<Model>, SolverError> {
        let mut formula = self.formula.clone();
        if let Some(kept) = kept {
            self.learnt.replay(&mut formula);
            kept.iter().for_each(|&lit| formula.clause(&[lit]));
        }
        let seed = search.rng.word();
        let mut solver = search.solver(work);
        shuffle_to(&formula, seed, &mut solver);
        let renaming = Renaming::new(seed, formula.variables());
        Ok(match solver.solve()? {
            Answer::Satisfiable(model) => Some(renaming.undo(&model)),
            _ => None,
        })
    }

    /// Makes several walks, as many for each attempt with edges.
    pub(super) fn walks(
        &mut self,
        search: &mut Search,
        attempt: u64,
    ) -> Result<Option<Vec<u32>>, SolverError> {
        for nth in WALKS * attempt..WALKS * (attempt + 1) {
            let found = self.walk(search, luby(nth))?;
            if found.is_some() || search.is_late() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Walks from a first model to others until one is a tour. `effort` bounds the work for the
    /// first model.
    fn walk(&mut self, search: &mut Search, effort: u64) -> Result<Option<Vec<u32>>, SolverError> {
        let mut next = self.solve(search, None, START.saturating_mul(effort))?;
        let mut even = 0;
        while let Some(model) = next {
            let factor = self.learn(search, &model);
            search.progress.round += 1;
            search.progress.cycles = factor.count() as u32;
            search.progress.joined = search.progress.cycles;
            search.report();
            if factor.count() == 1 {
                return Ok(Some(factor.walk(0)));
            }
            even = (even + 1) * usize::from(factor.count().is_multiple_of(2));
            if even == EVEN {
                break;
            }
            next = self.step(search, &model)?;
        }
        Ok(None)
    }

    /// Returns another model in which some regions keep their ways.
    fn step(&self, search: &mut Search, model: &Model) -> Result<Option<Model>, SolverError> {
        for _ in 0..TRIES {
            if search.is_late() {
                break;
            }
            let ways = self.taken(model);
            let mut kept: Vec<Lit> = ways.map(|(region, way)| self.ways[region][way]).collect();
            search.rng.shuffle(&mut kept);
            kept.truncate(kept.len() * (FEWEST + search.rng.below(MORE)) / 100);
            let next = self.solve(search, Some(&kept), STEP)?;
            if next.is_some() {
                return Ok(next);
            }
        }
        Ok(None)
    }

    /// Returns the way through each region.
    fn taken(&self, model: &Model) -> impl Iterator<Item = (usize, usize)> {
        let way = move |lits: &Vec<Lit>| {
            lits.iter()
                .position(|&lit| model.satisfies(lit))
                .unwrap_or(0)
        };
        self.ways.iter().map(way).enumerate()
    }

    /// Matches the ends of a model with as few cycles as possible. Excludes it, and cuts its short
    /// cycles.
    fn learn(&mut self, search: &mut Search, model: &Model) -> TwoFactor {
        let (best, sets) = self.matched(search, model);
        let cuts: Vec<Vec<Lit>> = (0..best.count() as u32)
            .filter_map(|cycle| self.cut(model, &best, cycle, &sets))
            .collect();
        search.progress.cuts += cuts.len() as u32;
        cuts.iter().for_each(|cut| self.learnt.clause(cut));
        let all = self
            .taken(model)
            .map(|(region, way)| !self.ways[region][way])
            .collect_vec();
        self.learnt.clause(&all);
        best
    }

    /// Returns a two-factor of fewest cycles in a model, and the edges chosen at each junction.
    fn matched(&self, search: &mut Search, model: &Model) -> (TwoFactor, Vec<u32>) {
        let inside = self
            .taken(model)
            .flat_map(|(region, way)| self.division.inside(region, way));
        let inside: Vec<[u32; 2]> = inside.collect();
        let mut sets: Vec<u32> = Vec::new();
        let mut open = Vec::new();
        for (nth, junction) in self.junctions.iter().enumerate() {
            let options = junction.options(model);
            sets.push(options.first().copied().unwrap_or(0));
            if options.len() > 1 {
                open.push((nth, options));
            }
        }
        let factor = |sets: &[u32]| {
            let between = self
                .junctions
                .iter()
                .zip(sets)
                .flat_map(|(junction, &set)| junction.chosen(set, model));
            TwoFactor::of(self.len, inside.iter().copied().chain(between))
        };
        let mut best = factor(&sets);
        search.rng.shuffle(&mut open);
        open.truncate(COMBINED);
        for options in open
            .iter()
            .map(|(_, options)| options)
            .multi_cartesian_product()
        {
            let mut other = sets.clone();
            open.iter()
                .zip(options)
                .for_each(|((nth, _), &set)| other[*nth] = set);
            let found = factor(&other);
            if found.count() < best.count() {
                (best, sets) = (found, other);
            }
        }
        (best, sets)
    }

    /// Returns a clause against a cycle, if it is short and its junctions permit one.
    fn cut(&self, model: &Model, factor: &TwoFactor, cycle: u32, sets: &[u32]) -> Option<Vec<Lit>> {
        let is_on = |end: u32| factor.cycle_of(end) == cycle;
        let regions: Vec<usize> = self
            .of
            .iter()
            .filter(|&(&end, _)| is_on(end))
            .map(|(_, &region)| region)
            .sorted()
            .dedup()
            .collect();
        if regions.len() > SHORT {
            return None;
        }
        let taken = self.taken(model).collect_vec();
        let mut cut: Vec<Lit> = regions
            .iter()
            .map(|&region| !self.ways[region][taken[region].1])
            .collect();
        let is_fixed = |end: u32| regions.binary_search(&self.of[&end]).is_ok();
        for (junction, &set) in self.junctions.iter().zip(sets) {
            if !junction.edges.iter().flatten().any(|&end| is_on(end)) {
                continue;
            }
            match &junction.choice {
                Choice::Listed(listed) => {
                    let on = junction
                        .edges
                        .iter()
                        .enumerate()
                        .filter(|(_, ends)| ends.iter().any(|&end| is_on(end)));
                    let on: u32 = on.map(|(nth, _)| 1 << nth).sum();
                    cut.extend(listed.otherwise(listed.values(model), on, set, is_fixed)?);
                }
                Choice::Free(lits) => {
                    let edges = junction.edges.iter().zip(lits);
                    let chosen =
                        edges.filter(|(ends, lit)| is_on(ends[0]) && model.satisfies(**lit));
                    cut.extend(chosen.map(|(_, lit)| !*lit));
                }
            }
        }
        Some(cut)
    }
}

/// Writes that one way through a region is taken. Returns its variables, and the needs of its ends.
fn choice(rows: &[Way], always: Lit, formula: &mut Cnf) -> (Vec<Lit>, Vec<(u32, [Lit; 2])>) {
    let vars = formula.new_vars(rows.len() as u32);
    let lits: Vec<Lit> = vars.iter().map(|var| var.pos()).collect();
    formula.clause(&lits);
    formula.pairwise(&lits);
    let mut at: BTreeMap<u32, [Vec<Lit>; 2]> = BTreeMap::new();
    for (&lit, way) in lits.iter().zip(rows) {
        for (end, count) in way.paths.iter().flatten().copied().counts() {
            let needed = &mut at.entry(end).or_default()[..count];
            needed.iter_mut().for_each(|with| with.push(lit));
        }
    }
    let mut known: BTreeMap<Vec<Lit>, Lit> = BTreeMap::new();
    let mut need = |with: Vec<Lit>| {
        let known = known.entry(with);
        *known.or_insert_with_key(|with| any(with, &lits, always, formula))
    };
    let needs = at
        .into_iter()
        .map(|(end, with)| (end, with.map(&mut need)))
        .collect();
    (lits, needs)
}

/// Returns a literal that is true if one of these ways is taken, of all through a region.
fn any(with: &[Lit], all: &[Lit], always: Lit, formula: &mut Cnf) -> Lit {
    match with {
        [] => !always,
        &[only] => only,
        _ if with.len() == all.len() => always,
        _ => {
            let any = formula.new_var().pos();
            for &way in all {
                let truth = if with.contains(&way) { any } else { !any };
                formula.clause(&[!way, truth]);
            }
            any
        }
    }
}

/// Returns an entry of 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
pub(super) fn luby(nth: u64) -> u64 {
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

#[cfg(test)]
mod tests;
