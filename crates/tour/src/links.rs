//! Cycles given by the two neighbours that every vertex has on its own.
//!
//! ```
//! use knightsat_tour::links::walk;
//!
//! let links = [[1, 2], [0, 2], [1, 0]];
//! assert_eq!(walk(&links, 0), [0, 1, 2]);
//! ```

/// The neighbour that is not `previous`.
pub fn other([a, b]: [u32; 2], previous: u32) -> u32 {
    if a == previous { b } else { a }
}

/// The vertices of the cycle through `start`, in order; the first neighbour of `start` comes second.
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
