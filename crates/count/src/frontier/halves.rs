//! A sweep of a graph from two sides that meet.
//!
//! The first half of an order is processed from its first vertex forwards, the other half from its
//! last vertex back. Between them lies the frontier of both, whose vertices are not processed.
//! Every edge between two of these vertices belongs to one of the sides. In the end, states of the
//! two sides are paired if they agree. That means two edges at every vertex of the frontier, and
//! one cycle made of all their paths. So no sweep passes the middle. If one side is the mirror
//! image of the other, one sweep is enough.
//!
//! McKay counted the closed tours of 8x8 by halves of the board (Knight's tours of an 8 × 8
//! chessboard, Technical Report TR-CS-97-03, Australian National University, 1997).

use super::class::MOST_SLOTS;
use super::host::Host;
use super::sweep::{Course, Sweep, weight};
use crate::base::stop::{Stop, Stopped};
use std::cmp::Reverse;

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
        if split.mirror.is_none() {
            let given = host.given.into_iter().flatten().collect();
            let sweep = Sweep::beside(host, given);
            courses.push(Course::new(sweep, &split.second, &inner[1], stop)?);
        }
        let place = |vertex: u32| {
            let place = split.middle.iter().position(|&v| v == vertex);
            place.expect("the sides meet in the middle") as u8
        };
        let places = [0, 1].map(|side| {
            let last = courses
                .get(side)
                .unwrap_or(&courses[0])
                .last
                .iter()
                .copied();
            match split.mirror.as_ref().filter(|_| side == 1) {
                Some(mirror) => last.map(|v| place(mirror[v as usize])).collect(),
                None => last.map(place).collect(),
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
    /// The image of every vertex, if the second side is the mirror image of the first.
    pub mirror: Option<Vec<u32>>,
    /// The estimated cost of the sweeps.
    pub cost: f64,
}

impl Split {
    /// Returns the best split of an order, or `None` if there is none. `profile` contains the width
    /// of the frontier after each vertex.
    pub fn new(host: &Host, order: &[u32], profile: &[usize]) -> Option<Split> {
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
        let beyond = order[done..].iter().rev().filter(|v| !is_between(v));
        let second: Vec<u32> = beyond.copied().collect();
        let sweeps: f64 = profile[..done].iter().copied().map(weight).sum();
        let sweeps = sweeps + cost(host, &second)?;
        Split::of(host, order[..done].to_vec(), second, None, sweeps)
    }

    /// Returns the split whose first side takes every vertex of an order that is not next to the
    /// second side, the mirror image of the first. `None` if there is none.
    pub fn mirrored(host: &Host, order: &[u32], mirror: &[u32]) -> Option<Split> {
        let mut is_second = vec![false; mirror.len()];
        let mut first = Vec::new();
        for &vertex in order {
            let image = mirror[vertex as usize];
            let around = &host.neighbours[vertex as usize];
            let is_next = |&next: &u32| next == image || is_second[next as usize];
            if image != vertex && !is_second[vertex as usize] && !around.iter().any(is_next) {
                is_second[image as usize] = true;
                first.push(vertex);
            }
        }
        let second = first.iter().map(|&v| mirror[v as usize]).collect();
        let sweeps = cost(host, &first)?;
        let split = Split::of(host, first, second, Some(mirror.to_vec()), sweeps)?;
        let is_own = |ends: [u32; 2]| sorted(ends.map(|v| mirror[v as usize])) == ends;
        let is_any = inner_edges(host, &split.middle).any(is_own);
        (!split.first.is_empty() && !is_any).then_some(split)
    }

    /// Completes a split with sweeps of this cost; `None` if the middle is too wide.
    fn of(
        host: &Host,
        first: Vec<u32>,
        second: Vec<u32>,
        mirror: Option<Vec<u32>>,
        sweeps: f64,
    ) -> Option<Split> {
        let mut is_between = vec![true; host.neighbours.len()];
        for &vertex in first.iter().chain(&second) {
            is_between[vertex as usize] = false;
        }
        let between = (0..).zip(is_between).filter(|&(_, is_between)| is_between);
        let middle: Vec<u32> = between.map(|(vertex, _)| vertex).collect();
        if middle.len() > MOST_SLOTS {
            return None;
        }
        let inner = inner_edges(host, &middle).count() as f64 * weight(middle.len());
        let sides = if mirror.is_some() { 2.0 } else { 1.0 };
        Some(Split {
            first,
            second,
            middle,
            mirror,
            cost: sweeps + inner / sides,
        })
    }
}

/// Returns the estimated cost of the sweep of a side; `None` if its frontier becomes too wide.
fn cost(host: &Host, side: &[u32]) -> Option<f64> {
    let mut sweep = Sweep::beside(host, Vec::new());
    let mut cost = 0.0;
    for &vertex in side {
        if !sweep.pass(vertex) {
            return None;
        }
        cost += weight(sweep.frontier.len());
    }
    Some(cost)
}

/// Returns the edges between these vertices, which are in order.
fn inner_edges(host: &Host, middle: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    middle.iter().enumerate().flat_map(move |(place, &a)| {
        let later = middle[place + 1..].iter();
        let joined = later.filter(move |&&b| host.are_joined(a, b));
        joined.map(move |&b| [a, b])
    })
}

/// Returns the mirror images of the graph that are the graph itself: for every vertex its image.
///
/// They are those of a board: a half turn, and reflections of files and of ranks. A vertex of no
/// square is its own image.
pub(super) fn mirrors(host: &Host) -> Vec<Vec<u32>> {
    if host.given.is_some() || !host.required.is_empty() {
        return Vec::new();
    }
    let (squares, all) = (host.squares, host.neighbours.len() as u32);
    let mut mirrors = Vec::new();
    let mut consider = |image: &dyn Fn(u32) -> u32| {
        let image = |v: u32| if v < squares { image(v) } else { v };
        let is_joined = |a: u32, b: u32| {
            let [c, d] = [image(a), image(b)];
            host.are_joined(c, d) && host.weight(a, b) == host.weight(c, d)
        };
        let looks_same = |(a, around): (u32, &Vec<u32>)| around.iter().all(|&b| is_joined(a, b));
        // A mirror is its own inverse, so edges suffice.
        if (0..).zip(&host.neighbours).all(looks_same) {
            mirrors.push((0..all).map(image).collect());
        }
    };
    consider(&|v| squares - 1 - v);
    for files in widths(squares) {
        consider(&|v| v / files * files + files - 1 - v % files);
        consider(&|v| (squares / files - 1 - v / files) * files + v % files);
    }
    mirrors
}

/// Returns the numbers of files that a board of so many squares can have, with two ranks or more.
pub(super) fn widths(squares: u32) -> impl Iterator<Item = u32> {
    (2..squares / 2 + 1).filter(move |&files| squares.is_multiple_of(files))
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
        let mirror = split.mirror.as_ref();
        let image = mirror.map(|mirror| sorted(ends.map(|vertex| mirror[vertex as usize])));
        if image.is_some_and(|image| image < ends) {
            continue;
        }
        let key = |&side: &usize| {
            let [a, b] = ends.map(|vertex| degrees[side][vertex as usize]);
            let few = usize::from(a < 2) + usize::from(b < 2);
            (few, sides[side].len(), Reverse(a + b))
        };
        let side = if key(&1) < key(&0) { 1 } else { 0 };
        let mut give = |side: usize, ends: [u32; 2]| {
            for vertex in ends {
                degrees[side][vertex as usize] += 1;
            }
            sides[side].push(ends);
        };
        give(side, ends);
        if let Some(image) = image {
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
