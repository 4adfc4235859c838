//! A small strict checker of LRAT proofs.
//!
//! A line of the proof is `N L… 0 H… 0`, a lemma: its number, its literals, and hints. The hints
//! are the numbers of the clauses that refute its negation by unit propagation, in that order. Or
//! it is `N d C… 0`, which deletes the clauses C…, with N the last number taken.
//!
//! A lemma may also be a resolution asymmetric tautology (RAT) in its first literal l. First come
//! hints that lead to no contradiction. Then `-D H…` follows for every clause D that contains ¬l,
//! with hints that refute the negation of the resolvent; no hints if it is a tautology. The first
//! literal may be the next unused variable, so a proof can define variables.
//!
//! Strictness: numbers increase; every hint propagates; the contradicted hint is the last; nothing
//! follows the empty clause.

mod resolvents;

use super::text::{LONGEST, ProofLines, Result, ensure};
use crate::base::text::quote;
use std::collections::HashMap;

/// Clauses of a formula and the lemmas derived from them.
#[derive(Default)]
pub(super) struct Checker {
    /// The largest variable.
    pub variables: i32,
    clauses: HashMap<u64, Box<[i32]>>,
    /// The number of the latest clause.
    last: u64,
    /// Value of each variable while a lemma is checked: 1 true, −1 false, 0 unassigned.
    values: Vec<i8>,
    /// The assigned variables.
    assigned: Vec<usize>,
    /// Number of clauses with each literal, counted from the first lemma that needs it.
    occurrences: Option<HashMap<i32, u64>>,
}

/// The error for a lemma without a sufficient derivation.
const NOT_REFUTED: &str = "the hints do not lead to a contradiction";

impl Checker {
    /// Adds the next clause of the formula.
    pub fn give(&mut self, clause: &[i32]) {
        self.last += 1;
        let largest = clause.iter().map(|lit| lit.abs()).max().unwrap_or(0);
        self.variables = self.variables.max(largest);
        self.clauses.insert(self.last, clause.into());
        if let Some(occurrences) = &mut self.occurrences {
            for &lit in clause {
                *occurrences.entry(lit).or_default() += 1;
            }
        }
    }

    /// Checks that the proof derives the empty clause from the formula with so many variables.
    /// Returns the number of lemmas.
    pub fn check(&mut self, variables: i32, mut lrat: ProofLines) -> Result<u64> {
        self.variables = variables;
        self.values = vec![0; variables as usize + 1];
        let (mut lemmas, mut is_refuted) = (0, false);
        // A lemma has each variable once, and hints are clauses, at most one of each. A literal has
        // a sign, ten digits and a blank. Another number has up to twenty digits and a blank.
        while lrat.advance(LONGEST + self.values.len() * 12 + self.clauses.len() * 24)? {
            if is_refuted {
                return Err(lrat.wrong("the proof continues after the empty clause"));
            }
            let step = self.step(&lrat.text);
            let lemma = step.map_err(|message| lrat.wrong(message))?;
            lemmas += u64::from(lemma.is_some());
            is_refuted = lemma == Some(0);
        }
        if !is_refuted {
            return Err(lrat.wrong("the proof ends before the empty clause"));
        }
        Ok(lemmas)
    }

    /// Checks a line of the proof. Returns the number of literals of a lemma.
    fn step(&mut self, line: &str) -> Result<Option<usize>, String> {
        let mut words = line.split(' ').peekable();
        let number = words.next().and_then(|word| word.parse::<u64>().ok());
        let id = number.ok_or("expected the number of a clause")?;
        if words.next_if_eq(&"d").is_some() {
            ensure(id == self.last, "expected the last number taken")?;
            for gone in numbers(&mut words)? {
                let gone = u64::try_from(gone).unwrap_or(0);
                let clause = self.clauses.remove(&gone);
                self.forget(&clause.ok_or_else(|| missing(gone))?);
            }
            return no_more(words).map(|()| None);
        }
        ensure(id > self.last, "expected a number above the last one taken")?;
        let next = self.variables.saturating_add(1);
        let mut clause = Vec::new();
        for number in numbers(&mut words)? {
            let is_known = number.unsigned_abs() <= next.unsigned_abs().into();
            let lit = i32::try_from(number).ok().filter(|_| is_known);
            clause.push(lit.ok_or_else(|| format!("{number} is not a literal of the formula"))?);
        }
        let hints = numbers(&mut words)?;
        no_more(words)?;
        if clause.iter().any(|lit| lit.abs() == next) {
            self.values.push(0);
        }
        self.derive(&clause, &hints)?;
        self.last = id - 1;
        self.give(&clause);
        Ok(Some(clause.len()))
    }

    /// Checks that the hints refute the negation of the clause, or of all its resolvents.
    fn derive(&mut self, clause: &[i32], hints: &[i64]) -> Result<(), String> {
        self.undo(0);
        for &lit in clause {
            if self.value(lit) != 0 {
                return Err(format!("the lemma has the variable {} twice", lit.abs()));
            }
            self.assign(-lit);
        }
        let of_lemma = hints.iter().position(|&hint| hint < 0);
        let (of_lemma, of_resolvents) = hints.split_at(of_lemma.unwrap_or(hints.len()));
        match (self.refuted_by(of_lemma)?, of_resolvents, clause) {
            (true, [], _) => Ok(()),
            (true, ..) => Err("the hints are contradicted, and resolvents follow".into()),
            (false, _, [pivot, ..]) => self.check_resolvents(*pivot, of_resolvents),
            (false, ..) => Err(NOT_REFUTED.into()),
        }
    }

    /// Propagates with these hints. Returns true if the last one is contradicted.
    fn refuted_by(&mut self, hints: &[i64]) -> Result<bool, String> {
        for (place, &hint) in hints.iter().enumerate() {
            match self.propagate(hint.unsigned_abs())? {
                Some(unit) => self.assign(unit),
                None if place + 1 == hints.len() => return Ok(true),
                None => {
                    return Err(format!(
                        "hint {hint} is contradicted, and more hints follow"
                    ));
                }
            }
        }
        Ok(false)
    }

    /// Undoes all assignments but the first `kept`.
    fn undo(&mut self, kept: usize) {
        for variable in self.assigned.drain(kept..) {
            self.values[variable] = 0;
        }
    }

    /// Returns the literal to which a clause reduces, or `None` if all its literals are false.
    fn propagate(&self, hint: u64) -> Result<Option<i32>, String> {
        let clause = self.clauses.get(&hint).ok_or_else(|| missing(hint))?;
        let mut open = clause.iter().copied().filter(|&lit| self.value(lit) >= 0);
        match (open.next(), open.next()) {
            (None, _) => Ok(None),
            (Some(unit), None) if self.value(unit) == 0 => Ok(Some(unit)),
            _ => Err(format!("hint {hint} does not propagate")),
        }
    }

    fn value(&self, lit: i32) -> i8 {
        let value = self.values[lit.unsigned_abs() as usize];
        if lit > 0 { value } else { -value }
    }

    fn assign(&mut self, lit: i32) {
        let variable = lit.unsigned_abs() as usize;
        self.values[variable] = if lit > 0 { 1 } else { -1 };
        self.assigned.push(variable);
    }
}

/// Reads numbers up to a closing 0.
fn numbers<'w>(words: &mut impl Iterator<Item = &'w str>) -> Result<Vec<i64>, String> {
    let mut found = Vec::new();
    for word in words {
        match word.parse() {
            Ok(0) => return Ok(found),
            Ok(number) => found.push(number),
            Err(_) => return Err(format!("'{}' is not a number", quote(word))),
        }
    }
    Err("the closing 0 is missing".into())
}

/// Fails if words are left.
fn no_more<'w>(mut words: impl Iterator<Item = &'w str>) -> Result<(), String> {
    ensure(
        words.next().is_none(),
        "the line continues after its closing 0",
    )
}

fn missing(id: u64) -> String {
    format!("there is no clause {id} at this point")
}
