//! Tests that need the programs that scripts/install-solvers puts in place.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod certify;
mod counters;
mod faults;
mod foreign;
mod lint_solvers;
mod signals;
mod smt;
