//! The options of a formula: its encoding, and the options of that encoding.

use anyhow::{Result, bail, ensure};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::encoding::{Name, UnknownName};
use knightsat::prelude::Style;
use knightsat_encoding::yes_no;
use serde_json::Value;
use std::str::FromStr;

/// The options of all encodings.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Formula")]
struct Common {
    /// Encoding of the formula: position, order, lazy, …
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
    /// It has no pruning and no redundant clauses. At-most-one constraints are pairwise, and
    /// clauses have at most three literals.
    #[arg(long)]
    textbook: bool,
    /// Split clauses to three literals (Tseytin)
    ///
    /// The default is yes for textbook, and no for all other encodings.
    #[arg(long, value_name = "yes|no", value_parser = yes_no, num_args = 0..=1, default_missing_value = "yes")]
    three_cnf: Option<bool>,
    /// Write the formula even if preprocessing decides it
    ///
    /// By default, the formula is a single empty clause if preprocessing shows that there is no
    /// tour.
    #[arg(long, hide_short_help = true)]
    no_shortcuts: bool,
}

fn all_encodings() -> String {
    let names = Name::ALL.iter().join(", ");
    format!("Which formula: position, order, lazy, …\n\n{names} or auto: see docs/encodings.md.")
}

/// The options of a formula on the command line.
#[derive(Clone, Debug, Default)]
pub struct FormulaArgs {
    common: Common,
    /// The options of encodings on the command line, with their values.
    given: Vec<(String, Value)>,
}

/// The option that accepts `all`.
const AMO: &str = "amo";
/// The value that selects all values.
const ALL: &str = "all";

impl Args for FormulaArgs {
    fn augment_args(command: Command) -> Command {
        Common::augment_args(command).args(options())
    }

    fn augment_args_for_update(command: Command) -> Command {
        FormulaArgs::augment_args(command)
    }
}

impl FromArgMatches for FormulaArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FormulaArgs, clap::Error> {
        let mut args = FormulaArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.common = Common::from_arg_matches(matches)?;
        for option in options() {
            let id = option.get_id().as_str();
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let value = match matches.try_get_one::<bool>(id) {
                Ok(Some(&flag)) => flag.into(),
                _ => {
                    let values = matches.get_raw(id).into_iter().flatten();
                    Value::from(values.map(|value| value.to_string_lossy()).join(","))
                }
            };
            let key = option.get_long().unwrap_or_default().to_string();
            self.given.push((key, value));
        }
        Ok(())
    }
}

/// Returns the options of all encodings, each once, after those of `Common`.
fn options() -> Vec<Arg> {
    let of = |name: Name| name.augment_args(Command::new(""));
    let commands = Name::ALL.map(of);
    let all = commands.iter().flat_map(Command::get_arguments);
    let all = all.unique_by(|option| option.get_id()).cloned();
    let ordered = all.zip(100..);
    let ordered = ordered.map(|(option, order)| plain(option).display_order(order));
    ordered.collect()
}

/// Makes --encoding the option of a command that compares several formulas.
pub fn several_encodings(arg: Arg) -> Arg {
    let names = Name::ALL.iter().join(", ");
    arg.value_name("NAMES")
        .help("Which formulas: position, order, lazy, …, or all")
        .long_help(format!(
            "Which formulas\n\n{names} or auto: one, several separated by commas, or all. See \
             docs/encodings.md"
        ))
}

/// Makes --amo the option of a command that compares several formulas. The default is `default`.
pub fn several_amos(arg: Arg, default: &str) -> Arg {
    let help = format!("At-most-one encoding, or all [default: {default}]");
    let all = Amo::NAMES.join(", ");
    let more = format!(
        "{all}, auto or all. Or two separated by a comma: for squares per step, and for steps per square"
    );
    arg.help(&help).long_help(format!("{help}\n\n{more}"))
}

/// Makes an option whose encoding parses the value, unless it is one of a few.
fn plain(option: Arg) -> Arg {
    let takes_value = option.get_action().takes_values();
    let is_free = takes_value && option.get_possible_values().is_empty();
    let is_free = is_free && option.get_value_parser().type_id() != std::any::TypeId::of::<bool>();
    let mut option = option
        .help_heading("Formula")
        .conflicts_with("textbook")
        .hide_default_value(takes_value);
    if option.get_id() == AMO {
        let help = option.get_long_help().or(option.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        let names = Amo::NAMES.join(", ");
        option = option.long_help(format!("{help}\n\n{names} or auto."));
    }
    if is_free {
        option.value_parser(clap::value_parser!(String))
    } else {
        option
    }
}

impl FormulaArgs {
    /// Returns the encoding, if exactly one is named.
    pub fn name(&self) -> Result<Option<Name>> {
        match self.common.encoding[..] {
            [] if self.common.textbook => Ok(Some(Name::Textbook)),
            [] | [EncodingChoice::Auto] => Ok(None),
            [EncodingChoice::One(name)] => Ok(Some(name)),
            _ => bail!("--encoding: name just one; sizes, check and compare take several"),
        }
    }

    /// Returns the named encodings, or `default`.
    fn names(&self, default: &[Name]) -> Vec<Name> {
        if self.common.textbook {
            return vec![Name::Textbook];
        }
        if self.common.encoding.is_empty() {
            return default.to_vec();
        }
        let names = self.common.encoding.iter().flat_map(|choice| match choice {
            EncodingChoice::Auto => default,
            EncodingChoice::All => &Name::ALL,
            EncodingChoice::One(name) => std::slice::from_ref(name),
        });
        names.copied().collect()
    }

    /// Returns the value of an option of an encoding, if it is on the command line.
    pub fn value(&self, key: &str) -> Option<&Value> {
        let given = self.given.iter().find(|(known, _)| known == key);
        given.map(|(_, value)| value)
    }

    /// Removes an option.
    pub fn remove(mut self, key: &str) -> FormulaArgs {
        self.given.retain(|(known, _)| known != key);
        self
    }

    /// Returns true if an encoding is named.
    pub fn is_named(&self) -> bool {
        self.common.textbook || !self.common.encoding.is_empty()
    }

    /// Returns true if any option is on the command line.
    pub fn any(&self) -> bool {
        self.first_given().is_some() || self.is_named()
    }

    /// Returns true if preparation must not replace the formula.
    pub fn no_shortcuts(&self) -> bool {
        self.common.no_shortcuts
    }

    /// Returns the first option on the command line besides the name of the encoding.
    pub fn first_given(&self) -> Option<String> {
        let no_shortcuts = self.common.no_shortcuts;
        let no_shortcuts = no_shortcuts.then(|| "--no-shortcuts".to_string());
        self.first().or(no_shortcuts)
    }

    /// Returns the first option on the command line that only a formula has: not the name of the
    /// encoding, and no option of the lazy engine.
    pub fn first(&self) -> Option<String> {
        let textbook = self.common.textbook.then_some("textbook");
        let three_cnf = self.common.three_cnf.map(|_| "three-cnf");
        let given = self.given.iter().map(|(key, _)| &key[..]);
        let mut all = textbook.into_iter().chain(given).chain(three_cnf);
        all.next().map(|key| format!("--{key}"))
    }

    /// Returns the style that the options define, with `default` if no encoding is named. Refuses
    /// options that the encoding does not have.
    pub fn style(&self, default: Name) -> Result<Style> {
        let name = self.name()?.unwrap_or(default);
        if self.value(AMO).is_some_and(|amo| amo == ALL) {
            bail!("--amo all is for sizes, check and compare: name one encoding, or two");
        }
        self.refuse_unused(&[name])?;
        self.style_of(name)
    }

    /// Returns the style of an encoding with those options on the command line that it has.
    fn style_of(&self, name: Name) -> Result<Style> {
        let mut style = name.style();
        style.three_cnf = self.common.three_cnf.unwrap_or(style.three_cnf);
        style.shortcuts = !self.common.no_shortcuts;
        for (key, value) in &self.given {
            if self.applies(name, key)
                && let Err(error) = style.set(key, value.clone())
            {
                bail!("--{key} {}: {error}", value.as_str().unwrap_or_default());
            }
        }
        Ok(style)
    }

    /// Returns true if an encoding has an option beside the others on the command line, which may
    /// exclude it.
    fn applies(&self, name: Name, key: &str) -> bool {
        let mut style = name.style();
        for (other, value) in self.given.iter().filter(|(other, _)| other != key) {
            // A wrong value is refused when it is set.
            let _ = style.set(other, value.clone());
        }
        style.encoding.has(key)
    }

    /// Refuses an option that none of these encodings has.
    fn refuse_unused(&self, names: &[Name]) -> Result<()> {
        for (key, _) in &self.given {
            let applies = names.iter().any(|&name| self.applies(name, key));
            ensure!(applies, is_for(key, names));
        }
        Ok(())
    }

    /// Returns every selected style, for commands that compare several. An option applies to the
    /// encodings that have it, and each style occurs once. With `amo_all`, the default is every
    /// at-most-one encoding.
    pub fn styles(&self, default: &[Name], amo_all: bool) -> Result<Vec<Style>> {
        let names = self.names(default);
        let each = self.value(AMO).map_or(amo_all, |amo| amo == ALL);
        let variants = if each {
            let with = |amo: Amo| {
                let mut variant = self.clone().remove(AMO);
                variant.given.insert(0, (AMO.into(), amo.name().into()));
                variant
            };
            Amo::ALL.map(with).to_vec()
        } else {
            vec![self.clone()]
        };
        self.refuse_unused(&names)?;
        let mut styles = Vec::new();
        for (&name, variant) in names.iter().cartesian_product(&variants) {
            let style = variant.style_of(name)?;
            if !styles.contains(&style) {
                styles.push(style);
            }
        }
        Ok(styles)
    }
}

/// Explains that an option is for other encodings than these.
pub fn is_for(option: &str, names: &[Name]) -> String {
    let has = |name: &Name| name.encoding().has(option);
    let others = Name::ALL.into_iter().filter(has).map(Name::as_str);
    let others = others.collect_vec();
    let others = match &others[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => others.concat(),
    };
    let names = names.iter().format(", ");
    format!("--{option} is for --encoding {others}, not for {names}")
}

/// The choice of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EncodingChoice {
    /// The best for the other options: lazy if possible, else position.
    Auto,
    /// This one.
    One(Name),
    /// Each in turn, for commands that compare several.
    All,
}

impl FromStr for EncodingChoice {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<EncodingChoice, UnknownName> {
        match text {
            "auto" => Ok(EncodingChoice::Auto),
            "all" => Ok(EncodingChoice::All),
            name => name.parse().map(EncodingChoice::One),
        }
    }
}

/// The shuffle of a formula.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Formula")]
pub struct ShuffleArgs {
    /// Rename the variables, and reorder clauses and literals, by this seed
    ///
    /// compare --shuffles uses the same seeds. A seed has the same effect on every machine; 0
    /// changes nothing. The formula is kept in memory, so large formulas are refused.
    #[arg(long, value_name = "SEED", hide_short_help = true)]
    shuffle: Option<u64>,
}

impl ShuffleArgs {
    /// Adds this shuffle to the style.
    pub fn apply(self, style: Style) -> Style {
        let shuffle = self.shuffle.unwrap_or_default();
        Style { shuffle, ..style }
    }

    /// Returns true if the formula is shuffled.
    pub fn any(self) -> bool {
        self.shuffle.is_some_and(|seed| seed != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_the_same_effect_in_every_order() {
        let edges: (String, Value) = ("variables".into(), "edges".into());
        let amo: (String, Value) = (AMO.into(), "pairwise".into());
        let styles = |given: &[&(String, Value)]| {
            let given = given.iter().map(|&option| option.clone()).collect();
            let args = FormulaArgs {
                given,
                ..FormulaArgs::default()
            };
            Name::ALL.map(|name| args.style_of(name).unwrap())
        };
        let both = styles(&[&edges, &amo]);
        assert_eq!(both, styles(&[&amo, &edges]));
        // Where variables are edges, nothing is at most one of several arcs.
        let alone = styles(&[&edges]);
        let pairs = both.iter().zip(&alone);
        let mut of_edges = pairs.filter(|(_, alone)| alone.encoding.has("variables"));
        assert!(of_edges.clone().count() > 0);
        assert!(of_edges.all(|(both, alone)| both == alone));
    }
}
