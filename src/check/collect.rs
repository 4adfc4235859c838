//! A formula in memory with its groups, for looking at it from all sides.

use crate::cnf::{Lit, Var, Vars};
use crate::dimacs::read::{CnfReader, Header};
use crate::dimacs::write::Writer;
use crate::sink::{ClauseSink, Cnf, Counter, Group, Size};
use std::collections::HashSet;

/// A formula and where its groups begin.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    cnf: Cnf,
    counter: Counter,
    /// Each group with the index of its first clause.
    groups: Vec<(&'static Group, usize)>,
    clauses: usize,
    /// The first literal of a variable that had not been taken, with its clause from 1.
    stray: Option<(Lit, usize)>,
    largest: u32,
}

impl Collected {
    /// The clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.cnf.clauses()
    }

    /// Number of variables taken.
    pub fn variables(&self) -> u32 {
        self.cnf.variables()
    }

    /// The largest number of a variable in a clause.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// How many of the variables are in no clause.
    pub fn unused(&self) -> usize {
        let vars = self.clauses().flatten().map(|lit| lit.var());
        let used: HashSet<Var> = vars
            .filter(|var| var.number() <= self.variables())
            .collect();
        self.variables() as usize - used.len()
    }

    /// Size of all groups together.
    pub fn size(&self) -> Size {
        self.counter.total()
    }

    /// The size of every group.
    pub fn groups(&self) -> &[(&'static str, Size)] {
        self.counter.groups()
    }

    /// The groups with their clauses, in order; none of what comes before the first group.
    pub fn clauses_by_group(&self) -> Vec<(&'static Group, Vec<&[Lit]>)> {
        let groups = self.groups.iter();
        let mut found: Vec<(&Group, Vec<&[Lit]>)> =
            groups.map(|&(group, _)| (group, Vec::new())).collect();
        for (index, clause) in self.clauses().enumerate() {
            let after = self.groups.partition_point(|&(_, first)| first <= index);
            if let Some(group) = after.checked_sub(1) {
                found[group].1.push(clause);
            }
        }
        found
    }

    /// The group of a clause, given by its index from 0; `None` before the first group.
    pub fn group_of(&self, index: usize) -> Option<&'static str> {
        let after = self.groups.partition_point(|&(_, first)| first <= index);
        Some(self.groups[after.checked_sub(1)?].0.name)
    }

    /// Whether both have the same variables and clauses in the same order.
    pub fn is_same(&self, other: &Collected) -> bool {
        self.cnf == other.cnf
    }

    /// What is wrong with the numbering of the variables, or with the file that the formula becomes.
    pub fn fault(&self) -> Option<String> {
        if let Some((lit, number)) = self.stray {
            let (found, taken) = (lit.to_dimacs(), self.variables());
            return Some(format!(
                "clause {number} has literal {found}, and only {taken} variables are taken"
            ));
        }
        self.does_not_read_back()
    }

    fn does_not_read_back(&self) -> Option<String> {
        let header = Header {
            variables: self.variables(),
            clauses: self.clauses as u64,
        };
        let mut writer = Writer::new(Vec::new(), header, &[]);
        self.replay(&mut writer);
        let read = || -> Result<bool, Box<dyn std::error::Error>> {
            let (bytes, _) = writer.finish()?;
            let mut reader = CnfReader::new(&bytes[..], "the file written", "")?;
            let mut clause = Vec::new();
            for expected in self.clauses() {
                if !reader.next_clause(&mut clause)? || clause != expected {
                    return Ok(false);
                }
            }
            Ok(!reader.next_clause(&mut clause)?)
        };
        match read() {
            Ok(true) => None,
            Ok(false) => Some("the file written holds other clauses".into()),
            Err(error) => Some(error.to_string()),
        }
    }

    /// Sends everything to a sink.
    pub fn replay<S: ClauseSink>(&self, sink: &mut S) {
        sink.new_vars(self.variables());
        self.clauses().for_each(|clause| sink.clause(clause));
    }
}

impl ClauseSink for Collected {
    fn group(&mut self, group: &'static Group) {
        self.groups.push((group, self.clauses));
        self.counter.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        self.counter.new_vars(count);
        self.cnf.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        self.counter.clause(lits);
        for &lit in lits {
            let number = Var::number(lit.var());
            self.largest = self.largest.max(number);
            if number > self.cnf.variables() && self.stray.is_none() {
                self.stray = Some((lit, self.clauses));
            }
        }
        self.cnf.clause(lits);
    }
}
