//! A simple graph, undirected or directed: the only view of a board that encodings have.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//!
//! // Vertices from 0.
//! let path = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3]]);
//! assert_eq!(path.neighbours(1), [0, 2]);
//! assert_eq!(path.distances(0), [0, 1, 2, 3]);
//! assert_eq!(path.two_colouring(), Some(vec![false, true, false, true]));
//!
//! let arcs = Graph::try_from_arcs(3, &[[0, 1], [1, 2], [2, 1]])?;
//! assert_eq!((arcs.successors(1), arcs.neighbours(1)), (&[2][..], &[0, 2][..]));
//! # Ok::<(), knightsat_tour::graph::EdgeError>(())
//! ```

mod arcs;
pub mod read;
mod rows;

pub use rows::{DepthFirst, Incidence, Rows};

use knightsat_base::stop::{Stop, Stopped};
use std::collections::VecDeque;
use std::mem::replace;
use thiserror::Error;

/// Marks the absence of a vertex or a number.
pub const NONE: u32 = u32::MAX;
/// Number of vertices between two checks of the clock.
const LOOK: u32 = 1 << 14;

/// A fault of a list of edges. Vertices count from 0.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum EdgeError {
    /// The graph has more than [`Graph::MAX_VERTICES`] vertices.
    #[error("{0} vertices are too many: at most {max}", max = Graph::MAX_VERTICES)]
    TooManyVertices(u32),
    /// An end of an edge is not below the number of vertices, the second number.
    #[error("vertex {0} does not exist: the vertices of the graph are 0 to {last}", last = .1.saturating_sub(1))]
    NoVertex(u32, u32),
    /// Both ends of an edge are this vertex.
    #[error("a loop at vertex {0}")]
    Loop(u32),
    /// The list contains this edge or arc twice; an edge in the same or in opposite directions.
    #[error("edge {} {} is listed twice", .0[0], .0[1])]
    Duplicate([u32; 2]),
}

/// A graph without loops or parallel edges, vertices `0..len`, in compressed rows.
///
/// A directed graph has arcs. Its edges and neighbours are those of the undirected graph under it,
/// which has an edge for an arc in either direction. Every tour along arcs is a tour along edges.
/// So an argument that excludes tours along edges excludes tours along arcs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    neighbours: Rows,
    /// Successors and predecessors in a directed graph.
    arcs: Option<Box<[Rows; 2]>>,
}

impl Graph {
    /// Builds the graph whose vertex `v` has the neighbours that `list(v, out)` pushes to `out`.
    ///
    /// The lists must be symmetric, without `v` itself and without repetitions.
    ///
    /// # Panics
    /// If there are 2³² or more adjacencies.
    pub fn from_lists(len: u32, list: impl FnMut(u32, &mut Vec<u32>)) -> Graph {
        Graph::from_lists_within(len, &Stop::default(), list).expect("no deadline is set")
    }

    /// Builds the graph of [`Graph::from_lists`], or returns an error if time is up.
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
        Ok(Graph {
            neighbours,
            arcs: None,
        })
    }

    /// The largest number of vertices of a graph from a file or a description, as for squares of a
    /// board.
    pub const MAX_VERTICES: u32 = 1 << 28;

    /// Returns the graph on the vertices `0..len` with these edges. For edges of unknown origin use
    /// [`Graph::try_from_edges`].
    ///
    /// # Panics
    /// If [`Graph::try_from_edges`] returns an error.
    pub fn from_edges(len: u32, edges: &[[u32; 2]]) -> Graph {
        match Graph::try_from_edges(len, edges) {
            Ok(graph) => graph,
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns the graph on the vertices `0..len` with these edges, or the first fault of the
    /// edges.
    ///
    /// ```
    /// use knightsat_tour::graph::{EdgeError, Graph};
    ///
    /// assert!(Graph::try_from_edges(3, &[[0, 1], [1, 2]]).is_ok());
    /// let twice = Graph::try_from_edges(3, &[[0, 1], [1, 0]]);
    /// assert_eq!(twice, Err(EdgeError::Duplicate([0, 1])));
    /// ```
    pub fn try_from_edges(len: u32, edges: &[[u32; 2]]) -> Result<Graph, EdgeError> {
        let ordered = edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]);
        check(len, ordered.collect())?;
        Ok(Graph::from_pairs(len, edges))
    }

    /// Returns the graph with these edges, unchecked: parallel edges stay parallel.
    pub fn from_pairs(len: u32, edges: &[[u32; 2]]) -> Graph {
        let ends = edges.iter().flat_map(|&[a, b]| [(a, b), (b, a)]);
        Graph {
            neighbours: Rows::new(len, ends),
            arcs: None,
        }
    }

    /// Returns every edge once, its smaller end first.
    pub fn edges(&self) -> impl Iterator<Item = [u32; 2]> {
        let from = |vertex: u32| {
            let larger = self.neighbours(vertex).iter();
            let larger = larger.filter(move |&&other| other > vertex);
            larger.map(move |&other| [vertex, other])
        };
        (0..self.len()).flat_map(from)
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> u32 {
        self.neighbours.len()
    }

    /// Returns true if there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the vertices joined to `vertex`.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        self.neighbours.row(vertex)
    }

    /// Returns the number of neighbours of `vertex`.
    pub fn degree(&self, vertex: u32) -> usize {
        self.neighbours(vertex).len()
    }

    /// Returns true if the two vertices are joined.
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        self.neighbours(a).contains(&b)
    }

    /// Returns the length of a shortest path from `source` to every vertex, [`NONE`] if there is no
    /// path.
    pub fn distances(&self, source: u32) -> Vec<u32> {
        (self.distances_within(source, &Stop::default())).expect("no deadline is set")
    }

    /// Returns the result of [`Graph::distances`], or an error if time is up.
    pub fn distances_within(&self, source: u32, stop: &Stop) -> Result<Vec<u32>, Stopped> {
        let mut distance = vec![NONE; self.len() as usize];
        let mut queue = VecDeque::from([source]);
        let mut watch = stop.watch(LOOK);
        distance[source as usize] = 0;
        while let Some(vertex) = queue.pop_front() {
            watch.check()?;
            for &next in self.neighbours(vertex) {
                if distance[next as usize] == NONE {
                    distance[next as usize] = distance[vertex as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
        Ok(distance)
    }

    /// Returns the two colour classes of a connected bipartite graph: vertex 0 and all at even
    /// distance from it are `false`. `None` if the graph is not connected or not bipartite.
    pub fn two_colouring(&self) -> Option<Vec<bool>> {
        (self.two_colouring_within(&Stop::default())).expect("no deadline is set")
    }

    /// Returns the result of [`Graph::two_colouring`], or an error if time is up.
    pub fn two_colouring_within(&self, stop: &Stop) -> Result<Option<Vec<bool>>, Stopped> {
        if self.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let distance = self.distances_within(0, stop)?;
        if distance.contains(&NONE) {
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

    /// Returns the vertices of every connected component, in the order of their smallest ones.
    pub fn components(&self) -> Vec<Vec<u32>> {
        self.components_without(&[])
    }

    /// Returns the components of the graph without some vertices.
    pub fn components_without(&self, removed: &[u32]) -> Vec<Vec<u32>> {
        let mut is_seen = vec![false; self.len() as usize];
        (removed.iter()).for_each(|&vertex| is_seen[vertex as usize] = true);
        let mut components = Vec::new();
        for start in 0..self.len() {
            if replace(&mut is_seen[start as usize], true) {
                continue;
            }
            let mut component = vec![start];
            let mut done = 0;
            while let Some(&vertex) = component.get(done) {
                done += 1;
                let new = self.neighbours(vertex).iter().copied();
                component.extend(new.filter(|&v| !replace(&mut is_seen[v as usize], true)));
            }
            components.push(component);
        }
        components
    }
}

/// Returns the first fault of edges or arcs; equal pairs are duplicates.
fn check(len: u32, mut pairs: Vec<[u32; 2]>) -> Result<(), EdgeError> {
    if len > Graph::MAX_VERTICES {
        return Err(EdgeError::TooManyVertices(len));
    }
    for &[a, b] in &pairs {
        if a.max(b) >= len {
            return Err(EdgeError::NoVertex(a.max(b), len));
        }
        if a == b {
            return Err(EdgeError::Loop(a));
        }
    }
    pairs.sort_unstable();
    match pairs.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(EdgeError::Duplicate(pair[0])),
        None => Ok(()),
    }
}

/// The places of the vertices of a graph. A place is two whole numbers; on boards, rank and file
/// from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    sides: [u32; 2],
    pub(crate) of: Vec<[u32; 2]>,
}

impl Coordinates {
    /// Returns the places `of[v]` of the vertices v, each number below that of `sides`.
    ///
    /// # Panics
    /// If a number is not below its side, or two vertices are at one place.
    pub fn new(sides: [u32; 2], of: Vec<[u32; 2]>) -> Coordinates {
        let inside = |place: &[u32; 2]| place[0] < sides[0] && place[1] < sides[1];
        assert!(of.iter().all(inside), "a vertex is off the grid");
        if !of.is_sorted_by(|a, b| a < b) {
            let mut places = of.clone();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), of.len(), "two vertices are at one place");
        }
        Coordinates { sides, of }
    }

    /// Returns the number of ranks and of files.
    pub fn sides(&self) -> [u32; 2] {
        self.sides
    }

    /// Returns the rank and file of a vertex, from 0.
    pub fn of(&self, vertex: u32) -> [u32; 2] {
        self.of[vertex as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faulty_edges_are_refused() {
        let fault = |len, edges: &[[u32; 2]]| {
            let error = Graph::try_from_edges(len, edges).unwrap_err();
            error.to_string()
        };
        assert_eq!(fault(3, &[[0, 1], [2, 2]]), "a loop at vertex 2");
        for twice in [[0, 1], [1, 0]] {
            assert_eq!(
                fault(3, &[[0, 1], [1, 2], twice]),
                "edge 0 1 is listed twice"
            );
        }
        let no_vertex = "vertex 3 does not exist: the vertices of the graph are 0 to 2";
        assert_eq!(fault(3, &[[3, 0]]), no_vertex);
        let many = Graph::MAX_VERTICES + 1;
        let too_many = format!("{many} vertices are too many: at most {}", many - 1);
        assert_eq!(fault(many, &[]), too_many);
        let panic = std::panic::catch_unwind(|| Graph::from_edges(2, &[[0, 1], [1, 0]]));
        assert!(panic.is_err());
        let triangle = Graph::try_from_edges(3, &[[0, 1], [2, 1], [0, 2]]).unwrap();
        assert_eq!(
            triangle.edges().collect::<Vec<_>>(),
            [[0, 1], [0, 2], [1, 2]]
        );
    }
}
