//! Maps: the meaning of the variables of a foreign formula, as text.
//!
//! ```
//! use knightsat_check::map;
//! use knightsat_check::tour::{Kind, Problem};
//! use knightsat_check::tour::place::Place;
//!
//! let place: Place = "1x2".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let meaning = map::parse("(i-1)*N+v", &place, &problem)?;
//! assert_eq!(meaning.facts().len(), 4);
//! let error = map::parse("17 3 z9\n18 1 a1\n", &place, &problem).unwrap_err();
//! assert_eq!(error.line, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each line describes a variable: `17 3 b2` (at step 3 the tour is on b2), `17 b2 c4` (the tour
//! goes from b2 to c4), `17 b2-c4` (in either direction). As in [rules](crate::tour::rule), `17
//! b2@3` and `17 b2->c4` are facts too. A square may be written as `rank,file` or as a vertex
//! number from 1. Vertices of graphs are always numbers, so a first line `arcs` marks lines of arcs
//! there. A negative variable means that its negation has the meaning. Several variables with
//! commas, `1,-2,3`, have it all together, as the bits of a number do. `true` in place of the
//! variable marks a fact of every tour. Steps may count from 0 if one of them is 0. The line
//! `directions one` means that one of a tour and its reverse is a model. The line `first b2` means
//! that closed tours begin there. `#` starts a comment. Instead of lines, a map may be one formula,
//! such as `100*i+10*j+k`.

pub use crate::base::text::TextError as MapError;

use super::expression::Expression;
use super::names::{literal, vertex};
use crate::base::input::without_mark;
use crate::base::text::{is_digits, quote};
use crate::prelude::*;
use serde::{Deserialize, Serialize};

/// A column and the fault there.
type Fault = (usize, String);

/// A word of a line with its column.
type Word<'t> = (usize, &'t str);

/// Returns the words of a line before a comment, with their columns.
fn tokens(line: &str) -> Vec<Word<'_>> {
    let text = line.split('#').next().unwrap_or(line);
    let words = text.split_whitespace();
    let start = text.as_ptr() as usize;
    let column = |word: &str| text[..word.as_ptr() as usize - start].chars().count() + 1;
    words.map(|word| (column(word), word)).collect()
}

/// The source of the meaning of the variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Map {
    /// Comments of the formula, restricted to this name if given.
    Comments(Option<String>),
    /// The text of a map.
    Text {
        /// Its file, for messages.
        name: String,
        /// Its text.
        text: String,
    },
    /// A formula such as `100*i+10*j+k`.
    Expression(String),
}

/// Reads a map for a problem, either lines or a formula.
pub fn parse(text: &str, place: &Place, problem: &Problem) -> Result<Meaning, MapError> {
    parse_for(text, place, problem, u32::MAX)
}

/// Reads a map of so many variables.
pub(super) fn parse_for(
    text: &str,
    place: &Place,
    problem: &Problem,
    variables: u32,
) -> Result<Meaning, MapError> {
    let all = (1..).zip(without_mark(text).lines().map(tokens));
    let lines: Vec<(u64, Vec<Word>)> = all.filter(|(_, words)| !words.is_empty()).collect();
    let Some((first, _)) = lines.first() else {
        let message = "the map is empty: write VARIABLE STEP SQUARE on each line, such as 17 3 b2";
        return Err(MapError::at(1)((1, message.into())));
    };
    if let [(line, words)] = &lines[..] {
        let texts = words.iter().map(|(_, word)| *word).collect_vec();
        // A single entry is a number and words; a formula has an operator between two words.
        let is_entry = texts.len() > 1 && texts[1].starts_with(|c: char| c.is_alphanumeric());
        let whole = texts.join(" ");
        if whole.contains(['i', 'v']) && !is_entry {
            let (at, first) = (MapError::at(*line), words[0].0);
            let expression = Expression::parse(&whole);
            let expression =
                expression.map_err(|(place, message)| at((first + place - 1, message)))?;
            let meaning = formula(&expression, place, problem, variables);
            return meaning.map_err(|message| at((first, message)));
        }
    }
    let mut reader = Reader::default();
    for (line, words) in &lines {
        let read = reader.line(words, place, problem.graph().len());
        read.map_err(MapError::at(*line))?;
    }
    if reader.entries.is_empty() {
        let message = "the map names no variable: write VARIABLE STEP SQUARE, such as 17 3 b2";
        return Err(MapError::at(*first)((1, message.into())));
    }
    Ok(reader.finish())
}

#[derive(Default)]
struct Reader {
    /// True if two numbers are an arc, rather than a step and a vertex.
    is_arcs: bool,
    entries: Vec<(Fact, Vec<Lit>)>,
    /// The meaning without the entries.
    meaning: Meaning,
}

impl Reader {
    /// Reads a line; steps go up to `last`.
    fn line(&mut self, words: &[Word], place: &Place, last: u32) -> Result<(), Fault> {
        let vertex =
            |(column, text): Word| vertex(place, text).map_err(|message| (column, message));
        let within = |fact| match fact {
            Fact::At { step, .. } if step > last => {
                let message = format!("'{step}' is not a step: there are {last}");
                Err((words[1].0, message))
            }
            fact => Ok(fact),
        };
        match *words {
            [(_, "arcs")] => self.is_arcs = true,
            [(_, "directions"), (_, "one")] => self.meaning.is_one_direction = true,
            [(_, "first"), name] => self.meaning.first = Some(vertex(name)?),
            [number, (column, name)] => {
                let lits = variables(number)?;
                let read = name.parse::<Fact<String>>();
                let named = read.map_err(|_| expected((column, name)))?;
                let fact = named.try_map(|name| vertex((column, name)))?;
                self.entries.push((within(fact)?, lits));
            }
            [number, from, to] => {
                let lits = variables(number)?;
                let named = match from.1.parse() {
                    Ok(step) if is_digits(from.1) && !self.is_arcs => Fact::At { step, vertex: to },
                    _ => Fact::Arc { from, to },
                };
                let fact = named.try_map(|&name| vertex(name))?;
                self.entries.push((within(fact)?, lits));
            }
            [word, ..] => return Err(expected(word)),
            [] => {}
        }
        Ok(())
    }

    /// Returns the meaning, with steps from 1.
    fn finish(self) -> Meaning {
        let is_zero = |(fact, _): &(Fact, _)| matches!(fact, Fact::At { step: 0, .. });
        let shift = u32::from(self.entries.iter().any(is_zero));
        let mut meaning = self.meaning;
        for (mut fact, lits) in self.entries {
            if let Fact::At { step, .. } = &mut fact {
                *step += shift;
            }
            meaning.add(fact, &lits);
        }
        meaning
    }
}

/// Returns the literals of one word, with commas between several, and no literals for `true`.
fn variables((column, text): Word) -> Result<Vec<Lit>, Fault> {
    if text == "true" {
        return Ok(Vec::new());
    }
    let lits: Option<Vec<Lit>> = text.split(',').map(literal).collect();
    let message = || format!("'{}' is not a variable: write its number", quote(text));
    lits.ok_or_else(|| (column, message()))
}

fn expected((column, found): Word) -> Fault {
    let message = format!(
        "found '{}': write VARIABLE STEP SQUARE (17 3 b2), VARIABLE FROM TO (17 b2 c4), \
         VARIABLE EDGE (17 b2-c4), or one expression (100*i+10*j+k) for all",
        quote(found)
    );
    (column, message)
}

/// Returns the meaning by which x\[i\]\[v\] has the number that an expression computes, among so
/// many variables.
pub(super) fn formula(
    expression: &Expression,
    place: &Place,
    problem: &Problem,
    variables: u32,
) -> Result<Meaning, String> {
    let (steps, squares) = (problem.period(), place.len());
    // A literal for each step and square.
    if u64::from(steps) * u64::from(squares) > 2 * u64::from(variables) {
        let variables = counted(variables, "variable");
        return Err(format!(
            "it numbers {steps} steps on {squares} squares, and the formula has {variables}"
        ));
    }
    if place.board().is_none() && (expression.uses('j') || expression.uses('k')) {
        return Err("j and k are rank and file of a board: for a graph write v".into());
    }
    let mut meaning = Meaning::new();
    for step in 1..=steps {
        for vertex in 0..squares {
            let board = place.board();
            let square = board.map_or(Square { rank: 0, file: 0 }, |board| board.square(vertex));
            let number = expression.value(&|letter| {
                i64::from(match letter {
                    'i' => step,
                    'j' => square.rank,
                    'k' => square.file,
                    'v' => vertex + 1,
                    'm' => board.map_or(0, |board| board.ranks()),
                    'n' => board.map_or(0, |board| board.files()),
                    _ => squares,
                })
            });
            let fact = Fact::At { step, vertex };
            let lit = i32::try_from(number).ok().and_then(Lit::from_dimacs);
            let wrong = || format!("{} would be variable {number}", fact.symbol(place));
            meaning.add(fact, &[lit.ok_or_else(wrong)?]);
        }
    }
    Ok(meaning)
}

/// Writes a meaning as a map for [`parse`].
pub fn write(meaning: &Meaning, place: &Place) -> String {
    let head = match meaning.style() {
        FactStyle::Positions => "# variable step square",
        FactStyle::Arcs => "# variable from to\narcs",
        FactStyle::Edges => "# variable edge",
    };
    let mut lines = vec![head.to_string()];
    if meaning.is_one_direction {
        lines.push("directions one".into());
    }
    let name = |vertex| place.name(vertex);
    let first = meaning.first.map(name);
    lines.extend(first.map(|first| format!("first {first}")));
    for (fact, lits) in meaning.facts() {
        let number = match &lits[..] {
            [] => "true".to_string(),
            lits => lits.iter().map(|lit| lit.to_dimacs()).join(","),
        };
        lines.push(match *fact {
            Fact::At { step, vertex } => format!("{number} {step} {}", name(vertex)),
            Fact::Arc { from, to } => format!("{number} {} {}", name(from), name(to)),
            Fact::Edge(ends) => format!("{number} {}-{}", name(ends[0]), name(ends[1])),
        });
    }
    lines.join("\n") + "\n"
}
