//! Pieces of a graph, split at pairs of vertices whose removal disconnects it.
//!
//! A tour passes all vertices behind such a pair at once, between the two. So it consists of two
//! tours, one of each side, that take an edge between the pair. Conversely, any two such tours make
//! a tour of the graph. The pieces are those of Hopcroft and Tarjan, Dividing a graph into
//! triconnected components, SIAM Journal on Computing 2, 1973. Each piece is searched separately:
//! bad luck in one does not undo success in another.

use crate::Known;
use crate::base::stop::{Stop, Stopped};
use knightsat_tour::graph::{DepthFirst, Graph};
use std::ops::ControlFlow;

/// Minimum number of vertices of a side; a smaller one does not justify a search of its own.
const SMALLEST: u32 = 20;
/// Maximum product of vertices and edges of a graph in which such pairs are sought.
const MOST: u64 = 1 << 29;

/// The pieces of a graph.
///
/// ```
/// use knightsat_hamilton::base::stop::Stop;
/// use knightsat_hamilton::Pieces;
///
/// // Two rings of 24 that share the edge from 0 to 1.
/// let ring = |first| (first..first + 22).map(move |v| if v == first { [0, v] } else { [v - 1, v] });
/// let edges = ring(2).chain(ring(24)).chain([[23, 1], [45, 1], [0, 1]]);
/// let edges: Vec<_> = edges.map(|edge| (edge, false)).collect();
/// let pieces = Pieces::new(&edges, &Stop::default());
/// assert!(pieces.edges.len() > 1);
/// ```
pub struct Pieces {
    /// The edges of each.
    pub edges: Vec<Vec<Known>>,
    /// Pairs, each with the numbers of two pieces. A tour of these takes an edge between the pair.
    joints: Vec<([u32; 2], usize, usize)>,
}

impl Pieces {
    /// Splits the graph with these edges; returns fewer pieces if time is up before all are found.
    pub fn new(edges: &[Known], stop: &Stop) -> Pieces {
        let mut pieces = Pieces {
            edges: vec![edges.to_vec()],
            joints: Vec::new(),
        };
        let mut piece = 0;
        while piece < pieces.edges.len() {
            match pair(&pieces.edges[piece], stop) {
                Ok(Some(behind)) => pieces.split(piece, &behind),
                Ok(None) => piece += 1,
                Err(_) => break,
            }
        }
        pieces
    }

    /// Makes the vertices behind a pair a piece of its own.
    fn split(&mut self, piece: usize, Behind { inside, pair }: &Behind) {
        let edges = std::mem::take(&mut self.edges[piece]);
        let is_inside = |end: &u32| inside.binary_search(end).is_ok();
        let (mut inner, mut outer): (Vec<Known>, Vec<Known>) =
            (edges.into_iter()).partition(|(ends, _)| ends.iter().any(is_inside));
        // With this edge both sides would be a cycle each.
        outer.retain(|(ends, _)| !is_between(ends, pair));
        inner.push((*pair, true));
        outer.push((*pair, true));
        self.edges[piece] = outer;
        self.joints.push((*pair, piece, self.edges.len()));
        self.edges.push(inner);
    }

    /// Returns the tour of the graph, from one tour of every piece.
    pub fn join(&self, mut tours: Vec<Vec<u32>>) -> Vec<u32> {
        for &(pair, outer, inner) in self.joints.iter().rev() {
            let inside = along(std::mem::take(&mut tours[inner]), pair);
            let mut outside = along(std::mem::take(&mut tours[outer]), pair);
            outside.extend(inside[1..inside.len() - 1].iter().rev());
            tours[outer] = outside;
        }
        tours.swap_remove(0)
    }
}

fn is_between([a, b]: &[u32; 2], pair: &[u32; 2]) -> bool {
    [*a, *b] == *pair || [*b, *a] == *pair
}

/// Returns a tour from one end of its edge to the other.
fn along(mut tour: Vec<u32>, [from, to]: [u32; 2]) -> Vec<u32> {
    let place = tour.iter().position(|&vertex| vertex == from);
    tour.rotate_left(place.expect("a tour visits all vertices"));
    if tour.last() != Some(&to) {
        tour[1..].reverse();
    }
    tour
}

/// Returns the vertices of these edges in order, and the edges by their places there.
pub fn numbered(edges: &[Known]) -> (Vec<u32>, Vec<Known>) {
    let mut names: Vec<u32> = edges.iter().flat_map(|(ends, _)| *ends).collect();
    names.sort_unstable();
    names.dedup();
    let place = |vertex: u32| names.partition_point(|&name| name < vertex) as u32;
    let known = |&(ends, is_known): &Known| (ends.map(place), is_known);
    let edges = edges.iter().map(known).collect();
    (names, edges)
}

/// Vertices, in order, and the pair next to them.
struct Behind {
    inside: Vec<u32>,
    pair: [u32; 2],
}

/// Returns a pair of vertices whose removal disconnects the graph of these edges, if neither part
/// is small and no tour takes an edge between the pair.
fn pair(edges: &[Known], stop: &Stop) -> Result<Option<Behind>, Stopped> {
    let (names, numbered) = numbered(edges);
    let ends: Vec<[u32; 2]> = numbered.iter().map(|&(ends, _)| ends).collect();
    let graph = Graph::from_pairs(names.len() as u32, &ends);
    if u64::from(graph.len()) * ends.len() as u64 > MOST {
        return Ok(None);
    }
    let mut search = DepthFirst::new(&graph);
    let mut watch = stop.watch(1 << 12);
    for gone in (0..graph.len()).filter(|&vertex| graph.degree(vertex) > 2) {
        let start = u32::from(gone == 0);
        let found = search.search(start, Some(gone), &mut watch, |cut, inside| {
            let outside = (graph.len() - 2).saturating_sub(inside.len() as u32);
            let is_small = outside.min(inside.len() as u32) < SMALLEST;
            let pair = [gone, cut];
            let mut forced = numbered.iter().filter(|(_, is_forced)| *is_forced);
            if is_small || forced.any(|(ends, _)| is_between(ends, &pair)) {
                return ControlFlow::Continue(());
            }
            let mut inside: Vec<u32> = inside.iter().map(|&v| names[v as usize]).collect();
            inside.sort_unstable();
            let pair = pair.map(|v| names[v as usize]);
            ControlFlow::Break(Behind { inside, pair })
        })?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Rng;
    use crate::{Decided, decide};

    /// Returns a tour found by a decomposition, which does not use pieces.
    fn tour(edges: &[Known]) -> Option<Vec<u32>> {
        let (names, edges) = numbered(edges);
        match decide(names.len() as u32, &edges, u64::MAX, &Stop::default()) {
            Decided::Cycle(cycle) => Some(cycle.into_iter().map(|v| names[v as usize]).collect()),
            Decided::None => None,
            Decided::TooWide => panic!("the graph is too wide"),
        }
    }

    /// Returns a ring of paths of 24 vertices with chords. Two edges join each path to the first
    /// vertex of the next, perhaps without one of the edges. One edge may be forced.
    fn ring(count: u32, rng: &mut Rng) -> Vec<([u32; 2], bool)> {
        let mut edges = Vec::new();
        for nth in 0..count {
            let first = 24 * nth;
            let next = 24 * ((nth + 1) % count);
            edges.extend((first..first + 23).map(|vertex| [vertex, vertex + 1]));
            let mut any = || first + rng.below(24) as u32;
            let chords: Vec<[u32; 2]> = (0..10).map(|_| [any(), any()]).collect();
            edges.extend(chords.into_iter().filter(|[a, b]| a != b));
            edges.extend([[first + 23, next], [first + 12, next]]);
        }
        edges.iter_mut().for_each(|ends| ends.sort_unstable());
        edges.sort_unstable();
        edges.dedup();
        edges.remove(rng.below(edges.len()));
        let forced = rng.below(2 * edges.len());
        let flag = |(nth, ends)| (ends, nth == forced);
        edges.into_iter().enumerate().map(flag).collect()
    }

    #[test]
    fn pieces_have_tours_where_the_whole_has() {
        let (mut toured, mut split) = (0, 0);
        for seed in 0..60 {
            let mut rng = Rng::new(seed, 0);
            let left = ring(3, &mut rng);
            let pieces = Pieces::new(&left, &Stop::default());
            split += pieces.edges.len() - 1;
            let tours = pieces.edges.iter().map(|edges| tour(edges));
            let tours: Option<Vec<Vec<u32>>> = tours.collect();
            assert_eq!(tours.is_some(), tour(&left).is_some(), "seed {seed}");
            let Some(tours) = tours else { continue };
            toured += 1;
            let mut cycle = pieces.join(tours);
            let next = cycle.iter().cycle().skip(1);
            let ends = cycle.iter().zip(next).map(|(&a, &b)| [a.min(b), a.max(b)]);
            let taken: Vec<[u32; 2]> = ends.collect();
            let is_edge = |ends: &[u32; 2]| left.iter().any(|(edge, _)| edge == ends);
            assert!(taken.iter().all(is_edge), "seed {seed}");
            let mut forced = left.iter().filter(|(_, is_forced)| *is_forced);
            assert!(forced.all(|(ends, _)| taken.contains(ends)), "seed {seed}");
            cycle.sort_unstable();
            assert!(cycle.into_iter().eq(0..72), "seed {seed}");
        }
        assert!((10..50).contains(&toured), "{toured}");
        assert!(split >= 60, "{split}");
    }
}
