//! Two vertices without which a graph falls apart.

use knightsat_base::stop::{Stop, Stopped};
use knightsat_tour::graph::{DepthFirst, Graph};
use std::ops::ControlFlow;

/// Smaller sides are not worth a search of their own.
const SMALLEST: u32 = 20;
/// Vertices times edges of a graph that is looked through for such vertices.
const MOST: u64 = 1 << 29;

/// The vertices of these edges in order, and the edges by their places there.
pub(super) fn numbered(edges: &[[u32; 2]]) -> (Vec<u32>, Vec<[u32; 2]>) {
    let mut names: Vec<u32> = edges.iter().flatten().copied().collect();
    names.sort_unstable();
    names.dedup();
    let place = |vertex: u32| names.partition_point(|&name| name < vertex) as u32;
    let edges = edges.iter().map(|ends| ends.map(place)).collect();
    (names, edges)
}

/// Vertices, in order, and the two next to them.
pub(super) struct Behind {
    pub inside: Vec<u32>,
    pub pair: [u32; 2],
}

/// Two vertices without which the graph of these edges falls apart, if there are any and neither part is small.
pub(super) fn pair(edges: &[[u32; 2]], stop: &Stop) -> Result<Option<Behind>, Stopped> {
    let (names, numbered) = numbered(edges);
    let graph = Graph::from_pairs(names.len() as u32, &numbered);
    if u64::from(graph.len()) * numbered.len() as u64 > MOST {
        return Ok(None);
    }
    let mut search = DepthFirst::new(&graph);
    let mut watch = stop.watch(1 << 12);
    for gone in (0..graph.len()).filter(|&vertex| graph.degree(vertex) > 2) {
        let start = u32::from(gone == 0);
        let found = search.search(start, Some(gone), &mut watch, |cut, inside| {
            let outside = (graph.len() - 2).saturating_sub(inside.len() as u32);
            if outside.min(inside.len() as u32) < SMALLEST {
                return ControlFlow::Continue(());
            }
            let mut inside: Vec<u32> = inside.iter().map(|&v| names[v as usize]).collect();
            inside.sort_unstable();
            let pair = [gone, cut].map(|v| names[v as usize]);
            ControlFlow::Break(Behind { inside, pair })
        })?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}
