#![doc = include_str!("../README.md")]
//!
#![doc = include_str!("../docs/library.md")]
//!
//! ## The modules
//!
//! Each module is a crate of its own, re-exported here. Data flows through them in this order:
//! [`tour`] (boards, graphs, clues, problems) → [`encoding`] → clauses ([`cnf`], [`cnf::dimacs`]) →
//! [`solver`] → model → [verified tour](tour::tour) → [`render`]. [`encoding::formula_spec`] joins
//! a board or graph and its formula. [`mod@search`] covers the whole pipeline, by a formula or by
//! the [lazy engine](search::lazy). If no tour exists, [`search::prove`] writes a certificate, and
//! [`certificate`] checks it. [`count`] counts tours, [`check`] compares an encoding with
//! independently found tours, and `compare` runs encodings and solvers in processes.

#![warn(missing_docs)]

pub use knightsat_base as base;
pub use knightsat_base::stop;
pub use knightsat_certificate as certificate;
pub use knightsat_check as check;
#[cfg(feature = "processes")]
pub use knightsat_cluster as cluster;
pub use knightsat_cnf as cnf;
#[cfg(feature = "processes")]
pub use knightsat_compare as compare;
pub use knightsat_count as count;
pub use knightsat_encoding as encoding;
pub use knightsat_lint as lint;
pub use knightsat_render as render;
pub use knightsat_search as search;
pub use knightsat_solver as solver;
pub use knightsat_tour as tour;
pub use knightsat_veripb as veripb;

/// The types that most programs need.
///
/// ```
/// use knightsat::prelude::*;
///
/// let spec: FormulaSpec = "6x6".parse()?;
/// assert!(matches!(knightsat::search::find(&spec, &Stop::default())?, Verdict::Tour(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod prelude {
    pub use crate::cnf::{Answer, Model};
    pub use crate::encoding::formula_spec::FormulaSpec;
    pub use crate::encoding::{Formula, Style};
    pub use crate::search::{Evidence, Verdict};
    pub use crate::solver::portfolio::Solver;
    pub use crate::stop::{Stop, Stopped};
    pub use crate::tour::board::Board;
    pub use crate::tour::place::Place;
    pub use crate::tour::spec::TourSpec;
    pub use crate::tour::tour::Tour;
    pub use crate::tour::{Kind, Problem};
}
