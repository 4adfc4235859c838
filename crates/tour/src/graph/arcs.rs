//! Arcs of a directed graph, in addition to the edges and neighbours of the undirected graph under
//! it.

use super::{EdgeError, Graph, Rows, check};

impl Graph {
    /// Returns the directed graph on the vertices `0..len` with these arcs, each from its first
    /// vertex to its second, or the first fault of the arcs. Without an arc the graph is
    /// undirected.
    pub fn try_from_arcs(len: u32, arcs: &[[u32; 2]]) -> Result<Graph, EdgeError> {
        check(len, arcs.to_vec())?;
        Ok(Graph::from_arc_pairs(len, arcs))
    }

    /// Returns the graph with these arcs, unchecked.
    pub(crate) fn from_arc_pairs(len: u32, arcs: &[[u32; 2]]) -> Graph {
        let edges = arcs.iter().map(|&[a, b]| [a.min(b), a.max(b)]);
        let mut edges: Vec<[u32; 2]> = edges.collect();
        edges.sort_unstable();
        edges.dedup();
        let of =
            |side: usize| Rows::new(len, arcs.iter().map(move |arc| (arc[side], arc[1 - side])));
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
        }
    }
}
