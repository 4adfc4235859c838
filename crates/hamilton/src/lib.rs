//! Hamiltonian cycles in graphs that are hard for a solver: narrow graphs, sparse graphs, and
//! graphs with small vertex separators. Boards do not need these methods.
//!
//! The [lazy engine](https://docs.rs/knightsat-search) looks for a two-factor by SAT and joins its
//! cycles. It holds one value of this crate, [`Methods`]. Before each attempt it asks for
//! [help](Methods::help), which these methods give in this order:
//!
//! - [`decide`] decides narrow graphs: strips of any length vertex by vertex, and graphs of small
//!   treewidth such as hubs, nested pieces and trees of gadgets.
//! - [`Pieces`] splits a graph at two vertices; a tour is put together from one of each piece.
//! - [`short_cycles`] returns cycles to cut before a two-factor has them.
//! - `Ways` finds regions with few ways through, and searches with one choice for each region.
//!
//! The input is a list of edges, each with a flag: true if every tour takes it ([`Known`]). The
//! output is a candidate that the engine verifies. To add a method, write a module here with one
//! function from such edges to a cycle, and call it in [`Methods::help`].
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

pub use knightsat_solver as solver;
pub use knightsat_tour::base;

mod decomposition;
mod division;
mod elimination;
mod means;
mod methods;
mod pieces;
mod regions;
mod short;
mod tables;
mod ways;

pub use decomposition::{Decided, decide};
pub use means::Means;
pub use methods::{AttemptPlan, Help, Methods, is_sparse};
pub use pieces::{Pieces, numbered};
pub use short::short_cycles;

/// An edge, and true if every tour takes it.
pub type Known = ([u32; 2], bool);
