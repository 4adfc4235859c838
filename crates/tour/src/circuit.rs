//! A circuit: the Hamiltonian cycles of a graph, and the edges that all of them take.
//!
//! This is what encodings on arcs and edges, the lazy engine and the frontier method see of a
//! problem, whether its tours are open or closed. Only [`lower`](crate::lower) makes circuits, and
//! leads their cycles back to tours.
//!
//! An open tour is a cycle through one more vertex, the apex, joined to its possible ends. Here it
//! is the *hub*: a vertex that is joined to so many others that [`Circuit::graph`] omits it.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::lower::Lowered;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let lowered = Lowered::as_it_is(&problem);
//! let circuit = lowered.circuit();
//! assert_eq!((circuit.graph().len(), circuit.len()), (12, 13));
//! assert_eq!(circuit.hub(), Some(12));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::Kind;
use crate::Problem;
use crate::given::{Clue, Given};
use crate::graph::Graph;
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use std::cmp::Ordering;
use std::sync::Arc;

/// A graph, perhaps with a hub, and what all its cycles take.
#[derive(Clone, Debug)]
pub struct Circuit {
    graph: Arc<Graph>,
    /// True for each vertex that the hub is joined to, if there is a hub.
    around: Option<Vec<bool>>,
    /// The edges that every cycle takes, in order, each with its smaller end first.
    forced: Vec<[u32; 2]>,
    /// The arcs that every cycle takes one after the other.
    fixed: Vec<[u32; 2]>,
    /// Further arcs of the hub that no cycle takes.
    barred: Vec<[u32; 2]>,
    /// The colours of a graph whose hub has a neighbour of each colour in a cycle.
    balanced: Option<Vec<bool>>,
}

/// Returns the number of ends of an open tour that are not fixed, by their colours, which every
/// move changes.
///
/// With an even number of vertices, the two ends differ in colour. With an odd number, both have
/// the colour of the larger class.
pub(crate) fn free_ends(ends: [Option<u32>; 2], colour: &[bool]) -> [u32; 2] {
    let odd = colour.iter().filter(|&&odd| odd).count();
    let free = 2 - ends.iter().flatten().count() as u32;
    let fixed = ends[0].or(ends[1]).map(|end| colour[end as usize]);
    match (colour.len() - odd).cmp(&odd) {
        Ordering::Greater => [free, 0],
        Ordering::Less => [0, free],
        Ordering::Equal if free == 2 => [1, 1],
        Ordering::Equal => [true, false].map(|odd| u32::from(free == 1 && fixed == Some(odd))),
    }
}

/// Returns the arcs that every tour of a problem takes because its ends are fixed, with the apex.
fn fixed(problem: &Problem) -> Vec<[u32; 2]> {
    let (start, end, apex) = (problem.start(), problem.end(), problem.graph().len());
    match problem.kind() {
        Kind::Open => {
            let arcs = [start.map(|start| [apex, start]), end.map(|end| [end, apex])];
            arcs.into_iter().flatten().collect()
        }
        Kind::Closed => Vec::from_iter(start.zip(end).map(|(start, end)| [end, start])),
    }
}

/// Returns the edges that every tour of a problem takes, in order, each with its smaller end first.
pub(crate) fn forced(problem: &Problem) -> Vec<[u32; 2]> {
    let fixed = fixed(problem);
    // An apex of two neighbours needs no word about its edges.
    let of_ends = fixed.iter().filter(|_| fixed.len() == 1);
    let of_ends = of_ends.map(|&[a, b]| [a.min(b), a.max(b)]);
    let taken = problem.required().iter().copied().chain(of_ends);
    taken.sorted_unstable().dedup().collect()
}

impl Circuit {
    /// Returns the cycles of the tours of a problem. The hub of open tours is joined to all
    /// vertices, or to both ends if they are fixed.
    pub(crate) fn of(problem: &Problem) -> Circuit {
        let (start, end, apex) = (problem.start(), problem.end(), problem.graph().len());
        let is_open = problem.kind() == Kind::Open;
        let excluded = problem.not_at().iter().flat_map(|&(step, vertex)| {
            let first = (step == 1).then_some([apex, vertex]);
            first
                .into_iter()
                .chain((step == apex).then_some([vertex, apex]))
        });
        let is_free = start.and(end).is_none();
        let joined = (0..apex).map(|vertex| is_free || [start, end].contains(&Some(vertex)));
        Circuit {
            graph: problem.shared_graph(),
            around: is_open.then(|| joined.collect()),
            forced: forced(problem),
            fixed: fixed(problem),
            barred: excluded.filter(|_| is_open).collect(),
            balanced: None,
        }
    }

    /// Returns the circuit with a hub that is not joined to vertices whose colour excludes them
    /// next to it. Resolution cannot count, so the formula must contain these colours.
    pub fn coloured(self, stop: &Stop) -> Result<Circuit, Stopped> {
        if self.hub().is_none() || self.fixed.len() == 2 {
            return Ok(self);
        }
        let Some(colour) = self.graph.two_colouring(stop)? else {
            return Ok(self);
        };
        let ends = self.fixed_ends();
        let [even, odd] = free_ends(ends, &colour);
        if even == odd {
            let balanced = Some(colour);
            return Ok(Circuit { balanced, ..self });
        }
        let is_end = |(vertex, is_odd)| is_odd == (odd > 0) || ends.contains(&Some(vertex));
        let around = Some((0..).zip(colour).map(is_end).collect());
        Ok(Circuit { around, ..self })
    }

    /// Returns the circuit without these edges, which are none of the hub.
    pub(crate) fn without_edges(&self, edges: &[[u32; 2]]) -> Circuit {
        Circuit {
            graph: self.graph.without_edges(edges).into(),
            ..self.clone()
        }
    }

    /// Returns the number of edges that a cycle takes at a vertex besides the fixed arcs.
    pub(crate) fn unfixed(&self, vertex: u32) -> u32 {
        2 - self
            .fixed
            .iter()
            .filter(|arc| arc.contains(&vertex))
            .count() as u32
    }

    /// Returns the most paths that remain of a cycle without these vertices and the hub.
    pub(crate) fn most_paths(&self, removed: &[u32]) -> u32 {
        let ends = self.fixed_ends();
        let ends = ends.iter().flatten().filter(|end| removed.contains(end));
        removed.len() as u32 + u32::from(self.hub().is_some()) - ends.count() as u32
    }

    /// Returns the vertices after and before the hub, as far as they are fixed.
    pub(crate) fn fixed_ends(&self) -> [Option<u32>; 2] {
        [0, 1].map(|side| {
            let mut arcs = self.fixed.iter();
            Some(arcs.find(|arc| Some(arc[side]) == self.hub())?[1 - side])
        })
    }

    /// Returns the hub and the colours of the vertices, if it must be joined to one of each colour.
    pub fn balanced(&self) -> Option<(u32, &[bool])> {
        self.hub().zip(self.balanced.as_deref())
    }

    /// Returns the graph without the hub.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the graph without the hub, shared.
    pub(crate) fn shared_graph(&self) -> Arc<Graph> {
        self.graph.clone()
    }

    /// Returns the number of vertices. The hub is the last.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    pub fn len(&self) -> u32 {
        self.graph.len() + u32::from(self.around.is_some())
    }

    /// Returns the hub.
    pub fn hub(&self) -> Option<u32> {
        self.around.as_ref().map(|_| self.graph.len())
    }

    /// Returns true for the cycle of the hub and one vertex, which takes an edge twice.
    pub fn is_trivial(&self) -> bool {
        self.hub() == Some(1)
    }

    /// Returns true if the edges of a cycle do not determine the direction of its tour, apart from
    /// a tour from one vertex all the way round to it.
    pub fn is_either_way(&self) -> bool {
        self.hub().is_none() || self.fixed.is_empty() && !self.is_trivial()
    }

    /// Returns the number of tours that a cycle is: two if it may be followed either way from the
    /// hub.
    pub fn tours(&self) -> u32 {
        1 + u32::from(self.hub().is_some() && self.is_either_way())
    }

    /// Returns the arc of the hub that a cycle takes if and only if its tour is on a vertex at this
    /// step: the first or the last. Returns `None` for other steps.
    pub fn arc_at(&self, step: u32, vertex: u32) -> Option<[u32; 2]> {
        let hub = self.hub()?;
        match step {
            1 => Some([hub, vertex]),
            step if step == hub => Some([vertex, hub]),
            _ => None,
        }
    }

    /// Returns the edges that every cycle takes, in order, each with its smaller end first.
    pub fn forced(&self) -> &[[u32; 2]] {
        &self.forced
    }

    /// Returns true if every cycle takes this edge.
    pub fn is_forced(&self, a: u32, b: u32) -> bool {
        self.forced.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    /// Returns the edges of the graph in its order, then those of the hub in order of their other
    /// ends.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        self.with_hub(self.graph.edges().collect())
    }

    /// Returns the edges in order: those of the graph, then those of the hub.
    pub fn sorted_edges(&self) -> Vec<[u32; 2]> {
        self.with_hub(self.graph.edges().sorted_unstable().collect())
    }

    /// Adds the edges of the hub to these.
    pub fn with_hub(&self, mut edges: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
        if let Some(hub) = self.hub() {
            edges.extend(self.ends().into_iter().map(|end| [end, hub]));
        }
        edges
    }

    /// Returns the arcs that every cycle takes, if its direction is fixed.
    pub fn fixed_arcs(&self) -> &[[u32; 2]] {
        &self.fixed
    }

    /// Returns the arcs of the graph and those of the hub that the ends permit, by tail, then by
    /// head.
    pub fn arcs(&self) -> Vec<[u32; 2]> {
        let mut arcs: Vec<[u32; 2]> = self.graph.arcs().collect();
        let fits = |[from, to]: [u32; 2]| {
            let is_rival = |fixed: &[u32; 2]| (from == fixed[0]) != (to == fixed[1]);
            !self.fixed.iter().any(is_rival) && !self.barred.contains(&[from, to])
        };
        if let Some(hub) = self.hub() {
            for end in self.ends() {
                arcs.extend(
                    [[hub, end], [end, hub]]
                        .into_iter()
                        .filter(|&arc| fits(arc)),
                );
            }
        }
        arcs.sort_unstable();
        arcs
    }

    /// Returns true if the two vertices are joined.
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        if Some(a.max(b)) == self.hub() {
            a != b && self.touches_hub(a.min(b))
        } else {
            self.graph.has_edge(a, b)
        }
    }

    /// Returns true if there is a hub, joined to `vertex`.
    pub fn touches_hub(&self, vertex: u32) -> bool {
        (self.around.as_ref()).is_some_and(|around| around[vertex as usize])
    }

    /// Returns the vertices that the hub is joined to, in order.
    pub fn ends(&self) -> Vec<u32> {
        let vertices = 0..self.graph.len();
        vertices.filter(|&v| self.touches_hub(v)).collect()
    }

    /// Returns the side of a cut that lacks the hub, increasing, given either side: both have the
    /// same cut.
    pub fn side_without_hub(&self, side: &[u32]) -> Vec<u32> {
        let side = side.iter().copied().sorted_unstable().collect_vec();
        if self.hub().is_some() && self.hub() == side.last().copied() {
            let is_other = |v: &u32| side.binary_search(v).is_err();
            return (0..self.len()).filter(is_other).collect();
        }
        side
    }

    /// Returns the cycle that a tour is, given by its steps.
    pub fn trace(&self, steps: &[u32]) -> Vec<u32> {
        steps.iter().copied().chain(self.hub()).collect()
    }

    /// Returns the problem of the cycles, in whose graph the hub is a vertex as all others.
    pub fn problem(&self) -> Problem {
        let graph = if self.graph.is_directed() {
            let mut arcs = self.arcs();
            arcs.retain(|&[from, to]| !self.fixed.contains(&[to, from]));
            Graph::from_arc_pairs(self.len(), &arcs)
        } else {
            Graph::from_edges(self.len(), &self.edges())
        };
        let is_there = |&[a, b]: &[u32; 2]| graph.has_edge(a, b);
        if !self.forced.iter().all(is_there) {
            return Problem::cycle(Graph::from_edges(self.len(), &[]));
        }
        let taken = Given::new(self.forced.iter().map(|&edge| Clue::Move(edge)));
        let problem = Problem::cycle(graph).with_given(taken);
        problem.expect("edges of the graph")
    }
}

/// Returns the steps of the tour of a problem that a cycle is, given as its vertices in order. They
/// lack the apex, and begin and run as the problem requires. A list that is no such cycle yields
/// one that is no tour.
pub(crate) fn tour_of(problem: &Problem, mut cycle: Vec<u32>) -> Vec<u32> {
    let (start, end, apex) = (problem.start(), problem.end(), problem.graph().len());
    let is_open = problem.kind() == Kind::Open;
    let at = is_open.then_some((1, apex));
    let Some((step, vertex)) = at.or_else(|| problem.anchor()) else {
        return cycle;
    };
    let Some(place) = cycle.iter().position(|&v| v == vertex) else {
        return cycle;
    };
    cycle.rotate_left(place);
    let before = (step as usize - 1) % cycle.len();
    cycle.rotate_right(before);
    if is_open {
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
