//! The augmented graph, in which a tour of any kind is a Hamiltonian cycle: the graph of the problem,
//! and for open tours one more vertex, the apex, joined to where the path may end. A closed tour with both
//! ends, and any with required moves, must take some edges.

use super::graph::Graph;
use super::{Kind, Problem};
use knightsat_base::stop::{Stop, Stopped};

/// The problem's graph, perhaps with an apex, and the edges that every tour must take.
#[derive(Clone, Debug)]
pub struct AugmentedGraph<'p> {
    problem: &'p Problem,
    /// Of an open tour, whether the apex is joined to each vertex.
    touches: Option<Vec<bool>>,
    /// In order, each with its smaller end first.
    forced: Vec<[u32; 2]>,
    /// The colours of a balanced two-coloured graph whose apex has one end of each.
    balanced: Option<Vec<bool>>,
}

impl<'p> AugmentedGraph<'p> {
    /// The apex of an open tour is joined to all vertices, or to both ends where they are fixed.
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

    /// The same, but where colours tell the ends of a path, the apex is joined to no others.
    pub fn coloured(problem: &'p Problem) -> Self {
        AugmentedGraph::coloured_within(problem, &Stop::default()).expect("no deadline is set")
    }

    /// The same, unless it is over before the colours are known.
    ///
    /// Where moves change colour, so do the ends of an even number of vertices; those of an odd
    /// number are on the larger class. Resolution cannot count, so the formula is told.
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

    /// The colours of the vertices, if the apex must be joined to one of each.
    pub fn balanced(&self) -> Option<&[bool]> {
        self.balanced.as_deref()
    }

    /// The graph without the apex.
    pub fn graph(&self) -> &'p Graph {
        self.problem.graph()
    }

    /// Number of vertices, the apex, which is the last, included.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    pub fn len(&self) -> u32 {
        self.graph().len() + u32::from(self.touches.is_some())
    }

    /// The apex.
    pub fn apex(&self) -> Option<u32> {
        self.touches.as_ref().map(|_| self.graph().len())
    }

    /// The edges that every tour must take, in order, each with its smaller end first.
    pub fn forced(&self) -> &[[u32; 2]] {
        &self.forced
    }

    /// Whether this edge is a forced one.
    pub fn is_forced(&self, a: u32, b: u32) -> bool {
        self.forced.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    /// The edges of the graph in its order, then those of the apex in order of their other ends.
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

    /// Whether the two vertices are joined.
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        let apex = self.graph().len();
        match (a == apex, b == apex) {
            (false, false) => self.graph().has_edge(a, b),
            (true, true) => false,
            (true, false) => self.touches_apex(b),
            (false, true) => self.touches_apex(a),
        }
    }

    /// Whether the apex, if there is one, is joined to `vertex`.
    pub fn touches_apex(&self, vertex: u32) -> bool {
        (self.touches.as_ref()).is_some_and(|touches| touches[vertex as usize])
    }

    /// Vertices that the apex is joined to, in order.
    pub fn ends(&self) -> Vec<u32> {
        (0..self.graph().len())
            .filter(|&vertex| self.touches_apex(vertex))
            .collect()
    }

    /// The steps of a tour from a Hamiltonian cycle of this graph, given as its vertices in order:
    /// without the apex, turned and directed as the problem wants it.
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
