//! The order of the steps of a tour: which step follows which.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::succession::Succession;
//!
//! let open = Succession::new(Kind::Open, 12);
//! assert_eq!((open.before(12), open.after(12)), (Some(11), None));
//! assert_eq!(Succession::new(Kind::Closed, 12).after(12), Some(1));
//! ```

pub use knightsat_place::Kind;

use crate::Problem;
use std::ops::RangeInclusive;

/// The order of the steps 1 to `len`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Succession {
    len: u32,
    /// True if the first step follows the last one.
    is_cyclic: bool,
}

impl Succession {
    /// Returns the order of the steps 1 to `len` of a tour of this kind.
    pub fn new(kind: Kind, len: u32) -> Succession {
        let is_cyclic = kind == Kind::Closed;
        Succession { len, is_cyclic }
    }

    /// Returns the order of the steps of a problem.
    pub fn of(problem: &Problem) -> Succession {
        Succession::new(problem.kind(), problem.graph().len())
    }

    /// Returns true if the first step follows the last one.
    pub fn is_cyclic(self) -> bool {
        self.is_cyclic
    }

    /// Returns all steps.
    pub fn all(self) -> RangeInclusive<u32> {
        1..=self.len
    }

    /// Returns the steps that have a step after them.
    pub fn followed(self) -> RangeInclusive<u32> {
        1..=if self.is_cyclic {
            self.len
        } else {
            self.len.saturating_sub(1)
        }
    }

    /// Returns the step after this one.
    pub fn after(self, step: u32) -> Option<u32> {
        (self.is_cyclic || step < self.len).then(|| step % self.len + 1)
    }

    /// Returns the step before this one.
    pub fn before(self, step: u32) -> Option<u32> {
        (self.is_cyclic || step > 1).then(|| (step + 2 * self.len - 2) % self.len + 1)
    }

    /// Returns true if there is a step before this one, and one after it.
    pub fn is_inner(self, step: u32) -> bool {
        self.before(step).is_some() && self.after(step).is_some()
    }

    /// Returns the number of steps with a step before and one after, at which a tour has an angle.
    pub fn angles(self) -> usize {
        self.all().filter(|&step| self.is_inner(step)).count()
    }

    /// Returns the step of the same vertex in the reverse, which begins with the last step, or if
    /// the steps are cyclic with the first.
    pub fn reversed(self, step: u32) -> u32 {
        let back = self.len + 1 - step;
        if self.is_cyclic {
            back % self.len + 1
        } else {
            back
        }
    }

    /// Returns the moves between vertices at all steps, from each to the next.
    pub fn moves(self, vertices: &[u32]) -> impl Iterator<Item = [u32; 2]> {
        let next = vertices.iter().cycle().skip(1);
        let moves = vertices.iter().zip(next).map(|(&from, &to)| [from, to]);
        moves.take(self.followed().count())
    }
}
