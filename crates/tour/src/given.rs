//! Clues: moves that a tour takes or does not take, and vertices at which it is or is not at a
//! step. Its ends are no clues.
//!
//! Forbidden moves are no edges of the problem's graph. Users of a problem must honour the other
//! clues: [`Problem::required`], [`Problem::at`] and [`Problem::not_at`] return them.
//!
//! A closed tour has no first step unless a clue fixes one. With a vertex at a step it is a
//! numbering, whose steps are its numbers. A tour and its reverse are then two numberings. Usually
//! only one of them has the vertex of another given step there. So they are counted as numberings.
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

/// One clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clue {
    /// The tour moves from one of these vertices to the other, in either direction.
    Move([u32; 2]),
    /// The tour does not move between these vertices.
    NoMove([u32; 2]),
    /// The tour is on a vertex at a step, from 1.
    At {
        /// The step.
        step: u32,
        /// The vertex.
        vertex: u32,
    },
    /// The tour is not on a vertex at a step.
    NotAt {
        /// The step.
        step: u32,
        /// The vertex.
        vertex: u32,
    },
}

impl Clue {
    /// Returns the clue in the written form: the smaller vertex of a move first.
    fn sorted(self) -> Clue {
        match self {
            Clue::Move([a, b]) => Clue::Move([a.min(b), a.max(b)]),
            Clue::NoMove([a, b]) => Clue::NoMove([a.min(b), a.max(b)]),
            at => at,
        }
    }

    /// Returns the clue in words; `name` writes a vertex.
    pub fn explain(self, name: impl Fn(u32) -> String) -> String {
        match self {
            Clue::Move([a, b]) => format!("the move {}-{}", name(a), name(b)),
            Clue::NoMove([a, b]) => format!("no move {}-{}", name(a), name(b)),
            Clue::At { step, vertex } => format!("{} at step {step}", name(vertex)),
            Clue::NotAt { step, vertex } => format!("not {} at step {step}", name(vertex)),
        }
    }
}

/// A set of clues: each clue once, moves before steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Given(Vec<Clue>);

impl Given {
    /// Returns these clues, which may come in any order.
    pub fn new(clues: impl IntoIterator<Item = Clue>) -> Given {
        let clues = clues.into_iter().map(Clue::sorted);
        Given(clues.sorted_unstable().dedup().collect())
    }

    /// Returns the clues.
    pub fn clues(&self) -> &[Clue] {
        &self.0
    }

    /// Returns true if there are no clues.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The clues as a problem stores them: one for all images under its symmetry.
#[derive(Clone, Debug, Default)]
pub(super) struct StoredClues {
    given: Given,
    required: Vec<[u32; 2]>,
    at: Vec<(u32, u32)>,
    not_at: Vec<(u32, u32)>,
}

impl Problem {
    /// Returns the problem with clues besides its ends; with a symmetry the tour has all their
    /// images, too. A vertex at the first or at the last step is the start or the end, even if the
    /// problem has that end already. Any other clue about steps makes the tour a numbering, even if
    /// other clues imply it.
    ///
    /// Fails if a move is no edge of the graph, or if a step is beyond the last. Fails also if a
    /// vertex is kept from a step of a closed tour without a first step. Contradictory clues are no
    /// failure, but make a problem without a tour.
    ///
    /// # Panics
    /// If the problem has clues already, or a vertex is not one of the graph.
    pub fn with_given(mut self, given: Given) -> Result<Problem, ProblemError> {
        assert!(self.known.given.is_empty(), "given twice");
        let last = self.graph.len();
        let (mut required, mut forbidden) = (Vec::new(), Vec::new());
        for &clue in given.clues() {
            match clue {
                Clue::Move([a, b]) | Clue::NoMove([a, b]) if !self.graph.has_edge(a, b) => {
                    return Err(ProblemError::NoMove(a, b));
                }
                Clue::Move(edge) => required.extend(self.images(edge)),
                Clue::NoMove(edge) => forbidden.extend(self.images(edge)),
                Clue::At { step, .. } | Clue::NotAt { step, .. } if step == 0 || step > last => {
                    return Err(ProblemError::NoStep { step, steps: last });
                }
                Clue::At { step, vertex } => self.fix_end(step, vertex),
                Clue::NotAt { .. } => {}
            }
        }
        self.known.given = given;
        self.place_clues();
        let mut problem = self.in_its_directions();
        if !forbidden.is_empty() {
            problem.graph = problem.graph.without_edges(&forbidden).into();
        }
        // Start and end alone need no entry.
        if problem.has_given_steps() {
            required.extend(problem.between_successive_steps());
        }
        required.sort_unstable();
        required.dedup();
        problem.known.required = required;
        problem.with_first_step()
    }

    /// Returns the problem, or an error if a closed tour has no first step, and clues or rules need
    /// one.
    pub(super) fn with_first_step(self) -> Result<Problem, ProblemError> {
        let has_steps = self.has_given_steps() || self.has_direction();
        let is_begun = self.kind == Kind::Open || self.is_magic() || !self.at().is_empty();
        if has_steps && !is_begun {
            Err(ProblemError::NoFirstStep)
        } else {
            Ok(self)
        }
    }

    /// Sets the start or the end, if `step` is the first or the last and nothing else is there.
    fn fix_end(&mut self, step: u32, vertex: u32) {
        assert!(vertex < self.graph.len(), "no vertex {vertex}");
        if step == 1 {
            self.start = self.start.or(Some(vertex));
        } else if step == self.graph.len() {
            self.end = self.end.or(Some(vertex));
        }
    }

    /// Turns the clues about steps back to the first period, except those that repeat an end.
    pub(super) fn place_clues(&mut self) {
        let last = self.graph.len();
        let (mut at, mut not_at) = (Vec::new(), Vec::new());
        for &clue in self.known.given.clues() {
            match clue {
                Clue::At { step: 1, vertex } if self.start == Some(vertex) => {}
                Clue::At { step, vertex } if step == last && self.end == Some(vertex) => {}
                Clue::At { step, vertex } => at.push(self.in_period(step, vertex)),
                Clue::NotAt { step, vertex } => not_at.push(self.in_period(step, vertex)),
                Clue::Move(_) | Clue::NoMove(_) => {}
            }
        }
        (self.known.at, self.known.not_at) = (at, not_at);
    }

    /// Returns the clues besides the ends, unchanged.
    pub fn given(&self) -> &Given {
        &self.known.given
    }

    /// Returns all clues, with a fixed start and end as vertices at the first and the last step.
    pub fn clues(&self) -> Given {
        let last = self.graph.len();
        let start = self.start.map(|vertex| Clue::At { step: 1, vertex });
        let end = self.end.map(|vertex| Clue::At { step: last, vertex });
        let given = self.given().clues().iter().copied();
        Given::new(start.into_iter().chain(end).chain(given))
    }

    /// Returns the edges that the tour must take, in order, each with its smaller end first. These
    /// are the required moves and the moves between the vertices of two successive steps. Without a
    /// tour one of them may be no edge of the graph.
    pub fn required(&self) -> &[[u32; 2]] {
        &self.known.required
    }

    /// Returns the steps that have a given vertex, 1…[`Problem::period`], with the vertex, by step.
    /// Start and end are among them.
    pub fn at(&self) -> Vec<(u32, u32)> {
        let last = self.graph.len();
        let start = self.start.map(|start| (1, start));
        let end = self.end.map(|end| self.in_period(last, end));
        let ends = start.into_iter().chain(end);
        let all = ends.chain(self.known.at.iter().copied());
        all.sorted_unstable().dedup().collect()
    }

    /// Returns the first step with a given vertex, and that vertex. Start and end are among them.
    /// It is a step of the tour, not of its first period, so it holds whichever way a symmetry
    /// leads along the tour.
    pub fn anchor(&self) -> Option<(u32, u32)> {
        let clues = self.given().clues().iter();
        let given = clues.filter_map(|&clue| match clue {
            Clue::At { step, vertex } => Some((step, vertex)),
            _ => None,
        });
        let start = self.start.map(|start| (1, start));
        let end = self.end.map(|end| (self.graph.len(), end));
        start.into_iter().chain(end).chain(given).min()
    }

    /// Returns the steps of the period at which the tour is not on a vertex, with that vertex.
    pub fn not_at(&self) -> &[(u32, u32)] {
        &self.known.not_at
    }

    /// Returns true if clues restrict steps besides those of start and end. Then a closed tour is a
    /// numbering, and a tour and its reverse differ.
    pub fn has_given_steps(&self) -> bool {
        !self.known.at.is_empty() || !self.known.not_at.is_empty()
    }

    /// Returns true if clues prescribe the vertex of a step besides those of start and end.
    pub fn has_given_inner_steps(&self) -> bool {
        !self.known.at.is_empty()
    }

    /// Returns true if a tour differs from its reverse, and a closed tour from its rotations. The
    /// cause is given steps or [rules](super::rule), or, for a closed tour, the
    /// [sums](super::magic) of steps.
    pub fn is_numbered(&self) -> bool {
        let has_steps = self.has_given_steps() || self.has_direction();
        has_steps || self.kind == Kind::Closed && self.is_magic()
    }

    /// Returns true if a tour may be listed from any of its vertices: a closed one without ends that
    /// is not [numbered](Problem::is_numbered).
    pub fn begins_anywhere(&self) -> bool {
        let has_ends = self.start.is_some() || self.end.is_some();
        self.kind == Kind::Closed && !has_ends && !self.is_numbered()
    }

    /// Returns true if the reverse of a tour is no tour, or another one, whatever the ends. This
    /// holds in a directed graph, and if tours are [numbered](Problem::is_numbered).
    pub fn has_one_way(&self) -> bool {
        self.is_numbered() || self.graph.is_directed()
    }

    /// Returns the problem for encodings that do not fix the start of a closed tour. It begins on a
    /// vertex with a given step, or anywhere if only one end is given. Open tours keep their start.
    pub fn begun_anywhere(&self) -> Problem {
        let mut problem = self.clone();
        let has_steps = self.has_given_steps() || self.has_direction();
        let is_kept = self.kind == Kind::Open || !has_steps && self.start.and(self.end).is_some();
        if is_kept {
            return problem;
        }
        (problem.start, problem.end) = (None, None);
        let at = self.at();
        let Some(&(first, vertex)) = at.first().filter(|_| has_steps) else {
            return problem;
        };
        let period = self.period();
        let turn = |(step, at): (u32, u32)| match step.checked_sub(first) {
            Some(past) => (past + 1, at),
            None => (step + period - first + 1, self.symmetry.image(at)),
        };
        problem.start = Some(vertex);
        let known = &mut problem.known;
        known.at = at.into_iter().map(turn).sorted_unstable().collect();
        known.not_at = self.not_at().iter().copied().map(turn).collect();
        let clues = self.given().clues().iter().copied();
        let moves = clues.filter(|clue| matches!(clue, Clue::Move(_) | Clue::NoMove(_)));
        let at = (known.at.iter()).map(|&(step, vertex)| Clue::At { step, vertex });
        let not_at = (known.not_at.iter()).map(|&(step, vertex)| Clue::NotAt { step, vertex });
        known.given = Given::new(moves.chain(at).chain(not_at));
        problem
    }

    /// Returns the step and the vertex of the period that mean that the tour is on `vertex` at
    /// `step`.
    pub fn in_period(&self, step: u32, vertex: u32) -> (u32, u32) {
        let period = self.period();
        let turns = (step - 1) / period;
        let vertex = (0..turns).fold(vertex, |vertex, _| self.symmetry.preimage(vertex));
        ((step - 1) % period + 1, vertex)
    }

    /// Returns all images of an edge.
    fn images(&self, [a, b]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
        let images = self.turn.orbit(a).zip(self.turn.orbit(b));
        images.map(|(a, b)| [a.min(b), a.max(b)])
    }

    /// Returns the moves between the vertices of successive steps.
    fn between_successive_steps(&self) -> Vec<[u32; 2]> {
        let mut at = self.at();
        if let (Kind::Closed, Some(&(1, first))) = (self.kind, at.first()) {
            at.push((self.period() + 1, self.symmetry.image(first)));
        }
        let successive = at
            .iter()
            .tuple_windows()
            .filter(|((step, a), (next, b))| step + 1 == *next && a != b);
        let edges = successive.flat_map(|((_, a), (_, b))| self.images([*a, *b]));
        edges.collect()
    }
}
