//! The evidence about a formula.

use super::case::Case;
use super::sweep::Sweep;
use super::theory::Theory;
use crate::prelude::*;

/// The evidence for both questions.
pub struct Evidence<'c> {
    pub case: &'c Case<'c>,
    /// The formula.
    pub theory: Theory,
    /// The known tours that are models.
    pub swept: Sweep,
    /// A model that is no tour, or a second one of a tour.
    pub model: Option<Model>,
}

impl Evidence<'_> {
    /// Returns true if the models of all tours are known.
    pub fn is_whole(&self) -> bool {
        self.case.expected.is_whole && !self.swept.is_late
    }
}
