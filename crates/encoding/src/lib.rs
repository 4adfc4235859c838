//! Encodings: a tour problem as clauses, and a model of the clauses as a sequence of vertices.
//!
//! ```
//! use knightsat_cnf::sink::Cnf;
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Crt.style())?;
//! let mut clauses = Cnf::default();
//! formula.encode(&mut clauses);
//! assert_eq!(clauses.size(), formula.total());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_cnf as cnf;
pub use knightsat_tour as tour;
pub use knightsat_tour::base;

pub mod binary;
mod blocks;
pub mod circuit;
pub mod counter;
mod elimination;
mod error;
pub mod flow;
mod formula;
pub mod formula_spec;
pub mod meaning;
pub mod options;
mod orbits;
mod order;
pub mod position;
pub mod rules;
mod shared_groups;
pub mod sizes;
pub mod successor;

use crate::base::json;
use itertools::Itertools;
use knightsat_tour::table::{self, Backend, Step};
use options::{SetError, map};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

pub use error::{FormulaError, literals};
pub use formula::{Encoder, Formula, Known, ModelProperties, Task};

/// Makes [`Name`] and `Encoding` from a table. Each line contains a summary, a variant and name,
/// the options, and the function that lays the encoding out with them. The last column is true if
/// the encoding can state a [circuit]: it has variables of arcs, and only cycles as models. The
/// [table of backends](knightsat_tour::table) has the problems that it supports.
macro_rules! encodings {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $options:ty, $lay_out:path, $is_circuit:literal;)*) => {
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

            /// Returns true if the encoding can state a [circuit].
            pub fn states_circuits(self) -> bool {
                match self {
                    $(Name::$variant => $is_circuit,)*
                }
            }

            /// Returns the encoding of this name with its default options.
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
                if let Some(by) = task.problem.block_paths() {
                    return blocks::lay_out(self, task, by);
                }
                match self {
                    $(Encoding::$variant(options) => $lay_out(*options, task),)*
                }
            }
        }
    };
}

// The table: each line has a variant and name, the options, the function that lays it out, and true
// if it can state a circuit.
encodings! {
    /// The square at each step, pruned and with redundant clauses
    Position "position" position::Options, position::lay_out, false;
    /// The textbook form of position, corrected
    Textbook "textbook" position::Textbook, position::textbook, false;
    /// Rank and file of every step in bits
    Binary "binary" binary::Options, binary::lay_out, false;
    /// Edges of the tour, and an order of the squares
    Order "order" successor::OnEither, order::lay_out, true;
    /// Arcs of the tour, and the position of every square, a variable each
    Distance "distance" successor::OnArcs, successor::distance::lay_out, true;
    /// Arcs, and the position of every square in binary
    Adder "adder" successor::OnArcs, counter::adder, true;
    /// Arcs, and the position of every square as the state of a shift register
    Lfsr "lfsr" successor::OnArcs, counter::lfsr, true;
    /// Arcs, and the position of every square modulo several numbers
    Crt "crt" options::CrtOptions, counter::crt, true;
    /// Arcs without a cycle, by eliminating the squares
    Elimination "elimination" successor::OnArcs, elimination::lay_out, true;
    /// Edges, two at every square, and cuts as they are needed: for boards of any size
    Lazy "lazy" successor::OnEither, successor::degree::lay_out, false;
}

impl Encoding {
    /// Lays out the variables for a problem. Fails if the encoding does not
    /// [support](knightsat_tour::table) it.
    pub fn lay_out(&self, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
        match table::reductions(task.problem, self.name().backend())?[..] {
            [Step::Orbits, ..] => orbits::lay_out(self, task),
            _ => self.lay_out_supported(task),
        }
    }
}

impl Name {
    /// Returns its row in the table of backends.
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

/// The text is not the name of an encoding.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{0}' is not an encoding: write one of {all}", all = Name::ALL.iter().join(", "))]
pub struct UnknownName(String);

impl FromStr for Name {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Name, UnknownName> {
        let named = Name::ALL.into_iter().find(|known| known.as_str() == name);
        named.ok_or_else(|| UnknownName(name.to_string()))
    }
}

/// The style of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", from = "StyleFields")]
pub struct Style {
    /// The encoding, with its options.
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
        ..Style::of(Encoding::Textbook(position::Textbook {}))
    };

    /// The default style.
    pub const DEFAULT: Style = Style::of(Encoding::Position(position::Options::DEFAULT));

    /// Returns the style of an encoding without split clauses.
    pub const fn of(encoding: Encoding) -> Style {
        Style {
            encoding,
            three_cnf: false,
            shortcuts: true,
            shuffle: 0,
        }
    }

    /// Returns the position encoding with these options, without split clauses.
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

impl Name {
    /// Returns the style of this name with its default options.
    pub fn style(self) -> Style {
        match self {
            Name::Textbook => Style::TEXTBOOK,
            name => Style::of(name.encoding()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
