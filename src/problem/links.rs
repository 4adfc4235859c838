//! Cycles given by the two neighbours that every vertex has on its own.

/// The neighbour that is not `previous`.
pub(crate) fn other([a, b]: [u32; 2], previous: u32) -> u32 {
    if a == previous { b } else { a }
}

/// The vertices of the cycle through `start`, in order; the first neighbour of `start` comes second.
pub(crate) fn walk(links: &[[u32; 2]], start: u32) -> Vec<u32> {
    let mut vertices = vec![start];
    let (mut previous, mut vertex) = (start, links[start as usize][0]);
    while vertex != start {
        vertices.push(vertex);
        let next = other(links[vertex as usize], previous);
        (previous, vertex) = (vertex, next);
    }
    vertices
}
