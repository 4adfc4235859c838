//! Exit codes: docs/usage.md has a table of them.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done: a tour was found or accepted, or proved not to exist where a proof was asked for.
    Good = 0,
    /// The opposite of what was asked for: no tour, not a tour, or a tour where none was to exist.
    No = 1,
    /// The command line, a file or the system was at fault.
    Error = 2,
    /// Not decided before the deadline.
    Unknown = 3,
    /// There is more than the one tour that was asked about.
    Several = 4,
    /// `sat`: the formula has a model.
    Satisfiable = 10,
    /// `sat`: the formula has no model.
    Unsatisfiable = 20,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
