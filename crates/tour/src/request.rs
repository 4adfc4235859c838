//! A request: a place, and the tour to look for there, by names.
//!
//! ```
//! use knightsat_tour::request::Request;
//! use knightsat_tour::spec::TourSpec;
//!
//! let tour = TourSpec { start: Some("1,1".into()), ..TourSpec::default() };
//! let request = Request::new("3x4".parse()?, tour)?;
//! assert_eq!(request.describe(), "open knight's tour of 3x4, start a1");
//! assert_eq!(request.problem(&Default::default())?.start(), Some(0));
//! let closed = "6x6".parse::<Request>()?.closed();
//! assert_eq!(closed.describe(), "closed knight's tour of 6x6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::place::Place;
use crate::spec::{SpecError, TourSpec};
use crate::{Kind, Problem};
use itertools::Itertools;
use knightsat_base::stop::Stop;
use serde::Serialize;
use std::str::FromStr;

/// A board or graph, and a tour of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// The board or graph, and the piece.
    #[serde(flatten)]
    pub place: Place,
    /// The kind of tour and its clues; vertices are named as in the place.
    #[serde(flatten)]
    pub tour: TourSpec,
}

/// Reads an open tour of a board, which is read as a [`Place`]. The fields change anything else.
impl FromStr for Request {
    type Err = SpecError;

    fn from_str(board: &str) -> Result<Request, SpecError> {
        let place = board.parse().map_err(SpecError::Place)?;
        Request::new(place, TourSpec::default())
    }
}

impl Request {
    /// Returns the request of this tour, [settled](TourSpec::settled) in the place.
    pub fn new(place: Place, tour: TourSpec) -> Result<Request, SpecError> {
        let (place, tour) = tour.settled(place)?;
        Ok(Request { place, tour })
    }

    /// Returns the problem, see [`TourSpec::problem`].
    pub fn problem(&self, stop: &Stop) -> Result<Problem, SpecError> {
        self.tour.problem(&self.place, stop)
    }

    /// Returns this request for a closed tour.
    pub fn closed(mut self) -> Request {
        self.tour.kind = Kind::Closed;
        self
    }

    /// Returns the tour in full, see [`TourSpec::describe`].
    pub fn describe(&self) -> String {
        self.tour.describe(&self.place)
    }

    /// Returns the claim of a certificate that there is no such tour, with its rules in full.
    pub fn claim(&self) -> String {
        let rules = self.tour.with.iter().join("; ");
        let colon = if rules.is_empty() { "" } else { ": " };
        format!("no {}{colon}{rules}", self.describe())
    }
}
