//! Faults of a tour.

use crate::fact::Vertex;
use knightsat_base::text::counted;
use std::fmt;

/// The reason why a sequence of vertices is no tour, in words. Steps count from 1. Vertices are
/// numbers until [`TourError::with_names`] supplies names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourError(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Vertex(u32),
}

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
        let sentence = sentence.to_string();
        let parts = sentence.split(MARK).enumerate();
        let parts = parts.map(|(nth, part)| match nth % 2 {
            0 => Part::Text(part.to_string()),
            _ => Part::Vertex(part.parse().expect("the number of a vertex")),
        });
        TourError(parts.collect())
    }

    /// Returns the error of a wrong number of steps.
    pub fn length(found: usize, expected: u32) -> TourError {
        let found = counted(found, "step");
        TourError::new(format!("{found}, and a tour has {expected}"))
    }

    /// Returns the error with vertices written by `name`.
    pub fn with_names(self, name: impl Fn(u32) -> String) -> TourError {
        let named = |part| match part {
            Part::Vertex(vertex) => Part::Text(name(vertex)),
            text => text,
        };
        TourError(self.0.into_iter().map(named).collect())
    }
}

impl fmt::Display for TourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Text(text) => f.write_str(text),
            Part::Vertex(vertex) => write!(f, "vertex {vertex}"),
        })
    }
}

impl std::error::Error for TourError {}
