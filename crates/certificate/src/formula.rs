//! A formula while it is held against what it should be.

use super::lrat::Checker;
use super::text::{self, Lines, ProofError, number};
use knightsat_base::plural::counted;

/// The formula while it is read; what is accepted goes on to the checker of the proof.
pub(super) struct Formula {
    pub lines: Lines,
    /// Line of the header.
    header: u64,
    variables: i32,
    clauses: u64,
    /// Clauses read so far.
    pub read: u64,
    clause: Vec<i32>,
    checker: Checker,
}

impl Formula {
    /// Reads comments and header.
    pub fn open(mut lines: Lines) -> Result<Formula, ProofError> {
        let mut more = lines.advance()?;
        while more && (lines.text() == "c" || lines.text().starts_with("c ")) {
            more = lines.advance()?;
        }
        let words = lines.text().strip_prefix("p cnf ").unwrap_or_default();
        let numbers = words.split_once(' ').map(|(v, c)| (number(v), number(c)));
        let size = match numbers {
            Some((Some(v), Some(c))) => i32::try_from(v).ok().zip(u64::try_from(c).ok()),
            _ => None,
        };
        match size.filter(|&(variables, _)| more && variables >= 0) {
            Some((variables, clauses)) => Ok(Formula {
                header: lines.line(),
                lines,
                variables,
                clauses,
                read: 0,
                clause: Vec::new(),
                checker: Checker::new(variables),
            }),
            None => Err(lines.wrong("expected the header 'p cnf VARIABLES CLAUSES'")),
        }
    }

    /// Reads the next clause, which must be this one, literal by literal.
    pub fn expect(&mut self, clause: &[i32], what: &str) -> Result<(), ProofError> {
        self.next(clause, what)?;
        self.compare(clause, what)
    }

    /// Reads the next clause, which must have these literals, increasing here and in any order
    /// there.
    pub fn expect_set(&mut self, clause: &[i32], what: &str) -> Result<(), ProofError> {
        self.next(clause, what)?;
        self.clause.sort_unstable();
        self.compare(clause, what)
    }

    /// Sees that the header counts these variables.
    pub fn expect_variables(&self, variables: i64) -> Result<(), ProofError> {
        if variables != i64::from(self.variables) {
            let message = format!("the formula has {}", counted(variables, "variable"));
            return Err(self.lines.wrong_at(self.header, message));
        }
        Ok(())
    }

    fn next(&mut self, clause: &[i32], what: &str) -> Result<(), ProofError> {
        self.lines.expect(clause.len(), 0);
        if !self.lines.advance()? {
            return Err(self.differs(clause, what));
        }
        self.lines.clause(self.variables, &mut self.clause)
    }

    fn compare(&mut self, clause: &[i32], what: &str) -> Result<(), ProofError> {
        if self.clause != clause {
            return Err(self.differs(clause, what));
        }
        self.read += 1;
        self.checker.give(clause);
        Ok(())
    }

    fn differs(&self, clause: &[i32], what: &str) -> ProofError {
        let nth = self.read + 1;
        let message = format!("expected clause {nth} {what}: {}", text::shortened(clause));
        self.lines.wrong(message)
    }

    /// Sees that nothing follows, and that the header has told the truth.
    pub fn end(mut self) -> Result<(u64, Checker), ProofError> {
        if self.lines.advance()? {
            let message = "a clause that is neither of the degrees nor a cut of the certificate";
            return Err(self.lines.wrong(message));
        }
        if self.clauses != self.read {
            let message = format!("the formula has {}", counted(self.read, "clause"));
            return Err(self.lines.wrong_at(self.header, message));
        }
        Ok((self.read, self.checker))
    }
}
