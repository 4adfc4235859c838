//! What can be wrong with a formula or its model.

use super::Name;
use super::counter::UnknownModulus;
use crate::base::stop::Stopped;
use crate::base::text::counted;
use itertools::Itertools;
use knightsat_tour::tour::TourError;
use thiserror::Error;

/// The formula cannot be written or a model of it means no tour.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormulaError {
    /// Given up before it was laid out, or before its clauses were counted.
    #[error("the formula: {0}")]
    Stopped(#[from] Stopped),
    /// More variables than DIMACS readers take.
    #[error("the formula has {found} variables, and DIMACS readers take at most 2147483647")]
    TooManyVariables {
        /// How many it has, or a lower bound.
        found: u64,
    },
    /// More clauses than it makes sense to count, where no formula says how many there are.
    #[error("the formula has more than {most} clauses, too many to count")]
    TooManyClauses {
        /// How many are counted at most.
        most: u64,
    },
    /// More clauses and literals than it makes sense to hold in memory, as a shuffle has to.
    #[error(
        "the formula has {found} clauses and literals, and only {most} can be shuffled, as all are in \
         memory then"
    )]
    TooLargeToShuffle {
        /// How many it has.
        found: u64,
        /// How many it may have.
        most: u64,
    },
    /// Arcs and edges know of no symmetric tours.
    #[error("`symmetric` is for `encoding` position, textbook and binary")]
    Symmetry,
    /// Arcs and edges know of no steps that could be added up.
    #[error("`magic` is for `encoding` position, textbook and binary")]
    Magic,
    /// A rule names what has no variable.
    #[error(
        "the encoding {encoding} has no variables for {what}, which rule {rule} names: choose {}",
        .others.iter().join(" or ")
    )]
    NoVariables {
        /// Number of the rule, from 1.
        rule: usize,
        /// The kind of facts.
        what: &'static str,
        /// The encoding.
        encoding: Name,
        /// Encodings that have such variables.
        others: Vec<Name>,
    },
    /// The connectivity needs to know the direction.
    #[error(
        "`{0}` is for `variables` arcs: edges have no direction, and take no at-most-one constraint"
    )]
    NeedsArcs(&'static str),
    /// No registers count so far.
    #[error(transparent)]
    Modulus(#[from] UnknownModulus),
    /// The model leaves a clause without a true literal.
    #[error("the model violates clause {number}: {}", literals(.clause))]
    Violated {
        /// Number of the clause from 1.
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
    /// No variable says where the tour goes from this vertex, or comes from.
    #[error("the model has too few moves at vertex {}", .vertex + 1)]
    NoMove {
        /// The vertex, from 0; the number of vertices for the apex of an open tour.
        vertex: u32,
    },
    /// Two variables do.
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
        /// How many vertices each has.
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

/// A clause as DIMACS writes it, shortened if it is long.
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
