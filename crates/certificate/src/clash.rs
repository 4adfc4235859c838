//! Two contradictory clues in a certificate: `clash WHY CLUE CLUE`. A clue is `move A B`, `no-move
//! A B`, `at STEP A` or `not-at STEP A`.

use super::degrees::{distances, two_colours};
use super::text::{Checked, Words, ensure};
use knightsat_tour::given::{Clash, Clue, Why};
use knightsat_tour::{Kind, Problem};

/// Returns the words of a clash after `reason `.
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

/// Parses the words after `clash`.
pub(super) fn parse(words: &mut Words) -> Option<Clash> {
    let why = match words.word()? {
        "contrary" => Why::Contrary,
        "twice" => Why::Twice,
        "too-far" => Why::TooFar {
            moves: words.number()?,
            steps: words.number()?,
        },
        "colours" => Why::Colours {
            steps: words.number()?,
        },
        _ => return None,
    };
    let clues = [parse_clue(words)?, parse_clue(words)?];
    Some(Clash { clues, why })
}

fn parse_clue(words: &mut Words) -> Option<Clue> {
    Some(match words.word()? {
        "move" => Clue::Move([words.vertex()?, words.vertex()?]),
        "no-move" => Clue::NoMove([words.vertex()?, words.vertex()?]),
        kind @ ("at" | "not-at") => {
            let (step, vertex) = (words.number()?, words.vertex()?);
            match kind {
                "at" => Clue::At { step, vertex },
                _ => Clue::NotAt { step, vertex },
            }
        }
        _ => return None,
    })
}

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
    is_end || problem.given().clues().contains(&clue)
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
