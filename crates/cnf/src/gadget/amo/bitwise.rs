//! Bitwise: a true literal fixes shared bits to its number, and all numbers differ. Also called
//! binary or logarithmic. With fresh bits b:
//!
//! - ¬xᵢ ∨ bⱼ if bit j of i is 1, ¬xᵢ ∨ ¬bⱼ if it is 0, for i = 0 … n−1.
//!
//! Size: n⌈log₂ n⌉ clauses, 2n⌈log₂ n⌉ literals, ⌈log₂ n⌉ fresh variables. For n = 64: 384 clauses
//! and 6 fresh, as in the literature.
//!
//! Determined: no. If no literal is true, the bits are free.
//!
//! Alan M. Frisch, Timothy J. Peugniez, Anthony J. Doggett and Peter W. Nightingale, Solving
//! non-Boolean satisfiability problems with stochastic local search: a comparison of encodings,
//! Journal of Automated Reasoning 35, 2005; Steven D. Prestwich, Finding large cliques using SAT
//! local search, Trends in Constraint Programming, 2007.

use crate::gadget::width;
use crate::sink::ClauseSink;
use crate::{Lit, Vars};

/// Requires at most one of `lits`, by its number in binary.
pub fn bitwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    let bits = sink.new_vars(width(lits.len() as u64));
    for (number, &lit) in lits.iter().enumerate() {
        write(lit, number, bits, sink);
    }
}

/// Requires that a true `lit` fixes the bits to `number`, lowest first.
pub(super) fn write<S: ClauseSink + ?Sized>(lit: Lit, number: usize, bits: Vars, sink: &mut S) {
    for (index, bit) in bits.iter().enumerate() {
        let is_one = number >> index & 1 == 1;
        sink.clause(&[!lit, if is_one { bit.pos() } else { bit.neg() }]);
    }
}
