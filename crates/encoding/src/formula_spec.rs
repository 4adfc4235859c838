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

mod read;
mod write;

use crate::base::stop::Stop;
use crate::base::system;
use crate::base::text::ParseError;
use crate::{Formula, FormulaError, Name, Style};
use knightsat_cnf::Model;
use knightsat_cnf::sink::{ClauseSink, Cnf, Until};
use knightsat_tour::ProblemError;
use knightsat_tour::place::Place;
use knightsat_tour::spec::{Request, SpecError, TourSpec};
use knightsat_tour::tour::Tour;
use serde::{Deserialize, Serialize};
use std::io;
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

/// The keys that come first in their part of a description. One of the first two begins it.
const FIRST: [&str; 4] = ["board", "graph", "tour", "encoding"];

#[cfg(test)]
mod tests;
