//! Elaboration of a DRAT proof into an LRAT proof. Unit propagation derives every lemma again, and
//! the clauses that propagate become its hints.
//!
//! The elaboration runs forwards. Literals that follow from the clauses alone become lemmas of
//! their own. This keeps the hints few, and no deletion can remove the reason of a value. For the
//! same reason deletions of unit clauses are dropped. Lemmas of other programs that do not follow
//! by unit propagation (RAT) are rejected. Only lemmas known beforehand may define variables.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_solver::elaborate::{Step, derive};
//! use knightsat_solver::base::stop::Stop;
//!
//! // Every clause over two variables, so that first 1 follows, then nothing is left.
//! let mut formula = Cnf::default();
//! let [a, b] = [formula.new_var(), formula.new_var()];
//! for clause in [[a.pos(), b.pos()], [a.pos(), b.neg()], [a.neg(), b.pos()], [a.neg(), b.neg()]] {
//!     formula.clause(&clause);
//! }
//! let (mut lrat, mut drat) = (Vec::new(), Vec::new());
//! let steps = [Step::Lemma(vec![1])];
//! assert!(derive(&formula, steps, &Stop::default(), &mut lrat, &mut drat)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod propagation;

use super::refute::ProofWriter;
use crate::base::stop::Stop;
use knightsat_cnf::sink::Cnf;
use std::collections::HashMap;
use std::io::{self, Write};
use std::mem;

/// The clauses of a formula and the lemmas accepted so far. Accepted lemmas are written as LRAT
/// and, step by step the same, as DRAT.
pub(super) struct Elaborator<L, D> {
    proof: ProofWriter<L, D>,
    /// The clauses by number, from 1; empty if deleted. The two watched literals come first.
    clauses: Vec<Box<[i32]>>,
    /// The numbers of the clauses with these literals, sorted.
    numbers: HashMap<Box<[i32]>, Vec<usize>>,
    /// The clauses that watch a literal, by its place.
    watches: Vec<Vec<usize>>,
    /// The values by variable: 1 true, −1 false, 0 open.
    values: Vec<i8>,
    /// The clause that gives a variable its value; 0 if the lemma under check does.
    reasons: Vec<usize>,
    is_marked: Vec<bool>,
    /// The true literals in the order of their assignment. Those that follow from the clauses alone
    /// come first.
    trail: Vec<i32>,
    /// The number of literals of the trail that have been propagated.
    head: usize,
    /// The negated assumptions, which are in every lemma written.
    beside: Vec<i32>,
    /// Under assumptions, the number of the last clause that may not be deleted; otherwise 0.
    given: usize,
    is_refuted: bool,
}

fn place(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

/// Returns the literals sorted, each once.
fn standard(lits: &[i32]) -> Vec<i32> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

impl<L: Write, D: Write> Elaborator<L, D> {
    /// Loads the clauses of the formula and propagates its unit clauses.
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

    /// Assumes these literals from now on; they must not contradict each other. Every lemma is then
    /// written together with their negations, and follows from the formula alone. The last lemma is
    /// the clause of these negations, or of some of them. No clause of the formula is deleted.
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

    /// Returns true if the empty clause has been derived. No step can follow it.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Writes the buffered output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.proof.flush()
    }

    /// Derives a clause by unit propagation; returns `false` if it does not follow in this way.
    /// Superfluous clauses are not written.
    pub fn lemma(&mut self, lits: &[i32]) -> io::Result<bool> {
        if self.is_refuted {
            return Ok(true);
        }
        let lits = standard(lits);
        let is_tautology = lits.iter().any(|lit| lits.binary_search(&-lit).is_ok());
        // Literals on the trail stay true permanently.
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

    /// Adds clauses that define a new variable. Each begins with its positive or its negative
    /// literal. The positive ones come first. Every resolvent of a positive and a negative one on
    /// this variable is a tautology.
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

    /// Deletes a clause, if it exists. Unit clauses stay, and under assumptions clauses of the
    /// formula too.
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

    /// Returns a lemma with the negated assumptions, as it is written.
    fn written(&self, lits: &[i32]) -> Vec<i32> {
        match self.beside.is_empty() {
            true => lits.to_vec(),
            false => standard(&[lits, &self.beside].concat()),
        }
    }

    /// Writes and stores a lemma; returns its number.
    fn add(&mut self, lits: Vec<i32>, hints: &[usize]) -> io::Result<usize> {
        // Assumptions need no reason.
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

    /// Watches a clause if it can still propagate. If at most one literal remains, draws all
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

    /// Draws all conclusions from the permanent values, unless a conflict exists already.
    fn conclude(&mut self, mut conflict: Option<usize>) -> io::Result<()> {
        while conflict.is_none() && self.head < self.trail.len() {
            let known = self.trail.len();
            conflict = self.step();
            // The new values are undone, and each returns with a lemma of its own.
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

    /// Makes a literal true permanently. If its reason has more literals, writes the unit clause.
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

/// A step of a proof known beforehand.
pub enum Step {
    /// A clause that follows by unit propagation.
    Lemma(Vec<i32>),
    /// Clauses that define a fresh variable, whose literal is first in each. The clauses with the
    /// positive literal precede those with the negative one.
    Definition(Vec<Vec<i32>>),
}

/// Derives the steps in order and writes them as LRAT and DRAT up to the empty clause. Returns
/// `false` if they do not lead to the empty clause.
pub fn derive(
    formula: &Cnf,
    steps: impl IntoIterator<Item = Step>,
    stop: &Stop,
    lrat: impl Write,
    drat: impl Write,
) -> io::Result<bool> {
    let mut elaborator = Elaborator::new(formula, lrat, drat)?;
    for step in steps {
        stop.check().map_err(io::Error::other)?;
        match step {
            Step::Lemma(lits) if !elaborator.lemma(&lits)? => return Ok(false),
            Step::Lemma(_) => {}
            Step::Definition(clauses) => elaborator.define(&clauses)?,
        }
    }
    elaborator.flush()?;
    Ok(elaborator.is_refuted())
}
