//! Everything but the problem that decides which clauses are written: in words, and as the entries of
//! a spec.

use super::options::SetError;
use super::position;
use super::{Encoding, Name};

/// How to encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Which encoding, with its options.
    pub encoding: Encoding,
    /// Split clauses of more than three literals.
    pub three_cnf: bool,
    /// Where preparation alone tells that there is no tour, write a single empty clause. Without
    /// it the formula itself is written then, as if nothing had been prepared.
    pub shortcuts: bool,
    /// Seed of the [shuffle](knightsat_cnf::shuffle) of variables, clauses and literals; 0 is the formula
    /// as it is written.
    pub shuffle: u64,
}

impl Style {
    /// The textbook formula, split to three literals a clause.
    pub const TEXTBOOK: Style = Style {
        three_cnf: true,
        ..Style::of(Encoding::Textbook(position::Textbook {}))
    };

    /// What is used where nothing is asked for.
    pub const DEFAULT: Style = Style::of(Encoding::Position(position::Options::DEFAULT));

    /// An encoding, its clauses as they are.
    pub const fn of(encoding: Encoding) -> Style {
        Style {
            encoding,
            three_cnf: false,
            shortcuts: true,
            shuffle: 0,
        }
    }

    /// The position encoding with these options, its clauses as they are.
    pub const fn position(options: position::Options) -> Style {
        Style::of(Encoding::Position(options))
    }

    /// The name of the encoding.
    pub fn name(&self) -> Name {
        self.encoding.name()
    }

    /// Its at-most-one encodings: one, two with a comma, or empty where there is no choice.
    pub fn amo(&self) -> String {
        let entries = self.encoding.entries().into_iter();
        let mut entries = entries.filter(|(key, _)| key == "amo" && self.encoding.has(key));
        entries.next().map(|(_, value)| value).unwrap_or_default()
    }

    /// The other options that are not as they are by default, in a word or two.
    pub fn options(&self) -> String {
        let plain = self.name().style().entries();
        let differs = |entry: &&(String, String)| entry.0 != "amo" && !plain.contains(entry);
        let entries = self.entries();
        let words = entries.iter().filter(differs);
        let words = words.map(|(key, value)| match &value[..] {
            "yes" => key.clone(),
            "no" => format!("no {key}"),
            value => format!("{key} {value}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Key and value of everything that decides the formula, as [`Style::set`] reads them.
    pub fn entries(&self) -> Vec<(String, String)> {
        let yes_no = |yes: bool| if yes { "yes" } else { "no" }.to_string();
        let mut entries = vec![("encoding".to_string(), self.name().to_string())];
        entries.extend(self.encoding.entries());
        entries.push(("three-cnf".into(), yes_no(self.three_cnf)));
        if !self.shortcuts {
            entries.push(("shortcuts".into(), yes_no(self.shortcuts)));
        }
        if self.shuffle != 0 {
            entries.push(("shuffle".into(), self.shuffle.to_string()));
        }
        entries
    }

    /// Sets what an entry says. The encoding comes before its options, and before `three-cnf`, which it resets
    /// to its default.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SetError> {
        let yes_no = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(SetError::Value("write yes or no".into())),
        };
        match key {
            "three-cnf" => self.three_cnf = yes_no()?,
            "shortcuts" => self.shortcuts = yes_no()?,
            "shuffle" => {
                let seed = value.parse();
                self.shuffle = seed.map_err(|_| SetError::Value("write a number".into()))?;
            }
            "encoding" => {
                let name: Result<Name, _> = value.parse();
                let name = name.map_err(|error| SetError::Value(error.to_string()))?;
                self.encoding = name.encoding();
                self.three_cnf = name.style().three_cnf;
            }
            _ => self.encoding.set(key, value)?,
        }
        Ok(())
    }
}

impl Name {
    /// The style of this name, nothing else asked for.
    pub fn style(self) -> Style {
        match self {
            Name::Textbook => Style::TEXTBOOK,
            name => Style::of(name.encoding()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_decides_whether_clauses_are_split_unless_told() {
        for name in Name::ALL {
            for base in [Style::DEFAULT, Style::TEXTBOOK] {
                let mut style = base;
                style.set("encoding", name.as_str()).unwrap();
                assert_eq!(style, name.style());
                for (word, is_split) in [("yes", true), ("no", false)] {
                    style.set("three-cnf", word).unwrap();
                    assert_eq!(style.three_cnf, is_split, "{name}");
                }
            }
        }
    }
}
