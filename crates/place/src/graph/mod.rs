//! A simple graph, undirected or directed: the only view of a board that encodings have.
//!
//! ```
//! # mod knightsat { pub use knightsat_place as tour; }
//! use knightsat::tour::graph::Graph;
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
//!
//! The module also contains [compressed rows](Rows) (many lists of numbers, stored one after
//! another), [edges by number](Incidence), and searches: distances, colours, components, and the
//! pieces behind single vertices.

mod edges;
mod names;
pub mod read;

pub use edges::EdgeError;
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped, Watch};
pub use names::{Names, Words};
use std::collections::{BTreeMap, VecDeque};
use std::mem::replace;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Marks the absence of a vertex or a number.
pub const NONE: u32 = u32::MAX;
/// Number of vertices between two checks of the clock.
const LOOK: u32 = 1 << 14;

/// The positions of the vertices of a graph in a picture. They are no part of its identity.
#[derive(Clone, Debug, Default)]
pub enum Layout {
    /// On a circle.
    #[default]
    Circle,
    /// Points in the plane: to the right, and upwards.
    Points(Arc<[[f64; 2]]>),
}

/// A graph without loops or parallel edges, vertices `0..len`, in compressed rows.
///
/// A directed graph has arcs. Its edges and neighbours are those of the undirected graph under it,
/// which has an edge for an arc in either direction. Every tour along arcs is a tour along edges.
/// So an argument that excludes tours along edges excludes tours along arcs.
///
/// Graphs are equal if they have the same vertices and edges, or arcs. The order of the neighbours,
/// which is that of the lists, does not matter.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    neighbours: Rows,
    /// Successors and predecessors in a directed graph.
    arcs: Option<Box<[Rows; 2]>>,
    names: Names,
    layout: Layout,
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

    fn undirected(neighbours: Rows) -> Graph {
        Graph {
            neighbours,
            ..Graph::default()
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

    /// Returns the graph with another layout.
    ///
    /// # Panics
    /// If it does not have a point for each vertex.
    pub fn with_layout(self, layout: Layout) -> Graph {
        if let Layout::Points(points) = &layout {
            assert_eq!(points.len(), self.len() as usize, "a point for each vertex");
        }
        Graph { layout, ..self }
    }

    /// Returns the layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
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
    #[inline]
    pub fn len(&self) -> u32 {
        self.neighbours.len()
    }

    /// Returns true if there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the vertices joined to `vertex`.
    #[inline]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        self.neighbours.row(vertex)
    }

    /// Returns the number of neighbours of `vertex`.
    #[inline]
    pub fn degree(&self, vertex: u32) -> usize {
        self.neighbours(vertex).len()
    }

    /// Returns true if the two vertices are joined.
    #[inline]
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        self.neighbours(a).contains(&b)
    }

    /// Returns true if the graph has arcs, which tours cannot take backwards.
    pub fn is_directed(&self) -> bool {
        self.arcs.is_some()
    }

    /// Returns the vertices to which a tour may go from `vertex`: all neighbours if the graph is
    /// undirected.
    #[inline]
    pub fn successors(&self, vertex: u32) -> &[u32] {
        self.along(vertex, 0)
    }

    /// Returns the vertices from which a tour may come to `vertex`.
    #[inline]
    pub fn predecessors(&self, vertex: u32) -> &[u32] {
        self.along(vertex, 1)
    }

    #[inline]
    fn along(&self, vertex: u32, side: usize) -> &[u32] {
        let arcs = self.arcs.as_ref();
        arcs.map_or(&self.neighbours, |arcs| &arcs[side])
            .row(vertex)
    }

    /// Returns true if a tour may go from `from` to `to`.
    #[inline]
    pub fn has_arc(&self, from: u32, to: u32) -> bool {
        self.successors(from).contains(&to)
    }

    /// Returns the arcs by tail. An undirected graph has every edge both ways.
    pub fn arcs(&self) -> impl Iterator<Item = [u32; 2]> {
        let from = |vertex: u32| self.successors(vertex).iter().map(move |&to| [vertex, to]);
        (0..self.len()).flat_map(from)
    }
}

/// The places of the vertices of a graph. A place is two whole numbers; on boards, rank and file
/// from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    sides: [u32; 2],
    /// On a grid with joined sides, the leap that makes each difference of places.
    leaps: BTreeMap<[i64; 2], [i64; 2]>,
    of: Vec<[u32; 2]>,
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
        let leaps = BTreeMap::new();
        Coordinates { sides, leaps, of }
    }

    /// Returns the places on a grid with joined sides, and the leaps that make the differences of
    /// places. Without leaps, no sides are joined.
    pub(crate) fn with_leaps(self, leaps: BTreeMap<[i64; 2], [i64; 2]>) -> Coordinates {
        Coordinates { leaps, ..self }
    }

    /// Returns true if no sides are joined.
    pub fn is_plane(&self) -> bool {
        self.leaps.is_empty()
    }

    /// Returns the number of ranks and of files.
    pub fn sides(&self) -> [u32; 2] {
        self.sides
    }

    /// Returns the number of vertices.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    #[inline]
    pub fn len(&self) -> u32 {
        self.of.len() as u32
    }

    /// Returns the rank and file of a vertex, from 0.
    #[inline]
    pub fn of(&self, vertex: u32) -> [u32; 2] {
        self.of[vertex as usize]
    }

    /// Returns the ranks and files between two vertices, across joined sides those of the move.
    pub fn vector(&self, from: u32, to: u32) -> [i64; 2] {
        let [from, to] = [from, to].map(|vertex| self.of(vertex).map(i64::from));
        let difference = [0, 1].map(|axis| to[axis] - from[axis]);
        let leap = self.leaps.get(&difference);
        leap.copied().unwrap_or(difference)
    }
}

/// A list of numbers for each row, in compressed rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The start of each row, and the end of the last one.
    offsets: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    /// Returns an empty list of rows, with room for so many.
    pub fn with_capacity(rows: u32) -> Rows {
        let mut empty = Rows::default();
        empty.offsets.reserve(rows as usize + 1);
        empty.offsets.push(0);
        empty
    }

    /// Returns rows `0..rows` of these pairs of a row and an item. The items keep their order.
    pub fn new(rows: u32, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Rows {
        let mut offsets = vec![0_u32; rows as usize + 1];
        for (row, _) in pairs.clone() {
            offsets[row as usize + 1] += 1;
        }
        for row in 0..rows as usize {
            offsets[row + 1] += offsets[row];
        }
        let mut next = offsets.clone();
        let mut items = vec![0; offsets[rows as usize] as usize];
        for (row, item) in pairs {
            let slot = &mut next[row as usize];
            items[*slot as usize] = item;
            *slot += 1;
        }
        Rows { offsets, items }
    }

    /// Adds a row of the items that `push` appends.
    ///
    /// # Panics
    /// If there are 2³² or more items.
    pub fn add(&mut self, push: impl FnOnce(&mut Vec<u32>)) {
        push(&mut self.items);
        let end = u32::try_from(self.items.len()).expect("fewer than 2^32 adjacencies");
        self.offsets.push(end);
    }

    /// Returns the number of rows.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    #[inline]
    pub fn len(&self) -> u32 {
        self.offsets.len().saturating_sub(1) as u32
    }

    /// Returns the items of a row.
    #[inline]
    pub fn row(&self, row: u32) -> &[u32] {
        let [start, end] = [row, row + 1].map(|row| self.offsets[row as usize] as usize);
        &self.items[start..end]
    }

    /// Returns the rows with the items for which `keep` returns true.
    pub fn filtered(&self, keep: impl Fn(u32, u32) -> bool) -> Rows {
        let mut rows = Rows::with_capacity(self.len());
        for row in 0..self.len() {
            let kept = self.row(row).iter().filter(|&&item| keep(row, item));
            rows.add(|items| items.extend(kept));
        }
        rows
    }

    /// Returns the number of items in each row.
    pub fn lengths(&self) -> Vec<u32> {
        self.offsets.windows(2).map(|row| row[1] - row[0]).collect()
    }
}

/// Edges by number, and the numbers of those at every vertex.
#[derive(Clone, Debug, Default)]
pub struct Incidence {
    edges: Vec<[u32; 2]>,
    at: Rows,
}

impl Incidence {
    /// Returns the incidences of these edges on the vertices `0..len`.
    pub fn new(len: u32, edges: Vec<[u32; 2]>) -> Incidence {
        let numbered = (0..).zip(&edges);
        let pairs = numbered.flat_map(|(edge, &ends)| ends.map(|vertex| (vertex, edge)));
        Incidence {
            at: Rows::new(len, pairs),
            edges,
        }
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> u32 {
        self.at.len()
    }

    /// Returns the two ends of every edge.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// Returns the ends of an edge.
    #[inline]
    pub fn ends(&self, edge: u32) -> [u32; 2] {
        self.edges[edge as usize]
    }

    /// Returns the end of an edge that is not `vertex`.
    #[inline]
    pub fn other_end(&self, edge: u32, vertex: u32) -> u32 {
        let [a, b] = self.ends(edge);
        a ^ b ^ vertex
    }

    /// Returns the numbers of the edges at a vertex.
    #[inline]
    pub fn numbers(&self, vertex: u32) -> &[u32] {
        self.at.row(vertex)
    }

    /// Returns the edges at a vertex, each with its other end.
    pub fn at(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
        let numbers = self.numbers(vertex).iter();
        numbers.map(move |&edge| (edge, self.other_end(edge, vertex)))
    }

    /// Returns the edge between two vertices.
    pub fn between(&self, a: u32, b: u32) -> Option<u32> {
        let mut edges = self.at(a);
        edges.find(|&(_, end)| end == b).map(|(edge, _)| edge)
    }

    /// Returns the number of edges at every vertex.
    pub fn degrees(&self) -> Vec<u32> {
        self.at.lengths()
    }
}

/// A depth-first search, which can be repeated (Tarjan, Depth-first search and linear graph
/// algorithms, SIAM Journal on Computing 1, 1972).
pub struct DepthFirst<'g> {
    graph: &'g Graph,
    /// The time at which each vertex was met.
    met: Vec<u32>,
    /// The earliest time among vertices with an edge to the vertex or one below it.
    low: Vec<u32>,
    order: Vec<u32>,
    /// The path to the current vertex, with the number of neighbours already visited for each
    /// vertex.
    trail: Vec<(u32, u32)>,
}

impl<'g> DepthFirst<'g> {
    /// Returns a search that has visited no vertex.
    pub fn new(graph: &'g Graph) -> DepthFirst<'g> {
        DepthFirst {
            graph,
            met: vec![NONE; graph.len() as usize],
            low: vec![NONE; graph.len() as usize],
            order: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Searches from a vertex, as if another vertex were absent. It calls `left` for every vertex
    /// that separates those below one of its neighbours, and passes those vertices. They have no
    /// edge beyond the vertex. `left` may end the search.
    pub fn search<B>(
        &mut self,
        start: u32,
        gone: Option<u32>,
        watch: &mut Watch,
        mut left: impl FnMut(u32, &[u32]) -> ControlFlow<B>,
    ) -> Result<Option<B>, Stopped> {
        let gone = gone.unwrap_or(NONE);
        self.met.fill(NONE);
        self.order.clear();
        self.trail.clear();
        self.meet(start);
        while let Some((vertex, nth)) = self.trail.last_mut() {
            watch.check()?;
            let vertex = *vertex;
            if let Some(&next) = self.graph.neighbours(vertex).get(*nth as usize) {
                *nth += 1;
                match self.met[next as usize] {
                    _ if next == gone => {}
                    NONE => self.meet(next),
                    met => self.lower(vertex, met),
                }
                continue;
            }
            self.trail.pop();
            let Some(&(before, _)) = self.trail.last() else {
                break;
            };
            let [met, low] = [&self.met, &self.low].map(|of| of[vertex as usize]);
            self.lower(before, low);
            if low >= self.met[before as usize]
                && let ControlFlow::Break(found) = left(before, &self.order[met as usize..])
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn meet(&mut self, vertex: u32) {
        let number = self.order.len() as u32;
        (self.met[vertex as usize], self.low[vertex as usize]) = (number, number);
        self.order.push(vertex);
        self.trail.push((vertex, 0));
    }

    fn lower(&mut self, vertex: u32, to: u32) {
        self.low[vertex as usize] = to.min(self.low[vertex as usize]);
    }
}

impl Graph {
    /// Returns the length of a shortest path from `source` to every vertex, [`NONE`] if there is no
    /// path.
    pub fn distances(&self, source: u32, stop: &Stop) -> Result<Vec<u32>, Stopped> {
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
    pub fn two_colouring(&self, stop: &Stop) -> Result<Option<Vec<bool>>, Stopped> {
        if self.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let distance = self.distances(0, stop)?;
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

    /// Returns, for every vertex of a connected graph, the number of components after its removal.
    ///
    /// Consider a child in a depth-first search. After the removal of its parent it is a component
    /// of its own if no edge of its subtree leads past the parent. Source: Hopcroft and Tarjan,
    /// Efficient algorithms for graph manipulation, Communications of the ACM 16, 1973.
    pub fn pieces_without_each(&self, stop: &Stop) -> Result<Vec<u32>, Stopped> {
        // For every vertex but the root, the part that holds its parent counts as one.
        let mut pieces = vec![1; self.len() as usize];
        pieces[0] = 0;
        let mut watch = stop.watch(LOOK);
        DepthFirst::new(self).search(0, None, &mut watch, |parent, _| {
            pieces[parent as usize] += 1;
            ControlFlow::<()>::Continue(())
        })?;
        Ok(pieces)
    }
}

#[cfg(test)]
mod tests;
