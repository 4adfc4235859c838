//! Pages, benchmarks and proofs with the program of all commands; scripts/install-solvers puts the
//! solvers in place.

#[path = "../../../../tests/common/mod.rs"]
mod common;

mod benchmarks;
mod checker;
mod effort;
mod opb;
mod pages;
mod prove;
mod scripts;
mod textbook;
mod veripb;
