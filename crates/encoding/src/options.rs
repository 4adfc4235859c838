//! Options of encodings: a struct for each encoding or family. The fields of the struct
//! define the options of the command line (clap), the comments of files (serde, both ways), and the
//! words in tables.
//!
//! ```
//! use knightsat_encoding::Name;
//!
//! let mut style = Name::Crt.style();
//! style.set("modulus", 21)?;
//! assert!(style.set("hue", "blue").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::Encoding;
use knightsat_cnf::gadget::amo::{Amo, Amos, OneAmo};
use knightsat_tour::prepare::OneDirection;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// An error of an option.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// The option does not exist.
    #[error("has no option '{0}'")]
    Unknown(String),
    /// The option does not accept the value, with the reason.
    #[error("{0}")]
    Value(String),
}

impl Encoding {
    /// Returns the options with their values, by key, `null` if they are not set.
    pub fn options(&self) -> Map<String, Value> {
        let mut options = map(self);
        options.remove("encoding");
        options
    }

    /// Returns true if the encoding has this option, and it has an effect with the others: `amo`
    /// has no effect on edges.
    pub fn has(&self, key: &str) -> bool {
        let options = self.options();
        let is_on_edges = options.get("variables").is_some_and(|kind| kind == "edges");
        options.contains_key(key) && !(is_on_edges && ["amo", "directions"].contains(&key))
    }
}

/// Returns the fields of a struct.
pub(crate) fn map(fields: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(fields) {
        Ok(Value::Object(map)) => map,
        other => panic!("not a struct: {other:?}"),
    }
}

/// Reads yes or no.
#[cfg(feature = "clap")]
pub fn yes_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".into()),
    }
}

/// The number of models of a tour and its reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// One of them for open tours with both ends free, which halves the variables; otherwise both
    #[default]
    Auto,
    /// Only one of them, if the ends permit both
    One,
    /// Both of them
    Both,
}

impl Directions {
    /// Returns them as the preparation of a problem has them.
    pub fn wanted(self) -> OneDirection {
        match self {
            Directions::Auto => OneDirection::OfFreePaths,
            Directions::One => OneDirection::Always,
            Directions::Both => OneDirection::Never,
        }
    }
}

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

/// The options of the position encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct PositionOptions {
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
    /// Without it there is one model for each direction, with any [`PositionOptions::directions`].
    #[cfg_attr(feature = "clap", arg(skip))]
    pub prune: bool,
    /// Redundant clauses: every square is visited at some step.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub square_at_least_one: bool,
}

impl PositionOptions {
    /// The textbook formula: nothing pruned, nothing redundant.
    pub const TEXTBOOK: PositionOptions = PositionOptions {
        amo: Amos::both(Amo::Pairwise),
        arcs: false,
        directions: Directions::Both,
        negate: false,
        predecessors: false,
        prune: false,
        square_at_least_one: false,
    };

    /// The default options.
    pub const DEFAULT: PositionOptions = PositionOptions {
        amo: Amos::both(Amo::Product),
        arcs: true,
        directions: Directions::Auto,
        negate: false,
        predecessors: true,
        prune: true,
        square_at_least_one: true,
    };
}

impl Default for PositionOptions {
    fn default() -> PositionOptions {
        PositionOptions::DEFAULT
    }
}

/// The textbook formula, which has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Textbook {}

/// The options of the binary encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct BinaryOptions {
    /// Clauses of binary that keep squares from being visited twice [default: pairwise]
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub different: Different,
    /// Forbid vertices at impossible steps: too far from a fixed end, or of the wrong colour. A
    /// closed tour without a fixed end then starts on the first vertex of least degree. If a cheap
    /// reason rules every tour out, the formula is a single empty clause.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub prune: bool,
}

impl BinaryOptions {
    /// The default options.
    pub const DEFAULT: BinaryOptions = BinaryOptions {
        different: Different::Pairwise,
        prune: true,
    };
}

impl Default for BinaryOptions {
    fn default() -> BinaryOptions {
        BinaryOptions::DEFAULT
    }
}

/// The clauses that keep steps on different vertices.
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
    /// Both kinds.
    pub const ALL: [Different; 2] = [Different::Pairwise, Different::Selector];
}

/// The options of crt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct CrtOptions {
    /// The options of every encoding on arcs.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub arcs: OnArcs,
    /// Count modulo this product of 3, 5, 7, 31, 127 and a power of two, with crt [default: exact]
    ///
    /// If the product is too small to be exact, some models have several cycles; solve adds a cut
    /// for each such model.
    #[cfg_attr(feature = "clap", arg(long, value_name = "PRODUCT"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    #[serde(deserialize_with = "modulus")]
    pub modulus: Option<u64>,
}

/// Reads a modulus, also as text; `exact` selects one that suits the problem.
fn modulus<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let modulus = match Value::deserialize(deserializer)? {
        Value::Null => return Ok(None),
        Value::String(word) if word == "exact" => return Ok(None),
        Value::String(word) => word.parse().ok(),
        value => value.as_u64(),
    };
    let wanted = || D::Error::custom("write a product such as 21, or exact");
    modulus.map(Some).ok_or_else(wanted)
}
