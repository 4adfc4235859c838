//! Encodings: projected models against tours found independently, sizes and clauses.

#[path = "../common/mod.rs"]
mod common;

mod amo;
mod check;
mod entailment;
mod foreign;
mod formulas;
mod given;
mod magic;
mod models;
mod mutation;
mod orbits;
mod rules;
mod sizes;
