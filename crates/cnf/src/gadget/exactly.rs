//! Exactly none, one or two of some literals, for the edges of a vertex.
//!
//! ```
//! # mod knightsat { pub mod cnf { pub use knightsat_cnf::*; pub mod gadget { pub use knightsat_cnf::gadget::{*, exactly::*}; } } }
//! use knightsat::cnf::gadget::exactly;
//! use knightsat::cnf::sink::{ClauseSink, Cnf};
//!
//! let mut formula = Cnf::default();
//! let lits: Vec<_> = formula.new_vars(4).iter().map(|var| var.pos()).collect();
//! exactly(2, &lits, &mut formula);
//! // Of any three one is true, and one is false.
//! assert_eq!(formula.len(), 4 + 4);
//! ```
//!
//! Up to eight literals by subsets, C(n,3) + n clauses for two; more by a sequential counter (Sinz,
//! Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005), at most 2n fresh
//! variables and about 8n clauses. Both are determined.

use crate::sink::{ClauseSink, clause};
use crate::{Lit, Term};

/// Requires at least two of the literals: one of any all but one.
pub fn at_least_two<S: ClauseSink>(lits: &[Lit], sink: &mut S) {
    let mut others = Vec::with_capacity(lits.len());
    for &left_out in lits {
        others.clear();
        others.extend(lits.iter().copied().filter(|&lit| lit != left_out));
        sink.clause(&others);
    }
}

/// Up to this number of literals, subsets have fewer clauses than a counter or propagate better.
const SMALL: usize = 8;

/// Requires exactly `count` of the literals, for a count up to two.
pub fn exactly<S: ClauseSink>(count: usize, lits: &[Lit], sink: &mut S) {
    if lits.len() < count {
        return sink.clause(&[]);
    }
    if lits.len() == count {
        return lits.iter().for_each(|&lit| sink.clause(&[lit]));
    }
    match count {
        0 => lits.iter().for_each(|&lit| sink.clause(&[!lit])),
        _ if lits.len() > SMALL => counter(count, lits, sink),
        1 => {
            sink.clause(lits);
            sink.pairwise(lits);
        }
        _ => {
            at_least_two(lits, sink);
            for (third, &c) in lits.iter().enumerate() {
                for (second, &b) in lits[..third].iter().enumerate() {
                    for &a in &lits[..second] {
                        sink.clause(&[!a, !b, !c]);
                    }
                }
            }
        }
    }
}

/// Writes Sinz's sequential counter in both directions: `seen[k]` means that more than k of the
/// literals so far are true. Negated variables, and the `seen` made for them, are expected to be
/// false.
fn counter<S: ClauseSink>(count: usize, lits: &[Lit], sink: &mut S) {
    let mut seen: Vec<Term> = Vec::new();
    let mut expected = 0;
    for &lit in lits {
        expected += usize::from(!lit.is_positive());
        let lit = Term::Open(lit);
        let mut now: Vec<Term> = Vec::new();
        for level in 0..count.min(seen.len() + 1) {
            let var = sink.new_var();
            let is_expected = level < expected;
            let more = Term::Open(if is_expected { var.neg() } else { var.pos() });
            now.push(more);
            let before = seen.get(level).copied().unwrap_or(Term::FALSE);
            // One level lower and a true literal give this level; level −1 is always reached.
            let below = level.checked_sub(1).map_or(Term::TRUE, |level| seen[level]);
            clause([!lit, more, !below], sink);
            clause([!more, lit, before], sink);
            clause([!before, more], sink);
            clause([!more, below, before], sink);
        }
        if let Some(&full) = seen.get(count - 1) {
            clause([!full, !lit], sink);
        }
        seen = now;
    }
    clause([seen[count - 1]], sink);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;
    use crate::sink::Cnf;
    use itertools::Itertools;

    /// Returns the assignments of the first `n` variables that extend to a model, by exhaustive
    /// search.
    fn models(n: u32, cnf: &Cnf) -> Vec<u32> {
        let holds =
            |bits: u64, lit: &Lit| (bits >> (lit.var().number() - 1) & 1 == 1) == lit.is_positive();
        let is_model = |&bits: &u64| {
            let mut clauses = cnf.clauses();
            clauses.all(|clause| clause.iter().any(|lit| holds(bits, lit)))
        };
        let models = (0..1_u64 << cnf.variables()).filter(is_model);
        let mut found: Vec<u32> = models.map(|bits| (bits & ((1 << n) - 1)) as u32).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_counter_expects_what_its_literals_do() {
        for [one, other] in (0..9).array_combinations() {
            let mut cnf = Cnf::default();
            let vars = (0..).zip(cnf.new_vars(9).iter());
            let is_due = |place: u32| place == one || place == other;
            let lits = vars.map(|(place, var)| if is_due(place) { var.neg() } else { var.pos() });
            let lits: Vec<Lit> = lits.collect();
            exactly(2, &lits, &mut cnf);
            // All variables false.
            let is_satisfied = |clause: &[Lit]| clause.iter().any(|lit| !lit.is_positive());
            assert!(cnf.clauses().all(is_satisfied), "{one} {other}");
        }
    }

    #[test]
    fn exactly_means_exactly() {
        for count in 0..=2 {
            for n in 0..=8_u32 {
                let mut cnf = Cnf::default();
                let lits: Vec<Lit> = cnf.new_vars(n).iter().map(Var::pos).collect();
                let mut counted = cnf.clone();
                exactly(count, &lits, &mut cnf);
                let expected: Vec<u32> = (0..1_u32 << n)
                    .filter(|bits| bits.count_ones() as usize == count)
                    .collect();
                assert_eq!(models(n, &cnf), expected, "{count} of {n}");
                if count > 0 && (count as u32) < n && n <= 7 {
                    counter(count, &lits, &mut counted);
                    assert_eq!(models(n, &counted), expected, "counter: {count} of {n}");
                }
            }
        }
    }
}
