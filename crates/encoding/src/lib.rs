//! Encodings: a tour problem as clauses, and a model of the clauses as a sequence of vertices.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_cnf as cnf;
//! #     pub use knightsat_encoding as encoding;
//! #     pub use knightsat_tour as tour;
//! # }
//! use knightsat::cnf::sink::Cnf;
//! use knightsat::encoding::{Formula, Name};
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::place::Place;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Crt.style())?;
//! let mut clauses = Cnf::default();
//! formula.encode(&mut clauses);
//! assert_eq!(clauses.size(), formula.total());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The options of encodings are a struct for each encoding or family. The fields of the struct
//! define the options of the command line (clap), the comments of files (serde, both ways), and the
//! words in tables.

pub use knightsat_cnf as cnf;
pub use knightsat_tour as tour;
pub use knightsat_tour::base;

mod binary;
mod blocks;
#[cfg(test)]
#[path = "../../../tests/common/cases.rs"]
mod cases;
pub mod circuit;
pub mod counter;
mod elimination;
mod error;
mod formula;
pub mod formula_spec;
pub mod meaning;
mod on_line;
mod orbits;
mod order;
pub mod position;
pub mod rules;
mod shared_groups;
pub mod sizes;
pub mod successor;

use crate::base::json;
use crate::base::text::{ParseError, one_of};
use knightsat_cnf::gadget::amo::{Amo, Amos, OneAmo};
use knightsat_tour::prepare::OneDirection;
use knightsat_tour::spec::TourSpec;
use knightsat_tour::table::{Backend, Step};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

pub use error::{FormulaError, literals};
pub use formula::{Encoder, Formula, Known, ModelProperties, Task};
pub use orbits::write_voltages;

/// Makes [`Name`] and `Encoding` from a table. Each line contains a summary, a variant and name,
/// the options, and the function that lays the encoding out with them. The
/// [table of backends](knightsat_tour::table) has the problems that it supports.
macro_rules! encodings {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $options:ty, $lay_out:path;)*) => {
        /// The name of an encoding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        #[non_exhaustive]
        pub enum Name {
            $($(#[doc = $doc])* $variant,)*
        }

        /// An encoding with its options.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "encoding", rename_all = "lowercase")]
        #[non_exhaustive]
        pub enum Encoding {
            $($(#[doc = $doc])* $variant($options),)*
        }

        impl Name {
            /// All encodings.
            pub const ALL: [Name; [$($name),*].len()] = [$(Name::$variant,)*];

            /// Returns the name in text.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Name::$variant => $name,)*
                }
            }

            /// Returns a summary in one line.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Name::$variant => concat!($($doc),*).trim_start(),)*
                }
            }

            /// Returns the encoding of this name with its default options.
            #[doc(hidden)]
            pub fn encoding(self) -> Encoding {
                match self {
                    $(Name::$variant => Encoding::$variant(Default::default()),)*
                }
            }

            /// Adds the options that the encoding has on the command line.
            #[cfg(feature = "clap")]
            pub fn augment_args(self, command: clap::Command) -> clap::Command {
                match self {
                    $(Name::$variant => <$options as clap::Args>::augment_args(command),)*
                }
            }
        }

        impl Encoding {
            /// Returns its name.
            pub const fn name(&self) -> Name {
                match self {
                    $(Encoding::$variant(_) => Name::$variant,)*
                }
            }

            /// Lays out the variables for a problem that the encoding supports without a reduction.
            fn lay_out_supported(
                &self,
                task: Task,
            ) -> Result<Box<dyn Encoder>, FormulaError> {
                match self {
                    $(Encoding::$variant(options) => $lay_out(*options, task),)*
                }
            }
        }
    };
}

// The table: each line has a variant and name, the options, and the function that lays it out.
encodings! {
    /// The square at each step, pruned and with redundant clauses
    Position "position" position::Options, position::lay_out;
    /// The textbook form of position, corrected
    Textbook "textbook" NoOptions, position::textbook;
    /// Rank and file of every step in bits
    Binary "binary" NoOptions, binary::lay_out;
    /// Edges of the tour, and an order of the squares
    Order "order" successor::OnEither, order::lay_out;
    /// Arcs of the tour, and the position of every square, a variable each
    Distance "distance" successor::OnArcs, successor::distance::lay_out;
    /// Arcs, and the position of every square in binary
    Adder "adder" successor::OnArcs, counter::adder;
    /// Arcs, and the position of every square as the state of a shift register
    Lfsr "lfsr" successor::OnArcs, counter::lfsr;
    /// Arcs, and the position of every square modulo several numbers
    Crt "crt" CrtOptions, counter::crt;
    /// Arcs without a cycle, by eliminating the squares
    Elimination "elimination" successor::OnArcs, elimination::lay_out;
    /// Edges, two at every square, and cuts as they are needed: for boards of any size
    Lazy "lazy" successor::OnEither, successor::degrees;
}

impl Encoding {
    /// Lays out the variables for a problem, which is lowered for the encoding.
    pub fn lay_out(&self, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
        match task.lowered.step() {
            Some(Step::Chain) => blocks::lay_out(self, task),
            Some(_) => orbits::lay_out(self, task),
            None => self.lay_out_supported(task),
        }
    }

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

impl Name {
    /// Returns the style of this name with its default options.
    pub fn style(self) -> Style {
        match self {
            Name::Textbook => Style::TEXTBOOK,
            name => Style::of(name.encoding()),
        }
    }

    /// Returns the encoding to use for a tour, unless a user names another one.
    pub fn for_tour(tour: &TourSpec) -> Name {
        match tour.blocks {
            Some(_) => Name::Elimination,
            None => Name::Position,
        }
    }

    /// Returns its row in the table of backends.
    #[doc(hidden)]
    pub fn backend(self) -> Backend {
        let row = Backend::named("encoding", self.as_str());
        row.expect("the table of backends has a row for every encoding")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Name {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Name, ParseError> {
        one_of(Name::ALL, "an encoding", name)
    }
}

/// The style of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", from = "StyleFields")]
pub struct Style {
    /// The encoding, with its options.
    #[doc(hidden)]
    #[serde(flatten)]
    pub encoding: Encoding,
    /// Split clauses of more than three literals.
    pub three_cnf: bool,
    /// Write a single empty clause if preprocessing shows that no tour exists. Without it the
    /// formula is written as if without preprocessing.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub shortcuts: bool,
    /// The seed of the [shuffle](knightsat_cnf::shuffle) of variables, clauses and literals. With 0
    /// the formula is not shuffled.
    #[serde(skip_serializing_if = "is_zero")]
    pub shuffle: u64,
}

/// A style in a file: missing fields are those of the encoding.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct StyleFields {
    #[serde(flatten)]
    encoding: Encoding,
    three_cnf: Option<bool>,
    shortcuts: Option<bool>,
    #[serde(default)]
    shuffle: u64,
}

impl From<StyleFields> for Style {
    fn from(given: StyleFields) -> Style {
        let plain = given.encoding.name().style();
        Style {
            encoding: given.encoding,
            three_cnf: given.three_cnf.unwrap_or(plain.three_cnf),
            shortcuts: given.shortcuts.unwrap_or(plain.shortcuts),
            shuffle: given.shuffle,
        }
    }
}

fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

impl Style {
    /// The textbook formula, split to three literals a clause.
    pub const TEXTBOOK: Style = Style {
        three_cnf: true,
        ..Style::of(Encoding::Textbook(NoOptions {}))
    };

    /// The default style.
    pub const DEFAULT: Style = Style::of(Encoding::Position(position::Options::DEFAULT));

    /// Returns the style of an encoding without split clauses.
    #[doc(hidden)]
    pub const fn of(encoding: Encoding) -> Style {
        Style {
            encoding,
            three_cnf: false,
            shortcuts: true,
            shuffle: 0,
        }
    }

    /// Returns the position encoding with these options, without split clauses.
    #[doc(hidden)]
    pub const fn position(options: position::Options) -> Style {
        Style::of(Encoding::Position(options))
    }

    /// Returns the name of the encoding.
    pub fn name(&self) -> Name {
        self.encoding.name()
    }

    /// Returns its at-most-one encodings: one, two with a comma, or empty if there is no choice.
    pub fn amo(&self) -> String {
        match self.encoding.options().get("amo") {
            Some(Value::String(amo)) if self.encoding.has("amo") => amo.clone(),
            _ => String::new(),
        }
    }

    /// Returns the other options that differ from the default, in a word or two.
    pub fn options(&self) -> String {
        let plain = self.name().style().pairs();
        let pairs = self
            .pairs()
            .into_iter()
            .filter(|pair| pair.0 != "amo" && !plain.contains(pair));
        let words = pairs.filter_map(|(key, value)| match value {
            Value::Null => None,
            Value::Bool(true) => Some(key),
            Value::Bool(false) => Some(format!("no {key}")),
            Value::String(word) => Some(format!("{key} {word}")),
            value => Some(format!("{key} {value}")),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns keys and values, those of the encoding first.
    fn pairs(&self) -> Vec<(String, Value)> {
        let own = [
            ("three-cnf", self.three_cnf.into()),
            ("shortcuts", self.shortcuts.into()),
            ("shuffle", self.shuffle.into()),
        ]
        .map(|(key, value)| (key.to_string(), value));
        self.encoding.options().into_iter().chain(own).collect()
    }

    /// Sets a field or an option of the encoding; a new encoding comes with its own options.
    ///
    /// ```
    /// # mod knightsat { pub use knightsat_encoding as encoding; }
    /// use knightsat::encoding::Name;
    ///
    /// let mut style = Name::Crt.style();
    /// style.set("modulus", 21)?;
    /// assert!(style.set("hue", "blue").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> Result<(), SetError> {
        let mut fields = match key {
            "encoding" => Default::default(),
            _ if self.pairs().iter().any(|(known, _)| known == key) => map(self),
            _ => return Err(SetError::Unknown(key.into())),
        };
        fields.insert(key.into(), value.into());
        let read = json::convert(Value::from(fields));
        *self = read.map_err(|misfit| SetError::Value(misfit.to_string()))?;
        Ok(())
    }
}

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
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "NAME", default_value = "auto")
    )]
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
    /// At-most-one encoding [default: auto, and all in check]
    ///
    /// Position accepts two, separated by a comma: for squares per step, and for steps per square.
    #[cfg_attr(
        feature = "clap",
        arg(
            long,
            value_name = "NAME",
            default_value = "auto",
            hide_short_help = true
        )
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

/// The options of encodings that have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct NoOptions {}

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

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "clap")]
    use clap::{Args, Command, FromArgMatches};
    use serde_json::json;

    #[cfg(feature = "clap")]
    #[test]
    fn the_command_line_has_the_default_at_most_one_encodings() {
        fn read<O: Args + FromArgMatches>() -> O {
            let mut matches = O::augment_args(Command::new("")).get_matches_from([""]);
            O::from_arg_matches_mut(&mut matches).unwrap()
        }
        assert_eq!(read::<OnArcs>(), OnArcs::default());
        assert_eq!(read::<PositionOptions>().amo, Amos::default());
    }

    #[test]
    fn the_encoding_decides_whether_clauses_are_split_unless_the_style_does() {
        for name in Name::ALL {
            let read = |style| serde_json::from_value::<Style>(style).unwrap();
            assert_eq!(read(json!({"encoding": name})), name.style());
            for is_split in [true, false] {
                let style = read(json!({"encoding": name, "three-cnf": is_split}));
                assert_eq!(style.three_cnf, is_split, "{name}");
            }
        }
    }
}
