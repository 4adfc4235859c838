#![doc = include_str!("../README.md")]
//!
#![doc = include_str!("../docs/library.md")]
//!
//! ## The modules
//!
//! Modules in the order in which data flows: [`spec`] (boards, squares, places) → [`problem`] (graphs) →
//! [`encoding`] → clauses ([`cnf`], [`dimacs`]) → [`solver`] → model → [tour](problem::tour), verified → [`render`].
//! [`encoding::formula_spec`] ties a place to the formula written for it; [`mod@solve`] goes the whole way, by a
//! formula or by the [`lazy`] search; where there is no tour, [`solve::prove`] writes a certificate, and
//! [`proof`] checks it. [`count`] counts tours, [`check`] holds any encoding against tours that it did not
//! find, and `compare` runs encodings and solvers against each other, in processes.

#![warn(missing_docs)]

pub mod spec;

pub mod problem;

pub mod stop;
pub mod text;

pub mod cnf;
pub mod dimacs;

pub mod encoding;

pub mod lazy;
pub mod proof;
pub mod solve;
pub mod solver;

pub mod check;
#[cfg(feature = "processes")]
pub mod compare;
pub mod count;
#[cfg(feature = "processes")]
pub mod parts;
pub mod render;
