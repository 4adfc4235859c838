//! Limits on sums of facts and statistics: `turns <= 40`, `a1-c2 + b3-d4 = 1`.

use super::Atom;
use crate::base::text::ParseError;
use crate::fact::not_a_fact;
use crate::statistic::Statistic;
use knightsat_base::text::quote;
use std::fmt;
use std::str::FromStr;

/// A comparison of a sum with a number, as in `turns <= 40` or `a1-c2 + b3-d4 - f5@7 = 1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count<V = u32> {
    /// The summands, at least one.
    pub summands: Vec<Summand<V>>,
    /// The comparison.
    pub relation: Relation,
    /// The number.
    pub bound: i64,
}

/// A summand, added or subtracted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Summand<V = u32> {
    /// False after a minus sign.
    pub is_added: bool,
    /// The summand.
    pub of: Counted<V>,
}

/// A number that a tour has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counted<V = u32> {
    /// The value of a statistic.
    Statistic(Statistic),
    /// 1 if an atom is true, otherwise 0. The atom is no comparison.
    Atom(Atom<V>),
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
}

impl Relation {
    const ALL: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Equal];

    fn symbols(self) -> [&'static str; 2] {
        match self {
            Relation::AtMost => ["<=", "≤"],
            Relation::AtLeast => [">=", "≥"],
            Relation::Equal => ["=", "="],
        }
    }

    /// Returns true if the value compares so with the bound.
    pub fn holds(self, value: i64, bound: i64) -> bool {
        match self {
            Relation::AtMost => value <= bound,
            Relation::AtLeast => value >= bound,
            Relation::Equal => value == bound,
        }
    }
}

/// Largest absolute value of a bound.
const LARGEST: i64 = 1 << 40;

/// A column and the fault there.
pub(super) type CountFault = (usize, String);

/// A word, and its column in characters, from 1.
pub(super) type Word<'t> = (usize, &'t str);

/// Returns the words of a line in front of a comment. Text in parentheses is one word, and a
/// comparison separates words.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    let line = line.split('#').next().unwrap_or(line);
    let mut depth = 0_u32;
    let words = line.split(|letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter.is_whitespace() && depth == 0
    });
    let mut column = 1;
    let words = words.map(|word| {
        let start = column;
        column += word.chars().count() + 1;
        (start, word)
    });
    let words = words.filter(|(_, word)| !word.is_empty());
    words.flat_map(split).collect()
}

/// Splits a word at its comparison: `turns<=40`, `obtuse=4`.
fn split((column, word): Word) -> Vec<Word> {
    let is_statistic = |text: &str| Statistic::named(text).is_some();
    let symbols = Relation::ALL.into_iter().flat_map(Relation::symbols);
    let found = symbols
        .filter_map(|symbol| Some((word.find(symbol)?, symbol)))
        .min_by_key(|&(place, symbol)| (place, symbol == "="));
    match found {
        Some((place, symbol)) if symbol != "=" || is_statistic(&word[..place]) => {
            let after = place + symbol.len();
            let parts = [0..place, place..after, after..word.len()]
                .into_iter()
                .filter(|part| !part.is_empty());
            let part = |part: std::ops::Range<usize>| {
                let before = word[..part.start].chars().count();
                (column + before, &word[part])
            };
            parts.map(part).collect()
        }
        _ => vec![(column, word)],
    }
}

/// Reads a comparison from words, with `atom` for its facts; `None` if there is none.
pub(super) fn read(
    words: &[Word],
    mut atom: impl FnMut(&[Word]) -> Result<Atom<String>, CountFault>,
) -> Option<Result<Count<String>, CountFault>> {
    let relation = |word: &str| {
        let mut all = Relation::ALL.into_iter();
        all.find(|relation| relation.symbols().contains(&word))
    };
    let place = words
        .iter()
        .position(|(_, word)| relation(word).is_some())?;
    let relation = relation(words[place].1)?;
    let mut summands = Vec::new();
    let mut read = || {
        let (column, name) = words[place];
        let bound = match words[place + 1..] {
            [(column, word)] => {
                let bound = word.parse().ok();
                let bound = bound.filter(|bound| (-LARGEST..=LARGEST).contains(bound));
                let fault = || (column, format!("'{}' is not a whole number", quote(word)));
                bound.ok_or_else(fault)?
            }
            [] => return Err((column, format!("a number is missing after {name}"))),
            [_, (column, _), ..] => {
                return Err((column, format!("write one number after {name}, then or")));
            }
        };
        let mut rest = &words[..place];
        loop {
            let sign = rest.first().filter(|(_, word)| ["+", "-"].contains(word));
            let is_added = sign.is_none_or(|(_, word)| *word == "+");
            let names = &rest[usize::from(sign.is_some())..];
            let next = names.iter().position(|(_, word)| ["+", "-"].contains(word));
            let (names, others) = names.split_at(next.unwrap_or(names.len()));
            let statistic = names
                .first()
                .filter(|_| names.len() == 1)
                .and_then(|(_, word)| Statistic::named(word));
            let of = match (statistic, names) {
                (Some(statistic), _) => Counted::Statistic(statistic),
                (None, []) => return Err((column, format!("a fact is missing before {name}"))),
                (None, [(column, word)]) if word.starts_with("weights(") => {
                    return Err((*column, "rules have no weights of files".into()));
                }
                (None, names) => Counted::Atom(atom(names)?),
            };
            summands.push(Summand { is_added, of });
            rest = others;
            if rest.is_empty() {
                return Ok(bound);
            }
        }
    };
    Some(read().map(|bound| Count {
        summands,
        relation,
        bound,
    }))
}

impl<V: fmt::Display> fmt::Display for Count<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, summand) in self.summands.iter().enumerate() {
            f.write_str(match (nth, summand.is_added) {
                (0, true) => "",
                (0, false) => "- ",
                (_, true) => " + ",
                (_, false) => " - ",
            })?;
            match &summand.of {
                Counted::Statistic(statistic) => statistic.fmt(f)?,
                Counted::Atom(atom) => atom.fmt(f)?,
            }
        }
        write!(f, " {} {}", self.relation.symbols()[0], self.bound)
    }
}

impl FromStr for Count<String> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Count<String>, ParseError> {
        let words = words(text);
        let wrong = || not_a_fact(text);
        let atom = |words: &[Word]| match words {
            [(column, word)] => {
                let atom = word.parse::<Atom<String>>();
                atom.map_err(|error| (*column, error.to_string()))
            }
            words => Err((words[0].0, String::new())),
        };
        let count = read(&words, atom).ok_or_else(wrong)?;
        count.map_err(|_| wrong())
    }
}
