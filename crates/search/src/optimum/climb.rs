//! Bounds for all tours, from small parts of the cost to all of it.
//!
//! The terms of the cost are halved again and again, by their places on the board. For each part,
//! small ones first, a solver refutes that its terms cost no more than is known. The bounds of its
//! own parts are unit clauses in its totalizer, and add up by propagation. So the refutation of a
//! large part only has to find what its halves do not show. To refute a limit of the whole sum
//! alone takes far longer: it has to find the same local reasons in all combinations.
//!
//! Each refutation has a limit of work. Sweeps over all parts follow each other with larger limits.

use super::ObjectiveSearch;
use super::formula::{CostFormula, fits};
use crate::SolveError;
use crate::cnf::Clauses;
use crate::cnf::gadget::totalizer::{Node, Sides, Totalizer};
use crate::cnf::sink::ClauseSink;
use knightsat_solver::{InProcess, Limits, Refined};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Duration;

/// The work for a refutation in the first sweep, in bytes of varisat's proof.
const WORK: u64 = 1 << 18;
/// The time for it, for solvers that ignore a limit of the work.
const WAIT: Duration = Duration::from_secs(10);
/// The factor of both from sweep to sweep.
const GROWTH: u32 = 3;
/// The fewest terms of a part.
const FEW: usize = 8;
/// The most values above its bound that the totalizer of a part has.
const VALUES: u64 = 16;

/// A part of the cost: the places of its terms.
type TermRange = Range<usize>;

/// The state of the climb.
struct Climb<'c> {
    formula: &'c CostFormula<'c>,
    solver: &'c InProcess,
    /// The factor of the limits.
    effort: u32,
    /// No tour costs less in a part.
    bounds: HashMap<TermRange, u64>,
    /// The parts in which a tour costs no more.
    exact: HashSet<TermRange>,
}

impl Climb<'_> {
    /// Returns the bound of a part: its own, or the sum of its halves.
    fn bound(&self, part: &TermRange) -> u64 {
        let halves = halves(part).into_iter().flatten();
        let sum = halves.map(|half| self.bound(&half)).sum();
        self.bounds.get(part).copied().unwrap_or(0).max(sum)
    }

    /// Writes the bounds of a part and of the parts in it, whose totalizer has these nodes.
    fn write(&self, part: &TermRange, nodes: &[Node], node: &Node, solver: &mut impl ClauseSink) {
        let bound = node.total.at_least(self.bound(part)).lit();
        bound.iter().for_each(|&lit| solver.clause(&[lit]));
        if let (Some(halves), Some(numbers)) = (halves(part), node.parts) {
            for (half, number) in halves.iter().zip(numbers) {
                self.write(half, nodes, &nodes[number], solver);
            }
        }
    }
}

/// Returns the halves of a part, unless they are too small.
fn halves(part: &TermRange) -> Option<[TermRange; 2]> {
    let middle = part.start + part.len() / 2;
    (part.len() / 2 >= FEW).then_some([part.start..middle, middle..part.end])
}

impl ObjectiveSearch<'_> {
    /// Raises the bound until it meets that of the best tour.
    pub(super) fn climb(&self, formula: &CostFormula) -> Result<(), SolveError> {
        let mut climb = Climb {
            formula,
            solver: &self.options.solver,
            effort: 1,
            bounds: HashMap::new(),
            exact: HashSet::new(),
        };
        while self.sweep(&mut climb, 0..formula.cost.literals().len())? {
            climb.effort = climb.effort.saturating_mul(GROWTH);
        }
        Ok(())
    }

    /// Raises the bounds of the parts in a part, then its own. Returns false if no effort raises
    /// them further.
    fn sweep(&self, climb: &mut Climb, part: TermRange) -> Result<bool, SolveError> {
        let mut goes_on = false;
        for half in halves(&part).into_iter().flatten() {
            goes_on |= self.sweep(climb, half)?;
        }
        Ok(!self.stop.is_over() && (self.raise(climb, part)? || goes_on))
    }

    /// Raises the bound of a part as far as the effort permits. Returns false if none can do so.
    fn raise(&self, climb: &mut Climb, part: TermRange) -> Result<bool, SolveError> {
        let cost = &climb.formula.cost;
        let terms = &cost.literals()[part.clone()];
        let all: u64 = terms.iter().map(|(weight, _)| weight).sum();
        let whole = 0..cost.literals().len();
        // Cuts seldom matter to a small part.
        let rounds = if part == whole { u64::MAX } else { 1 };
        loop {
            let mut bound = climb.bound(&part);
            let limit = self.best(climb.formula).min(bound.saturating_add(VALUES));
            if bound == all || climb.exact.contains(&part) || !fits(terms, limit) {
                return Ok(false);
            }
            let mut solver = climb.solver.start(Limits {
                work: Some(WORK.saturating_mul(climb.effort.into())),
                ..Limits::from(self.stop.within(WAIT.saturating_mul(climb.effort)))
            });
            climb.formula.clauses.write(&mut solver);
            let tours = &climb.formula.tours;
            tours.cut(&self.state().cuts, &mut solver);
            let nodes = Totalizer::tree(terms, limit, Sides::Upper, &mut solver);
            let root = nodes.last().expect("a part has terms");
            climb.write(&part, &nodes, root, &mut solver);
            while let Some(next) = root.total.values().find(|&value| value > bound) {
                let above = root.total.at_least(next).lit();
                let above = above.expect("a value above 0");
                match self.decide(climb.formula, &mut solver, &[!above], rounds)? {
                    Refined::Accepted(()) => {
                        climb.exact.insert(part);
                        return Ok(true);
                    }
                    Refined::Unknown => return Ok(true),
                    Refined::Contradiction => {
                        solver.clause(&[above]);
                        bound = next;
                        climb.bounds.insert(part.clone(), bound);
                        self.refuted(cost.value(climb.bound(&whole)), self.word());
                    }
                }
            }
        }
    }
}
