//! Largest sets of edges with at most so many at every vertex, in any graph.
//!
//! Tutte (A short proof of the factor theorem for finite graphs, Canadian Journal of Mathematics 6,
//! 1954) reduced this to a matching. A matching is enlarged along alternating paths, and odd cycles
//! in their way are shrunk (Edmonds, Paths, trees, and flowers, Canadian Journal of Mathematics 17,
//! 1965).

use crate::graph::{Graph, Incidence, NONE};
use crate::sets::root;
use knightsat_base::stop::{Stop, Stopped, Watch};
use std::collections::VecDeque;

/// The label of a vertex that a search has reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    New,
    /// The vertex may take another partner.
    Even,
    Odd,
}

/// Enlarges a choice of edges, which keeps the forced ones. Returns true if every vertex has as
/// many as it needs then.
///
/// Every vertex becomes as many copies as it needs edges. Every edge becomes two nodes, joined to
/// each other and each to all copies of its own end. An edge is chosen if its nodes are matched
/// with copies, and not if they are matched with each other.
pub(crate) fn enlarge_choice(
    edges: &Incidence,
    chosen: &mut [bool],
    need: impl Fn(u32) -> i8,
    is_forced: &[bool],
    stop: &Stop,
) -> Result<bool, Stopped> {
    let len = edges.edges().len() as u32;
    let open = || (0..len).filter(|&edge| !is_forced[edge as usize]);
    // The edges that every vertex needs beside the forced ones; negative if these are too many.
    let mut missing: Vec<i8> = (0..edges.vertices()).map(need).collect();
    for (ends, _) in edges.edges().iter().zip(is_forced).filter(|(_, is)| **is) {
        ends.iter().for_each(|&end| missing[end as usize] -= 1);
    }
    // The nodes of edge e are 2e and 2e + 1; the copies follow.
    let mut first = vec![2 * len];
    for &missing in &missing {
        first.push(first[first.len() - 1] + missing.max(0) as u32);
    }
    let nodes = first[first.len() - 1];
    let mut joined = Vec::new();
    let mut partner = vec![NONE; nodes as usize];
    let mut next = first.clone();
    for edge in open() {
        joined.push([2 * edge, 2 * edge + 1]);
        let ends = edges.ends(edge);
        // A vertex may have too many if alternating paths have crossed themselves.
        let has_room = |end: u32| next[end as usize] < first[end as usize + 1];
        let is_taken = chosen[edge as usize] && ends.into_iter().all(has_room);
        for (node, end) in (2 * edge..).zip(ends) {
            let copies = first[end as usize]..first[end as usize + 1];
            joined.extend(copies.map(|copy| [node, copy]));
            let copy = &mut next[end as usize];
            let other = if is_taken { *copy } else { node ^ 1 };
            *copy += u32::from(is_taken);
            partner[node as usize] = other;
            partner[other as usize] = node;
        }
    }
    let graph = Graph::from_pairs(nodes, &joined);
    let is_even = enlarge(&graph, &mut partner, first[0]..nodes, stop)?;
    let is_even = is_even && missing.iter().all(|&missing| missing >= 0);
    for edge in open() {
        chosen[edge as usize] = partner[2 * edge as usize] >= first[0];
    }
    Ok(is_even)
}

/// Enlarges a matching until no unmatched vertex of `roots` can get a partner. The matching is
/// given by the partner of every vertex, or [`NONE`]. Returns true if each root has a partner then.
fn enlarge(
    graph: &Graph,
    partner: &mut [u32],
    roots: impl Iterator<Item = u32>,
    stop: &Stop,
) -> Result<bool, Stopped> {
    let len = graph.len() as usize;
    let mut search = BlossomSearch {
        graph,
        partner,
        label: vec![Label::New; len],
        before: vec![NONE; len],
        base: (0..graph.len()).collect(),
        stamp: vec![0; len],
        time: 0,
        touched: Vec::new(),
        queue: VecDeque::new(),
    };
    let mut watch = stop.watch(1 << 12);
    let mut is_complete = true;
    for root in roots {
        if search.partner[root as usize] == NONE {
            is_complete &= search.augment(root, &mut watch)?;
        }
    }
    Ok(is_complete)
}

struct BlossomSearch<'g> {
    graph: &'g Graph,
    partner: &'g mut [u32],
    label: Vec<Label>,
    /// The vertex from which an odd one was reached. For an even vertex that was odd, the vertex on
    /// the other side of the edge that closed its cycle.
    before: Vec<u32>,
    /// The base of the shrunk cycle of each vertex; the base itself may be in another cycle.
    base: Vec<u32>,
    stamp: Vec<u32>,
    time: u32,
    /// The vertices that have a label.
    touched: Vec<u32>,
    queue: VecDeque<u32>,
}

impl BlossomSearch<'_> {
    /// Finds a partner for `root`, whereby others change theirs. Returns true if there is one.
    fn augment(&mut self, root: u32, watch: &mut Watch) -> Result<bool, Stopped> {
        for vertex in self.touched.drain(..) {
            self.label[vertex as usize] = Label::New;
            self.before[vertex as usize] = NONE;
            self.base[vertex as usize] = vertex;
        }
        self.queue.clear();
        self.queue.push_back(root);
        self.label[root as usize] = Label::Even;
        self.touched.push(root);
        while let Some(vertex) = self.queue.pop_front() {
            watch.check()?;
            for &next in self.graph.neighbours(vertex) {
                if self.step(vertex, next) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Follows an edge from an even vertex. Returns true if it ends the search.
    fn step(&mut self, vertex: u32, next: u32) -> bool {
        match self.label[next as usize] {
            Label::Odd => {}
            Label::New => {
                self.before[next as usize] = vertex;
                self.label[next as usize] = Label::Odd;
                self.touched.push(next);
                let partner = self.partner[next as usize];
                if partner == NONE {
                    self.swap(next);
                    return true;
                }
                self.label[partner as usize] = Label::Even;
                self.touched.push(partner);
                self.queue.push_back(partner);
            }
            Label::Even => {
                if self.base(vertex) != self.base(next) {
                    let root = self.common(vertex, next);
                    self.shrink(vertex, next, root);
                    self.shrink(next, vertex, root);
                }
            }
        }
        false
    }

    /// Changes the partners along the path that ends at a vertex without one.
    fn swap(&mut self, mut vertex: u32) {
        while vertex != NONE {
            let giver = self.before[vertex as usize];
            let next = self.partner[giver as usize];
            self.partner[vertex as usize] = giver;
            self.partner[giver as usize] = vertex;
            vertex = next;
        }
    }

    /// Returns the base of the cycle that a vertex has been shrunk into, or the vertex itself if
    /// there is no such cycle.
    fn base(&mut self, vertex: u32) -> u32 {
        root(&mut self.base, vertex)
    }

    /// Returns the last base that is on the way back from both of two even vertices.
    fn common(&mut self, mut here: u32, mut there: u32) -> u32 {
        self.time += 1;
        loop {
            if here != NONE {
                here = self.base(here);
                if self.stamp[here as usize] == self.time {
                    return here;
                }
                self.stamp[here as usize] = self.time;
                here = match self.partner[here as usize] {
                    NONE => NONE,
                    partner => self.before[partner as usize],
                };
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Shrinks the way back from a vertex to the base of a cycle, closed by the edge to `next`.
    fn shrink(&mut self, mut vertex: u32, mut next: u32, root: u32) {
        while self.base(vertex) != root {
            self.before[vertex as usize] = next;
            next = self.partner[vertex as usize];
            if self.label[next as usize] == Label::Odd {
                self.label[next as usize] = Label::Even;
                self.queue.push_back(next);
            }
            for inner in [vertex, next] {
                if self.base[inner as usize] == inner {
                    self.base[inner as usize] = root;
                }
            }
            vertex = self.before[next as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_base::random::Rng;

    /// Returns the largest number of pairs, by exhaustive search.
    fn most(edges: &[[u32; 2]], taken: u32) -> u32 {
        let Some((&[a, b], rest)) = edges.split_first() else {
            return 0;
        };
        let both = 1 << a | 1 << b;
        let without = most(rest, taken);
        match taken & both {
            0 => without.max(1 + most(rest, taken | both)),
            _ => without,
        }
    }

    #[test]
    fn no_matching_is_larger() {
        let mut rng = Rng::new(1, 0);
        let mut odd = 0;
        for _ in 0..300 {
            let len = 3 + rng.below(8) as u32;
            let pairs = (0..len).flat_map(|a| (0..a).map(move |b| [b, a]));
            let mut edges: Vec<[u32; 2]> = pairs.collect();
            rng.shuffle(&mut edges);
            edges.truncate(len as usize + 2);
            let graph = Graph::from_edges(len, &edges);
            let mut partner = vec![NONE; len as usize];
            let is_complete = enlarge(&graph, &mut partner, 0..len, &Stop::default()).unwrap();
            let matched = (0..len).filter(|&v| partner[v as usize] != NONE);
            for vertex in matched.clone() {
                let other = partner[vertex as usize];
                assert!(graph.has_edge(vertex, other) && partner[other as usize] == vertex);
            }
            assert_eq!(matched.count() as u32, 2 * most(&edges, 0), "{edges:?}");
            assert_eq!(is_complete, !partner.contains(&NONE));
            odd += u32::from(graph.two_colouring(&Stop::default()).unwrap().is_none());
        }
        assert!(odd > 100, "{odd}");
    }
}
