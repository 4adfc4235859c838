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
//! use knightsat_solver::elaborate::Elaborator;
//!
//! // Every clause over two variables, so that first a follows, then nothing is left.
//! let mut formula = Cnf::default();
//! let [a, b] = [formula.new_var(), formula.new_var()];
//! for clause in [[a.pos(), b.pos()], [a.pos(), b.neg()], [a.neg(), b.pos()], [a.neg(), b.neg()]] {
//!     formula.clause(&clause);
//! }
//! let (mut lrat, mut drat) = (Vec::new(), Vec::new());
//! let mut elaborator = Elaborator::new(&formula, &mut lrat, &mut drat)?;
//! assert!(elaborator.lemma(&[a.pos()])? && elaborator.is_refuted());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::refute::ProofWriter;
use knightsat_cnf::propagate::Propagator;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Lit, Var};
use std::collections::HashMap;
use std::io::{self, Write};
use std::mem;

/// The clauses of a formula and the lemmas accepted so far. Accepted lemmas are written as LRAT
/// and, step by step the same, as DRAT.
pub struct Elaborator<L, D> {
    proof: ProofWriter<L, D>,
    /// All clauses. The literals that follow from the clauses alone come first on the trail.
    propagator: Propagator,
    /// The numbers of the clauses with these literals, sorted.
    numbers: HashMap<Box<[Lit]>, Vec<u32>>,
    is_marked: Vec<bool>,
    /// The negated assumptions, which are in every lemma written.
    beside: Vec<Lit>,
    /// Under assumptions, the number of the last clause that may not be deleted; otherwise 0.
    given: u32,
    is_refuted: bool,
}

/// Returns the literals sorted, each once.
fn standard(lits: &[Lit]) -> Vec<Lit> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

impl<L: Write, D: Write> Elaborator<L, D> {
    /// Loads the clauses of the formula and propagates its unit clauses.
    pub fn new(formula: &Cnf, lrat: L, drat: D) -> io::Result<Self> {
        let mut elaborator = Elaborator {
            proof: ProofWriter { lrat, drat },
            propagator: Propagator::default(),
            numbers: HashMap::new(),
            is_marked: Vec::new(),
            beside: Vec::new(),
            given: 0,
            is_refuted: false,
        };
        elaborator.add_variables(formula.variables());
        for clause in formula.clauses() {
            elaborator.keep(standard(clause));
        }
        // Lemmas are numbered after all of the formula's clauses.
        for number in 1..=elaborator.propagator.last() {
            elaborator.attach(number)?;
        }
        Ok(elaborator)
    }

    fn add_variables(&mut self, count: u32) {
        self.propagator.add_variables(count);
        let variables = self.is_marked.len().max(1) + count as usize;
        self.is_marked.resize(variables, false);
    }

    /// Assumes these literals from now on; they must not contradict each other. Every lemma is then
    /// written together with their negations, and follows from the formula alone. The last lemma is
    /// the clause of these negations, or of some of them. No clause of the formula is deleted.
    pub fn assume(&mut self, cube: &[Lit]) -> io::Result<()> {
        self.beside = standard(&cube.iter().map(|&lit| !lit).collect::<Vec<_>>());
        self.given = self.propagator.last();
        for &lit in cube {
            match self.propagator.value(lit) {
                _ if self.is_refuted => break,
                None => {
                    self.propagator.assign(lit, 0);
                    self.conclude(None)?;
                }
                Some(true) => {}
                Some(false) => {
                    let hint = self.propagator.reason(lit.var());
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
    pub fn lemma(&mut self, lits: &[Lit]) -> io::Result<bool> {
        let lits = standard(lits);
        let is_tautology = lits.iter().any(|&lit| lits.binary_search(&!lit).is_ok());
        // Literals on the trail stay true permanently.
        let is_true = |&lit: &Lit| self.propagator.value(lit) == Some(true);
        if self.is_refuted || is_tautology || lits.iter().any(is_true) {
            return Ok(true);
        }
        let fixed = self.propagator.trail().len();
        for &lit in &lits {
            if self.propagator.value(lit).is_none() {
                self.propagator.assign(!lit, 0);
            }
        }
        let conflict = self.propagator.propagate();
        let hints = conflict.map(|conflict| self.hints(conflict, &lits));
        self.propagator.undo(fixed);
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
    pub fn define(&mut self, clauses: &[Vec<Lit>]) -> io::Result<()> {
        if self.is_refuted {
            return Ok(());
        }
        let fresh = clauses.iter().filter_map(|clause| clause.first());
        let largest = fresh.map(|lit| lit.var().number()).max().unwrap_or(0);
        let variables = self.is_marked.len() as u32 - 1;
        self.add_variables(largest.saturating_sub(variables));
        let first = self.propagator.last() + 1;
        for (number, clause) in (first..).zip(clauses) {
            let before = (first..number).zip(clauses);
            let against = before.filter(|(_, other)| other[0] == !clause[0]);
            let against = against.map(|(number, _)| -i64::from(number));
            self.proof.lemma(number.into(), clause, against)?;
            self.keep(standard(clause));
        }
        (first..=self.propagator.last()).try_for_each(|number| self.attach(number))
    }

    /// Deletes a clause, if it exists. Unit clauses stay, and under assumptions clauses of the
    /// formula too.
    pub fn delete(&mut self, lits: &[Lit]) -> io::Result<()> {
        let lits = standard(lits);
        let given = self.given;
        let numbers = self.numbers.get_mut(&lits[..]).filter(|_| lits.len() > 1);
        let number = numbers.and_then(|numbers| numbers.pop_if(|number| *number > given));
        let Some(number) = number.filter(|_| !self.is_refuted) else {
            return Ok(());
        };
        self.propagator.remove(number);
        let last = self.propagator.last();
        let written = self.written(&lits);
        self.proof.delete(last.into(), number.into(), &written)
    }

    /// Returns a lemma with the negated assumptions, as it is written.
    fn written(&self, lits: &[Lit]) -> Vec<Lit> {
        if self.beside.is_empty() {
            lits.to_vec()
        } else {
            standard(&[lits, &self.beside].concat())
        }
    }

    /// Writes and stores a lemma; returns its number.
    fn add(&mut self, lits: Vec<Lit>, hints: &[u32]) -> io::Result<u32> {
        // Assumptions need no reason.
        let hints = hints.iter().filter(|&&hint| hint > 0);
        let hints = hints.map(|&hint| i64::from(hint));
        let (number, written) = (self.propagator.last() + 1, self.written(&lits));
        self.proof.lemma(number.into(), &written, hints)?;
        self.is_refuted = lits.is_empty();
        Ok(self.keep(lits))
    }

    fn keep(&mut self, lits: Vec<Lit>) -> u32 {
        let number = self.propagator.add(&lits);
        self.numbers.entry(lits.into()).or_default().push(number);
        number
    }

    /// Watches a clause if it can still propagate. If at most one literal remains, draws all
    /// conclusions.
    fn attach(&mut self, number: u32) -> io::Result<()> {
        if self.is_refuted {
            return Ok(());
        }
        match self.propagator.attach(number) {
            None => Ok(()),
            Some(None) => self.conclude(Some(number)),
            Some(Some(lit)) if self.propagator.value(lit) == Some(true) => Ok(()),
            Some(Some(lit)) => {
                self.propagator.assign(lit, number);
                self.fix(lit)?;
                self.conclude(None)
            }
        }
    }

    /// Draws all conclusions from the permanent values, unless a conflict exists already.
    fn conclude(&mut self, mut conflict: Option<u32>) -> io::Result<()> {
        while conflict.is_none() {
            let known = self.propagator.trail().len();
            let Some(found) = self.propagator.step() else {
                return Ok(());
            };
            conflict = found;
            let fixed = self.propagator.trail()[known..].to_vec();
            fixed.into_iter().try_for_each(|lit| self.fix(lit))?;
        }
        if let Some(conflict) = conflict {
            let hints = self.hints(conflict, &[]);
            self.add(Vec::new(), &hints)?;
        }
        Ok(())
    }

    /// Keeps a literal true permanently. If its reason has more literals, writes the unit clause.
    fn fix(&mut self, lit: Lit) -> io::Result<()> {
        let reason = self.propagator.reason(lit.var());
        let clause = self.propagator.clause(reason);
        if clause.len() > 1 {
            let others = clause.iter().filter(|&&other| other != lit);
            let reasons = others.map(|other| self.propagator.reason(other.var()));
            let hints: Vec<u32> = reasons.chain([reason]).collect();
            let number = self.add(vec![lit], &hints)?;
            self.propagator.set_reason(lit.var(), number);
        }
        Ok(())
    }

    /// Returns, in order, the clauses that lead to the conflict if the literals of the lemma are
    /// false.
    fn hints(&mut self, conflict: u32, lemma: &[Lit]) -> Vec<u32> {
        let place = |var: Var| var.number() as usize;
        let mut hints = vec![conflict];
        let clause = self.propagator.clause(conflict).iter();
        let mut marked: Vec<Var> = clause.map(|lit| lit.var()).collect();
        marked
            .iter()
            .for_each(|&var| self.is_marked[place(var)] = true);
        for var in self.propagator.trail().iter().rev().map(|lit| lit.var()) {
            let reason = self.propagator.reason(var);
            let is_given = || lemma.iter().any(|lit| lit.var() == var);
            if !self.is_marked[place(var)] || reason == 0 || is_given() {
                continue;
            }
            hints.push(reason);
            for other in self.propagator.clause(reason).iter().map(|lit| lit.var()) {
                if !mem::replace(&mut self.is_marked[place(other)], true) {
                    marked.push(other);
                }
            }
        }
        marked
            .iter()
            .for_each(|&var| self.is_marked[place(var)] = false);
        hints.reverse();
        hints
    }
}
