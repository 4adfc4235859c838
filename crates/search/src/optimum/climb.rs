//! Bounds for all tours, from small parts of the cost to all of it.
//!
//! The terms of the cost are halved again and again, by their places on the board. For each part,
//! small ones first, a solver refutes that its terms cost no more than is known. The bounds of its
//! own parts are unit clauses in its totalizer, and add up by propagation. So the refutation of a
//! large part only has to find what its halves do not show. To refute the limit of the whole sum
//! alone takes far longer: it has to find the same local reasons in all combinations.
//!
//! Each refutation has a limit of work. Sweeps over all parts follow each other with larger limits.
//! A part that is too large for a totalizer has the sum of the bounds of its halves.

use super::OptimumError;
use super::worker::{Message, Worker};
use crate::base::stop::Stop;
use crate::cnf::gadget::totalizer::Node;
use crate::cnf::sink::ClauseSink;
use crate::lazy::edge_vars::{self, EdgeVars};
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::{Limits, Refined, refine_assuming};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;
use std::sync::atomic::Ordering;
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

/// A part of the cost.
struct Part {
    terms: Range<usize>,
    /// The numbers of its halves.
    halves: Option<[usize; 2]>,
    /// No tour costs less here.
    bound: u64,
    /// True if a tour costs this much.
    is_exact: bool,
}

impl Worker<'_> {
    /// Raises the bound until it meets that of the best tour. Returns early if the whole sum is too
    /// large for a totalizer, and a sweep over its parts improves nothing.
    pub(super) fn climb(&self, stop: &Stop) -> Result<(), OptimumError> {
        let edges = EdgeVars::all(self.task.circuit, self.options.seed);
        let mut parts = Vec::new();
        split(0..self.task.cost.len(), &mut parts);
        let mut cuts = Vec::new();
        let mut effort = 1_u32;
        loop {
            let mut goes_on = false;
            for place in 0..parts.len() {
                let limits = Limits {
                    work: Some(WORK.saturating_mul(effort.into())),
                    ..Limits::from(stop.within(WAIT.saturating_mul(effort)))
                };
                let is_root = place + 1 == parts.len();
                let raised = self.raise(place, &edges, &limits, &mut parts, &mut cuts)?;
                goes_on |= raised.unwrap_or(is_root);
                if stop.is_over() || self.is_decided() {
                    return Ok(());
                }
            }
            if !goes_on {
                return Ok(());
            }
            effort = effort.saturating_mul(GROWTH);
        }
    }

    /// Returns true if the bounds meet.
    fn is_decided(&self) -> bool {
        let best = self.shared.best.load(Ordering::Relaxed);
        self.shared.bound.load(Ordering::Relaxed) >= best
    }

    /// Raises the bound of a part as far as the limits permit. Returns true if it has risen, and
    /// `None` if it may rise with larger limits.
    fn raise(
        &self,
        place: usize,
        edges: &EdgeVars,
        limits: &Limits,
        parts: &mut [Part],
        cuts: &mut Vec<Vec<u32>>,
    ) -> Result<Option<bool>, OptimumError> {
        let is_root = place + 1 == parts.len();
        let before = parts[place].bound;
        while !parts[place].is_exact {
            let best = self.shared.best.load(Ordering::Relaxed);
            let limit = best.min(parts[place].bound.saturating_add(VALUES));
            let mut solver = self.engine(edges, limits.clone());
            edge_vars::cuts(cuts.iter().map(Vec::as_slice), edges, &mut solver);
            let terms = parts[place].terms.clone();
            let Some(nodes) = self.task.cost.tree(terms, edges, limit, &mut solver) else {
                // Only the halves of this part can rise.
                return Ok(Some(false));
            };
            let Some(root) = nodes.last() else {
                return Ok(Some(false));
            };
            halves(place, parts, &nodes, &mut solver);
            loop {
                let bound = parts[place].bound;
                let next = root.total.values().find(|&value| value > bound);
                let lit = next.and_then(|next| root.total.at_least(next).lit());
                let (Some(next), Some(lit)) = (next, lit) else {
                    break;
                };
                let end = refine_assuming(&mut solver, &[!lit], u64::MAX, |model, solver| {
                    let factor = edges.two_factor(&model);
                    if factor.count() == 1 {
                        self.take(self.tour(&factor)?)?;
                        return Ok(Break(true));
                    }
                    let sets = edge_vars::cut(edges, factor.cycle_numbers(), solver);
                    self.shared.add_cuts(&sets);
                    cuts.extend(sets);
                    // Cuts seldom matter to a small part.
                    Ok::<_, OptimumError>(if is_root { Continue(()) } else { Break(false) })
                })?;
                match end {
                    Refined::Contradiction => {
                        solver.clause(&[lit]);
                        parts[place].bound = next;
                        add_up(parts);
                        self.announce(parts, solver.word());
                        if self.is_decided() {
                            return Ok(Some(true));
                        }
                    }
                    Refined::Accepted(true) => {
                        parts[place].is_exact = true;
                        break;
                    }
                    Refined::Accepted(false) => return Ok(Some(bound > before)),
                    Refined::Unknown => return Ok((bound > before).then_some(true)),
                }
            }
            // All of its terms cost something, or more values are needed.
            if parts[place].bound <= limit {
                break;
            }
        }
        Ok(Some(parts[place].bound > before))
    }

    /// Reports the bound of the whole.
    fn announce(&self, parts: &[Part], word: Option<String>) {
        let best = self.shared.best.load(Ordering::Relaxed);
        let bound = parts.last().map_or(0, |root| root.bound).min(best);
        if bound > self.shared.bound.fetch_max(bound, Ordering::Relaxed) {
            self.send(Message::Bound(bound, word));
        }
    }
}

/// Adds the parts of these terms, and returns the number of the last.
fn split(terms: Range<usize>, parts: &mut Vec<Part>) -> usize {
    let half = terms.len() / 2;
    let halves = (half >= FEW).then(|| {
        let middle = terms.start + half;
        [terms.start..middle, middle..terms.end].map(|terms| split(terms, parts))
    });
    parts.push(Part {
        terms,
        halves,
        bound: 0,
        is_exact: false,
    });
    parts.len() - 1
}

/// Raises the bound of each part to the sum of its halves.
fn add_up(parts: &mut [Part]) {
    for place in 0..parts.len() {
        if let Some(halves) = parts[place].halves {
            let sum = halves.map(|half| parts[half].bound).iter().sum();
            parts[place].bound = parts[place].bound.max(sum);
        }
    }
}

/// Writes the bounds of a part and of the parts in it, whose totalizer has these nodes.
fn halves(place: usize, parts: &[Part], nodes: &[Node], solver: &mut impl ClauseSink) {
    let mut open = vec![(place, nodes.len() - 1)];
    while let Some((place, node)) = open.pop() {
        let (part, node) = (&parts[place], &nodes[node]);
        let bound = node.total.at_least(part.bound).lit();
        bound.iter().for_each(|&lit| solver.clause(&[lit]));
        if let (Some(halves), Some(parts)) = (part.halves, node.parts) {
            open.extend(halves.into_iter().zip(parts));
        }
    }
}
