//! A formula from a file under test.

use super::{Meaning, Subject};
use knightsat_base::input::Unmarked;
use knightsat_cnf::dimacs::ReadError;
use knightsat_cnf::dimacs::opb::{self, Constraint, OpbReader};
use knightsat_cnf::dimacs::read::{CnfReader, Comment, Header};
use knightsat_cnf::sink::{ClauseSink, Cnf, Size};
use knightsat_cnf::{Lit, Vars};
use std::io::{BufRead, BufReader, Read};

/// Nodes of the decision diagrams that pseudo-Boolean constraints become: some 100 bytes each.
const MOST_NODES: usize = 1 << 22;

/// A formula as somebody has written it, whatever its header promises: clauses, or pseudo-Boolean
/// constraints, which are held as clauses with fresh variables after theirs.
#[derive(Clone, Debug)]
pub struct File {
    header: Header,
    /// The constraint of every clause, from 0, and all in words, if it has some.
    constraints: Option<(Vec<usize>, Vec<String>)>,
    clauses: Cnf,
    comments: Vec<Comment>,
    largest: u32,
    meaning: Meaning,
}

impl File {
    /// Reads a formula in DIMACS or OPB, called `name` in errors. What it means is not known yet.
    pub fn read(input: impl Read, name: &str) -> Result<File, ReadError> {
        let mut input = BufReader::new(Unmarked::new(input));
        let first = input.fill_buf();
        let first = first.map_err(|error| ReadError::io(name, error))?;
        match first.first() {
            Some(b'*') => File::read_opb(input, name),
            _ => File::read_dimacs(input, name),
        }
    }

    fn read_dimacs(input: impl Read, name: &str) -> Result<File, ReadError> {
        let mut reader = CnfReader::new(input, name, "")?.lenient();
        let mut clauses = Cnf::default();
        let mut largest = 0;
        let mut clause: Vec<Lit> = Vec::new();
        while reader.next_clause(&mut clause)? {
            let variables = clause.iter().map(|lit| lit.var().number());
            largest = variables.fold(largest, u32::max);
            clauses.clause(&clause);
        }
        Ok(File {
            header: reader.header(),
            constraints: None,
            clauses,
            comments: reader.comments().to_vec(),
            largest,
            meaning: Meaning::new(),
        })
    }

    fn read_opb(input: impl Read, name: &str) -> Result<File, ReadError> {
        let mut reader = OpbReader::new(input, name)?;
        let header = Header {
            variables: reader.size().variables,
            clauses: reader.size().constraints,
        };
        let mut clauses = Cnf::default();
        let _: Vars = clauses.new_vars(header.variables);
        let (mut of, mut texts) = (Vec::new(), Vec::new());
        let mut constraint = Constraint::default();
        while reader.next(&mut constraint)? {
            let left = MOST_NODES.saturating_sub(clauses.variables() as usize);
            if !opb::clauses(&constraint, left, &mut clauses) {
                return Err(reader.wrong("too large to be checked with a SAT solver"));
            }
            of.resize(clauses.len() as usize, texts.len());
            texts.push(text(&constraint));
        }
        Ok(File {
            header,
            constraints: Some((of, texts)),
            largest: clauses.variables(),
            clauses,
            comments: reader.comments().to_vec(),
            meaning: Meaning::new(),
        })
    }

    /// Whether it consists of pseudo-Boolean constraints.
    pub fn is_opb(&self) -> bool {
        self.constraints.is_some()
    }

    /// Its comments, wherever they stand.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// The largest number of a variable in a clause, or as the header says.
    pub fn variables(&self) -> u32 {
        match self.is_opb() {
            true => self.header.variables,
            false => self.largest.max(self.header.variables),
        }
    }

    /// Its size, without variables that are in no clause.
    pub fn size(&self) -> Size {
        Size {
            variables: u64::from(self.largest),
            ..self.clauses.size()
        }
    }

    /// Its clauses, over all its variables.
    pub fn clauses(&self) -> Cnf {
        let mut cnf = self.clauses.clone();
        let _: Vars = cnf.new_vars(self.variables().saturating_sub(cnf.variables()));
        cnf
    }

    /// What its variables mean.
    pub fn meaning(&self) -> &Meaning {
        &self.meaning
    }

    /// The same formula with this meaning.
    pub fn with_meaning(self, meaning: Meaning) -> File {
        File { meaning, ..self }
    }
}

impl Subject for File {
    fn encode(&self, sink: &mut dyn ClauseSink) -> Meaning {
        let meant = self.meaning.projection();
        let meant = meant.iter().map(|lit| lit.var().number());
        // A header may promise any number of variables that nobody uses.
        let _: Vars = sink.new_vars(meant.fold(self.largest, u32::max));
        self.clauses
            .clauses()
            .for_each(|clause| sink.clause(clause));
        self.meaning.clone()
    }

    fn header(&self) -> Option<Header> {
        // The reader of constraints holds them against theirs.
        Some(self.header).filter(|_| !self.is_opb())
    }

    fn constraint(&self, clause: usize) -> Option<(usize, String)> {
        let (of, texts) = self.constraints.as_ref()?;
        let number = *of.get(clause)?;
        Some((number + 1, texts[number].clone()))
    }
}

/// A constraint as its file has it, shortened if it is long.
fn text(constraint: &Constraint) -> String {
    const SHOWN: usize = 10;
    let mut shown = constraint.clone();
    shown.terms.truncate(SHOWN);
    let mut text = Vec::new();
    opb::append(&mut text, &shown);
    let text = String::from_utf8_lossy(&text).into_owned();
    match constraint.terms.len().saturating_sub(SHOWN) {
        0 => text,
        more => {
            let (sum, bound) = text.split_at(text.find(['>', '=']).unwrap_or(0));
            format!("{sum}… ({more} more) {bound}")
        }
    }
}
