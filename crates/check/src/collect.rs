//! A formula in memory with its groups, for looking at it from all sides.

use knightsat_base::plural::{counted, is_or_are};
use knightsat_base::stop::{Stop, Stopped};
use knightsat_cnf::dimacs::read::{CnfReader, Header};
use knightsat_cnf::dimacs::write::Writer;
use knightsat_cnf::sink::{ClauseSink, Cnf, Counter, Group, Size, Until};
use knightsat_cnf::{Lit, Var, Vars};
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
    subtour: Option<(Lit, usize)>,
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

    /// The numbers of the variables that are in a clause.
    pub fn used(&self) -> HashSet<u32> {
        let lits = self.clauses().flatten();
        lits.map(|lit| lit.var().number()).collect()
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

    /// Whether what is written now has the same variables and clauses in the same order.
    pub fn is_repeated(
        &self,
        stop: &Stop,
        write: impl FnOnce(&mut dyn ClauseSink),
    ) -> Result<bool, Stopped> {
        let mut repetition = Repetition {
            expected: self.cnf.clauses(),
            variables: 0,
            is_same: true,
        };
        let mut until = Until::new(&mut repetition, stop);
        write(&mut until);
        until.finish()?;
        let is_over = repetition.expected.next().is_none();
        Ok(repetition.is_same && is_over && repetition.variables == self.variables())
    }

    /// What is wrong with the numbering of the variables, or with the file that the formula becomes.
    pub fn fault(&self, stop: &Stop) -> Result<Option<String>, Stopped> {
        if let Some((lit, number)) = self.subtour {
            let (found, taken) = (lit.to_dimacs(), self.variables());
            return Ok(Some(format!(
                "clause {number} has literal {found}, and only {} {} taken",
                counted(taken, "variable"),
                is_or_are(taken)
            )));
        }
        self.does_not_read_back(stop)
    }

    fn does_not_read_back(&self, stop: &Stop) -> Result<Option<String>, Stopped> {
        let header = Header {
            variables: self.variables(),
            clauses: self.clauses as u64,
        };
        let mut writer = Writer::new(Vec::new(), header, &[]);
        let mut until = Until::new(&mut writer, stop);
        self.replay(&mut until);
        until.finish()?;
        let mut watch = stop.watch(1 << 12);
        let read = || -> Result<bool, Box<dyn std::error::Error>> {
            let (bytes, _) = writer.finish()?;
            let mut reader = CnfReader::new(&bytes[..], "the file written", "")?;
            let mut clause = Vec::new();
            for expected in self.clauses() {
                watch.check()?;
                if !reader.next_clause(&mut clause)? || clause != expected {
                    return Ok(false);
                }
            }
            Ok(!reader.next_clause(&mut clause)?)
        };
        match read() {
            Ok(true) => Ok(None),
            Ok(false) => Ok(Some("the file written holds other clauses".into())),
            Err(error) => match error.downcast_ref() {
                Some(&stopped) => Err(stopped),
                None => Ok(Some(error.to_string())),
            },
        }
    }

    /// Sends everything to a sink.
    pub fn replay<S: ClauseSink>(&self, sink: &mut S) {
        sink.new_vars(self.variables());
        self.cnf.replay(sink);
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
            if number > self.cnf.variables() && self.subtour.is_none() {
                self.subtour = Some((lit, self.clauses));
            }
        }
        self.cnf.clause(lits);
    }
}

/// Holds what comes against the clauses of a formula, one by one.
struct Repetition<I> {
    expected: I,
    variables: u32,
    is_same: bool,
}

impl<'c, I: Iterator<Item = &'c [Lit]>> ClauseSink for Repetition<I> {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.variables, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.is_same &= self.expected.next() == Some(lits);
    }

    fn is_done(&self) -> bool {
        !self.is_same
    }
}
