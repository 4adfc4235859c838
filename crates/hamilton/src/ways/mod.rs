//! The search in a graph of regions with few ways through: one choice for each region.
//!
//! Variables: one for each way through each region, exactly one is taken. At junctions of regions,
//! edges must match the ends of the chosen ways. Small junctions get all prime implicates of that,
//! over the variables of ways, others a variable for each edge. A model is a two-factor without a
//! cycle inside a region.
//!
//! Symmetries of the formula are imposed on some models: that halves the choices. Some must have a
//! junction with several matchings. Each model is excluded, and its cycles of few regions are cut.
//! A cycle stays as long as its regions keep their ways, unless a junction on it can be matched
//! otherwise.

mod automorphism;
mod junction;
mod local;
mod near;
mod walk;

use crate::Known;
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::division::{Division, Way};
use crate::means::Means;
use itertools::Itertools;
use junction::{Choice, Junction, Needs, junctions};
use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::{Lit, Model};
use knightsat_tour::factor::TwoFactor;
use near::Pool;
use std::collections::BTreeMap;
use walk::{Kind, kinds};

/// The most triples of edges that share an end between regions: each may be a clause.
const TRIPLES: usize = 1 << 20;
/// The most clauses for each edge: with more, attempts with edges are better.
const CLAUSES: u64 = 2;
/// The most regions of a cycle that is cut.
const SHORT: usize = 40;
/// The most junctions with several matchings for which all combinations are tried.
const COMBINED: usize = 8;

/// The regions of a graph, their formula, and the clauses learnt from its models.
pub(crate) struct Ways {
    /// The number of vertices.
    len: u32,
    division: Division,
    /// The region of each vertex that an edge between regions meets.
    of: BTreeMap<u32, usize>,
    /// A variable for each way.
    ways: Vec<Vec<Lit>>,
    junctions: Vec<Junction>,
    formula: Cnf,
    /// All models first, then a kind for each symmetry.
    kinds: Vec<Kind>,
    /// Cuts, and models that were no tours.
    learnt: Cnf,
    pool: Pool,
}

impl Ways {
    /// Divides the graph. Returns `None` if the choice between ways is not much simpler than that
    /// between edges.
    pub(crate) fn new(len: u32, edges: &[Known], stop: &Stop) -> Option<Ways> {
        let ends: Vec<[u32; 2]> = edges.iter().map(|&(ends, _)| ends).collect();
        let division = Division::new(len, &ends, stop)?;
        let count: usize = division.ways.iter().map(Vec::len).sum();
        let degrees = division.between.iter().flatten().counts().into_values();
        let triples: usize = degrees.map(|degree| degree.pow(3)).sum();
        if 2 * count > edges.len() || division.ways.len() < 2 || triples > TRIPLES {
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
        if formula.len() > CLAUSES * edges.len() as u64 {
            return None;
        }
        let kinds = kinds(&formula, &ways, &junctions, stop);
        let mut found = Ways {
            len,
            division,
            of,
            ways,
            junctions,
            kinds,
            formula,
            learnt: Cnf::default(),
            pool: Pool::default(),
        };
        let required = edges.iter().filter(|(_, is_required)| *is_required);
        required.for_each(|&(ends, _)| found.require(ends));
        Some(found)
    }

    /// Writes that an edge is taken. Such edges would break symmetries of regions.
    fn require(&mut self, [a, b]: [u32; 2]) {
        let is_it = |ends: &[u32; 2]| *ends == [a, b] || *ends == [b, a];
        for junction in &mut self.junctions {
            if let Some(place) = junction.edges.iter().position(is_it) {
                return junction.require(place, &mut self.formula);
            }
        }
        let mut takes = Vec::new();
        for (region, lits) in self.ways.iter().enumerate() {
            for (way, &lit) in lits.iter().enumerate() {
                if self.division.inside(region, way).iter().any(is_it) {
                    takes.push(lit);
                }
            }
        }
        self.formula.clause(&takes);
    }

    /// Returns the way through each region.
    fn taken(&self, model: &Model) -> impl Iterator<Item = (usize, usize)> {
        let way = move |lits: &Vec<Lit>| {
            let taken = lits.iter().position(|&lit| model.satisfies(lit));
            taken.expect("a model takes a way through each region")
        };
        self.ways.iter().map(way).enumerate()
    }

    /// Matches the ends of a model with as few cycles as possible. Excludes it, and cuts its short
    /// cycles.
    fn learn(&mut self, model: &Model, means: &mut Means) -> TwoFactor {
        let (best, sets) = self.matched(means.rng, model);
        let cuts: Vec<Vec<Lit>> = (0..best.count() as u32)
            .filter_map(|cycle| self.cut(model, &best, cycle, &sets))
            .collect();
        cuts.iter().for_each(|cut| self.learnt.clause(cut));
        let all = self
            .taken(model)
            .map(|(region, way)| !self.ways[region][way])
            .collect_vec();
        self.learnt.clause(&all);
        (means.report)(best.count() as u32, cuts.len() as u32);
        best
    }

    /// Returns a two-factor of fewest cycles in a model, and the edges chosen at each junction.
    fn matched(&self, rng: &mut Rng, model: &Model) -> (TwoFactor, Vec<u32>) {
        let inside: Vec<[u32; 2]> = self
            .taken(model)
            .flat_map(|(region, way)| self.division.inside(region, way))
            .collect();
        let mut sets: Vec<u32> = Vec::new();
        let mut open = Vec::new();
        for (nth, junction) in self.junctions.iter().enumerate() {
            let options = junction.options(model);
            // A junction with a variable for each edge has no sets.
            sets.push(options.first().copied().unwrap_or_default());
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
        rng.shuffle(&mut open);
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
                    let on: u32 = junction
                        .edges
                        .iter()
                        .enumerate()
                        .filter(|(_, ends)| ends.iter().any(|&end| is_on(end)))
                        .map(|(nth, _)| 1 << nth)
                        .sum();
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
        for (end, count) in way.iter().flatten().copied().counts() {
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

#[cfg(test)]
mod tests;
