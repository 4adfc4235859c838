//! Better tours of large boards: large-neighbourhood search (Shaw, Using constraint programming and
//! local search methods to solve vehicle routing problems, CP 1998).
//!
//! The moves inside a window of vertices are free, and all others are those of the best tour. A
//! small formula has the tours of this kind that cost less. Windows grow after many without one.

use super::OptimumError;
use super::cost::{Cost, Limited};
use super::worker::{Engine, Worker};
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::cnf::sink::ClauseSink;
use crate::lazy::{self, edge_vars, edge_vars::EdgeVars};
use crate::tour::tour::Tour;
use itertools::Itertools;
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::{Limits, Refined, SolverError, refine};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The number of vertices of the first windows.
const FIRST: usize = 24;
/// The most work for a window, in bytes of varisat's proof.
const WORK: u64 = 4 << 20;
/// The most time for a window, for solvers that ignore a limit of the work.
const WAIT: Duration = Duration::from_secs(10);
/// The most models of a window that are cut.
const ROUNDS: u64 = 64;
/// The number of windows without a better tour, for each that would cover the graph, before windows
/// grow.
const COVERS: usize = 4;
/// The purpose of the random numbers.
const PURPOSE: u64 = 52;

impl Worker<'_> {
    /// Improves a tour until windows would be half the graph, and returns it.
    pub(super) fn improve(&self, mut tour: Tour, stop: &Stop) -> Result<Tour, OptimumError> {
        let len = self.task.problem.graph().len() as usize;
        let mut rng = Rng::new(self.options.seed, PURPOSE);
        let (mut size, mut misses) = (FIRST, 0);
        while 2 * size < len && !stop.is_over() {
            let best = self.shared.best.load(Ordering::Relaxed);
            if self.shared.bound.load(Ordering::Relaxed) >= best {
                break;
            }
            let centre = rng.below(len) as u32;
            match self.free(&tour, &self.window(centre, size), stop)? {
                Some(better) => {
                    self.take(better.clone())?;
                    tour = better;
                    misses = 0;
                }
                None => misses += 1,
            }
            if misses * size > COVERS * len {
                size += size / 4;
                misses = 0;
            }
        }
        Ok(tour)
    }

    /// Returns the vertices that are nearest to one: by coordinates, or else in the graph.
    fn window(&self, centre: u32, size: usize) -> HashSet<u32> {
        let problem = self.task.problem;
        let distance: Vec<u32> = match problem.coordinates() {
            Some(places) => {
                let [rank, file] = places.of(centre);
                let vertices = 0..problem.graph().len();
                let distance = vertices.map(|vertex| {
                    let [other, far] = places.of(vertex);
                    rank.abs_diff(other).max(file.abs_diff(far))
                });
                distance.collect()
            }
            None => {
                let distance = problem.graph().distances(centre, &Stop::default());
                distance.expect("the default `Stop` never fires")
            }
        };
        let nearest = (0..problem.graph().len()).sorted_by_key(|&v| distance[v as usize]);
        nearest.take(size).chain(self.task.circuit.hub()).collect()
    }

    /// Returns a better tour that differs from this one by moves inside the window.
    fn free(
        &self,
        tour: &Tour,
        window: &HashSet<u32>,
        stop: &Stop,
    ) -> Result<Option<Tour>, OptimumError> {
        let circuit = self.task.circuit;
        let cycle = circuit.trace(tour.steps());
        let taken = cycle.into_iter().circular_tuple_windows();
        let taken: HashSet<[u32; 2]> = taken.map(|(a, b)| [a.min(b), a.max(b)]).collect();
        let sorted = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
        let is_free = |edge: [u32; 2]| edge.iter().all(|vertex| window.contains(vertex));
        let all = circuit.edges().into_iter().map(sorted);
        let near = all.filter(|&edge| is_free(edge) || taken.contains(&edge));
        let mut edges = EdgeVars::new(circuit.len(), near.collect());
        edges.expect(
            edges
                .edges()
                .iter()
                .map(|edge| taken.contains(edge))
                .collect(),
        );

        let limits = Limits {
            work: Some(WORK),
            expects_model: true,
            ..Limits::from(stop.within(WAIT))
        };
        let mut solver = Engine::new(&self.options.solvers, limits);
        edge_vars::encode(circuit, &[], &edges, &mut solver);
        lazy::rules(self.task.problem, &edges, &mut solver);
        for (edge, &ends) in (0..).zip(edges.edges()) {
            if !is_free(ends) {
                solver.clause(&[edges.literal(edge)]);
            }
        }
        let mut limit = |cost: &Cost, most: u64| {
            let (cost, fixed) = cost.around(is_free, |edge| taken.contains(&edge));
            let Some(most) = most.checked_sub(fixed) else {
                return false;
            };
            let limited = Limited::new(&cost, &edges, most, &mut solver);
            let lit = limited.at_most(most, &mut solver);
            lit.iter().for_each(|&lit| solver.clause(&[lit]));
            true
        };
        let cost = self
            .task
            .cost
            .of(self.task.objective.value(self.task.problem, tour)?);
        let mut earlier = self.task.limits.iter();
        let is_possible = earlier.all(|earlier| limit(&earlier.cost, earlier.most))
            && cost > 0
            && limit(self.task.cost, cost - 1);
        if !is_possible {
            return Ok(None);
        }
        let end = refine(&mut solver, ROUNDS, |model, solver| {
            let factor = edges.two_factor(&model);
            if factor.count() == 1 {
                return Ok(ControlFlow::Break(factor));
            }
            edge_vars::cut(&edges, factor.cycle_numbers(), solver);
            Ok::<_, SolverError>(ControlFlow::Continue(()))
        })?;
        Ok(match end {
            Refined::Accepted(factor) => Some(self.tour(&factor)?),
            Refined::Contradiction | Refined::Unknown => None,
        })
    }
}
