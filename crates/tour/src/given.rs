//! Clues: moves that a tour takes or does not take, and vertices at which it is or is not at a
//! step. Its ends are no clues.
//!
//! Forbidden moves are no edges of the problem's graph. Users of a problem must honour the other
//! clues: [`Problem::required`], [`Problem::at`] and [`Problem::not_at`] return them.
//!
//! A closed tour has no first step unless a clue fixes one. With a vertex at a step it is a
//! numbering, whose steps are its numbers. A tour and its reverse are then two numberings. Usually
//! only one of them has the vertex of another given step there. So they are counted as numberings.
//!
//! ```
//! # mod knightsat { pub mod tour { pub use knightsat_tour::{*, board::*}; } }
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::Board;
//! use knightsat::tour::given::{Clue, Given};
//!
//! let board: Board = "5x5".parse()?;
//! let centre = board.vertex("c3".parse()?)?;
//! let given = Given::new([Clue::At { step: 25, vertex: centre }]);
//! let problem = Problem::new(board.graph(), Kind::Open, None, None)?.with(given)?;
//! assert_eq!(problem.end(), Some(centre));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clash;
mod constraint;

use crate::Problem;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

pub(crate) use clash::clash;
pub use clash::{Clash, Why};
pub(crate) use constraint::is_at;

/// One clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clue {
    /// The tour moves from one of these vertices to the other, in either direction.
    Move([u32; 2]),
    /// The tour does not move between these vertices.
    NoMove([u32; 2]),
    /// The tour is on a vertex at a step, from 1.
    At {
        /// The step.
        step: u32,
        /// The vertex.
        #[serde(with = "crate::obstruction::single")]
        vertex: u32,
    },
    /// The tour is not on a vertex at a step.
    NotAt {
        /// The step.
        step: u32,
        /// The vertex.
        #[serde(with = "crate::obstruction::single")]
        vertex: u32,
    },
}

impl Clue {
    /// Returns the clue in the written form: the smaller vertex of a move first.
    fn sorted(self) -> Clue {
        match self {
            Clue::Move([a, b]) => Clue::Move([a.min(b), a.max(b)]),
            Clue::NoMove([a, b]) => Clue::NoMove([a.min(b), a.max(b)]),
            at => at,
        }
    }

    /// Returns the negation of a clue about what the tour takes.
    pub fn denial(self) -> Option<Clue> {
        match self {
            Clue::Move(ends) => Some(Clue::NoMove(ends)),
            Clue::At { step, vertex } => Some(Clue::NotAt { step, vertex }),
            Clue::NoMove(_) | Clue::NotAt { .. } => None,
        }
    }

    /// Returns the clue in words; `name` writes a vertex.
    pub fn explain(self, name: impl Fn(u32) -> String) -> String {
        match self {
            Clue::Move([a, b]) => format!("the move {}-{}", name(a), name(b)),
            Clue::NoMove([a, b]) => format!("no move {}-{}", name(a), name(b)),
            Clue::At { step, vertex } => format!("{} at step {step}", name(vertex)),
            Clue::NotAt { step, vertex } => format!("not {} at step {step}", name(vertex)),
        }
    }
}

/// A set of clues: each clue once, moves before steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Given(Vec<Clue>);

impl Given {
    /// Returns these clues, which may come in any order.
    pub fn new(clues: impl IntoIterator<Item = Clue>) -> Given {
        let clues = clues.into_iter().map(Clue::sorted);
        Given(clues.sorted_unstable().dedup().collect())
    }

    /// Returns all clues of a problem, with a fixed start and end as vertices at the first and the
    /// last step.
    pub fn of(problem: &Problem) -> Given {
        let ends = problem.fixed_ends();
        let ends = ends.map(|(step, vertex)| Clue::At { step, vertex });
        Given::new(ends.chain(problem.get().into_iter().flat_map(Given::clues).copied()))
    }

    /// Returns the clues.
    pub fn clues(&self) -> &[Clue] {
        &self.0
    }

    /// Returns true if there are no clues.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the required moves.
    pub(crate) fn required(&self) -> impl Iterator<Item = [u32; 2]> {
        self.0.iter().filter_map(|&clue| match clue {
            Clue::Move(ends) => Some(ends),
            _ => None,
        })
    }

    /// Returns the forbidden moves.
    pub(crate) fn forbidden(&self) -> impl Iterator<Item = [u32; 2]> {
        self.0.iter().filter_map(|&clue| match clue {
            Clue::NoMove(ends) => Some(ends),
            _ => None,
        })
    }

    /// Returns the steps with their vertices, in order.
    pub fn steps(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().filter_map(|&clue| match clue {
            Clue::At { step, vertex } => Some((step, vertex)),
            _ => None,
        })
    }

    /// Returns the vertex at a step, the first if clues contradict each other.
    pub(crate) fn at(&self, step: u32) -> Option<u32> {
        let mut there = self.steps().filter(|at| at.0 == step);
        there.next().map(|at| at.1)
    }

    /// Returns the steps with their vertices, except those that repeat an end of the problem.
    pub(crate) fn at_besides(&self, problem: &Problem) -> impl Iterator<Item = (u32, u32)> {
        let ends = problem.fixed_ends();
        self.steps().filter(move |at| !ends.clone().contains(at))
    }

    /// Returns the steps with the vertices at which the tour is not then.
    pub(crate) fn not_at(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().filter_map(|&clue| match clue {
            Clue::NotAt { step, vertex } => Some((step, vertex)),
            _ => None,
        })
    }
}
