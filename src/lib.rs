#![doc = include_str!("../README.md")]
//!
//! # The library
//!
//! Modules in the order in which data flows: [`board`] → [`graph`] → [`problem`] → [`encoding`] →
//! clauses ([`sink`], [`dimacs`]) → [`solver`] → model ([`cnf`]) → [`tour`], verified → [`render`].
//! [`recipe`] ties a board or a graph ([`place`]) to the formula written for it, [`mod@solve`] goes the
//! whole way; where there is no tour, [`mod@prove`] writes a certificate, and [`proof`] checks it.
//! [`heuristic`] looks for tours without a solver, [`count`] counts them, [`check`] holds any
//! encoding against tours that it did not find, and `compare` runs encodings and solvers against
//! each other, in processes.
//!
//! What is left out without a feature: `docs/library.md`.

pub mod board;
pub mod graph;
pub mod mask;
pub mod square;
pub mod symmetry;

pub mod problem;
pub mod tour;

pub mod place;

pub mod known;

pub mod stop;

pub mod input;
pub mod quote;

pub mod cnf;
pub mod sink;

pub mod shuffle;

pub mod dimacs;

pub mod encoding;
pub mod gadget;

pub mod solver;

pub mod proof;
pub mod prove;

pub mod count;

pub mod heuristic;

pub mod recipe;
pub mod render;
pub mod solve;

mod columns;

pub mod check;
#[cfg(feature = "processes")]
pub mod compare;
pub mod sizes;
