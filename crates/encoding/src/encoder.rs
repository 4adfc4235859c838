//! The trait of encodings, and the macro for their table.

use crate::meaning::Meaning;
use crate::{FormulaError, Name};
use itertools::Itertools;
use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::sink::{ClauseSink, Size};
use knightsat_cnf::{Lit, Model};
use knightsat_tour::Problem;
use knightsat_tour::rule::Atom;
use std::fmt::{self, Debug};
use std::str::FromStr;
use thiserror::Error;

/// The input of an encoding.
#[derive(Clone, Copy, Debug)]
pub struct Task<'p> {
    /// The problem.
    pub problem: &'p Problem,
    /// True if a single empty clause suffices when preprocessing finds that there is no tour.
    pub shortcuts: bool,
}

/// The variables of a problem, laid out: the only owner of their numbers.
pub trait Encoder: Debug + Send + Sync {
    /// Returns the number of variables that represent the tour; they come first.
    fn variables(&self) -> u32;

    /// Writes all clauses, always the same ones.
    fn encode(&self, sink: &mut dyn ClauseSink);

    /// Returns the vertex of every step in a model. The caller verifies the tour.
    fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError>;

    /// Returns the meaning of the variables, with clauses split to three literals or not.
    fn meaning(&self, three_cnf: bool) -> Meaning;

    /// Returns the size of every group by formula, with clauses split to three literals or not.
    /// Returns `None` if counting the clauses costs little.
    fn size(&self, _three_cnf: bool) -> Option<Vec<(&'static str, Size)>> {
        None
    }

    /// Returns the most clauses that are counted, if they are few.
    fn most_clauses(&self) -> Option<u64> {
        None
    }

    /// Returns, for each of these atoms of [rules](knightsat_tour::rule), the terms whose
    /// conjunction it is; `None` if the encoding has no variables for it. The default uses the
    /// meaning.
    fn terms(&self, problem: &Problem, atoms: &[Atom], three_cnf: bool) -> Vec<Option<Vec<Term>>> {
        self.meaning(three_cnf).terms(problem, atoms)
    }

    /// Returns the literals that are true where the tour is, for bits all of them.
    fn projection(&self) -> Vec<Lit> {
        let meaning = self.meaning(false);
        let lits = meaning.facts().iter().flat_map(|(_, lits)| lits);
        let mut lits: Vec<Lit> = lits.copied().collect();
        lits.sort_unstable();
        lits.dedup();
        lits
    }

    /// Returns true if several literals together represent the place of the tour, and not each by
    /// itself.
    fn are_bits(&self) -> bool {
        false
    }

    /// Returns the vertex of the first step, if it is given or chosen. It is needed even if the
    /// models do not fix the start of a closed tour.
    fn first(&self) -> Option<u32>;

    /// Returns true if every model is a tour.
    fn is_exact(&self) -> bool {
        true
    }

    /// Returns clauses that every tour satisfies and that exclude this model; none if it is a tour.
    fn cuts(&self, _model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        Ok(Vec::new())
    }

    /// Returns true if only one of a tour and its reverse is a model, though both are tours.
    fn is_one_direction(&self) -> bool {
        false
    }

    /// Returns true if a tour determines every variable.
    fn is_parsimonious(&self) -> bool {
        true
    }
}

/// Makes [`Name`] and `Encoding` from a table. Each line contains a summary, a variant and name,
/// the options, and the function that lays the encoding out with them.
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

            /// Lays out the variables for a problem.
            pub fn lay_out<'p>(&self, task: $crate::Task<'p>) -> Result<Box<dyn $crate::Encoder + 'p>, $crate::FormulaError> {
                match self {
                    $(Encoding::$variant(options) => $lay_out(*options, task),)*
                }
            }
        }
    };
}

pub(super) use encodings;

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
