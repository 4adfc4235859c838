//! Gadgets that force edges, fragments in place of vertices, graphs in a chain.

use crate::tetrahedron;
use knightsat_tour::graph::Graph;
use std::collections::BTreeSet;

/// What an edge is replaced by, so that every Hamiltonian cycle takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// A vertex of degree two.
    Subdivision,
    /// Four vertices, all pairs but the outer two joined: everything stays cubic (Eppstein, The
    /// traveling salesman problem for cubic graphs, WADS 2003).
    Diamond,
}

/// The graph with each of these edges replaced by a path that every Hamiltonian cycle must take.
///
/// # Panics
/// If one of them is no edge, or listed twice.
pub fn force(graph: &Graph, forced: &[[u32; 2]], link: Link) -> Graph {
    let mut edges: BTreeSet<[u32; 2]> = graph.edges().collect();
    let mut len = graph.len();
    for &[a, b] in forced {
        let there = edges.remove(&[a.min(b), a.max(b)]);
        assert!(there, "{a}-{b} is not an edge, or forced twice");
        match link {
            Link::Subdivision => {
                edges.extend([[a, len], [b, len]]);
                len += 1;
            }
            Link::Diamond => {
                let [w, x, y, z] = [len, len + 1, len + 2, len + 3];
                edges.extend([[a, w], [w, x], [w, y], [x, y], [x, z], [y, z], [b, z]]);
                len += 4;
            }
        }
    }
    let edges: Vec<[u32; 2]> = edges.into_iter().collect();
    Graph::from_edges(len, &edges)
}

/// The graph with gadgets between pairs of edges: every Hamiltonian cycle takes exactly one edge of
/// each pair (Papadimitriou and Steiglitz, Combinatorial Optimization, 1982, section 15.6). Both
/// edges become paths of four inner vertices, joined by four rungs that `link` forces: a cycle that
/// enters at an end of one path goes to and fro and leaves at its other end.
///
/// # Panics
/// If one of them is no edge, or listed twice.
pub fn exclusive(graph: &Graph, pairs: &[[[u32; 2]; 2]], link: Link) -> Graph {
    let mut edges: BTreeSet<[u32; 2]> = graph.edges().collect();
    let mut len = graph.len();
    let mut rungs = Vec::new();
    for pair in pairs {
        for (side, &[a, b]) in (0..).zip(pair) {
            let there = edges.remove(&[a.min(b), a.max(b)]);
            assert!(there, "{a}-{b} is not an edge, or in two pairs");
            let first = len + 4 * side;
            edges.extend([[a, first], [b, first + 3]]);
            edges.extend((first..first + 3).map(|inner| [inner, inner + 1]));
        }
        rungs.extend((len..len + 4).map(|inner| [inner, inner + 4]));
        len += 8;
    }
    edges.extend(&rungs);
    let edges: Vec<[u32; 2]> = edges.into_iter().collect();
    force(&Graph::from_edges(len, &edges), &rungs, link)
}

/// The graph with each of these vertices, of degree three, replaced by the graph `by` without its
/// vertex 0, of degree three too: the three edges go to what were the neighbours of 0, in order.
///
/// By a tetrahedron, vertices become triangles and nothing changes. A fragment of a graph without a
/// Hamiltonian cycle lets no cycle through. [`tutte_fragment`] forces the first edge.
///
/// # Panics
/// If a vertex is not of degree three.
pub fn inflated(graph: &Graph, vertices: &[u32], by: &Graph) -> Graph {
    let mut edges: Vec<[u32; 2]> = graph.edges().collect();
    let mut len = graph.len();
    for &vertex in vertices {
        // The vertex itself becomes the first one of the fragment.
        let name = |inner: u32| if inner == 1 { vertex } else { len + inner - 2 };
        let mut doors = by.neighbours(0).iter().map(|&door| name(door));
        for edge in &mut edges {
            if let Some(end) = edge.iter_mut().find(|end| **end == vertex) {
                *end = doors.next().expect("a vertex of degree three");
            }
        }
        assert!(
            doors.next().is_none(),
            "vertex {vertex} is not of degree three"
        );
        let inner = by.edges().filter(|edge| !edge.contains(&0));
        edges.extend(inner.map(|edge| edge.map(name)));
        len += by.len() - 2;
    }
    Graph::from_edges(len, &edges)
}

/// Tutte's fragment, with one more vertex, 0, that its three outer edges go to: every Hamiltonian
/// cycle takes the edge between 0 and 1.
pub fn tutte_fragment() -> Graph {
    const EDGES: [[u32; 2]; 24] = [
        [0, 1],
        [0, 4],
        [0, 5],
        [1, 2],
        [1, 8],
        [2, 3],
        [2, 15],
        [3, 4],
        [3, 11],
        [4, 9],
        [5, 6],
        [5, 9],
        [6, 7],
        [6, 14],
        [7, 8],
        [7, 13],
        [8, 15],
        [9, 10],
        [10, 11],
        [10, 14],
        [11, 12],
        [12, 13],
        [12, 15],
        [13, 14],
    ];
    Graph::from_edges(16, &EDGES)
}

/// Tutte's graph of 46 vertices: cubic, planar, three-connected, without a Hamiltonian cycle (Tutte,
/// On Hamiltonian circuits, Journal of the London Mathematical Society 21, 1946). Three fragments
/// around a vertex each force their edge to it.
pub fn tutte() -> Graph {
    inflated(&tetrahedron(), &[1, 2, 3], &tutte_fragment())
}

/// The graphs one after the other: joined by a bridge from the last vertex of each to the first of
/// the next, or, if `glued`, by making these two vertices one. Neither has a Hamiltonian cycle if
/// there are two graphs or more.
pub fn chained(parts: &[Graph], glued: bool) -> Graph {
    let mut edges = Vec::new();
    let mut len = 0;
    for part in parts {
        let first = if glued && len > 0 { len - 1 } else { len };
        if first > 0 && !glued {
            edges.push([first - 1, first]);
        }
        edges.extend(part.edges().map(|ends| ends.map(|vertex| first + vertex)));
        len = first + part.len();
    }
    Graph::from_edges(len, &edges)
}
