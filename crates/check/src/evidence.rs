//! The evidence about a formula, and the answers to questions.

use super::case::Case;
use super::counterexample::Counterexample;
use super::error::InspectError;
use super::guide::Guide;
use super::sweep::Sweep;
use super::theory::{Theory, Unproved};
use crate::prelude::*;

/// The answer to a question: does the entailment hold?
pub enum Decision {
    /// The entailment holds, for this reason.
    Holds(String),
    /// It does not.
    Fails(Counterexample),
    /// Not decided: the reason, or none if a limit ended the search.
    Open(Option<String>),
}

/// The evidence for both questions.
pub struct Evidence<'c> {
    pub case: &'c Case<'c>,
    /// The formula, with the cuts.
    pub theory: Theory,
    /// The definition, if the tours are too many to know all, and the clauses by which the formula
    /// omits facts.
    pub guide: Option<(Guide<'c>, Vec<Vec<Lit>>)>,
    /// The known tours that are models.
    pub swept: Sweep,
    /// The clauses that the subject adds during the search and that exclude all models besides
    /// tours; nothing if only the search finds them.
    pub cuts: Option<Vec<Vec<Lit>>>,
    /// A model that is no tour, or a second one of a tour.
    pub model: Option<Model>,
}

impl Evidence<'_> {
    /// Returns true if the models of all tours are known.
    pub fn is_whole(&self) -> bool {
        self.case.expected.is_whole() && !self.swept.is_late
    }
}

/// Returns what is made, unless the time is over.
pub fn timely<T>(made: Result<T, Unproved>) -> Result<Option<T>, InspectError> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(Unproved::Fault(error)) => Err(error),
        Err(_) => Ok(None),
    }
}
