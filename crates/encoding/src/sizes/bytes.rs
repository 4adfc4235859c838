//! The bytes of clauses in DIMACS.

use crate::Formula;
use crate::base::stop::{Stop, Stopped};
use knightsat_cnf::sink::{SizeTally, Until};

/// Returns true if the clauses have at most this number of bytes in DIMACS. A pass over them counts
/// the bytes only if the size of the formula does not decide it.
pub fn fits(formula: &Formula, most: u64, stop: &Stop) -> Result<bool, Stopped> {
    let total = formula.total();
    // A literal has digits and a blank, and perhaps a sign.
    let bytes_of = |literal: u64| 2 * total.clauses + literal * total.literals;
    let longest = total.variables.max(1).ilog10() + 3;
    Ok(bytes_of(2) <= most
        && (bytes_of(longest.into()) <= most
            || of_clauses(formula, u64::MAX, most, stop)?.is_some()))
}

/// Returns the bytes of the clauses in DIMACS, by a pass over them. Clauses of pairs are computed
/// at once. Returns `None` if there are more clauses or bytes than these.
pub fn of_clauses(
    formula: &Formula,
    clauses: u64,
    most: u64,
    stop: &Stop,
) -> Result<Option<u64>, Stopped> {
    let mut tally = SizeTally::at_most(clauses).with_bytes(most);
    let mut until = Until::new(&mut tally, stop);
    formula.encode(&mut until);
    until.finish()?;
    Ok(tally.bytes())
}
