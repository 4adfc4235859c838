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

use crate::base::stop::Stop;
use crate::base::system;
use crate::{Formula, FormulaError, Name, Style, UnknownName};
use knightsat_cnf::Model;
use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_tour::place::{Place, PlaceError};
use knightsat_tour::spec::{SpecError, TourSpec};
use knightsat_tour::tour::Tour;
use knightsat_tour::{Kind, Problem, ProblemError};
use serde::{Deserialize, Serialize};
use std::io;
use std::str::FromStr;
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

    /// Returns the problem to be encoded, see [`TourSpec::problem`].
    pub fn problem(&self, stop: &Stop) -> Result<Problem, SpecError> {
        self.tour.problem(&self.place, stop)
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

    /// Writes the clauses to `sink`, such as a solver.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) -> Result<(), FormulaSpecError> {
        let problem = self.problem(&Stop::default())?;
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
        let stop = Stop::default();
        let problem = self.problem(&stop)?;
        let formula = match self.style.shuffle {
            0 => Formula::laid_out(&problem, self.style, &stop)?,
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
}

impl Name {
    /// Returns the encoding to use for a tour, unless a user names another one.
    pub fn for_tour(tour: &TourSpec) -> Name {
        match tour.blocks {
            Some(_) => Name::Elimination,
            None => Name::Position,
        }
    }
}

#[cfg(test)]
mod tests;
