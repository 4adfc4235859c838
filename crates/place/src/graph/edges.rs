//! Graphs from lists of edges or arcs, which are checked, and graphs without some edges.

use super::{Graph, Names, Rows, Words};
use itertools::Itertools;
use thiserror::Error;

/// A fault of a list of edges. Vertices count from 0.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
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
    /// Both ends of an edge have this name.
    #[error("a loop at vertex {0}")]
    NamedLoop(String),
    /// The list contains this edge or arc twice; an edge in the same or in opposite directions.
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
        Graph::try_from_edges(len, edges).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the graph on the vertices `0..len` with these edges, or the first fault of the
    /// edges.
    ///
    /// ```
    /// # mod knightsat { pub use knightsat_place as tour; }
    /// use knightsat::tour::graph::{EdgeError, Graph};
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

    /// Returns the graph whose edges join vertices of these names, numbered in the order in which
    /// they are first named. An edge may be listed again.
    ///
    /// ```
    /// # mod knightsat { pub use knightsat_place as tour; }
    /// use knightsat::tour::graph::Graph;
    /// use knightsat::tour::place::Place;
    ///
    /// let graph = Graph::try_from_named([["Bern", "Basel"], ["Chur", "Bern"]])?;
    /// assert_eq!(graph, Graph::from_edges(3, &[[0, 1], [0, 2]]));
    /// assert_eq!(Place::Graph(graph).vertex("Chur"), Ok(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_from_named<N: ToString>(
        edges: impl IntoIterator<Item = [N; 2]>,
    ) -> Result<Graph, EdgeError> {
        let (words, mut edges) = numbered(edges)?;
        edges.iter_mut().for_each(|edge| edge.sort_unstable());
        let edges = edges.into_iter().unique().collect_vec();
        let graph = Graph::try_from_edges(words.words().len() as u32, &edges)?;
        Ok(graph.with_names(Names::Words(words.into())))
    }

    /// Returns the directed graph whose arcs lead from vertices of these names to others, numbered
    /// as by [`try_from_named`](Graph::try_from_named). An arc may be listed again.
    ///
    /// ```
    /// # mod knightsat { pub use knightsat_place as tour; }
    /// use knightsat::tour::graph::Graph;
    ///
    /// let graph = Graph::try_from_named_arcs([["Bern", "Basel"], ["Basel", "Bern"]])?;
    /// assert!(graph.is_directed());
    /// let error = Graph::try_from_named_arcs([["Bern", "Bern"]]).unwrap_err();
    /// assert_eq!(error.to_string(), "a loop at vertex Bern");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_from_named_arcs<N: ToString>(
        arcs: impl IntoIterator<Item = [N; 2]>,
    ) -> Result<Graph, EdgeError> {
        let (words, arcs) = numbered(arcs)?;
        let arcs = arcs.into_iter().unique().collect_vec();
        let graph = Graph::try_from_arcs(words.words().len() as u32, &arcs)?;
        Ok(graph.with_names(Names::Words(words.into())))
    }

    /// Returns the graph with these edges, unchecked: parallel edges stay parallel.
    pub fn from_pairs(len: u32, edges: &[[u32; 2]]) -> Graph {
        let ends = edges.iter().flat_map(|&[a, b]| [(a, b), (b, a)]);
        Graph::undirected(Rows::new(len, ends))
    }

    /// Returns the directed graph on the vertices `0..len` with these arcs, each from its first
    /// vertex to its second, or the first fault of the arcs. Without an arc the graph is
    /// undirected.
    pub fn try_from_arcs(len: u32, arcs: &[[u32; 2]]) -> Result<Graph, EdgeError> {
        check(len, arcs.to_vec())?;
        Ok(Graph::from_arc_pairs(len, arcs))
    }

    /// Returns the graph with these arcs, unchecked.
    pub fn from_arc_pairs(len: u32, arcs: &[[u32; 2]]) -> Graph {
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
            layout: self.layout.clone(),
        }
    }
}

/// Returns names in the order in which they are first listed, and the pairs by number.
fn numbered<N: ToString>(
    pairs: impl IntoIterator<Item = [N; 2]>,
) -> Result<(Words, Vec<[u32; 2]>), EdgeError> {
    let mut words = Words::default();
    let pairs = pairs.into_iter().map(|names| {
        let names = names.map(|name| name.to_string());
        let [a, b] = [0, 1].map(|side| words.vertex(&names[side]));
        let [name, _] = names;
        (a != b).then_some([a, b]).ok_or(EdgeError::NamedLoop(name))
    });
    let pairs = pairs.collect::<Result<_, _>>()?;
    Ok((words, pairs))
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
