//! A description of a formula: what it encodes and with which options. It suffices to write the
//! formula again, or to decode its models.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_cnf as cnf;
//! #     pub use knightsat_encoding as encoding;
//! #     pub use knightsat_encoding::base::stop;
//! # }
//! use knightsat::cnf::dimacs::read::CnfReader;
//! use knightsat::encoding::formula_spec::FormulaSpec;
//! use knightsat::stop::Stop;
//!
//! let spec = "3x4".parse::<FormulaSpec>()?;
//! let file = spec.write(Vec::new(), &Stop::default())?;
//! let reader = CnfReader::new(&file[..], "tour.cnf", "knightsat ")?;
//! assert_eq!(FormulaSpec::from_comments(reader.comments())?, Some(spec));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The comments of a file contain its spec, each a key and a value in JSON:
//! `c knightsat board = "3x4"`. A comment that ends with a backslash continues in the next one.

use crate::base::stop::{Stop, Writing};
use crate::base::text::{ParseError, counted};
use crate::base::{json, system};
use crate::{Formula, FormulaError, Name, Style, map, set_fields};
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
use serde_json::Value;
use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::str::FromStr;
use thiserror::Error;

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

/// Reads an open tour of a board, which is read as a [`Place`], in the style [`Style::default`].
/// The fields change anything else.
impl FromStr for FormulaSpec {
    type Err = FormulaSpecError;

    fn from_str(board: &str) -> Result<FormulaSpec, FormulaSpecError> {
        let (request, style) = (board.parse()?, Style::default());
        Ok(FormulaSpec { request, style })
    }
}

impl FormulaSpec {
    /// The prefix of all comments of a spec.
    pub const PREFIX: &str = "knightsat ";

    /// Returns the spec of a tour of a place in this style.
    pub fn new(place: Place, tour: TourSpec, style: Style) -> Result<FormulaSpec, SpecError> {
        let request = Request::new(place, tour)?;
        Ok(FormulaSpec { request, style })
    }

    /// Replaces the style by that of an encoding, named as in [`Name`]: `"crt"`.
    pub fn encoding(mut self, name: &str) -> Result<FormulaSpec, ParseError> {
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

    /// Decodes a model of the formula and verifies the tour. To check a model against every clause
    /// too, use [`Formula::tour`].
    pub fn decode(&self, model: &Model, stop: &Stop) -> Result<Tour, FormulaSpecError> {
        let problem = self.problem(stop)?;
        Ok(Formula::within(&problem, self.style, stop)?.decode(model)?)
    }

    /// Returns the title of the formula in words.
    pub fn title(&self) -> String {
        let tour = self.place.tour(self.tour.kind);
        let title = format!("The {tour} as a formula, --encoding {}", self.style.name);
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
        let title = [
            "A tour as a formula. To decode a solver's result:",
            "knightsat decode FORMULA RESULT",
        ];
        let header = title.map(String::from).to_vec();
        [
            header,
            FormulaSpec::problem_comments(self),
            lines(&self.style),
        ]
        .concat()
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
        let comment = |(line, comment): (u64, &str)| {
            let text = comment.strip_prefix(';')?.to_string();
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
            let text = comment.text.trim().strip_prefix(FormulaSpec::PREFIX)?;
            Some((comment.line, text))
        });
        // Comments before a place are prose that happens to begin with the prefix.
        let is_first = |text| field(text).is_some_and(|(key, _)| FIRST[..2].contains(&key));
        let lines = joined(ours.skip_while(|(_, text)| !is_first(text)));
        (!lines.is_empty()).then(|| read(&lines)).transpose()
    }
}

/// The keys that come first in their part of a description. One of the first two begins it.
const FIRST: [&str; 4] = ["board", "graph", "tour", "encoding"];

/// The characters of a line, which keep a comment under 80.
const LINE: usize = 66;

/// Returns the key of a line, and the text of its value.
fn field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    Some((key.trim(), value))
}

/// Returns the fields of a struct as comments.
fn lines(fields: &impl Serialize) -> Vec<String> {
    let all = set_fields(fields).into_iter();
    let sorted = all.sorted_by_key(|(key, _)| !FIRST.contains(&&**key));
    let lines = sorted.map(|(key, value)| format!("{key} = {}", ascii(&value.to_string())));
    // No comment may contain the first words of a header.
    let plain = lines.map(|line| line.replace("p cnf", "p\\u0020cnf"));
    plain.flat_map(|line| broken(&line)).collect()
}

/// Escapes the characters of JSON that are not ASCII.
fn ascii(json: &str) -> String {
    let mut text = String::new();
    for mark in json.chars() {
        match mark {
            ' '..='~' => text.push(mark),
            _ => {
                for unit in mark.encode_utf16(&mut [0; 2]) {
                    text += &format!("\\u{unit:04x}");
                }
            }
        }
    }
    text
}

/// Returns a line as comments, each but the last with a backslash at its end.
fn broken(line: &str) -> Vec<String> {
    const PREFIX: &str = FormulaSpec::PREFIX;
    let mut comments = Vec::new();
    let mut rest = line;
    while rest.len() > LINE {
        let at = rest[..LINE - 1].rfind(',').map_or(LINE - 1, |at| at + 1);
        let (part, later) = rest.split_at(at);
        comments.push(format!("{PREFIX}{part}\\"));
        rest = later;
    }
    comments.push(format!("{PREFIX}{rest}"));
    comments
}

/// Returns the lines that are broken into these comments, each with the number of its first one.
fn joined<'c>(comments: impl Iterator<Item = (u64, &'c str)>) -> Vec<(u64, String)> {
    let mut lines = Vec::<(u64, String)>::new();
    let mut continues = false;
    for (number, text) in comments {
        let part = text.strip_suffix('\\');
        match lines.last_mut().filter(|_| continues) {
            Some((_, line)) => line.push_str(part.unwrap_or(text)),
            None => lines.push((number, part.unwrap_or(text).into())),
        }
        continues = part.is_some();
    }
    lines
}

/// Reads a spec from lines with their numbers.
fn read(lines: &[(u64, String)]) -> Result<FormulaSpec, FormulaSpecError> {
    let fault = |line, message| FormulaSpecError::Comment { line, message };
    let mut fields = Vec::new();
    for (line, text) in lines {
        let value = |text| serde_json::from_str::<Value>(text).ok();
        let field = field(text).and_then(|(key, text)| Some((*line, key, value(text)?)));
        let form = "expected a key, '=' and JSON, such as board = \"8x8\": was the file written by \
                    another version?";
        fields.push(field.ok_or_else(|| fault(*line, form.into()))?);
    }
    if let Some((line, key, _)) = fields.iter().duplicates_by(|(_, key, _)| key).next() {
        return Err(fault(*line, format!("{key} occurs twice")));
    }
    if !fields.iter().any(|(_, key, _)| *key == "encoding") {
        fields.push((0, "encoding", Name::Textbook.as_str().into()));
    }
    // Each key after the keys that its value depends on.
    fields.sort_by_key(|(_, key, _)| match *key {
        "encoding" => 0,
        "board" | "graph" => 1,
        _ => 2,
    });
    let spec = part::<FormulaSpec>(&fields).map_err(|misfit| {
        // Errors of flattened fields have no place: the first key that causes one is at fault.
        let style = part::<Style>(&fields[..1]).is_err().then_some(1);
        let is_wrong = |&count: &usize| part::<FormulaSpec>(&fields[..count]).is_err();
        let count = style.or_else(|| (2..fields.len()).find(is_wrong));
        let (line, key, _) = fields[count.unwrap_or(fields.len()) - 1];
        fault(line, format!("{key}: {misfit}"))
    })?;
    let known = [map(&spec.request), set_fields(&spec.style)];
    let is_known = |key: &str| known.iter().any(|known| known.contains_key(key));
    match fields.iter().find(|(_, key, _)| !is_known(key)) {
        None => Ok(spec),
        Some((line, key, _)) => {
            let message = "is unknown here: was the file written by another version?";
            Err(fault(*line, format!("'{key}' {message}")))
        }
    }
}

/// Reads the struct with these fields.
fn part<T: DeserializeOwned>(fields: &[(u64, &str, Value)]) -> Result<T, json::Misfit> {
    let all = fields.iter();
    let owned = all.map(|(_, key, value)| (key.to_string(), value.clone()));
    json::convert(Value::Object(owned.collect()))
}

#[cfg(test)]
mod tests;
