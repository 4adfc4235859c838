//! The style of a formula: the encoding, its options, and what every formula may have.

use crate::Name;
use crate::base::json;
use crate::base::text::ParseError;
use crate::counter::CrtOptions;
use crate::position::PositionOptions;
use crate::successor::{EitherOptions, Variables};
use knightsat_cnf::gadget::amo::Amos;
use knightsat_tour::prepare::Directions;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// Reads yes or no.
#[cfg(feature = "clap")]
pub fn yes_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".into()),
    }
}

/// The options of all encodings. An encoding has [some of them](Name::options); the others are
/// `None`. Its file contains its defaults, and the options that no other encoding has. The fields
/// are the options of the command line, the comments of files, and the words in tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Options {
    /// At-most-one constraints: of squares per step and steps per square, or of arcs and positions.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub amo: Option<Amos>,
    /// Those of position.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub position: PositionOptions,
    /// Models of a tour and its reverse: one or both [default: auto]
    #[cfg_attr(feature = "clap", arg(long, value_enum, hide_short_help = true))]
    pub directions: Option<Directions>,
    /// Those of crt.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub crt: CrtOptions,
    /// Those of encodings on arcs or edges.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub either: EitherOptions,
}

impl Options {
    /// Returns these options of an encoding, and its defaults for the others.
    fn over(self, plain: Options) -> Options {
        let mut fields = set_fields(&plain);
        for (key, value) in set_fields(&self) {
            if let Some(field) = fields.get_mut(&key) {
                *field = value;
            }
        }
        serde_json::from_value(fields.into()).expect("values of the options")
    }

    /// Returns the keys of the options that are set.
    pub fn keys(&self) -> Vec<String> {
        let fields = set_fields(self).into_iter();
        fields.map(|(key, _)| key).collect()
    }
}

/// The style of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "StyleFields")]
pub struct Style {
    /// The encoding.
    #[serde(rename = "encoding")]
    pub name: Name,
    /// Its options.
    #[doc(hidden)]
    #[serde(flatten)]
    pub options: Options,
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
struct StyleFields {
    encoding: Name,
    #[serde(flatten)]
    options: Options,
    three_cnf: Option<bool>,
    shortcuts: Option<bool>,
    #[serde(default)]
    shuffle: u64,
}

impl TryFrom<StyleFields> for Style {
    type Error = ParseError;

    fn try_from(given: StyleFields) -> Result<Style, ParseError> {
        let plain = given.encoding.style();
        Style {
            three_cnf: given.three_cnf.unwrap_or(plain.three_cnf),
            shortcuts: given.shortcuts.unwrap_or(plain.shortcuts),
            shuffle: given.shuffle,
            ..plain
        }
        .with(given.options)
    }
}

fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

/// The style of position, the default encoding.
impl Default for Style {
    fn default() -> Style {
        Name::Position.style()
    }
}

impl Style {
    /// Returns the style with those of these options that its encoding has.
    #[doc(hidden)]
    pub fn with(self, given: Options) -> Result<Style, ParseError> {
        let mut options = given.over(self.options);
        if options.either.variables == Some(Variables::Edges) {
            // A vertex has two edges, which have no direction.
            (options.amo, options.directions) = (self.options.amo, self.options.directions);
        }
        match options.amo {
            Some(amo) if self.name != Name::Position => amo.one()?,
            _ => {}
        }
        Ok(Style { options, ..self })
    }

    /// Returns true if the encoding has this option, and it has an effect with the others: `amo`
    /// has no effect on edges.
    pub fn has(&self, key: &str) -> bool {
        let is_on_edges = self.options.either.variables == Some(Variables::Edges);
        let is_idle = is_on_edges && ["amo", "directions"].contains(&key);
        !is_idle && self.options.keys().iter().any(|known| known == key)
    }

    /// Returns its at-most-one encodings: one, two with a comma, or empty if there is no choice.
    pub fn amo(&self) -> String {
        let amo = self.options.amo.filter(|_| self.has("amo"));
        amo.map_or_else(String::new, |amo| amo.to_string())
    }

    /// Returns the other options that differ from the default, in a word or two.
    pub fn words(&self) -> String {
        let plain = self.name.style().pairs();
        let all = self.pairs().into_iter();
        let pairs = all.filter(|pair| pair.0 != "amo" && !plain.contains(pair));
        let words = pairs.map(|(key, value)| match value {
            Value::Bool(true) => key,
            Value::Bool(false) => format!("no {key}"),
            Value::String(word) => format!("{key} {word}"),
            value => format!("{key} {value}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns keys and values, those of the encoding first.
    fn pairs(&self) -> Vec<(String, Value)> {
        let own = [
            ("three-cnf", self.three_cnf.into()),
            ("shortcuts", self.shortcuts.into()),
            ("shuffle", self.shuffle.into()),
        ]
        .map(|(key, value)| (key.to_string(), value));
        set_fields(&self.options).into_iter().chain(own).collect()
    }

    /// Sets a field or an option of the encoding; a new encoding comes with its own options.
    ///
    /// ```
    /// # mod knightsat { pub use knightsat_encoding as encoding; }
    /// use knightsat::encoding::Name;
    ///
    /// let mut style = Name::Crt.style();
    /// style.set("modulus", 21)?;
    /// assert!(style.set("hue", "blue").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> Result<(), SetError> {
        let mut fields = match key {
            "encoding" => Default::default(),
            _ if self.pairs().iter().any(|(known, _)| known == key) => map(self),
            _ => return Err(SetError::Unknown(key.into())),
        };
        fields.insert(key.into(), value.into());
        let read = json::convert(Value::from(fields));
        *self = read.map_err(|misfit| SetError::Value(misfit.to_string()))?;
        Ok(())
    }
}

/// An error of an option.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// The option does not exist.
    #[error("has no option '{0}'")]
    Unknown(String),
    /// The option does not accept the value, with the reason.
    #[error("{0}")]
    Value(String),
}

/// Returns the fields of a struct.
pub(crate) fn map(fields: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(fields) {
        Ok(Value::Object(map)) => map,
        other => panic!("not a struct: {other:?}"),
    }
}

/// Returns the fields of a struct that are not null.
pub(crate) fn set_fields(fields: &impl Serialize) -> Map<String, Value> {
    let mut set = map(fields);
    set.retain(|_, value| !value.is_null());
    set
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
