//! The steps of the frontier as it moves over the graph.
//!
//! The frontier consists of the unprocessed vertices with a processed neighbour, and of the ends of
//! a given path. States describe only these vertices.

use super::class::{Degrees, MOST_SLOTS, only};
use super::host::Host;
use crate::base::stop::{Stop, Stopped};
use std::slice;

/// The number of vertices between two polls of the deadline.
pub(super) const STEPS_A_LOOK: u32 = 1 << 10;

/// The steps of a sweep from an empty frontier.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// One step for every processed vertex of a square, and after them one for every edge.
    pub steps: Vec<Step>,
    /// The processed vertices, in order.
    pub order: Vec<u32>,
    /// The vertices of the frontier after all steps, slot by slot.
    pub last: Vec<u32>,
    /// The degrees before all steps.
    pub first: Degrees,
}

impl Course {
    /// Computes the steps of these vertices in this order, and then of these edges between others.
    pub fn new(
        mut sweep: Sweep,
        order: &[u32],
        inner: &[[u32; 2]],
        stop: &Stop,
    ) -> Result<Course, Stopped> {
        let mut course = Course {
            steps: Vec::new(),
            order: order.to_vec(),
            last: Vec::new(),
            first: (0..)
                .zip(&sweep.frontier)
                .fold(0, |all, (slot, _)| all | only(slot, 1)),
        };
        let mut watch = stop.watch(STEPS_A_LOOK);
        for &vertex in order {
            watch.check()?;
            course.steps.push(sweep.step(vertex));
        }
        for &ends in inner {
            course.steps.push(sweep.edge(ends));
        }
        course.last = sweep.frontier;
        Ok(course)
    }
}

/// Returns the estimated cost of a step with so many vertices in the frontier.
pub(super) fn weight(width: usize) -> f64 {
    3.0_f64.powi(width as i32)
}

/// A step of a sweep. Slots are places in the frontier before it, followed by the new vertices.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The decision of the step.
    pub choice: Choice,
    /// The slots that remain, in the order of the next frontier.
    pub stay: Vec<u8>,
    /// Slots that may be stranded from now on.
    pub tight: Vec<Tight>,
    /// Slots that must not have both edges after the step: the other half takes one there.
    pub once: Vec<u8>,
}

impl Step {
    /// Returns a mask of the degrees of the slots that the step does not change.
    pub fn untouched(&self) -> Degrees {
        let (slots, ahead) = match &self.choice {
            Choice::Edge { ends, .. } => (&ends[..], &[][..]),
            Choice::Vertex(choice) => (slice::from_ref(&choice.vertex), &choice.ahead[..]),
        };
        let touched = slots.iter().chain(ahead);
        !touched.fold(0, |mask, &slot| mask | only(slot, 3))
    }
}

/// A decision of a step.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// All further edges of a vertex, which then leaves the frontier.
    Vertex(VertexChoice),
    /// One edge, to be taken or not.
    Edge {
        /// The slots of its ends.
        ends: [u8; 2],
        /// True if the edge must be taken.
        is_required: bool,
        /// Its weight.
        weight: u32,
    },
}

/// The edges of a vertex in its step.
#[derive(Clone, Debug)]
pub(super) struct VertexChoice {
    /// The slot of the vertex.
    pub vertex: u8,
    /// The slots of its unprocessed neighbours.
    pub ahead: Vec<u8>,
    /// The weights of the edges to them.
    pub weights: Vec<u32>,
    /// The slots to which it must take the edge.
    pub required: Vec<u8>,
    /// True if every unprocessed vertex has a slot and no edge between two of them is required, so
    /// that a cycle may close.
    pub may_close: bool,
}

impl VertexChoice {
    /// Returns true if the vertex must take no edges except those to these slots.
    pub fn requires_none_but(&self, slots: &[u8]) -> bool {
        self.required.iter().all(|slot| slots.contains(slot))
    }
}

/// A vertex with fewer than two unprocessed neighbours outside the frontier.
#[derive(Clone, Debug)]
pub(super) struct Tight {
    /// The slot of the vertex.
    pub slot: u8,
    /// The number of its edges: one if it must not have both here, otherwise two.
    pub edges: u8,
    /// The number of its unprocessed neighbours outside the frontier.
    pub outside: u8,
    /// The slots of its unprocessed neighbours in the frontier.
    pub inside: Vec<u8>,
}

/// The frontier as it moves over the graph.
pub(super) struct Sweep<'h> {
    host: &'h Host,
    is_processed: Vec<bool>,
    /// The vertices of the frontier, slot by slot.
    pub frontier: Vec<u32>,
    /// True for the vertices of the frontier.
    pub is_in: Vec<bool>,
    /// The number of unprocessed neighbours of every vertex: a hub has many.
    left: Vec<usize>,
    /// The number of vertices neither processed nor in the frontier.
    outside: usize,
    /// Vertices that must not have both edges.
    once: Vec<u32>,
}

impl<'h> Sweep<'h> {
    /// Begins a sweep: nothing is processed, and the frontier consists of the ends of the given
    /// path.
    pub fn new(host: &'h Host) -> Self {
        let mut sweep = Sweep::beside(host, Vec::new());
        host.given
            .into_iter()
            .flatten()
            .for_each(|end| sweep.enter(end));
        sweep
    }

    /// Begins a sweep without the given path, which another sweep has. That sweep takes the second
    /// edge at the vertices `once`.
    pub fn beside(host: &'h Host, once: Vec<u32>) -> Self {
        let vertices = host.neighbours.len();
        Sweep {
            host,
            is_processed: vec![false; vertices],
            outside: vertices,
            is_in: vec![false; vertices],
            left: host.neighbours.iter().map(Vec::len).collect(),
            frontier: Vec::new(),
            once,
        }
    }

    /// Returns the unprocessed neighbours of a vertex.
    fn ahead(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let neighbours = self.host.neighbours[vertex as usize].iter().copied();
        neighbours.filter(|&next| !self.is_processed[next as usize])
    }

    fn slot(&self, vertex: u32) -> Option<u8> {
        let place = self.frontier.iter().position(|&v| v == vertex);
        place.map(|slot| slot as u8)
    }

    /// Adds a vertex to the frontier, unless it is there.
    fn enter(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.is_in[vertex as usize], true) {
            self.frontier.push(vertex);
            self.outside -= 1;
        }
    }

    /// Adds a vertex and its unprocessed neighbours to the frontier, and processes it.
    fn advance(&mut self, vertex: u32) {
        let ahead: Vec<u32> = self.ahead(vertex).collect();
        for next in std::iter::once(vertex).chain(ahead) {
            self.enter(next);
        }
        self.is_processed[vertex as usize] = true;
        for &next in &self.host.neighbours[vertex as usize] {
            self.left[next as usize] -= 1;
        }
    }

    /// Returns true if an edge between unprocessed vertices is required.
    fn requires_more(&self) -> bool {
        let is_left = |&vertex: &u32| !self.is_processed[vertex as usize];
        self.host
            .required
            .iter()
            .any(|ends| ends.iter().all(is_left))
    }

    /// Returns the slots of the unprocessed neighbours of a vertex in the frontier.
    fn inside(&self, vertex: u32) -> Vec<u8> {
        let slots = (0..).zip(&self.frontier);
        let is_next = |v: u32| !self.is_processed[v as usize] && self.host.are_joined(vertex, v);
        let inside = slots.filter(|&(_, &v)| is_next(v));
        inside.map(|(slot, _)| slot).collect()
    }

    /// Removes a processed vertex from the frontier. Returns true if the rest is narrow enough.
    fn leave(&mut self, vertex: u32) -> bool {
        self.frontier.retain(|&v| v != vertex);
        self.is_in[vertex as usize] = false;
        self.frontier.len() <= MOST_SLOTS
    }

    /// Processes and removes a vertex. Returns true if the frontier is narrow enough.
    pub fn pass(&mut self, vertex: u32) -> bool {
        self.advance(vertex);
        self.leave(vertex)
    }

    /// Processes and removes a vertex. Returns the step.
    fn step(&mut self, vertex: u32) -> Step {
        self.advance(vertex);
        let ahead: Vec<u32> = self.ahead(vertex).collect();
        let slot = |vertex| self.slot(vertex);
        let required = self
            .ahead(vertex)
            .filter(|&next| self.host.requires(vertex, next));
        let choice = VertexChoice {
            vertex: slot(vertex).expect("it is on the frontier until it leaves"),
            ahead: ahead.iter().copied().filter_map(slot).collect(),
            weights: ahead
                .iter()
                .map(|&next| self.host.weight(vertex, next))
                .collect(),
            required: required.filter_map(slot).collect(),
            may_close: self.outside == 0 && !self.requires_more(),
        };
        let stay = self.frontier.iter().copied().filter(|&v| v != vertex);
        let step = Step {
            choice: Choice::Vertex(choice),
            stay: stay.clone().filter_map(slot).collect(),
            tight: stay.filter_map(|v| self.tight(v)).collect(),
            once: self.once.iter().copied().filter_map(slot).collect(),
        };
        self.leave(vertex);
        step
    }

    /// Returns the conditions under which a vertex of the frontier is stranded, if it can be.
    fn tight(&self, vertex: u32) -> Option<Tight> {
        let inside = self.inside(vertex);
        let outside = self.left[vertex as usize] - inside.len();
        let slot = self.slot(vertex)?;
        (outside < 2).then_some(Tight {
            slot,
            edges: if self.once.contains(&vertex) { 1 } else { 2 },
            outside: outside as u8,
            inside,
        })
    }

    /// Returns the step for one edge between vertices that this sweep never processes.
    fn edge(&mut self, ends: [u32; 2]) -> Step {
        ends.into_iter().for_each(|end| self.enter(end));
        let during = self.frontier.len() as u8;
        let slot = |vertex| self.slot(vertex).expect("both ends are on the frontier");
        Step {
            choice: Choice::Edge {
                ends: ends.map(slot),
                is_required: self.host.requires(ends[0], ends[1]),
                weight: self.host.weight(ends[0], ends[1]),
            },
            stay: (0..during).collect(),
            tight: Vec::new(),
            once: self.once.iter().filter_map(|&v| self.slot(v)).collect(),
        }
    }
}
