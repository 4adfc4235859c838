//! Search: tours, refutations and their certificates.

#[path = "../common/mod.rs"]
mod common;

mod baselines;
mod constraints;
mod crosses;
mod directed;
mod given_proofs;
mod lazy;
mod opb;
mod optimum;
mod own_solver;
mod prepare;
mod prove;
mod puzzle;
mod reductions;
mod rule_proofs;
mod sparse;
mod tampering;
mod turns;
mod two_factor;
mod unique;
mod verdicts;
