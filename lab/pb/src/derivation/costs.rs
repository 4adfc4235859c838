//! The costs of a tour in a proof that no tour is better.

use crate::base::stop::Stop;
use crate::cnf::propagate::Propagator;
use crate::cnf::{Lit, Var};
use crate::flow::Flow;
use crate::tour::tour::Tour;
use knightsat_search::optimum::{BetterTours, CostClauses};

/// The terms of the objective and their definitions.
pub(crate) struct Costs<'f> {
    pub flow: &'f Flow<'f>,
    /// In the variables of the solver: edges, then those of terms.
    pub clauses: CostClauses,
    /// The cost of the tour.
    pub optimum: u64,
    /// The tour, in the variables of the problem.
    pub solution: Vec<Lit>,
}

impl<'f> Costs<'f> {
    /// Returns the costs of a better tour than this one, in the variables of `flow`.
    pub fn new(better: &BetterTours, tour: &Tour, flow: &'f Flow) -> Costs<'f> {
        let edges = flow.tour_variables();
        let mut costs = Costs {
            flow,
            clauses: better.cost_clauses(),
            optimum: better.optimum(),
            solution: flow.solution(tour),
        };
        let definitions = &costs.clauses.definitions;
        let propagator = Propagator::new(definitions, &Stop::default());
        let mut propagator = propagator.expect("the default `Stop` never fires");
        for &lit in costs
            .solution
            .iter()
            .filter(|lit| lit.var().number() <= edges)
        {
            assert!(propagator.assume(lit), "a tour has a cost");
        }
        let terms = (edges + 1..=definitions.variables()).map(|term| {
            let var = Var::new(term).expect("a variable of the definitions");
            let is_true = propagator.value(var.pos());
            let name = costs.name(var.pos());
            if is_true.expect("edges determine terms") {
                name
            } else {
                !name
            }
        });
        let terms = terms.collect::<Vec<Lit>>();
        costs.solution.extend(terms);
        costs
    }

    /// Returns the literal of the problem for a literal of the solver: those of terms come last.
    pub fn name(&self, lit: Lit) -> Lit {
        let edges = self.flow.tour_variables();
        match lit.var().number() {
            edge if edge <= edges => lit,
            term => {
                let var = Var::new(self.flow.size().variables + term - edges);
                let var = var.expect("few terms");
                if lit.is_positive() {
                    var.pos()
                } else {
                    var.neg()
                }
            }
        }
    }

    /// Returns the number of variables of terms.
    pub fn variables(&self) -> u32 {
        self.clauses.definitions.variables() - self.flow.tour_variables()
    }
}
