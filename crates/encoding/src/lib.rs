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
//! The file of an encoding declares its [options](Options). They define the options of the command
//! line (clap), the comments of files (serde), and the words in tables.

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
mod encoder;
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
mod style;
pub mod successor;

use crate::base::text::{ParseError, one_of};
use knightsat_tour::spec::TourSpec;
use knightsat_tour::table::{Backend, Step};
use std::fmt;
use std::str::FromStr;

pub use encoder::{Encoder, Known, ModelProperties, Task};
pub use error::{FormulaError, literals};
pub use formula::Formula;
pub use knightsat_tour::prepare::Directions;
pub use orbits::write_voltages;
#[cfg(feature = "clap")]
pub use style::yes_no;
pub use style::{Options, SetError, Style};
pub(crate) use style::{map, set_fields};
pub use successor::Variables;

/// Makes [`Name`] from a table. Each line contains a summary, a variant and name, the function that
/// returns its options with their defaults, and that which lays the encoding out with them. The
/// [table of backends](knightsat_tour::table) has the problems that it supports.
macro_rules! encodings {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $options:path, $lay_out:path;)*) => {
        /// The name of an encoding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        #[non_exhaustive]
        pub enum Name {
            $($(#[doc = $doc])* $variant,)*
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

            /// Returns the options of the encoding with their defaults.
            #[doc(hidden)]
            pub fn options(self) -> Options {
                match self {
                    $(Name::$variant => $options(),)*
                }
            }

            /// Lays out the variables for a problem that the encoding supports without a reduction.
            fn lay_out_supported(
                self,
                options: Options,
                task: Task,
            ) -> Result<Box<dyn Encoder>, FormulaError> {
                match self {
                    $(Name::$variant => $lay_out(options, task),)*
                }
            }
        }
    };
}

// The table: each line has a variant and name, the options, and the function that lays it out.
encodings! {
    /// The square at each step, pruned and with redundant clauses
    Position "position" position::options, position::lay_out;
    /// The textbook form of position, corrected
    Textbook "textbook" Options::default, position::textbook;
    /// Rank and file of every step in bits
    Binary "binary" Options::default, binary::lay_out;
    /// Edges of the tour, and an order of the squares
    Order "order" successor::options_on_either, order::lay_out;
    /// Arcs of the tour, and the position of every square, a variable each
    Distance "distance" successor::options_on_arcs, successor::distance::lay_out;
    /// Arcs, and the position of every square in binary
    Adder "adder" successor::options_on_arcs, counter::adder;
    /// Arcs, and the position of every square as the state of a shift register
    Lfsr "lfsr" successor::options_on_arcs, counter::lfsr;
    /// Arcs, and the position of every square modulo several numbers
    Crt "crt" counter::options_of_crt, counter::crt;
    /// Arcs without a cycle, by eliminating the squares
    Elimination "elimination" successor::options_on_arcs, elimination::lay_out;
    /// Edges, two at every square, and cuts as they are needed: for boards of any size
    Lazy "lazy" successor::options_on_either, successor::degrees;
}

impl Name {
    /// Lays out the variables for a problem, which is lowered for the encoding.
    pub(crate) fn lay_out(
        self,
        options: Options,
        task: Task,
    ) -> Result<Box<dyn Encoder>, FormulaError> {
        match task.lowered.step() {
            Some(Step::Chain) => blocks::lay_out(self, options, task),
            Some(_) => orbits::lay_out(self, options, task),
            None => self.lay_out_supported(options, task),
        }
    }

    /// Returns the style of this name with its default options.
    pub fn style(self) -> Style {
        Style {
            name: self,
            options: self.options(),
            three_cnf: matches!(self, Name::Textbook),
            shortcuts: true,
            shuffle: 0,
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
