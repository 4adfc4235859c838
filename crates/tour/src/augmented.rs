//! The augmented graph, in which a tour of any kind is a Hamiltonian cycle.
//!
//! It is the graph of the problem. For open tours it has one more vertex, the apex, joined to the
//! possible ends of the path. A closed tour with both ends fixed, and any tour with required moves,
//! must take some edges.

use super::graph::Graph;
use super::{Kind, Problem};
use knightsat_base::stop::{Stop, Stopped};

/// The problem's graph, perhaps with an apex, and the edges that every tour must take.
#[derive(Clone, Debug)]
pub struct AugmentedGraph<'p> {
    problem: &'p Problem,
    /// For an open tour, true for each vertex that the apex is joined to.
    touches: Option<Vec<bool>>,
    /// The edges that every tour takes, in order, each with its smaller end first.
    forced: Vec<[u32; 2]>,
    /// The colours of a balanced two-coloured graph whose apex has one end of each.
    balanced: Option<Vec<bool>>,
}

impl<'p> AugmentedGraph<'p> {
    /// Returns the augmented graph. The apex of an open tour is joined to all vertices, or to both
    /// ends if they are fixed.
    pub fn new(problem: &'p Problem) -> Self {
        let (start, end, apex) = (problem.start(), problem.end(), problem.graph().len());
        let forced = match (problem.kind(), start, end) {
            (Kind::Closed, Some(start), Some(end)) => Some([start.min(end), start.max(end)]),
            (Kind::Open, Some(fixed), None) | (Kind::Open, None, Some(fixed)) => {
                Some([fixed, apex])
            }
            _ => None,
        };
        let mut forced: Vec<[u32; 2]> = problem.required().iter().copied().chain(forced).collect();
        forced.sort_unstable();
        forced.dedup();
        let is_free = start.is_none() || end.is_none();
        let touches = (0..apex).map(|vertex| is_free || [start, end].contains(&Some(vertex)));
        AugmentedGraph {
            problem,
            touches: (problem.kind() == Kind::Open).then(|| touches.collect()),
            forced,
            balanced: None,
        }
    }

    /// Returns the augmented graph with an apex that is not joined to vertices whose colour
    /// excludes them as ends.
    pub fn coloured(problem: &'p Problem) -> Self {
        AugmentedGraph::coloured_within(problem, &Stop::default()).expect("no deadline is set")
    }

    /// Returns the graph of [`AugmentedGraph::coloured`], or an error if time is up before the
    /// colours are known.
    ///
    /// Suppose that every move changes colour. With an even number of vertices, the two ends differ
    /// in colour. With an odd number, both have the colour of the larger class. Resolution cannot
    /// count, so the formula must contain this fact.
    pub fn coloured_within(problem: &'p Problem, stop: &Stop) -> Result<Self, Stopped> {
        let mut augmented = AugmentedGraph::new(problem);
        let ends = [problem.start(), problem.end()];
        if augmented.touches.is_none() || !ends.contains(&None) {
            return Ok(augmented);
        }
        if let Some(colour) = problem.graph().two_colouring_within(stop)? {
            let odd = colour.iter().filter(|&&odd| odd).count();
            let even = colour.len() - odd;
            let fixed = ends[0].or(ends[1]);
            let wanted = match fixed {
                _ if odd != even => odd > even,
                Some(end) => !colour[end as usize],
                None => {
                    augmented.balanced = Some(colour);
                    return Ok(augmented);
                }
            };
            let touches = (0..).zip(colour);
            let touches = touches.map(|(vertex, odd)| odd == wanted || fixed == Some(vertex));
            augmented.touches = Some(touches.collect());
        }
        Ok(augmented)
    }

    /// Returns the colours of the vertices, if the apex must be joined to one of each.
    pub fn balanced(&self) -> Option<&[bool]> {
        self.balanced.as_deref()
    }

    /// Returns the graph without the apex.
    pub fn graph(&self) -> &'p Graph {
        self.problem.graph()
    }

    /// Returns the number of vertices, including the apex, which is the last.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    pub fn len(&self) -> u32 {
        self.graph().len() + u32::from(self.touches.is_some())
    }

    /// Returns the apex.
    pub fn apex(&self) -> Option<u32> {
        self.touches.as_ref().map(|_| self.graph().len())
    }

    /// Returns the edges that every tour must take, in order, each with its smaller end first.
    pub fn forced(&self) -> &[[u32; 2]] {
        &self.forced
    }

    /// Returns true if every tour must take this edge.
    pub fn is_forced(&self, a: u32, b: u32) -> bool {
        self.forced.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    /// Returns the edges of the graph in its order, then those of the apex in order of their other
    /// ends.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        self.with_apex(self.graph().edges().collect())
    }

    /// Adds the edges of the apex to these.
    pub fn with_apex(&self, mut edges: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
        if let Some(apex) = self.apex() {
            edges.extend(self.ends().into_iter().map(|end| [end, apex]));
        }
        edges
    }

    /// Returns true if the two vertices are joined.
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        let apex = self.graph().len();
        match (a == apex, b == apex) {
            (false, false) => self.graph().has_edge(a, b),
            (true, true) => false,
            (true, false) => self.touches_apex(b),
            (false, true) => self.touches_apex(a),
        }
    }

    /// Returns true if there is an apex, joined to `vertex`.
    pub fn touches_apex(&self, vertex: u32) -> bool {
        (self.touches.as_ref()).is_some_and(|touches| touches[vertex as usize])
    }

    /// Returns the vertices that the apex is joined to, in order.
    pub fn ends(&self) -> Vec<u32> {
        (0..self.graph().len())
            .filter(|&vertex| self.touches_apex(vertex))
            .collect()
    }

    /// Returns the steps of a tour from a Hamiltonian cycle of this graph, given as its vertices in
    /// order. The steps lack the apex, and begin and run as the problem requires.
    pub fn steps(&self, mut cycle: Vec<u32>) -> Vec<u32> {
        let problem = self.problem;
        let turn_to = |cycle: &mut Vec<u32>, vertex: u32| {
            let place = cycle.iter().position(|&v| v == vertex).unwrap_or(0);
            cycle.rotate_left(place);
        };
        if let Some(apex) = self.apex() {
            turn_to(&mut cycle, apex);
            cycle.remove(0);
            let (first, last) = (cycle[0], cycle[cycle.len() - 1]);
            if problem.start().is_some_and(|v| v != first)
                || problem.end().is_some_and(|v| v != last)
            {
                cycle.reverse();
            }
            return cycle;
        }
        let given = problem.at().into_iter().find(|_| problem.has_given_steps());
        match (given, problem.start(), problem.end()) {
            (Some((step, vertex)), ..) => {
                turn_to(&mut cycle, vertex);
                cycle.rotate_right(step as usize - 1);
            }
            (None, Some(start), end) => {
                turn_to(&mut cycle, start);
                if end.is_some_and(|end| cycle[1] == end) {
                    cycle[1..].reverse();
                }
            }
            (None, None, Some(end)) => {
                turn_to(&mut cycle, end);
                cycle.rotate_left(1);
            }
            (None, None, None) => {}
        }
        cycle
    }
}
