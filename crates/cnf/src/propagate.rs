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

use super::Lit;
use super::sink::Cnf;
use knightsat_base::stop::{Stop, Stopped};
use std::mem;

/// Clauses with two watched literals each (Moskewicz and others, Chaff: engineering an efficient
/// SAT solver, DAC 2001), and the true literals.
pub struct Propagator {
    /// Literals of all clauses, concatenated; the two watched ones come first in each clause.
    lits: Vec<Lit>,
    /// The start of each clause, and the end of the last.
    starts: Vec<usize>,
    /// The clauses that watch a literal, by the place of the literal.
    watches: Vec<Vec<u32>>,
    /// 1 true, −1 false, 0 unassigned, by variable.
    values: Vec<i8>,
    trail: Vec<Lit>,
    head: usize,
    is_refuted: bool,
}

fn place(lit: Lit) -> usize {
    2 * lit.var().number() as usize + usize::from(!lit.is_positive())
}

impl Propagator {
    /// Reads the clauses, and propagates their unit clauses, unless `stop` fires first.
    ///
    /// # Panics
    /// If there are more than 2³² clauses.
    pub fn new(formula: &Cnf, stop: &Stop) -> Result<Propagator, Stopped> {
        let variables = formula.variables() as usize + 1;
        let mut propagator = Propagator {
            lits: Vec::with_capacity(formula.size().literals as usize),
            starts: vec![0],
            watches: vec![Vec::new(); 2 * variables],
            values: vec![0; variables],
            trail: Vec::new(),
            head: 0,
            is_refuted: false,
        };
        let mut units = Vec::new();
        let mut watch = stop.watch(1 << 12);
        for (number, clause) in formula.clauses().enumerate() {
            watch.check()?;
            let number = u32::try_from(number).expect("too many clauses");
            match *clause {
                [] => propagator.is_refuted = true,
                [unit] => units.push(unit),
                [a, b, ..] => {
                    propagator.watches[place(a)].push(number);
                    propagator.watches[place(b)].push(number);
                }
            }
            propagator.lits.extend_from_slice(clause);
            propagator.starts.push(propagator.lits.len());
        }
        for unit in units {
            watch.check()?;
            propagator.assume(unit);
        }
        Ok(propagator)
    }

    /// Returns true if the clauses and the true literals contradict each other, so that nothing
    /// more can be assumed.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Makes a literal true, and propagates; returns `false` at a conflict.
    pub fn assume(&mut self, lit: Lit) -> bool {
        match self.value(lit) {
            _ if self.is_refuted => return false,
            Some(is_true) => self.is_refuted = !is_true,
            None => {
                self.assign(lit);
                self.is_refuted = !self.propagate();
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
        match self.values[lit.var().number() as usize] {
            0 => None,
            value => Some((value > 0) == lit.is_positive()),
        }
    }

    fn assign(&mut self, lit: Lit) {
        self.values[lit.var().number() as usize] = if lit.is_positive() { 1 } else { -1 };
        self.trail.push(lit);
    }

    fn is_false(&self, lit: Lit) -> bool {
        self.value(lit) == Some(false)
    }

    /// Propagates to the fixed point; returns `false` at a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let gone = !lit;
            let watching = mem::take(&mut self.watches[place(gone)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut is_consistent = true;
            for (at, &clause) in watching.iter().enumerate() {
                let Some(left) = self.visit(clause, gone) else {
                    continue;
                };
                kept.push(clause);
                if !left {
                    kept.extend_from_slice(&watching[at + 1..]);
                    is_consistent = false;
                    break;
                }
            }
            self.watches[place(gone)] = kept;
            if !is_consistent {
                return false;
            }
        }
        true
    }

    /// Visits a clause with a watched literal that has become false. Returns `None` if it watches
    /// another one now, else true if it can still be satisfied.
    fn visit(&mut self, clause: u32, gone: Lit) -> Option<bool> {
        let (start, end) = (
            self.starts[clause as usize],
            self.starts[clause as usize + 1],
        );
        if self.lits[start] == gone {
            self.lits.swap(start, start + 1);
        }
        let first = self.lits[start];
        if self.value(first) == Some(true) {
            return Some(true);
        }
        if let Some(other) = (start + 2..end).find(|&at| !self.is_false(self.lits[at])) {
            self.lits.swap(start + 1, other);
            self.watches[place(self.lits[start + 1])].push(clause);
            return None;
        }
        if self.is_false(first) {
            return Some(false);
        }
        self.assign(first);
        Some(true)
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
    }
}
