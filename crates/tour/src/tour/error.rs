//! Faults of a tour.

use crate::fact::Vertex;
use knightsat_base::text::counted;
use std::fmt;

/// The reason why a sequence of vertices is no tour, in words. Steps count from 1. Vertices are
/// numbers until [`TourError::with_names`] supplies names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourError(String);

/// A vertex in the sentence of a [`TourError`].
pub(crate) struct VertexMark(pub u32);

/// Stands on both sides of a vertex.
const MARK: char = '\u{1}';

impl fmt::Display for VertexMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MARK}{}{MARK}", self.0)
    }
}

impl Vertex for VertexMark {
    fn ordered(ends: [VertexMark; 2]) -> [VertexMark; 2] {
        ends
    }
}

impl TourError {
    /// Returns the error of a sentence whose vertices are [marks](VertexMark).
    pub(crate) fn new(sentence: impl ToString) -> TourError {
        TourError(sentence.to_string())
    }

    /// Returns the error of a wrong number of steps.
    pub fn length(found: usize, expected: u32) -> TourError {
        let found = counted(found, "step");
        TourError::new(format!("{found}, and a tour has {expected}"))
    }

    /// Returns the error with vertices written by `name`.
    pub fn with_names(self, name: impl Fn(u32) -> String) -> TourError {
        TourError(self.named(|vertex| name(vertex).replace(MARK, "")))
    }

    fn named(&self, name: impl Fn(u32) -> String) -> String {
        let parts = self.0.split(MARK).enumerate();
        let named = parts.map(|(nth, part)| match nth % 2 {
            0 => part.to_string(),
            _ => name(part.parse().expect("the number of a vertex")),
        });
        named.collect()
    }
}

impl fmt::Display for TourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.named(|vertex| format!("vertex {vertex}")))
    }
}

impl std::error::Error for TourError {}
