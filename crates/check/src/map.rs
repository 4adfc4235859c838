//! Maps: which variable of somebody's formula means what, as text.
//!
//! ```
//! use knightsat_check::map;
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "1x2".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let meaning = map::parse("(i-1)*N+v", &place, &problem)?;
//! assert_eq!(meaning.facts().len(), 4);
//! let error = map::parse("17 3 z9\n18 1 a1\n", &place, &problem).unwrap_err();
//! assert_eq!(error.line, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A line a variable: `17 3 b2` (at step 3 the tour is on b2), `17 b2 c4` (the tour goes from b2 to
//! c4), `17 b2-c4` (one way or the other). A square may be written as `rank,file` or as a vertex
//! number from 1; on graphs it is a number always, so there the line `arcs` comes first where arcs
//! are meant. A negative variable means that its negation says so, and several with commas, `1,-2,3`,
//! that all of them together do, as the bits of a number. Steps may count from 0 if one
//! of them is 0. The line `directions one` says that one of a tour and its reverse is a model, the
//! line `first b2` that closed tours begin there. `#` starts a comment. Instead of all lines a map
//! may be one formula, such as `100*i+10*j+k`.

use super::expression::Expression;
use super::meaning::{Fact, Meaning};
use itertools::Itertools;
use knightsat_base::input::without_mark;
use knightsat_base::quote::quote;
use knightsat_cnf::{Lit, Var};
use knightsat_tour::Problem;
use knightsat_tour::place::Place;
use knightsat_tour::square::Square;
use thiserror::Error;

/// What is wrong with a map, and where; line and column count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{line}:{column}: {message}")]
pub struct MapError {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// A word of a line with its column.
type Word<'t> = (usize, &'t str);

/// Where the words of a line are, in front of a comment.
fn words(line: &str) -> Vec<Word<'_>> {
    let line = line.split('#').next().unwrap_or(line);
    let words = line.split_whitespace();
    let start = line.as_ptr() as usize;
    let column = |word: &str| line[..word.as_ptr() as usize - start].chars().count() + 1;
    words.map(|word| (column(word), word)).collect()
}

/// The vertex that a text means: a square, rank,file or a number from 1.
pub(super) fn vertex(place: &Place, text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number) if (1..=place.len()).contains(&number) => Ok(number - 1),
        Ok(number) => Err(format!(
            "{number} is not a square: they are numbered from 1 to {}",
            place.len()
        )),
        Err(_) => place.vertex(text).map_err(|error| error.to_string()),
    }
}

/// A literal from the text of its number, or as OPB has it: -17, x17 or ~x17.
pub(super) fn literal(text: &str) -> Option<Lit> {
    let (is_negated, name) = match text.strip_prefix('~') {
        Some(name) => (true, name),
        None => (false, text),
    };
    match name.strip_prefix('x') {
        Some(number) => {
            let var = Var::new(number.parse().ok()?)?;
            Some(if is_negated { var.neg() } else { var.pos() })
        }
        None => Lit::from_dimacs(text.parse().ok()?),
    }
}

/// Reads a map for a problem, or the formula that it consists of.
pub fn parse(text: &str, place: &Place, problem: &Problem) -> Result<Meaning, MapError> {
    let text = without_mark(text);
    let lines = (1..).zip(text.lines().map(words));
    let lines: Vec<(u64, Vec<Word>)> = lines.filter(|(_, words)| !words.is_empty()).collect();
    if let [(line, words)] = &lines[..] {
        let column = words[0].0;
        let whole: Vec<&str> = words.iter().map(|(_, word)| *word).collect();
        // A single entry is a number and words; between two words of a formula is an operator.
        let is_entry = whole.len() > 1 && whole[1].starts_with(|c: char| c.is_alphanumeric());
        let whole = whole.join(" ");
        if whole.contains(['i', 'v']) && !is_entry {
            let at = |(place, message)| MapError {
                line: *line,
                column: column + place - 1,
                message,
            };
            let expression = Expression::parse(&whole).map_err(at)?;
            return formula(&expression, place, problem).map_err(|message| at((1, message)));
        }
    }
    let mut reader = Reader {
        place,
        problem,
        is_arcs: None,
        is_one_direction: false,
        first: None,
        entries: Vec::new(),
    };
    for (line, words) in &lines {
        let read = reader.line(words);
        read.map_err(|(column, message)| MapError {
            line: *line,
            column,
            message,
        })?;
    }
    Ok(reader.finish())
}

struct Reader<'a> {
    place: &'a Place,
    problem: &'a Problem,
    /// What two numbers mean, if that has been said.
    is_arcs: Option<bool>,
    is_one_direction: bool,
    first: Option<u32>,
    entries: Vec<(Fact, Vec<Lit>)>,
}

impl Reader<'_> {
    fn line(&mut self, words: &[Word]) -> Result<(), (usize, String)> {
        match *words {
            [(_, "arcs")] => self.is_arcs = Some(true),
            [(_, "positions")] => self.is_arcs = Some(false),
            [(_, "directions"), (_, "one")] => self.is_one_direction = true,
            [(_, "directions"), (_, "both")] => self.is_one_direction = false,
            [(_, "first"), (column, name)] => {
                self.first = Some(self.vertex(column, name)?);
            }
            [(column, number), (at, edge)] => {
                let lits = variables(column, number)?;
                let (a, b) = edge.split_once('-').ok_or_else(|| expected(at, edge))?;
                let (a, b) = (self.vertex(at, a)?, self.vertex(at, b)?);
                self.entries.push((Fact::edge(a, b), lits));
            }
            [(column, number), (first_at, first), (second_at, second)] => {
                let lits = variables(column, number)?;
                let to = self.vertex(second_at, second)?;
                let is_step = first.bytes().all(|byte| byte.is_ascii_digit());
                let fact = if is_step && self.is_arcs != Some(true) {
                    let len = self.problem.graph().len();
                    let step = first.parse().ok().filter(|step| (0..=len).contains(step));
                    let message = || format!("'{}' is not a step: there are {len}", quote(first));
                    let step = step.ok_or_else(|| (first_at, message()))?;
                    Fact::At { step, vertex: to }
                } else {
                    let from = self.vertex(first_at, first)?;
                    Fact::Arc { from, to }
                };
                self.entries.push((fact, lits));
            }
            [(column, word), ..] => return Err(expected(column, word)),
            [] => {}
        }
        Ok(())
    }

    fn vertex(&self, column: usize, text: &str) -> Result<u32, (usize, String)> {
        vertex(self.place, text).map_err(|message| (column, message))
    }

    fn finish(mut self) -> Meaning {
        from_zero(&mut self.entries);
        let mut meaning = Meaning::new();
        for (fact, lits) in self.entries {
            meaning.add(fact, &lits);
        }
        if let Some(first) = self.first {
            meaning = meaning.from_vertex(first);
        }
        if self.is_one_direction {
            meaning.in_one_direction()
        } else {
            meaning
        }
    }
}

/// Counts the steps from 1, where they count from 0.
pub(super) fn from_zero<T>(entries: &mut [(Fact, T)]) {
    let is_zero = |(fact, _): &(Fact, T)| matches!(fact, Fact::At { step: 0, .. });
    if entries.iter().any(is_zero) {
        for (fact, _) in entries {
            if let Fact::At { step, .. } = fact {
                *step += 1;
            }
        }
    }
}

/// The literals of one word, with commas in between if there are several.
fn variables(column: usize, text: &str) -> Result<Vec<Lit>, (usize, String)> {
    let lits: Option<Vec<Lit>> = text.split(',').map(literal).collect();
    lits.ok_or_else(|| {
        (
            column,
            format!("'{}' is not a variable: write its number", quote(text)),
        )
    })
}

fn expected(column: usize, found: &str) -> (usize, String) {
    let message = format!(
        "found '{}': write VARIABLE STEP SQUARE (17 3 b2), VARIABLE FROM TO (17 b2 c4), \
         VARIABLE EDGE (17 b2-c4), or one formula (100*i+10*j+k) for all",
        quote(found)
    );
    (column, message)
}

/// The meaning by which x\[i\]\[v\] has the number that an expression gives it.
pub fn formula(
    expression: &Expression,
    place: &Place,
    problem: &Problem,
) -> Result<Meaning, String> {
    if place.board().is_none() && (expression.uses('j') || expression.uses('k')) {
        return Err("j and k are rank and file of a board: for a graph write v".into());
    }
    let mut meaning = Meaning::new();
    for step in 1..=problem.period() {
        for vertex in 0..place.len() {
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
                    _ => place.len(),
                })
            });
            let lit = number.and_then(|number| Lit::from_dimacs(i32::try_from(number).ok()?));
            let fact = Fact::At { step, vertex };
            let symbol = || fact.symbol(place);
            let number = || number.map_or("too large a number".into(), |n| n.to_string());
            let lit = lit.ok_or_else(|| format!("{} would be variable {}", symbol(), number()))?;
            meaning.add(fact, &[lit]);
        }
    }
    Ok(meaning)
}

/// The map of a meaning, as [`parse`] reads it. Facts that every tour has, and no literal says, are left
/// out.
pub fn write(meaning: &Meaning, place: &Place) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{words}");
    };
    match meaning.style() {
        super::Style::Positions => line(format_args!("# variable step square")),
        super::Style::Arcs => line(format_args!("# variable from to\narcs")),
        super::Style::Edges => line(format_args!("# variable edge")),
    }
    if meaning.is_one_direction() {
        line(format_args!("directions one"));
    }
    if let Some(first) = meaning.first() {
        line(format_args!("first {}", place.name(first)));
    }
    for (fact, lits) in meaning.facts() {
        if lits.is_empty() {
            continue;
        }
        let number = lits.iter().map(|lit| lit.to_dimacs()).join(",");
        match *fact {
            Fact::At { step, vertex } => {
                line(format_args!("{number} {step} {}", place.name(vertex)));
            }
            Fact::Arc { from, to } => {
                line(format_args!(
                    "{number} {} {}",
                    place.name(from),
                    place.name(to)
                ));
            }
            Fact::Edge(a, b) => {
                line(format_args!("{number} {}-{}", place.name(a), place.name(b)));
            }
        }
    }
    text
}
