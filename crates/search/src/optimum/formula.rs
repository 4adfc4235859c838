//! The formula of the tours of a problem, with an objective as a cost: a sum of positive weights
//! that is as small as possible.
//!
//! Demands about moves have the formula of the [lazy engine](crate::lazy), whose models are cut.
//! Others have the default formula. The costs of earlier objectives are at their optimum.
//!
//! A limit of the cost is an assumption over a totalizer, or over a sum in binary if the totalizer
//! is too large.

use super::{Objective, Sense};
use crate::base::stop::Stop;
use crate::cnf::gadget::totalizer::{Sides, Totalizer};
use crate::cnf::gadget::{sum, width};
use crate::cnf::sink::{ClauseSink, Cnf, Until};
use crate::cnf::{Lit, Model, Term};
use crate::lazy::edge_vars::{self, EdgeVars};
use crate::tour::Problem;
use crate::tour::lower::{Lowered, Unlowered, lower};
use crate::tour::statistic::Sum;
use crate::tour::table::Backend;
use crate::tour::tour::Tour;
use crate::{SolveError, default_style};
use itertools::Itertools;
use knightsat_encoding::rules::{self, WeightedSum};
use knightsat_encoding::successor::TourEdges;
use knightsat_encoding::{Formula, FormulaError};

/// The most clauses of a totalizer.
const MOST: u64 = 1_000_000;

/// An objective as a sum over the variables of a formula.
#[derive(Clone, Debug)]
pub struct Cost {
    sense: Sense,
    /// The value, or to maximize its negation.
    sum: WeightedSum,
}

impl Cost {
    /// Returns the cost of a statistic.
    pub fn new(sense: Sense, sum: WeightedSum) -> Cost {
        let sum = match sense {
            Sense::Minimize => sum,
            Sense::Maximize => -sum,
        };
        Cost { sense, sum }
    }

    /// Returns the literals that cost their weight if they are true.
    pub fn literals(&self) -> &[(u64, Lit)] {
        &self.sum.literals
    }

    /// Returns the value of a tour that costs this much.
    pub fn value(&self, cost: u64) -> i64 {
        self.sense.sign() * self.sum.constant.saturating_add_unsigned(cost)
    }

    /// Returns the cost of a tour of this value, 0 if no tour has so good a one.
    pub fn of(&self, value: i64) -> u64 {
        let above = (self.sense.sign() * value).saturating_sub(self.sum.constant);
        above.try_into().unwrap_or(0)
    }

    /// Returns the value of a tour as a text in its cost: `45 + cost`.
    pub fn relation(&self) -> String {
        let sign = match self.sense {
            Sense::Minimize => '+',
            Sense::Maximize => '-',
        };
        format!("{} {sign} cost", self.value(0))
    }
}

/// The tours of a problem as models, and the cost of an objective.
#[derive(Clone, Debug)]
pub(super) struct CostFormula<'p> {
    problem: &'p Problem,
    pub tours: TourModels<'p>,
    pub clauses: Cnf,
    pub cost: Cost,
}

/// The formula of tours without costs.
#[derive(Clone, Debug)]
pub(super) enum TourModels<'p> {
    /// Edges that a tour takes. A model may be several cycles.
    Edges(std::sync::Arc<Lowered>, EdgeVars),
    /// The default formula.
    Formula(Box<Formula<'p>>),
}

/// An objective as a sum over edges.
pub(super) type Goal = (Objective, Sum);

impl<'p> CostFormula<'p> {
    /// Returns the formula of the last goal. The earlier ones have these optimal values.
    pub fn new(
        problem: &'p Problem,
        goals: &[Goal],
        optima: &[i64],
        stop: &Stop,
    ) -> Result<Self, SolveError> {
        let sums = goals.iter().map(|(_, sum)| sum.clone()).collect_vec();
        let (tours, mut clauses, sums) = if is_of_edges(problem) {
            let lowered = lower(problem, Backend::Optimum, stop)
                .map_err(Unlowered::either::<FormulaError>)?;
            let circuit = lowered.circuit();
            let edges = EdgeVars::new(circuit.len(), circuit.sorted_edges());
            let mut clauses = Cnf::default();
            let mut until = Until::new(&mut clauses, stop);
            edge_vars::encode(circuit, &[], &edges, &mut until);
            let known = edges.known();
            let rules = rules::write(&circuit.also, circuit, &known, &mut until);
            rules.expect("rules about moves");
            let sums = sums.iter();
            let sums = sums.map(|sum| rules::sum(circuit, &known, sum, &mut until));
            let sums = sums.collect();
            drop(known);
            until.finish().map_err(FormulaError::from)?;
            (TourModels::Edges(lowered.into(), edges), clauses, sums)
        } else {
            let formula = Formula::within(problem, default_style(problem), stop)?;
            let (clauses, sums) = formula.weighed(&sums, stop).map_err(FormulaError::from)?;
            (TourModels::Formula(formula.into()), clauses, sums)
        };
        let pairs = goals.iter().zip(sums);
        let mut costs = pairs.map(|((objective, _), sum)| Cost::new(objective.sense, sum));
        for &optimum in optima {
            let cost = costs.next().expect("a goal for each optimum");
            limit(&cost, cost.of(optimum), &mut clauses);
        }
        Ok(CostFormula {
            problem,
            tours,
            clauses,
            cost: costs.next().expect("a goal"),
        })
    }

    /// Returns the tour of a model, or cuts it. The error is the vertex sets of the cuts.
    pub fn read<S: ClauseSink>(
        &self,
        model: &Model,
        sink: &mut S,
    ) -> Result<Result<Tour, Vec<Vec<u32>>>, SolveError> {
        let tour = match &self.tours {
            TourModels::Edges(lowered, edges) => {
                let factor = edges.two_factor(model);
                if factor.count() > 1 {
                    return Ok(Err(edge_vars::cut(edges, factor.cycle_numbers(), sink)));
                }
                Tour::verify(self.problem, lowered.lift(vec![factor.walk(0)]))?
            }
            TourModels::Formula(formula) => formula.decode(model)?,
        };
        Ok(Ok(tour))
    }
}

impl TourModels<'_> {
    /// Writes the cuts of these vertex sets.
    pub fn cut<S: ClauseSink>(&self, sets: &[Vec<u32>], sink: &mut S) {
        if let TourModels::Edges(_, edges) = self {
            edge_vars::cuts(sets.iter().map(Vec::as_slice), edges, sink);
        }
    }
}

/// Returns true if the demands of a problem are about moves.
pub(super) fn is_of_edges(problem: &Problem) -> bool {
    Backend::OptimalityProof.supports(problem.demands())
}

/// Writes that the cost is at most this.
pub(super) fn limit<S: ClauseSink>(cost: &Cost, most: u64, sink: &mut S) {
    let limit = CostLimit::new(cost, most, sink).at_most(most, sink);
    limit.iter().for_each(|&lit| sink.clause(&[lit]));
}

/// Returns true if the totalizer of these terms, with values up to `limit`, is not too large.
pub(super) fn fits(literals: &[(u64, Lit)], limit: u64) -> bool {
    let weights = literals.iter().map(|&(weight, _)| weight).collect_vec();
    Totalizer::clauses(&weights, limit, MOST).is_some()
}

/// A cost in clauses: literals that limit it.
pub(super) enum CostLimit {
    /// In unary.
    Unary(Totalizer),
    /// In binary: the sum of all weights, and the bits of the rest above the cost.
    Binary { all: u64, rest: Vec<Lit> },
}

impl CostLimit {
    /// Writes the cost. Limits are possible up to `limit`.
    pub fn new<S: ClauseSink>(cost: &Cost, limit: u64, sink: &mut S) -> CostLimit {
        let lits = cost.literals();
        if fits(lits, limit) {
            return CostLimit::Unary(Totalizer::new(lits, limit, Sides::Upper, sink));
        }
        let all = cost.sum.most();
        let vars = sink.new_vars(width(all + 1));
        let rest: Vec<Lit> = vars.iter().map(|var| var.pos()).collect();
        let bits = |&(weight, lit): &(u64, Lit)| {
            let bit = move |place: u32| match weight >> place & 1 {
                1 => Term::Open(lit),
                _ => Term::FALSE,
            };
            (0..width(weight + 1)).map(bit).collect::<Vec<Term>>()
        };
        let mut numbers: Vec<Vec<Term>> = lits.iter().map(bits).collect();
        numbers.push(rest.iter().map(|&lit| lit.into()).collect());
        sum::equals(numbers.iter().map(Vec::as_slice), all, sink);
        CostLimit::Binary { all, rest }
    }

    /// Returns a literal that implies that the cost is at most `limit`; `None` if it always is.
    pub fn at_most<S: ClauseSink>(&self, limit: u64, sink: &mut S) -> Option<Lit> {
        match self {
            CostLimit::Unary(totalizer) => {
                let above = totalizer.at_least(limit.saturating_add(1));
                above.lit().map(|lit| !lit)
            }
            CostLimit::Binary { all, .. } if limit >= *all => None,
            CostLimit::Binary { all, rest } => {
                let holds = sink.new_var().pos();
                let least = all - limit;
                let mut above = vec![!holds];
                for (place, &bit) in rest.iter().enumerate().rev() {
                    above.push(bit);
                    if least >> place & 1 == 1 {
                        sink.clause(&above);
                        above.pop();
                    }
                }
                Some(holds)
            }
        }
    }
}
