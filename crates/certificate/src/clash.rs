//! Two given things that cannot both hold, in a certificate: `clash WHY CLUE CLUE`, a clue being
//! `move A B`, `no-move A B`, `at STEP A` or `not-at STEP A`.

use super::degrees::two_colours;
use super::text::ensure;
use knightsat_tour::given::{Clash, Clue, Why};
use knightsat_tour::{Kind, Problem};
use std::collections::VecDeque;

/// What comes after `reason `.
pub(super) fn line(clash: &Clash, name: &dyn Fn(u32) -> String) -> String {
    let why = match clash.why {
        Why::Contrary => "contrary".to_string(),
        Why::Twice => "twice".to_string(),
        Why::TooFar { moves, steps } => format!("too-far {moves} {steps}"),
        Why::Colours { steps } => format!("colours {steps}"),
    };
    let clue = |clue: Clue| match clue {
        Clue::Move([a, b]) => format!("move {} {}", name(a), name(b)),
        Clue::NoMove([a, b]) => format!("no-move {} {}", name(a), name(b)),
        Clue::At { step, vertex } => format!("at {step} {}", name(vertex)),
        Clue::NotAt { step, vertex } => format!("not-at {step} {}", name(vertex)),
    };
    let [a, b] = clash.clues.map(clue);
    format!("clash {why} {a} {b}")
}

/// The clash that such words, after `clash`, tell of.
pub(super) fn parse(
    words: &[&str],
    vertex: impl Fn(&str) -> Option<u32>,
    number: impl Fn(&str) -> Option<u32>,
) -> Option<Clash> {
    let (why, clues) = match *words {
        ["contrary", ref clues @ ..] => (Why::Contrary, clues),
        ["twice", ref clues @ ..] => (Why::Twice, clues),
        ["too-far", moves, steps, ref clues @ ..] => (
            Why::TooFar {
                moves: number(moves)?,
                steps: number(steps)?,
            },
            clues,
        ),
        ["colours", steps, ref clues @ ..] => (
            Why::Colours {
                steps: number(steps)?,
            },
            clues,
        ),
        _ => return None,
    };
    let &[a, b, c, d, e, f] = clues else {
        return None;
    };
    let clue = |words| parse_clue(words, &vertex, &number);
    Some(Clash {
        clues: [clue([a, b, c])?, clue([d, e, f])?],
        why,
    })
}

fn parse_clue(
    [kind, a, b]: [&str; 3],
    vertex: impl Fn(&str) -> Option<u32>,
    number: impl Fn(&str) -> Option<u32>,
) -> Option<Clue> {
    Some(match kind {
        "move" => Clue::Move([vertex(a)?, vertex(b)?]),
        "no-move" => Clue::NoMove([vertex(a)?, vertex(b)?]),
        "at" | "not-at" => {
            let (step, vertex) = (number(a)?, vertex(b)?);
            match kind {
                "at" => Clue::At { step, vertex },
                _ => Clue::NotAt { step, vertex },
            }
        }
        _ => return None,
    })
}

/// Whether both clues are given, and why they clash is so.
pub(super) fn check(problem: &Problem, clash: &Clash) -> Result<(), String> {
    for clue in clash.clues {
        ensure(is_given(problem, clue), "this is not given")?;
    }
    match (clash.why, clash.clues) {
        (Why::Contrary, [Clue::Move(a), Clue::NoMove(b)]) => ensure(a == b, "two different moves"),
        (Why::Contrary, [a @ Clue::At { .. }, Clue::NotAt { step, vertex }]) => ensure(
            a == Clue::At { step, vertex },
            "two different steps or vertices",
        ),
        (
            why,
            [
                Clue::At { step, vertex },
                Clue::At {
                    step: later,
                    vertex: other,
                },
            ],
        ) => check_steps(problem, why, (step, vertex), (later, other)),
        _ => Err("these do not clash so".into()),
    }
}

fn is_given(problem: &Problem, clue: Clue) -> bool {
    let last = problem.graph().len();
    let is_end = match clue {
        Clue::At { step: 1, vertex } if problem.start() == Some(vertex) => true,
        Clue::At { step, vertex } => step == last && problem.end() == Some(vertex),
        _ => false,
    };
    is_end || problem.given().clues().contains(&clue)
}

fn check_steps(
    problem: &Problem,
    why: Why,
    (step, vertex): (u32, u32),
    (later, other): (u32, u32),
) -> Result<(), String> {
    let apart = step.abs_diff(later);
    let least = match problem.kind() {
        Kind::Open => apart,
        Kind::Closed => apart.min(problem.graph().len() - apart),
    };
    match why {
        Why::Contrary => Err("the one does not deny the other".into()),
        Why::Twice => ensure(
            (step == later) != (vertex == other),
            "they are different steps and vertices",
        ),
        Why::TooFar { moves, steps } => {
            ensure(steps == least, "the steps leave another number")?;
            let found = distance(problem, vertex, other);
            ensure(
                found.unwrap_or(u32::MAX) == moves,
                "another number of moves lies between them",
            )?;
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

/// The least number of moves from one vertex to another.
fn distance(problem: &Problem, from: u32, to: u32) -> Option<u32> {
    let mut moves = vec![None; problem.graph().len() as usize];
    moves[from as usize] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(vertex) = queue.pop_front() {
        let next = moves[vertex as usize].map(|count: u32| count + 1);
        for &w in problem.graph().neighbours(vertex) {
            if moves[w as usize].is_none() {
                moves[w as usize] = next;
                queue.push_back(w);
            }
        }
    }
    moves[to as usize]
}
