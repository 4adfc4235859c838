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

use crate::graph::NONE;
use knightsat_base::stop::{Stop, Stopped};

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

/// Returns the place, from 0, of every vertex in an order of the vertices `0..order.len()`.
pub fn places(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, &vertex) in (0..).zip(order) {
        places[vertex as usize] = place;
    }
    places
}

/// Returns the first vertex of every orbit, and the number of the orbit of every vertex.
pub(crate) fn orbits<I: IntoIterator<Item = u32>>(
    len: u32,
    orbit: impl Fn(u32) -> I,
) -> (Vec<u32>, Vec<u32>) {
    let (mut first, mut of) = (Vec::new(), vec![NONE; len as usize]);
    for vertex in 0..len {
        if of[vertex as usize] == NONE {
            let images = orbit(vertex).into_iter();
            images.for_each(|image| of[image as usize] = first.len() as u32);
            first.push(vertex);
        }
    }
    (first, of)
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

/// The start of an order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Begin {
    /// The first vertex; if `None`, any vertex.
    pub first: Option<u32>,
    /// Vertices that are in the frontier beforehand.
    pub frontier: Option<[u32; 2]>,
}

/// Returns a greedy order of the vertices `0..ordered` of `0..vertices`. The next vertex is that of
/// the frontier that adds the fewest new ones, the oldest in a tie. The frontier consists of the
/// unfinished vertices with a finished neighbour. Returns `None` if it has more than `width`
/// vertices.
pub fn narrow<I: Iterator<Item = u32>>(
    [vertices, ordered]: [u32; 2],
    begin: Begin,
    around: impl Fn(u32) -> I,
    width: usize,
    stop: &Stop,
) -> Result<Option<Vec<u32>>, Stopped> {
    let mut is_seen = vec![false; vertices as usize];
    // Number of neighbours of each vertex that are neither done nor in the frontier.
    let mut fresh: Vec<u32> = (0..vertices).map(|v| around(v).count() as u32).collect();
    let mut see = |vertex: u32, fresh: &mut Vec<u32>| {
        let is_first = !std::mem::replace(&mut is_seen[vertex as usize], true);
        if is_first {
            around(vertex).for_each(|end| fresh[end as usize] -= 1);
        }
        is_first
    };
    let mut frontier: Vec<u32> = begin.frontier.into_iter().flatten().collect();
    frontier.retain(|&v| see(v, &mut fresh));
    let mut order = Vec::with_capacity(ordered as usize);
    let mut unseen = 0..ordered;
    let mut next = begin.first;
    let mut watch = stop.watch(1 << 10);
    while order.len() < ordered as usize {
        watch.check()?;
        // The oldest among equals, so that the frontier advances as a whole.
        let oldest = frontier.iter().copied().filter(|&v| v < ordered);
        let oldest = || oldest.min_by_key(|&v| fresh[v as usize]);
        let chosen = next.take().or_else(oldest);
        let Some(vertex) = chosen.or_else(|| unseen.find(|&v| see(v, &mut fresh))) else {
            break;
        };
        see(vertex, &mut fresh);
        frontier.retain(|&v| v != vertex);
        order.push(vertex);
        for end in around(vertex) {
            // A frontier that is too wide need not be complete.
            if frontier.len() <= width && see(end, &mut fresh) {
                frontier.push(end);
            }
        }
        if frontier.len() > width {
            return Ok(None);
        }
    }
    Ok(Some(order))
}
