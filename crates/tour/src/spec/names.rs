//! Moves, steps and leaps in their written form, descriptions of specifications, and their errors.

use super::TourSpec;
use crate::blocks::BlocksError;
use crate::board::BoardError;
use crate::place::{Place, PlaceError};
use crate::{PhrasePart, ProblemError, RequestWords, requested};
use itertools::Itertools;
use knightsat_base::option_name::OptionName;
use knightsat_base::text::quote;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

const LEAPER: OptionName = OptionName("leaper");
const SYMMETRIC: OptionName = OptionName("symmetric");
const MAGIC: OptionName = OptionName("magic");
const BLOCKS: OptionName = OptionName("blocks");

/// A move: the names of its two squares, or vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveName(pub [String; 2]);

/// Error: the text is not a move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{}' is not a move: write its two squares, such as a1-c2", quote(.0))]
pub struct NotAMove(String);

impl FromStr for MoveName {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<MoveName, NotAMove> {
        match text.split('-').collect::<Vec<_>>()[..] {
            [a, b] if !a.is_empty() && !b.is_empty() => Ok(MoveName([a, b].map(str::to_string))),
            _ => Err(NotAMove(text.to_string())),
        }
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0[0], self.0[1])
    }
}

/// A step, from 1, and the name of a square, or vertex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepName(pub u32, pub String);

/// Error: the text is not a step with a square.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{}' is not a step with its square: write, for example, 17=d5", quote(.0))]
pub struct NotAStep(String);

impl FromStr for StepName {
    type Err = NotAStep;

    fn from_str(text: &str) -> Result<StepName, NotAStep> {
        let parts = text
            .split_once('=')
            .filter(|(_, name)| !name.is_empty())
            .and_then(|(step, name)| Some((step.parse().ok()?, name)))
            .map(|(step, name)| StepName(step, name.to_string()));
        parts.ok_or_else(|| NotAStep(text.to_string()))
    }
}

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.0, self.1)
    }
}

knightsat_base::by_text!(MoveName, StepName);

/// A specification that does not fit the place, or with ends that contradict each other.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// A leap or a turn that the board does not have.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A text that is no place.
    #[error(transparent)]
    Place(PlaceError),
    /// A vertex that does not exist.
    #[error("{key}: {error}")]
    Vertex {
        /// The field that names it.
        key: OptionName,
        /// The fault of the name.
        error: PlaceError,
    },
    /// A leap, requested in a graph.
    #[error("a graph has no leaps: {LEAPER} is for boards")]
    NoLeap,
    /// A turn, requested of a graph.
    #[error("a graph has no turns: {SYMMETRIC} is for boards")]
    NoTurn,
    /// Equal sums of ranks and files, requested in a graph.
    #[error("a graph has no ranks and files: {MAGIC} is for boards")]
    NoLines,
    /// Blocks, requested in a graph.
    #[error("a graph has no ranks and files: {BLOCKS} is for boards")]
    NoBlocks,
    /// Blocks, together with a symmetry or sums.
    #[error("{BLOCKS} does not go with {SYMMETRIC} or {MAGIC}")]
    BlocksAlone,
    /// A board that has no such blocks.
    #[error("{BLOCKS}: {0}")]
    Blocks(BlocksError),
    /// A move that the place does not have.
    #[error("{key}: {name} is not a move {of}")]
    NoMove {
        /// The field that names it.
        key: OptionName,
        /// The move.
        name: MoveName,
        /// The kind of moves and their place, as in `of the knight on 8x8`.
        of: String,
    },
    /// Contradictory ends, or steps that do not exist.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl TourSpec {
    /// Returns true if the specification is not merely an open tour of any kind.
    pub fn is_given(&self) -> bool {
        *self != TourSpec::default()
    }

    /// Returns true if moves are required or forbidden, or squares given at steps or excluded.
    pub(crate) fn has_clues(&self) -> bool {
        let moves = [&self.require, &self.forbid];
        let steps = [&self.at, &self.not_at];
        moves.iter().any(|list| !list.is_empty()) || steps.iter().any(|list| !list.is_empty())
    }

    /// Returns true if the tour is a numbering, see
    /// [`Problem::is_numbered`](crate::Problem::is_numbered). Clues about steps other than the
    /// first and the `last` one make it so, and so do required sums and directed rules.
    pub fn knows_steps(&self, last: u32) -> bool {
        let mut requests = requested(self);
        requests.any(|row| (row.would_number)(self, last))
    }

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
            self.leaper.map(|leap| format!("{leap}-leaper")),
        ];
        let all = [PhrasePart::End, PhrasePart::Kind, PhrasePart::Clue];
        let words = self.words(&all).map(|words| words.short);
        f.pad(&kind.into_iter().flatten().chain(words).join(" "))
    }
}
