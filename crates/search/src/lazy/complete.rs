//! The formula of all edges, for inspection and for the enumeration of tours. It is the last
//! formula of the search.

use super::edge_vars::{EdgeVars, cut, degree_clauses, rules};
use super::{LazyError, choice};
use crate::base::stop::Stop;
use crate::cnf::Lit;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::tour::sets::Sets;
use crate::tour::table::{self, Backend};
use crate::tour::tour::Tour;
use crate::tour::{AugmentedGraph, Kind, Problem};
use knightsat_solver::SolverError;
use knightsat_solver::incremental::{Refined, refine};
use knightsat_solver::varisat::Varisat;
use std::ops::ControlFlow::{Break, Continue};

/// The formula of two edges at every vertex, and the cuts of its two-factors.
pub struct CompleteFormula {
    augmented: AugmentedGraph,
    edges: EdgeVars,
    /// True if the graph is a single vertex, which is an open tour without any edge.
    is_trivial: bool,
    problem: Problem,
}

impl CompleteFormula {
    /// Returns the formula of a problem. Fails if its graph is directed, among others.
    pub fn new(problem: &Problem) -> Result<CompleteFormula, LazyError> {
        table::reductions(problem, Backend::Cuts)?;
        let augmented = AugmentedGraph::coloured(problem, &Stop::default())
            .expect("the default `Stop` never fires");
        let is_trivial = augmented.graph().len() == 1 && problem.kind() == Kind::Open;
        Ok(CompleteFormula {
            edges: choice::all(&augmented, 0),
            augmented,
            is_trivial,
            problem: problem.clone(),
        })
    }

    /// Writes the clauses that come before all cuts.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        if !self.is_trivial {
            degree_clauses(&self.augmented, &self.edges, sink);
        }
        rules(&self.problem, &self.edges, sink);
    }

    /// Returns the edges of the graph with their literals, without those of the apex.
    pub fn edges(&self) -> impl Iterator<Item = ([u32; 2], Lit)> {
        let is_real = |&(_, [a, b]): &(u32, [u32; 2])| Some(a.max(b)) != self.augmented.apex();
        let edges = (0..)
            .zip(self.edges.edges().iter().copied())
            .filter(is_real);
        edges.map(|(edge, ends)| (ends, self.edges.literal(edge)))
    }

    /// Returns the cuts for a model, given by its edges of the graph: none if it is one cycle.
    ///
    /// The edges of the apex follow from these: every vertex has two in all.
    pub fn cuts(&self, held: &[[u32; 2]]) -> Vec<Vec<Lit>> {
        let len = self.augmented.len();
        let mut sets = Sets::new(vec![1; len as usize]);
        let mut degree = vec![0; len as usize];
        for &[a, b] in held {
            sets.unite(a, b);
            degree[a as usize] += 1;
            degree[b as usize] += 1;
        }
        if let Some(apex) = self.augmented.apex() {
            let ends = (0..apex).filter(|&v| degree[v as usize] < 2);
            ends.for_each(|end| _ = sets.unite(end, apex));
        }
        let class: Vec<u32> = (0..len).map(|vertex| sets.find(vertex)).collect();
        let mut sink = Cnf::default();
        cut(&self.edges, &class, &mut sink);
        sink.clauses().map(<[Lit]>::to_vec).collect()
    }
}

/// An iterator over the tours of a problem, each verified. Tours that differ only in direction and
/// start occur once, unless the problem fixes those.
pub struct Tours<'p> {
    problem: &'p Problem,
    whole: CompleteFormula,
    solver: Varisat,
    is_over: bool,
    is_late: bool,
}

impl<'p> Tours<'p> {
    /// Returns the tours of `problem`, until `stop` is over.
    pub fn new(problem: &'p Problem, stop: &Stop) -> Result<Self, LazyError> {
        let whole = CompleteFormula::new(problem)?;
        let mut solver = Varisat::new(stop.clone());
        whole.encode(&mut solver);
        Ok(Tours {
            problem,
            whole,
            solver,
            is_over: false,
            is_late: false,
        })
    }

    /// Returns true if the deadline has ended the enumeration.
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    fn next_tour(&mut self) -> Result<Option<Tour>, LazyError> {
        if self.problem.graph().len() == 1 {
            // Too small for a cycle, with or without the apex.
            self.is_over = true;
            let is_open = self.problem.kind() == Kind::Open;
            return Ok(is_open
                .then(|| Tour::verify(self.problem, vec![0]))
                .transpose()?);
        }
        let edges = &self.whole.edges;
        let end = refine(&mut self.solver, u64::MAX, |model, solver| {
            let factor = edges.two_factor(&model);
            if factor.count() > 1 {
                cut(edges, factor.cycle_numbers(), solver);
                return Ok::<_, SolverError>(Continue(()));
            }
            // All tours have the same number of edges, so another one lacks an edge of this.
            let literals = (0..edges.len()).map(|edge| edges.literal(edge));
            let chosen = literals.filter(|&lit| model.satisfies(lit));
            let blocking: Vec<Lit> = chosen.map(|lit| !lit).collect();
            solver.clause(&blocking);
            Ok(Break(factor.walk(0)))
        })?;
        self.is_late = end == Refined::Unknown;
        let Refined::Accepted(cycle) = end else {
            return Ok(None);
        };
        let steps = self.whole.augmented.lift(cycle);
        Ok(Some(Tour::verify(self.problem, steps)?))
    }
}

impl Iterator for Tours<'_> {
    type Item = Result<Tour, LazyError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let tour = self.next_tour().transpose();
        self.is_over |= !matches!(tour, Some(Ok(_)));
        tour
    }
}
