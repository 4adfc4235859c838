//! What is asked for, in words.

use super::TourSpec;
use super::names::StepName;
use crate::place::Place;
use itertools::Itertools;
use std::fmt;

impl TourSpec {
    /// Whether anything but an open tour of any kind is asked for.
    pub fn is_given(&self) -> bool {
        *self != TourSpec::default()
    }

    /// Whether it is on some square at some step, or is not, beside its first and its `last` one: then
    /// it is its numbers that count, see [`Problem::is_numbered`](crate::Problem::is_numbered). So it is where they must add up.
    pub fn knows_steps(&self, last: u32) -> bool {
        let is_end = |&StepName(step, _): &StepName| {
            step == 1 && self.start.is_none() || step == last && self.end.is_none()
        };
        let are_ends = self.at.iter().all(is_end) && self.at.iter().map(|at| at.0).all_unique();
        self.magic || !are_ends || !self.not_at.is_empty()
    }

    /// What is given beside the ends in short, as in `with a2-c3,c3-e2 at 7=d4`; `None` if nothing is.
    pub fn clues(&self) -> Option<String> {
        let lists = [
            listed("with", &self.require),
            listed("without", &self.forbid),
            listed("at", &self.at),
            listed("not at", &self.not_at),
            self.magic.then(|| "magic".to_string()),
        ];
        let clues = lists.into_iter().flatten().join(" ");
        (!clues.is_empty()).then_some(clues)
    }

    /// The turn that is asked for, as the end of a sentence.
    pub fn with_the_symmetry(&self) -> String {
        let turn = self.symmetric;
        let turn = turn.map(|turn| format!(" with the symmetry {turn}"));
        turn.unwrap_or_default()
    }

    /// What ends are fixed and what else is given, as in `start a1, end h8, require a2-c3 c3-e2`;
    /// `None` if nothing is.
    pub fn ends(&self) -> Option<String> {
        let name = |name: &Option<String>| name.iter().cloned().collect();
        let given = [
            ("start", name(&self.start)),
            ("end", name(&self.end)),
            ("require", self.require.iter().join(" ")),
            ("forbid", self.forbid.iter().join(" ")),
            ("at", self.at.iter().join(" ")),
            ("not at", self.not_at.iter().join(" ")),
        ];
        let given = given.into_iter().filter(|(_, names)| !names.is_empty());
        let given = given.map(|(word, names)| format!("{word} {names}"));
        let given = given
            .chain(self.magic.then(|| "magic".to_string()))
            .join(", ");
        (!given.is_empty()).then_some(given)
    }

    /// The tour in full but for its ends, as in `closed knight's tour of 6x6 with the symmetry rot180`.
    pub fn tour(&self, place: &Place) -> String {
        place.tour(self.kind) + &self.with_the_symmetry()
    }

    /// The tour in full, as certificates have it.
    pub fn describe(&self, place: &Place) -> String {
        [Some(self.tour(place)), self.ends()]
            .into_iter()
            .flatten()
            .join(", ")
    }
}

impl fmt::Display for TourSpec {
    /// As in `closed`, `open 2,3-leaper from a1 to h8`, `closed rot180`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            Some(self.kind.to_string()),
            self.leaper.map(|leap| format!("{leap}-leaper")),
            self.start.as_ref().map(|start| format!("from {start}")),
            self.end.as_ref().map(|end| format!("to {end}")),
            self.symmetric.map(|turn| turn.to_string()),
            self.clues(),
        ];
        f.pad(&words.into_iter().flatten().join(" "))
    }
}

/// A word and a list; `None` if the list is empty.
fn listed<T: fmt::Display>(word: &str, list: &[T]) -> Option<String> {
    (!list.is_empty()).then(|| format!("{word} {}", list.iter().join(",")))
}
