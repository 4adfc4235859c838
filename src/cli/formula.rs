//! The options of a formula: which encoding, and what it lets one choose.

use super::choices::EncodingChoice;
use anyhow::{Result, anyhow, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::encoding::{Name, Style};

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
    #[arg(long)]
    three_cnf: bool,
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

/// The options of all encodings, each once.
fn options() -> Vec<Arg> {
    let of = |name: Name| {
        name.augment_args(Command::new(""))
            .get_arguments()
            .cloned()
            .collect_vec()
    };
    let all = Name::ALL.into_iter().flat_map(of);
    let all = all.unique_by(|option| option.get_id().clone()).map(plain);
    // After those of all encodings.
    let ordered = all.zip(100..);
    ordered
        .map(|(option, order)| option.display_order(order))
        .collect()
}

/// An option whose value, unless it is one of a few, is read by the encoding that it is for.
fn plain(option: Arg) -> Arg {
    let takes_value = option.get_action().takes_values();
    let is_free = takes_value && option.get_possible_values().is_empty();
    let option = option.help_heading("Formula").conflicts_with("textbook");
    let option = match option.get_id() == AMO {
        true => with_names(option),
        false => option,
    };
    match is_free {
        true => option
            .value_parser(clap::value_parser!(String))
            .hide_default_value(true),
        false => option.hide_default_value(takes_value),
    }
}

/// The option with the names that there are.
fn with_names(option: Arg) -> Arg {
    let help = option.get_long_help().or(option.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let names = Amo::ALL.iter().join(", ");
    option.long_help(format!("{help}\n\n{names} or auto."))
}

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
        let is_given = |option: &Arg| {
            let source = matches.value_source(option.get_id().as_str());
            source == Some(ValueSource::CommandLine)
        };
        for option in options().into_iter().filter(is_given) {
            let value = match option.get_action() {
                ArgAction::SetTrue => "yes".into(),
                _ => {
                    let values = matches
                        .get_raw(option.get_id().as_str())
                        .into_iter()
                        .flatten();
                    values.map(|value| value.to_string_lossy()).join(",")
                }
            };
            let key = option.get_long().unwrap_or_default().to_string();
            self.given.push((key, value));
        }
        Ok(())
    }
}

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
        match names.is_empty() {
            true => default.to_vec(),
            false => names,
        }
    }

    /// The style that the options name, `default` if no encoding is named. An option that the encoding
    /// does not have is refused.
    pub fn style(&self, default: Name) -> Result<Style> {
        let name = self.name()?.unwrap_or(default);
        if self.given.contains(&(AMO.into(), ALL.into())) {
            bail!("--amo all is for sizes, check and compare: name one encoding, or two");
        }
        let (style, unused) = self.style_of(name, &self.given)?;
        refuse(unused, name)?;
        Ok(style)
    }

    /// The style of an encoding with these options, and the first of them that it does not have.
    fn style_of<'g>(
        &self,
        name: Name,
        given: &'g [(String, String)],
    ) -> Result<(Style, Option<&'g str>)> {
        let mut style = name.style();
        style.three_cnf |= self.common.three_cnf;
        style.shortcuts = !self.common.no_shortcuts;
        let mut unused = None;
        // Those that others depend on come last in the alphabet, and first here.
        for (key, value) in given.iter().rev() {
            if !style.encoding.has(key) {
                unused = Some(&key[..]);
            } else if let Err(error) = style.encoding.set(key, value) {
                bail!("--{key} {value}: {error}");
            }
        }
        Ok((style, unused))
    }

    /// Every style asked for, where several are compared: of several encodings, options only count
    /// for those that have them, and each style is there once. With `amo_all` every at-most-one
    /// encoding is meant where none is named.
    pub fn styles(&self, default: &[Name], amo_all: bool) -> Result<Vec<Style>> {
        let names = self.names(default);
        let (amo, others): (Vec<_>, Vec<_>) =
            self.given.iter().cloned().partition(|(key, _)| key == AMO);
        let each = match amo.first() {
            None => amo_all,
            Some((_, value)) => value == ALL,
        };
        let variants: Vec<Vec<(String, String)>> = match each {
            true => {
                let with =
                    |amo: Amo| [vec![(AMO.into(), amo.to_string())], others.clone()].concat();
                Amo::ALL.into_iter().map(with).collect()
            }
            false => vec![self.given.clone()],
        };
        if let [name] = names[..] {
            let asked = if each { &others } else { &self.given };
            let (_, unused) = self.style_of(name, asked)?;
            refuse(unused, name)?;
        }
        let mut styles: Vec<Style> = Vec::new();
        for (&name, given) in names.iter().cartesian_product(&variants) {
            let (style, _) = self.style_of(name, given)?;
            if !styles.contains(&style) {
                styles.push(style);
            }
        }
        Ok(styles)
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

    /// Whether an encoding is named.
    pub fn is_named(&self) -> bool {
        self.common.textbook || !self.common.encoding.is_empty()
    }

    /// Whether anything is asked for.
    pub fn any(&self) -> bool {
        self.first().is_some() || self.is_named() || self.common.no_shortcuts
    }

    /// Whether the formula itself is wanted, whatever is known of the board.
    pub fn no_shortcuts(&self) -> bool {
        self.common.no_shortcuts
    }

    /// The first option given that only a formula has: not the name of the encoding, nor one that the
    /// lazy engine takes as well.
    pub fn first(&self) -> Option<String> {
        let textbook = self.common.textbook.then_some("textbook");
        let three_cnf = self.common.three_cnf.then_some("three-cnf");
        let given = self.given.iter().map(|(key, _)| &key[..]);
        let mut all = textbook.into_iter().chain(given).chain(three_cnf);
        all.next().map(|key| format!("--{key}"))
    }
}

/// Refuses an option that an encoding does not have.
fn refuse(option: Option<&str>, name: Name) -> Result<()> {
    let Some(option) = option else {
        return Ok(());
    };
    let has = |name: &Name| name.encoding().has(option);
    let others = Name::ALL.into_iter().filter(has).map(Name::as_str);
    let others: Vec<&str> = others.collect();
    let others = match &others[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => others.concat(),
    };
    Err(anyhow!(
        "--{option} is for --encoding {others}, not for {name}"
    ))
}
