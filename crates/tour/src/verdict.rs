//! What a search for a tour comes to, whoever searches.

use super::tour::Tour;
use knightsat_base::stop::Stopped;

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

    /// The same with other evidence.
    pub fn map<F>(self, other: impl FnOnce(E) -> F) -> Verdict<F, U> {
        match self {
            Verdict::None(evidence) => Verdict::None(other(evidence)),
            Verdict::Tour(tour) => Verdict::Tour(tour),
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// What comes of the evidence, if there is any.
    pub fn and_then<F, X>(
        self,
        next: impl FnOnce(E) -> Result<Verdict<F, U>, X>,
    ) -> Result<Verdict<F, U>, X> {
        match self {
            Verdict::None(evidence) => next(evidence),
            Verdict::Tour(tour) => Ok(Verdict::Tour(tour)),
            Verdict::Unknown(reason) => Ok(Verdict::Unknown(reason)),
        }
    }
}
