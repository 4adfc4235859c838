//! The candidates for the next vertex of a path, and the clues that restrict them.

use super::{Attempt, Frame, Order, Search};
use knightsat_tour::line::Line;
use rustc_hash::{FxHashMap, FxHashSet};

/// The clues, by step and by vertex.
#[derive(Clone, Debug, Default)]
pub(super) struct GivenSteps {
    /// The step of the first vertex. The search goes forwards from it or, from the last step, back.
    pub begin: u32,
    at: FxHashMap<u32, u32>,
    step_of: FxHashMap<u32, u32>,
    excluded: FxHashSet<(u32, u32)>,
    /// The other ends of required moves.
    required: FxHashMap<u32, Vec<u32>>,
    /// True if two vertices have the same step, or one vertex two steps.
    pub is_contradictory: bool,
}

impl GivenSteps {
    /// Returns the clues; `None` if there are none except ends.
    pub fn new(line: &Line) -> Option<GivenSteps> {
        if !line.is_restricted && line.required.is_empty() {
            return None;
        }
        let mut given = GivenSteps {
            begin: 1,
            ..GivenSteps::default()
        };
        for &(step, vertex, is_there) in &line.units {
            if !is_there {
                given.excluded.insert((step, vertex));
                continue;
            }
            let other = given.at.insert(step, vertex);
            let before = given.step_of.insert(vertex, step);
            given.is_contradictory |= other.is_some_and(|other| other != vertex)
                || before.is_some_and(|before| before != step);
        }
        for &[a, b] in &line.required {
            given.required.entry(a).or_default().push(b);
            given.required.entry(b).or_default().push(a);
        }
        Some(given)
    }

    /// Returns the vertex at which to begin a closed tour with given steps. From now on the first
    /// vertex has the step of that vertex.
    pub fn begin(&mut self) -> Option<u32> {
        let (&step, &vertex) = self.at.iter().min()?;
        self.begin = step;
        Some(vertex)
    }

    /// Returns true if the clues permit a vertex at a step.
    pub fn allows(&self, step: u32, vertex: u32) -> bool {
        let is_there = self.at.get(&step).is_none_or(|&at| at == vertex);
        let is_then = self.step_of.get(&vertex).is_none_or(|&at| at == step);
        is_there && is_then && !self.excluded.contains(&(step, vertex))
    }

    /// Returns true if the moves before and after a vertex include its required ones.
    pub fn allows_between(&self, before: Option<u32>, vertex: u32, after: Option<u32>) -> bool {
        let mut others = self.required.get(&vertex).into_iter().flatten();
        others.all(|&other| [before, after].contains(&Some(other)))
    }
}

impl Search<'_> {
    /// Returns the unvisited neighbour of the head to try next.
    ///
    /// It is computed each time instead of stored. Whenever a vertex is the head again, the same
    /// vertices are visited, so the order is the same.
    pub(super) fn following(&self, head: Frame) -> Option<(Attempt, u32)> {
        let graph = &self.line.graph;
        let is_open = |&vertex: &u32| !self.visited[vertex as usize];
        let neighbours = if self.is_backwards && !self.line.is_cyclic() {
            graph.predecessors(head.vertex)
        } else {
            graph.successors(head.vertex)
        };
        let neighbours = neighbours.iter().copied().enumerate();
        if self.order == Order::Listed {
            let rest = neighbours.skip(head.tried.map_or(0, |(_, place)| place + 1));
            let mut open = rest.filter(|(_, vertex)| is_open(vertex));
            return open.next().map(|(place, vertex)| ((0, place), vertex));
        }
        let open = neighbours.filter(|(_, vertex)| is_open(vertex));
        let turns = open.map(|(place, vertex)| {
            let onward = graph.neighbours(vertex).iter().filter(|v| is_open(v));
            ((onward.count(), place), vertex)
        });
        turns.filter(|&(turn, _)| Some(turn) > head.tried).min()
    }

    /// Returns true if an unvisited vertex may be next. A fixed last vertex comes at the last step
    /// and no earlier, and no other vertex comes then.
    pub(super) fn may_enter(&self, next: u32) -> bool {
        let is_last_step = self.path.len() + 1 == self.period();
        let lone = self.path.last().and_then(|frame| frame.lone);
        let fits = |last: Option<u32>| last.is_none_or(|last| (last == next) == is_last_step);
        // The last step is on the image of the image of … of the last one of the period.
        let last = self.last.map(|end| self.line.image(end));
        fits(last) && fits(lone) && self.fits_given(next) && self.fits_constraints(next)
    }

    /// Returns true if the constraints permit a vertex next.
    fn fits_constraints(&self, next: u32) -> bool {
        self.problem.constraints().all(|constraint| {
            let mut path = self.path.iter().rev().map(|frame| frame.vertex);
            constraint.may_follow(&mut path, next)
        })
    }

    /// Returns true if the clues permit a vertex next. If a period determines a tour, only whole
    /// tours are tested.
    fn fits_given(&self, next: u32) -> bool {
        let Some(given) = &self.given else {
            return true;
        };
        if self.line.is_periodic() {
            return true;
        }
        let (len, place) = (self.line.len(), self.path.len() as u32);
        let step = if self.is_backwards {
            len - place
        } else {
            (given.begin - 1 + place) % len + 1
        };
        if !given.allows(step, next) {
            return false;
        }
        // The start of a closed path can be tested only once the path is whole.
        match self.path[..] {
            [.., before, head] => {
                given.allows_between(Some(before.vertex), head.vertex, Some(next))
            }
            [head] if !self.line.is_cyclic() => given.allows_between(None, head.vertex, Some(next)),
            _ => true,
        }
    }

    /// Returns true if moving from `left` to the frame's vertex leaves an unvisited vertex too few
    /// ways.
    pub(super) fn strands(&self, left: u32, frame: &mut Frame) -> bool {
        let graph = &self.line.graph;
        let is_cyclic = self.line.is_cyclic();
        let start = self.path[0].vertex;
        let is_way = |&&way: &&u32| {
            !self.visited[way as usize] || way == frame.vertex || (is_cyclic && way == start)
        };
        let mut lone = frame.lone;
        for &vertex in graph.neighbours(left) {
            if self.visited[vertex as usize] {
                continue;
            }
            let ways = graph.neighbours(vertex).iter().filter(is_way).count();
            let is_end = !is_cyclic && self.last.or(lone).is_none_or(|end| end == vertex);
            match ways {
                0 => return true,
                1 if is_end => lone = Some(vertex),
                1 => return true,
                _ => {}
            }
        }
        frame.lone = lone;
        false
    }
}
