//! Verdicts on problems, with their evidence.

use crate::base::stop::Stopped;
use crate::heuristic::warnsdorff::Stuck;
use crate::lazy::Refutation;
use crate::tour::Obstruction;

/// The verdict on a problem.
pub type Verdict = crate::tour::Verdict<Evidence, Unknown>;

/// Evidence that no tour exists. It prints as a reason in words, with the numbers of vertices;
/// [`explain::reason`](crate::explain::reason) names them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// A reason that a person can verify.
    Obstruction(Obstruction),
    /// Degrees, cuts and rules about moves contradict each other, as varisat has checked.
    Cuts(Refutation),
    /// The formula has no model according to this solver, unverified.
    Refutation(String),
    /// No tour has the requested symmetry, for this reason.
    Symmetry(String),
    /// A search has tried all paths, and put so many vertices on them.
    Exhaustion(u64),
}

impl Evidence {
    /// Returns true for a reason that a person can verify.
    pub fn is_short(&self) -> bool {
        matches!(self, Evidence::Obstruction(_) | Evidence::Symmetry(_))
    }
}

/// The reason for an unknown verdict. It prints in words, with the numbers of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// The search was given up.
    Stopped(Stopped),
    /// Parts of the search remain.
    Unfinished,
    /// A rule that takes no move back found no tour, which decides nothing.
    Stuck(Stuck),
}

impl From<Stopped> for Unknown {
    fn from(stopped: Stopped) -> Unknown {
        Unknown::Stopped(stopped)
    }
}
