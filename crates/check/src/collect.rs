//! A formula in memory with its groups, for all checks.

use crate::base::text::is_or_are;
use crate::prelude::*;

/// A formula and the positions of its groups.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    /// The clauses in order, over the variables taken.
    pub cnf: Cnf,
    /// Each group with the index of its first clause.
    groups: Vec<(&'static ClauseGroup, usize)>,
    /// The first literal of an untaken variable, with its clause from 1.
    untaken: Option<(Lit, u64)>,
    /// The largest number of a variable in a clause.
    pub largest: u32,
}

impl Collected {
    /// Returns the groups with their clauses, in order, without the clauses before the first group.
    pub fn clauses_by_group(&self) -> Vec<(&'static ClauseGroup, Vec<&[Lit]>)> {
        let groups = self.groups.iter();
        let mut found: Vec<_> = groups.map(|&(group, _)| (group, Vec::new())).collect();
        for (index, clause) in self.cnf.clauses().enumerate() {
            if let Some(group) = self.group_at(index) {
                found[group].1.push(clause);
            }
        }
        found
    }

    /// Returns the group of a clause, by its index from 0; `None` before the first group.
    pub fn group_of(&self, index: usize) -> Option<&'static str> {
        Some(self.groups[self.group_at(index)?].0.name)
    }

    fn group_at(&self, index: usize) -> Option<usize> {
        let after = self.groups.partition_point(|&(_, first)| first <= index);
        after.checked_sub(1)
    }

    /// Returns a fault in the numbering of the variables.
    pub(super) fn fault(&self) -> Option<String> {
        let (lit, number) = self.untaken?;
        let (found, taken) = (lit.to_dimacs(), self.cnf.variables());
        let (variables, are) = (counted(taken, "variable"), is_or_are(taken));
        Some(format!(
            "clause {number} has literal {found}, and only {variables} {are} taken"
        ))
    }
}

impl ClauseSink for Collected {
    fn group(&mut self, group: &'static ClauseGroup) {
        self.groups.push((group, self.cnf.len() as usize));
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        self.cnf.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.cnf.clause(lits);
        for &lit in lits {
            let number = lit.var().number();
            self.largest = self.largest.max(number);
            if number > self.cnf.variables() && self.untaken.is_none() {
                self.untaken = Some((lit, self.cnf.len()));
            }
        }
    }
}
