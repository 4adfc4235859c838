//! A tour as a line of steps: a vertex at each step. This is what encodings by position see of a
//! problem.
//!
//! A [`Line`] knows which step follows which, on which vertices a step can be, and which vertices
//! are given or excluded. It does not know where this comes from. For example, the first step
//! follows the last one of a closed tour, there turned by the symmetry.
//! [Preparation](crate::prepare) prunes it.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::lower::Lowered;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, Some(0), None)?;
//! let line = Lowered::as_it_is(&problem).line();
//! assert_eq!((line.period(), line.after(12, 0)), (12, None));
//! assert_eq!(line.units, [(1, 0, true)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Window`] contains the steps at which a vertex may be visited.
//!
//! ```
//! use knightsat_tour::line::Window;
//!
//! let window = Window { from: 2, to: 6, stride: 2 };
//! assert_eq!(window.len(), 3);
//! assert!(window.contains(4) && !window.contains(3));
//! ```

mod steps;

use crate::given::{Clue, Given};
use crate::graph::{Coordinates, Graph};
use crate::magic::{EqualSums, StepSum};
use crate::succession::Succession;
use crate::symmetry::Symmetry;
use crate::{Kind, OneWay, Problem, Rule};
use itertools::Itertools;
use std::sync::Arc;

/// A step, from 1, and a vertex.
pub type StepVertex = (u32, u32);

/// Steps from, from + stride, …, to; none if `from` is beyond `to`. The stride is 1 or 2, and the
/// same for all vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The first step, from 1.
    pub from: u32,
    /// The last step.
    pub to: u32,
    /// The difference of successive steps.
    pub stride: u32,
}

impl Window {
    /// No steps.
    pub(crate) const NONE: Window = Window::new(1, 0);

    /// Returns all steps from `from` to `to`.
    pub const fn new(from: u32, to: u32) -> Window {
        let stride = 1;
        Window { from, to, stride }
    }

    /// Returns the number of steps.
    pub fn len(self) -> u32 {
        if self.is_empty() {
            0
        } else {
            (self.to - self.from) / self.stride + 1
        }
    }

    /// Returns true if there are no steps.
    pub fn is_empty(self) -> bool {
        self.from > self.to
    }

    /// Returns true if `step` is one of the steps.
    pub fn contains(self, step: u32) -> bool {
        (self.from..=self.to).contains(&step) && (step - self.from).is_multiple_of(self.stride)
    }

    /// Returns the window without `step`, which is not strictly inside; `None` if no step remains.
    pub fn excluding(mut self, step: u32) -> Option<Window> {
        if self.from == step {
            self.from += self.stride;
        } else if self.to == step {
            self.to = self.to.saturating_sub(self.stride);
        }
        (self.from <= self.to).then_some(self)
    }

    /// Returns the first and the last step that this window shares with another of the same stride.
    pub fn meet(self, from: u32, to: u32) -> Option<(u32, u32)> {
        let (first, last) = (self.from.max(from), self.to.min(to));
        let in_step = self.from % self.stride == from % self.stride;
        (in_step && first <= last).then_some((first, last))
    }

    /// Keeps steps from `from` to `to`.
    pub(crate) fn keep(&mut self, from: u32, to: u32) {
        self.from = self.from.max(from);
        self.to = self.to.min(to);
    }

    /// Returns true if a step of this window is followed by one of the other, without a move from
    /// the last of all steps to the first.
    pub(crate) fn leads_to(self, other: Window) -> bool {
        let after = other.meet(self.from + 1, self.to + 1);
        !self.is_empty() && after.is_some()
    }
}

/// The vertices of a graph at successive steps.
#[derive(Clone, Debug)]
pub struct Line {
    /// The graph; once prepared, without the edges that no tour takes.
    pub graph: Arc<Graph>,
    /// The places of the vertices on a grid, if they have any.
    pub coordinates: Option<Arc<Coordinates>>,
    /// The order of all steps.
    pub succession: Succession,
    /// The map of vertices at the seam, where the first step of a period follows the last one of
    /// the period before. It is trivial if there is one period. `None` if no step follows the last
    /// one.
    seam: Option<Symmetry>,
    /// The map that leads each vertex to that of a part of the steps later, one by its order, or
    /// always to that of a part earlier; `None` without such a condition.
    pub either_way: Option<Symmetry>,
    /// The vertices of the first and of the last of all steps, if they are known. Once prepared, a
    /// closed tour that may begin anywhere begins on the first vertex of least degree.
    pub ends: [Option<u32>; 2],
    /// The steps of the period with their given vertices; none if only the ends have one.
    pub given: Vec<StepVertex>,
    /// The steps of the period with vertices that they exclude.
    pub excluded: Vec<StepVertex>,
    /// The clues about steps, the ends first: a step of all, a vertex, and whether it is there.
    pub units: Vec<(u32, u32, bool)>,
    /// The edges between vertices of successive steps, the smaller end first.
    pub required: Vec<[u32; 2]>,
    /// The vertices whose steps have given sums.
    pub sums: Vec<StepSum>,
    /// True if vertices are given at or excluded from steps other than the ends.
    pub is_restricted: bool,
    pub(crate) is_one_way: bool,
    /// True if a tour may be listed from any of its vertices.
    pub begins_anywhere: bool,
    /// Once prepared, the steps of the period at which the tour may be on each vertex; empty if
    /// there is no tour. With a symmetry a tour is on one vertex of each orbit during these.
    pub windows: Option<Vec<Window>>,
    /// True for each vertex that can be an end; empty if there are none, or nothing is known.
    pub(crate) can_end: Vec<bool>,
    /// The edges that every tour takes, as far as preparation finds them: the smaller end first, in
    /// order.
    pub forced: Vec<[u32; 2]>,
    /// True if preparation finds that no tour can exist.
    pub is_contradictory: bool,
    /// True if only one of a tour and its reverse remains, although both are tours.
    pub is_one_direction: bool,
    /// True if clauses must choose between a tour and its reverse, since the windows do not.
    pub is_one_direction_due: bool,
}

impl Line {
    /// Returns the line of the tours of a problem, without preparation.
    pub(crate) fn new(problem: &Problem) -> Line {
        let ends = problem.fixed_ends();
        let ends_at = ends.map(|(step, vertex)| (step, vertex, true));
        let given = problem.get().into_iter().flat_map(Given::clues);
        let clues = given.filter_map(|&clue| match clue {
            Clue::At { step, vertex } => Some((step, vertex, true)),
            Clue::NotAt { step, vertex } => Some((step, vertex, false)),
            Clue::Move(_) | Clue::NoMove(_) => None,
        });
        let sums: Option<&EqualSums> = problem.get();
        let lines = sums.into_iter().flat_map(EqualSums::lines);
        let (twist, turn) = (problem.symmetry(), problem.get::<Symmetry>());
        let line = Line {
            graph: problem.graph().clone(),
            coordinates: problem.coordinates().cloned(),
            succession: Succession::of(problem),
            either_way: turn.filter(|turn| turn.order() != twist.order()).cloned(),
            seam: (problem.kind() == Kind::Closed).then_some(twist),
            ends: [problem.start(), problem.end()],
            given: Vec::new(),
            excluded: Vec::new(),
            units: ends_at.chain(clues).collect(),
            required: problem.required(),
            sums: lines.cloned().collect(),
            is_restricted: problem.has_given_steps(),
            is_one_way: problem.has_one_way(),
            begins_anywhere: problem.begins_anywhere(),
            windows: None,
            can_end: Vec::new(),
            forced: Vec::new(),
            is_contradictory: false,
            is_one_direction: false,
            is_one_direction_due: false,
        };
        line.with_given_in_period()
    }

    /// Returns the line of the same tours for encodings that do not fix the start of a closed one.
    /// It begins on the first vertex with a given step, or anywhere if only one end is given.
    pub(crate) fn begun_anywhere(problem: &Problem) -> Line {
        let mut line = Line::new(problem);
        let is_directed = || problem.rules().iter().any(Rule::is_directed);
        let has_direction = problem.get::<OneWay>().is_some() || is_directed();
        let has_steps = line.is_restricted || has_direction;
        let given = line.units.iter().filter(|&&(.., is_there)| is_there);
        let given = given
            .map(|&(step, vertex, _)| (step, vertex))
            .sorted_unstable()
            .dedup();
        let given = given.collect_vec();
        if !line.is_cyclic() || !has_steps && line.ends.iter().all(Option::is_some) {
            return line;
        }
        let first = given.first().copied().filter(|_| has_steps);
        line.ends = [first.map(|(_, vertex)| vertex), None];
        line.begins_anywhere = first.is_none();
        let Some((first, _)) = first else {
            return line;
        };
        let len = line.len();
        let turn = |(step, vertex): StepVertex| ((step + len - first) % len + 1, vertex);
        line.given = given.into_iter().map(turn).sorted_unstable().collect();
        line.excluded = line.excluded.into_iter().map(turn).collect();
        line.is_restricted = true;
        line
    }

    /// Turns clues about single steps back to the first period.
    fn with_given_in_period(self) -> Line {
        let all = self.units.iter();
        let units = all.filter(|_| self.is_restricted);
        let placed =
            units.map(|&(step, vertex, is_there)| (self.in_period(step, vertex), is_there));
        let (mut given, mut excluded) = (Vec::new(), Vec::new());
        for (place, is_there) in placed {
            if is_there { &mut given } else { &mut excluded }.push(place);
        }
        given.sort_unstable();
        given.dedup();
        Line {
            given,
            excluded,
            ..self
        }
    }

    /// Returns the number of all steps, which is that of the vertices.
    #[expect(clippy::len_without_is_empty, reason = "every graph has a vertex")]
    pub fn len(&self) -> u32 {
        self.graph.len()
    }

    /// Returns the number of steps that determine the others.
    pub fn period(&self) -> u32 {
        self.len() / self.twist().order()
    }

    fn twist(&self) -> &Symmetry {
        self.seam.as_ref().unwrap_or(&Symmetry::TRIVIAL)
    }

    /// Returns true if there are more steps than those of a period.
    pub fn is_periodic(&self) -> bool {
        self.twist().order() > 1
    }

    /// Returns this vertex, that of one period later, and so on.
    pub fn orbit(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.twist().orbit(vertex)
    }

    /// Returns the step and the vertex of the first period that determine a vertex at a step.
    pub fn in_period(&self, step: u32, vertex: u32) -> StepVertex {
        self.twist().in_period(self.period(), step, vertex)
    }

    /// Returns true if there is a step after every step.
    pub fn is_cyclic(&self) -> bool {
        self.seam.is_some()
    }

    /// Returns true if the tour may be on `vertex` at `step`, one of all steps.
    pub fn allows(&self, step: u32, vertex: u32) -> bool {
        self.windows.as_ref().is_none_or(|windows| {
            let (step, vertex) = self.in_period(step, vertex);
            windows[vertex as usize].contains(step)
        })
    }
}
