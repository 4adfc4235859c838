//! Depth-first search, and how far back what is below each vertex reaches.

use super::Graph;
use knightsat_base::stop::{Stopped, Watch};
use std::ops::ControlFlow;

/// No vertex, no time.
const NONE: u32 = u32::MAX;

/// A depth-first search, which can be made again and again (Tarjan, Depth-first search and linear graph
/// algorithms, SIAM Journal on Computing 1, 1972).
pub struct DepthFirst<'g> {
    graph: &'g Graph,
    /// When each vertex was met.
    met: Vec<u32>,
    /// When the first vertex was met that has an edge to one below.
    low: Vec<u32>,
    order: Vec<u32>,
    /// Where the search is: vertices, and how many of their neighbours have been looked at.
    trail: Vec<(u32, u32)>,
}

impl<'g> DepthFirst<'g> {
    /// A search that has visited no vertex.
    pub fn new(graph: &'g Graph) -> DepthFirst<'g> {
        DepthFirst {
            graph,
            met: vec![NONE; graph.len() as usize],
            low: vec![NONE; graph.len() as usize],
            order: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Searches from a vertex, as if another one were not there. `left` hears of every vertex beyond which those
    /// below a neighbour of it have no edge, so that it holds them alone, and of those below; it may end the search.
    pub fn search<B>(
        &mut self,
        start: u32,
        gone: Option<u32>,
        watch: &mut Watch,
        mut left: impl FnMut(u32, &[u32]) -> ControlFlow<B>,
    ) -> Result<Option<B>, Stopped> {
        let gone = gone.unwrap_or(NONE);
        self.met.fill(NONE);
        self.order.clear();
        self.trail.clear();
        self.meet(start);
        while let Some((vertex, nth)) = self.trail.last_mut() {
            watch.check()?;
            let vertex = *vertex;
            if let Some(&next) = self.graph.neighbours(vertex).get(*nth as usize) {
                *nth += 1;
                match self.met[next as usize] {
                    _ if next == gone => {}
                    NONE => self.meet(next),
                    met => self.lower(vertex, met),
                }
                continue;
            }
            self.trail.pop();
            let Some(&(before, _)) = self.trail.last() else {
                break;
            };
            let [met, low] = [&self.met, &self.low].map(|of| of[vertex as usize]);
            self.lower(before, low);
            if low >= self.met[before as usize]
                && let ControlFlow::Break(found) = left(before, &self.order[met as usize..])
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn meet(&mut self, vertex: u32) {
        let number = self.order.len() as u32;
        self.met[vertex as usize] = number;
        self.low[vertex as usize] = number;
        self.order.push(vertex);
        self.trail.push((vertex, 0));
    }

    fn lower(&mut self, vertex: u32, to: u32) {
        let low = &mut self.low[vertex as usize];
        *low = to.min(*low);
    }
}
