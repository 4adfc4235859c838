//! A formula that is known beforehand, and its refutation.

use super::text::Lines;
use super::{DRAT, FORMULA, Formula, LRAT, ProofError, Verified, check_summary};
use knightsat_base::stop::Stop;
use std::path::Path;

/// Checks that the formula in `folder` is this one, clause by clause, and that the proofs there refute it;
/// `what` says of what it is in errors.
pub fn verify_formula(
    folder: &Path,
    formula: impl IntoIterator<Item = Vec<i32>>,
    what: &str,
    stop: &Stop,
) -> Result<Verified, ProofError> {
    let open = |name: &str| Lines::open(&folder.join(name), stop);
    let mut found = Formula::open(open(FORMULA)?)?;
    for clause in formula {
        found.expect(&clause, what)?;
    }
    let (clauses, mut checker) = found.end()?;
    let lemmas = checker.check(open(LRAT)?, open(DRAT)?)?;
    check_summary(folder, clauses, &mut checker, stop)?;
    Ok(Verified::Refutation {
        clauses,
        cuts: 0,
        lemmas,
    })
}
