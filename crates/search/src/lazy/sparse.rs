//! Sparse graphs, in which hardly any exchange of edges is possible and two-factors with few long
//! cycles abound: each cut excludes one of them and little else. Measures (lab/docs/graphs.md):
//!
//! - The solver receives the edges that the rules of [`tour::reduce`](crate::tour::reduce) decide.
//! - A narrow graph is decided by a tree decomposition (`pieces`), however hard it is for the
//!   solver. If that shows that there is no tour, two-factors are cut and not joined until the
//!   solver has refuted the rest.
//! - In every other attempt the factor must be two matchings ([`matchings`]). Such attempts become
//!   rare if they find no two-factor.
//! - Attempts are short, since the time of one has a heavy tail. Each gets few rounds and little
//!   work, by the sequence of Luby, Sinclair and Zuckerman (Optimal speedup of Las Vegas
//!   algorithms, 1993). The next one starts along another order of the edges. Cuts are kept, so
//!   that graphs without a tour come to an end as well.
//! - If the first attempts fail, or many vertices have degree two, the graph is searched piece by
//!   piece if two vertices hold it together (`pieces`). Cycles of few open edges are cut beforehand
//!   ([`short_cycles`]). A graph of regions with few ways through is searched way by way, too
//!   (`regions`).

use super::edge_vars::{EdgeVars, encode, matchings};
use super::pieces::{QUICK, THOROUGH};
use super::regions::{Regions, luby};
use super::{Findings, Found, Search, SearchRun};
use crate::cnf::sink::ClauseSink;
use crate::tour::reduce::{Fate, Reduction};
use knightsat_hamilton::short_cycles;
use knightsat_solver::SolverError;
use std::collections::BTreeMap;

/// From this many edges on, they are not probed.
const PROBED: usize = 20_000;
/// Rounds and bytes of proof in the shortest attempts.
const ROUNDS: u64 = 16;
const WORK: u64 = 1 << 20;
/// Attempts after the first two get as much effort again for every so many edges.
const MORE: u64 = 500;
/// The attempt before which pieces, short cycles and regions are looked for. If one vertex of so
/// many has degree two, that is before the first.
const CLOSER: u64 = 2;
const MANY: usize = 10;
/// Matchings are disabled before this attempt, if they have failed and other attempts have not.
const VAIN: u64 = 24;

/// Edges known to be on every tour, or on none, with the smaller end first.
type Fates = BTreeMap<[u32; 2], Fate>;

/// The attempts so far.
#[derive(Clone, Default)]
struct Attempts {
    /// Numbers of attempts without matchings and with them, and of two-factors that they found.
    kinds: [u64; 2],
    factors: [u32; 2],
    /// True if attempts begin with an easily found two-factor.
    is_blind: bool,
    regions: Option<Regions>,
}

impl Attempts {
    fn count(&self) -> u64 {
        self.kinds.iter().sum()
    }
}

impl Search<'_> {
    /// Returns the number of vertices of degree two: many in a directed graph in disguise.
    fn twos(&self) -> usize {
        let graph = self.augmented.graph();
        let has_two = |&vertex: &u32| graph.degree(vertex) == 2;
        (0..graph.len()).filter(has_two).count()
    }

    /// Decides edges by reduction, then tries a decomposition, then makes attempts.
    pub(super) fn sparse(&self, run: &mut SearchRun) -> Result<Found, SolverError> {
        if let Some(reason) = self.obstruction(run) {
            return Ok(Found::Obstruction(reason));
        }
        let reduction = self.reduction();
        let known = reduction
            .as_ref()
            .and_then(|(edges, reduction)| known(edges, reduction));
        if self.is_late() {
            return Ok(Found::Nothing);
        }
        run.findings.is_hopeless = known.is_none();
        if let Some(known) = &known
            && let Some(cycle) = self.decided(&self.left(known), QUICK, run)
        {
            return Ok(Found::Cycle(cycle));
        }
        if let Some((_, reduction)) = reduction {
            let sides = reduction.sides(&self.options.stop);
            run.findings.cuts.extend(sides);
        }
        self.sparse_attempts(&known.unwrap_or_default(), run)
    }

    /// Makes attempts until one decides. Before some, pieces, short cycles and regions are looked
    /// for; all further attempts are made by several threads.
    fn sparse_attempts(&self, known: &Fates, run: &mut SearchRun) -> Result<Found, SolverError> {
        let mut attempts = Attempts::default();
        let closer = self.closer();
        let found = self.attempts_until(closer, known, &mut attempts, run)?;
        if !matches!(found, Found::Nothing) || self.is_late() {
            return Ok(found);
        }
        if closer == CLOSER
            && let Some(cycle) = self.thoroughly_decided(known, run)
        {
            return Ok(Found::Cycle(cycle));
        }
        if !run.findings.is_hopeless {
            let found = self.look_closer(known, run)?;
            if !matches!(found, Found::Nothing) {
                return Ok(found);
            }
            attempts.regions = Regions::new(self);
        }
        self.race(run, |search, run| {
            search.attempts_until(u64::MAX, known, &mut attempts.clone(), run)
        })
    }

    /// Makes attempts with and without matchings, in turn, until one decides or there have been so
    /// many. If those with matchings find no two-factor and the others do, matchings are disabled
    /// for a while; they may still refute graphs that resist the others. If nothing finds a
    /// two-factor, further attempts begin with one.
    fn attempts_until(
        &self,
        end: u64,
        known: &Fates,
        attempts: &mut Attempts,
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        let closer = self.closer();
        for attempt in attempts.count()..end {
            match self.between(attempt, known, &mut attempts.regions, run)? {
                Found::Contradiction => run.findings.is_hopeless = true,
                Found::Nothing => {}
                found => return Ok(found),
            }
            if self.is_late() {
                break;
            }
            let Attempts { kinds, factors, .. } = attempts;
            let is_vain = (2..VAIN).contains(&attempt) && factors[1] == 0 && factors[0] > 0;
            let is_hopeless = run.findings.is_hopeless;
            attempts.is_blind |= attempt > closer && run.findings.progress.round == 0;
            attempts.is_blind &= !is_hopeless;
            let is_blind = attempts.is_blind;
            let with_matchings = attempt % 2 == 1 && !is_blind && (is_hopeless || !is_vain);
            let kind = usize::from(with_matchings);
            let effort = self.effort(kinds[kind], &run.findings);
            let seed = self.options.seed.wrapping_add(attempt << 32);
            let rounds = run.findings.progress.round;
            let found = if is_blind {
                self.whole_attempt(attempt - closer, run)?
            } else {
                self.sparse_attempt(seed, known, (effort, with_matchings), run)?
            };
            kinds[kind] += 1;
            factors[kind] += run.findings.progress.round - rounds;
            if matches!(found, Found::Contradiction) {
                run.findings.with_matchings = with_matchings;
            }
            if !matches!(found, Found::Nothing) {
                return Ok(found);
            }
        }
        Ok(Found::Nothing)
    }

    /// Tries other methods before this attempt. A contradiction means that only a refutation is
    /// missing.
    fn between(
        &self,
        attempt: u64,
        known: &Fates,
        regions: &mut Option<Regions>,
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        let closer = self.closer();
        if attempt == CLOSER
            && attempt > closer
            && let Some(cycle) = self.thoroughly_decided(known, run)
        {
            return Ok(Found::Cycle(cycle));
        }
        match regions {
            Some(regions) if !run.findings.is_hopeless => {
                regions.walks(self, attempt - closer, run)
            }
            _ => Ok(Found::Nothing),
        }
    }

    /// Returns the cycle that a tree decomposition finds with much work.
    fn thoroughly_decided(&self, known: &Fates, run: &mut SearchRun) -> Option<Vec<u32>> {
        let left = (!run.findings.is_hopeless).then(|| self.left(known))?;
        self.decided(&left, THOROUGH, run)
    }

    /// Returns the attempt before which pieces, short cycles and regions are looked for.
    fn closer(&self) -> u64 {
        let has_many = MANY * self.twos() >= self.augmented.graph().len() as usize;
        if has_many { 0 } else { CLOSER }
    }

    /// Returns the effort of an attempt after so many others of its kind. It is long if only a
    /// refutation is missing.
    fn effort(&self, before: u64, findings: &Findings) -> u64 {
        let edges = self.augmented.graph().edges().count() as u64;
        match before {
            _ if findings.is_hopeless => 4 << before.min(40),
            0 => 1,
            _ => luby(before) * (1 + edges / MORE),
        }
    }

    /// Looks for pieces, and cuts short cycles.
    fn look_closer(&self, known: &Fates, run: &mut SearchRun) -> Result<Found, SolverError> {
        let left = self.left(known);
        if self.joints.is_empty() {
            let found = self.in_pieces(&left, run)?;
            if !matches!(found, Found::Nothing) {
                return Ok(found);
            }
        }
        let short = short_cycles(self.augmented.len(), &left, &self.options.stop);
        run.findings.cuts.extend(short);
        Ok(Found::Nothing)
    }

    /// Returns all edges and their reduction, or `None` if a forced edge does not exist.
    fn reduction(&self) -> Option<(EdgeVars, Reduction)> {
        let stop = &self.options.stop;
        let edges = EdgeVars::all(&self.augmented, 0);
        let forced: Option<Vec<u32>> = self
            .augmented
            .forced()
            .iter()
            .map(|&[a, b]| edges.between(a, b))
            .collect();
        let forced = forced?;
        let mut reduction = Reduction::new(self.augmented.len(), edges.edges(), &forced, stop);
        if edges.edges().len() < PROBED {
            reduction.probe(4, stop);
        }
        Some((edges, reduction))
    }

    fn sparse_attempt(
        &self,
        seed: u64,
        known: &Fates,
        (effort, with_matchings): (u64, bool),
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        let edges = EdgeVars::all(&self.augmented, seed);
        run.findings.progress.attempt += 1;
        run.findings.progress.edges = edges.len();
        run.report();
        let least = 100 * u64::from(edges.len());
        let mut solver = self.solver(WORK.saturating_mul(effort).max(least));
        encode(&self.augmented, &run.findings.cuts, &edges, &mut solver);
        if with_matchings {
            matchings(&edges, &mut solver);
        }
        for (edge, &[a, b]) in (0..).zip(edges.edges()) {
            match known.get(&[a.min(b), a.max(b)]) {
                Some(Fate::Forced) => solver.clause(&[edges.literal(edge)]),
                Some(Fate::Forbidden) => solver.clause(&[!edges.literal(edge)]),
                _ => {}
            }
        }
        let rounds = ROUNDS.saturating_mul(effort);
        self.rounds(&edges, &mut solver, (rounds, true), run)
    }
}

/// Returns the edges that reduction decides. Returns `None` if reduction shows that there is no
/// tour: the solver must find that itself, from the cuts that reduction used.
fn known(edges: &EdgeVars, reduction: &Reduction) -> Option<Fates> {
    let fates = edges.edges().iter().zip(reduction.fates());
    let known = fates
        .filter(|(_, fate)| **fate != Fate::Open)
        .map(|(&[a, b], &fate)| ([a.min(b), a.max(b)], fate));
    (!reduction.is_contradictory).then(|| known.collect())
}

#[cfg(test)]
mod tests {
    use super::super::{AugmentedGraph, Options};
    use super::*;
    use crate::base::stop::Stop;
    use crate::tour::{Kind, Problem};
    use knightsat_family as family;
    use knightsat_hamilton::{Decided, decide};

    /// Returns true if attempts alone, all with matchings or all without, find a cycle.
    fn attempts_find(problem: &Problem, with_matchings: bool) -> bool {
        let augmented = AugmentedGraph::coloured(problem, &Stop::default()).unwrap();
        let (options, report) = (Options::default(), &mut |_| ());
        let (search, mut run) = Search::new(problem.into(), augmented, options, report);
        let known = Fates::new();
        let found = (0..).find_map(|seed| {
            match search.sparse_attempt(seed, &known, (1, with_matchings), &mut run) {
                Ok(Found::Cycle(_)) => Some(true),
                Ok(Found::Contradiction) => Some(false),
                Ok(_) => None,
                Err(error) => panic!("{error}"),
            }
        });
        found.expect("seeds do not end")
    }

    #[test]
    fn attempts_agree_with_decompositions() {
        let (mut tours, stop) = (0, Stop::default());
        for seed in 0..120 {
            let n = 6 + seed as u32 % 9;
            let graph = family::random_sparse(n, (3 * n / 2 + 1) as usize, seed);
            for kind in [Kind::Open, Kind::Closed] {
                let problem = Problem::new(graph.clone(), kind, None, None).unwrap();
                let augmented = AugmentedGraph::coloured(&problem, &stop).unwrap();
                let edges = EdgeVars::all(&augmented, 0);
                let edges: Vec<_> = edges.edges().iter().map(|&ends| (ends, false)).collect();
                let decided = decide(augmented.len(), &edges, u64::MAX, &stop);
                let is_tour = matches!(decided, Decided::Cycle(_));
                tours += u32::from(is_tour);
                for with_matchings in [false, true] {
                    let found = attempts_find(&problem, with_matchings);
                    assert_eq!(found, is_tour, "{kind} {seed} {with_matchings}");
                }
            }
        }
        assert!((40..200).contains(&tours), "{tours} of 240 have tours");
    }
}
