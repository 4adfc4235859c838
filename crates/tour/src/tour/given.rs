//! Whether a tour keeps to what was given.

use super::TourError;
use crate::given::Clue;
use crate::{Kind, Problem};

/// Looks at the moves as they were given, trusting neither the graph nor what has become of them.
pub(super) fn keeps_to_moves(problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
    let clues = problem.given().clues();
    let is_move = |clue: &&Clue| matches!(clue, Clue::Move(_) | Clue::NoMove(_));
    let mut moves = clues
        .iter()
        .copied()
        .filter(|clue| is_move(&clue))
        .peekable();
    if moves.peek().is_none() {
        return Ok(());
    }
    let mut place = vec![0; steps.len()];
    for (step, &vertex) in steps.iter().enumerate() {
        place[vertex as usize] = step;
    }
    let is_closed = problem.kind() == Kind::Closed;
    moves.try_for_each(|clue| match clue {
        Clue::Move(ends) => match taken(ends, &place, is_closed) {
            Some(_) => Ok(()),
            None => Err(TourError::Missing {
                from: ends[0].into(),
                to: ends[1].into(),
            }),
        },
        Clue::NoMove(ends) => match taken(ends, &place, is_closed) {
            Some([from, to]) => Err(TourError::Forbidden {
                step: from + 1,
                next: to + 1,
                from: steps[from].into(),
                to: steps[to].into(),
            }),
            None => Ok(()),
        },
        Clue::At { .. } | Clue::NotAt { .. } => Ok(()),
    })
}

/// From which place in the tour to which the move between two vertices is taken, if it is.
fn taken(ends: [u32; 2], place: &[usize], is_closed: bool) -> Option<[usize; 2]> {
    let mut both = ends.map(|vertex| place[vertex as usize]);
    both.sort_unstable();
    let [first, second] = both;
    if second - first == 1 {
        return Some([first, second]);
    }
    let returns = is_closed && first == 0 && second == place.len() - 1;
    returns.then_some([second, first])
}

/// Looks at the steps as they were given.
pub(super) fn keeps_to_steps(problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
    for clue in problem.given().clues() {
        match *clue {
            Clue::At { step, vertex } if steps[step as usize - 1] != vertex => {
                return Err(TourError::WrongEnd {
                    step: step as usize,
                    found: steps[step as usize - 1].into(),
                    expected: vertex.into(),
                });
            }
            Clue::NotAt { step, vertex } if steps[step as usize - 1] == vertex => {
                return Err(TourError::NotHere {
                    step: step as usize,
                    found: vertex.into(),
                });
            }
            _ => {}
        }
    }
    Ok(())
}
