//! Two contradictory clues.

use super::degrees::{distances, two_colours};
use knightsat_tour::given::{Clash, Clue, Given, Why};
use knightsat_tour::{Kind, Problem};

/// Returns true if the problem has both clues, and they contradict each other for the stated
/// reason.
pub(super) fn holds(problem: &Problem, clash: &Clash) -> bool {
    let given = Given::of(problem);
    if !clash.clues.iter().all(|clue| given.clues().contains(clue)) {
        return false;
    }
    match (clash.why, clash.clues) {
        (Why::Contrary, [Clue::Move(a), Clue::NoMove(b)]) => a == b,
        (Why::Contrary, [a @ Clue::At { .. }, Clue::NotAt { step, vertex }]) => {
            a == Clue::At { step, vertex }
        }
        (why, [Clue::At { step, vertex }, Clue::At { step: s, vertex: v }]) => {
            let apart = step.abs_diff(s);
            let between = match problem.kind() {
                Kind::Open => apart,
                Kind::Closed => apart.min(problem.graph().len() - apart),
            };
            let distance = || distances(problem, vertex)[v as usize];
            let differ = |colours: Vec<bool>| colours[vertex as usize] != colours[v as usize];
            match why {
                Why::Contrary => false,
                Why::Twice => (step == s) != (vertex == v),
                Why::TooFar { moves, steps } => {
                    steps == between && moves > steps && distance() == Some(moves)
                }
                Why::Colours { steps } => {
                    let differ = two_colours(problem).map(differ);
                    steps == between && differ == Some(steps.is_multiple_of(2))
                }
            }
        }
        _ => false,
    }
}
