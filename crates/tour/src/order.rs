//! Order of vertices in which few of them are begun at any time.
//!
//! ```
//! use knightsat_base::stop::Stop;
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::order::{Begin, narrow};
//!
//! let ring = Graph::from_edges(5, &[[0, 2], [2, 4], [4, 1], [1, 3], [3, 0]]);
//! let around = |vertex| ring.neighbours(vertex).iter().copied();
//! let order = narrow([5, 5], Begin::default(), around, 2, &Stop::default())?;
//! assert_eq!(order.unwrap(), [0, 2, 3, 4, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use knightsat_base::stop::{Stop, Stopped};

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
