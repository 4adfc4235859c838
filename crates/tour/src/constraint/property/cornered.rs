//! Cornered tours: open ones from a corner of the board to another corner.
//!
//! A place without ranks and files has no corners, and a closed tour has no ends: then no tour is
//! cornered.

use super::PropertyRow;
use crate::fact::Fact;
use crate::rule::{Literal, Rule};
use crate::{Demand, Kind, Problem};

pub(super) const ROW: PropertyRow = PropertyRow {
    name: "cornered",
    help: "Both ends of the open tour are corners of the board",
    holds,
    rules,
    demands: |kind| match kind {
        Kind::Open => &[Demand::Corners],
        Kind::Closed => &[Demand::OnMoves],
    },
};

/// Returns the vertices at the corners of the grid, where the tour may begin and end.
pub(crate) fn corners(problem: &Problem) -> Vec<u32> {
    let Some(places) = problem.coordinates() else {
        return Vec::new();
    };
    let is_corner = |&vertex: &u32| {
        let mut axes = places.of(vertex).into_iter().zip(places.sides());
        axes.all(|(place, side)| place == 0 || place + 1 == side)
    };
    (0..places.len()).filter(is_corner).collect()
}

fn holds(problem: &Problem, steps: &[u32]) -> bool {
    let corners = corners(problem);
    let ends = [steps.first(), steps.last()].into_iter().flatten();
    problem.kind() == Kind::Open && ends.into_iter().all(|end| corners.contains(end))
}

/// The first and the last step are on a corner. No closed tour keeps the empty rule.
fn rules(problem: &Problem) -> Vec<Rule> {
    let corners = corners(problem);
    let on_corner = |step| {
        let at = corners.iter().map(|&vertex| Fact::At { step, vertex });
        Rule(at.map(Literal::is).collect())
    };
    match problem.kind() {
        Kind::Open => vec![on_corner(1), on_corner(problem.graph().len())],
        Kind::Closed => vec![Rule(Vec::new())],
    }
}
