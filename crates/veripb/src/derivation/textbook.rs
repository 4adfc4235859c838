//! The textbook formula, refuted by counting the squares of a colour.
//!
//! The lemmas of [`Colours`] for the steps on one colour, added up, say that there are as many visits to it,
//! unless the tour starts elsewhere; and every square is visited at most once. That is derived from pairs:
//! of m + 1 literals at most one is true by the m clauses of the last one with the others and m − 1 times
//! the same of the others, divided by m.

use super::lines::{Proof, Sum};
use crate::colours::{Colours, Why};
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Lit, Var};
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes a proof from the clauses of the textbook formula of these colours.
pub fn write_count<W: Write>(colours: &Colours, formula: &Cnf, out: W) -> io::Result<()> {
    let mut proof = Proof::new(out, formula.len());
    let pairs = pairs(formula);
    for start in [false, true] {
        let steps = 1..=colours.steps();
        let lemmas = steps
            .clone()
            .map(|step| lemma(&mut proof, &colours.due(start, step)));
        let lemmas: Vec<u64> = lemmas.collect();
        match colours.why(start) {
            Why::Parity => drop(lemma(&mut proof, &colours.starts_elsewhere(start))),
            Why::Count { odd } => {
                let counted: Vec<u32> = steps.filter(|step| (step % 2 == 1) == odd).collect();
                let mut sum = Sum::of(counted.iter().map(|&step| lemmas[step as usize - 1]));
                for square in colours.squares(start == odd) {
                    let visits: Vec<i32> = counted
                        .iter()
                        .map(|&step| colours.at(step, square))
                        .collect();
                    let once = at_most_once(&visits, &pairs);
                    let once = once.ok_or_else(|| io::Error::other("not the textbook formula"))?;
                    sum.append(&once);
                }
                sum.divide(counted.len() as u64);
                proof.pol(&sum);
            }
        }
    }
    let mut contradiction = 0;
    for last in colours.last_lemmas() {
        contradiction = lemma(&mut proof, &last);
    }
    proof.conclude(contradiction);
    proof.finish()?.flush()
}

/// A clause that follows by unit propagation from all that there is.
fn lemma<W: Write>(proof: &mut Proof<W>, lits: &[i32]) -> u64 {
    let lits = lits.iter().filter_map(|&lit| Lit::from_dimacs(lit));
    proof.rup_from_all(&Constraint::clause(lits))
}

/// The clauses that say of two variables that not both are true.
fn pairs(formula: &Cnf) -> HashMap<[Var; 2], u64> {
    let mut pairs = HashMap::new();
    for (id, clause) in (1..).zip(formula.clauses()) {
        if let &[a, b] = clause
            && !a.is_positive()
            && !b.is_positive()
        {
            pairs.insert([a.var().min(b.var()), a.var().max(b.var())], id);
        }
    }
    pairs
}

/// At most one of these variables, which increase; `None` if not every pair has its clause.
fn at_most_once(variables: &[i32], pairs: &HashMap<[Var; 2], u64>) -> Option<Sum> {
    let variables: Option<Vec<Var>> = variables.iter().map(|&v| Var::new(v as u32)).collect();
    let variables = variables?;
    let mut sum = Sum::default();
    if let [only] = variables[..] {
        sum.add_literal(only.neg(), 1);
    }
    for (count, &last) in variables.iter().enumerate().skip(1) {
        sum.times(count as u64 - 1);
        for &other in &variables[..count] {
            sum.add(*pairs.get(&[other, last])?, 1);
        }
        if count > 1 {
            sum.divide(count as u64);
        }
    }
    Some(sum)
}
