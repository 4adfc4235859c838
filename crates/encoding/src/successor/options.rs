//! Options of the successor encodings.

use crate::options::Directions;
use knightsat_cnf::gadget::amo::OneAmo;
use serde::{Deserialize, Serialize};

/// The variables that represent the tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Variables {
    /// A variable for each direction of an edge
    Arcs,
    /// A variable for an edge: a tour and its reverse are one model
    #[default]
    Edges,
}

/// Options of encodings that need the direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct OnArcs {
    /// At most one arc out of a vertex, into it, and at most one position; `auto` is all pairs up
    /// to eight, and product beyond
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value_t))]
    pub amo: OneAmo,
    /// Models of a tour and its reverse: one or both
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub directions: Directions,
}

/// Options of encodings on arcs or on edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct OnEither {
    /// The options on arcs.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub arcs: OnArcs,
    /// Variables of order and lazy: one for every arc or for every edge [default: edges]
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub variables: Variables,
}

impl OnEither {
    /// The default options with variables for arcs.
    pub const ARCS: OnEither = OnEither {
        arcs: OnArcs {
            amo: OneAmo(None),
            directions: Directions::Auto,
        },
        variables: Variables::Arcs,
    };
}
