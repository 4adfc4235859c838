//! The styles that options name.

use super::{ALL, AMO, FormulaArgs};
use anyhow::{Result, anyhow, bail};
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
        let variants: Vec<Vec<(String, String)>> = if each {
            let with = |amo: Amo| [vec![(AMO.into(), amo.to_string())], others.clone()].concat();
            Amo::ALL.into_iter().map(with).collect()
        } else {
            vec![self.given.clone()]
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
