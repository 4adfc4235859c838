//! The augmented graph, in which a tour of any kind is a Hamiltonian cycle.
//!
//! It is the graph of the problem. For open tours it has one more vertex, the apex, joined to the
//! possible ends of the path. A closed tour with both ends fixed, and any tour with required moves,
//! must take some edges.
//!
//! This is the only place where an open tour becomes a cycle, by [edges](AugmentedGraph::edges) or
//! by [arcs](AugmentedGraph::arcs), and where a [cycle becomes a tour](AugmentedGraph::tour_of).
//! Those who look at edges need no problem. [As a reduction](Reduction) the augmented graph has
//! one, and obeys the law of all reductions.

use crate::fact::Fact;
use crate::given::{Clue, Given};
use crate::graph::Graph;
use crate::reduction::{Reduction, with_carried_rules};
use crate::rule::Atom;
use crate::{Kind, Problem};
use knightsat_base::stop::{Stop, Stopped};
use std::cmp::Ordering;
use std::slice;
use std::sync::OnceLock;

/// The problem's graph, perhaps with an apex, and the edges that every tour must take.
#[derive(Clone, Debug)]
pub struct AugmentedGraph {
    problem: Problem,
    /// For an open tour, true for each vertex that the apex is joined to.
    touches: Option<Vec<bool>>,
    /// The edges that every tour takes, in order, each with its smaller end first.
    forced: Vec<[u32; 2]>,
    /// The colours of a balanced two-coloured graph whose apex has one end of each.
    balanced: Option<Vec<bool>>,
    /// The problem of the cycles, if somebody has asked for it.
    cycles: OnceLock<Problem>,
}

/// Returns the number of ends of an open tour that are not fixed, by their colours, which every
/// move changes.
///
/// With an even number of vertices, the two ends differ in colour. With an odd number, both have
/// the colour of the larger class.
pub(crate) fn free_ends(problem: &Problem, colour: &[bool]) -> [u32; 2] {
    let odd = colour.iter().filter(|&&odd| odd).count();
    let ends = [problem.start(), problem.end()];
    let free = 2 - ends.iter().flatten().count() as u32;
    let fixed = ends[0].or(ends[1]).map(|end| colour[end as usize]);
    match (colour.len() - odd).cmp(&odd) {
        Ordering::Greater => [free, 0],
        Ordering::Less => [0, free],
        Ordering::Equal if free == 2 => [1, 1],
        Ordering::Equal => [true, false].map(|odd| u32::from(free == 1 && fixed == Some(odd))),
    }
}

impl AugmentedGraph {
    /// Returns the augmented graph. The apex of an open tour is joined to all vertices, or to both
    /// ends if they are fixed.
    pub fn new(problem: &Problem) -> Self {
        let (start, end, apex) = (problem.start(), problem.end(), problem.graph().len());
        let forced = match (problem.kind(), start, end) {
            (Kind::Closed, Some(start), Some(end)) => Some([start.min(end), start.max(end)]),
            (Kind::Open, Some(end), None) | (Kind::Open, None, Some(end)) => Some([end, apex]),
            _ => None,
        };
        let mut forced: Vec<[u32; 2]> = problem.required().iter().copied().chain(forced).collect();
        forced.sort_unstable();
        forced.dedup();
        let is_free = start.is_none() || end.is_none();
        let touches = (0..apex).map(|vertex| is_free || [start, end].contains(&Some(vertex)));
        AugmentedGraph {
            problem: problem.clone(),
            touches: (problem.kind() == Kind::Open).then(|| touches.collect()),
            forced,
            balanced: None,
            cycles: OnceLock::new(),
        }
    }

    /// Returns the augmented graph with an apex that is not joined to vertices whose colour
    /// excludes them as ends. Resolution cannot count, so the formula must contain the colours of
    /// the ends.
    pub fn coloured(problem: &Problem, stop: &Stop) -> Result<Self, Stopped> {
        let mut augmented = AugmentedGraph::new(problem);
        let ends = [problem.start(), problem.end()];
        if augmented.touches.is_none() || !ends.contains(&None) {
            return Ok(augmented);
        }
        if let Some(colour) = problem.graph().two_colouring(stop)? {
            let [even, odd] = free_ends(problem, &colour);
            if even == odd {
                augmented.balanced = Some(colour);
                return Ok(augmented);
            }
            let is_end = |(vertex, is_odd)| is_odd == (odd > 0) || ends.contains(&Some(vertex));
            augmented.touches = Some((0..).zip(colour).map(is_end).collect());
        }
        Ok(augmented)
    }

    /// Returns the colours of the vertices, if the apex must be joined to one of each.
    pub fn balanced(&self) -> Option<&[bool]> {
        self.balanced.as_deref()
    }

    /// Returns the graph without the apex.
    pub fn graph(&self) -> &Graph {
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

    /// Returns the edges in order: those of the graph, then those of the apex.
    pub fn sorted_edges(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> = self.graph().edges().collect();
        edges.sort_unstable();
        self.with_apex(edges)
    }

    /// Returns the edge from the last step of a closed tour back to the first, if both are fixed.
    /// The smaller end comes first.
    pub fn returning(&self) -> Option<[u32; 2]> {
        let fixed = self.fixed_arcs().first().copied();
        let arc = fixed.filter(|_| self.apex().is_none());
        arc.map(|[end, start]| [start.min(end), start.max(end)])
    }

    /// Returns the arcs that the ends fix: from the apex to the start, from the end to the apex, or
    /// from the end to the start of a closed tour.
    pub fn fixed_arcs(&self) -> Vec<[u32; 2]> {
        let (start, end) = (self.problem.start(), self.problem.end());
        match self.apex() {
            Some(apex) => {
                let first = start.map(|start| [apex, start]);
                first
                    .into_iter()
                    .chain(end.map(|end| [end, apex]))
                    .collect()
            }
            None => Vec::from_iter(start.zip(end).map(|(start, end)| [end, start])),
        }
    }

    /// Returns the arcs of the graph and those of the apex that the ends permit, by tail, then by
    /// head.
    pub fn arcs(&self) -> Vec<[u32; 2]> {
        let (start, end, last) = (self.problem.start(), self.problem.end(), self.graph().len());
        let not_at = |step, vertex| self.problem.not_at().contains(&(step, vertex));
        let mut arcs: Vec<[u32; 2]> = self.graph().arcs().collect();
        if let Some(apex) = self.apex() {
            for vertex in self.ends() {
                if start.is_none_or(|start| start == vertex) && !not_at(1, vertex) {
                    arcs.push([apex, vertex]);
                }
                if end.is_none_or(|end| end == vertex) && !not_at(last, vertex) {
                    arcs.push([vertex, apex]);
                }
            }
        }
        arcs.sort_unstable();
        arcs
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
        if a.max(b) == apex {
            a != b && self.touches_apex(a.min(b))
        } else {
            self.graph().has_edge(a, b)
        }
    }

    /// Returns true if there is an apex, joined to `vertex`.
    pub fn touches_apex(&self, vertex: u32) -> bool {
        (self.touches.as_ref()).is_some_and(|touches| touches[vertex as usize])
    }

    /// Returns the vertices that the apex is joined to, in order.
    pub fn ends(&self) -> Vec<u32> {
        let vertices = 0..self.graph().len();
        vertices.filter(|&v| self.touches_apex(v)).collect()
    }

    /// Returns the steps of the tour that a Hamiltonian cycle of this graph is, given as its
    /// vertices in order. The steps lack the apex, and begin and run as the problem requires. A
    /// list that is no such cycle yields one that is no tour.
    pub fn tour_of(&self, mut cycle: Vec<u32>) -> Vec<u32> {
        let (start, end) = (self.problem.start(), self.problem.end());
        let at = self.apex().map(|apex| (1, apex));
        let Some((step, vertex)) = at.or(self.problem.anchor()) else {
            return cycle;
        };
        let Some(place) = cycle.iter().position(|&v| v == vertex) else {
            return cycle;
        };
        cycle.rotate_left(place);
        let before = (step as usize - 1) % cycle.len();
        cycle.rotate_right(before);
        if self.apex().is_some() {
            cycle.remove(0);
            let is_other = |end: Option<u32>, vertex| end.is_some_and(|end| end != vertex);
            if is_other(start, cycle[0]) || is_other(end, cycle[cycle.len() - 1]) {
                cycle.reverse();
            }
        } else if start.is_some() && end.is_some_and(|end| cycle[1] == end) {
            cycle[1..].reverse();
        }
        cycle
    }

    /// Returns the problem of the Hamiltonian cycles, which take the forced edges. Rules about
    /// edges remain.
    fn cycles(&self) -> Problem {
        let graph = if self.graph().is_directed() {
            let fixed = self.fixed_arcs();
            let mut arcs = self.arcs();
            arcs.retain(|&[from, to]| !fixed.contains(&[to, from]));
            Graph::from_arc_pairs(self.len(), &arcs)
        } else {
            Graph::from_edges(self.len(), &self.edges())
        };
        let is_there = |&[a, b]: &[u32; 2]| graph.has_edge(a, b);
        if !self.forced.iter().all(is_there) {
            return Problem::cycle(Graph::from_edges(self.len(), &[]));
        }
        let forced = Given::new(self.forced.iter().map(|&edge| Clue::Move(edge)));
        let problem = Problem::cycle(graph).with_given(forced);
        let problem = problem.expect("edges of the graph");
        with_carried_rules(problem, &self.problem, |atom| self.atoms(atom))
    }
}

/// Law: the tour has at least two steps, and a problem with an undirected graph has constraints
/// about edges and ends alone.
impl Reduction for AugmentedGraph {
    fn problems(&self) -> &[Problem] {
        slice::from_ref(self.cycles.get_or_init(|| self.cycles()))
    }

    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        self.tour_of(tours.concat())
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        vec![
            self.apex()
                .into_iter()
                .chain(steps.iter().copied())
                .collect(),
        ]
    }

    fn atoms(&self, atom: &Atom) -> Option<Vec<Atom>> {
        let is_edge = matches!(atom, Atom::Fact(Fact::Edge(_)));
        is_edge.then(|| vec![atom.clone()])
    }
}
