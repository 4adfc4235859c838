//! A formula, compared with the derived clauses, and its refutation.

use super::lrat::Checker;
use super::text::{LONGEST, ProofLines, Result};
use super::{FORMULA, LRAT, Verified};
use crate::base::stop::Stop;
use std::fmt::Write;
use std::path::Path;

/// Checks that the formula in `folder` consists of these clauses, and that the proof there refutes
/// it.
pub fn verify_formula(
    folder: &Path,
    formula: impl IntoIterator<Item = Vec<i32>>,
    stop: &Stop,
) -> Result<Verified> {
    let mut found = FormulaReader::open(folder, stop)?;
    for clause in formula {
        found.expect(&clause)?;
    }
    let stated = found.header.split(' ').next().unwrap_or_default();
    let variables = stated.parse().unwrap_or(0).max(found.checker.variables);
    found.check_refutation(folder, variables.into(), 0, stop)
}

/// The formula while it is read. Accepted clauses are passed to the checker of the proof.
pub(super) struct FormulaReader {
    lines: ProofLines,
    /// The numbers of variables and of clauses, as they are written.
    header: String,
    /// Line of the header.
    header_line: u64,
    /// Clauses read so far.
    clauses: u64,
    expected: String,
    checker: Checker,
}

impl FormulaReader {
    /// Reads the comments and the header.
    pub fn open(folder: &Path, stop: &Stop) -> Result<FormulaReader> {
        let mut lines = ProofLines::open(&folder.join(FORMULA), stop)?;
        while lines.advance(LONGEST)? && lines.text.starts_with('c') {}
        let Some(header) = lines.text.strip_prefix("p cnf ") else {
            return Err(lines.wrong("expected the header 'p cnf VARIABLES CLAUSES'"));
        };
        Ok(FormulaReader {
            header: header.to_string(),
            header_line: lines.line,
            lines,
            clauses: 0,
            expected: String::new(),
            checker: Checker::default(),
        })
    }

    /// Reads the next clause, which must be this one, literal by literal.
    pub fn expect(&mut self, clause: &[i32]) -> Result<()> {
        self.expected.clear();
        for lit in clause {
            write!(self.expected, "{lit} ").expect("a text takes all");
        }
        self.expected.push('0');
        self.clauses += 1;
        let longest = LONGEST.max(self.expected.len());
        if !self.lines.advance(longest)? || self.lines.text != self.expected {
            let (nth, shown) = (self.clauses, &self.expected[..self.expected.len().min(80)]);
            return Err(self.lines.wrong(format!("expected clause {nth}: {shown}")));
        }
        self.checker.give(clause);
        Ok(())
    }

    /// Checks that the formula ends here and agrees with its header. Then checks the proof in
    /// `folder`. `cuts` is the number of clauses that are cuts.
    pub fn check_refutation(
        mut self,
        folder: &Path,
        variables: i64,
        cuts: u64,
        stop: &Stop,
    ) -> Result<Verified> {
        if self.lines.advance(LONGEST)? {
            return Err(self.lines.wrong("expected the end of the formula"));
        }
        let header = format!("{variables} {}", self.clauses);
        let variables = i32::try_from(variables).ok();
        let Some(variables) = variables.filter(|_| self.header == header) else {
            self.lines.line = self.header_line;
            return Err(self
                .lines
                .wrong(format!("expected the header 'p cnf {header}'")));
        };
        let lrat = ProofLines::open(&folder.join(LRAT), stop)?;
        Ok(Verified::Refutation {
            clauses: self.clauses,
            cuts,
            lemmas: self.checker.check(variables, lrat)?,
        })
    }
}
