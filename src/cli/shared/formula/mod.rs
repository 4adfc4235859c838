//! The options of a formula: which encoding, and what it lets one choose.

mod options;
mod parse;
mod shuffle;
mod styles;

pub use shuffle::ShuffleArgs;
pub use styles::is_for;

use crate::cli::shared::choices::EncodingChoice;
use anyhow::{Result, bail};
use clap::Args;
use itertools::Itertools;
use knightsat::encoding::Name;
use knightsat::encoding::options::yes_no;

/// What any encoding may be asked for.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Formula")]
struct Common {
    /// Which formula: position, order, lazy, …
    #[arg(
        long,
        long_help = all_encodings(),
        value_name = "NAME",
        value_delimiter = ',',
        conflicts_with = "textbook"
    )]
    encoding: Vec<EncodingChoice>,
    /// The textbook formula as published, corrected
    ///
    /// Nothing pruned, nothing redundant, pairwise at-most-one constraints, at most three literals a clause.
    #[arg(long)]
    textbook: bool,
    /// Split clauses to three literals (Tseytin)
    ///
    /// The default is yes for textbook, and no for all other encodings.
    #[arg(long, value_name = "yes|no", value_parser = yes_no, num_args = 0..=1, default_missing_value = "yes")]
    three_cnf: Option<bool>,
    /// The formula itself, whatever preparation knows
    ///
    /// Otherwise, where preparation finds that there is no tour, it is a single empty clause.
    #[arg(long, hide_short_help = true)]
    no_shortcuts: bool,
}

fn all_encodings() -> String {
    let names = Name::ALL.iter().join(", ");
    format!("Which formula: position, order, lazy, …\n\n{names} or auto: see docs/encodings.md.")
}

/// The formula that is asked for.
#[derive(Clone, Debug, Default)]
pub struct FormulaArgs {
    common: Common,
    /// Options of encodings that are given, with their values.
    given: Vec<(String, String)>,
}

/// The option that can be asked for in every way at once.
const AMO: &str = "amo";
/// What asks for that.
const ALL: &str = "all";

impl FormulaArgs {
    /// The encoding named, if there is just one.
    pub fn name(&self) -> Result<Option<Name>> {
        match self.common.encoding[..] {
            [] if self.common.textbook => Ok(Some(Name::Textbook)),
            [] | [EncodingChoice::Auto] => Ok(None),
            [EncodingChoice::One(name)] => Ok(Some(name)),
            _ => bail!("--encoding: name just one; sizes, check and compare take several"),
        }
    }

    /// The encodings named, `default` if there are none.
    pub fn names(&self, default: &[Name]) -> Vec<Name> {
        if self.common.textbook {
            return vec![Name::Textbook];
        }
        let mut names = Vec::new();
        for choice in &self.common.encoding {
            match choice {
                EncodingChoice::Auto => names.extend(default),
                EncodingChoice::All => names.extend(Name::ALL),
                EncodingChoice::One(name) => names.push(*name),
            }
        }
        if names.is_empty() {
            default.to_vec()
        } else {
            names
        }
    }

    /// What is given for an option of an encoding.
    pub fn value(&self, key: &str) -> Option<&str> {
        let mut given = self.given.iter().filter(|(known, _)| known == key);
        given.next().map(|(_, value)| &value[..])
    }

    /// The same formula without that option.
    pub fn without(mut self, key: &str) -> FormulaArgs {
        self.given.retain(|(known, _)| known != key);
        self
    }

    /// The first option given besides the name of the encoding.
    pub fn first_given(&self) -> Option<String> {
        let no_shortcuts = self.common.no_shortcuts;
        let no_shortcuts = no_shortcuts.then(|| "--no-shortcuts".to_string());
        self.first().or(no_shortcuts)
    }

    /// Whether an encoding is named.
    pub fn is_named(&self) -> bool {
        self.common.textbook || !self.common.encoding.is_empty()
    }

    /// Whether anything is asked for.
    pub fn any(&self) -> bool {
        self.first_given().is_some() || self.is_named()
    }

    /// Whether the formula itself is wanted, whatever is known of the board.
    pub fn no_shortcuts(&self) -> bool {
        self.common.no_shortcuts
    }

    /// The first option given that only a formula has: not the name of the encoding, nor one that the
    /// lazy engine takes as well.
    pub fn first(&self) -> Option<String> {
        let textbook = self.common.textbook.then_some("textbook");
        let three_cnf = self.common.three_cnf.map(|_| "three-cnf");
        let given = self.given.iter().map(|(key, _)| &key[..]);
        let mut all = textbook.into_iter().chain(given).chain(three_cnf);
        all.next().map(|key| format!("--{key}"))
    }
}
