//! Proofs for VeriPB: that there is no tour, from the problem in pseudo-Boolean constraints
//! ([`Flow`]), by cutting planes and unit propagation. Nothing in them is assumed.
//!
//! ```
//! use knightsat_encoding::flow::Flow;
//! use knightsat_tour::Kind;
//! use knightsat_veripb::derivation::write_reason;
//! use knightsat_tour::place::Place;
//! use knightsat_base::stop::Stop;
//!
//! let place: Place = "5x5".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let reason = problem.obstruction().expect("colours");
//! let (stop, mut proof) = (Stop::default(), Vec::new());
//! let flow = Flow::new(&problem, &stop)?;
//! assert!(write_reason(&flow, &problem, &reason, &stop, &mut proof)?);
//! assert!(proof.starts_with(b"pseudo-Boolean proof"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A cheap reason is a sum of constraints ([`write_reason`]). A refutation by the lazy engine begins
//! with what its clauses follow from: degrees are in the formula, the cut of a set is a sum of balances and
//! capacities, counters and matchings have fresh variables with definitions. Where the problem says more of
//! steps, the clauses of steps are in it. Every step of the solver is then a line with the same hints as in LRAT ([`Refutation`]).
//!
//! See Gocht and Nordström, Certifying parity reasoning efficiently using pseudo-Boolean proofs, AAAI
//! 2021, and the documentation of VeriPB for the format, version 3.

mod clashes;
mod classes;
mod clauses;
mod colours;
mod counter;
mod lines;
mod magic;
mod matchings;
mod prover;
mod reasons;
mod refutation;
mod textbook;
mod timetable;
mod walk;

pub use refutation::Refutation;
pub(super) use textbook::write_count;

use knightsat_base::stop::Stop;
use knightsat_encoding::flow::Flow;
use knightsat_tour::{Obstruction, Problem};
use prover::Prover;
use std::io::{self, Write};

/// Writes the proof of a cheap reason; `false` if it is not one of this problem: what is written is no
/// proof then.
pub fn write_reason<W: Write>(
    flow: &Flow,
    problem: &Problem,
    reason: &Obstruction,
    stop: &Stop,
    out: W,
) -> io::Result<bool> {
    let mut prover = Prover::new(flow, out);
    let derived = reasons::derive(&mut prover, problem, reason, stop);
    let derived = derived?;
    prover.proof.finish()?.flush()?;
    Ok(derived.is_some())
}
