//! A description of a formula: what it encodes and with which options. It suffices to write the
//! formula again, or to decode its models.
//!
//! ```
//! # use knightsat_encoding::base::stop::Stop;
//! use knightsat_cnf::dimacs::read::CnfReader;
//! use knightsat_encoding::formula_spec::{FormulaSpec, PREFIX};
//!
//! let spec = "3x4".parse::<FormulaSpec>()?;
//! let file = spec.write(Vec::new(), &Stop::default())?;
//! let reader = CnfReader::new(&file[..], "tour.cnf", PREFIX)?;
//! assert_eq!(FormulaSpec::from_comments(reader.comments())?, Some(spec));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The comments of a file contain its spec as TOML: `c knightsat board = "3x4"`. A long list
//! continues in the next comment, and so does a comment that ends with a backslash.

use crate::base::stop::{Stop, Writing};
use crate::base::text::counted;
use crate::base::{json, system};
use crate::{Formula, FormulaError, Name, Style, UnknownName, map};
use itertools::Itertools;
use knightsat_cnf::Model;
use knightsat_cnf::dimacs::read::Comment;
use knightsat_cnf::dimacs::write::{SHOW, Writer};
use knightsat_cnf::sink::{ClauseSink, Cnf, Until};
use knightsat_tour::ProblemError;
use knightsat_tour::convention::Convention;
use knightsat_tour::place::Place;
use knightsat_tour::spec::Request;
use knightsat_tour::spec::{SpecError, TourSpec};
use knightsat_tour::tour::Tour;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Write};
use std::iter::once;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

/// A request, and the style of the formula. It dereferences to the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SpecFields")]
pub struct FormulaSpec {
    /// The board or graph, and the tour.
    #[serde(flatten)]
    pub request: Request,
    /// The style of the formula.
    #[serde(flatten)]
    pub style: Style,
}

impl Deref for FormulaSpec {
    type Target = Request;

    fn deref(&self) -> &Request {
        &self.request
    }
}

impl DerefMut for FormulaSpec {
    fn deref_mut(&mut self) -> &mut Request {
        &mut self.request
    }
}

impl AsRef<Request> for FormulaSpec {
    fn as_ref(&self) -> &Request {
        &self.request
    }
}

impl AsMut<Request> for FormulaSpec {
    fn as_mut(&mut self) -> &mut Request {
        &mut self.request
    }
}

/// A spec in a file, which may name vertices in other notations than the place.
#[derive(Deserialize)]
struct SpecFields {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    tour: TourSpec,
    #[serde(flatten)]
    style: Style,
}

impl TryFrom<SpecFields> for FormulaSpec {
    type Error = String;

    fn try_from(given: SpecFields) -> Result<FormulaSpec, String> {
        let spec = FormulaSpec::new(given.place, given.tour, given.style);
        spec.map_err(|error| match error {
            SpecError::Vertex { error, .. } => error.to_string(),
            error => error.to_string(),
        })
    }
}

/// An error of a spec.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormulaSpecError {
    /// The tour does not fit the place.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The formula is too large, or a model is no tour.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The formula cannot be written to its output.
    #[error("{}", system::message(.0))]
    Write(#[from] io::Error),
    /// A comment of a spec is invalid.
    #[error("{line}:1: {message}")]
    Comment {
        /// Its line.
        line: u64,
        /// The fault.
        message: String,
    },
}

impl FormulaSpecError {
    /// Returns true if the error is only a deadline.
    pub fn is_stopped(&self) -> bool {
        matches!(
            self,
            FormulaSpecError::Spec(SpecError::Problem(ProblemError::Stopped(_)))
                | FormulaSpecError::Formula(FormulaError::Stopped(_))
        )
    }
}

/// The prefix of all comments of a spec.
pub const PREFIX: &str = "knightsat ";

/// Reads an open tour of a board, which is read as a [`Place`], in the style [`Style::DEFAULT`].
/// The fields change anything else.
impl FromStr for FormulaSpec {
    type Err = FormulaSpecError;

    fn from_str(board: &str) -> Result<FormulaSpec, FormulaSpecError> {
        let (request, style) = (board.parse()?, Style::DEFAULT);
        Ok(FormulaSpec { request, style })
    }
}

impl FormulaSpec {
    /// Returns the spec of a tour of a place in this style.
    pub fn new(place: Place, tour: TourSpec, style: Style) -> Result<FormulaSpec, SpecError> {
        let request = Request::new(place, tour)?;
        Ok(FormulaSpec { request, style })
    }

    /// Replaces the style by that of an encoding, named as in [`Name`]: `"crt"`.
    pub fn encoding(mut self, name: &str) -> Result<FormulaSpec, UnknownName> {
        self.style = name.parse::<Name>()?.style();
        Ok(self)
    }

    /// Writes the clauses to `sink`, such as a solver, until the deadline.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S, stop: &Stop) -> Result<(), FormulaSpecError> {
        let problem = self.problem(stop)?;
        let formula = Formula::within(&problem, self.style, stop)?;
        let mut until = Until::new(sink, stop);
        formula.encode(&mut until);
        Ok(until.finish().map_err(FormulaError::from)?)
    }

    /// Returns the clauses in memory, for iteration with [`Cnf::clauses`].
    pub fn cnf(&self, stop: &Stop) -> Result<Cnf, FormulaSpecError> {
        let mut cnf = Cnf::default();
        self.encode(&mut cnf, stop)?;
        Ok(cnf)
    }

    /// Decodes a model of the formula and verifies the tour. It makes clauses only to count
    /// [shuffled](Style::shuffle) variables. To check a model against every clause too, use
    /// [`Formula::tour`].
    pub fn decode(&self, model: &Model, stop: &Stop) -> Result<Tour, FormulaSpecError> {
        let problem = self.problem(stop)?;
        let formula = match self.style.shuffle {
            0 => Formula::laid_out(&problem, self.style, stop)?,
            _ => Formula::within(&problem, self.style, stop)?,
        };
        Ok(formula.decode(model)?)
    }

    /// Returns the title of the formula in words.
    pub fn title(&self) -> String {
        let tour = self.place.tour(self.tour.kind);
        let title = format!("The {tour} as a formula, --encoding {}", self.style.name());
        match self.style.amo() {
            amo if amo.is_empty() => title,
            amo => format!("{title} --amo {amo}"),
        }
    }
}

impl FormulaSpec {
    /// Writes the formula in DIMACS, with [comments](FormulaSpec::formula_comments) that describe
    /// it, and returns the output.
    pub fn write<W: Write>(&self, mut output: W, stop: &Stop) -> Result<W, FormulaSpecError> {
        let problem = self.problem(stop)?;
        let formula = Formula::within(&problem, self.style, stop)?;
        self.write_formula(&formula, &[], &mut output, stop)?;
        Ok(output)
    }

    /// Writes this formula with more comments. At the deadline it gives up with
    /// [`Stopped`](crate::base::stop::Stopped) in the error.
    pub fn write_formula(
        &self,
        formula: &Formula,
        more: &[String],
        output: &mut dyn Write,
        stop: &Stop,
    ) -> io::Result<()> {
        let comments = [&self.formula_comments(formula)[..], more].concat();
        let output = Writing::new(output, stop);
        let mut writer = Writer::new(output, formula.header(), &comments);
        if formula.style().shuffle == 0 {
            formula.encode(&mut writer);
        } else {
            // All clauses are collected before the first one is written.
            let mut until = Until::new(&mut writer, stop);
            formula.encode(&mut until);
            until.finish().map_err(io::Error::other)?;
        }
        writer.finish().map(drop)
    }

    /// Returns the comments that describe a file, for
    /// [`Writer::new`](knightsat_cnf::dimacs::write::Writer::new).
    pub fn comments(&self) -> Vec<String> {
        let header = [
            "A tour as a formula. To decode a solver's result:",
            "knightsat decode FORMULA RESULT",
        ];
        let description = FormulaSpec::problem_comments(self).into_iter();
        let description = description.chain(lines(&self.style));
        header
            .map(String::from)
            .into_iter()
            .chain(description)
            .collect()
    }

    /// Returns the comments that describe a request, without a style.
    pub fn problem_comments(request: &Request) -> Vec<String> {
        let place = lines(&request.place).into_iter();
        place.chain(lines(&request.tour)).collect()
    }

    /// Returns the comments of a file with this formula: its description, and notes if its models
    /// need not be tours, or tours may exist without a model.
    pub fn formula_comments(&self, formula: &Formula) -> Vec<String> {
        let mut comments = self.comments();
        if !formula.is_exact() {
            comments.push("A relaxation: a model may be several cycles.".into());
        }
        if self.tour.blocks.is_some() {
            comments.push("Without a model, no tour visits these blocks; others may exist.".into());
        }
        comments
    }

    /// Returns the comments for a model counter, in the format of the Model Counting Competition.
    /// They contain the meaning of the number, the kind of the problem (projected model counting),
    /// and the variables to project on. These are in one line: ganak and approxmc refuse a second
    /// one, and their earlier versions ignore all but the last.
    pub fn projection_comments(&self, formula: &Formula) -> Vec<String> {
        let [models, tours] = formula.models_of_tours();
        let (models, tours) = (counted(models, "model"), counted(tours, "tour"));
        let convention = Convention::of(formula.problem());
        let mut comments = vec![format!("Projected: {models} for {tours} ({convention}).")];
        if formula.is_parsimonious() {
            comments.push("Not projected, the number of models is the same.".into());
        }
        comments.push("t pmc".into());
        let shown = formula.tour_vars();
        let numbers = shown.iter().map(|var| format!("{} ", var.number()));
        comments.push(format!("{SHOW}{}0", numbers.format("")));
        comments
    }

    /// Returns the comments at the top of a script for SMT solvers, like those of a formula.
    pub fn comments_of_smt(script: &str) -> Vec<Comment> {
        let comment = |(line, text): (u64, &str)| {
            let text = text.strip_prefix(';')?.to_string();
            Some(Comment { line, text })
        };
        (1..).zip(script.lines()).map_while(comment).collect()
    }

    /// Reads the spec from the texts of comments, as `comments` returns them.
    pub fn from_texts(texts: &[String]) -> Result<Option<FormulaSpec>, FormulaSpecError> {
        let comments = (1..).zip(texts).map(|(line, text)| Comment {
            line,
            text: text.clone(),
        });
        FormulaSpec::from_comments(&comments.collect::<Vec<_>>())
    }

    /// Returns the spec in the comments of a file, `None` if there is none.
    pub fn from_comments(comments: &[Comment]) -> Result<Option<FormulaSpec>, FormulaSpecError> {
        let ours = comments.iter().filter_map(|comment| {
            let text = comment.text.trim().strip_prefix(PREFIX)?;
            Some((comment.line, text))
        });
        // Comments before a place are prose that happens to begin with the prefix.
        let ours = ours.skip_while(|(_, text)| !FIRST.iter().any(|key| is_set(key, text)));
        let (lines, mut texts) = joined(ours);
        if texts.is_empty() {
            return Ok(None);
        }
        if !texts.iter().any(|text| is_set("encoding", text)) {
            texts.push("encoding = \"textbook\"".into());
        }
        let text = texts.join("\n");
        let spec = read(&text).map_err(|(at, message)| {
            let index = text[..at].matches('\n').count();
            let line = lines[index.min(lines.len() - 1)];
            FormulaSpecError::Comment { line, message }
        });
        spec.map(Some)
    }
}

/// The keys that may begin a description.
const FIRST: [&str; 2] = ["board", "graph"];

/// Returns true if a line of TOML sets this key.
fn is_set(key: &str, line: &str) -> bool {
    let rest = line.trim_start().strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// The characters of a line, which keep a comment under 80.
const LINE: usize = 66;

/// Returns the fields of a struct in TOML; a list takes as many comments as it needs.
fn lines(fields: &impl Serialize) -> Vec<String> {
    let text = toml::to_string(fields).expect("a struct of text, numbers and lists");
    let lines = items(&text).into_iter().coalesce(|line, item| {
        let is_item = item.starts_with(['[', '"']);
        if is_item && line.len() + item.len() < LINE {
            Ok(format!("{line} {item}"))
        } else {
            Err((line, item))
        }
    });
    lines.flat_map(|line| broken(&line)).collect()
}

/// Returns TOML line by line, a new line before each further text or list in a list. The lines are
/// ASCII, and none contains the first words of a header, for comments of DIMACS.
fn items(toml: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut quote = None;
    let mut is_long = false;
    let mut marks = toml.chars().peekable();
    while let Some(mark) = marks.next() {
        let item = items.last_mut().expect("one at least");
        let is_delimiter = ['"', '\''].contains(&mark) && quote.is_none_or(|open| open == mark);
        if is_delimiter && (quote.is_none() || is_long) {
            // Three quotes enclose a text that contains single ones.
            let mut run = 1;
            while (quote.is_some() || run < 3) && marks.next_if_eq(&mark).is_some() {
                run += 1;
            }
            let inner = match (quote, run) {
                (None, 1) => 0,
                (None, 2) => {
                    item.push_str("\"\"");
                    continue;
                }
                (None, _) => {
                    is_long = true;
                    marks.next_if_eq(&'\n');
                    0
                }
                (Some(_), 1 | 2) => run,
                (Some(_), _) => run - 3,
            };
            let text = if mark == '"' { "\\\"" } else { "'" };
            item.push_str(&text.repeat(inner));
            match quote {
                None => {
                    item.push('"');
                    quote = Some(mark);
                }
                Some(_) if run >= 3 => {
                    item.push('"');
                    (quote, is_long) = (None, false);
                }
                Some(_) => {}
            }
            continue;
        }
        match (quote, mark) {
            (None, '\n') => items.push(String::new()),
            (None, ' ')
                if item.ends_with(',') && marks.peek().is_some_and(|c| "[\"'".contains(*c)) =>
            {
                items.push(String::new());
            }
            (Some(open), _) if mark == open => {
                item.push('"');
                quote = None;
            }
            // A text between single quotes, which has no escapes.
            (Some('\''), '"' | '\\') => item.extend(['\\', mark]),
            (Some('"'), '\\') => item.extend(once(mark).chain(marks.next())),
            (_, ' '..='~') => item.push(mark),
            _ => item.push_str(&format!("\\U{:08x}", u32::from(mark))),
        }
    }
    items.retain(|item| !item.is_empty());
    let plain = |item: String| item.replace("p cnf", "p\\u0020cnf");
    items.into_iter().map(plain).collect()
}

/// Returns a line as comments, each but the last with a backslash at its end.
fn broken(line: &str) -> Vec<String> {
    let mut comments = Vec::new();
    let mut rest = line;
    while rest.len() > LINE {
        let (part, later) = rest.split_at(LINE - 1);
        comments.push(format!("{PREFIX}{part}\\"));
        rest = later;
    }
    comments.push(format!("{PREFIX}{rest}"));
    comments
}

/// Returns the lines that are broken into these comments, each with the number of its first one.
fn joined<'c>(comments: impl Iterator<Item = (u64, &'c str)>) -> (Vec<u64>, Vec<String>) {
    let (mut numbers, mut lines) = (Vec::new(), Vec::<String>::new());
    let mut continues = false;
    for (number, text) in comments {
        let (part, goes_on) = match text.strip_suffix('\\') {
            Some(part) => (part, true),
            None => (text, false),
        };
        match lines.last_mut().filter(|_| continues) {
            Some(line) => line.push_str(part),
            None => {
                numbers.push(number);
                lines.push(part.into());
            }
        }
        continues = goes_on;
    }
    (numbers, lines)
}

/// Reads a spec in TOML. An error comes with its place in the text.
fn read(text: &str) -> Result<FormulaSpec, (usize, String)> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        // Its own messages are about the grammar of TOML.
        let fault = "expected a new name, '=' and a value, such as board = \"8x8\"";
        (span.start, fault.to_string())
    })?;
    let table = table.get_ref();
    // Each key after the keys that its value depends on.
    let keys = table
        .keys()
        .sorted_by_key(|key| match &**key.get_ref() {
            "encoding" => 0,
            "board" | "graph" => 1,
            _ => 2,
        })
        .collect_vec();
    let spec = part::<FormulaSpec>(table, &keys).map_err(|misfit| {
        // Errors of flattened fields have no place: the first key that causes one is at fault.
        let style = part::<Style>(table, &keys[..1]).is_err().then_some(1);
        let is_wrong = |&count: &usize| part::<FormulaSpec>(table, &keys[..count]).is_err();
        let count = style.or_else(|| (2..keys.len()).find(is_wrong));
        let key = keys[count.unwrap_or(keys.len()) - 1];
        (key.span().start, format!("{}: {misfit}", key.get_ref()))
    })?;
    let known = map(&spec);
    let mut keys = keys.into_iter();
    if let Some(key) = keys.find(|key| !known.contains_key(&**key.get_ref())) {
        let name = key.get_ref();
        let fault = format!("'{name}' is unknown here: was the file written by another version?");
        return Err((key.span().start, fault));
    }
    Ok(spec)
}

/// Reads the struct with these fields.
fn part<T: DeserializeOwned>(
    table: &DeTable,
    keys: &[&Spanned<Cow<str>>],
) -> Result<T, json::Misfit> {
    let fields = keys.iter().map(|&key| (key.clone(), table[key].clone()));
    json::convert(Deserializer::from(Spanned::new(0..0, fields.collect())))
}

#[cfg(test)]
mod tests;
