//! The style of a formula: every choice except the problem.

use crate::base::json;
use crate::options::{SetError, map};
use crate::{Encoding, Name, position};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The style of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", from = "Given")]
pub struct Style {
    /// The encoding, with its options.
    #[serde(flatten)]
    pub encoding: Encoding,
    /// Split clauses of more than three literals.
    pub three_cnf: bool,
    /// Write a single empty clause if preprocessing shows that no tour exists. Without it the
    /// formula is written as if without preprocessing.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub shortcuts: bool,
    /// The seed of the [shuffle](knightsat_cnf::shuffle) of variables, clauses and literals. With 0
    /// the formula is not shuffled.
    #[serde(skip_serializing_if = "is_zero")]
    pub shuffle: u64,
}

/// A style in a file: missing fields are those of the encoding.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Given {
    #[serde(flatten)]
    encoding: Encoding,
    three_cnf: Option<bool>,
    shortcuts: Option<bool>,
    #[serde(default)]
    shuffle: u64,
}

impl From<Given> for Style {
    fn from(given: Given) -> Style {
        let plain = given.encoding.name().style();
        Style {
            encoding: given.encoding,
            three_cnf: given.three_cnf.unwrap_or(plain.three_cnf),
            shortcuts: given.shortcuts.unwrap_or(plain.shortcuts),
            shuffle: given.shuffle,
        }
    }
}

fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

impl Style {
    /// The textbook formula, split to three literals a clause.
    pub const TEXTBOOK: Style = Style {
        three_cnf: true,
        ..Style::of(Encoding::Textbook(position::Textbook {}))
    };

    /// The default style.
    pub const DEFAULT: Style = Style::of(Encoding::Position(position::Options::DEFAULT));

    /// Returns the style of an encoding without split clauses.
    pub const fn of(encoding: Encoding) -> Style {
        Style {
            encoding,
            three_cnf: false,
            shortcuts: true,
            shuffle: 0,
        }
    }

    /// Returns the position encoding with these options, without split clauses.
    pub const fn position(options: position::Options) -> Style {
        Style::of(Encoding::Position(options))
    }

    /// Returns the name of the encoding.
    pub fn name(&self) -> Name {
        self.encoding.name()
    }

    /// Returns its at-most-one encodings: one, two with a comma, or empty if there is no choice.
    pub fn amo(&self) -> String {
        match self.encoding.options().get("amo") {
            Some(Value::String(amo)) if self.encoding.has("amo") => amo.clone(),
            _ => String::new(),
        }
    }

    /// Returns the other options that differ from the default, in a word or two.
    pub fn options(&self) -> String {
        let plain = self.name().style().pairs();
        let pairs = self.pairs().into_iter();
        let pairs = pairs.filter(|pair| pair.0 != "amo" && !plain.contains(pair));
        let words = pairs.filter_map(|(key, value)| match value {
            Value::Null => None,
            Value::Bool(true) => Some(key),
            Value::Bool(false) => Some(format!("no {key}")),
            Value::String(word) => Some(format!("{key} {word}")),
            value => Some(format!("{key} {value}")),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns keys and values, those of the encoding first.
    fn pairs(&self) -> Vec<(String, Value)> {
        let own = [
            ("three-cnf", self.three_cnf.into()),
            ("shortcuts", self.shortcuts.into()),
            ("shuffle", self.shuffle.into()),
        ];
        let own = own.map(|(key, value)| (key.to_string(), value));
        self.encoding.options().into_iter().chain(own).collect()
    }

    /// Sets a field or an option of the encoding; a new encoding comes with its own options.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> Result<(), SetError> {
        let mut fields = match key {
            "encoding" => Default::default(),
            _ if self.pairs().iter().any(|(known, _)| known == key) => map(self),
            _ => return Err(SetError::Unknown(key.into())),
        };
        fields.insert(key.into(), value.into());
        let read = serde_json::from_value(fields.into());
        *self = read.map_err(|error| SetError::Value(json::message(&error)))?;
        Ok(())
    }
}

impl Name {
    /// Returns the style of this name with its default options.
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
    use serde_json::json;

    #[test]
    fn the_encoding_decides_whether_clauses_are_split_unless_the_style_does() {
        for name in Name::ALL {
            let read = |style| serde_json::from_value::<Style>(style).unwrap();
            assert_eq!(read(json!({"encoding": name})), name.style());
            for is_split in [true, false] {
                let style = read(json!({"encoding": name, "three-cnf": is_split}));
                assert_eq!(style.three_cnf, is_split, "{name}");
            }
        }
    }
}
