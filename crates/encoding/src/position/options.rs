//! What the position encoding lets one choose.

#[cfg(feature = "clap")]
use crate::options::yes_no;
use crate::options::{Directions, Settings};
use knightsat_cnf::gadget::amo::{Amo, Amos};
use serde::{Deserialize, Serialize};

/// Which clauses to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct Options {
    /// At-most-one encoding [default: auto]
    ///
    /// With position also two with a comma, for squares per step and for steps per square.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value_t))]
    pub amo: Amos,
    /// Add variables for the moves of the tour, linked to the positions [default: yes]
    #[cfg_attr(feature = "clap", arg(long, value_name = "yes|no", value_parser = yes_no, action = clap::ArgAction::Set, default_value = "yes", hide_short_help = true))]
    pub arcs: bool,
    /// Whether a tour and its reverse are both models [default: auto]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_enum, default_value_t, hide_short_help = true)
    )]
    pub directions: Directions,
    /// Make a variable false where the tour is on the square, for solvers that try false first
    ///
    /// The tours are the same.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub negate: bool,
    /// Redundant clauses: every square but the first is reached from somewhere.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub predecessors: bool,
    /// Make no variable x\[i\]\[v\] whose step i is too far from a fixed end for the distance of
    /// v, or has the wrong parity for the colour of v on a bipartite graph, and leave out moves
    /// that no tour takes. A closed tour without a fixed end is made to start on the first vertex
    /// of least degree, but a numbered one, as a magic tour is. Models are the same tours, except for that fixed start. Without it there is
    /// one model for each direction, whatever [`Options::directions`] says.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub prune: bool,
    /// Redundant clauses: every square is visited at some step.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub square_at_least_one: bool,
}

impl Options {
    /// The textbook formula: nothing pruned, nothing redundant.
    pub const TEXTBOOK: Options = Options {
        amo: Amos::both(Amo::Pairwise),
        arcs: false,
        directions: Directions::Both,
        negate: false,
        predecessors: false,
        prune: false,
        square_at_least_one: false,
    };

    /// What is used where nothing is asked for.
    pub const DEFAULT: Options = Options {
        amo: Amos::both(Amo::Product),
        arcs: true,
        directions: Directions::Auto,
        negate: false,
        predecessors: true,
        prune: true,
        square_at_least_one: true,
    };
}

impl Default for Options {
    fn default() -> Options {
        Options::DEFAULT
    }
}

impl Settings for Options {}

/// The textbook formula, which lets one choose nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Textbook {}

impl Settings for Textbook {}
