//! One proof of many: the proofs of all parts one after the other, then, from the leaves of their tree to
//! its root, that what is impossible both ways is impossible.
//!
//! It is written twice. As one LRAT proof with its DRAT proof, for any checker: clauses are numbered anew,
//! and lemmas of a part are deleted at its end. And in the composition format of cake_lpr (Tan, Heule and
//! Myreen, TACAS 2021): `summary.txt` has a clause a line, of each part that it is impossible, then of each
//! inner node, the empty clause last; `lines/J.lrat` derives line J, its numbers going on after the clauses
//! of the formula and the J − 1 lines before. `check.sh` lists the commands.

use super::cubes::{Cube, Tree, negated};
use super::error::PartsError;
use super::name::PartName;
use super::renumber::{Numbering, PartProof, Step, lemma, text};
use knightsat_base::stop::Stop;
use knightsat_certificate::{DRAT, LINES, LRAT, SUMMARY};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes the proofs.
pub struct Composer<'c> {
    folder: PathBuf,
    /// Clauses of the whole formula.
    clauses: u64,
    cubes: BTreeMap<&'c PartName, &'c Cube>,
    lrat: BufWriter<File>,
    drat: BufWriter<File>,
    summary: BufWriter<File>,
    /// The last number taken in the one proof.
    last: u64,
    /// Lines of the summary so far.
    lines: u64,
    /// First line of every part in the one proof, with where its own proof is.
    pub sources: Vec<(u64, PathBuf)>,
    /// Lines of the one proof so far.
    written: u64,
    stop: Stop,
}

/// A clause that has been derived: its number in the one proof, and that in the summary.
#[derive(Clone, Copy)]
struct Derived {
    number: u64,
    line: u64,
    is_empty: bool,
}

impl<'c> Composer<'c> {
    /// Begins in a folder, with a formula of so many clauses.
    pub fn new(
        folder: &Path,
        clauses: u64,
        cubes: impl Iterator<Item = (&'c PartName, &'c Cube)>,
        stop: &Stop,
    ) -> Result<Composer<'c>, PartsError> {
        let create = |name: &str| {
            let path = folder.join(name);
            let file = File::create(&path).map_err(PartsError::io(&path))?;
            Ok::<_, PartsError>(BufWriter::new(file))
        };
        let lines = folder.join(LINES);
        fs::create_dir(&lines).map_err(PartsError::io(&lines))?;
        Ok(Composer {
            lrat: create(LRAT)?,
            drat: create(DRAT)?,
            summary: create(SUMMARY)?,
            folder: folder.to_path_buf(),
            clauses,
            cubes: cubes.collect(),
            last: clauses,
            lines: 0,
            sources: Vec::new(),
            written: 0,
            stop: stop.clone(),
        })
    }

    /// Writes everything; gives how many lines the summary has.
    pub fn compose(
        &mut self,
        tree: &Tree,
        proof: &dyn Fn(&PartName) -> PartProof,
    ) -> Result<u64, PartsError> {
        self.node(tree, &mut Vec::new(), proof)?;
        let io = || PartsError::io(&self.folder);
        for file in [&mut self.lrat, &mut self.drat, &mut self.summary] {
            file.flush().map_err(PartsError::io(&self.folder))?;
        }
        let script = self.folder.join("check.sh");
        fs::write(&script, commands(self.lines)).map_err(io())?;
        Ok(self.lines)
    }

    /// Derives that the path to this node is impossible.
    fn node(
        &mut self,
        tree: &Tree,
        path: &mut Cube,
        proof: &dyn Fn(&PartName) -> PartProof,
    ) -> Result<Derived, PartsError> {
        self.stop.check()?;
        let (lit, branches) = match tree {
            Tree::Leaf(name) => return self.part(name, proof(name)),
            Tree::Choice(lit, branches) => (*lit, branches),
        };
        let mut derived = Vec::new();
        for (branch, lit) in branches.iter().zip([lit, !lit]) {
            path.push(lit);
            let found = self.node(branch, path, proof);
            path.pop();
            let found = found?;
            if found.is_empty {
                // Nothing follows the empty clause.
                return Ok(found);
            }
            derived.push(found);
        }
        let clause = negated(path);
        let hints: Vec<u64> = derived.iter().map(|one| one.number).collect();
        let io = |error| PartsError::io(&self.folder)(error);
        let number = self.last + 1;
        lemma(&mut self.lrat, number, &clause, &hints).map_err(io)?;
        writeln!(self.drat, "{}", text(&clause)).map_err(io)?;
        (self.last, self.written) = (number, self.written + 1);
        let begun = self.clauses + self.lines;
        let hints: Vec<u64> = derived.iter().map(|one| self.clauses + one.line).collect();
        let mut line = self.line_file()?;
        let written = lemma(&mut line, begun + 1, &clause, &hints).and_then(|()| line.flush());
        written.map_err(PartsError::io(&self.folder))?;
        self.summarize(&clause, number)
    }

    /// Takes a part's proof over.
    fn part(&mut self, name: &PartName, proof: PartProof) -> Result<Derived, PartsError> {
        let wanted = negated(self.cubes[name]);
        self.sources.push((self.written + 1, proof.path.clone()));
        let file = File::open(&proof.path).map_err(PartsError::io(&proof.path))?;
        let mut line_file = self.line_file()?;
        let mut one = Numbering::new(self.last, &proof);
        let mut alone = Numbering::new(self.clauses + self.lines, &proof);
        let mut live: BTreeMap<u64, Vec<i32>> = BTreeMap::new();
        let mut last = Vec::new();
        for (at, line) in (1..).zip(BufReader::new(file).lines()) {
            let line = line.map_err(PartsError::io(&proof.path))?;
            let wrong =
                || PartsError::wrong(&proof.path, format!("line {at} is none of an LRAT proof"));
            let step = Step::parse(&line).ok_or_else(wrong)?;
            match &step {
                Step::Lemma { number, lits, .. } => {
                    live.insert(*number, lits.clone());
                    last.clone_from(lits);
                    writeln!(self.drat, "{}", text(lits))
                }
                Step::Delete { gone, .. } => gone.iter().try_for_each(|gone| {
                    let lits = live.remove(gone).unwrap_or_default();
                    writeln!(self.drat, "d {}", text(&lits))
                }),
            }
            .map_err(PartsError::io(&self.folder))?;
            let written = one
                .write(&step, &mut self.lrat)
                .and_then(|()| alone.write(&step, &mut line_file));
            written.map_err(PartsError::io(&self.folder))?;
            self.written += 1;
        }
        if !last.iter().all(|lit| wanted.contains(lit)) || live.is_empty() {
            let message = format!(
                "derives {}, and not that part {name} is impossible",
                text(&last)
            );
            return Err(PartsError::wrong(&proof.path, message));
        }
        self.end_of_part(last, wanted, &mut one, &mut alone, live, &mut line_file)
    }

    /// Makes the last lemma the clause of the part, and deletes all others.
    fn end_of_part(
        &mut self,
        last: Vec<i32>,
        wanted: Vec<i32>,
        one: &mut Numbering,
        alone: &mut Numbering,
        mut live: BTreeMap<u64, Vec<i32>>,
        line_file: &mut impl Write,
    ) -> Result<Derived, PartsError> {
        let folder = self.folder.clone();
        let io = |error| PartsError::io(&folder)(error);
        let is_whole = last.is_empty();
        if !is_whole && last.len() < wanted.len() {
            lemma(&mut self.lrat, one.last + 1, &wanted, &[one.last]).map_err(io)?;
            lemma(line_file, alone.last + 1, &wanted, &[alone.last]).map_err(io)?;
            writeln!(self.drat, "{}", text(&wanted)).map_err(io)?;
            (one.last, self.written) = (one.last + 1, self.written + 1);
        } else {
            live.pop_last();
        }
        line_file.flush().map_err(io)?;
        self.last = one.last;
        if !is_whole && !live.is_empty() {
            let gone = live.keys().map(|&number| one.number(number));
            let gone: Vec<String> = gone.map(|number| number.to_string()).collect();
            writeln!(self.lrat, "{} d {} 0", self.last, gone.join(" ")).map_err(io)?;
            for lits in live.values() {
                writeln!(self.drat, "d {}", text(lits)).map_err(io)?;
            }
            self.written += 1;
        }
        let clause = if is_whole { last } else { wanted };
        self.summarize(&clause, self.last)
    }

    fn line_file(&self) -> Result<BufWriter<File>, PartsError> {
        let path = self
            .folder
            .join(LINES)
            .join(format!("{}.lrat", self.lines + 1));
        let file = File::create(&path).map_err(PartsError::io(&path))?;
        Ok(BufWriter::new(file))
    }

    fn summarize(&mut self, clause: &[i32], number: u64) -> Result<Derived, PartsError> {
        let written = writeln!(self.summary, "{}", text(clause));
        written.map_err(PartsError::io(&self.folder))?;
        self.lines += 1;
        Ok(Derived {
            number,
            line: self.lines,
            is_empty: clause.is_empty(),
        })
    }
}

/// The commands by which cake_lpr checks all lines, and that they lead from the formula to the last.
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
