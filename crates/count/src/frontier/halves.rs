//! A sweep of a graph from two sides that meet.
//!
//! The first half of an order is processed from its first vertex forwards, the other half from its
//! last vertex back. Between them lies the frontier of both, whose vertices are not processed.
//! Every edge between two of these vertices belongs to one of the sides. In the end, states of the
//! two sides are paired if they agree. That means two edges at every vertex of the frontier, and
//! one cycle made of all their paths. So no sweep passes the middle. If the graph looks the same
//! from both ends, one sweep is enough.
//!
//! McKay counted the closed tours of 8x8 by halves of the board (Knight's tours of an 8 × 8
//! chessboard, Technical Report TR-CS-97-03, Australian National University, 1997).

use super::class::MOST_SLOTS;
use super::host::Host;
use super::sweep::{Course, Sweep, weight};
use crate::base::stop::{Stop, Stopped};
use std::cmp::Reverse;
use std::collections::HashSet;

/// The two sides.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    /// The sweeps: one for each side, or only the first if the second side is its mirror image.
    pub courses: Vec<Course>,
    /// The place among the middle vertices of every slot of the last frontier, for both sides.
    pub places: [Vec<u8>; 2],
    /// The number of vertices between the sides.
    pub middle: usize,
}

impl Halves {
    /// Computes the steps of both sides.
    pub fn new(host: &Host, split: &Split, stop: &Stop) -> Result<Halves, Stopped> {
        let inner = share_out(host, split);
        let sweep = Sweep::new(host);
        let mut courses = vec![Course::new(sweep, &split.first, &inner[0], stop)?];
        if !split.is_mirrored {
            let given = host.given.into_iter().flatten().collect();
            let sweep = Sweep::beside(host, given);
            courses.push(Course::new(sweep, &split.second, &inner[1], stop)?);
        }
        let place = |vertex: u32| split.middle.iter().position(|&v| v == vertex).unwrap_or(0) as u8;
        let places = [0, 1].map(|side| {
            let last = courses.get(side).unwrap_or(&courses[0]).frontiers.last();
            let last = last.into_iter().flatten().copied();
            match side == courses.len() {
                true => last.map(|vertex| place(mirror(host, vertex))).collect(),
                false => last.map(place).collect(),
            }
        });
        Ok(Halves {
            courses,
            places,
            middle: split.middle.len(),
        })
    }
}

/// A split of an order into two sides and the vertices between them.
#[derive(Clone, Debug)]
pub(super) struct Split {
    /// The vertices that the first side processes.
    pub first: Vec<u32>,
    /// The vertices that the second side processes.
    pub second: Vec<u32>,
    /// The vertices between the sides, in order.
    pub middle: Vec<u32>,
    /// True if the second side is the mirror image of the first.
    pub is_mirrored: bool,
    /// The estimated cost of the sweeps.
    pub cost: f64,
}

impl Split {
    /// Returns the best split of an order, or `None` if there is none. `profile` contains the width
    /// of the frontier after each vertex.
    pub fn new(host: &Host, order: &[u32], profile: &[usize], has_mirror: bool) -> Option<Split> {
        let len = order.len();
        // A lower bound on the number of vertices behind the frontier.
        let behind = |&done: &usize| (len - done).saturating_sub(profile[done - 1]);
        let lopsided = |&done: &usize| done.abs_diff(behind(&done));
        let is_central = |done: &usize| 2 * lopsided(done) < done + behind(done);
        let may_be = || (1..len).filter(|done| behind(done) > 0);
        let central = may_be().filter(is_central);
        let done = central
            .min_by_key(|done| (profile[done - 1], lopsided(done)))
            .or_else(|| may_be().min_by_key(lopsided))?;
        let mut sweep = Sweep::new(host);
        for &vertex in &order[..done] {
            sweep.pass(vertex);
        }
        let is_between = |&vertex: &u32| sweep.is_in[vertex as usize] || vertex >= host.squares;
        let vertices = 0..host.neighbours.len() as u32;
        let middle: Vec<u32> = vertices.filter(is_between).collect();
        let second = order[done..].iter().rev().filter(|v| !is_between(v));
        let mut split = Split {
            first: order[..done].to_vec(),
            second: second.copied().collect(),
            middle,
            is_mirrored: false,
            cost: 0.0,
        };
        split.is_mirrored = has_mirror && split.is_image(host);
        split.cost = profile[..done].iter().copied().map(weight).sum::<f64>() + split.cost(host)?;
        Some(split)
    }

    /// Returns true if the second side is the mirror image of the first, and no edge between
    /// vertices of the middle is its own image.
    fn is_image(&self, host: &Host) -> bool {
        let image: HashSet<u32> = self.first.iter().map(|&v| mirror(host, v)).collect();
        let is_image = self.second.len() == image.len();
        is_image
            && self.second.iter().all(|v| image.contains(v))
            && inner_edges(host, &self.middle)
                .all(|ends| sorted(ends.map(|v| mirror(host, v))) != ends)
    }

    /// Returns the estimated cost of the second side and of the edges inside the middle; `None` if
    /// the frontier becomes too wide.
    fn cost(&self, host: &Host) -> Option<f64> {
        if self.middle.len() > MOST_SLOTS {
            return None;
        }
        let inner = inner_edges(host, &self.middle).count() as f64 * weight(self.middle.len());
        if self.is_mirrored {
            return Some(inner / 2.0);
        }
        let mut sweep = Sweep::beside(host, Vec::new());
        let mut cost = inner;
        for &vertex in &self.second {
            if !sweep.pass(vertex) {
                return None;
            }
            cost += weight(sweep.frontier.len());
        }
        Some(cost)
    }
}

/// Returns the edges between these vertices, which are in order.
fn inner_edges(host: &Host, middle: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    middle.iter().enumerate().flat_map(move |(place, &a)| {
        let later = middle[place + 1..].iter();
        let joined = later.filter(move |&&b| host.are_joined(a, b));
        joined.map(move |&b| [a, b])
    })
}

/// Returns the vertex in the same place as this one when the graph is seen from its other end. A
/// vertex of no square is its own image.
fn mirror(host: &Host, vertex: u32) -> u32 {
    match vertex < host.squares {
        true => host.squares - 1 - vertex,
        false => vertex,
    }
}

/// Returns true if the graph looks the same from its other end.
pub(super) fn has_mirror(host: &Host) -> bool {
    // The mirror is its own inverse, so edges suffice.
    let is_joined = |a: u32, b: u32| host.are_joined(mirror(host, a), mirror(host, b));
    let looks_same = |(a, around): (u32, &Vec<u32>)| around.iter().all(|&b| is_joined(a, b));
    let is_free = host.given.is_none() && host.required.is_empty();
    is_free && (0..).zip(&host.neighbours).all(looks_same)
}

/// Sorts the two ends of an edge.
fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Gives every edge between vertices of the middle to a side, and its mirror image to the other.
///
/// The number of states grows where a vertex gets its first two edges. So an edge goes to the side
/// on which its ends have edges already.
fn share_out(host: &Host, split: &Split) -> [Vec<[u32; 2]>; 2] {
    let mut sides = [Vec::new(), Vec::new()];
    let mut degrees = [&split.first, &split.second].map(|side| degrees(host, side));
    for ends in inner_edges(host, &split.middle) {
        let image = sorted(ends.map(|vertex| mirror(host, vertex)));
        if split.is_mirrored && image < ends {
            continue;
        }
        let key = |&side: &usize| {
            let [a, b] = ends.map(|vertex| degrees[side][vertex as usize]);
            let few = usize::from(a < 2) + usize::from(b < 2);
            (few, sides[side].len(), Reverse(a + b))
        };
        let side = [0, 1].into_iter().min_by_key(key).unwrap_or(0);
        let mut give = |side: usize, ends: [u32; 2]| {
            for vertex in ends {
                degrees[side][vertex as usize] += 1;
            }
            sides[side].push(ends);
        };
        give(side, ends);
        if split.is_mirrored {
            give(1 - side, image);
        }
    }
    sides
}

/// Returns for every vertex its number of neighbours on a side.
fn degrees(host: &Host, side: &[u32]) -> Vec<usize> {
    let mut degrees = vec![0; host.neighbours.len()];
    for &vertex in side {
        for &next in &host.neighbours[vertex as usize] {
            degrees[next as usize] += 1;
        }
    }
    degrees
}
