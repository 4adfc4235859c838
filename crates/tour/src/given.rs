//! What is given of a tour beside its ends: moves that it takes, moves that it does not take, vertices
//! that it is on at a step, or is not.
//!
//! Forbidden moves are no edges of the problem's graph. Of the others everybody who knows the problem
//! has to know: they are what [`Problem::required`], [`Problem::at`] and [`Problem::not_at`] say.
//!
//! A closed tour has no first step unless one is given. With a vertex at a step it is a numbering: its
//! steps are those of the numbers, and a tour and its reverse are two numberings, of which usually only
//! one has the vertex of another given step there. So they are counted as numberings.
//!
//! ```
//! use knightsat_tour::given::{Clue, Given};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::board::Board;
//!
//! let board: Board = "5x5".parse()?;
//! let centre = board.vertex("c3".parse()?)?;
//! let given = Given::new([Clue::At { step: 25, vertex: centre }]);
//! let problem = Problem::new(board.graph(), Kind::Open, None, None)?.with_given(given)?;
//! assert_eq!(problem.end(), Some(centre));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clash;

use super::{Kind, Problem, ProblemError};
use itertools::Itertools;

pub use clash::{Clash, Why};

/// One thing that is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clue {
    /// The tour moves from one of these vertices to the other, whichever way.
    Move([u32; 2]),
    /// The tour does not.
    NoMove([u32; 2]),
    /// The tour is there at that step, from 1.
    At {
        /// The step.
        step: u32,
        /// Where it is.
        vertex: u32,
    },
    /// The tour is not there at that step.
    NotAt {
        /// The step.
        step: u32,
        /// Where it is not.
        vertex: u32,
    },
}

impl Clue {
    /// A move, in the order in which all are written: the smaller vertex first.
    fn sorted(self) -> Clue {
        match self {
            Clue::Move([a, b]) => Clue::Move([a.min(b), a.max(b)]),
            Clue::NoMove([a, b]) => Clue::NoMove([a.min(b), a.max(b)]),
            at => at,
        }
    }

    /// It in words; `name` writes a vertex.
    pub fn explain(self, name: impl Fn(u32) -> String) -> String {
        match self {
            Clue::Move([a, b]) => format!("the move {}-{}", name(a), name(b)),
            Clue::NoMove([a, b]) => format!("no move {}-{}", name(a), name(b)),
            Clue::At { step, vertex } => format!("{} at step {step}", name(vertex)),
            Clue::NotAt { step, vertex } => format!("not {} at step {step}", name(vertex)),
        }
    }
}

/// All that is given: each clue once, moves before steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Given(Vec<Clue>);

impl Given {
    /// These clues, in any order.
    pub fn new(clues: impl IntoIterator<Item = Clue>) -> Given {
        let clues = clues.into_iter().map(Clue::sorted);
        Given(clues.sorted_unstable().dedup().collect())
    }

    /// The clues.
    pub fn clues(&self) -> &[Clue] {
        &self.0
    }

    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Clue> for Given {
    fn from_iter<T: IntoIterator<Item = Clue>>(clues: T) -> Given {
        Given::new(clues)
    }
}

/// What is given, as a problem knows it: one for all images under its symmetry.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    given: Given,
    required: Vec<[u32; 2]>,
    at: Vec<(u32, u32)>,
    not_at: Vec<(u32, u32)>,
}

impl Problem {
    /// The same problem with what is given beside its ends; with a symmetry the tour has all images
    /// too. Vertices at the first and at the last step are start and end.
    ///
    /// Fails if a move is none of the graph, a step is beyond the last, or a vertex is kept from a step
    /// of a closed tour that nothing gives a first step. What contradicts itself is no failure, but a
    /// problem without a tour.
    ///
    /// # Panics
    /// If something is given already, or a vertex is not one of the graph.
    pub fn with_given(mut self, given: Given) -> Result<Problem, ProblemError> {
        assert!(self.known.given.is_empty(), "given twice");
        let (mut required, mut forbidden) = (Vec::new(), Vec::new());
        for &clue in given.clues() {
            match clue {
                Clue::Move([a, b]) | Clue::NoMove([a, b]) if !self.graph.has_edge(a, b) => {
                    return Err(ProblemError::NoMove(a, b));
                }
                Clue::Move(edge) => required.extend(self.images(edge)),
                Clue::NoMove(edge) => forbidden.extend(self.images(edge)),
                Clue::At { step, vertex } => self.put(step, vertex)?,
                Clue::NotAt { step, vertex } => {
                    let place = self.checked(step, vertex)?;
                    self.known.not_at.push(place);
                }
            }
        }
        self.known.given = given;
        if !forbidden.is_empty() {
            self.graph = self.graph.without_edges(&forbidden);
        }
        // What start and end alone say is seen without.
        if self.has_given_steps() {
            required.extend(self.between_successive_steps());
        }
        required.sort_unstable();
        required.dedup();
        self.known.required = required;
        let is_unbegun = self.at().is_empty() && !self.is_magic();
        if self.kind == Kind::Closed && !self.known.not_at.is_empty() && is_unbegun {
            return Err(ProblemError::NoFirstStep);
        }
        Ok(self)
    }

    /// Takes a vertex at a step for the start, for the end, or for what it is.
    fn put(&mut self, step: u32, vertex: u32) -> Result<(), ProblemError> {
        let place = self.checked(step, vertex)?;
        if place.0 == 1 && self.start.is_none() {
            self.start = Some(place.1);
        } else if step == self.graph.len() && self.end.is_none() {
            self.end = Some(vertex);
        } else if Some(place) != self.start.map(|start| (1, start)) {
            self.known.at.push(place);
        }
        Ok(())
    }

    /// The place in the period, if there is such a step.
    fn checked(&self, step: u32, vertex: u32) -> Result<(u32, u32), ProblemError> {
        let steps = self.graph.len();
        assert!(vertex < steps, "no vertex {vertex}");
        if !(1..=steps).contains(&step) {
            return Err(ProblemError::NoStep { step, steps });
        }
        Ok(self.in_period(step, vertex))
    }

    /// What is given beside the ends, as it was given.
    pub fn given(&self) -> &Given {
        &self.known.given
    }

    /// All that is given, a fixed start and end as vertices at the first and the last step.
    pub fn clues(&self) -> Given {
        let last = self.graph.len();
        let start = self.start.map(|vertex| Clue::At { step: 1, vertex });
        let end = self.end.map(|vertex| Clue::At { step: last, vertex });
        let ends = start.into_iter().chain(end);
        ends.chain(self.known.given.clues().iter().copied())
            .collect()
    }

    /// Edges that the tour must take, each with its smaller end first, in order: those given, and those
    /// between the vertices of two successive steps. Without a tour one of them may be no edge of the
    /// graph.
    pub fn required(&self) -> &[[u32; 2]] {
        &self.known.required
    }

    /// The steps that have a given vertex, 1…[`Problem::period`], start and end among them, with the
    /// vertex, by step.
    pub fn at(&self) -> Vec<(u32, u32)> {
        let last = self.graph.len();
        let start = self.start.map(|start| (1, start));
        let end = self.end.map(|end| self.in_period(last, end));
        let ends = start.into_iter().chain(end);
        let all = ends.chain(self.known.at.iter().copied());
        all.sorted_unstable().dedup().collect()
    }

    /// The steps of the period at which the tour is not on a vertex, with that vertex.
    pub fn not_at(&self) -> &[(u32, u32)] {
        &self.known.not_at
    }

    /// Whether more is said of steps than start and end say: then a closed tour is one by its numbers,
    /// and a tour and its reverse are not alike.
    pub fn has_given_steps(&self) -> bool {
        !self.known.at.is_empty() || !self.known.not_at.is_empty()
    }

    /// Whether a tour and its reverse are not alike, and a closed tour begun elsewhere is another one: by
    /// given steps or [rules](super::rule), or closed by the [sums](super::magic) of steps.
    pub fn is_numbered(&self) -> bool {
        let has_steps = self.has_given_steps() || self.has_directed_rules();
        has_steps || self.kind == Kind::Closed && self.is_magic()
    }

    /// Returns true if the reverse of a tour is no tour, or another one, whatever the ends: in a
    /// directed graph, and where tours are [numbered](Problem::is_numbered).
    pub fn has_one_way(&self) -> bool {
        self.is_numbered() || self.graph.is_directed()
    }

    /// The problem for encodings that do not say where a closed tour begins: it begins on a vertex of
    /// which the step is given, or anywhere if only one end is. Open tours begin where they begin.
    pub fn begun_anywhere(&self) -> Problem {
        let mut problem = self.clone();
        if self.kind == Kind::Open {
            return problem;
        }
        if !self.has_given_steps() && !self.has_directed_rules() {
            if self.start.is_none() || self.end.is_none() {
                (problem.start, problem.end) = (None, None);
            }
            return problem;
        }
        let at = self.at();
        let Some(&(first, vertex)) = at.first() else {
            return problem;
        };
        let period = self.period();
        let turn = |(step, at): (u32, u32)| match step.checked_sub(first) {
            Some(past) => (past + 1, at),
            None => (step + period - first + 1, self.symmetry.image(at)),
        };
        problem.start = Some(vertex);
        problem.end = None;
        problem.known.at = at.into_iter().map(turn).collect();
        problem.known.at.sort_unstable();
        problem.known.not_at = self.not_at().iter().copied().map(turn).collect();
        let clues = self.given().clues().iter().copied();
        let moves = clues.filter(|clue| matches!(clue, Clue::Move(_) | Clue::NoMove(_)));
        let at = problem.known.at.iter();
        let at = at.map(|&(step, vertex)| Clue::At { step, vertex });
        let not_at = problem.known.not_at.iter();
        let not_at = not_at.map(|&(step, vertex)| Clue::NotAt { step, vertex });
        problem.known.given = moves.chain(at).chain(not_at).collect();
        problem
    }

    /// The step and the vertex of the period that say that the tour is on `vertex` at `step`.
    pub fn in_period(&self, step: u32, vertex: u32) -> (u32, u32) {
        let period = self.period();
        let turns = (step - 1) / period;
        let vertex = (0..turns).fold(vertex, |vertex, _| self.symmetry.preimage(vertex));
        ((step - 1) % period + 1, vertex)
    }

    /// All images of an edge.
    fn images(&self, [a, b]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
        let images = self.symmetry.orbit(a).zip(self.symmetry.orbit(b));
        images.map(|(a, b)| [a.min(b), a.max(b)])
    }

    /// The moves between the vertices of successive steps.
    fn between_successive_steps(&self) -> Vec<[u32; 2]> {
        let mut at = self.at();
        if let (Kind::Closed, Some(&(1, first))) = (self.kind, at.first()) {
            at.push((self.period() + 1, self.symmetry.image(first)));
        }
        let successive = at.iter().tuple_windows();
        let successive = successive.filter(|((step, a), (next, b))| step + 1 == *next && a != b);
        let edges = successive.flat_map(|((_, a), (_, b))| self.images([*a, *b]));
        edges.collect()
    }
}
