//! The options of a formula: which encoding, and what it lets one choose.

use super::args::TourArgs;
use super::choices::{AmoChoice, Directions, EncodingChoice, yes_no};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use itertools::Itertools;
use knightsat::encoding::binary::Different;
use knightsat::encoding::successor::Variables;
use knightsat::encoding::{Encoding, Name, Style};

/// The formula that is asked for.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Formula")]
pub struct FormulaArgs {
    /// Which formula: position, order, lazy, …
    ///
    /// position, textbook, binary, order, distance, adder, lfsr, crt, elimination, lazy or auto: see
    /// docs/encodings.md.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        conflicts_with = "textbook"
    )]
    pub encoding: Vec<EncodingChoice>,
    /// The textbook formula as published, corrected
    ///
    /// Nothing pruned, nothing redundant, pairwise at-most-one constraints, at most three literals a clause.
    #[arg(long)]
    pub textbook: bool,
    /// At-most-one encoding [default: auto]
    ///
    /// pairwise, ladder, sequential, product, commander, bimander, bitwise or auto; or two with a comma, for
    /// squares per step and for steps per square.
    #[arg(long, value_name = "NAME", conflicts_with = "textbook")]
    pub amo: Option<AmoChoice>,
    /// Add variables for the moves of the tour, linked to the positions [default: yes]
    #[arg(long, value_name = "yes|no", value_parser = yes_no, conflicts_with = "textbook", hide_short_help = true)]
    pub arcs: Option<bool>,
    /// Whether a tour and its reverse are both models [default: auto]
    ///
    /// auto rules one of them out for open tours with both ends free, which also halves the variables.
    #[arg(long, value_enum, conflicts_with = "textbook", hide_short_help = true)]
    pub directions: Option<Directions>,
    /// Make a variable false where the tour is on the square, for solvers that try false first
    #[arg(long, conflicts_with = "textbook", hide_short_help = true)]
    pub negate: bool,
    /// Whether order and lazy have a variable for every arc or for every edge [default: edges]
    #[arg(long, value_enum, conflicts_with = "textbook", hide_short_help = true)]
    pub variables: Option<Variables>,
    /// Count modulo this product of 3, 5, 7, 31, 127 and a power of two, with crt; if it is too small to be
    /// exact, models of several cycles are cut as they come [default: exact]
    #[arg(
        long,
        value_name = "PRODUCT",
        hide_short_help = true,
        conflicts_with = "textbook"
    )]
    pub cycle: Option<u64>,
    /// How binary keeps squares from being visited twice: by a bit in which each two steps differ, or by a
    /// step for every square [default: pairwise]
    #[arg(
        long,
        value_name = "pairwise|selector",
        hide_short_help = true,
        conflicts_with = "textbook"
    )]
    pub different: Option<Different>,
    /// Split clauses to three literals (Tseytin)
    #[arg(long)]
    pub three_cnf: bool,
}

impl FormulaArgs {
    /// The encoding named, if there is just one.
    pub fn name(&self) -> Result<Option<Name>> {
        match self.encoding[..] {
            [] if self.textbook => Ok(Some(Name::Textbook)),
            [] | [EncodingChoice::Auto] => Ok(None),
            [EncodingChoice::One(name)] => Ok(Some(name)),
            _ => bail!("--encoding: name just one; sizes, check and compare take several"),
        }
    }

    /// The encodings named, `default` if there are none.
    pub fn names(&self, default: &[Name]) -> Vec<Name> {
        if self.textbook {
            return vec![Name::Textbook];
        }
        let mut names = Vec::new();
        for choice in &self.encoding {
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

    /// The style that the options name for a tour, position if no encoding is named. An option that
    /// the encoding does not have is refused.
    pub fn style(&self, tour: &TourArgs) -> Result<Style> {
        let name = self.name()?.unwrap_or(Name::Position);
        let (style, unused) = self.style_of(name, tour)?;
        refuse(unused, name)?;
        Ok(style)
    }

    /// The style of an encoding with these options, and the first option that it does not have.
    pub fn style_of(&self, name: Name, tour: &TourArgs) -> Result<(Style, Option<&'static str>)> {
        let mut style = name.style();
        style.three_cnf |= self.three_cnf;
        let amo = match self.amo {
            None => [None; 2],
            Some(AmoChoice::All) => {
                bail!("--amo all is for sizes, check and compare: name one encoding, or two")
            }
            Some(AmoChoice::Pair(step, square)) => [step, square],
        };
        let free = !tour.closed && tour.start.is_none() && tour.end.is_none();
        let one_direction = match self.directions.unwrap_or(Directions::Auto) {
            Directions::Auto => free && name != Name::Textbook,
            Directions::One => true,
            Directions::Both => false,
        };
        let known: &[&str] = match &mut style.encoding {
            Encoding::Position(_) if name == Name::Textbook => &[],
            Encoding::Position(options) => {
                options.arcs = self.arcs.unwrap_or(options.arcs);
                options.negate = self.negate;
                options.one_direction = one_direction;
                &["--amo", "--arcs", "--directions", "--negate"]
            }
            Encoding::Binary(options) => {
                options.different = self.different.unwrap_or(options.different);
                &["--different"]
            }
            Encoding::Successor(options) => {
                options.variables = self.variables.unwrap_or(options.variables);
                if options.variables == Variables::Edges {
                    &["--variables"]
                } else {
                    options.one_direction = one_direction;
                    options.cycle = self.cycle.filter(|_| name == Name::Crt);
                    match name {
                        Name::Crt => &["--variables", "--amo", "--directions", "--cycle"],
                        _ => &["--variables", "--amo", "--directions"],
                    }
                }
            }
        };
        let set = style.set_amo(amo);
        set.map_err(|error| anyhow!("--amo {error}"))?;
        let given = self.given().filter(|option| *option != "--three-cnf");
        let mut unused = given.filter(|option| !known.contains(option));
        Ok((style, unused.next()))
    }

    /// Every style asked for, where several are compared: of several encodings, options only count
    /// for those that have them, and each style is there once. With `amo_all` every at-most-one
    /// encoding is meant where none is named.
    pub fn styles(&self, tour: &TourArgs, default: &[Name], amo_all: bool) -> Result<Vec<Style>> {
        let names = self.names(default);
        let amos = match self.amo {
            Some(AmoChoice::All) => AmoChoice::each(),
            None if amo_all => AmoChoice::each(),
            amo => vec![amo],
        };
        let with = |amo| FormulaArgs {
            amo,
            ..self.clone()
        };
        if let [name] = names[..] {
            let one = with(self.amo.filter(|amo| *amo != AmoChoice::All));
            let (_, unused) = one.style_of(name, tour)?;
            refuse(unused, name)?;
        }
        let mut styles: Vec<Style> = Vec::new();
        for (&name, &amo) in names.iter().cartesian_product(&amos) {
            let (style, _) = with(amo).style_of(name, tour)?;
            if !styles.contains(&style) {
                styles.push(style);
            }
        }
        Ok(styles)
    }

    /// Whether anything is asked for.
    pub fn any(&self) -> bool {
        self.given().next().is_some() || !self.encoding.is_empty() || self.textbook
    }

    /// The first option given besides the name of the encoding, if any is.
    pub fn first(&self) -> Option<&'static str> {
        let textbook = self.textbook.then_some("--textbook");
        textbook.or_else(|| self.given().next())
    }

    fn given(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            (self.amo.is_some(), "--amo"),
            (self.arcs.is_some(), "--arcs"),
            (self.directions.is_some(), "--directions"),
            (self.negate, "--negate"),
            (self.variables.is_some(), "--variables"),
            (self.cycle.is_some(), "--cycle"),
            (self.different.is_some(), "--different"),
            (self.three_cnf, "--three-cnf"),
        ];
        let given = options.into_iter().filter(|&(is_given, _)| is_given);
        given.map(|(_, name)| name)
    }
}

/// Refuses an option that an encoding does not have.
fn refuse(option: Option<&str>, name: Name) -> Result<()> {
    match option {
        None => Ok(()),
        Some(option) => bail!(
            "{option} is for --encoding {}, not for {name}",
            encodings_with(option)
        ),
    }
}

/// The encodings that have an option, in words.
fn encodings_with(option: &str) -> &'static str {
    match option {
        "--arcs" | "--negate" => "position",
        "--amo" | "--directions" => "position, and those with arcs",
        "--variables" => "order and lazy",
        "--cycle" => "crt",
        _ => "binary",
    }
}
