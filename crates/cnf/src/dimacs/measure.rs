//! The exact length of a DIMACS file without its text.
//!
//! ```
//! use knightsat_cnf::sink::ClauseSink;
//! use knightsat_cnf::dimacs::measure::Measure;
//! use knightsat_cnf::dimacs::read::Header;
//!
//! let mut measure = Measure::new(Header { variables: 1, clauses: 1 }, &[]);
//! let var = measure.new_var();
//! measure.clause(&[var.neg()]);
//! assert_eq!(measure.bytes(), "p cnf 1 1\n-1 0\n".len() as u64);
//! ```

use crate::dimacs::read::Header;
use crate::sink::ClauseSink;
use crate::{Lit, Vars};

/// Adds up the bytes that a [`Writer`](super::write::Writer) would write.
#[derive(Clone, Debug)]
pub struct Measure {
    variables: u32,
    bytes: u64,
}

impl Measure {
    /// Starts with the comments and the header.
    pub fn new(header: Header, comments: &[String]) -> Measure {
        let comments: usize = comments
            .iter()
            .map(|comment| "c \n".len() + comment.len())
            .sum();
        let header = format!("p cnf {} {}\n", header.variables, header.clauses);
        Measure {
            variables: 0,
            bytes: (comments + header.len()) as u64,
        }
    }

    /// The bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Bytes of a literal and the blank after it.
fn width(lit: Lit) -> u64 {
    let digits = lit.var().number().ilog10() + 1;
    u64::from(digits + u32::from(!lit.is_positive()) + 1)
}

impl ClauseSink for Measure {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.variables, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.bytes += lits.iter().map(|&lit| width(lit)).sum::<u64>() + 2;
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        // Each literal stands in a pair with each of the others.
        let others = lits.len().saturating_sub(1) as u64;
        let widths: u64 = lits.iter().map(|&lit| width(!lit)).sum();
        self.bytes += others * widths + lits.len() as u64 * others;
    }
}
