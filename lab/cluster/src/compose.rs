//! One proof from the proofs of all parts. They are concatenated; then each inner node of the tree
//! of parts combines the refutations of its two branches, up to the root.
//!
//! It is written twice. The first form is one LRAT proof with its DRAT proof, for any checker:
//! clauses are renumbered, and the lemmas of a part are deleted at its end. The second is the
//! composition format of cake_lpr (Tan, Heule and Myreen, TACAS 2021). `summary.txt` has a clause a
//! line, for each part that it is impossible, then for each inner node, the empty clause last.
//! `lines/J.lrat` derives line J; its numbers follow the clauses of the formula and the J − 1
//! earlier lines. `check.sh` lists the commands.

use super::cubes::{Below, Node, text};
use super::folder::PartName;
use super::{PartsError, Result};
use crate::prelude::*;
use crate::solver::certify::LratLine;
use knightsat_certificate::{DRAT, LINES, LRAT, SUMMARY};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File};
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

/// Writes the proofs into a folder, from a formula of this many clauses. Returns the first line of
/// every part in the one proof, with the path of its own proof.
pub fn compose(
    folder: &Path,
    clauses: u64,
    tree: &[Node],
    proof: &dyn Fn(&PartName) -> PartProof,
    stop: &Stop,
) -> Result<Vec<(u64, PathBuf)>> {
    let lines = folder.join(LINES);
    fs::create_dir(&lines).map_err(PartsError::io(&lines))?;
    let drat = Out::create(folder.join(DRAT))?;
    let mut one = Proof::create(folder.join(LRAT), Some(drat), clauses)?;
    let mut summary = Out::create(folder.join(SUMMARY))?;
    // The numbers of the clauses derived in the one proof.
    let (mut derived, mut sources) = (Vec::new(), Vec::new());
    for Node { clause, below } in tree {
        stop.check()?;
        let path = lines.join(format!("{}.lrat", summary.written + 1));
        let mut line = Proof::create(path, None, clauses + summary.written)?;
        let mut is_empty = clause.is_empty();
        match *below {
            Below::Part(name) => {
                let proof = proof(name);
                sources.push((one.lrat.written + 1, proof.path.clone()));
                is_empty = add_part(name, &proof, clause, [&mut one, &mut line])?;
            }
            Below::Both(both) => {
                one.lemma(clause, both.map(|node| derived[node]))?;
                let both = both.map(|node| clauses + node as u64 + 1);
                line.lemma(clause, both)?;
            }
        }
        line.finish()?;
        summary.line(text(if is_empty { &[] } else { &clause[..] }))?;
        derived.push(one.last);
        if is_empty {
            // Nothing follows the empty clause.
            break;
        }
    }
    let script = folder.join("check.sh");
    fs::write(&script, commands(summary.written)).map_err(PartsError::io(&script))?;
    one.finish()?;
    summary.finish()?;
    Ok(sources)
}

/// Copies a part's proof into the one proof and into that of its line; returns true if it derives
/// the empty clause.
fn add_part(
    name: &PartName,
    proof: &PartProof,
    wanted: &[i32],
    mut both: [&mut Proof; 2],
) -> Result<bool> {
    let bases = [both[0].last, both[1].last];
    let mut live: BTreeMap<u64, Vec<i32>> = BTreeMap::new();
    for step in read(&proof.path)? {
        match step? {
            LratLine::Lemma(id, lits, hints) => {
                for (out, base) in both.iter_mut().zip(bases) {
                    // Lemmas of a proof have consecutive numbers.
                    let hints = hints.iter().map(|&hint| proof.number(hint, base));
                    out.lemma(&lits, hints)?;
                }
                live.insert(id, lits);
            }
            LratLine::Delete(gone) => {
                let lits = gone.iter().map(|id| live.remove(id).unwrap_or_default());
                let lits: Vec<Vec<i32>> = lits.collect();
                for (out, base) in both.iter_mut().zip(bases) {
                    out.delete(gone.iter().map(|&id| proof.number(id, base)), &lits)?;
                }
            }
        }
    }
    let found = text(live.values().next_back().into_iter().flatten());
    let last = live.pop_last();
    let last = last.filter(|(_, lits)| lits.iter().all(|lit| wanted.contains(lit)));
    let (id, last) = last.ok_or_else(|| {
        let message = format!("derives {found}, and not that part {name} is impossible");
        PartsError::wrong(&proof.path, message)
    })?;
    // The last lemma becomes the clause of the part, and all others are deleted.
    if !last.is_empty() && last.len() < wanted.len() {
        for out in &mut both {
            out.lemma(wanted, [out.last])?;
        }
        live.insert(id, last.clone());
    }
    if !last.is_empty() && !live.is_empty() {
        let gone = live.keys().map(|&id| proof.number(id, bases[0]));
        both[0].delete(gone, live.values())?;
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

/// A file, written line by line.
struct Out {
    path: PathBuf,
    out: BufWriter<File>,
    /// Lines so far.
    written: u64,
}

impl Out {
    fn create(path: PathBuf) -> Result<Out> {
        let file = File::create(&path).map_err(PartsError::io(&path))?;
        Ok(Out {
            path,
            out: BufWriter::new(file),
            written: 0,
        })
    }

    fn line(&mut self, line: impl Display) -> Result<()> {
        self.written += 1;
        writeln!(self.out, "{line}").map_err(PartsError::io(&self.path))
    }

    fn finish(mut self) -> Result<()> {
        self.out.flush().map_err(PartsError::io(&self.path))
    }
}

/// An LRAT proof, written with its DRAT form if required.
struct Proof {
    lrat: Out,
    drat: Option<Out>,
    /// The latest number.
    last: u64,
}

impl Proof {
    fn create(path: PathBuf, drat: Option<Out>, last: u64) -> Result<Proof> {
        let lrat = Out::create(path)?;
        Ok(Proof { lrat, drat, last })
    }

    /// Writes the next lemma.
    fn lemma(&mut self, lits: &[i32], hints: impl IntoIterator<Item = u64>) -> Result<()> {
        self.last += 1;
        let (lits, hints) = (text(lits), text(hints));
        self.lrat
            .line(format_args!("{} {lits} {hints}", self.last))?;
        self.drat.as_mut().map_or(Ok(()), |drat| drat.line(lits))
    }

    fn delete<'l>(
        &mut self,
        gone: impl Iterator<Item = u64>,
        lits: impl IntoIterator<Item = &'l Vec<i32>>,
    ) -> Result<()> {
        let gone = text(gone);
        self.lrat.line(format_args!("{} d {gone}", self.last))?;
        if let Some(drat) = &mut self.drat {
            let mut lits = lits.into_iter();
            lits.try_for_each(|lits| drat.line(format_args!("d {}", text(lits))))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<()> {
        self.lrat.finish()?;
        self.drat.map_or(Ok(()), Out::finish)
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

/// Returns the commands by which cake_lpr checks all lines, and that they lead from the formula to
/// the last.
fn commands(lines: u64) -> String {
    let check = (0..lines).map(|line| {
        let next = line + 1;
        format!("cake_lpr formula.cnf {SUMMARY} {line}-{next} {LINES}/{next}.lrat\n")
    });
    let check: String = check.collect();
    format!(
        "#!/bin/sh\n# Checks with cake_lpr that the formula has no model, line by line of the summary.\nset -e\n\
         cd \"$(dirname \"$0\")\"\nout=$(mktemp)\n{{\n{check}}} | tee \"$out\"\n\
         cake_lpr formula.cnf {SUMMARY} -check \"$out\"\n"
    )
}
