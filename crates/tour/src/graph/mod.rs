//! A simple graph, undirected or directed: the only view of a board that encodings have.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//!
//! // Vertices from 0.
//! let path = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3]]);
//! let stop = Default::default();
//! assert_eq!(path.neighbours(1), [0, 2]);
//! assert_eq!(path.distances(0, &stop)?, [0, 1, 2, 3]);
//! assert_eq!(path.two_colouring(&stop)?, Some(vec![false, true, false, true]));
//!
//! let arcs = Graph::try_from_arcs(3, &[[0, 1], [1, 2], [2, 1]])?;
//! assert_eq!((arcs.successors(1), arcs.neighbours(1)), (&[2][..], &[0, 2][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod names;
pub mod read;
mod rows;

pub use names::{Names, Words};
pub use rows::{DepthFirst, Incidence, Rows};

use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
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
///
/// Graphs are equal if they have the same vertices and edges, or arcs. The order of the neighbours,
/// which is that of the lists, does not matter.
#[derive(Clone, Debug)]
pub struct Graph {
    neighbours: Rows,
    /// Successors and predecessors in a directed graph.
    arcs: Option<Box<[Rows; 2]>>,
    names: Names,
    /// Edges that a file requires.
    fixed: Vec<[u32; 2]>,
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        let is_alike = self.len() == other.len() && self.is_directed() == other.is_directed();
        is_alike
            && (0..self.len()).all(|vertex| {
                let [ours, theirs] = [self, other].map(|graph| graph.successors(vertex));
                ours == theirs
                    || ours
                        .iter()
                        .sorted_unstable()
                        .eq(theirs.iter().sorted_unstable())
            })
    }
}

impl Eq for Graph {}

impl Graph {
    /// Builds the graph whose vertex `v` has the neighbours that `list(v, out)` pushes to `out`.
    ///
    /// The lists must be symmetric, without `v` itself and without repetitions.
    ///
    /// # Panics
    /// If there are 2³² or more adjacencies.
    pub fn from_lists(
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
        Ok(Graph::undirected(neighbours))
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
        Graph::try_from_edges(len, edges).unwrap_or_else(|error| panic!("{error}"))
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
        Graph::undirected(Rows::new(len, ends))
    }

    fn undirected(neighbours: Rows) -> Graph {
        Graph {
            neighbours,
            arcs: None,
            names: Names::default(),
            fixed: Vec::new(),
        }
    }

    /// Returns the graph with other names of its vertices.
    pub fn with_names(self, names: Names) -> Graph {
        Graph { names, ..self }
    }

    /// Returns the names of the vertices.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Returns the graph with edges that every tour must take.
    /// [`TourSpec::settled`](crate::spec::TourSpec::settled) makes them clues.
    pub fn with_fixed(self, fixed: Vec<[u32; 2]>) -> Graph {
        Graph { fixed, ..self }
    }

    /// Returns the graph without its fixed edges, and these edges.
    pub fn split_fixed(mut self) -> (Graph, Vec<[u32; 2]>) {
        let fixed = std::mem::take(&mut self.fixed);
        (self, fixed)
    }

    /// Returns every edge once, its smaller end first.
    pub fn edges(&self) -> impl Iterator<Item = [u32; 2]> {
        let from = |vertex: u32| {
            self.neighbours(vertex)
                .iter()
                .map(move |&other| [vertex, other])
        };
        let all = (0..self.len()).flat_map(from);
        all.filter(|[vertex, other]| vertex < other)
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

    /// Returns the directed graph on the vertices `0..len` with these arcs, each from its first
    /// vertex to its second, or the first fault of the arcs. Without an arc the graph is
    /// undirected.
    pub fn try_from_arcs(len: u32, arcs: &[[u32; 2]]) -> Result<Graph, EdgeError> {
        check(len, arcs.to_vec())?;
        Ok(Graph::from_arc_pairs(len, arcs))
    }

    /// Returns the graph with these arcs, unchecked.
    pub(crate) fn from_arc_pairs(len: u32, arcs: &[[u32; 2]]) -> Graph {
        let edges: Vec<[u32; 2]> = arcs
            .iter()
            .map(|&[a, b]| [a.min(b), a.max(b)])
            .sorted_unstable()
            .dedup()
            .collect();
        let from = |side: usize| arcs.iter().map(move |arc| (arc[side], arc[1 - side]));
        let of = |side| Rows::new(len, from(side));
        Graph {
            arcs: (!arcs.is_empty()).then(|| Box::new([of(0), of(1)])),
            ..Graph::from_pairs(len, &edges)
        }
    }

    /// Returns true if the graph has arcs, which tours cannot take backwards.
    pub fn is_directed(&self) -> bool {
        self.arcs.is_some()
    }

    /// Returns the vertices to which a tour may go from `vertex`: all neighbours if the graph is
    /// undirected.
    pub fn successors(&self, vertex: u32) -> &[u32] {
        self.along(vertex, 0)
    }

    /// Returns the vertices from which a tour may come to `vertex`.
    pub fn predecessors(&self, vertex: u32) -> &[u32] {
        self.along(vertex, 1)
    }

    fn along(&self, vertex: u32, side: usize) -> &[u32] {
        let arcs = self.arcs.as_ref();
        arcs.map_or(&self.neighbours, |arcs| &arcs[side])
            .row(vertex)
    }

    /// Returns true if a tour may go from `from` to `to`.
    pub fn has_arc(&self, from: u32, to: u32) -> bool {
        self.successors(from).contains(&to)
    }

    /// Returns the arcs by tail. An undirected graph has every edge both ways.
    pub fn arcs(&self) -> impl Iterator<Item = [u32; 2]> {
        let from = |vertex: u32| self.successors(vertex).iter().map(move |&to| [vertex, to]);
        (0..self.len()).flat_map(from)
    }

    /// Returns the graph without these edges, each with its smaller end first, and without their
    /// arcs.
    pub fn without_edges(&self, edges: &[[u32; 2]]) -> Graph {
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        let is_left = |v: u32, w: u32| edges.binary_search(&[v.min(w), v.max(w)]).is_err();
        let arcs = self.arcs.as_ref();
        Graph {
            neighbours: self.neighbours.filtered(is_left),
            arcs: arcs.map(|arcs| Box::new(arcs.each_ref().map(|rows| rows.filtered(is_left)))),
            names: self.names.clone(),
            fixed: self.fixed.clone(),
        }
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
        let is_distinct = of.is_sorted_by(|a, b| a < b) || of.iter().all_unique();
        assert!(is_distinct, "two vertices are at one place");
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
mod tests;
