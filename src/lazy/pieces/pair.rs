//! Two vertices without which a graph falls apart.

use crate::problem::graph::Graph;
use crate::stop::{Stop, Stopped};

/// Smaller sides are not worth a search of their own.
const SMALLEST: u32 = 20;
/// Vertices times edges of a graph that is looked through for such vertices.
const MOST: u64 = 1 << 29;
/// No vertex.
const NONE: u32 = u32::MAX;

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
    let graph = Graph::from_edges(names.len() as u32, &numbered);
    if u64::from(graph.len()) * numbered.len() as u64 > MOST {
        return Ok(None);
    }
    let mut walk = Walk::new(&graph);
    for gone in (0..graph.len()).filter(|&vertex| graph.degree(vertex) > 2) {
        stop.check()?;
        if let Some((cut, inside)) = walk.without(gone) {
            let mut inside: Vec<u32> = inside.iter().map(|&v| names[v as usize]).collect();
            inside.sort_unstable();
            let pair = [gone, cut].map(|v| names[v as usize]);
            return Ok(Some(Behind { inside, pair }));
        }
    }
    Ok(None)
}

/// A walk through a graph in depth.
struct Walk<'g> {
    graph: &'g Graph,
    /// When each vertex was met.
    met: Vec<u32>,
    /// The first vertex that has an edge to those met from each vertex on.
    low: Vec<u32>,
    order: Vec<u32>,
    /// Where the walk is: vertices, and how many of their neighbours have been looked at.
    trail: Vec<(u32, u32)>,
}

impl Walk<'_> {
    fn new(graph: &Graph) -> Walk<'_> {
        Walk {
            graph,
            met: vec![NONE; graph.len() as usize],
            low: vec![NONE; graph.len() as usize],
            order: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// A vertex whose removal leaves enough vertices on both sides when this one is gone, and one of the sides
    /// (Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972).
    fn without(&mut self, gone: u32) -> Option<(u32, &[u32])> {
        self.met.fill(NONE);
        self.order.clear();
        self.trail.clear();
        self.meet(u32::from(gone == 0));
        while let Some((vertex, nth)) = self.trail.last_mut() {
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
            let inside = self.order.len() as u32 - met;
            let outside = (self.graph.len() - 2).saturating_sub(inside);
            if low >= self.met[before as usize] && inside.min(outside) >= SMALLEST {
                return Some((before, &self.order[met as usize..]));
            }
        }
        None
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
