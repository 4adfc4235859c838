//! The options of a formula: its encoding, and the options of that encoding.

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::prelude::{Style, TourSpec};
use knightsat_base::text::ParseError;
use knightsat_cnf::gadget::amo::Amos;
use knightsat_encoding::{Name, Options, yes_no};

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
    #[arg(long, conflicts_with_all = ["amo", "Options", "PositionOptions", "CrtOptions", "EitherOptions"])]
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
    /// At-most-one encoding [default: auto, and all in check]
    #[arg(
        long,
        long_help = all_amos(),
        value_name = "NAME",
        value_parser = amos,
        hide_short_help = true
    )]
    amo: Option<AmoChoices>,
    /// The other options of encodings.
    #[command(flatten)]
    pub options: Options,
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

/// The value of --amo: one, or all.
type AmoChoices = Vec<Amos>;

fn amos(text: &str) -> Result<AmoChoices, ParseError> {
    match text {
        "all" => Ok(Amo::ALL.map(|amo| Amos::both(Some(amo))).to_vec()),
        name => Ok(vec![name.parse()?]),
    }
}

fn all_amos() -> String {
    let names = Amo::ALL.iter().join(", ");
    format!(
        "At-most-one encoding [default: auto, and all in check]\n\nPosition accepts two, separated \
         by a comma: for squares per step, and for steps per square.\n\n{names} or auto. Commands \
         that compare formulas also take all."
    )
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

    /// Returns the options of encodings on the command line.
    fn given(&self) -> Vec<String> {
        let amo = self.amo.iter().map(|_| "amo".to_string());
        let others = (self.options != Options::default()).then(|| self.options.keys());
        amo.chain(others.into_iter().flatten()).collect()
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
        let textbook = self.textbook.then(|| "textbook".to_string());
        let three_cnf = self.three_cnf.map(|_| "three-cnf".to_string());
        let mut all = textbook.into_iter().chain(self.given()).chain(three_cnf);
        all.next().map(|key| format!("--{key}"))
    }

    /// Returns the style that the options define, with `default` if no encoding is named. Refuses
    /// options that the encoding does not have.
    pub fn style(&self, default: Name) -> Result<Style> {
        let name = self.name()?.unwrap_or(default);
        let amo = match self.amo.as_deref() {
            None => None,
            Some(&[amo]) => Some(amo),
            Some(_) => {
                bail!("--amo all is for sizes, check and compare: name one encoding, or two")
            }
        };
        self.refuse_unused(&[name])?;
        self.style_of(name, amo)
    }

    /// Returns the style of an encoding with those options on the command line that it has.
    fn style_of(&self, name: Name, amo: Option<Amos>) -> Result<Style> {
        let plain = name.style();
        let style = Style {
            three_cnf: self.three_cnf.unwrap_or(plain.three_cnf),
            shortcuts: !self.no_shortcuts,
            ..plain
        };
        let options = Options {
            amo,
            ..self.options
        };
        if options == Options::default() {
            return Ok(style);
        }
        style.with(options).context("--amo")
    }

    /// Refuses an option that none of these encodings has.
    fn refuse_unused(&self, names: &[Name]) -> Result<()> {
        let all = names.iter().map(|&name| self.style_of(name, None));
        let styles: Vec<Style> = all.try_collect()?;
        for key in self.given() {
            let applies = styles.iter().any(|style| style.has(&key));
            ensure!(applies, is_for(&key, names));
        }
        Ok(())
    }

    /// Returns every selected style, for commands that compare several. An option applies to the
    /// encodings that have it, and each style occurs once. With `amo_all`, the default is every
    /// at-most-one encoding.
    pub fn styles(&self, default: &[Name], amo_all: bool) -> Result<Vec<Style>> {
        let names = self.names(default);
        self.refuse_unused(&names)?;
        let choices = match &self.amo {
            Some(choices) => choices.iter().copied().map(Some).collect(),
            None if amo_all => amos("all")?.into_iter().map(Some).collect(),
            None => vec![None],
        };
        let mut styles = Vec::new();
        for (&name, amo) in names.iter().cartesian_product(choices) {
            let style = self.style_of(name, amo)?;
            if !styles.contains(&style) {
                styles.push(style);
            }
        }
        Ok(styles)
    }
}

/// Explains that an option is for other encodings than these.
pub fn is_for(option: &str, names: &[Name]) -> String {
    let has = |name: &Name| name.style().has(option);
    let others = Name::ALL.into_iter().filter(has).format(", ");
    let named = names.iter().format(", ");
    format!("--{option} is for --encoding {others}, not for {named}")
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
