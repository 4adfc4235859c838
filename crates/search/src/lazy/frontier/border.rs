//! An order of the vertices in which the border stays narrow.

use super::{Narrow, WIDTH};
use knightsat_base::stop::Stop;

/// An order of the vertices, each with the border as narrow as it can be kept without looking
/// ahead; nothing if it is not narrow enough, or if it is late.
pub(super) fn order(graph: &Narrow, stop: &Stop) -> Option<Vec<u32>> {
    let len = graph.len();
    let mut watch = stop.watch(1 << 12);
    let mut search = Search {
        graph,
        is_seen: vec![false; len],
        fresh: graph.edges.degrees(),
    };
    let mut border: Vec<u32> = Vec::new();
    let mut order = Vec::with_capacity(len);
    let mut unseen = 0..len as u32;
    while order.len() < len {
        // The oldest of equals, so that the border moves on as a whole.
        let oldest = border.iter().copied();
        let next = match oldest.min_by_key(|&v| search.fresh[v as usize]) {
            Some(next) => next,
            None => unseen.find(|&v| !search.is_seen[v as usize])?,
        };
        search.see(next);
        border.retain(|&v| v != next);
        order.push(next);
        // Once the border is too wide nothing more need be seen.
        for (end, _) in graph.neighbours(next) {
            if border.len() <= WIDTH && search.see(end) {
                border.push(end);
            }
        }
        if border.len() > WIDTH || watch.is_over() {
            return None;
        }
    }
    Some(order)
}

struct Search<'g> {
    graph: &'g Narrow,
    /// Whether a vertex is done or at the border.
    is_seen: Vec<bool>,
    /// How many neighbours of each vertex are neither.
    fresh: Vec<u32>,
}

impl Search<'_> {
    /// Sees a vertex; whether for the first time.
    fn see(&mut self, vertex: u32) -> bool {
        let is_first = !std::mem::replace(&mut self.is_seen[vertex as usize], true);
        if is_first {
            for (end, _) in self.graph.neighbours(vertex) {
                self.fresh[end as usize] -= 1;
            }
        }
        is_first
    }
}
