//! The split graph of a directed graph: undirected, and its Hamiltonian cycles are the tours.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::lower::Lowered;
//! use knightsat_tour::{Kind, Problem};
//!
//! let graph = Graph::try_from_arcs(3, &[[0, 1], [1, 2], [2, 0], [1, 0]])?;
//! let problem = Problem::new(graph, Kind::Closed, None, None)?;
//! let split = Lowered::reasoned(&problem);
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
//! For open tours the directed graph has one more vertex, the [apex](crate::circuit). Arcs lead from
//! it to the vertices where the tour may start, and to it from those where the tour may end.

use crate::graph::{Graph, NONE};
use crate::reduction::Reduction;
use crate::{Circuit, Obstruction, Problem};

/// The name of the apex.
const APEX: &str = "apex";
/// The prefixes of the three names of a vertex.
const SIDES: [&str; 3] = ["in.", "", "out."];

/// The undirected problem equivalent to a directed one.
#[derive(Clone, Debug)]
pub struct Split {
    /// The number of vertices of the directed graph, and of its circuit.
    vertices: u32,
    len: u32,
}

impl Split {
    /// Returns the reduction to the split graph of a problem with this circuit.
    pub(crate) fn new(directed: &Problem, circuit: &Circuit) -> (Split, Problem) {
        let len = circuit.len();
        let triples = (0..len).flat_map(|v| [[3 * v, 3 * v + 1], [3 * v + 1, 3 * v + 2]]);
        let arcs = arcs(directed, circuit)
            .into_iter()
            .map(|[from, to]| [3 * from + 2, 3 * to]);
        let edges: Vec<[u32; 2]> = triples.chain(arcs).collect();
        let vertices = directed.graph().len();
        let problem = Problem::cycle(Graph::from_pairs(3 * len, &edges));
        (Split { vertices, len }, problem)
    }
}

impl Reduction for Split {
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
        middles.map(|v| v / 3).collect()
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let vertices = (self.vertices..self.len).chain(steps.iter().copied());
        let cycle = vertices.flat_map(|v| [3 * v, 3 * v + 1, 3 * v + 2]);
        vec![cycle.collect()]
    }

    fn explain(&self, reason: Obstruction) -> Option<Obstruction> {
        Some(Obstruction::Split {
            reason: Box::new(reason),
            vertices: self.vertices,
        })
    }

    /// `in.5`, `5`, `out.5`.
    fn name(&self, vertex: u32, of: &dyn Fn(u32) -> String) -> String {
        name(self.vertices, vertex, of)
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
fn arcs(problem: &Problem, circuit: &Circuit) -> Vec<[u32; 2]> {
    let graph = problem.graph();
    if circuit.len() < 3 && !circuit.is_trivial() {
        // Two vertices have no closed tour.
        return Vec::new();
    }
    let one_way = |&[a, b]: &[u32; 2]| if graph.has_arc(a, b) { [a, b] } else { [b, a] };
    let moves = problem.required();
    let required = moves.iter().map(one_way);
    // Arcs over long edges are excluded already.
    let all = circuit.fixed_arcs().iter().copied();
    let fixed = all.filter(|&arc| !circuit.is_long(arc));
    // The vertex that must follow each vertex, and the one that must precede it.
    let mut only = [0, 1].map(|_| vec![NONE; circuit.len() as usize]);
    for [from, to] in required.chain(fixed) {
        only[0][from as usize] = to;
        only[1][to as usize] = from;
    }
    let may_be =
        |vertex: u32, side: usize, other: u32| [NONE, other].contains(&only[side][vertex as usize]);
    let mut arcs = circuit.possible_arcs();
    arcs.retain(|&[from, to]| may_be(from, 0, to) && may_be(to, 1, from));
    arcs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use crate::lower::Lowered;

    #[test]
    fn only_what_can_be_said_there_is_split() {
        use crate::given::{Clue, Given};
        let expresses = |problem: &Problem| Lowered::reasoned(problem).by().is_some();
        let both = Graph::try_from_arcs(3, &[[0, 1], [1, 0], [1, 2], [2, 0]]).unwrap();
        let given = |clue| {
            let problem = Problem::new(both.clone(), Kind::Closed, Some(0), None).unwrap();
            problem.with(Given::new([clue])).unwrap()
        };
        assert!(!expresses(&given(Clue::Move([0, 1]))));
        assert!(expresses(&given(Clue::Move([1, 2]))));
        assert!(!expresses(&given(Clue::At { step: 2, vertex: 1 })));
        let edges = Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]);
        assert!(!expresses(&Problem::cycle(edges)));
    }
}
