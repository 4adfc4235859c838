//! Turning tours: no move continues the one before, so the direction changes at every vertex
//! between two moves.

use super::PropertyRow;
use crate::rule::{Atom, Count, Counted, Literal, Relation, Rule, Summand};
use crate::statistic::{Angle, Statistic};
use crate::succession::Succession;
use crate::{Demand, Problem};
use itertools::Itertools;

pub(super) const ROW: PropertyRow = PropertyRow {
    name: "turning",
    help: "No move continues the one before in a straight line",
    holds,
    rules,
    demands: |_| &[Demand::OnMoves],
};

fn holds(problem: &Problem, steps: &[u32]) -> bool {
    let Ok(places) = problem.directions() else {
        return false;
    };
    let goes_on = |(a, b, c): (&u32, &u32, &u32)| {
        let [before, after] = [[a, b], [b, c]].map(|[&from, &to]| places.vector(from, to));
        let is_parallel = before[0] * after[1] == before[1] * after[0];
        is_parallel && before[0] * after[0] + before[1] * after[1] > 0
    };
    let angles = Succession::of(problem).angles();
    let mut corners = steps.iter().circular_tuple_windows().take(angles);
    !corners.any(goes_on)
}

/// The number of straight angles is 0.
fn rules(_problem: &Problem) -> Vec<Rule> {
    let straight = Summand {
        is_added: true,
        of: Counted::Statistic(Statistic::Angles(Angle::Straight)),
    };
    let atom = Atom::Count(Count {
        summands: vec![straight],
        relation: Relation::AtMost,
        bound: 0,
    });
    let is_positive = true;
    vec![Rule(vec![Literal { atom, is_positive }])]
}
