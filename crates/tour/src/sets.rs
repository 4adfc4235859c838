//! Disjoint sets of vertices (union-find), and orders of vertices: along a cycle, and such that few
//! vertices are begun at any time.
//!
//! ```
//! use knightsat_base::stop::Stop;
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::sets::{Begin, Sets, narrow, places, walk};
//!
//! let mut sets = Sets::new(vec![1; 3]);
//! sets.unite(0, 2);
//! assert_eq!(sets.find(0), sets.find(2));
//! assert_ne!(sets.find(0), sets.find(1));
//! assert_eq!(walk(&[[1, 2], [0, 2], [1, 0]], 0), [0, 1, 2]);
//! assert_eq!(places(&[2, 0, 1]), [1, 2, 0]);
//! let ring = Graph::from_edges(5, &[[0, 2], [2, 4], [4, 1], [1, 3], [3, 0]]);
//! let around = |vertex| ring.neighbours(vertex).iter().copied();
//! let order = narrow([5, 5], Begin::default(), around, 2, &Stop::default())?;
//! assert_eq!(order.unwrap(), [0, 2, 3, 4, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod order;

pub(crate) use order::orbits;
pub use order::{Begin, narrow, places};

/// Returns the root of the tree of an item, by path halving.
pub fn root(parent: &mut [u32], mut item: u32) -> u32 {
    while parent[item as usize] != item {
        let above = parent[parent[item as usize] as usize];
        parent[item as usize] = above;
        item = above;
    }
    item
}

/// Disjoint sets, each a tree (union-find, the smaller set into the larger).
pub struct Sets {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Sets {
    /// Returns sets of one member each, with these sizes as weights.
    pub fn new(size: Vec<u32>) -> Sets {
        Sets {
            parent: (0..size.len() as u32).collect(),
            size,
        }
    }

    /// Returns the representative of the set of an item.
    #[inline]
    pub fn find(&mut self, item: u32) -> u32 {
        root(&mut self.parent, item)
    }

    /// Unites two sets and returns the representative of their union.
    pub fn unite(&mut self, a: u32, b: u32) -> u32 {
        let (mut large, mut small) = (self.find(a), self.find(b));
        if large == small {
            return large;
        }
        if self.size[large as usize] < self.size[small as usize] {
            (large, small) = (small, large);
        }
        self.parent[small as usize] = large;
        self.size[large as usize] += self.size[small as usize];
        large
    }

    /// Returns the representative of the largest set, if there is any.
    pub fn largest(&mut self) -> Option<u32> {
        let members = 0..self.size.len() as u32;
        let largest = members.max_by_key(|&member| self.size[member as usize]);
        largest.map(|member| self.find(member))
    }
}

/// Returns the neighbour that is not `previous`.
pub fn other([a, b]: [u32; 2], previous: u32) -> u32 {
    if a == previous { b } else { a }
}

/// Returns the vertices of the cycle through `start`, in order. The first neighbour of `start`
/// comes second.
pub fn walk(links: &[[u32; 2]], start: u32) -> Vec<u32> {
    let mut vertices = vec![start];
    let (mut previous, mut vertex) = (start, links[start as usize][0]);
    while vertex != start {
        vertices.push(vertex);
        let next = other(links[vertex as usize], previous);
        (previous, vertex) = (vertex, next);
    }
    vertices
}
