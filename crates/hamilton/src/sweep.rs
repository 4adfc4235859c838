//! A sweep over narrow graphs, vertex by vertex.
//!
//! Only the state at the border between finished and other vertices matters for the rest. A narrow
//! border has few states. A state gives, for every border vertex, the number of its chosen edges;
//! if there is one, also the other end of its path (Held and Karp's idea on a path decomposition;
//! Knuth's Simpath, The Art of Computer Programming 4A, 7.1.4, keeps the same mates). A vertex is
//! done when two of its edges are chosen. A path may close only into a cycle of all vertices.
//!
//! Long strips repeat themselves, and so do the states at their border. A step that was made before
//! from the same states is looked up. So a strip of any length needs no more states than a short
//! one, and one lookup at every vertex.
//!
//! The sweep finds a tour if one exists, whatever traps two-factors set. A negative result is only
//! a hint, since it has no proof that others could check.

use crate::Known;
use crate::base::stop::Stop;
use crate::states::{Choice, SLOTS, Sets, Situation, WIDTH};
use knightsat_tour::graph::Incidence;
use knightsat_tour::sets::{self, Begin};

/// The result of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swept {
    /// A Hamiltonian cycle, its vertices in order.
    Cycle(Vec<u32>),
    /// There is no Hamiltonian cycle.
    None,
    /// There are too many states, or time is up.
    TooWide,
}

/// Sweeps the graph on `0..len` with these edges for a cycle that takes those marked.
///
/// ```
/// use knightsat_hamilton::base::stop::Stop;
/// use knightsat_hamilton::{Swept, sweep};
///
/// let ring = [[0, 1], [1, 2], [2, 3], [3, 0]].map(|edge| (edge, false));
/// assert_eq!(sweep(4, &ring, &Stop::default()), Swept::Cycle(vec![0, 1, 2, 3]));
/// assert_eq!(sweep(4, &ring[1..], &Stop::default()), Swept::None);
/// ```
pub fn sweep(len: u32, edges: &[Known], stop: &Stop) -> Swept {
    let narrow = Narrow::new(len, edges);
    let around = |vertex| narrow.edges.at(vertex).map(|(_, end)| end);
    match sets::narrow([len; 2], Begin::default(), around, WIDTH, stop) {
        Ok(Some(order)) => narrow.run(&order, stop),
        _ => Swept::TooWide,
    }
}

/// The graph, and its marked edges.
struct Narrow {
    edges: Incidence,
    is_marked: Vec<bool>,
}

impl Narrow {
    fn new(len: u32, edges: &[([u32; 2], bool)]) -> Narrow {
        let (edges, is_marked): (Vec<[u32; 2]>, Vec<bool>) = edges.iter().copied().unzip();
        Narrow {
            edges: Incidence::new(len, edges),
            is_marked,
        }
    }

    fn len(&self) -> usize {
        self.edges.vertices() as usize
    }

    /// Returns the neighbours that come later in the order of these ranks, each with true if the
    /// edge is marked.
    fn later(&self, vertex: u32, rank: &[u32]) -> impl Iterator<Item = (u32, bool)> {
        let own = rank[vertex as usize];
        let later = self
            .edges
            .at(vertex)
            .filter(move |&(_, end)| rank[end as usize] > own);
        later.map(|(edge, end)| (end, self.is_marked[edge as usize]))
    }

    fn run(&self, order: &[u32], stop: &Stop) -> Swept {
        let mut rank = vec![0; self.len()];
        for (nth, &vertex) in (0..).zip(order) {
            rank[vertex as usize] = nth;
        }
        let mut sets = Sets::default();
        let mut border = Border::new(self.len(), self.is_marked.iter().filter(|m| **m).count());
        // The step at every vertex.
        let mut steps = Vec::with_capacity(order.len());
        let mut watch = stop.watch(1 << 10);
        for &vertex in order {
            let later: Vec<(u32, bool)> = self.later(vertex, &rank).collect();
            let Some(situation) = border.enter(vertex, &later, sets.current()) else {
                return Swept::TooWide;
            };
            if watch.is_over() {
                return Swept::TooWide;
            }
            match sets.step(situation, stop) {
                None => return Swept::TooWide,
                Some(step) => steps.push(step),
            }
            if let Some(last) = sets.closed() {
                return self.cycle(&sets, &steps, last, order, &rank);
            }
            border.leave(vertex, &later);
        }
        Swept::None
    }

    /// Returns the cycle that this choice closes in the last of these steps.
    fn cycle(
        &self,
        sets: &Sets,
        steps: &[u32],
        last: Choice,
        order: &[u32],
        rank: &[u32],
    ) -> Swept {
        let mut links = vec![[0; 2]; self.len()];
        let mut degree = vec![0_u8; self.len()];
        let mut choice = last;
        for (nth, &vertex) in order[..steps.len()].iter().enumerate().rev() {
            for (place, (end, _)) in (0..).zip(self.later(vertex, rank)) {
                if choice.places.contains(&place) {
                    for (from, to) in [(vertex, end), (end, vertex)] {
                        links[from as usize][usize::from(degree[from as usize])] = to;
                        degree[from as usize] += 1;
                    }
                }
            }
            if nth > 0 {
                choice = sets.choice(steps[nth - 1], choice.from);
            }
        }
        Swept::Cycle(sets::walk(&links, 0))
    }
}

/// The vertices at the border, and counts of vertices and marked edges beyond it.
struct Border {
    /// The slot of every vertex, [`Border::NONE`] before it gets one.
    slot: Vec<u8>,
    /// A bit for every occupied slot.
    taken: u32,
    /// Number of vertices without a slot so far, and number of marked edges between unfinished
    /// vertices.
    unseen: usize,
    marked: usize,
}

impl Border {
    const NONE: u8 = u8::MAX;

    fn new(len: usize, marked: usize) -> Border {
        Border {
            slot: vec![Border::NONE; len],
            taken: 0,
            unseen: len,
            marked,
        }
    }

    /// Gives the vertex and its later neighbours a slot, and returns the inputs of its step, or
    /// `None` if there are too few slots.
    fn enter(&mut self, vertex: u32, later: &[(u32, bool)], states: u32) -> Option<Situation> {
        let before = self.taken;
        for v in later.iter().map(|&(end, _)| end).chain([vertex]) {
            let slot = &mut self.slot[v as usize];
            if *slot == Border::NONE {
                *slot = (!self.taken).trailing_zeros() as u8;
                if usize::from(*slot) >= SLOTS {
                    return None;
                }
                self.taken |= 1 << *slot;
                self.unseen -= 1;
            }
        }
        let forced = later.iter().filter(|(_, is_marked)| *is_marked).count();
        let at = |&(end, is_marked): &(u32, bool)| (self.slot[end as usize], is_marked);
        Some(Situation {
            states,
            slot: self.slot[vertex as usize],
            later: later.iter().map(at).collect(),
            entering: self.taken & !before,
            may_close: self.unseen == 0 && self.marked == forced,
        })
    }

    /// Removes the vertex, which is done.
    fn leave(&mut self, vertex: u32, later: &[(u32, bool)]) {
        self.taken &= !(1 << self.slot[vertex as usize]);
        self.marked -= later.iter().filter(|(_, is_marked)| *is_marked).count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_family as family;
    use knightsat_tour::board::Board;
    use knightsat_tour::graph::Graph;

    fn swept(graph: &Graph) -> Swept {
        let edges: Vec<([u32; 2], bool)> = graph.edges().map(|edge| (edge, false)).collect();
        sweep(graph.len(), &edges, &Stop::default())
    }

    #[test]
    fn narrow_graphs_are_decided() {
        for (n, k) in [(5, 2), (9, 2), (11, 2), (10, 3), (41, 2), (300, 2)] {
            let graph = family::petersen(n, k);
            match swept(&family::relabelled(&graph, 3)) {
                Swept::Cycle(cycle) => {
                    assert!(family::petersen_has_cycle(n, k));
                    assert_eq!(cycle.len() as u32, graph.len());
                }
                Swept::None => assert!(!family::petersen_has_cycle(n, k), "GP({n}, {k})"),
                Swept::TooWide => panic!("GP({n}, {k}) is narrow"),
            }
        }
        assert_eq!(swept(&family::flower_snark(51)), Swept::None);
    }

    #[test]
    fn wide_graphs_are_left() {
        assert_eq!(swept(&family::random_cubic(400, 1)), Swept::TooWide);
    }

    #[test]
    fn a_long_strip_takes_no_more_states_than_a_short_one() {
        // Twenty million states if each of the steps were made anew.
        let graph = Board::new(3, 100_000).unwrap().graph();
        let Swept::Cycle(cycle) = swept(&graph) else {
            panic!("3x100000 has closed tours, and is narrow");
        };
        assert_eq!(cycle.len(), 300_000);
        let next = cycle.iter().skip(1).chain(&cycle[..1]);
        assert!(cycle.iter().zip(next).all(|(&a, &b)| graph.has_edge(a, b)));
    }

    #[test]
    fn marked_edges_are_taken() {
        let mut edges: Vec<([u32; 2], bool)> = family::tetrahedron()
            .edges()
            .map(|edge| (edge, false))
            .collect();
        edges[0].1 = true;
        edges[5].1 = true;
        let Swept::Cycle(cycle) = sweep(4, &edges, &Stop::default()) else {
            panic!("a tetrahedron has cycles through opposite edges");
        };
        let place = |v| cycle.iter().position(|&w| w == v).unwrap();
        assert_eq!(place(0).abs_diff(place(1)) % 2, 1);
        assert_eq!(place(2).abs_diff(place(3)) % 2, 1);
        // All three edges at a vertex.
        edges.iter_mut().for_each(|edge| edge.1 = edge.0[0] == 0);
        assert_eq!(sweep(4, &edges, &Stop::default()), Swept::None);
    }
}
