//! Faults of a single clause, and the set of earlier clauses.

use super::line_pieces::TextPlace;
use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::hash::BuildHasher;

/// A literal and its place.
#[derive(Clone, Copy, Debug)]
pub struct Literal {
    pub number: i32,
    pub place: TextPlace,
}

/// The result of checking a clause.
#[derive(Debug, Default)]
pub struct Check {
    /// The second of two complementary literals, if the clause is a tautology.
    pub tautology: Option<Literal>,
    /// Literals that repeat an earlier one of the clause, in order.
    pub repeated: Vec<Literal>,
}

/// Up to this length, comparing all pairs takes less time than sorting.
const SHORT: usize = 12;

/// Checks a clause; `order` is scratch space.
pub fn check(clause: &[Literal], order: &mut Vec<u32>) -> Check {
    let mut check = Check::default();
    if clause.len() <= SHORT {
        for (index, &literal) in clause.iter().enumerate() {
            for earlier in &clause[..index] {
                if earlier.number == -literal.number {
                    check.tautology.get_or_insert(literal);
                } else if earlier.number == literal.number {
                    check.repeated.push(literal);
                    break;
                }
            }
        }
        return check;
    }
    order.clear();
    order.extend(0..clause.len() as u32);
    order.sort_unstable_by_key(|&index| {
        let number = clause[index as usize].number;
        (number.unsigned_abs(), number < 0, index)
    });
    // The first literal equal to the current one.
    let mut first = clause[order[0] as usize];
    for &index in &order[1..] {
        let literal = clause[index as usize];
        if literal.number == first.number {
            check.repeated.push(literal);
            continue;
        }
        if literal.number == -first.number {
            let later = if first.place > literal.place {
                first
            } else {
                literal
            };
            let earliest = check.tautology.get_or_insert(later);
            if later.place < earliest.place {
                *earliest = later;
            }
        }
        first = literal;
    }
    check.repeated.sort_unstable_by_key(|literal| literal.place);
    check
}

/// The clauses seen so far, by a hash of 128 bits, which makes collisions improbable.
#[derive(Default)]
pub struct Seen {
    lines: HashMap<u128, u64>,
    states: [RandomState; 2],
}

impl Seen {
    /// Adds a clause: its literals in any order, without repeats. Returns the line of an earlier
    /// clause with equal literals.
    pub fn insert(&mut self, numbers: &mut [i32], line: u64) -> Option<u64> {
        numbers.sort_unstable();
        let [low, high] =
            [&self.states[0], &self.states[1]].map(|state| u128::from(state.hash_one(&*numbers)));
        match self.lines.entry(high << 64 | low) {
            Entry::Occupied(earlier) => Some(*earlier.get()),
            Entry::Vacant(free) => {
                free.insert(line);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(numbers: &[i32]) -> (Option<u64>, Vec<u64>) {
        let clause = (1..).zip(numbers).map(|(column, &number)| Literal {
            number,
            place: TextPlace { line: 1, column },
        });
        let check = check(&clause.collect::<Vec<_>>(), &mut Vec::new());
        let column = |literal: &Literal| literal.place.column;
        (
            check.tautology.as_ref().map(column),
            check.repeated.iter().map(column).collect(),
        )
    }

    #[test]
    fn short_and_long_clauses_are_judged_alike() {
        for (clause, expected) in [
            (&[][..], (None, vec![])),
            (&[1, 2, -3], (None, vec![])),
            (&[1, 2, 1, 1], (None, vec![3, 4])),
            (&[3, 1, -2, 2, -1], (Some(4), vec![])),
            (&[-1, 1, -1, 1], (Some(2), vec![3, 4])),
        ] {
            let short = checked(clause);
            assert_eq!(short, expected, "{clause:?}");
            let filled: Vec<i32> = clause.iter().copied().chain(10..40).collect();
            assert_eq!(checked(&filled), expected, "{clause:?}");
        }
    }

    #[test]
    fn order_does_not_make_a_clause_new() {
        let mut seen = Seen::default();
        assert_eq!(seen.insert(&mut [1, -2, 3], 5), None);
        assert_eq!(seen.insert(&mut [1, -2], 6), None);
        assert_eq!(seen.insert(&mut [], 7), None);
        assert_eq!(seen.insert(&mut [3, 1, -2], 8), Some(5));
        assert_eq!(seen.insert(&mut [], 9), Some(7));
    }
}
