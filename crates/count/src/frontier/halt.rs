//! Why a count is given up.

/// Why a run ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A count does not fit into its type.
    Overflow,
    /// The deadline has come.
    Late,
    /// There are too many states.
    TooMany,
}
