//! Counters: they require one or two of many literals, in few clauses with fresh variables.
//!
//! Let s\[i\]\[1\] and s\[i\]\[2\] mean that at least one and at least two of the first i literals
//! are true. If S is the sum of s[i−1]\[1\], s[i−1]\[2\] and the literal x\[i\], t of them, the
//! definitions are
//!
//! - S ≥ s\[i\]\[1\] and (t − S) + t·s\[i\]\[1\] ≥ t;
//! - S ≥ 2·s\[i\]\[2\] and (t − S) + (t−1)·s\[i\]\[2\] ≥ t − 1.
//!
//! Half of the sum of S + ¬s\[i\]\[1\] ≥ 1, S + 2·¬s\[i\]\[2\] ≥ 2 and ¬s\[i\]\[1\] ≥ 0, rounded
//! up, is S ≥ s\[i\]\[1\] + s\[i\]\[2\]. Summed over i, the first i literals are at least that. So
//! if two are true, and at most two in all, no other is. Without this bound, s\[i\]\[1\] +
//! s\[i\]\[2\] ≥ S follows from the other definitions in the same way. Its sum shows that at least
//! two are reached at the end.

use super::*;

/// The most literals for which clauses without fresh variables are fewer.
const FEW: usize = 8;

impl Prover<'_> {
    /// Adds clauses for exactly `count` of these literals, at most two, given by two constraints:
    /// at least, and at most.
    pub(super) fn exactly(&mut self, count: usize, lits: &[Lit], ids: [u64; 2]) -> io::Result<()> {
        if count == 0 || lits.len() <= FEW {
            self.at_least(count, lits, ids[0]);
            self.at_most(count, lits, ids[1]);
            return Ok(());
        }
        let mut counter = Counter {
            prover: self,
            at_least: [Some(lits[0]), None],
            ordered: None,
            prefix: [Sum::default(), Sum::default()],
            count,
            ids,
        };
        for &lit in &lits[1..] {
            counter.step(lit)?;
        }
        counter.end();
        Ok(())
    }
}

struct Counter<'c, 'f> {
    prover: &'c mut Prover<'f>,
    /// At least one and at least two of the literals so far; the second is absent if it is false.
    at_least: [Option<Lit>; 2],
    /// The constraint by which the second implies the first.
    ordered: Option<u64>,
    /// Bounds on the literals so far: at least their count, and at most.
    prefix: [Sum; 2],
    count: usize,
    ids: [u64; 2],
}

/// The two constraints that define a variable.
struct Defined {
    lit: Lit,
    implies: u64,
    implied: u64,
}

impl Counter<'_, '_> {
    fn step(&mut self, lit: Lit) -> io::Result<()> {
        let overflow = self.overflow(lit);
        let [one, two] = self.at_least;
        let parts: Vec<Lit> = [Some(lit), one, two].into_iter().flatten().collect();
        let first = self.define(&parts, 1)?;
        for &part in &parts[..2] {
            self.prover.clause(&[first.lit, !part], first.implied);
        }
        self.ordered_clause(&[!first.lit, parts[0], parts[1]], first.implies);
        if self.count == 1 {
            self.extend(0, &Sum::of([first.implies]));
            let mut upper = Sum::of([first.implied]);
            upper.add_all(overflow);
            upper.divide(2);
            self.extend(1, &upper);
            self.at_least = [Some(first.lit), None];
            return Ok(());
        }
        let second = self.define(&parts, 2)?;
        let both = [second.lit, !parts[0], !parts[1]];
        self.prover.clause(&both, second.implied);
        if let Some(two) = two {
            self.ordered_clause(&[second.lit, !two], second.implied);
        }
        let of_two: Vec<Lit> = [!second.lit, lit].into_iter().chain(two).collect();
        self.prover.clause(&of_two, second.implies);
        self.ordered_clause(&[!second.lit, parts[1]], second.implies);
        let hints = [first.implied, second.implies];
        let ordered = self
            .prover
            .derived_clause(&[!second.lit, first.lit], &hints);
        self.add_up_two(&first, &second, overflow.zip(one));
        self.at_least = [Some(first.lit), Some(second.lit)];
        self.ordered = Some(ordered);
        Ok(())
    }

    /// Derives a clause from a definition, given that the preceding second variable implies the
    /// first. The two together do not propagate everything that the clause does.
    fn ordered_clause(&mut self, lits: &[Lit], definition: u64) {
        match self.ordered {
            None => self.prover.clause(lits, definition),
            Some(ordered) => {
                self.prover.derived_clause(lits, &[definition, ordered]);
            }
        }
    }

    /// Excludes the next literal if enough are true already.
    fn overflow(&mut self, lit: Lit) -> Option<u64> {
        let full = self.at_least[self.count - 1]?;
        let mut sum = self.prefix[0].clone();
        sum.add(self.ids[1], 1);
        let id = self.prover.proof.pol(&sum);
        let hints: Vec<u64> = [id].into_iter().chain(self.ordered).collect();
        let overflow = self.prover.derived_clause(&[!full, !lit], &hints);
        self.prover.proof.delete(&[id]);
        Some(overflow)
    }

    /// Adds both definitions; `full` is the overflow and the preceding first variable, if there was
    /// a second one.
    fn add_up_two(&mut self, first: &Defined, second: &Defined, full: Option<(u64, Lit)>) {
        let mut lower = Sum::of([first.implies, second.implies]);
        lower.add_literal(!self.prover.name(first.lit), 1);
        lower.divide(2);
        self.extend(0, &lower);
        let mut upper = Sum::default();
        match full {
            Some((overflow, one)) => {
                upper.add(first.implied, 2);
                upper.add(second.implied, 3);
                upper.add(overflow, 1);
                upper.add_literal(!self.prover.name(one), 1);
                upper.divide(6);
            }
            None => {
                upper.add(first.implied, 1);
                upper.add(second.implied, 1);
                upper.add_literal(self.prover.name(second.lit), 1);
                upper.divide(2);
            }
        }
        self.extend(1, &upper);
    }

    /// Extends the sum to the next literal.
    fn extend(&mut self, bound: usize, step: &Sum) {
        let mut sum = step.clone();
        sum.append(&self.prefix[bound]);
        self.prefix[bound] = Sum::of([self.prover.proof.pol(&sum)]);
    }

    fn end(&mut self) {
        let mut sum = self.prefix[1].clone();
        sum.add(self.ids[0], 1);
        let id = self.prover.proof.pol(&sum);
        if let Some(enough) = self.at_least[self.count - 1] {
            self.prover.clause(&[enough], id);
        }
    }

    /// Defines a fresh variable: at least `count` of the parts are true.
    fn define(&mut self, parts: &[Lit], count: i64) -> io::Result<Defined> {
        let prover = &mut *self.prover;
        let name = prover.fresh()?;
        let lit = prover.variable(name);
        let parts = parts.iter().map(|&part| prover.name(part));
        let mut enough = Constraint::at_least(count, parts.clone());
        enough.terms.push((count, !name));
        let others = parts.len() as i64 - count + 1;
        let mut few = Constraint::at_least(others, parts.map(|part| !part));
        few.terms.push((others, name));
        Ok(Defined {
            lit,
            implies: prover.proof.define(&enough, !name),
            implied: prover.proof.define(&few, name),
        })
    }
}
