//! Search: tours, refutations and their certificates.

#[path = "../common/mod.rs"]
mod common;

mod baselines;
mod certificates;
mod crosses;
mod engine;
mod opb;
mod optimum;
mod own_solver;
mod prepare;
mod puzzle;
mod reasons;
mod reductions;
mod tampering;
mod two_factor;
mod unique;
mod verdicts;
