//! An undirected simple graph, all that encodings ever see of a board.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//!
//! // Vertices from 0.
//! let path = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3]]);
//! assert_eq!(path.neighbours(1), [0, 2]);
//! assert_eq!(path.distances(0), [0, 1, 2, 3]);
//! assert_eq!(path.two_colouring(), Some(vec![false, true, false, true]));
//! ```

mod coordinates;
mod depth;
mod edges;
pub mod read;
mod rows;

pub use coordinates::Coordinates;
pub use depth::DepthFirst;
pub use edges::EdgeError;
pub use rows::{Incidence, Rows};

use knightsat_base::stop::{Stop, Stopped};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Vertices between two looks at the clock.
const LOOK: u32 = 1 << 14;

/// An undirected graph without loops or parallel edges, vertices `0..len`, in compressed rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    neighbours: Rows,
}

impl Graph {
    /// Builds the graph whose vertex `v` has the neighbours that `list(v, out)` pushes to `out`.
    ///
    /// The lists must be symmetric, without `v` itself and without repetitions.
    ///
    /// # Panics
    /// If there are 2³² or more adjacencies.
    pub fn from_lists(len: u32, list: impl FnMut(u32, &mut Vec<u32>)) -> Graph {
        match Graph::from_lists_within(len, &Stop::default(), list) {
            Ok(graph) => graph,
            Err(_) => unreachable!("nobody says stop"),
        }
    }

    /// The same, unless it is over before the end.
    ///
    /// # Panics
    /// As [`Graph::from_lists`].
    pub fn from_lists_within(
        len: u32,
        stop: &Stop,
        mut list: impl FnMut(u32, &mut Vec<u32>),
    ) -> Result<Graph, Stopped> {
        let mut neighbours = Rows::with_capacity(len);
        let mut watch = stop.watch(LOOK);
        for vertex in 0..len {
            watch.check()?;
            neighbours.add(|out| list(vertex, out));
        }
        Ok(Graph { neighbours })
    }

    /// The most vertices that a graph from a file or a description may have, as many as a board
    /// may have squares.
    pub const MAX_VERTICES: u32 = 1 << 28;

    /// Returns the graph with these edges, unchecked: parallel edges stay parallel.
    pub fn from_pairs(len: u32, edges: &[[u32; 2]]) -> Graph {
        let ends = edges.iter().flat_map(|&[a, b]| [(a, b), (b, a)]);
        Graph {
            neighbours: Rows::new(len, ends),
        }
    }

    /// Every edge once, its smaller end first.
    pub fn edges(&self) -> impl Iterator<Item = [u32; 2]> {
        let from = |vertex: u32| {
            let larger = self.neighbours(vertex).iter();
            let larger = larger.filter(move |&&other| other > vertex);
            larger.map(move |&other| [vertex, other])
        };
        (0..self.len()).flat_map(from)
    }

    /// Number of vertices.
    pub fn len(&self) -> u32 {
        self.neighbours.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertices joined to `vertex`.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        self.neighbours.row(vertex)
    }

    /// Number of neighbours of `vertex`.
    pub fn degree(&self, vertex: u32) -> usize {
        self.neighbours(vertex).len()
    }

    /// Whether the two vertices are joined.
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        self.neighbours(a).contains(&b)
    }

    /// Length of a shortest path from `source` to every vertex, `u32::MAX` where there is none.
    pub fn distances(&self, source: u32) -> Vec<u32> {
        match self.distances_within(source, &Stop::default()) {
            Ok(distances) => distances,
            Err(_) => unreachable!("nobody says stop"),
        }
    }

    /// The same, unless it is over before the end.
    pub fn distances_within(&self, source: u32, stop: &Stop) -> Result<Vec<u32>, Stopped> {
        let mut distance = vec![u32::MAX; self.len() as usize];
        let mut queue = VecDeque::from([source]);
        let mut watch = stop.watch(LOOK);
        distance[source as usize] = 0;
        while let Some(vertex) = queue.pop_front() {
            watch.check()?;
            for &next in self.neighbours(vertex) {
                if distance[next as usize] == u32::MAX {
                    distance[next as usize] = distance[vertex as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
        Ok(distance)
    }

    /// The two colour classes of a connected bipartite graph: vertex 0 and all at even distance
    /// from it are `false`. `None` if the graph is not connected or not bipartite.
    pub fn two_colouring(&self) -> Option<Vec<bool>> {
        match self.two_colouring_within(&Stop::default()) {
            Ok(colours) => colours,
            Err(_) => unreachable!("nobody says stop"),
        }
    }

    /// The same, unless it is over before the end.
    pub fn two_colouring_within(&self, stop: &Stop) -> Result<Option<Vec<bool>>, Stopped> {
        if self.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let distance = self.distances_within(0, stop)?;
        if distance.contains(&u32::MAX) {
            return Ok(None);
        }
        let mut watch = stop.watch(LOOK);
        let odd = |vertex: u32| distance[vertex as usize] % 2 == 1;
        for vertex in 0..self.len() {
            watch.check()?;
            let mut ends = self.neighbours(vertex).iter();
            if ends.any(|&end| odd(end) == odd(vertex)) {
                return Ok(None);
            }
        }
        Ok(Some((0..self.len()).map(odd).collect()))
    }

    /// The vertices of every connected component, in the order of their smallest ones.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let mut is_seen = vec![false; self.len() as usize];
        let mut components = Vec::new();
        for start in 0..self.len() {
            if std::mem::replace(&mut is_seen[start as usize], true) {
                continue;
            }
            let mut component = vec![start];
            let mut done = 0;
            while let Some(&vertex) = component.get(done) {
                done += 1;
                let new = self.neighbours(vertex).iter().copied();
                component
                    .extend(new.filter(|&v| !std::mem::replace(&mut is_seen[v as usize], true)));
            }
            components.push(component);
        }
        components
    }

    /// For every vertex of a connected graph, the number of components that are left without it.
    ///
    /// A depth-first search: a child whose subtree has no edge past its parent is a component of
    /// its own when the parent goes (Hopcroft and Tarjan, Efficient algorithms for graph
    /// manipulation, Communications of the ACM 16, 1973).
    pub fn pieces_without_each(&self, stop: &Stop) -> Result<Vec<u32>, Stopped> {
        // Of every vertex but the root, the part that holds its parent.
        let mut pieces = vec![1; self.len() as usize];
        pieces[0] = 0;
        let mut search = DepthFirst::new(self);
        search.search(0, None, &mut stop.watch(LOOK), |parent, _| {
            pieces[parent as usize] += 1;
            ControlFlow::<()>::Continue(())
        })?;
        Ok(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The components without one vertex, by searching from every other.
    fn pieces_without(graph: &Graph, gone: u32) -> u32 {
        let mut seen = vec![false; graph.len() as usize];
        seen[gone as usize] = true;
        let mut pieces = 0;
        for vertex in 0..graph.len() {
            let mut stack = vec![vertex];
            pieces += u32::from(!seen[vertex as usize]);
            while let Some(v) = stack.pop() {
                if !std::mem::replace(&mut seen[v as usize], true) {
                    stack.extend(graph.neighbours(v));
                }
            }
        }
        pieces
    }

    #[test]
    fn pieces_are_those_that_a_search_finds() {
        let edges: [&[(u32, u32)]; 5] = [
            &[(0, 1), (1, 2)],
            &[(0, 1), (0, 2), (0, 3)],
            &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)],
            &[
                (0, 1),
                (1, 2),
                (2, 3),
                (3, 0),
                (3, 4),
                (4, 5),
                (5, 6),
                (6, 4),
            ],
            &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)],
        ];
        for edges in edges {
            let len = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap() + 1;
            let graph = Graph::from_lists(len, |v, out| {
                out.extend(edges.iter().filter(|e| e.0 == v).map(|e| e.1));
                out.extend(edges.iter().filter(|e| e.1 == v).map(|e| e.0));
            });
            let expected: Vec<u32> = (0..len).map(|v| pieces_without(&graph, v)).collect();
            let pieces = graph.pieces_without_each(&Stop::default());
            assert_eq!(pieces, Ok(expected), "{edges:?}");
        }
    }
}
