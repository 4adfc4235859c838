//! What the binary encoding lets one choose.

use crate::options::Settings;
use serde::{Deserialize, Serialize};

/// Which clauses to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct Options {
    /// How binary keeps squares from being visited twice [default: pairwise]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_enum, default_value_t, hide_short_help = true)
    )]
    pub different: Different,
    /// Forbid vertices at steps at which no tour is there: too far from a fixed end, or of the
    /// wrong colour. A closed tour without a fixed end is made to start on the first vertex of
    /// least degree. Where a cheap reason rules every tour out, there is a single empty clause.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub prune: bool,
}

impl Options {
    /// What is used where nothing is asked for.
    pub const DEFAULT: Options = Options {
        different: Different::Pairwise,
        prune: true,
    };
}

impl Default for Options {
    fn default() -> Options {
        Options::DEFAULT
    }
}

impl Settings for Options {}

/// How steps are kept on different vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Different {
    /// Any two steps differ in a bit
    #[default]
    Pairwise,
    /// Every square selects a step
    Selector,
}

impl Different {
    /// Both.
    pub const ALL: [Different; 2] = [Different::Pairwise, Different::Selector];
}
