//! Options of encodings: a struct each, in the encoding's own file, whose fields are all that need be
//! written down. From them come the options of the command line (clap), the comments of files and
//! what is read back from them (serde), and the words in tables.
//!
//! ```
//! use knightsat_encoding::Name;
//!
//! let mut style = Name::Crt.style();
//! style.set("modulus", "21")?;
//! assert!(style.set("hue", "blue").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use itertools::Itertools;
use knightsat_base::fields;
pub use knightsat_base::fields::{SetError, set};
use knightsat_tour::{Kind, Problem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The options of an encoding.
pub trait Settings: Copy + Default + PartialEq + Serialize + DeserializeOwned {
    /// Whether an option means anything beside the others: `amo` does not where there are edges.
    fn has(&self, _key: &str) -> bool {
        true
    }
}

/// Key and value of every option, by key; of those that are not set none.
pub fn entries<T: Settings>(options: &T) -> Vec<(String, String)> {
    fields::entries(options).into_iter().sorted().collect()
}

/// Whether there is such an option, and it means anything beside the others.
pub fn has<T: Settings>(options: &T, key: &str) -> bool {
    fields::has(options, key) && options.has(key)
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

/// How many of a tour and its reverse are models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// One of them for open tours with both ends free, which also halves the variables, otherwise both
    #[default]
    Auto,
    /// Only one of them, where the ends leave both possible
    One,
    /// Both of them
    Both,
}

impl Directions {
    /// Whether one of a tour and its reverse is to be ruled out.
    pub fn is_one(self, problem: &Problem) -> bool {
        let is_free = problem.start().is_none() && problem.end().is_none();
        match self {
            Directions::Auto => problem.kind() == Kind::Open && is_free,
            Directions::One => true,
            Directions::Both => false,
        }
    }
}
