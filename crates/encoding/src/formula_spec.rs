//! A description of a formula: what it encodes and with which options. It suffices to write the
//! formula again, or to decode its models.
//!
//! ```
//! use knightsat_cnf::dimacs::read::CnfReader;
//! use knightsat_encoding::formula_spec::{FormulaSpec, PREFIX};
//!
//! let spec = "3x4".parse::<FormulaSpec>()?;
//! let file = spec.write(Vec::new())?;
//! let reader = CnfReader::new(&file[..], "tour.cnf", PREFIX)?;
//! assert_eq!(FormulaSpec::from_comments(reader.comments())?, Some(spec));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The comments of a file contain its spec as TOML: `c knightsat board = "3x4"`. A long list
//! continues in the next comment.

mod text;

use crate::base::stop::{Stop, Writing};
use crate::base::system;
use crate::base::text::counted;
use crate::{Formula, FormulaError, Name, Style, UnknownName};
use itertools::Itertools;
use knightsat_cnf::Model;
use knightsat_cnf::dimacs::read::Comment;
use knightsat_cnf::dimacs::write::Writer;
use knightsat_cnf::sink::{ClauseSink, Cnf, Until};
use knightsat_tour::place::{Place, PlaceError};
use knightsat_tour::spec::{SpecError, TourSpec};
use knightsat_tour::tour::Tour;
use knightsat_tour::{Kind, Problem, ProblemError};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::str::FromStr;
use text::{FIRST, is_set, lines, read};
use thiserror::Error;

/// A board or graph, a tour of it and the style of the formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Given")]
pub struct FormulaSpec {
    /// The board or graph, and the piece.
    #[serde(flatten)]
    pub place: Place,
    /// The kind of tour and its clues; vertices are named as in the place.
    #[serde(flatten)]
    pub tour: TourSpec,
    /// The style of the formula.
    #[serde(flatten)]
    pub style: Style,
}

/// A spec in a file, which may name vertices in other notations than the place.
#[derive(Deserialize)]
struct Given {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    tour: TourSpec,
    #[serde(flatten)]
    style: Style,
}

impl TryFrom<Given> for FormulaSpec {
    type Error = String;

    fn try_from(given: Given) -> Result<FormulaSpec, String> {
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
    /// The place is no board or graph.
    #[error(transparent)]
    Place(#[from] PlaceError),
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

/// The variables on a comment line: numbers of at most ten digits.
const NUMBERS_A_LINE: usize = 6;

/// The prefix of all comments of a spec.
pub const PREFIX: &str = "knightsat ";

/// Reads an open tour of a board, which is read as a [`Place`], in the style [`Style::DEFAULT`].
/// The fields change anything else.
impl FromStr for FormulaSpec {
    type Err = FormulaSpecError;

    fn from_str(board: &str) -> Result<FormulaSpec, FormulaSpecError> {
        let tour = TourSpec::default();
        Ok(FormulaSpec::new(board.parse()?, tour, Style::DEFAULT)?)
    }
}

impl FormulaSpec {
    /// Returns the spec of a tour of a place in this style.
    pub fn new(place: Place, tour: TourSpec, style: Style) -> Result<FormulaSpec, SpecError> {
        let (place, tour) = tour.settled(place)?;
        Ok(FormulaSpec { place, tour, style })
    }

    /// Returns the problem to be encoded.
    pub fn problem(&self) -> Result<Problem, SpecError> {
        self.problem_within(&Stop::default())
    }

    /// Returns the problem within a deadline, see [`Place::problem_within`].
    pub fn problem_within(&self, stop: &Stop) -> Result<Problem, SpecError> {
        self.tour.problem_within(&self.place, stop)
    }

    /// Returns this spec for a closed tour.
    pub fn closed(mut self) -> FormulaSpec {
        self.tour.kind = Kind::Closed;
        self
    }

    /// Replaces the style by that of an encoding, named as in [`Name`]: `"crt"`.
    pub fn encoding(mut self, name: &str) -> Result<FormulaSpec, UnknownName> {
        self.style = name.parse::<Name>()?.style();
        Ok(self)
    }

    /// Writes the formula in DIMACS, with [comments](FormulaSpec::formula_comments) that describe
    /// it, and returns the output.
    pub fn write<W: Write>(&self, output: W) -> Result<W, FormulaSpecError> {
        let problem = self.problem()?;
        let formula = Formula::new(&problem, self.style)?;
        Ok(self.write_within(&formula, &[], output, &Stop::default())?)
    }

    /// Writes this formula with more comments and returns the output. At the deadline it gives up
    /// with [`Stopped`](crate::base::stop::Stopped) in the error.
    pub fn write_within<W: Write>(
        &self,
        formula: &Formula,
        more: &[String],
        mut output: W,
        stop: &Stop,
    ) -> io::Result<W> {
        self.write_to(formula, more, &mut output, stop)?;
        Ok(output)
    }

    /// Writes the formula to an output of any type, so that the code of the writer exists once.
    fn write_to(
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

    /// Writes the clauses to `sink`, such as a solver.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) -> Result<(), FormulaSpecError> {
        let problem = self.problem()?;
        Formula::new(&problem, self.style)?.encode(sink);
        Ok(())
    }

    /// Returns the clauses in memory, for iteration with [`Cnf::clauses`].
    pub fn cnf(&self) -> Result<Cnf, FormulaSpecError> {
        let mut cnf = Cnf::default();
        self.encode(&mut cnf)?;
        Ok(cnf)
    }

    /// Decodes a model of the formula and verifies the tour. It makes clauses only to count
    /// [shuffled](Style::shuffle) variables. To check a model against every clause too, use
    /// [`Formula::tour`].
    pub fn decode(&self, model: &Model) -> Result<Tour, FormulaSpecError> {
        let problem = self.problem()?;
        let formula = match self.style.shuffle {
            0 => Formula::laid_out(&problem, self.style)?,
            _ => Formula::new(&problem, self.style)?,
        };
        Ok(formula.decode(model)?)
    }

    /// Returns the tour in full, see [`TourSpec::describe`].
    pub fn describe(&self) -> String {
        self.tour.describe(&self.place)
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

    /// Returns the comments that describe a file, for
    /// [`Writer::new`](knightsat_cnf::dimacs::write::Writer::new).
    pub fn comments(&self) -> Vec<String> {
        let style = lines(&self.style);
        self.problem_comments().into_iter().chain(style).collect()
    }

    /// Returns the comments of a file for which the style has no effect.
    pub fn problem_comments(&self) -> Vec<String> {
        let header = [
            "A tour as a formula. To decode a solver's result:",
            "knightsat decode FORMULA RESULT",
        ];
        let header = header.map(String::from).into_iter();
        let header = header.chain(lines(&self.place));
        header.chain(lines(&self.tour)).collect()
    }

    /// Returns the comments of a file with this formula: its description, and a note if its models
    /// need not be tours.
    pub fn formula_comments(&self, formula: &Formula) -> Vec<String> {
        let mut comments = self.comments();
        if !formula.is_exact() {
            comments.push("A relaxation: a model may be several cycles.".into());
        }
        comments
    }

    /// Returns the comments for a model counter, in the format of the Model Counting Competition.
    /// They contain the meaning of the number, the kind of the problem (projected model counting),
    /// and the variables to project on.
    pub fn projection_comments(&self, formula: &Formula) -> Vec<String> {
        let [models, tours] = formula.models_of_tours();
        let (models, tours) = (counted(models, "model"), counted(tours, "tour"));
        let kind = match self.tour.kind {
            Kind::Open => "open, directed",
            Kind::Closed if formula.problem().is_numbered() => "closed, numbered",
            Kind::Closed if self.place.is_directed() => "closed, directed",
            Kind::Closed => "closed, undirected",
        };
        let mut comments = vec![format!("Projected: {models} for {tours} ({kind}).")];
        if formula.is_parsimonious() {
            comments.push("Not projected, the number of models is the same.".into());
        }
        comments.push("t pmc".into());
        let shown = formula.tour_vars();
        for some in shown.chunks(NUMBERS_A_LINE) {
            let numbers = some.iter().map(|var| var.number());
            comments.push(format!("p show {} 0", numbers.format(" ")));
        }
        if shown.is_empty() {
            comments.push("p show 0".into());
        }
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

    /// Returns the spec in the comments of a file, `None` if there is none.
    pub fn from_comments(comments: &[Comment]) -> Result<Option<FormulaSpec>, FormulaSpecError> {
        let ours = comments.iter().filter_map(|comment| {
            let text = comment.text.trim().strip_prefix(PREFIX)?;
            Some((comment.line, text))
        });
        // Comments before a place are prose that happens to begin with the prefix.
        let ours = ours.skip_while(|(_, text)| !FIRST.iter().any(|key| is_set(key, text)));
        let (lines, mut texts): (Vec<u64>, Vec<&str>) = ours.unzip();
        if texts.is_empty() {
            return Ok(None);
        }
        if !texts.iter().any(|text| is_set("encoding", text)) {
            texts.push("encoding = \"textbook\"");
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

#[cfg(test)]
mod tests;
