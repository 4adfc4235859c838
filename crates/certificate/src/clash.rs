//! Two contradictory clues.

use super::degrees::{colours_exclude, distances};
use knightsat_tour::given::{Clash, Clue, Given, Why};
use knightsat_tour::{Kind, Problem};

/// Returns true if the problem has both clues, and they contradict each other for the stated
/// reason.
pub(super) fn holds(problem: &Problem, clash: &Clash) -> bool {
    let ([a, b], given) = (clash.clues, Given::of(problem));
    if ![a, b].iter().all(|clue| given.clues().contains(clue)) {
        return false;
    }
    let (Clue::At { step, vertex }, Clue::At { step: s, vertex: v }) = (a, b) else {
        return clash.why == Why::Contrary && a.denial() == Some(b);
    };
    let apart = step.abs_diff(s);
    let between = match problem.kind() {
        Kind::Open => apart,
        Kind::Closed => apart.min(problem.graph().len() - apart),
    };
    match clash.why {
        Why::Contrary => false,
        Why::Twice => (step == s) != (vertex == v),
        Why::TooFar { moves, steps } => {
            let distance = distances(problem, vertex)[v as usize];
            steps == between && moves > steps && distance == Some(moves)
        }
        Why::Colours { steps } => steps == between && colours_exclude(problem, [vertex, v], steps),
    }
}
