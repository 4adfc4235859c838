//! The findings so far: the first few of each name, and how many.

use super::names::Name;
use super::{Finding, Place};
use std::collections::BTreeMap;

#[derive(Default)]
pub struct Findings {
    list: Vec<Finding>,
    counts: BTreeMap<Name, u64>,
    unclear: Option<(u64, u64, String)>,
}

impl Findings {
    /// Adds one; the message is made if it is told.
    pub fn add(&mut self, name: Name, place: Place, message: impl FnOnce() -> String) {
        let count = self.counts.entry(name).or_default();
        *count += 1;
        if *count <= name.shown() {
            self.list.push(Finding {
                line: place.line,
                column: place.column,
                severity: name.severity(),
                name,
                message: message(),
            });
        }
    }

    /// Adds one that no fix can mend, because what is meant cannot be told.
    pub fn unclear(&mut self, name: Name, place: Place, message: impl FnOnce() -> String) {
        let message = message();
        self.doubt(place, || message.clone());
        self.add(name, place, || message);
    }

    /// Says what no fix can mend, where a finding has told of it already.
    pub fn doubt(&mut self, place: Place, why: impl FnOnce() -> String) {
        self.unclear
            .get_or_insert_with(|| (place.line, place.column, why()));
    }

    /// The findings in the order of the file, the counts, and the first unclear place.
    #[expect(
        clippy::type_complexity,
        reason = "taken apart at once by the only caller"
    )]
    pub fn finish(
        mut self,
    ) -> (
        Vec<Finding>,
        BTreeMap<Name, u64>,
        Option<(u64, u64, String)>,
    ) {
        self.list
            .sort_by_key(|found| (found.line, found.column, found.name));
        (self.list, self.counts, self.unclear)
    }
}
