//! Product: the literals fill a grid of p rows and q columns, line by line; any two differ in the
//! row or in the column. Fresh u for the rows, v for the columns:
//!
//! - ¬x ∨ u(row of x), ¬x ∨ v(column of x) for every literal x,
//! - at most one u, at most one v, recursively.
//!
//! p = ⌈√n⌉ and q = ⌈n/p⌉, so every row and column is in use. Up to six literals, all pairs have no
//! more clauses and end the recursion.
//!
//! Size for n > 6: P(n) = 2n + P(p) + P(q) clauses, all binary, and F(n) = p + q + F(p) + F(q)
//! fresh variables; P(n) = n(n−1)/2 and F(n) = 0 for n ≤ 6. That is 2n + 4√n + O(n^¼) and 2√n +
//! O(n^¼). For n = 64: 172 clauses and 28 fresh. The literature has 184 and 16, with all pairs of
//! the 8 rows and of the 8 columns. Recursion saves 12 clauses for 12 variables.
//!
//! Determined: no. If no literal is true, any one row and any one column may be.
//!
//! Jingchao Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.

use super::{SMALL, fresh};
use crate::Lit;
use crate::sink::ClauseSink;

/// Requires at most one of `lits`, by rows and columns.
pub fn product<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    if lits.len() <= SMALL {
        return sink.pairwise(lits);
    }
    let count = (lits.len() - 1).isqrt() + 1;
    let rows = fresh(count, sink);
    let columns = fresh(lits.len().div_ceil(count), sink);
    for (line, &row) in lits.chunks(columns.len()).zip(&rows) {
        for (&lit, &column) in line.iter().zip(&columns) {
            sink.clause(&[!lit, row]);
            sink.clause(&[!lit, column]);
        }
    }
    product(&rows, sink);
    product(&columns, sink);
}
