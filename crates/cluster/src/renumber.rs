//! LRAT proofs of parts, line by line, with other numbers.

use std::io::Write;
use std::path::PathBuf;

/// The proof of a part, and how its clauses are numbered.
pub struct PartProof {
    /// Where it is.
    pub path: PathBuf,
    /// For each clause of its formula, from 1, the number in the whole.
    pub number: Box<dyn Fn(u64) -> u64>,
    /// How many clauses its formula has.
    pub clauses: u64,
}

/// Literals with a closing 0.
pub fn text(lits: &[i32]) -> String {
    let lits: String = lits.iter().map(|lit| format!("{lit} ")).collect();
    lits + "0"
}

/// Writes a lemma.
pub fn lemma(
    out: &mut impl Write,
    number: u64,
    lits: &[i32],
    hints: &[u64],
) -> std::io::Result<()> {
    let hints: String = hints.iter().map(|hint| format!("{hint} ")).collect();
    writeln!(out, "{number} {} {hints}0", text(lits))
}

/// A line of an LRAT proof.
pub enum Step {
    /// A clause that follows.
    Lemma {
        /// Its number.
        number: u64,
        /// Its literals.
        lits: Vec<i32>,
        /// The numbers of the clauses from which it follows.
        hints: Vec<u64>,
    },
    /// Clauses that are not needed any more.
    Delete {
        /// Their numbers.
        gone: Vec<u64>,
    },
}

impl Step {
    /// Reads a line.
    pub fn parse(text: &str) -> Option<Step> {
        let mut words = text.split(' ').peekable();
        let number = words.next()?.parse().ok()?;
        let numbers = |words: &mut dyn Iterator<Item = &str>| -> Option<Vec<u64>> {
            let all: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
            let mut all = all?;
            (all.pop()? == 0 && !all.contains(&0)).then_some(all)
        };
        if words.next_if_eq(&"d").is_some() {
            return Some(Step::Delete {
                gone: numbers(&mut words)?,
            });
        }
        let mut lits = Vec::new();
        loop {
            match words.next()?.parse().ok()? {
                0 => break,
                lit => lits.push(lit),
            }
        }
        let hints = numbers(&mut words)?;
        Some(Step::Lemma {
            number,
            lits,
            hints,
        })
    }
}

/// How clauses of a part are called in another proof.
pub struct Numbering<'p> {
    proof: &'p PartProof,
    /// The last number taken before.
    base: u64,
    /// The last number taken.
    pub last: u64,
}

impl<'p> Numbering<'p> {
    /// Clauses of the part's formula are called as the part says, its lemmas from `base` on.
    pub fn new(base: u64, proof: &'p PartProof) -> Numbering<'p> {
        Numbering {
            proof,
            base,
            last: base,
        }
    }

    /// The number of a clause of the part.
    pub fn number(&self, number: u64) -> u64 {
        match number.checked_sub(self.proof.clauses) {
            None | Some(0) => (self.proof.number)(number),
            Some(lemma) => self.base + lemma,
        }
    }

    /// Writes a line in these numbers.
    pub fn write(&mut self, step: &Step, out: &mut impl Write) -> std::io::Result<()> {
        match step {
            Step::Lemma {
                number,
                lits,
                hints,
            } => {
                self.last = self.number(*number);
                let hints: Vec<u64> = hints.iter().map(|&hint| self.number(hint)).collect();
                lemma(out, self.last, lits, &hints)
            }
            Step::Delete { gone } => {
                let gone: String = gone
                    .iter()
                    .map(|&gone| format!("{} ", self.number(gone)))
                    .collect();
                writeln!(out, "{} d {gone}0", self.last)
            }
        }
    }
}
