//! Sizes of formulas, and the sink that counts them.

use super::{ClauseGroup, ClauseSink};
use crate::{Lit, Var, Vars};

/// Variables, clauses and literals of a formula or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Size {
    /// Number of variables.
    pub variables: u64,
    /// Number of clauses.
    pub clauses: u64,
    /// Number of literals in all clauses.
    pub literals: u64,
}

impl Size {
    /// Returns a size with only variables.
    pub const fn of_variables(variables: u64) -> Size {
        Size {
            variables,
            clauses: 0,
            literals: 0,
        }
    }
}

impl std::iter::Sum for Size {
    fn sum<I: Iterator<Item = Size>>(sizes: I) -> Size {
        sizes.fold(Size::default(), |total, size| Size {
            variables: total.variables + size.variables,
            clauses: total.clauses + size.clauses,
            literals: total.literals + size.literals,
        })
    }
}

/// Counts variables and clauses, and keeps none. Numbers beyond [`Var::MAX`] are counted, and
/// represented by [`Var::MAX`].
#[derive(Clone, Debug, Default)]
pub struct SizeTally {
    groups: Vec<(&'static str, Size)>,
    /// The variables of all groups.
    variables: u64,
    most: Option<u64>,
    /// The calls that have brought clauses.
    calls: u64,
    /// The bytes of the clauses in DIMACS, if they are counted.
    bytes: Option<u64>,
}

impl SizeTally {
    /// Counts at most so many clauses, and variables that can be numbered. All clauses of a
    /// pairwise constraint count as one here.
    pub fn at_most(clauses: u64) -> SizeTally {
        SizeTally {
            most: Some(clauses),
            ..SizeTally::default()
        }
    }

    /// Counts the bytes of the clauses in DIMACS too.
    pub fn with_bytes(self) -> SizeTally {
        SizeTally {
            bytes: Some(0),
            ..self
        }
    }

    /// Returns the bytes, `None` if they are not counted or some may be missing.
    pub fn bytes(&self) -> Option<u64> {
        self.bytes.filter(|_| !self.is_done())
    }

    /// Returns the total size.
    pub fn total(&self) -> Size {
        self.groups.iter().map(|&(_, size)| size).sum()
    }

    /// Returns true if there are as many clauses as are counted.
    pub fn is_full(&self) -> bool {
        self.most.is_some_and(|most| self.calls >= most)
    }

    /// Returns the size of each group, in the order of announcement. [`ClauseGroup::VARIABLES`]
    /// contains everything before the first group.
    pub fn groups(&self) -> &[(&'static str, Size)] {
        &self.groups
    }

    /// Counts `times` more of what has come since the size was `before`. Returns false if the bytes
    /// are counted: other items have other numbers, with other digits.
    pub(super) fn repeat(&mut self, before: Size, times: u64) -> bool {
        if self.bytes.is_some() {
            return false;
        }
        let now = self.total();
        let variables = times * (now.variables - before.variables);
        self.variables += variables;
        let size = self.current();
        size.variables += variables;
        size.clauses += times * (now.clauses - before.clauses);
        size.literals += times * (now.literals - before.literals);
        true
    }

    /// Returns the size of the last group.
    fn current(&mut self) -> &mut Size {
        if self.groups.is_empty() {
            self.group(&ClauseGroup::VARIABLES);
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last].1
    }
}

/// Returns the bytes of a literal in DIMACS with the blank after it.
fn width(lit: Lit) -> u64 {
    let digits = lit.var().number().ilog10() + 1;
    u64::from(digits + u32::from(!lit.is_positive()) + 1)
}

impl ClauseSink for SizeTally {
    fn group(&mut self, group: &'static ClauseGroup) {
        self.groups.push((group.name, Size::default()));
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        let first = self.variables + 1;
        self.variables += u64::from(count);
        self.current().variables += u64::from(count);
        let highest_first = u64::from(Var::MAX) + 1 - u64::from(count);
        Vars::new(first.min(highest_first) as u32, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.calls += 1;
        if let Some(bytes) = &mut self.bytes {
            *bytes += lits.iter().map(|&lit| width(lit)).sum::<u64>() + 2;
        }
        let size = self.current();
        size.clauses += 1;
        size.literals += lits.len() as u64;
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        let n = lits.len() as u64;
        let pairs = n * n.saturating_sub(1) / 2;
        self.calls += 1;
        if let Some(bytes) = &mut self.bytes {
            // Each literal forms a pair with each of the others.
            let widths: u64 = lits.iter().map(|&lit| width(!lit)).sum();
            *bytes += n.saturating_sub(1) * widths + 2 * pairs;
        }
        let size = self.current();
        size.clauses += pairs;
        size.literals += 2 * pairs;
    }

    fn is_done(&self) -> bool {
        self.is_full() || self.most.is_some() && self.variables > u64::from(Var::MAX)
    }

    fn tally(&mut self) -> Option<&mut SizeTally> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_done_after_so_many_clauses_and_lists_of_pairs() {
        let mut tally = SizeTally::at_most(3);
        let lits: Vec<Lit> = tally.new_vars(3).iter().map(Var::pos).collect();
        tally.clause(&lits);
        tally.pairwise(&lits);
        assert!(!tally.is_done());
        tally.clause(&[]);
        assert!(tally.is_done());
        assert_eq!(tally.total().clauses, 5);
    }
}
