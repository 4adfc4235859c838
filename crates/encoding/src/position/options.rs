//! The options of the position encoding, with their defaults.

use crate::Options;
#[cfg(feature = "clap")]
use crate::yes_no;
use knightsat_cnf::gadget::amo::Amos;
use knightsat_tour::prepare::Directions;
use serde::{Deserialize, Serialize};

/// The options that only position has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct PositionOptions {
    /// Add variables for the moves of the tour, linked to the positions [default: yes]
    #[cfg_attr(feature = "clap", arg(long, value_name = "yes|no", value_parser = yes_no, hide_short_help = true))]
    pub arcs: Option<bool>,
    /// Negate the variables, for solvers that try false first
    ///
    /// A variable is then false if the tour is on its square. The tours are the same.
    #[cfg_attr(feature = "clap", arg(long, value_name = "yes|no", value_parser = yes_no, num_args = 0..=1, require_equals = true, default_missing_value = "yes", hide_short_help = true))]
    pub negate: Option<bool>,
    /// Redundant clauses: every square but the first is reached from somewhere.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub predecessors: Option<bool>,
    /// Omit variables x\[i\]\[v\] whose step i is too far from a fixed end for the distance of v.
    /// On a bipartite graph, omit those of the wrong parity for the colour of v. Omit moves that no
    /// tour takes.
    ///
    /// A closed tour without a fixed end then starts on the first vertex of least degree, unless it
    /// is numbered, as magic tours are. Except for that fixed start, models are the same tours.
    /// Without it there is one model for each direction, with any [`Options::directions`].
    #[cfg_attr(feature = "clap", arg(skip))]
    pub prune: Option<bool>,
    /// Redundant clauses: every square is visited at some step.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub square_at_least_one: Option<bool>,
}

/// Returns the options with their defaults.
pub fn options() -> Options {
    Options {
        amo: Some(Amos::PRODUCT),
        directions: Some(Directions::Auto),
        position: PositionOptions {
            arcs: Some(true),
            negate: Some(false),
            predecessors: Some(true),
            prune: Some(true),
            square_at_least_one: Some(true),
        },
        ..Options::default()
    }
}
