//! Encodings: projected models against tours found independently, sizes and clauses.

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod amo;
mod binary;
mod block_mutation;
mod check;
mod encoding_agreement;
mod encoding_sizes;
mod encodings;
mod entailment;
mod given;
mod given_counts;
mod given_mutation;
mod given_windows;
mod golden;
mod magic;
mod mutation;
mod orbits;
mod properties;
mod rules;
mod shortcuts;
mod sizes;
mod statistics;
