//! What known consumers of DIMACS refuse by size.

use crate::sink::Size;

/// Variables that kissat takes: 2³⁰−1, `EXTERNAL_MAX_VAR` in its `literal.h`.
const KISSAT_VARIABLES: u64 = (1 << 30) - 1;
/// Words of 32 bits that MiniSat's clauses may take together, as its clause references are 32 bits
/// wide; a clause of two literals or more takes two words and one a literal.
const MINISAT_WORDS: u64 = 1 << 32;

/// Says which known consumers refuse a formula of this size, and why.
pub fn refusals(size: Size) -> Vec<String> {
    let mut refusals = Vec::new();
    let mut refuse = |who: &str, found: u64, most: u64, what: &str| {
        if found > most {
            refusals.push(format!(
                "{who} takes at most {most} {what}, this has {found}"
            ));
        }
    };
    let everyone = u64::from(crate::cnf::Var::MAX);
    refuse("every DIMACS reader", size.variables, everyone, "variables");
    refuse("kissat", size.variables, KISSAT_VARIABLES, "variables");
    let varisat = varisat::Var::max_count() as u64;
    refuse("varisat", size.variables, varisat, "variables");
    let words = size.literals.saturating_add(2 * size.clauses);
    refuse("minisat", words, MINISAT_WORDS, "words of clauses");
    refusals
}
