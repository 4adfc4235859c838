//! A formula, compared with the derived clauses, and its refutation.

use super::lrat::Checker;
use super::text::{self, Lines, Result, count};
use super::{FORMULA, LRAT, Verified};
use crate::base::stop::Stop;
use crate::base::text::counted;
use std::path::Path;

/// Checks that the formula in `folder` consists of these clauses, and that the proof there refutes
/// it. `what` names the clauses in errors.
pub fn verify_formula(
    folder: &Path,
    formula: impl IntoIterator<Item = Vec<i32>>,
    what: &str,
    stop: &Stop,
) -> Result<Verified> {
    let mut found = FormulaReader::open(folder, stop)?;
    for clause in formula {
        found.expect(&clause, what, false)?;
    }
    found.check_refutation(folder, 0, stop)
}

/// The formula while it is read. Accepted clauses are passed to the checker of the proof.
pub(super) struct FormulaReader {
    lines: Lines,
    /// Line of the header.
    header: u64,
    variables: i32,
    clauses: u64,
    /// Clauses read so far.
    pub read: u64,
    clause: Vec<i32>,
    checker: Checker,
}

impl FormulaReader {
    /// Reads the comments and the header.
    pub fn open(folder: &Path, stop: &Stop) -> Result<FormulaReader> {
        let mut lines = Lines::open(&folder.join(FORMULA), stop)?;
        let mut more = lines.advance()?;
        while more && (lines.text == "c" || lines.text.starts_with("c ")) {
            more = lines.advance()?;
        }
        let words = lines.text.strip_prefix("p cnf ").unwrap_or_default();
        let size = words.split_once(' ').and_then(|(variables, clauses)| {
            Some((i32::try_from(count(variables)?).ok()?, count(clauses)?))
        });
        let size = size.filter(|_| more);
        let wrong = || lines.wrong("expected the header 'p cnf VARIABLES CLAUSES'");
        let (variables, clauses) = size.ok_or_else(wrong)?;
        Ok(FormulaReader {
            header: lines.line,
            lines,
            variables,
            clauses,
            read: 0,
            clause: Vec::new(),
            checker: Checker::new(variables),
        })
    }

    /// Reads the next clause, which must equal this one, literal by literal. The literals of a set
    /// increase here, and have any order in the file.
    pub fn expect(&mut self, clause: &[i32], what: &str, is_set: bool) -> Result<()> {
        self.lines.expect(clause.len(), 0);
        let is_there = self.lines.advance()?;
        if is_there {
            self.lines.clause(self.variables, &mut self.clause)?;
        }
        if is_set {
            self.clause.sort_unstable();
        }
        if !is_there || self.clause != clause {
            let (nth, clause) = (self.read + 1, text::shortened(clause));
            let message = format!("expected clause {nth} {what}: {clause}");
            return Err(self.lines.wrong(message));
        }
        self.read += 1;
        self.checker.give(clause);
        Ok(())
    }

    /// Fails unless the header states this number of variables.
    pub fn expect_variables(&self, variables: i64) -> Result<()> {
        if variables != i64::from(self.variables) {
            let message = format!("the formula has {}", counted(variables, "variable"));
            return Err(self.lines.wrong_at(self.header, message));
        }
        Ok(())
    }

    /// Checks that the formula ends here and agrees with its header. Then checks the proof in
    /// `folder`. `cuts` is the number of clauses that are cuts.
    pub fn check_refutation(mut self, folder: &Path, cuts: u64, stop: &Stop) -> Result<Verified> {
        if self.lines.advance()? {
            let message = "a clause that is neither of the degrees nor a cut of the certificate";
            return Err(self.lines.wrong(message));
        }
        if self.clauses != self.read {
            let message = format!("the formula has {}", counted(self.read, "clause"));
            return Err(self.lines.wrong_at(self.header, message));
        }
        let lemmas = self.checker.check(Lines::open(&folder.join(LRAT), stop)?)?;
        Ok(Verified::Refutation {
            clauses: self.read,
            cuts,
            lemmas,
        })
    }
}
