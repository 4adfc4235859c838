//! Cycles that no exchange joins to another: small tiles around them, with all edges and cuts.
//!
//! Neighbourhoods (`joining`) find a way to make one cycle of all that they meet. But they need the
//! order of the vertices on each, and number a cycle anew that has become longer. That takes time
//! in proportion to the cycle, and here one of them has nearly all vertices, so this comes first.

use crate::lazy::joining::nearest;
use crate::lazy::tile::Tile;
use crate::lazy::{Search, SearchRun};
use crate::tour::factor::TwoFactor;
use crate::tour::graph::Graph;
use crate::tour::sets;
use knightsat_solver::SolverError;
use std::iter;

/// Vertices around a cycle.
const AROUND: usize = 160;
/// The length of the longest cycle for this.
const LONGEST: usize = 640;
/// Cycles that could not be broken before all others are given up.
const FAILURES: usize = 4;

impl Search<'_> {
    /// Chooses edges anew around every cycle but the largest, in order to break it up. Returns true
    /// if any was broken up. Other cycles may fall apart.
    pub(super) fn leave_cycles(
        &self,
        factor: &mut TwoFactor,
        run: &mut SearchRun,
    ) -> Result<bool, SolverError> {
        let mut cycles = factor.cycles().to_vec();
        cycles.sort_unstable_by_key(|&(_, length)| length);
        cycles.pop();
        let (mut left, mut failures) = (0, 0);
        for (start, _) in cycles {
            if failures == FAILURES || self.is_late() {
                break;
            }
            // The cycle is longer if another has been joined to it meanwhile.
            if let Some(cycle) = short_cycle(factor, start) {
                let is_left = self.leave(cycle, factor, run)?;
                left += usize::from(is_left);
                failures += usize::from(!is_left);
            }
        }
        Ok(left > 0 && factor.label_all(&self.options.stop).is_ok())
    }

    /// Breaks up a cycle and joins its vertices to others, if that can be done near it.
    fn leave(
        &self,
        cycle: Vec<u32>,
        factor: &mut TwoFactor,
        run: &mut SearchRun,
    ) -> Result<bool, SolverError> {
        let inside: Vec<u32> = (0..).take(cycle.len()).collect();
        let size = cycle.len() + AROUND;
        let vertices = nearest(&self.circuit, cycle, size);
        let links = factor.links_mut();
        let tile = Tile::new(&self.circuit, &vertices, links, u8::MAX);
        run.findings.progress.cuts += 1;
        tile.settle(self, &[inside], links, |chosen| {
            let mut closed = Graph::from_pairs(vertices.len() as u32, &chosen).components();
            closed.retain(|part| part.iter().all(|&local| !tile.is_crossed(local)));
            run.findings.progress.cuts += closed.len() as u32;
            closed
        })
    }
}

/// Returns the vertices of a cycle, if they are few.
fn short_cycle(factor: &TwoFactor, start: u32) -> Option<Vec<u32>> {
    let step = |&[previous, vertex]: &[u32; 2]| {
        let next = sets::other(factor.links(vertex), previous);
        Some([vertex, next])
    };
    let arcs = iter::successors(Some([start, factor.links(start)[0]]), step);
    let others = arcs
        .map(|[_, vertex]| vertex)
        .take_while(|&vertex| vertex != start);
    let cycle: Vec<u32> = iter::once(start).chain(others.take(LONGEST)).collect();
    (cycle.len() <= LONGEST).then_some(cycle)
}

#[cfg(test)]
mod tests {
    use super::super::guess;
    use super::*;
    use crate::base::random::Rng;
    use crate::base::stop::Stop;
    use crate::lazy::Options;
    use crate::tour::lower::lower;
    use crate::tour::place::Place;
    use crate::tour::table::Backend;
    use crate::tour::{Kind, Problem};

    /// Returns the vertices of every cycle, in order.
    fn cycles(factor: &TwoFactor) -> Vec<Vec<u32>> {
        let starts = factor.cycles().iter().map(|&(start, _)| start);
        let cycles = starts.map(|start| {
            let mut cycle = factor.walk(start);
            cycle.sort_unstable();
            cycle
        });
        cycles.collect()
    }

    #[test]
    fn short_cycles_are_left() {
        let (mut left, stop) = (0, Stop::default());
        let boards = [("40x40", Kind::Closed), ("39x41", Kind::Open)];
        for ((board, kind), seed) in boards.into_iter().flat_map(|b| (0..5).map(move |s| (b, s))) {
            let place: Place = board.parse().unwrap();
            let problem = Problem::of(&place, kind, None, None).unwrap();
            let lowered = lower(&problem, Backend::Engine, &stop).unwrap();
            let colour = lowered.circuit().colours().unwrap();
            let found = guess(lowered.circuit(), colour, &mut Rng::new(seed, 0), &stop);
            let Ok(Some(links)) = found else { continue };
            let mut factor = TwoFactor::within(links, &stop).unwrap();
            let before = cycles(&factor);
            let report = &mut |_| ();
            let (search, mut run) = Search::new(lowered.leaves()[0], Options::default(), report);
            let is_left = search.leave_cycles(&mut factor, &mut run);
            let (is_left, after) = (is_left.unwrap(), cycles(&factor));
            assert_eq!(is_left, before != after, "{board} {seed}");
            left += u32::from(is_left);
            assert_eq!(after.concat().len(), search.circuit.len() as usize);
            for vertex in 0..factor.len() {
                for end in factor.links(vertex) {
                    assert!(search.circuit.has_edge(vertex, end), "{board} {seed}");
                    assert!(factor.links(end).contains(&vertex));
                }
            }
        }
        assert!(left > 0);
    }
}
