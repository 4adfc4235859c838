//! How a formula is written, or a tour.

use super::Args;
use crate::cli::shared::report::Format;
use anyhow::{Result, bail};

/// How a formula is written, or a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EncodeFormat {
    /// The formula in DIMACS
    Dimacs,
    /// The same problem for SMT solvers: SMT-LIB 2, logic QF_BV, with --encoding binary
    Smt2,
    /// The same problem for pseudo-Boolean solvers: OPB, as in the PB competitions
    Opb,
    /// The formula in words: each group of clauses with what it says, its size and its first clauses
    Words,
    /// The tour as a board with the number of the step on every square; of a graph, as moves
    Board,
    /// The squares or vertices of the tour in order
    Moves,
    /// The tour as a JSON document: docs/json.md
    Json,
}

impl Args {
    /// How to print the tour.
    pub fn tour_format(&self) -> Result<Format> {
        match self.format {
            None | Some(EncodeFormat::Dimacs) => Ok(Format::Board),
            Some(EncodeFormat::Smt2) if self.solve => {
                bail!("--format smt2 is for SMT solvers: leave --solve out")
            }
            Some(EncodeFormat::Smt2) => Ok(Format::Board),
            Some(EncodeFormat::Opb) if self.solve => {
                bail!("--format opb is for pseudo-Boolean solvers: leave --solve out")
            }
            Some(EncodeFormat::Words) if self.solve => {
                bail!("--format words describes the formula: leave --solve out")
            }
            Some(EncodeFormat::Words | EncodeFormat::Opb) => Ok(Format::Board),
            Some(_) if !self.solve => {
                bail!("--format board, moves and json are for the tour: add --solve, or use solve")
            }
            Some(EncodeFormat::Board) => Ok(Format::Board),
            Some(EncodeFormat::Moves) => Ok(Format::Moves),
            Some(EncodeFormat::Json) => Ok(Format::Json),
        }
    }
}
