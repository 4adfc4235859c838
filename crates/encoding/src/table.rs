//! What the table of encodings is made into.

use super::Name;
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Makes [`Name`] and `Encoding` from a table: what it is, its variant and name, its options, and the
/// function that lays it out with them.
macro_rules! encodings {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $options:ty, $lay_out:path;)*) => {
        /// The name of an encoding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Name {
            $($(#[doc = $doc])* $variant,)*
        }

        /// An encoding with its options.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Encoding {
            $($(#[doc = $doc])* $variant($options),)*
        }

        impl Name {
            /// All of them.
            pub const ALL: [Name; [$($name),*].len()] = [$(Name::$variant,)*];

            /// The name as it is written.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Name::$variant => $name,)*
                }
            }

            /// What it is, in a line.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Name::$variant => concat!($($doc),*).trim_start(),)*
                }
            }

            /// The encoding of this name, nothing else asked for.
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
            /// Its name.
            pub const fn name(&self) -> Name {
                match self {
                    $(Encoding::$variant(_) => Name::$variant,)*
                }
            }

            /// Key and value of every option, by key.
            pub fn entries(&self) -> Vec<(String, String)> {
                match self {
                    $(Encoding::$variant(options) => $crate::options::entries(options),)*
                }
            }

            /// Sets an option to what a text says.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), $crate::options::SetError> {
                match self {
                    $(Encoding::$variant(options) => $crate::options::set(options, key, value),)*
                }
            }

            /// Whether there is such an option, and it means anything beside the others.
            pub fn has(&self, key: &str) -> bool {
                match self {
                    $(Encoding::$variant(options) => $crate::options::has(options, key),)*
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

/// Not the name of an encoding.
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
