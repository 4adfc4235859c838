//! An undirected simple graph, all that encodings ever see of a board.

pub mod read;

use std::collections::VecDeque;

/// An undirected graph without loops or parallel edges, vertices `0..len`, in compressed rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    offsets: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// Builds the graph whose vertex `v` has the neighbours that `list(v, out)` pushes to `out`.
    ///
    /// The lists must be symmetric, without `v` itself and without repetitions.
    ///
    /// # Panics
    /// If there are 2³² or more adjacencies.
    pub fn from_lists(len: u32, mut list: impl FnMut(u32, &mut Vec<u32>)) -> Graph {
        let mut offsets = Vec::with_capacity(len as usize + 1);
        let mut neighbours = Vec::new();
        offsets.push(0);
        for vertex in 0..len {
            list(vertex, &mut neighbours);
            let end = u32::try_from(neighbours.len()).expect("fewer than 2^32 adjacencies");
            offsets.push(end);
        }
        Graph {
            offsets,
            neighbours,
        }
    }

    /// Number of vertices.
    pub fn len(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertices joined to `vertex`.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let start = self.offsets[vertex as usize] as usize;
        let end = self.offsets[vertex as usize + 1] as usize;
        &self.neighbours[start..end]
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
        let mut distance = vec![u32::MAX; self.len() as usize];
        let mut queue = VecDeque::from([source]);
        distance[source as usize] = 0;
        while let Some(vertex) = queue.pop_front() {
            for &next in self.neighbours(vertex) {
                if distance[next as usize] == u32::MAX {
                    distance[next as usize] = distance[vertex as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
        distance
    }

    /// The two colour classes of a connected bipartite graph: vertex 0 and all at even distance
    /// from it are `false`. `None` if the graph is not connected or not bipartite.
    pub fn two_colouring(&self) -> Option<Vec<bool>> {
        if self.is_empty() {
            return Some(Vec::new());
        }
        let distance = self.distances(0);
        if distance.contains(&u32::MAX) {
            return None;
        }
        let odd = |vertex: u32| distance[vertex as usize] % 2 == 1;
        let proper = (0..self.len()).all(|v| self.neighbours(v).iter().all(|&w| odd(v) != odd(w)));
        proper.then(|| (0..self.len()).map(odd).collect())
    }
}
