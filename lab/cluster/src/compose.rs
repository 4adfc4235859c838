//! One proof from the proofs of all parts. They are concatenated; then each inner node of the tree
//! of parts combines the refutations of its two branches, up to the root.
//!
//! The result is an LRAT proof with its DRAT proof, for any checker. Clauses are renumbered, and
//! the lemmas of a part are deleted at its end.

use super::cubes::{Below, Node, text};
use super::{PartsError, Result};
use crate::prelude::*;
use crate::solver::certify::LratLine;
use knightsat_certificate::{DRAT, LRAT};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};

/// The proof of a part, and the numbering of its clauses.
pub struct PartProof {
    /// Its path.
    pub path: PathBuf,
    /// For each clause of its formula, from 1, the number in the whole formula.
    pub number: Box<dyn Fn(u64) -> u64>,
    /// The number of clauses of its formula.
    pub clauses: u64,
}

/// Writes the one proof into a folder, from a formula of this many clauses. Returns the first line
/// of every part in it, with the path of the part's own proof.
pub fn compose(
    folder: &Path,
    clauses: u64,
    tree: &[Node],
    proof: &dyn Fn(u32) -> PartProof,
    stop: &Stop,
) -> Result<Vec<(u64, PathBuf)>> {
    let mut one = Proof::create(folder, clauses)?;
    // The numbers of the clauses derived in the one proof.
    let (mut derived, mut sources) = (Vec::new(), Vec::new());
    for Node { clause, below } in tree {
        stop.check()?;
        match *below {
            Below::Part(part) => {
                let proof = proof(part);
                sources.push((one.written + 1, proof.path.clone()));
                if add_part(part, &proof, clause, &mut one)? {
                    // Nothing follows the empty clause.
                    break;
                }
            }
            Below::Both(both) => one.lemma(clause, both.map(|node| derived[node]))?,
        }
        derived.push(one.last);
    }
    one.finish()?;
    Ok(sources)
}

/// Copies a part's proof into the one proof; returns true if it derives the empty clause.
fn add_part(part: u32, proof: &PartProof, wanted: &[i32], one: &mut Proof) -> Result<bool> {
    let base = one.last;
    let mut live: BTreeMap<u64, Vec<i32>> = BTreeMap::new();
    for step in read(&proof.path)? {
        match step? {
            LratLine::Lemma(id, lits, hints) => {
                // Lemmas of a proof have consecutive numbers.
                let hints = hints.iter().map(|&hint| proof.number(hint, base));
                one.lemma(&lits, hints)?;
                live.insert(id, lits);
            }
            LratLine::Delete(gone) => {
                let lits = gone.iter().map(|id| live.remove(id).unwrap_or_default());
                let lits: Vec<Vec<i32>> = lits.collect();
                one.delete(gone.iter().map(|&id| proof.number(id, base)), &lits)?;
            }
        }
    }
    let found = text(live.values().next_back().into_iter().flatten());
    let last = live.pop_last();
    let last = last.filter(|(_, lits)| lits.iter().all(|lit| wanted.contains(lit)));
    let (id, last) = last.ok_or_else(|| {
        let message = format!("derives {found}, and not that part {part} is impossible");
        PartsError::wrong(&proof.path, message)
    })?;
    // The last lemma becomes the clause of the part, and all others are deleted.
    if !last.is_empty() && last.len() < wanted.len() {
        one.lemma(wanted, [one.last])?;
        live.insert(id, last.clone());
    }
    if !last.is_empty() && !live.is_empty() {
        let gone = live.keys().map(|&id| proof.number(id, base));
        one.delete(gone, live.values())?;
    }
    Ok(last.is_empty())
}

impl PartProof {
    /// Returns the number of a clause, with lemmas numbered after `base`.
    fn number(&self, number: u64, base: u64) -> u64 {
        match number.checked_sub(self.clauses) {
            None | Some(0) => (self.number)(number),
            Some(lemma) => base + lemma,
        }
    }
}

/// An LRAT proof, written with its DRAT form.
struct Proof {
    folder: PathBuf,
    lrat: BufWriter<File>,
    drat: BufWriter<File>,
    /// Lines of the LRAT proof so far.
    written: u64,
    /// The latest number.
    last: u64,
}

impl Proof {
    fn create(folder: &Path, last: u64) -> Result<Proof> {
        let [lrat, drat] = [LRAT, DRAT].map(|name| {
            let path = folder.join(name);
            let file = File::create(&path).map_err(PartsError::io(&path))?;
            Ok::<_, PartsError>(BufWriter::new(file))
        });
        Ok(Proof {
            folder: folder.to_path_buf(),
            lrat: lrat?,
            drat: drat?,
            written: 0,
            last,
        })
    }

    /// Writes the next lemma.
    fn lemma(&mut self, lits: &[i32], hints: impl IntoIterator<Item = u64>) -> Result<()> {
        self.last += 1;
        let (number, lits, hints) = (self.last, text(lits), text(hints));
        self.write(&format!("{number} {lits} {hints}\n"), &(lits + "\n"))
    }

    fn delete<'l>(
        &mut self,
        gone: impl Iterator<Item = u64>,
        lits: impl IntoIterator<Item = &'l Vec<i32>>,
    ) -> Result<()> {
        let lits: String = lits
            .into_iter()
            .map(|lits| format!("d {}\n", text(lits)))
            .collect();
        self.write(&format!("{} d {}\n", self.last, text(gone)), &lits)
    }

    /// Writes a line of the LRAT proof, and its lines of the DRAT proof.
    fn write(&mut self, lrat: &str, drat: &str) -> Result<()> {
        self.written += 1;
        let written = self.lrat.write_all(lrat.as_bytes());
        let written = written.and_then(|()| self.drat.write_all(drat.as_bytes()));
        written.map_err(PartsError::io(&self.folder))
    }

    fn finish(mut self) -> Result<()> {
        let flushed = self.lrat.flush().and_then(|()| self.drat.flush());
        flushed.map_err(PartsError::io(&self.folder))
    }
}

/// Reads the lines of a proof.
fn read(path: &Path) -> Result<impl Iterator<Item = Result<LratLine>>> {
    let file = File::open(path).map_err(PartsError::io(path))?;
    let lines = (1..).zip(BufReader::new(file).lines());
    Ok(lines.map(move |(at, line)| {
        let step = LratLine::parse(&line.map_err(PartsError::io(path))?);
        let wrong = || format!("line {at} is not a line of an LRAT proof");
        step.ok_or_else(|| PartsError::wrong(path, wrong()))
    }))
}
