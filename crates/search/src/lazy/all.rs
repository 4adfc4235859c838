//! All tours through the lazy encoding: every model that is a single cycle is blocked, every other
//! one is cut, until no model is left. Cycles are not joined here.

use super::choice;
use super::clauses::{cut, encode};
use super::formula::Edges;
use super::two_factor::TwoFactor;
use super::{LazyError, expressible};
use knightsat_base::stop::Stop;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Answer, Lit};
use knightsat_solver::varisat::Varisat;
use knightsat_tour::AugmentedGraph;
use knightsat_tour::tour::Tour;
use knightsat_tour::{Kind, Problem};

/// An iterator over the tours of a problem, each verified. Of tours that are the same but for
/// direction and start there is one, unless the problem fixes those.
pub struct Tours<'p> {
    problem: &'p Problem,
    augmented: AugmentedGraph<'p>,
    edges: Edges,
    solver: Varisat,
    is_over: bool,
    is_late: bool,
}

impl<'p> Tours<'p> {
    /// The tours of `problem`, until it is time to stop.
    pub fn new(problem: &'p Problem, stop: &Stop) -> Result<Self, LazyError> {
        expressible(problem)?;
        let augmented = AugmentedGraph::coloured(problem);
        let edges = choice::all(&augmented, 0);
        let mut solver = Varisat::new(stop.clone());
        encode(&augmented, &[], &edges, &mut solver);
        Ok(Tours {
            problem,
            augmented,
            edges,
            solver,
            is_over: false,
            is_late: false,
        })
    }

    /// Whether the deadline has ended the enumeration.
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
        loop {
            let model = match self.solver.solve()? {
                Answer::Satisfiable(model) => model,
                answer => {
                    self.is_late = answer == Answer::Unknown;
                    return Ok(None);
                }
            };
            let factor = TwoFactor::new(&self.edges, &model);
            if factor.count() > 1 {
                cut(&self.edges, factor.cycle_numbers(), &mut self.solver);
                continue;
            }
            // All tours have as many edges, so another one lacks an edge of this.
            let literals = (0..self.edges.len()).map(|edge| self.edges.literal(edge));
            let chosen = literals.filter(|&lit| model.satisfies(lit));
            let blocking: Vec<Lit> = chosen.map(|lit| !lit).collect();
            self.solver.clause(&blocking);
            let steps = self.augmented.steps(factor.walk(0));
            return Ok(Some(Tour::verify(self.problem, steps)?));
        }
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
