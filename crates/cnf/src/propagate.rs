//! Unit propagation: the immediate consequences of a formula and some literals.
//!
//! ```
//! use knightsat_cnf::Lit;
//! use knightsat_cnf::propagate::Propagator;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_base::stop::Stop;
//!
//! let lit = |number| Lit::from_dimacs(number).unwrap();
//! let mut formula = Cnf::default();
//! formula.new_vars(3);
//! formula.clause(&[lit(-1), lit(2)]);
//! formula.clause(&[lit(-2), lit(-3)]);
//! let mut propagator = Propagator::new(&formula, &Stop::default())?;
//! assert!(propagator.assume(lit(1)));
//! assert_eq!(propagator.value(lit(3)), Some(false));
//! propagator.undo(0);
//! assert_eq!(propagator.value(lit(3)), None);
//! # Ok::<(), knightsat_base::stop::Stopped>(())
//! ```
//!
//! The lookahead of `cluster` and the elaboration of proofs in `solver` use it.

use super::sink::Cnf;
use super::{Lit, Var};
use knightsat_base::stop::{Stop, Stopped};
use std::mem;
use std::ops::Range;

/// Clauses with two watched literals each (Moskewicz and others, Chaff: engineering an efficient
/// SAT solver, DAC 2001), and the true literals with their reasons. Clauses are numbered from 1.
#[derive(Default)]
pub struct Propagator {
    /// The literals of all clauses, one after the other: millions of small clauses are then read
    /// and freed at once. Of each clause the two watched literals come first.
    lits: Vec<Lit>,
    /// By number of a clause: its first literal, and how many it has; none if it is removed.
    clauses: Vec<(usize, u32)>,
    /// The number of literals of removed clauses.
    removed: usize,
    /// The clauses that watch a literal, by the place of the literal. Each comes with another of
    /// its literals: while that is true, the clause need not be read.
    watches: Vec<Vec<(Lit, u32)>>,
    /// 1 true, −1 false, 0 unassigned, by variable.
    values: Vec<i8>,
    /// The clause that gives a variable its value, or 0.
    reasons: Vec<u32>,
    trail: Vec<Lit>,
    /// The number of literals of the trail that have been propagated.
    head: usize,
    is_refuted: bool,
}

fn place(lit: Lit) -> usize {
    2 * lit.var().number() as usize + usize::from(!lit.is_positive())
}

fn value_in(values: &[i8], lit: Lit) -> Option<bool> {
    match values[lit.var().number() as usize] {
        0 => None,
        value => Some((value > 0) == lit.is_positive()),
    }
}

/// Returns where the literals of a clause are.
fn range((first, len): (usize, u32)) -> Range<usize> {
    first..first + len as usize
}

impl Propagator {
    /// Reads the clauses, and propagates their unit clauses, unless `stop` fires first.
    ///
    /// # Panics
    /// If there are 2³² clauses or more.
    pub fn new(formula: &Cnf, stop: &Stop) -> Result<Propagator, Stopped> {
        let mut propagator = Propagator::default();
        propagator.add_variables(formula.variables());
        let mut units = Vec::new();
        let mut watch = stop.watch(1 << 12);
        for clause in formula.clauses() {
            watch.check()?;
            let number = propagator.add(clause);
            match propagator.attach(number) {
                Some(unit) => units.extend(unit),
                None => continue,
            }
            propagator.is_refuted |= clause.is_empty();
        }
        for unit in units {
            watch.check()?;
            propagator.assume(unit);
        }
        Ok(propagator)
    }

    /// Adds `count` variables, numbered after all others.
    pub fn add_variables(&mut self, count: u32) {
        let variables = self.values.len().max(1) + count as usize;
        self.watches.resize(2 * variables, Vec::new());
        self.values.resize(variables, 0);
        self.reasons.resize(variables, 0);
    }

    /// Adds a clause without propagating it, and returns its number.
    ///
    /// # Panics
    /// If there are 2³² clauses or more.
    pub fn add(&mut self, clause: &[Lit]) -> u32 {
        if self.clauses.is_empty() {
            self.clauses.push((0, 0));
        }
        self.clauses.push((self.lits.len(), clause.len() as u32));
        self.lits.extend_from_slice(clause);
        u32::try_from(self.clauses.len() - 1).expect("too many clauses")
    }

    /// Watches a clause if at least two of its literals are not false. Otherwise returns the only
    /// literal that is not false, if any.
    pub fn attach(&mut self, number: u32) -> Option<Option<Lit>> {
        let values = &self.values;
        let is_false = |lit: &Lit| value_in(values, *lit) == Some(false);
        let lits = &mut self.lits[range(self.clauses[number as usize])];
        lits.sort_by_key(is_false);
        let mut open = lits.iter().copied().take_while(|lit| !is_false(lit));
        match (open.next(), open.next()) {
            (Some(first), Some(second)) => {
                self.watches[place(first)].push((second, number));
                self.watches[place(second)].push((first, number));
                None
            }
            (first, _) => Some(first),
        }
    }

    /// Removes a clause.
    pub fn remove(&mut self, number: u32) {
        let (_, len) = mem::take(&mut self.clauses[number as usize]);
        self.removed += len as usize;
        if self.removed > self.lits.len() / 2 {
            self.compact();
        }
    }

    /// Drops the literals of removed clauses.
    fn compact(&mut self) {
        let mut lits = Vec::with_capacity(self.lits.len() - self.removed);
        for clause in &mut self.clauses {
            let first = lits.len();
            lits.extend_from_slice(&self.lits[range(*clause)]);
            clause.0 = first;
        }
        self.lits = lits;
        self.removed = 0;
    }

    /// Returns the number of the last clause.
    pub fn last(&self) -> u32 {
        self.clauses.len().saturating_sub(1) as u32
    }

    /// Returns the literals of a clause; none if it is removed or the number is 0.
    pub fn clause(&self, number: u32) -> &[Lit] {
        &self.lits[range(self.clauses[number as usize])]
    }

    /// Returns the clause that gives a variable its value, or 0.
    pub fn reason(&self, var: Var) -> u32 {
        self.reasons[var.number() as usize]
    }

    /// Makes this clause the reason of a value.
    pub fn set_reason(&mut self, var: Var, reason: u32) {
        self.reasons[var.number() as usize] = reason;
    }

    /// Returns true if the clauses and the true literals contradict each other, so that nothing
    /// more can be assumed.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Makes a literal true, and propagates; returns `false` at a conflict.
    pub fn assume(&mut self, lit: Lit) -> bool {
        match self.value(lit) {
            _ if self.is_refuted => {}
            Some(is_true) => self.is_refuted = !is_true,
            None => {
                self.assign(lit, 0);
                self.is_refuted = self.propagate().is_some();
            }
        }
        !self.is_refuted
    }

    /// Returns the true literals, in the order of their assignment.
    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Undoes all literals but the first `length` of the trail, and the conflict.
    pub fn undo(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.values[lit.var().number() as usize] = 0;
        }
        self.head = length;
        self.is_refuted = false;
    }

    /// Returns the value of a literal.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        value_in(&self.values, lit)
    }

    /// Makes an unassigned literal true, for this reason, and does not propagate.
    pub fn assign(&mut self, lit: Lit, reason: u32) {
        self.values[lit.var().number() as usize] = if lit.is_positive() { 1 } else { -1 };
        self.set_reason(lit.var(), reason);
        self.trail.push(lit);
    }

    /// Propagates to the fixed point; returns a clause that has become false, if any.
    pub fn propagate(&mut self) -> Option<u32> {
        std::iter::from_fn(|| self.step()).flatten().next()
    }

    /// Propagates the next true literal, unless all are propagated. Returns a clause that has
    /// become false, if any.
    pub fn step(&mut self) -> Option<Option<u32>> {
        let gone = !*self.trail.get(self.head)?;
        self.head += 1;
        let mut conflict = None;
        let mut watching = mem::take(&mut self.watches[place(gone)]);
        watching.retain_mut(|(other, number)| {
            if conflict.is_some() || value_in(&self.values, *other) == Some(true) {
                return true;
            }
            let lits = &mut self.lits[range(self.clauses[*number as usize])];
            if lits.is_empty() {
                return false;
            }
            if lits[0] == gone {
                lits.swap(0, 1);
            }
            let (first, values) = (lits[0], &self.values);
            let value = value_in(values, first);
            *other = first;
            if value == Some(true) {
                return true;
            }
            let is_left = |&at: &usize| value_in(values, lits[at]) != Some(false);
            if let Some(at) = (2..lits.len()).find(is_left) {
                lits.swap(1, at);
                self.watches[place(lits[1])].push((first, *number));
                return false;
            }
            match value {
                None => self.assign(first, *number),
                Some(_) => conflict = Some(*number),
            }
            true
        });
        self.watches[place(gone)] = watching;
        Some(conflict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::ClauseSink;
    use proptest::prelude::*;

    fn formula(clauses: &[Vec<i32>]) -> Cnf {
        let mut formula = Cnf::default();
        formula.new_vars(6);
        for clause in clauses {
            let lits: Vec<Lit> = clause.iter().filter_map(|&n| Lit::from_dimacs(n)).collect();
            formula.clause(&lits);
        }
        formula
    }

    /// Propagates clause by clause until nothing changes; returns `None` at a conflict.
    fn slowly(clauses: &[Vec<i32>], mut known: Vec<i32>) -> Option<Vec<i32>> {
        loop {
            let before = known.len();
            for clause in clauses {
                if clause.iter().any(|lit| known.contains(lit)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| !known.contains(&-lit));
                match (open.next().copied(), open.next()) {
                    (None, _) => return None,
                    (Some(unit), None) => known.push(unit),
                    _ => {}
                }
            }
            if known.len() == before {
                known.sort_unstable();
                return Some(known);
            }
        }
    }

    /// Generates clauses of distinct variables.
    fn clauses() -> impl Strategy<Value = Vec<Vec<i32>>> {
        let clause = proptest::collection::btree_map(1..=6, any::<bool>(), 1..4);
        let clause = clause.prop_map(|signs| {
            let lit = |(variable, sign): (i32, bool)| if sign { variable } else { -variable };
            signs.into_iter().map(lit).collect()
        });
        proptest::collection::vec(clause, 0..12)
    }

    proptest! {
        #[test]
        fn what_follows_is_what_follows_clause_by_clause(clauses in clauses(), tried in 1..=6) {
            let mut propagator = Propagator::new(&formula(&clauses), &Stop::default()).unwrap();
            let found = |propagator: &Propagator| {
                let mut lits: Vec<i32> = propagator.trail().iter().map(|lit| lit.to_dimacs()).collect();
                lits.sort_unstable();
                (!propagator.is_refuted()).then_some(lits)
            };
            prop_assert_eq!(found(&propagator), slowly(&clauses, Vec::new()));
            let length = propagator.trail().len();
            if propagator.is_refuted() || propagator.value(Lit(tried)).is_some() {
                return Ok(());
            }
            for lit in [tried, -tried, tried] {
                propagator.assume(Lit(lit));
                let mut known = slowly(&clauses, Vec::new()).unwrap();
                known.push(lit);
                prop_assert_eq!(found(&propagator), slowly(&clauses, known));
                propagator.undo(length);
            }
        }

        #[test]
        fn removed_clauses_do_not_propagate(clauses in clauses(), kept in 0..4usize) {
            let mut propagator = Propagator::default();
            propagator.add_variables(6);
            let lits = |clause: &Vec<i32>| clause.iter().map(|&number| Lit(number)).collect::<Vec<_>>();
            let numbers: Vec<u32> = clauses.iter().map(|clause| propagator.add(&lits(clause))).collect();
            let is_kept = |at: usize| at % 4 == kept;
            for (at, &number) in numbers.iter().enumerate().filter(|&(at, _)| !is_kept(at)) {
                propagator.remove(number);
                prop_assert_eq!(propagator.clause(number), [], "{}", at);
            }
            for (at, &number) in numbers.iter().enumerate().filter(|&(at, _)| is_kept(at)) {
                prop_assert_eq!(propagator.clause(number), lits(&clauses[at]));
            }
        }
    }
}
