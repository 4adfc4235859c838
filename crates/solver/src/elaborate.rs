//! From a DRAT proof to an LRAT proof: every lemma is derived again by unit propagation, and the
//! clauses that propagate become its hints.
//!
//! Forwards, as lemmas come. Literals that follow from the clauses alone become lemmas of their own,
//! so hints stay few, and no deletion can take away what a value rests on; for the same reason
//! deletions of unit clauses are left out. Lemmas of others that do not follow by unit propagation (RAT) are
//! refused; what we know beforehand may define variables.

mod propagation;

use super::refute::ProofWriter;
use knightsat_cnf::sink::Cnf;
use std::collections::HashMap;
use std::io::{self, Write};
use std::mem;

/// The clauses of a formula and the lemmas accepted so far; what is accepted is written as LRAT and,
/// step by step the same, as DRAT.
pub(super) struct Elaborator<L, D> {
    proof: ProofWriter<L, D>,
    /// By number, from 1; empty where deleted. The two that are watched come first.
    clauses: Vec<Box<[i32]>>,
    /// Numbers of the clauses with these literals, sorted.
    numbers: HashMap<Box<[i32]>, Vec<usize>>,
    /// Clauses that watch a literal, by its place.
    watches: Vec<Vec<usize>>,
    /// 1 true, −1 false, 0 open, by variable.
    values: Vec<i8>,
    /// The clause that gives a variable its value; 0 where the lemma under check does.
    reasons: Vec<usize>,
    is_marked: Vec<bool>,
    /// Literals that are true, in the order in which they became so, those of the clauses alone
    /// first.
    trail: Vec<i32>,
    /// How much of the trail has been propagated.
    head: usize,
    /// Whatever is derived holds where all of these are false: they are in every lemma written.
    beside: Vec<i32>,
    /// The last number of a clause that was there before.
    given: usize,
    is_refuted: bool,
}

fn place(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

/// Sorted, each literal once.
fn standard(lits: &[i32]) -> Vec<i32> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

impl<L: Write, D: Write> Elaborator<L, D> {
    /// Takes the clauses of the formula, and what follows from them at once.
    pub fn new(formula: &Cnf, lrat: L, drat: D) -> io::Result<Self> {
        let variables = formula.variables() as usize + 1;
        let mut elaborator = Elaborator {
            proof: ProofWriter { lrat, drat },
            clauses: vec![Box::default()],
            numbers: HashMap::new(),
            watches: vec![Vec::new(); 2 * variables],
            values: vec![0; variables],
            reasons: vec![0; variables],
            is_marked: vec![false; variables],
            trail: Vec::new(),
            head: 0,
            beside: Vec::new(),
            given: 0,
            is_refuted: false,
        };
        for clause in formula.clauses() {
            let lits: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
            elaborator.keep(standard(&lits));
        }
        // Lemmas are numbered after all of the formula's clauses.
        for number in 1..elaborator.clauses.len() {
            elaborator.attach(number)?;
        }
        Ok(elaborator)
    }

    /// From here on these literals are true, none of them against another. What is derived is written
    /// as a clause beside their negations, so that it follows from the formula alone; the last lemma is
    /// then the clause of these negations, or of some of them. No clause of the formula is deleted.
    pub fn assume(&mut self, cube: &[i32]) -> io::Result<()> {
        self.beside = standard(&cube.iter().map(|lit| -lit).collect::<Vec<_>>());
        self.given = self.clauses.len() - 1;
        for &lit in cube {
            let variable = lit.unsigned_abs() as usize;
            match self.value(lit) {
                _ if self.is_refuted => break,
                0 => {
                    self.assign(lit, 0);
                    self.conclude(None)?;
                }
                1 => {}
                _ => {
                    let hint = self.reasons[variable];
                    self.add(Vec::new(), &[hint])?;
                }
            }
        }
        Ok(())
    }

    /// Whether the empty clause has been derived: nothing can follow it.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Writes what is still to be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.proof.flush()
    }

    /// Derives a clause by unit propagation; `false` if it does not follow so. What has become of no
    /// use is not written.
    pub fn lemma(&mut self, lits: &[i32]) -> io::Result<bool> {
        if self.is_refuted {
            return Ok(true);
        }
        let lits = standard(lits);
        let is_tautology = lits.iter().any(|lit| lits.binary_search(&-lit).is_ok());
        // What is true already is true for good.
        let is_true = is_tautology || lits.iter().any(|&lit| self.value(lit) > 0);
        if is_true {
            return Ok(true);
        }
        let fixed = self.trail.len();
        for &lit in &lits {
            if self.value(lit) == 0 {
                self.assign(-lit, 0);
            }
        }
        let conflict = self.propagate();
        let hints = conflict.map(|conflict| self.hints(conflict, &lits));
        for lit in self.trail.drain(fixed..) {
            self.values[lit.unsigned_abs() as usize] = 0;
        }
        self.head = fixed;
        let Some(hints) = hints else {
            return Ok(false);
        };
        let number = self.add(lits, &hints)?;
        self.attach(number)?;
        Ok(true)
    }

    /// Adds clauses that define a variable which there was not: each has it or its negation first, the
    /// clauses that have it before the others, and resolved with one of those a clause of the others is a
    /// tautology.
    pub fn define(&mut self, clauses: &[Vec<i32>]) -> io::Result<()> {
        if self.is_refuted {
            return Ok(());
        }
        let fresh = clauses.iter().filter_map(|clause| clause.first());
        let variables = fresh.map(|lit| lit.unsigned_abs() as usize + 1).max();
        let variables = variables.unwrap_or(0).max(self.values.len());
        self.watches.resize(2 * variables, Vec::new());
        self.values.resize(variables, 0);
        self.reasons.resize(variables, 0);
        self.is_marked.resize(variables, false);
        let first = self.clauses.len();
        for clause in clauses {
            let number = self.clauses.len();
            let before = (first..).zip(clauses).take(number - first);
            let against = before.filter(|(_, other)| other[0] == -clause[0]);
            let against = against.map(|(number, _)| -(number as i64));
            self.proof.lemma(number as u64, clause, against)?;
            self.keep(standard(clause));
        }
        (first..first + clauses.len()).try_for_each(|number| self.attach(number))
    }

    /// Deletes a clause, if it is there and can be spared.
    pub fn delete(&mut self, lits: &[i32]) -> io::Result<()> {
        let lits = standard(lits);
        let given = self.given;
        let numbers = self.numbers.get_mut(&lits[..]).filter(|_| lits.len() > 1);
        let number = numbers.and_then(|numbers| numbers.pop_if(|number| *number > given));
        let Some(number) = number.filter(|_| !self.is_refuted) else {
            return Ok(());
        };
        self.clauses[number] = Box::default();
        let last = self.clauses.len() - 1;
        let written = self.written(&lits);
        self.proof.delete(last as u64, number as u64, &written)
    }

    /// A lemma as it is written.
    fn written(&self, lits: &[i32]) -> Vec<i32> {
        match self.beside.is_empty() {
            true => lits.to_vec(),
            false => standard(&[lits, &self.beside].concat()),
        }
    }

    /// Writes a lemma and keeps it; its number.
    fn add(&mut self, lits: Vec<i32>, hints: &[usize]) -> io::Result<usize> {
        // What is assumed needs no reason.
        let hints = hints.iter().filter(|&&hint| hint > 0);
        let hints = hints.map(|&hint| hint as i64);
        let written = self.written(&lits);
        self.proof
            .lemma(self.clauses.len() as u64, &written, hints)?;
        self.is_refuted = lits.is_empty();
        Ok(self.keep(lits))
    }

    fn keep(&mut self, lits: Vec<i32>) -> usize {
        let number = self.clauses.len();
        let same = self.numbers.entry(lits.clone().into()).or_default();
        same.push(number);
        self.clauses.push(lits.into());
        number
    }

    /// Watches a clause where that is of use. If it comes down to one literal or to none, draws all
    /// conclusions.
    fn attach(&mut self, number: usize) -> io::Result<()> {
        if self.is_refuted {
            return Ok(());
        }
        let mut lits = mem::take(&mut self.clauses[number]);
        lits.sort_by_key(|&lit| self.value(lit) < 0);
        let mut open = lits.iter().filter(|&&lit| self.value(lit) >= 0);
        let (first, second) = (open.next().copied(), open.next());
        if second.is_some() {
            self.watches[place(lits[0])].push(number);
            self.watches[place(lits[1])].push(number);
        }
        let is_unit = second.is_none() && first.is_none_or(|lit| self.value(lit) == 0);
        self.clauses[number] = lits;
        if !is_unit {
            return Ok(());
        }
        let conflict = Some(number).filter(|_| first.is_none());
        if let Some(lit) = first {
            self.fix(lit, number)?;
        }
        self.conclude(conflict)
    }

    /// Draws all conclusions from what is true for good, unless there is a conflict already.
    fn conclude(&mut self, mut conflict: Option<usize>) -> io::Result<()> {
        while conflict.is_none() && self.head < self.trail.len() {
            let known = self.trail.len();
            conflict = self.step();
            // What was just found is taken back, and comes again with a lemma of its own.
            for lit in self.trail.split_off(known) {
                let variable = lit.unsigned_abs() as usize;
                self.values[variable] = 0;
                let reason = self.reasons[variable];
                self.fix(lit, reason)?;
            }
        }
        if let Some(conflict) = conflict {
            let hints = self.hints(conflict, &[]);
            self.add(Vec::new(), &hints)?;
        }
        Ok(())
    }

    /// Makes a literal true for good; a clause of more literals that says so becomes a unit clause.
    fn fix(&mut self, lit: i32, mut reason: usize) -> io::Result<()> {
        if self.clauses[reason].len() > 1 {
            let others = self.clauses[reason].iter().filter(|&&other| other != lit);
            let reasons = others.map(|other| self.reasons[other.unsigned_abs() as usize]);
            let hints: Vec<usize> = reasons.chain([reason]).collect();
            reason = self.add(vec![lit], &hints)?;
        }
        self.assign(lit, reason);
        Ok(())
    }
}
