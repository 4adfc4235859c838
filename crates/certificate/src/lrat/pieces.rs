//! A refutation in pieces: clauses that are derived one after the other, each from the formula and those
//! before it, and of each derivation nothing is kept but its clause.
//!
//! Each piece leaves a formula satisfiable that was, so a formula from which the empty clause comes in the end
//! was not.

use super::super::text::{Lines, ProofError, shortened};
use super::Checker;

impl Checker {
    /// Checks, after [`Checker::check`], that line by line of the summary what the proof of the line derives
    /// from the formula and the lines before is that line, and that the last one is the empty clause; gives
    /// the number of lines. Clauses of the formula must still be there.
    pub fn check_lines(
        &mut self,
        given: u64,
        mut summary: Lines,
        open: &dyn Fn(u64) -> Result<Lines, ProofError>,
    ) -> Result<u64, ProofError> {
        self.forget_after(given);
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
            self.step(&lrat, &mut |_, _, _| Ok(()))?;
        }
        let mut found = self.clause.clone();
        let mut wanted = wanted.to_vec();
        found.sort_unstable();
        wanted.sort_unstable();
        if self.last == before || found != wanted {
            let wanted = shortened(&wanted);
            return Err(lrat.wrong(format!("the proof does not end with {wanted}")));
        }
        self.forget_after(before);
        self.give(&wanted);
        Ok(())
    }

    /// Takes back all clauses but the first so many.
    fn forget_after(&mut self, last: u64) {
        self.clauses.retain(|&id, _| id <= last);
        self.last = last;
        // Counted again when a lemma asks for it.
        self.occurrences = None;
    }
}
