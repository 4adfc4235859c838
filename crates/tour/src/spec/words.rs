//! The words about a requested tour, in tables, sentences and certificates.

use super::{Request, TourSpec};
use crate::{PhrasePart, Place, RequestWords, requested};
use itertools::Itertools;
use std::fmt;

impl TourSpec {
    /// Returns the words about all constraints of these parts of a description, part by part.
    fn words(&self, parts: &[PhrasePart]) -> impl Iterator<Item = RequestWords> {
        let words = requested(self).flat_map(|row| (row.words)(self));
        let words = words.filter(|words| parts.contains(&words.part));
        words.sorted_by_key(|words| words.part)
    }

    /// Returns the clues besides the ends in short, as in `with a2-c3,c3-e2 at 7=d4`; `None`
    /// without clues.
    pub fn clues(&self) -> Option<String> {
        let mut clues = self.words(&[PhrasePart::Clue]).map(|words| words.short);
        let clues = clues.join(" ");
        (!clues.is_empty()).then_some(clues)
    }

    /// Returns the words about the whole tour, as the end of a sentence: ` with the symmetry
    /// rot180`.
    pub fn of_its_kind(&self) -> String {
        let words = self.words(&[PhrasePart::Kind]);
        words.map(|words| format!(" {}", words.long)).collect()
    }

    /// Returns the fixed ends and the other clues, as in `start a1, end h8, require a2-c3 c3-e2`;
    /// `None` without them.
    pub fn ends(&self) -> Option<String> {
        let mut words = self
            .words(&[PhrasePart::End, PhrasePart::Clue])
            .map(|words| words.long);
        let given = words.join(", ");
        (!given.is_empty()).then_some(given)
    }

    /// Returns the tour in full except for its ends, as in `closed knight's tour of 6x6 with the
    /// symmetry rot180`.
    pub fn tour(&self, place: &Place) -> String {
        place.tour(self.kind) + &self.of_its_kind()
    }

    /// Returns the tour in full, as certificates contain it.
    pub fn describe(&self, place: &Place) -> String {
        let tour = [self.tour(place)];
        tour.into_iter().chain(self.ends()).join(", ")
    }
}

impl fmt::Display for TourSpec {
    /// Writes text such as `closed`, `open 2,3-leaper from a1 to h8`, `closed rot180`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = [
            Some(self.kind.to_string()),
            self.leaper.as_ref().map(|leap| format!("{leap}-leaper")),
            self.wrap.map(|wrap| format!("wrap {wrap}")),
        ];
        let all = [PhrasePart::End, PhrasePart::Kind, PhrasePart::Clue];
        let words = self.words(&all).map(|words| words.short);
        f.pad(&kind.into_iter().flatten().chain(words).join(" "))
    }
}

impl Request {
    /// Returns the tour in full, see [`TourSpec::describe`].
    pub fn describe(&self) -> String {
        self.tour.describe(&self.place)
    }

    /// Returns the claim of a certificate that there is no such tour, with its rules in full.
    pub fn claim(&self) -> String {
        let rules = self.tour.with.iter().join("; ");
        let colon = if rules.is_empty() { "" } else { ": " };
        format!("no {}{colon}{rules}", self.describe())
    }
}
