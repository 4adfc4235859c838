//! Graphs from lists of edges, and the faults of such lists.

use super::Graph;
use thiserror::Error;

/// A fault of a list of edges. Vertices count from 0.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
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
    /// The list contains this edge twice, in the same or in opposite directions.
    #[error("edge {} {} is listed twice", .0[0], .0[1])]
    Duplicate([u32; 2]),
}

impl Graph {
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

    /// Returns the graph on the vertices `0..len` with these edges, or the first fault of the edges.
    ///
    /// ```
    /// use knightsat_tour::graph::{EdgeError, Graph};
    ///
    /// assert!(Graph::try_from_edges(3, &[[0, 1], [1, 2]]).is_ok());
    /// let twice = Graph::try_from_edges(3, &[[0, 1], [1, 0]]);
    /// assert_eq!(twice, Err(EdgeError::Duplicate([0, 1])));
    /// ```
    pub fn try_from_edges(len: u32, edges: &[[u32; 2]]) -> Result<Graph, EdgeError> {
        if len > Graph::MAX_VERTICES {
            return Err(EdgeError::TooManyVertices(len));
        }
        for &[a, b] in edges {
            if a.max(b) >= len {
                return Err(EdgeError::NoVertex(a.max(b), len));
            }
            if a == b {
                return Err(EdgeError::Loop(a));
            }
        }
        let ordered = edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]);
        let mut ordered: Vec<[u32; 2]> = ordered.collect();
        ordered.sort_unstable();
        match ordered.array_windows().find(|[one, next]| one == next) {
            Some(&[edge, _]) => Err(EdgeError::Duplicate(edge)),
            None => Ok(Graph::from_pairs(len, edges)),
        }
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
