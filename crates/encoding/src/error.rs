//! Errors of formulas and of their models.

use crate::base::stop::Stopped;
use crate::base::text::{OptionName, counted};
use itertools::Itertools;
use knightsat_tour::table::Refusal;
use knightsat_tour::tour::TourError;
use thiserror::Error;

pub(crate) const MODULUS: OptionName = OptionName("modulus");

/// An error: the formula cannot be written, or its model is no tour.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormulaError {
    /// The deadline passed before the layout, or before all clauses were counted.
    #[error("the formula: {0}")]
    Stopped(#[from] Stopped),
    /// The formula has this number of variables, or more; DIMACS readers accept fewer.
    #[error("the formula has {0} variables, and DIMACS readers take at most 2147483647")]
    TooManyVariables(u64),
    /// The formula has more than this number of clauses, the most that are counted, and no closed
    /// formula gives their number.
    #[error("the formula has more than {0} clauses, too many to count")]
    TooManyClauses(u64),
    /// The formula has too many clauses and literals for memory, which a shuffle requires.
    #[error(
        "the formula has {found} clauses and literals, and only {most} can be shuffled, as all are in \
         memory then"
    )]
    TooLargeToShuffle {
        /// The number of its clauses and literals.
        found: u64,
        /// The most clauses and literals.
        most: u64,
    },
    /// The encoding does not support the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// No set of registers has this modulus.
    #[error(
        "{MODULUS} {0}: write a product of different numbers among 3, 5, 7, 31 and 127, and a power of \
         two up to 1024, such as 420"
    )]
    Modulus(u64),
    /// The model leaves a clause without a true literal.
    #[error("the model violates clause {number}: {}", literals(.clause))]
    Violated {
        /// The number of the clause, from 1.
        number: u64,
        /// Its DIMACS literals.
        clause: Vec<i32>,
    },
    /// No variable of this step, from 1, is true.
    #[error("the model has no square for step {0}")]
    NoVertex(u32),
    /// Two variables of this step, from 1, are true.
    #[error("the model has two squares for step {0}")]
    TwoVertices(u32),
    /// No variable gives the arc out of this vertex, or the arc into it. A hub has the number of
    /// vertices.
    #[error("the model has too few moves at vertex {}", .0 + 1)]
    NoMove(u32),
    /// Two variables give an arc out of this vertex, or into it.
    #[error("the model has too many moves at vertex {}", .0 + 1)]
    TwoMoves(u32),
    /// The model is several cycles of these lengths, or a path and cycles.
    #[error(
        "the model is not a tour but {}, of {} squares: the formula is a relaxation, and \
         solve adds a cut for each such model",
        counted(.0.len(), "cycle"),
        shortened(.0)
    )]
    Cycles(Vec<u32>),
    /// The decoded sequence is no tour.
    #[error("the model is not a tour: {0}")]
    NoTour(TourError),
}

fn shortened(lengths: &[u32]) -> String {
    const SHOWN: usize = 8;
    let shown = lengths.iter().take(SHOWN).join(", ");
    match lengths.len() {
        0..=SHOWN => shown,
        _ => shown + ", …",
    }
}

/// Returns a clause in DIMACS, shortened if it is long.
pub fn literals(clause: &[i32]) -> String {
    const SHOWN: usize = 12;
    let shown = clause.iter().take(SHOWN).map(|lit| format!("{lit} "));
    match clause.len().saturating_sub(SHOWN) {
        0 => shown.chain(["0".into()]).collect(),
        more => shown.chain([format!("… ({more} more) 0")]).collect(),
    }
}
