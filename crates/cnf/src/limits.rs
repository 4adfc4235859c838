//! Sizes of formulas that known consumers of DIMACS refuse.
//!
//! ```
//! use knightsat_cnf::sink::Size;
//! use knightsat_cnf::limits;
//!
//! let size = Size { variables: 1 << 29, clauses: 1, literals: 1 };
//! assert!(!limits::refusals(size).is_empty());
//! ```

use crate::Var;
use crate::sink::Size;
use thiserror::Error;

/// The most variables of kissat: 2³⁰−1, `EXTERNAL_MAX_VAR` in its `literal.h`.
const KISSAT_VARIABLES: u64 = (1 << 30) - 1;
/// The most variables of varisat 0.2, whose literals reserve four bits.
pub const VARISAT_VARIABLES: u64 = 1 << 28;
/// The most words of 32 bits for all clauses of MiniSat, whose clause references have 32 bits. A
/// clause of two literals or more takes two words and one a literal.
const MINISAT_WORDS: u64 = 1 << 32;
/// The name for the limit common to all readers.
const EVERYONE: &str = "every DIMACS reader";

/// A formula is too large for a solver.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}: choose another solver or encoding, or a smaller board")]
pub struct TooLarge(String);

/// Returns the known consumers that refuse a formula of this size, with the reasons.
fn refused(size: Size) -> impl Iterator<Item = (&'static str, String)> {
    let variables = size.variables;
    let words = size.literals.saturating_add(2 * size.clauses);
    let limits = [
        (EVERYONE, Var::MAX.into(), "variables", variables),
        ("kissat", KISSAT_VARIABLES, "variables", variables),
        ("varisat", VARISAT_VARIABLES, "variables", variables),
        ("minisat", MINISAT_WORDS, "words of clauses", words),
    ];
    let is_exceeded = |limit: &(_, u64, _, u64)| limit.3 > limit.1;
    let exceeded = limits.into_iter().filter(is_exceeded);
    exceeded.map(|(who, most, what, found)| {
        let reason = format!("{who} takes at most {most} {what}, this has {found}");
        (who, reason)
    })
}

/// Lists the known consumers that refuse a formula of this size, with the reasons.
pub fn refusals(size: Size) -> Vec<String> {
    refused(size).map(|(_, reason)| reason).collect()
}

/// Checks that a solver, by its name, accepts a formula of this size, as far as its limits are
/// known. Call it before any output.
pub fn accepts(solver: &str, size: Size) -> Result<(), TooLarge> {
    match refused(size).find(|(who, _)| [solver, EVERYONE].contains(who)) {
        None => Ok(()),
        Some((_, reason)) => Err(TooLarge(reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{assert_message, cases};

    #[test]
    fn a_refusal_has_the_limit() {
        for (case, expected) in cases(
            "
            varisat VARISAT 1 =>
            cadical VARISAT+ 1 =>
            my-own-{cnf} VARISAT+ 1 =>
            varisat VARISAT+ 1 => varisat takes at most 268435456 variables…: choose another solver…
            kissat KISSAT+ 1 => kissat…
            minisat KISSAT+ MINISAT => minisat…
            cadical HUGE 1 => EVERYONE…
            {cnf} HUGE 1 => EVERYONE…
            ",
        ) {
            let words: Vec<&str> = case.split(' ').collect();
            let number = |word: &str| match word.trim_end_matches('+') {
                "VARISAT" => VARISAT_VARIABLES,
                "KISSAT" => KISSAT_VARIABLES,
                "MINISAT" => MINISAT_WORDS,
                "HUGE" => u64::from(Var::MAX) + 1,
                number => number.parse().unwrap(),
            };
            let size = Size {
                variables: number(words[1]) + u64::from(words[1].ends_with('+')),
                clauses: 1,
                literals: number(words[2]),
            };
            let error = accepts(words[0], size).err();
            let found = error.map_or(String::new(), |error| error.to_string());
            assert_message(&found, &expected.replace("EVERYONE", EVERYONE), &case);
        }
    }
}
