//! The split graph of a directed graph: undirected, and its Hamiltonian cycles are the tours.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::reduction::Reduction;
//! use knightsat_tour::{Kind, Problem};
//!
//! let graph = Graph::try_from_arcs(3, &[[0, 1], [1, 2], [2, 0], [1, 0]])?;
//! let problem = Problem::new(graph, Kind::Closed, None, None)?;
//! let split = problem.split().unwrap();
//! // 0 is split into 0, 1 and 2, 1 into 3, 4 and 5, 2 into 6, 7 and 8.
//! assert_eq!(split.lift(vec![(0..9).rev().collect()]), [0, 1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Vertex v becomes three vertices, joined one after the other: 3v, 3v + 1 and 3v + 2. Arcs enter
//! the first and leave the last: an arc from v to w is the edge between 3v + 2 and 3w. Vertex 3v +
//! 1 has two edges, so a cycle passes it from 3v to 3v + 2, or back. Then it passes all vertices in
//! that direction (Karp, Reducibility among combinatorial problems, 1972).
//!
//! For open tours the directed graph has one more vertex, the apex. Arcs lead from it to the
//! vertices where the tour may start, and to it from those where the tour may end.

use crate::fact::Fact;
use crate::graph::{Graph, NONE};
use crate::reduction::{Reduction, with_carried_rules};
use crate::rule::Atom;
use crate::table::Demand;
use crate::{AugmentedGraph, Obstruction, Problem};
use std::slice;

/// The name of the apex.
const APEX: &str = "apex";
/// The prefixes of the three names of a vertex.
const SIDES: [&str; 3] = ["in.", "", "out."];

/// The undirected problem equivalent to a directed one.
#[derive(Clone, Debug)]
pub struct Split {
    directed: Problem,
    /// The vertex that joins the ends of an open tour.
    apex: Option<u32>,
    problem: Problem,
}

/// The demands that the split graph cannot express. Such rules are omitted there.
const LOST: [Demand; 6] = [
    Demand::BothWays,
    Demand::Steps,
    Demand::Sums,
    Demand::Symmetry,
    Demand::NoQuotient,
    Demand::Reversal,
];

impl Split {
    /// Returns the split graph of a directed graph. `None` if the graph is undirected, or if the
    /// split graph cannot express the clues: steps, and required moves with arcs both ways.
    pub fn of(problem: &Problem) -> Option<Split> {
        let demands = problem.demands();
        let is_lost = LOST.into_iter().any(|demand| demands.contains(demand));
        let has_split = demands.contains(Demand::OneWay) && !is_lost;
        has_split.then(|| Split::new(problem))
    }

    fn new(directed: &Problem) -> Split {
        let augmented = AugmentedGraph::new(directed);
        let len = augmented.len();
        let triples = (0..len).flat_map(|v| [[3 * v, 3 * v + 1], [3 * v + 1, 3 * v + 2]]);
        let arcs = arcs(directed, &augmented)
            .into_iter()
            .map(|[from, to]| [3 * from + 2, 3 * to]);
        let edges: Vec<[u32; 2]> = triples.chain(arcs).collect();
        let graph = Graph::from_pairs(3 * len, &edges);
        let problem = Problem::cycle(graph);
        let split = Split {
            directed: directed.clone(),
            apex: augmented.apex(),
            problem,
        };
        let atoms = |atom: &Atom| split.edges_of(atom);
        let problem = with_carried_rules(split.problem.clone(), directed, atoms);
        Split { problem, ..split }
    }

    /// Returns the edges of an atom: a tour takes exactly one if it holds, and none otherwise. They
    /// are the arcs between two vertices, or that of an end. Other atoms have none.
    pub(crate) fn edges_of(&self, atom: &Atom) -> Option<Vec<Atom>> {
        let graph = &self.directed.graph;
        let last = graph.len();
        let arcs = match (atom, self.apex) {
            (&Atom::Fact(Fact::Arc { from, to }), _) => vec![[from, to]],
            (Atom::Fact(Fact::Edge(ends)), _) => {
                let [a, b] = **ends;
                vec![[a, b], [b, a]]
            }
            (&Atom::Fact(Fact::At { step: 1, vertex }), Some(apex)) => vec![[apex, vertex]],
            (&Atom::Fact(Fact::At { step, vertex }), Some(apex)) if step == last => {
                vec![[vertex, apex]]
            }
            _ => return None,
        };
        let edge = |[from, to]: [u32; 2]| [3 * from + 2, 3 * to];
        let edges = arcs.into_iter().map(edge);
        let edges = edges.filter(|&[a, b]| self.problem.graph.has_edge(a, b));
        Some(edges.map(|[a, b]| Atom::Fact(Fact::edge(a, b))).collect())
    }

    /// Returns the problem in the split graph: a closed tour without clues, with rules about its
    /// edges. Rules about steps and orders are omitted.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the name of a vertex of the split graph, by those of the directed graph: `in.5`,
    /// `5`, `out.5`.
    pub fn name(&self, vertex: u32, of: impl Fn(u32) -> String) -> String {
        name(self.directed.graph.len(), vertex, of)
    }

    /// Returns a reason in the split graph as one of the directed problem.
    pub fn obstruction(&self, reason: Obstruction) -> Obstruction {
        Obstruction::Split {
            reason: Box::new(reason),
            vertices: self.directed.graph.len(),
        }
    }

    /// Returns the vertex of the split graph of that name.
    pub fn vertex(&self, name: &str, vertex: impl Fn(&str) -> Option<u32>) -> Option<u32> {
        let mut outer = [0, 2].into_iter();
        let side = outer
            .find(|&side| name.starts_with(SIDES[side]))
            .unwrap_or(1);
        let of = match &name[SIDES[side].len()..] {
            APEX => self.apex,
            of => vertex(of),
        };
        Some(3 * of? + side as u32)
    }
}

impl Reduction for Split {
    fn problems(&self) -> &[Problem] {
        slice::from_ref(self.problem())
    }

    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        let mut cycle = tours.concat();
        let middle = cycle
            .iter()
            .position(|v| v % 3 == 1)
            .expect("a tour of the split graph visits every vertex");
        if cycle[(middle + cycle.len() - 1) % cycle.len()] % 3 == 2 {
            cycle.reverse();
        }
        let middles = cycle.into_iter().filter(|v| v % 3 == 1);
        AugmentedGraph::new(&self.directed).tour_of(middles.map(|v| v / 3).collect())
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let apex = AugmentedGraph::new(&self.directed).apex();
        let vertices = apex.into_iter().chain(steps.iter().copied());
        let cycle = vertices.flat_map(|v| [3 * v, 3 * v + 1, 3 * v + 2]);
        vec![cycle.collect()]
    }

    fn explain(&self, reason: Obstruction) -> Option<Obstruction> {
        Some(self.obstruction(reason))
    }

    fn atoms(&self, atom: &Atom) -> Option<Vec<Atom>> {
        self.edges_of(atom)
    }
}

/// Returns the name of a vertex of the split graph of a directed graph with so many vertices.
pub(super) fn name(vertices: u32, vertex: u32, name: impl Fn(u32) -> String) -> String {
    let of = match vertex / 3 {
        apex if apex == vertices => APEX.to_string(),
        of => name(of),
    };
    format!("{}{of}", SIDES[vertex as usize % 3])
}

/// Returns the arcs that a tour may take, with those of the apex. A required move excludes others.
fn arcs(problem: &Problem, augmented: &AugmentedGraph) -> Vec<[u32; 2]> {
    let graph = &problem.graph;
    let is_cycle = augmented.apex().is_none();
    if is_cycle && graph.len() < 3 {
        // Two vertices have no closed tour.
        return Vec::new();
    }
    let one_way = |&[a, b]: &[u32; 2]| if graph.has_arc(a, b) { [a, b] } else { [b, a] };
    let required = problem.required().iter().map(one_way);
    let fixed = augmented.fixed_arcs().into_iter();
    let ends = fixed.filter(|_| is_cycle);
    // The vertex that must follow each vertex, and the one that must precede it.
    let mut only = [0, 1].map(|_| vec![NONE; augmented.len() as usize]);
    for [from, to] in required.chain(ends) {
        only[0][from as usize] = to;
        only[1][to as usize] = from;
    }
    let may_be =
        |vertex: u32, side: usize, other: u32| [NONE, other].contains(&only[side][vertex as usize]);
    let mut arcs = augmented.arcs();
    arcs.retain(|&[from, to]| may_be(from, 0, to) && may_be(to, 1, from));
    arcs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn only_what_can_be_said_there_is_split() {
        use crate::given::{Clue, Given};
        let both = Graph::try_from_arcs(3, &[[0, 1], [1, 0], [1, 2], [2, 0]]).unwrap();
        let given = |clue| {
            let problem = Problem::new(both.clone(), Kind::Closed, Some(0), None).unwrap();
            problem.with_given(Given::new([clue])).unwrap()
        };
        assert!(given(Clue::Move([0, 1])).split().is_none());
        assert!(given(Clue::Move([1, 2])).split().is_some());
        assert!(given(Clue::At { step: 2, vertex: 1 }).split().is_none());
        let edges = Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]);
        assert!(Problem::cycle(edges).split().is_none());
    }
}
