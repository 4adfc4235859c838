//! Two contradictory clues.

use super::degrees::{distances, two_colours};
use super::text::{Checked, ensure};
use knightsat_tour::given::{Clash, Clue, Given, Why};
use knightsat_tour::{Kind, Problem};

/// Checks that the problem has both clues, and that they contradict each other for the stated
/// reason.
pub(super) fn check(problem: &Problem, clash: &Clash) -> Checked {
    let are_given = clash.clues.iter().all(|&clue| is_given(problem, clue));
    ensure(are_given, "the problem does not have this clue")?;
    match (clash.why, clash.clues) {
        (Why::Contrary, [Clue::Move(a), Clue::NoMove(b)]) => ensure(a == b, "two different moves"),
        (Why::Contrary, [a @ Clue::At { .. }, Clue::NotAt { step, vertex }]) => {
            let denied = Clue::At { step, vertex };
            ensure(a == denied, "both clues must name one step or one vertex")
        }
        (why, [Clue::At { step, vertex }, Clue::At { step: s, vertex: v }]) => {
            check_steps(problem, why, [step, vertex], [s, v])
        }
        _ => Err("the clues do not contradict each other for this reason".into()),
    }
}

fn is_given(problem: &Problem, clue: Clue) -> bool {
    let last = problem.graph().len();
    let is_end = match clue {
        Clue::At { step: 1, vertex } if problem.start() == Some(vertex) => true,
        Clue::At { step, vertex } => step == last && problem.end() == Some(vertex),
        _ => false,
    };
    let mut given = problem.get().into_iter().flat_map(Given::clues);
    is_end || given.any(|&given| given == clue)
}

fn check_steps(
    problem: &Problem,
    why: Why,
    [step, vertex]: [u32; 2],
    [later, other]: [u32; 2],
) -> Checked {
    let apart = step.abs_diff(later);
    let least = match problem.kind() {
        Kind::Open => apart,
        Kind::Closed => apart.min(problem.graph().len() - apart),
    };
    match why {
        Why::Contrary => Err("neither clue is the negation of the other".into()),
        Why::Twice => {
            let is_twice = (step == later) != (vertex == other);
            ensure(is_twice, "they are different steps and vertices")
        }
        Why::TooFar { moves, steps } => {
            ensure(steps == least, "the steps leave another number")?;
            let found = distances(problem, vertex)[other as usize].unwrap_or(u32::MAX);
            ensure(found == moves, "another number of moves lies between them")?;
            ensure(moves > steps, "these are steps enough")
        }
        Why::Colours { steps } => {
            ensure(steps == least, "the steps leave another number")?;
            let colours = two_colours(problem).ok_or("there are no two colours")?;
            let differ = colours[vertex as usize] != colours[other as usize];
            ensure(differ == steps.is_multiple_of(2), "the colours fit")
        }
    }
}
