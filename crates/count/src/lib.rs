//! Tour counting by two methods that share as little code as possible.
//!
//! ```
//! use knightsat_count::search;
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let tours = search::Search::new(&problem, search::Directions::Both);
//! assert_eq!(tours.count(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`search`]: depth-first search, independent of all encodings.
//! - [`frontier`]: a dynamic programme over the frontier of a sweep. It does not visit tours one by
//!   one, so it reaches numbers that a search cannot.
//!
//! The crate `knightsat-search` enumerates the models of formulas.
//!
//! Open tours are directed: a tour and its reverse count as two, and paths whose ends are joined
//! are included (OEIS A165134). Closed tours are undirected, and their start does not matter (OEIS
//! A001230). In a directed graph closed tours are directed too.

pub use knightsat_tour::base;

pub mod frontier;
pub mod search;
