//! Hamiltonian cycles in graphs that are hard for a solver: narrow graphs, sparse graphs, and
//! graphs with small vertex separators. Boards do not need these methods. The crate is independent
//! of CNF.
//!
//! The [lazy engine](https://docs.rs/knightsat-search) looks for a two-factor by SAT and joins its
//! cycles. If hardly any exchange of edges is possible, it calls these methods, in this order:
//!
//! - [`decide`] decides narrow graphs: strips of any length vertex by vertex, and graphs of small
//!   treewidth such as hubs, nested pieces and trees of gadgets.
//! - [`Pieces`] splits a graph at two vertices; a tour is put together from one of each piece.
//! - [`Division`] finds regions with few ways through, so that one choice represents many edges.
//! - [`short_cycles`] returns cycles to cut before a two-factor has them.
//!
//! The input is a list of edges, each with a flag: true if every tour takes it ([`Known`]). The
//! output is a candidate that the caller verifies. To add a method, write a module here with one
//! function from such edges to a cycle. Then call it in the engine's `sparse` (before the attempts)
//! or `search` (between them).
//!
//! ```
//! use knightsat_hamilton::base::stop::Stop;
//! use knightsat_hamilton::{Decided, Known, decide};
//! use knightsat_tour::board::Board;
//!
//! // Without a solver, in as many rows as a short strip takes.
//! let strip = Board::new(3, 5000)?.graph();
//! let edges: Vec<Known> = strip.edges().map(|edge| (edge, false)).collect();
//! let Decided::Cycle(cycle) = decide(strip.len(), &edges, 1 << 20, &Stop::default()) else {
//!     panic!("3x5000 has closed tours, and is narrow");
//! };
//! assert_eq!(cycle.len(), 15_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_tour::base;

mod decomposition;
mod division;
mod elimination;
mod pieces;
mod regions;
mod short;
mod tables;

pub use decomposition::{Decided, decide};
pub use division::{Division, Way};
pub use pieces::{Pieces, numbered};
pub use short::short_cycles;

/// An edge, and true if every tour takes it.
pub type Known = ([u32; 2], bool);
