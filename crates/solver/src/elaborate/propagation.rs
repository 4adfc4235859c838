//! Unit propagation that records the reason of each value.

use super::{Elaborator, place};
use std::mem;

impl<L, D> Elaborator<L, D> {
    /// Propagates the whole trail; returns the contradicted clause, if any.
    pub(super) fn propagate(&mut self) -> Option<usize> {
        while self.head < self.trail.len() {
            let conflict = self.step();
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Propagates the next literal of the trail.
    pub(super) fn step(&mut self) -> Option<usize> {
        let gone = -self.trail[self.head];
        self.head += 1;
        let watching = mem::take(&mut self.watches[place(gone)]);
        let mut conflict = None;
        for (at, &number) in watching.iter().enumerate() {
            let mut lits = mem::take(&mut self.clauses[number]);
            if lits.is_empty() {
                continue;
            }
            if lits[0] == gone {
                lits.swap(0, 1);
            }
            let first = lits[0];
            let other = match self.value(first) {
                1 => None,
                _ => (2..lits.len()).find(|&i| self.value(lits[i]) >= 0),
            };
            if let Some(other) = other {
                lits.swap(1, other);
            }
            self.watches[place(lits[1])].push(number);
            self.clauses[number] = lits;
            match self.value(first) {
                0 if other.is_none() => self.assign(first, number),
                -1 if other.is_none() => {
                    conflict = Some(number);
                    self.watches[place(gone)].extend_from_slice(&watching[at + 1..]);
                    break;
                }
                _ => {}
            }
        }
        conflict
    }

    /// Returns, in order, the clauses that lead to the conflict if the literals of the lemma are
    /// false.
    pub(super) fn hints(&mut self, conflict: usize, lemma: &[i32]) -> Vec<usize> {
        let variable = |lit: &i32| lit.unsigned_abs() as usize;
        let mut hints = vec![conflict];
        let mut marked = Vec::new();
        marked.extend(self.clauses[conflict].iter().map(variable));
        marked
            .iter()
            .for_each(|&variable| self.is_marked[variable] = true);
        let is_given: Vec<usize> = lemma.iter().map(variable).collect();
        for lit in self.trail.iter().rev() {
            let reason = self.reasons[variable(lit)];
            if !self.is_marked[variable(lit)] || reason == 0 || is_given.contains(&variable(lit)) {
                continue;
            }
            hints.push(reason);
            for other in self.clauses[reason].iter().map(variable) {
                if !mem::replace(&mut self.is_marked[other], true) {
                    marked.push(other);
                }
            }
        }
        marked
            .iter()
            .for_each(|&variable| self.is_marked[variable] = false);
        hints.reverse();
        hints
    }

    pub(super) fn value(&self, lit: i32) -> i8 {
        let value = self.values[lit.unsigned_abs() as usize];
        if lit > 0 { value } else { -value }
    }

    pub(super) fn assign(&mut self, lit: i32, reason: usize) {
        let variable = lit.unsigned_abs() as usize;
        self.values[variable] = if lit > 0 { 1 } else { -1 };
        self.reasons[variable] = reason;
        self.trail.push(lit);
    }
}
