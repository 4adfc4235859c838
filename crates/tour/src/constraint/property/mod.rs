//! Properties that a tour may be required to have, by their names: `--only reentrant`.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::constraint::Property;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::tour::Tour;
//!
//! let place: Place = "3x4".parse()?;
//! let reentrant: Property = "reentrant".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?.with(vec![reentrant])?;
//! let steps = vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
//! assert!(!reentrant.holds(&problem, &steps));
//! let error = Tour::verify(&problem, steps).unwrap_err();
//! assert_eq!(error.to_string(), "the tour is not reentrant");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A property is a file and a line of the list. Its file contains the meaning, which the verifier
//! uses, and equivalent rules, by which every backend with such rules takes it. A law over the list
//! in `tests/search/crosses.rs` compares both on all backends.

mod constraint;

use crate::rule::Rule;
use crate::{Demand, Demands, Kind, Problem};
use knightsat_base::text::{ParseError, one_of};
use std::fmt;
use std::str::FromStr;

pub(crate) use cornered::corners;

/// Makes the list from the names of its files.
macro_rules! properties {
    ($($file:ident)*) => {
        $(mod $file;)*

        const ROWS: &[PropertyRow] = &[$($file::ROW,)*];
    };
}

properties! {
    cornered
    reentrant
    turning
}

/// A property, as its file describes it.
struct PropertyRow {
    /// An adjective.
    name: &'static str,
    /// A sentence about tours with the property, for the help.
    help: &'static str,
    /// Returns true if the steps of a tour have the property.
    holds: fn(&Problem, &[u32]) -> bool,
    /// Returns rules that a tour keeps if and only if it has the property.
    rules: fn(&Problem) -> Vec<Rule>,
    /// Returns the demands of these rules, for tours of a kind.
    demands: fn(Kind) -> &'static [Demand],
}

/// A property that a tour may be required to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Property(usize);

impl Property {
    /// Returns all properties.
    pub fn all() -> impl Iterator<Item = Property> {
        (0..ROWS.len()).map(Property)
    }

    fn row(self) -> &'static PropertyRow {
        &ROWS[self.0]
    }

    /// Returns the name, an adjective.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns a sentence about tours with the property.
    pub fn help(self) -> &'static str {
        self.row().help
    }

    /// Returns true if a tour of the problem, given by its steps, has the property.
    pub fn holds(self, problem: &Problem, steps: &[u32]) -> bool {
        (self.row().holds)(problem, steps)
    }

    /// Returns rules that a tour of the problem keeps if and only if it has the property.
    pub fn rules(self, problem: &Problem) -> Vec<Rule> {
        (self.row().rules)(problem)
    }

    /// Returns what the property asks of a backend, for tours of this kind.
    #[doc(hidden)]
    pub fn demands(self, kind: Kind) -> Demands {
        (self.row().demands)(kind).iter().copied().collect()
    }

    /// Returns true if the property of tours of this kind may distinguish a tour from its reverse.
    fn is_one_way(self, kind: Kind) -> bool {
        self.demands(kind)
            .iter()
            .any(|demand| demand != Demand::OnMoves)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.row().name)
    }
}

impl FromStr for Property {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Property, ParseError> {
        one_of(Property::all(), "a property of tours", text)
    }
}

knightsat_base::by_text!(Property);
