//! In which order the vertices are processed, and what there is to do at each.
//!
//! The frontier is made of the unprocessed vertices with a processed neighbour, and of the ends of a
//! given path: all that a state speaks of. It decides time and memory, so several orders are drawn
//! up and the one with the least sum of 3^(vertices in the frontier) is taken: the order of the
//! numbers, orders by distance from a vertex, and greedy ones, which always process the vertex of
//! the frontier that brings in the fewest new ones, the oldest first.

use super::host::Host;
use super::state::MOST_SLOTS;
use crate::stop::{Stop, Stopped};

/// What is done at one vertex. Slots are places in the frontier as it was, the vertices that come in
/// behind them.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Number of slots before the vertex is processed.
    pub before: u8,
    /// Number of slots with those that come in.
    pub during: u8,
    /// The slot of the vertex.
    pub vertex: u8,
    /// Slots of its unprocessed neighbours.
    pub ahead: Vec<u8>,
    /// Those to which it must take the edge.
    pub required: Vec<u8>,
    /// The slots that stay, in the order of the next frontier.
    pub stay: Vec<u8>,
    /// Slots that may be stranded from now on.
    pub tight: Vec<Tight>,
    /// Whether every unprocessed vertex has a slot, and no edge between two of them is required, so that
    /// a cycle may close.
    pub may_close: bool,
}

impl Step {
    /// Whether the edges to these slots are all that the vertex must still take.
    pub fn requires_none_but(&self, slots: &[u8]) -> bool {
        self.required.iter().all(|slot| slots.contains(slot))
    }
}

/// A vertex with fewer than two unprocessed neighbours outside the frontier.
#[derive(Clone, Debug)]
pub(super) struct Tight {
    /// Its slot.
    pub slot: u8,
    /// Its unprocessed neighbours outside the frontier.
    pub outside: u8,
    /// The slots of those inside.
    pub inside: Vec<u8>,
}

/// The steps and how wide the frontier becomes.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// One for every vertex of a square.
    pub steps: Vec<Step>,
    /// The most slots a stored state has.
    pub width: usize,
}

/// How many vertices are tried as the first.
const STARTS: u32 = 64;
/// Fewer on large graphs: vertices times starts.
const WORK: u32 = 1 << 20;
/// Vertices between two looks at the clock.
const STEPS_A_LOOK: u32 = 1 << 10;

impl Plan {
    /// The plan with the best order found; `None` if the frontier becomes too wide in all of them.
    pub fn new(host: &Host, stop: &Stop) -> Result<Option<Plan>, Stopped> {
        let starts = STARTS.min(WORK / host.squares).max(1);
        let apart = host.squares.div_ceil(starts) as usize;
        let mut best = None;
        let mut consider = |order: Vec<u32>| -> Result<(), Stopped> {
            if let Some(cost) = cost(host, &order, stop)?
                && best.as_ref().is_none_or(|&(least, _)| cost < least)
            {
                best = Some((cost, order));
            }
            Ok(())
        };
        consider((0..host.squares).collect())?;
        for start in (0..host.squares).step_by(apart) {
            consider(by_distance(host, start))?;
            if let Some(order) = greedy(host, start, stop)? {
                consider(order)?;
            }
        }
        match best {
            None => Ok(None),
            Some((_, order)) => Plan::along(host, &order, stop).map(Some),
        }
    }

    /// The plan that processes the vertices in this order.
    fn along(host: &Host, order: &[u32], stop: &Stop) -> Result<Plan, Stopped> {
        let mut sweep = Sweep::new(host);
        let mut width = sweep.frontier.len();
        let mut steps = Vec::new();
        let mut watch = stop.watch(STEPS_A_LOOK);
        for &vertex in order {
            watch.check()?;
            steps.push(sweep.step(vertex));
            width = width.max(sweep.frontier.len());
        }
        Ok(Plan { steps, width })
    }
}

/// The frontier as it moves over the graph.
struct Sweep<'h> {
    host: &'h Host,
    is_processed: Vec<bool>,
    frontier: Vec<u32>,
    is_in: Vec<bool>,
    /// The number of unprocessed neighbours of every vertex: there are many of an apex.
    left: Vec<usize>,
    /// Vertices that are neither processed nor in the frontier.
    outside: usize,
}

impl<'h> Sweep<'h> {
    fn new(host: &'h Host) -> Self {
        let frontier: Vec<u32> = host.given.into_iter().flatten().collect();
        let vertices = 0..host.neighbours.len() as u32;
        Sweep {
            host,
            is_processed: vec![false; host.neighbours.len()],
            outside: host.neighbours.len() - frontier.len(),
            is_in: vertices.map(|v| frontier.contains(&v)).collect(),
            left: host.neighbours.iter().map(Vec::len).collect(),
            frontier,
        }
    }

    /// The unprocessed neighbours of a vertex.
    fn ahead(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let neighbours = self.host.neighbours[vertex as usize].iter().copied();
        neighbours.filter(|&next| !self.is_processed[next as usize])
    }

    fn slot(&self, vertex: u32) -> Option<usize> {
        self.frontier.iter().position(|&v| v == vertex)
    }

    /// Lets a vertex and its unprocessed neighbours come in, and processes it.
    fn advance(&mut self, vertex: u32) {
        let ahead: Vec<u32> = self.ahead(vertex).collect();
        for next in std::iter::once(vertex).chain(ahead) {
            if !std::mem::replace(&mut self.is_in[next as usize], true) {
                self.frontier.push(next);
                self.outside -= 1;
            }
        }
        self.is_processed[vertex as usize] = true;
        for &next in &self.host.neighbours[vertex as usize] {
            self.left[next as usize] -= 1;
        }
    }

    /// Whether an edge between unprocessed vertices is required.
    fn requires_more(&self) -> bool {
        let is_left = |&vertex: &u32| !self.is_processed[vertex as usize];
        self.host
            .required
            .iter()
            .any(|ends| ends.iter().all(is_left))
    }

    /// The slots of the unprocessed neighbours of a vertex that are in the frontier.
    fn inside(&self, vertex: u32) -> Vec<u8> {
        let slots = (0..).zip(&self.frontier);
        let is_next = |v: u32| !self.is_processed[v as usize] && self.host.are_joined(vertex, v);
        let inside = slots.filter(|&(_, &v)| is_next(v));
        inside.map(|(slot, _)| slot).collect()
    }

    /// Lets a processed vertex go. Whether the frontier is narrow enough without it.
    fn leave(&mut self, vertex: u32) -> bool {
        self.frontier.retain(|&v| v != vertex);
        self.is_in[vertex as usize] = false;
        self.frontier.len() <= MOST_SLOTS
    }

    fn step(&mut self, vertex: u32) -> Step {
        let before = self.frontier.len();
        self.advance(vertex);
        let slot = |vertex| self.slot(vertex).map(|slot| slot as u8);
        let ahead = self.ahead(vertex).filter_map(slot).collect();
        let required = self
            .ahead(vertex)
            .filter(|&next| self.host.requires(vertex, next));
        let required = required.filter_map(slot).collect();
        let stay = self.frontier.iter().filter(|&&v| v != vertex).copied();
        let tight = stay.clone().filter_map(|v| {
            let inside = self.inside(v);
            let outside = self.left[v as usize] - inside.len();
            let slot = slot(v)?;
            (outside < 2).then_some(Tight {
                slot,
                outside: outside as u8,
                inside,
            })
        });
        let step = Step {
            before: before as u8,
            during: self.frontier.len() as u8,
            vertex: slot(vertex).unwrap_or(0),
            ahead,
            required,
            stay: stay.clone().filter_map(slot).collect(),
            tight: tight.collect(),
            may_close: self.outside == 0 && !self.requires_more(),
        };
        self.leave(vertex);
        step
    }
}

/// What an order is said to cost; `None` if the frontier becomes too wide.
fn cost(host: &Host, order: &[u32], stop: &Stop) -> Result<Option<f64>, Stopped> {
    let mut sweep = Sweep::new(host);
    let mut cost = 0.0;
    let mut watch = stop.watch(STEPS_A_LOOK);
    for &vertex in order {
        watch.check()?;
        sweep.advance(vertex);
        if !sweep.leave(vertex) {
            return Ok(None);
        }
        cost += 3.0_f64.powi(sweep.frontier.len() as i32);
    }
    Ok(Some(cost))
}

/// By distance from `start`, those at the same distance by number.
fn by_distance(host: &Host, start: u32) -> Vec<u32> {
    let mut order = vec![start];
    let mut is_listed = vec![false; host.squares as usize];
    is_listed[start as usize] = true;
    let mut done = 0;
    let mut others = 0..host.squares;
    while order.len() < host.squares as usize {
        let mut next: Vec<u32> = Vec::new();
        for &vertex in &order[done..] {
            let squares = host.neighbours[vertex as usize].iter();
            for &w in squares.filter(|&&w| w < host.squares) {
                if !std::mem::replace(&mut is_listed[w as usize], true) {
                    next.push(w);
                }
            }
        }
        if next.is_empty() {
            // Another component: there is no tour, and any order will do.
            next.extend(others.find(|&v| !is_listed[v as usize]));
            next.iter().for_each(|&v| is_listed[v as usize] = true);
        }
        next.sort_unstable();
        done = order.len();
        order.extend(next);
    }
    order
}

/// The vertex of the frontier that brings in the fewest new ones, the oldest of those; `None` if
/// the frontier becomes too wide.
fn greedy(host: &Host, start: u32, stop: &Stop) -> Result<Option<Vec<u32>>, Stopped> {
    let mut sweep = Sweep::new(host);
    let mut order = Vec::new();
    let mut next = Some(start);
    let mut others = 0..host.squares;
    let mut watch = stop.watch(STEPS_A_LOOK);
    while let Some(vertex) = next {
        watch.check()?;
        sweep.advance(vertex);
        if !sweep.leave(vertex) {
            return Ok(None);
        }
        order.push(vertex);
        let squares = sweep.frontier.iter().copied().filter(|&v| v < host.squares);
        let new = |&v: &u32| sweep.ahead(v).filter(|&w| !sweep.is_in[w as usize]).count();
        next = squares.min_by_key(new);
        if next.is_none() {
            // The start of another component: there is no tour, and any order will do.
            next = others.find(|&v| !sweep.is_processed[v as usize]);
        }
    }
    Ok(Some(order))
}
