//! Counting tours, by routes that share as little as possible.
//!
//! ```
//! use knightsat_count::search;
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let tours = search::Search::new(&problem, search::Directions::Both);
//! assert_eq!(tours.count(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`search`]: depth-first, independent of all encodings;
//! - [`frontier`]: a dynamic programme over the frontier of a sweep. It does not visit tours one by one, so it
//!   reaches numbers that a search cannot.
//!
//! The crate `knightsat-search` enumerates the models of formulas.
//!
//! What is counted: open tours are directed, so a tour and its reverse are two, and paths that
//! happen to close are among them (OEIS A165134); closed tours are undirected, direction and start
//! forgotten (OEIS A001230). In a directed graph closed tours are directed too.

pub use knightsat_tour::base;

pub mod frontier;
pub mod search;

use knightsat_tour::Problem;

/// Whether some vertices cannot be reached from the others, so that there is no tour: the one reason
/// that is told at once, since boards of one or two ranks would otherwise be swept for nothing.
pub fn is_in_pieces(problem: &Problem) -> bool {
    let distances = problem.graph().distances(0);
    distances.contains(&u32::MAX)
}
