//! Places of tours: boards, and graphs with names of vertices, coordinates and file formats.
//!
//! ```
//! use knightsat_place::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! assert_eq!((place.len(), place.name(11)), (12, "d3".to_string()));
//! assert_eq!(place.graph().edges().count(), 14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_base as base;

pub mod board;
#[cfg(test)]
#[path = "../../../tests/common/cases.rs"]
mod cases;
pub mod geometry;
pub mod graph;
mod kind;
pub mod mask;
pub mod outline;
pub mod place;
pub mod scan;
pub mod turn;

pub use kind::Kind;
pub use place::Place;
