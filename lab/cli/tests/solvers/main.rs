//! Pages and benchmarks with the program of all commands; scripts/install-solvers puts the solvers
//! in place.

#[path = "../../../../tests/common/mod.rs"]
mod common;

mod benchmarks;
mod book;
mod readme;
