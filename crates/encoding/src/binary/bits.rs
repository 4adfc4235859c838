//! Numbers as bits, lowest first, and clauses about them.

use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, xor};

/// Returns the literals that are all true if the bits are those of `value`.
pub fn equals(bits: &[Lit], value: u32) -> impl Iterator<Item = Lit> {
    let lit = move |(place, &bit): (usize, &Lit)| match value >> place & 1 {
        1 => bit,
        _ => !bit,
    };
    bits.iter().enumerate().map(lit)
}

/// Writes the clause with each of these literals in turn.
pub fn with_each(
    clause: &mut Vec<Lit>,
    lits: impl IntoIterator<Item = Lit>,
    sink: &mut dyn ClauseSink,
) {
    for lit in lits {
        clause.push(lit);
        sink.clause(clause);
        clause.pop();
    }
}

/// Requires the number to be below `bound`, which needs all the bits. For every 0 of bound − 1,
/// that bit is 0 unless a higher bit is less than its counterpart.
pub fn below(bits: &[Lit], bound: u32, sink: &mut dyn ClauseSink) {
    let most = bound - 1;
    let is_one = |place: usize| most >> place & 1 == 1;
    for place in (0..bits.len()).filter(|&place| !is_one(place)) {
        let above = (place + 1..bits.len()).filter(|&place| is_one(place));
        let clause: Vec<Lit> = above.chain([place]).map(|place| !bits[place]).collect();
        sink.clause(&clause);
    }
}

/// Requires the two numbers to be equal if `lit` is true.
pub fn implies_same(lit: Lit, a: &[Lit], b: &[Lit], sink: &mut dyn ClauseSink) {
    for (&a, &b) in a.iter().zip(b) {
        sink.clause(&[!lit, !a, b]);
        sink.clause(&[!lit, a, !b]);
    }
}

/// A number plus a constant.
#[derive(Clone, Debug)]
pub struct BitSum {
    /// The bits of the sum, as many as those of the number.
    pub bits: Vec<Lit>,
    /// Lists of literals: the sum needs more bits if all literals of one list are true.
    overflows: Vec<Vec<Lit>>,
}

impl BitSum {
    /// Adds by ripple carry. With carry c, a bit x under a 0 of the constant becomes x ⊕ c and
    /// passes on the carry x ∧ c. Under a 1 it becomes ¬(x ⊕ c) and passes on x ∨ c. Bits below the
    /// lowest 1 of the constant do not change, and the bit at that 1 needs no variable.
    pub fn new(number: &[Lit], constant: u32, sink: &mut dyn ClauseSink) -> BitSum {
        let mut sum = BitSum {
            bits: Vec::with_capacity(number.len()),
            overflows: Vec::new(),
        };
        let mut carry = None;
        for (place, &bit) in number.iter().enumerate() {
            let is_last = place + 1 == number.len();
            let is_one = constant >> place & 1 == 1;
            match (carry, is_one) {
                (None, false) => sum.bits.push(bit),
                (None, true) => {
                    sum.bits.push(!bit);
                    carry = Some(bit);
                    if is_last {
                        sum.overflows = vec![vec![bit]];
                    }
                }
                (Some(before), _) => {
                    let differ = exclusive_or(bit, before, sink);
                    sum.bits.push(if is_one { !differ } else { differ });
                    match (is_last, is_one) {
                        (true, true) => sum.overflows = vec![vec![bit], vec![before]],
                        (true, false) => sum.overflows = vec![vec![bit, before]],
                        (false, true) => carry = Some(!and(!bit, !before, sink)),
                        (false, false) => carry = Some(and(bit, before, sink)),
                    }
                }
            }
        }
        sum
    }

    /// Requires the sum to be this number if `lit` is true.
    pub fn implied_by(&self, lit: Lit, number: &[Lit], sink: &mut dyn ClauseSink) {
        implies_same(lit, &self.bits, number, sink);
        for overflow in &self.overflows {
            let clause: Vec<Lit> = [lit].iter().chain(overflow).map(|&lit| !lit).collect();
            sink.clause(&clause);
        }
    }
}

/// Returns a new literal that is a ⊕ b.
fn exclusive_or(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Lit {
    let differ = sink.new_var().pos();
    for clause in xor(differ, a, b) {
        sink.clause(&clause);
    }
    differ
}

/// Returns a new literal that is a ∧ b.
fn and(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Lit {
    let both = sink.new_var().pos();
    sink.clause(&[!both, a]);
    sink.clause(&[!both, b]);
    sink.clause(&[both, !a, !b]);
    both
}
