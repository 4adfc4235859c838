//! A formula from a file under test.

use super::{Meaning, Subject};
use crate::cnf::sink::{ClauseSink, Cnf, Size};
use crate::cnf::{Lit, Vars};
use crate::dimacs::ReadError;
use crate::dimacs::read::{CnfReader, Comment, Header};
use std::io::Read;

/// A formula as somebody has written it, whatever its header promises.
#[derive(Clone, Debug)]
pub struct File {
    header: Header,
    clauses: Cnf,
    comments: Vec<Comment>,
    largest: u32,
    meaning: Meaning,
}

impl File {
    /// Reads a formula, called `name` in errors. What it means is not known yet.
    pub fn read(input: impl Read, name: &str) -> Result<File, ReadError> {
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
            clauses,
            comments: reader.comments().to_vec(),
            largest,
            meaning: Meaning::new(),
        })
    }

    /// Its comments, wherever they stand.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// The largest number of a variable in a clause, or as the header says.
    pub fn variables(&self) -> u32 {
        self.largest.max(self.header.variables)
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
        let _: Vars = cnf.new_vars(self.variables() - cnf.variables());
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
        Some(self.header)
    }
}
