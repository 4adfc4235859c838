//! Counters: that one or two of many literals are true, in few clauses, with fresh variables.
//!
//! With s\[i\]\[1\] and s\[i\]\[2\], at least one and at least two of the first i literals are true. If S is
//! the sum of s[i−1]\[1\], s[i−1]\[2\] and the literal x\[i\], t of them, the definitions are
//!
//! - S ≥ s\[i\]\[1\] and (t − S) + t·s\[i\]\[1\] ≥ t;
//! - S ≥ 2·s\[i\]\[2\] and (t − S) + (t−1)·s\[i\]\[2\] ≥ t − 1.
//!
//! Half of S + ¬s\[i\]\[1\] ≥ 1, S + 2·¬s\[i\]\[2\] ≥ 2 and ¬s\[i\]\[1\] ≥ 0 together, rounded up, is
//! S ≥ s\[i\]\[1\] + s\[i\]\[2\]: added up over i, the first i literals are at least that. So if two are
//! true, and two in all are true at most, no other is. Without that, s\[i\]\[1\] + s\[i\]\[2\] ≥ S comes from the
//! other definitions in the same way, and added up at least two are reached in the end.

use super::clauses::Clauses;
use super::lines::Sum;
use super::prover::Prover;
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::Constraint;
use std::io::{self, Write};

/// Up to so many literals clauses without fresh variables are fewer.
const FEW: usize = 8;

/// Clauses for exactly `count` of these, up to two, as two constraints say: at least, and at most.
pub(super) fn exactly<W: Write>(
    prover: &mut Prover<W>,
    clauses: &mut Clauses,
    count: usize,
    lits: &[Lit],
    ids: [u64; 2],
) -> io::Result<()> {
    if count == 0 || lits.len() <= FEW {
        clauses.at_least(count, lits, ids[0]);
        clauses.at_most(count, lits, ids[1]);
        return Ok(());
    }
    let mut counter = Counter {
        at_least: [Some(lits[0]), None],
        ordered: None,
        prefix: [Sum::default(), Sum::default()],
        count,
        ids,
    };
    for &lit in &lits[1..] {
        counter.step(prover, clauses, lit)?;
    }
    counter.end(prover, clauses);
    Ok(())
}

struct Counter {
    /// At least one and at least two of the literals so far; the second is not there if it is false.
    at_least: [Option<Lit>; 2],
    /// That the second implies the first.
    ordered: Option<u64>,
    /// That the literals so far are at least what they are counted as, and at most.
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

impl Counter {
    fn step<W: Write>(
        &mut self,
        prover: &mut Prover<W>,
        clauses: &mut Clauses,
        lit: Lit,
    ) -> io::Result<()> {
        let overflow = self.overflow(prover, clauses, lit);
        let before = self.at_least;
        let [one, two] = before;
        let parts: Vec<Lit> = [Some(lit), one, two].into_iter().flatten().collect();
        let first = define(prover, clauses, &parts, 1)?;
        for &part in &parts[..2] {
            clauses.clause(&[first.lit, !part], first.implied);
        }
        let reached = [&[!first.lit], &parts[..2]].concat();
        self.ordered_clause(prover, clauses, &reached, first.implies);
        if self.count == 1 {
            self.add_up_one(prover, &first, overflow);
            self.at_least = [Some(first.lit), None];
            return Ok(());
        }
        let second = define(prover, clauses, &parts, 2)?;
        clauses.clause(&[second.lit, !parts[0], !parts[1]], second.implied);
        if let Some(two) = two {
            self.ordered_clause(prover, clauses, &[second.lit, !two], second.implied);
        }
        let of_two = [Some(!second.lit), Some(lit), two];
        let of_two: Vec<Lit> = of_two.into_iter().flatten().collect();
        clauses.clause(&of_two, second.implies);
        self.ordered_clause(prover, clauses, &[!second.lit, parts[1]], second.implies);
        let ordered = [!second.lit, first.lit];
        let named = Constraint::clause(ordered.map(|lit| clauses.name(lit)));
        let ordered_id = prover.proof.rup(&named, &[first.implied, second.implies]);
        clauses.clause(&ordered, ordered_id);
        self.add_up_two(prover, clauses, &first, &second, (overflow, before));
        self.at_least = [Some(first.lit), Some(second.lit)];
        self.ordered = Some(ordered_id);
        Ok(())
    }

    /// A clause that follows from a definition where the second variable before implies the first: derived,
    /// as the two together do not propagate all that the clause does.
    fn ordered_clause<W: Write>(
        &self,
        prover: &mut Prover<W>,
        clauses: &mut Clauses,
        lits: &[Lit],
        definition: u64,
    ) {
        let id = match self.ordered {
            None => definition,
            Some(ordered) => {
                let named = lits.iter().map(|&lit| clauses.name(lit));
                let named = Constraint::clause(named);
                prover.proof.rup(&named, &[definition, ordered])
            }
        };
        clauses.clause(lits, id);
    }

    /// Where enough are true already, the next one is not.
    fn overflow<W: Write>(
        &mut self,
        prover: &mut Prover<W>,
        clauses: &mut Clauses,
        lit: Lit,
    ) -> Option<u64> {
        let full = self.at_least[self.count - 1]?;
        let mut sum = self.prefix[0].clone();
        sum.add(self.ids[1], 1);
        let id = prover.proof.pol(&sum);
        let hints: Vec<u64> = [id].into_iter().chain(self.ordered).collect();
        let clause = Constraint::clause([!full, !lit].map(|lit| clauses.name(lit)));
        let overflow = prover.proof.rup(&clause, &hints);
        prover.proof.delete(&[id]);
        clauses.clause(&[!full, !lit], overflow);
        Some(overflow)
    }

    fn add_up_one<W: Write>(
        &mut self,
        prover: &mut Prover<W>,
        first: &Defined,
        overflow: Option<u64>,
    ) {
        self.extend(prover, 0, &Sum::of([first.implies]));
        let mut upper = Sum::of([first.implied]);
        overflow.iter().for_each(|&id| upper.add(id, 1));
        upper.divide(2);
        self.extend(prover, 1, &upper);
    }

    fn add_up_two<W: Write>(
        &mut self,
        prover: &mut Prover<W>,
        clauses: &Clauses,
        first: &Defined,
        second: &Defined,
        (overflow, before): (Option<u64>, [Option<Lit>; 2]),
    ) {
        let mut lower = Sum::of([first.implies, second.implies]);
        lower.add_literal(!clauses.name(first.lit), 1);
        lower.divide(2);
        self.extend(prover, 0, &lower);
        let mut upper = Sum::default();
        match (overflow, before[0]) {
            (Some(overflow), Some(one)) => {
                upper.add(first.implied, 2);
                upper.add(second.implied, 3);
                upper.add(overflow, 1);
                upper.add_literal(!clauses.name(one), 1);
                upper.divide(6);
            }
            _ => {
                upper.add(first.implied, 1);
                upper.add(second.implied, 1);
                upper.add_literal(clauses.name(second.lit), 1);
                upper.divide(2);
            }
        }
        self.extend(prover, 1, &upper);
    }

    /// Derives the sum with what came before.
    fn extend<W: Write>(&mut self, prover: &mut Prover<W>, bound: usize, step: &Sum) {
        let mut sum = step.clone();
        if !self.prefix[bound].is_empty() {
            sum.append(&self.prefix[bound]);
        }
        self.prefix[bound] = Sum::of([prover.proof.pol(&sum)]);
    }

    fn end<W: Write>(&mut self, prover: &mut Prover<W>, clauses: &mut Clauses) {
        let mut sum = self.prefix[1].clone();
        sum.add(self.ids[0], 1);
        let id = prover.proof.pol(&sum);
        if let Some(enough) = self.at_least[self.count - 1] {
            clauses.clause(&[enough], id);
        }
    }
}

/// A fresh variable: at least `count` of the parts are true.
fn define<W: Write>(
    prover: &mut Prover<W>,
    clauses: &mut Clauses,
    parts: &[Lit],
    count: i64,
) -> io::Result<Defined> {
    let name = prover.fresh()?;
    let lit = clauses.variable(name);
    let parts: Vec<Lit> = parts.iter().map(|&part| clauses.name(part)).collect();
    let mut enough = Constraint::at_least(count, parts.iter().copied());
    enough.terms.push((count, !name));
    let others = parts.len() as i64 - count + 1;
    let mut few = Constraint::at_least(others, parts.iter().map(|&part| !part));
    few.terms.push((others, name));
    Ok(Defined {
        lit,
        implies: prover.proof.define(&enough, !name),
        implied: prover.proof.define(&few, name),
    })
}
