//! Orders of vertices: their places, the orbits of a map, and orders with a narrow frontier.

use crate::graph::NONE;
use knightsat_base::stop::{Stop, Stopped};

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
