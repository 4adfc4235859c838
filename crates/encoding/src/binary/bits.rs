//! Numbers as bits, lowest first, and clauses about them.

use crate::shared_groups::not;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, xor};

/// The bits of the two numbers of a step.
pub(super) type Bits = [Vec<Lit>; 2];

/// Returns the literals that are all true if the bits are those of these numbers.
pub(super) fn equals(bits: &Bits, numbers: [u32; 2]) -> Vec<Lit> {
    let lits = bits.iter().zip(numbers).flat_map(|(bits, number)| {
        let places = bits.iter().enumerate();
        places.map(move |(place, &bit)| if number >> place & 1 == 1 { bit } else { !bit })
    });
    lits.collect()
}

/// Requires the number to be below `bound`, which needs all the bits. For every 0 of bound − 1,
/// that bit is 0 unless a higher bit is less than its counterpart.
pub(super) fn below(bits: &[Lit], bound: u32, sink: &mut dyn ClauseSink) {
    let is_one = |place: usize| (bound - 1) >> place & 1 == 1;
    for place in (0..bits.len()).filter(|&place| !is_one(place)) {
        let above = (place + 1..bits.len()).filter(|&place| is_one(place));
        let clause: Vec<Lit> = above.chain([place]).map(|place| !bits[place]).collect();
        sink.clause(&clause);
    }
}

/// A number plus a constant.
pub(super) struct BitSum {
    /// The bits of the sum, as many as those of the number.
    bits: Vec<Lit>,
    /// Lists of literals: the sum needs more bits if all literals of one list are true.
    overflows: Vec<Vec<Lit>>,
}

impl BitSum {
    /// Adds by ripple carry. With carry c, a bit x under a 0 of the constant becomes x ⊕ c and
    /// passes on the carry x ∧ c. Under a 1 it becomes ¬(x ⊕ c) and passes on x ∨ c. Bits below the
    /// lowest 1 of the constant do not change, and the bit at that 1 needs no variable.
    pub(super) fn new(number: &[Lit], constant: u32, sink: &mut dyn ClauseSink) -> BitSum {
        let mut bits = Vec::with_capacity(number.len());
        // The carry is true if all literals of one list are.
        let mut carries: Vec<Vec<Lit>> = Vec::new();
        for (place, &bit) in number.iter().enumerate() {
            let is_one = constant >> place & 1 == 1;
            let carry = match &carries[..] {
                [] => None,
                [list] => Some(all(list, sink)),
                lists => Some(!all(&not(lists.concat()), sink)),
            };
            let sum = carry.map_or(bit, |carry| exclusive_or(bit, carry, sink));
            bits.push(if is_one { !sum } else { sum });
            carries = match (carry, is_one) {
                (None, false) => Vec::new(),
                (None, true) => vec![vec![bit]],
                (Some(carry), true) => vec![vec![bit], vec![carry]],
                (Some(carry), false) => vec![vec![bit, carry]],
            };
        }
        BitSum {
            bits,
            overflows: carries,
        }
    }

    /// Requires the sum to be this number if `lit` is true.
    pub(super) fn implied_by(&self, lit: Lit, number: &[Lit], sink: &mut dyn ClauseSink) {
        for (&a, &b) in self.bits.iter().zip(number) {
            sink.clause(&[!lit, !a, b]);
            sink.clause(&[!lit, a, !b]);
        }
        for overflow in &self.overflows {
            let clause: Vec<Lit> = [lit].iter().chain(overflow).map(|&lit| !lit).collect();
            sink.clause(&clause);
        }
    }
}

/// Returns a literal that is a ⊕ b.
fn exclusive_or(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Lit {
    let differ = sink.new_var().pos();
    for clause in xor(differ, a, b) {
        sink.clause(&clause);
    }
    differ
}

/// Returns a literal that is true if and only if all of these are.
fn all(lits: &[Lit], sink: &mut dyn ClauseSink) -> Lit {
    if let [lit] = lits {
        return *lit;
    }
    let all = sink.new_var().pos();
    lits.iter().for_each(|&lit| sink.clause(&[!all, lit]));
    sink.clause(&[vec![all], not(lits.to_vec())].concat());
    all
}
