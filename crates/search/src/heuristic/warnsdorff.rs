//! Warnsdorff's rule: always move to the vertex with the fewest onward moves.
//!
//! ```
//! use knightsat_search::tour::{Kind, Problem};
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::heuristic::warnsdorff::walk;
//! use knightsat_search::base::stop::Stop;
//!
//! let place: Place = "8x8".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let (verdict, steps) = walk(&problem, &Stop::default())?;
//! assert_eq!((verdict.tour().is_some(), steps), (true, 64));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rule is from H. C. von Warnsdorff, Des Rösselsprungs einfachste und allgemeinste Lösung,
//! 1823. Warnsdorff held that ties may be broken at will, which is wrong: some choices end in a
//! dead end. Here the first vertex in the list of the graph is taken.
//!
//! An onward move goes to an unvisited vertex. A prescribed end counts as one, but is entered in
//! the last step only. No move is ever taken back: the walk is the first descent of a [search]. The
//! rule ignores closing; a closed tour arises by luck only. It [supports](crate::tour::table) no
//! constraints but fixed ends.
//!
//! [search]: knightsat_count::search

use crate::base::stop::Stop;
use crate::tour::Problem;
use crate::tour::lower::{Unlowered, lower};
use crate::tour::table::Backend;
use crate::tour::tour::Tour;
use crate::{Unknown, Verdict};
use knightsat_count::search::{Directions, Order, Search};

/// The end of a walk that has not become a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The last step, from 1.
    pub step: u32,
    /// The last vertex.
    pub vertex: u32,
    /// The first vertex.
    pub start: u32,
    /// The number of unvisited vertices. If it is zero, the path is complete, but no move leads
    /// back.
    pub left: u32,
}

impl Stuck {
    /// Returns the explanation: vertices are called `vertices` and written by `name`.
    pub fn explain(&self, vertices: &str, name: impl Fn(u32) -> String) -> String {
        let (here, start) = (name(self.vertex), name(self.start));
        let (step, left) = (self.step, self.left);
        match left {
            0 => format!(
                "Warnsdorff's rule from {start} visits all {step} {vertices}, but ends on {here}, \
                 from where the path cannot be closed"
            ),
            _ => format!(
                "Warnsdorff's rule from {start} is stuck at step {step} on {here}, {left} of {} \
                 {vertices} left",
                step + left
            ),
        }
    }
}

/// Walks from the fixed start, or back from the fixed end, or from the first vertex. Returns the
/// number of steps too.
pub fn walk(problem: &Problem, stop: &Stop) -> Result<(Verdict, u32), Unlowered> {
    lower(problem, Backend::Warnsdorff, stop)?;
    let search = Search::new(problem, Directions::Both).with_order(Order::FewestOnward);
    let mut search = search.with_stop(stop.clone());
    let found = search.descend();
    let step = search.effort().nodes as u32;
    let path = match found {
        _ if search.is_late() => return Ok((Verdict::Unknown(stop.stopped().into()), step)),
        Err(path) => path,
        Ok(steps) => match Tour::verify(problem, steps.clone()) {
            Ok(tour) => return Ok((Verdict::Tour(tour), step)),
            Err(_) => steps,
        },
    };
    // No path begins if the clues contradict each other, or if two vertices are a closed tour.
    let start = path.first().copied().or(problem.start());
    let stuck = Stuck {
        step,
        vertex: path.last().copied().or(start).unwrap_or(0),
        start: start.unwrap_or(0),
        left: problem.graph().len() - step,
    };
    Ok((Verdict::Unknown(Unknown::Stuck(stuck)), step))
}
