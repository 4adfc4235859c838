//! Order in which to eliminate the vertices of a graph.
//!
//! Eliminating a vertex makes its neighbours adjacent to each other. The next vertex of the order
//! is the one that needs the fewest new edges (min-fill; Bodlaender and Koster, Treewidth
//! computations I: Upper bounds, Information and Computation 208, 2010).

use crate::base::stop::Stop;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Vertices with more neighbours wait: counting their new edges takes too long.
const COUNTED: usize = 24;

/// The graph after the eliminations so far.
struct Fill {
    neighbours: Vec<FxHashSet<u32>>,
    /// The cost of eliminating each remaining vertex: edges that it adds, then neighbours.
    cost: Vec<usize>,
    queue: BTreeSet<(usize, u32)>,
}

/// Returns all vertices of the graph on `0..len` in the order of their elimination. Returns `None`
/// if one has more than `width` neighbours when eliminated, or if time is up.
pub(crate) fn min_fill(
    len: u32,
    edges: &[[u32; 2]],
    width: usize,
    stop: &Stop,
) -> Option<Vec<u32>> {
    let mut fill = Fill::new(len, edges);
    let mut order = Vec::with_capacity(len as usize);
    let mut watch = stop.watch(1 << 8);
    while let Some((_, vertex)) = fill.queue.pop_first() {
        if fill.neighbours[vertex as usize].len() > width || watch.is_over() {
            return None;
        }
        fill.eliminate(vertex);
        order.push(vertex);
    }
    Some(order)
}

impl Fill {
    fn new(len: u32, edges: &[[u32; 2]]) -> Fill {
        let mut neighbours = vec![FxHashSet::default(); len as usize];
        for &[a, b] in edges {
            neighbours[a as usize].insert(b);
            neighbours[b as usize].insert(a);
        }
        let mut fill = Fill {
            neighbours,
            cost: Vec::new(),
            queue: BTreeSet::new(),
        };
        fill.cost = (0..len).map(|vertex| fill.price(vertex)).collect();
        fill.queue = (0..len)
            .map(|vertex| (fill.cost[vertex as usize], vertex))
            .collect();
        fill
    }

    fn price(&self, vertex: u32) -> usize {
        let around: Vec<u32> = self.neighbours[vertex as usize].iter().copied().collect();
        if around.len() > COUNTED {
            return COUNTED * COUNTED * around.len();
        }
        let missing = |(nth, &a): (usize, &u32)| {
            let near = &self.neighbours[a as usize];
            around[..nth].iter().filter(|b| !near.contains(b)).count()
        };
        let added: usize = around.iter().enumerate().map(missing).sum();
        COUNTED * added + around.len()
    }

    /// Removes a vertex, joins its neighbours, and updates the costs that this changes.
    fn eliminate(&mut self, vertex: u32) {
        let around: Vec<u32> = std::mem::take(&mut self.neighbours[vertex as usize])
            .into_iter()
            .collect();
        let mut changed: BTreeSet<u32> = around.iter().copied().collect();
        for &end in &around {
            self.neighbours[end as usize].remove(&vertex);
        }
        for (nth, &a) in around.iter().enumerate() {
            for &b in &around[..nth] {
                if self.neighbours[a as usize].insert(b) {
                    self.neighbours[b as usize].insert(a);
                    // Their common neighbours lack one edge fewer.
                    let mut pair = [a, b].map(|end| &self.neighbours[end as usize]);
                    pair.sort_by_key(|near| near.len());
                    changed.extend(pair[0].iter().filter(|end| pair[1].contains(end)));
                }
            }
        }
        for end in changed {
            self.queue.remove(&(self.cost[end as usize], end));
            self.cost[end as usize] = self.price(end);
            self.queue.insert((self.cost[end as usize], end));
        }
    }
}
