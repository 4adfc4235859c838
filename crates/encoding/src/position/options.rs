//! Options of the position encoding.

use crate::options::Directions;
use knightsat_cnf::gadget::amo::{Amo, Amos};
use serde::{Deserialize, Serialize};

#[cfg(feature = "clap")]
use crate::options::yes_no;

/// The options of the position encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct Options {
    /// At-most-one encoding [default: auto]
    ///
    /// Position accepts two, separated by a comma: for squares per step, and for steps per square.
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "NAME", default_value_t, hide_short_help = true)
    )]
    pub amo: Amos,
    /// Add variables for the moves of the tour, linked to the positions [default: yes]
    #[cfg_attr(feature = "clap", arg(long, value_name = "yes|no", value_parser = yes_no, action = clap::ArgAction::Set, default_value = "yes", hide_short_help = true))]
    pub arcs: bool,
    /// Models of a tour and its reverse: one or both [default: auto]
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub directions: Directions,
    /// Negate the variables, for solvers that try false first
    ///
    /// A variable is then false if the tour is on its square. The tours are the same.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub negate: bool,
    /// Redundant clauses: every square but the first is reached from somewhere.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub predecessors: bool,
    /// Omit variables x\[i\]\[v\] whose step i is too far from a fixed end for the distance of v.
    /// On a bipartite graph, omit those of the wrong parity for the colour of v. Omit moves that no
    /// tour takes.
    ///
    /// A closed tour without a fixed end then starts on the first vertex of least degree, unless it
    /// is numbered, as magic tours are. Except for that fixed start, models are the same tours.
    /// Without it there is one model for each direction, with any [`Options::directions`].
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

    /// The default options.
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

/// The textbook formula, which has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Textbook {}

knightsat_cnf::clause_groups! {
    pub ONE_SQUARE: "one square per step",
        "at every step i the tour is on at most one square",
        "Σ_v x[i][v] ≤ 1 for every i";
    pub MOVES: "moves",
        "the squares of consecutive steps are a move apart",
        "x[i][v] → ⋁ {x[i+1][w] : w a move from v} for every i and v; in a closed tour step 1 follows the last";
    pub SQUARE_ONCE: "each square once",
        "every square is visited at most once",
        "Σ_i x[i][v] ≤ 1 for every v";
    pub SOME_SQUARE: "at least one square per step",
        "at every step the tour is somewhere",
        "⋁_v x[i][v] for every i";
    pub PREDECESSORS: "predecessors",
        "every square but the first is a move away from the square of the preceding step",
        "x[i+1][v] → ⋁ {x[i][w] : w a move from v} for every i and v";
    pub SOME_STEP: "at least one step per square",
        "every square is visited",
        "⋁_i x[i][v] for every v";
    pub ARC_OUT: "one arc out",
        "exactly one move leaves every square, but the last of an open tour",
        "Σ_w a[v,w] = 1 for every v; open, with x[N][v] in the sum";
    pub ARC_IN: "one arc in",
        "exactly one move comes to every square, but the first of an open tour",
        "Σ_w a[w,v] = 1 for every v; open, with x[1][v] in the sum";
    pub ARCS_AND_STEPS: "arcs and steps",
        "the moves taken are those between the squares of successive steps",
        "x[i][v] ∧ x[i+1][w] → a[v,w]; x[i][v] ∧ a[v,w] → x[i+1][w]; x[i+1][w] ∧ a[v,w] → x[i][v]";
    pub ONE_DIRECTION: "one direction",
        "of a tour and its reverse one is a model",
        "x[1][v] → ⋁ {x[N][w] : w > v}; closed, x[2] instead of x[1], for the moves from the start";
    pub START: "start", "the tour starts here", "x[1][v]";
    pub END: "end", "the tour ends here", "x[N][v]";
}
