//! What a search for a tour comes to, whoever searches.

use super::tour::Tour;
use crate::stop::Stopped;

/// What is known of the tours of a problem: `E` is the evidence that there is none, `U` the reason why nothing
/// is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<E, U = Stopped> {
    /// A verified tour.
    Tour(Tour),
    /// There is none.
    None(E),
    /// Not decided.
    Unknown(U),
}

impl<E, U> Verdict<E, U> {
    /// The tour, if there is one.
    pub fn tour(&self) -> Option<&Tour> {
        match self {
            Verdict::Tour(tour) => Some(tour),
            _ => None,
        }
    }
}
