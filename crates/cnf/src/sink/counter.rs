//! The sink that counts.

use super::{ClauseSink, Group, Size};
use crate::{Lit, Var, Vars};

/// Counts and forgets. Numbers beyond [`Var::MAX`] are counted, and named [`Var::MAX`].
#[derive(Clone, Debug, Default)]
pub struct Counter {
    groups: Vec<(&'static str, Size)>,
}

impl Counter {
    /// What has been counted in all.
    pub fn total(&self) -> Size {
        let mut total = Size::default();
        for &(_, size) in &self.groups {
            total += size;
        }
        total
    }

    /// What has been counted, by group, in the order of announcement. What came before the first
    /// group is that of [`Group::VARIABLES`].
    pub fn groups(&self) -> &[(&'static str, Size)] {
        &self.groups
    }

    fn current(&mut self) -> &mut Size {
        if self.groups.is_empty() {
            self.groups.push((Group::VARIABLES.name, Size::default()));
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last].1
    }
}

impl ClauseSink for Counter {
    fn group(&mut self, group: &'static Group) {
        self.groups.push((group.name, Size::default()));
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        let first = self.total().variables + 1;
        self.current().variables += u64::from(count);
        let highest_first = u64::from(Var::MAX) + 1 - u64::from(count);
        Vars::new(first.min(highest_first) as u32, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        let size = self.current();
        size.clauses += 1;
        size.literals += lits.len() as u64;
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        let n = lits.len() as u64;
        let pairs = n * n.saturating_sub(1) / 2;
        let size = self.current();
        size.clauses += pairs;
        size.literals += 2 * pairs;
    }
}
