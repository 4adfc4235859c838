//! Errors of formulas and of their models.

use super::Name;
use super::counter::UnknownModulus;
use crate::base::stop::Stopped;
use crate::base::text::counted;
use itertools::Itertools;
use knightsat_tour::tour::TourError;
use thiserror::Error;

/// An error: the formula cannot be written, or its model is no tour.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormulaError {
    /// The deadline passed before the layout, or before all clauses were counted.
    #[error("the formula: {0}")]
    Stopped(#[from] Stopped),
    /// The formula has more variables than DIMACS readers accept.
    #[error("the formula has {found} variables, and DIMACS readers take at most 2147483647")]
    TooManyVariables {
        /// The number of its variables, or a lower bound.
        found: u64,
    },
    /// The formula has too many clauses to count, and no closed formula gives their number.
    #[error("the formula has more than {most} clauses, too many to count")]
    TooManyClauses {
        /// The most clauses that are counted.
        most: u64,
    },
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
    /// Arcs and edges do not support symmetric tours.
    #[error("`symmetric` is for `encoding` position, textbook and binary")]
    Symmetry,
    /// Arcs and edges do not support sums of steps.
    #[error("`magic` is for `encoding` position, textbook and binary")]
    Magic,
    /// A rule names an atom without a variable.
    #[error(
        "the encoding {encoding} has no variables for {what}, which rule {rule} names: choose {}",
        .others.iter().join(" or ")
    )]
    NoVariables {
        /// The number of the rule, from 1.
        rule: usize,
        /// The kind of facts.
        what: &'static str,
        /// The encoding.
        encoding: Name,
        /// The encodings that have such variables.
        others: Vec<Name>,
    },
    /// The connectivity requires the direction.
    #[error(
        "`{0}` is for `variables` arcs: edges have no direction, and take no at-most-one constraint"
    )]
    NeedsArcs(&'static str),
    /// No set of registers has this modulus.
    #[error(transparent)]
    Modulus(#[from] UnknownModulus),
    /// The model leaves a clause without a true literal.
    #[error("the model violates clause {number}: {}", literals(.clause))]
    Violated {
        /// The number of the clause, from 1.
        number: u64,
        /// Its DIMACS literals.
        clause: Vec<i32>,
    },
    /// No variable of this step is true.
    #[error("the model has no square for step {step}")]
    NoVertex {
        /// The step, from 1.
        step: u32,
    },
    /// Two variables of this step are true.
    #[error("the model has two squares for step {step}")]
    TwoVertices {
        /// The step, from 1.
        step: u32,
    },
    /// No variable gives the arc out of this vertex, or the arc into it.
    #[error("the model has too few moves at vertex {}", .vertex + 1)]
    NoMove {
        /// The vertex, from 0; the number of vertices for the apex of an open tour.
        vertex: u32,
    },
    /// Two variables give an arc out of this vertex, or into it.
    #[error("the model has too many moves at vertex {}", .vertex + 1)]
    TwoMoves {
        /// The vertex, from 0; the number of vertices for the apex of an open tour.
        vertex: u32,
    },
    /// The model is several cycles, or a path and cycles.
    #[error(
        "the model is not a tour but {}, of {} squares: the formula is a relaxation, whose \
         models are cut as they come by solve",
        counted(.lengths.len(), "cycle"),
        shortened(.lengths)
    )]
    Cycles {
        /// The number of vertices of each.
        lengths: Vec<u32>,
    },
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
    let mut text = String::new();
    for lit in clause.iter().take(SHOWN) {
        text += &format!("{lit} ");
    }
    let more = clause.len().saturating_sub(SHOWN);
    if more > 0 {
        text += &format!("… ({more} more) ");
    }
    text + "0"
}
