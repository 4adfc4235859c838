//! A small strict checker of LRAT proofs, with the DRAT proof beside it.
//!
//! A line of the LRAT proof is `N L… 0 H… 0`, a lemma: its number, its literals, and the numbers of
//! the clauses that refute its negation by unit propagation, in that order. Or it is `N d C… 0`: the
//! clauses C… are not needed any more, N being the last number taken. Lemmas without such hints
//! (RAT) are not accepted. The DRAT proof must have the same steps in the same order: `L… 0` for a
//! lemma, `d L… 0` for each clause deleted.
//!
//! Strict: numbers increase by one, every hint propagates, the one that is contradicted is the
//! last, nothing follows the empty clause.

use super::text::{Lines, ProofError, number, shortened};
use crate::text::quote::quote;
use std::collections::HashMap;
use std::mem;

/// Clauses of a formula, and the lemmas that follow from them.
pub(super) struct Checker {
    variables: i32,
    clauses: HashMap<u64, Box<[i32]>>,
    /// The last number given to a clause.
    last: u64,
    /// Value of each variable in the check of a lemma: 1 true, −1 false, 0 open.
    values: Vec<i8>,
    /// Variables that have a value.
    assigned: Vec<usize>,
    /// The last lemma.
    clause: Vec<i32>,
    /// Clauses with numbers up to this one may not be deleted.
    kept: u64,
}

impl Checker {
    pub fn new(variables: i32) -> Checker {
        Checker {
            variables,
            clauses: HashMap::new(),
            last: 0,
            values: Vec::new(),
            assigned: Vec::new(),
            clause: Vec::new(),
            kept: 0,
        }
    }

    /// Takes the next clause of the formula.
    pub fn give(&mut self, clause: &[i32]) {
        self.last += 1;
        self.clauses.insert(self.last, clause.into());
    }

    /// Checks that the proofs derive the empty clause from the clauses given; gives the number of
    /// lemmas.
    pub fn check(&mut self, mut lrat: Lines, mut drat: Lines) -> Result<u64, ProofError> {
        self.values = vec![0; self.variables as usize + 1];
        let given = self.last;
        drat.expect(self.variables as usize, 0);
        let mut is_refuted = false;
        loop {
            // Hints are clauses, each of them once.
            lrat.expect(self.variables as usize, self.last as usize);
            if !lrat.advance()? {
                break;
            }
            if is_refuted {
                return Err(lrat.wrong("the proof goes on after the empty clause"));
            }
            is_refuted = self.step(&lrat, &mut |deletes, clause| {
                same_step(&mut drat, &lrat, deletes, clause)
            })?;
        }
        if !is_refuted {
            return Err(lrat.wrong("the proof ends before the empty clause"));
        }
        if drat.advance()? {
            return Err(drat.wrong("the proof goes on after the empty clause"));
        }
        Ok(self.last - given)
    }

    /// Checks, after [`Checker::check`], that line by line of the summary what the proof of the line derives
    /// from the formula and the lines before is that line, and that the last one is the empty clause; gives
    /// the number of lines. Clauses of the formula must still be there.
    pub fn check_lines(
        &mut self,
        given: u64,
        mut summary: Lines,
        open: &dyn Fn(u64) -> Result<Lines, ProofError>,
    ) -> Result<u64, ProofError> {
        self.clauses.retain(|&id, _| id <= given);
        self.last = given;
        let mut line = Vec::new();
        summary.expect(self.variables as usize, 0);
        while summary.advance()? {
            if self.last > given && line.is_empty() {
                return Err(summary.wrong("the summary goes on after the empty clause"));
            }
            summary.clause(self.variables, &mut line)?;
            self.derive(&line, open(summary.line())?)?;
        }
        if self.last == given || !line.is_empty() {
            return Err(summary.wrong("the summary ends before the empty clause"));
        }
        self.kept = 0;
        Ok(self.last - given)
    }

    /// Checks that a proof derives this clause, and keeps that of all its lemmas.
    fn derive(&mut self, wanted: &[i32], mut lrat: Lines) -> Result<(), ProofError> {
        let before = self.last;
        self.kept = before;
        loop {
            lrat.expect(self.variables as usize, self.last as usize);
            if !lrat.advance()? {
                break;
            }
            self.step(&lrat, &mut |_, _| Ok(()))?;
        }
        let mut found = self.clause.clone();
        let mut wanted = wanted.to_vec();
        found.sort_unstable();
        wanted.sort_unstable();
        if self.last == before || found != wanted {
            let wanted = shortened(&wanted);
            return Err(lrat.wrong(format!("the proof does not end with {wanted}")));
        }
        self.clauses.retain(|&id, _| id <= before);
        self.last = before;
        self.give(&wanted);
        Ok(())
    }

    /// Checks a line of a proof; `same` is told whether it deletes, and what. Whether it adds the empty clause.
    fn step(
        &mut self,
        lrat: &Lines,
        same: &mut dyn FnMut(bool, &[i32]) -> Result<(), ProofError>,
    ) -> Result<bool, ProofError> {
        let mut words = lrat.text().split(' ').peekable();
        let id = words.next().and_then(id);
        let id = id.ok_or_else(|| lrat.wrong("expected the number of a clause"))?;
        let mut is_refuted = false;
        if words.next_if_eq(&"d").is_some() {
            if id != self.last {
                let message = format!("expected {}, the last number taken", self.last);
                return Err(lrat.wrong(message));
            }
            for id in ids(lrat, &mut words)? {
                if id <= self.kept {
                    return Err(lrat.wrong(format!("clause {id} is needed by later lines")));
                }
                let gone = self.clauses.remove(&id);
                let gone = gone.ok_or_else(|| lrat.wrong(missing(id)))?;
                same(true, &gone)?;
            }
        } else {
            if id != self.last + 1 {
                return Err(lrat.wrong(format!("expected the number {}", self.last + 1)));
            }
            let mut clause = mem::take(&mut self.clause);
            lrat.literals(&mut words, self.variables, &mut clause)?;
            let hints = ids(lrat, &mut words)?;
            let result = self.lemma(&clause, &hints);
            result.map_err(|message| lrat.wrong(message))?;
            same(false, &clause)?;
            self.give(&clause);
            is_refuted = clause.is_empty();
            self.clause = clause;
        }
        match words.next() {
            Some(word) => Err(lrat.wrong(format!("'{}' after the closing 0", quote(word)))),
            None => Ok(is_refuted),
        }
    }

    /// Whether the hints refute the negation of the clause.
    fn lemma(&mut self, clause: &[i32], hints: &[u64]) -> Result<(), String> {
        for variable in self.assigned.drain(..) {
            self.values[variable] = 0;
        }
        for &lit in clause {
            if self.value(lit) != 0 {
                return Err(format!("the lemma has the variable {} twice", lit.abs()));
            }
            self.assign(-lit);
        }
        for (place, &hint) in hints.iter().enumerate() {
            match self.propagate(hint)? {
                Some(unit) => self.assign(unit),
                None if place + 1 == hints.len() => return Ok(()),
                None => {
                    return Err(format!(
                        "hint {hint} is contradicted, and more hints follow"
                    ));
                }
            }
        }
        Err("the hints do not lead to a contradiction".into())
    }

    /// The literal to which a clause comes down, or `None` where all are false.
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

fn missing(id: u64) -> String {
    format!("there is no clause {id} at this point")
}

fn id(word: &str) -> Option<u64> {
    let number = u64::try_from(number(word)?).ok()?;
    (number > 0).then_some(number)
}

/// Numbers of clauses, up to and including a 0.
fn ids<'t>(
    lrat: &Lines,
    words: &mut impl Iterator<Item = &'t str>,
) -> Result<Vec<u64>, ProofError> {
    let mut found = Vec::new();
    for word in words {
        match id(word) {
            Some(id) => found.push(id),
            None if word == "0" => return Ok(found),
            None => {
                return Err(lrat.wrong(format!("'{}' is not the number of a clause", quote(word))));
            }
        }
    }
    Err(lrat.wrong("the closing 0 is missing"))
}

/// The next step of the DRAT proof adds or deletes this clause, whose literals may be in another
/// order there.
fn same_step(
    drat: &mut Lines,
    lrat: &Lines,
    deletes: bool,
    clause: &[i32],
) -> Result<(), ProofError> {
    let mut found = Vec::new();
    if drat.advance()? {
        let mut words = drat.text().split(' ').peekable();
        let is_deletion = words.next_if_eq(&"d").is_some();
        drat.literals(&mut words, i32::MAX, &mut found)?;
        let mut wanted = clause.to_vec();
        found.sort_unstable();
        wanted.sort_unstable();
        if is_deletion == deletes && found == wanted && words.next().is_none() {
            return Ok(());
        }
    }
    let verb = if deletes { "deletes" } else { "adds" };
    let (line, clause) = (lrat.line(), shortened(clause));
    Err(drat.wrong(format!(
        "line {line} of the LRAT proof {verb} {clause} here"
    )))
}
