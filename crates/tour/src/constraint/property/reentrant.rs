//! Reentrant tours: a move leads from the last vertex back to the first.
//!
//! Every closed tour is reentrant. An undirected closed tour of N vertices is 2·N reentrant open
//! ones: it may begin anywhere, and run either way. A move that clues forbid does not lead back.

use super::PropertyRow;
use crate::fact::Fact;
use crate::rule::{Literal, Rule};
use crate::{Demand, Kind, Problem};

pub(super) const ROW: PropertyRow = PropertyRow {
    name: "reentrant",
    help: "A move leads from the last square back to the first, as on every closed tour",
    holds,
    rules,
    demands: |kind| match kind {
        Kind::Open => &[Demand::Reentrance],
        Kind::Closed => &[],
    },
};

fn holds(problem: &Problem, steps: &[u32]) -> bool {
    let [first, .., last] = *steps else {
        return false;
    };
    problem.graph().has_arc(last, first)
}

/// If the tour starts on a vertex, it ends on one from which a move leads there.
fn rules(problem: &Problem) -> Vec<Rule> {
    let graph = problem.graph();
    let rule = |vertex| {
        let start = Fact::At { step: 1, vertex };
        let before = graph.predecessors(vertex).iter();
        let ends = before.map(|&vertex| Literal::is(Fact::At { step: graph.len(), vertex }));
        Rule([Literal::not(start)].into_iter().chain(ends).collect())
    };
    match problem.kind() {
        Kind::Open => (0..graph.len()).map(rule).collect(),
        Kind::Closed => Vec::new(),
    }
}
