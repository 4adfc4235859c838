//! The options of a formula: its encoding, and the options of that encoding.

use anyhow::{Result, bail, ensure};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::prelude::{Style, TourSpec};
use knightsat_encoding::base::text::ParseError;
use knightsat_encoding::yes_no;
use knightsat_encoding::{Encoding, Name};
use serde_json::Value;

/// The options of a formula on the command line.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Formula")]
pub struct FormulaArgs {
    /// Encoding of the formula: position, order, lazy, …
    #[arg(
        long,
        long_help = all_encodings(),
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = encodings,
        conflicts_with = "textbook"
    )]
    encoding: Vec<Encodings>,
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
    pub no_shortcuts: bool,
    #[command(flatten)]
    given: Given,
}

/// The value of --encoding: one, all, or none for `auto`.
type Encodings = Vec<Name>;

fn encodings(text: &str) -> Result<Encodings, ParseError> {
    match text {
        "auto" => Ok(Vec::new()),
        "all" => Ok(Name::ALL.to_vec()),
        name => Ok(vec![name.parse()?]),
    }
}

fn all_encodings() -> String {
    let names = Name::ALL.iter().join(", ");
    format!(
        "Encoding of the formula: position, order, lazy, …\n\n{names} or auto: see \
         docs/encodings.md. Commands that compare formulas take several, separated by commas, or all."
    )
}

/// The options of encodings on the command line, with their values.
#[derive(Clone, Debug, Default)]
struct Given(Vec<(String, Value)>);

/// The option that accepts `all`.
const AMO: &str = "amo";
/// The value that selects all values.
const ALL: &str = "all";

impl Args for Given {
    /// Adds the options of all encodings, each once, after those of all formulas.
    fn augment_args(command: Command) -> Command {
        let of = |name: Name| name.augment_args(Command::new(""));
        let commands = Name::ALL.map(of);
        let all = commands.iter().flat_map(Command::get_arguments);
        let all = all.unique_by(|option| option.get_id()).cloned();
        let ordered = all.zip(100..);
        command.args(ordered.map(|(option, order)| plain(option).display_order(order)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Given::augment_args(command)
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Given, clap::Error> {
        let all = Name::ALL.map(|name| name.encoding().options());
        let given = matches.ids().filter_map(|id| {
            let (id, key) = (id.as_str(), id.as_str().replace('_', "-"));
            let is_option = all.iter().any(|options| options.contains_key(&key));
            if !is_option || matches.value_source(id) != Some(ValueSource::CommandLine) {
                return None;
            }
            let value = match matches.try_get_one::<bool>(id) {
                Ok(Some(&flag)) => flag.into(),
                _ => {
                    let values = matches.get_raw(id).into_iter().flatten();
                    Value::from(values.map(|value| value.to_string_lossy()).join(","))
                }
            };
            Some((key, value))
        });
        Ok(Given(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Given::from_arg_matches(matches)?;
        Ok(())
    }
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
        option = option.long_help(format!(
            "{help}\n\n{names} or auto. Commands that compare formulas also take all."
        ));
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
        match &self.encoding[..] {
            [] => Ok(self.textbook.then_some(Name::Textbook)),
            [names] if names.len() < 2 => Ok(names.first().copied()),
            _ => bail!("--encoding: name just one; sizes, check and compare take several"),
        }
    }

    /// Returns the named encodings, or `default`.
    fn names(&self, default: &[Name]) -> Vec<Name> {
        let named = self.encoding.iter().flat_map(|names| match &names[..] {
            [] => default,
            names => names,
        });
        match self.encoding[..] {
            [] if self.textbook => vec![Name::Textbook],
            [] => default.to_vec(),
            _ => named.copied().collect(),
        }
    }

    /// Returns the value of an option of an encoding, if it is on the command line.
    pub fn value(&self, key: &str) -> Option<&Value> {
        let given = self.given.0.iter().find(|(known, _)| known == key);
        given.map(|(_, value)| value)
    }

    /// Removes an option.
    pub fn remove(mut self, key: &str) -> FormulaArgs {
        self.given.0.retain(|(known, _)| known != key);
        self
    }

    /// Returns true if an encoding is named.
    pub fn is_named(&self) -> bool {
        self.textbook || !self.encoding.is_empty()
    }

    /// Returns true if any option is on the command line.
    pub fn any(&self) -> bool {
        self.first_given().is_some() || self.is_named()
    }

    /// Returns the first option on the command line besides the name of the encoding.
    pub fn first_given(&self) -> Option<String> {
        let no_shortcuts = || self.no_shortcuts.then(|| "--no-shortcuts".to_string());
        self.first().or_else(no_shortcuts)
    }

    /// Returns the first option on the command line that only a formula has: not the name of the
    /// encoding, and no option of the lazy engine.
    pub fn first(&self) -> Option<String> {
        let textbook = self.textbook.then_some("textbook");
        let three_cnf = self.three_cnf.map(|_| "three-cnf");
        let given = self.given.0.iter().map(|(key, _)| &key[..]);
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
        let (mut style, all) = (name.style(), self.encoding_of(name));
        style.three_cnf = self.three_cnf.unwrap_or(style.three_cnf);
        style.shortcuts = !self.no_shortcuts;
        for (key, value) in &self.given.0 {
            if all.has(key)
                && let Err(error) = style.set(key, value.clone())
            {
                bail!("--{key} {}: {error}", value.as_str().unwrap_or_default());
            }
        }
        Ok(style)
    }

    /// Returns an encoding with the values that it accepts. One option may exclude another.
    fn encoding_of(&self, name: Name) -> Encoding {
        let mut style = name.style();
        for (key, value) in &self.given.0 {
            // A wrong value is refused when it is set.
            let _ = style.set(key, value.clone());
        }
        style.encoding
    }

    /// Refuses an option that none of these encodings has.
    fn refuse_unused(&self, names: &[Name]) -> Result<()> {
        let encodings = names.iter().map(|&name| self.encoding_of(name));
        let encodings = encodings.collect_vec();
        for (key, _) in &self.given.0 {
            let applies = encodings.iter().any(|encoding| encoding.has(key));
            ensure!(applies, is_for(key, names));
        }
        Ok(())
    }

    /// Returns every selected style, for commands that compare several. An option applies to the
    /// encodings that have it, and each style occurs once. With `amo_all`, the default is every
    /// at-most-one encoding.
    pub fn styles(&self, default: &[Name], amo_all: bool) -> Result<Vec<Style>> {
        let names = self.names(default);
        let mut variants = vec![self.clone()];
        if self.value(AMO).map_or(amo_all, |amo| amo == ALL) {
            let with = |amo: Amo| {
                let mut variant = self.clone().remove(AMO);
                variant.given.0.push((AMO.into(), amo.name().into()));
                variant
            };
            variants = Amo::ALL.map(with).to_vec();
        }
        self.refuse_unused(&names)?;
        let pairs = names.iter().cartesian_product(&variants);
        let mut styles = Vec::new();
        for style in pairs.map(|(&name, variant)| variant.style_of(name)) {
            let style = style?;
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
    let others = Name::ALL.into_iter().filter(has).format(", ");
    let names = names.iter().format(", ");
    format!("--{option} is for --encoding {others}, not for {names}")
}

/// The shuffle of a formula.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Formula")]
pub struct ShuffleArgs {
    /// Rename the variables, and reorder clauses and literals, by this seed
    ///
    /// compare --shuffles uses the same seeds. A seed has the same effect on every machine; 0
    /// changes nothing. The formula is kept in memory, so large formulas are refused.
    #[arg(
        long = "shuffle",
        value_name = "SEED",
        default_value_t = 0,
        hide_default_value = true,
        hide_short_help = true
    )]
    pub seed: u64,
}

impl ShuffleArgs {
    /// Returns the style that these options define for a tour.
    pub fn style(self, formula: &FormulaArgs, tour: &TourSpec) -> Result<Style> {
        Ok(Style {
            shuffle: self.seed,
            ..formula.style(Name::for_tour(tour))?
        })
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
                given: Given(given),
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
