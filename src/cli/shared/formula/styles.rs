//! The styles that options name.

use super::{ALL, AMO, FormulaArgs};
use anyhow::{Result, bail, ensure};
use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::encoding::{Name, Style};

impl FormulaArgs {
    /// The style that the options name, `default` if no encoding is named. An option that the encoding
    /// does not have is refused.
    pub fn style(&self, default: Name) -> Result<Style> {
        let name = self.name()?.unwrap_or(default);
        if self.given.contains(&(AMO.into(), ALL.into())) {
            bail!("--amo all is for sizes, check and compare: name one encoding, or two");
        }
        self.refuse_unused(&[name])?;
        self.style_of(name, &self.given)
    }

    /// The style of an encoding with these options, as far as it has them.
    fn style_of(&self, name: Name, given: &[(String, String)]) -> Result<Style> {
        let mut style = name.style();
        style.three_cnf = self.common.three_cnf.unwrap_or(style.three_cnf);
        style.shortcuts = !self.common.no_shortcuts;
        // Those that others depend on come last in the alphabet, and first here.
        for (key, value) in given.iter().rev() {
            if style.encoding.has(key)
                && let Err(error) = style.encoding.set(key, value)
            {
                bail!("--{key} {value}: {error}");
            }
        }
        Ok(style)
    }

    /// Refuses an option that none of these encodings has.
    fn refuse_unused(&self, names: &[Name]) -> Result<()> {
        let has = |name: &Name, key: &String| {
            let mut encoding = name.encoding();
            for (other, value) in self.given.iter().filter(|(other, _)| other != key) {
                // A wrong value is refused later.
                let _ = encoding.set(other, value);
            }
            encoding.has(key)
        };
        for (key, _) in &self.given {
            ensure!(names.iter().any(|name| has(name, key)), is_for(key, names));
        }
        Ok(())
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
        let variants: Vec<Vec<(String, String)>> = if each {
            let with = |amo: Amo| [vec![(AMO.into(), amo.to_string())], others.clone()].concat();
            Amo::ALL.into_iter().map(with).collect()
        } else {
            vec![self.given.clone()]
        };
        self.refuse_unused(&names)?;
        let mut styles: Vec<Style> = Vec::new();
        for (&name, given) in names.iter().cartesian_product(&variants) {
            let style = self.style_of(name, given)?;
            if !styles.contains(&style) {
                styles.push(style);
            }
        }
        Ok(styles)
    }
}

/// That an option is for other encodings than these.
pub fn is_for(option: &str, names: &[Name]) -> String {
    let has = |name: &Name| name.encoding().has(option);
    let others = Name::ALL.into_iter().filter(has).map(Name::as_str);
    let others: Vec<&str> = others.collect();
    let others = match &others[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => others.concat(),
    };
    let names = names.iter().format(", ");
    format!("--{option} is for --encoding {others}, not for {names}")
}
