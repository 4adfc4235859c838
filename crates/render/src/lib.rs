//! Tours for people and programs, written and read: a board with its step numbers, a list of moves,
//! JSON, pictures.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::tour::Tour;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let names = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split(' ');
//! let steps: Vec<u32> = names.map(|name| place.vertex(name)).collect::<Result<_, _>>()?;
//! let tour = Tour::verify(&Problem::of(&place, Kind::Open, None, None)?, steps)?;
//! println!("{tour:#}");
//! assert!(place.path(tour.steps()).starts_with("a1 c2 a3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_tour::base;

#[cfg(test)]
#[path = "../../../tests/common/cases.rs"]
mod cases;
pub mod html;
mod json;
pub mod puzzle;
mod read;
pub mod scene;
pub mod svg;
mod text;

pub use json::{About, Document, DocumentCore, DocumentObjective, GraphSize, document};
pub use read::{Pieces, TourText, TourTextError, longest, read, read_pieces, tours};
pub use text::{grid, write_board};

/// The types that most files of this crate use.
mod prelude {
    pub use crate::base::text::{counted, escape};
    pub use itertools::Itertools;
    pub use knightsat_tour::Kind;
    pub use knightsat_tour::board::Board;
    pub use knightsat_tour::given::{Clue, Given};
    pub use knightsat_tour::outline::{Outline, Square};
    pub use knightsat_tour::place::Place;
    pub use knightsat_tour::spec::TourSpec;
    pub use knightsat_tour::tour::Tour;
}
