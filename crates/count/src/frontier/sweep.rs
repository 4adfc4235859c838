//! The frontier as it moves over the graph, and what there is to do at each step.
//!
//! The frontier is made of the unprocessed vertices with a processed neighbour, and of the ends of a
//! given path: all that a state speaks of.

use super::degrees::MOST_SLOTS;
use super::host::Host;
use crate::base::stop::{Stop, Stopped};

/// Vertices between two looks at the clock.
pub(super) const STEPS_A_LOOK: u32 = 1 << 10;

/// The steps of a sweep that begins with nothing.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// One for every vertex of a square that is processed, and after them one for every edge.
    pub steps: Vec<Step>,
    /// The vertices that are processed.
    pub order: Vec<u32>,
    /// The vertices of the frontier after each step.
    pub frontiers: Vec<Vec<u32>>,
    /// The vertices that are left in the frontier, slot by slot.
    pub frontier: Vec<u32>,
    /// Whether the first two slots are the ends of the given path from the start.
    pub has_given: bool,
}

impl Course {
    /// Of these vertices in this order, and then of these edges between others.
    pub fn new(
        mut sweep: Sweep,
        order: &[u32],
        inner: &[[u32; 2]],
        stop: &Stop,
    ) -> Result<Course, Stopped> {
        let has_given = !sweep.frontier.is_empty();
        let mut steps = Vec::new();
        let mut watch = stop.watch(STEPS_A_LOOK);
        let mut frontiers = Vec::new();
        for &vertex in order {
            watch.check()?;
            steps.push(sweep.step(vertex));
            frontiers.push(sweep.frontier.clone());
        }
        for &ends in inner {
            steps.push(sweep.edge(ends));
            frontiers.push(sweep.frontier.clone());
        }
        Ok(Course {
            steps,
            order: order.to_vec(),
            frontiers,
            frontier: sweep.frontier,
            has_given,
        })
    }
}

/// What a step with so many vertices in the frontier is said to cost.
pub(super) fn weight(width: usize) -> f64 {
    3.0_f64.powi(width as i32)
}

/// What is done in one step. Slots are places in the frontier as it was, the vertices that come in
/// behind them.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// What is chosen.
    pub choice: Choice,
    /// The slots that stay, in the order of the next frontier.
    pub stay: Vec<u8>,
    /// Slots that may be stranded from now on.
    pub tight: Vec<Tight>,
    /// Slots that must not have both edges after it: the other half takes one there.
    pub once: Vec<u8>,
}

impl Step {
    /// The slot of the vertex that leaves, if any.
    pub fn leaves(&self) -> Option<u8> {
        match &self.choice {
            Choice::Vertex(choice) => Some(choice.vertex),
            Choice::Edge { .. } => None,
        }
    }
}

/// What is chosen in a step.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// All edges that a vertex still takes. It leaves the frontier.
    Vertex(VertexChoice),
    /// Whether to take one edge.
    Edge {
        /// The slots of its ends.
        ends: [u8; 2],
        /// Whether it must be taken.
        is_required: bool,
    },
}

/// The edges of a vertex that is processed.
#[derive(Clone, Debug)]
pub(super) struct VertexChoice {
    /// The slot of the vertex.
    pub vertex: u8,
    /// Slots of its unprocessed neighbours.
    pub ahead: Vec<u8>,
    /// Those to which it must take the edge.
    pub required: Vec<u8>,
    /// Whether every unprocessed vertex has a slot, and no edge between two of them is required, so that
    /// a cycle may close.
    pub may_close: bool,
}

impl VertexChoice {
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
    /// Edges that it takes: one if it must not have both here, otherwise two.
    pub edges: u8,
    /// Its unprocessed neighbours outside the frontier.
    pub outside: u8,
    /// The slots of those inside.
    pub inside: Vec<u8>,
}

/// The frontier as it moves over the graph.
pub(super) struct Sweep<'h> {
    host: &'h Host,
    is_processed: Vec<bool>,
    frontier: Vec<u32>,
    is_in: Vec<bool>,
    /// The number of unprocessed neighbours of every vertex: there are many of an apex.
    left: Vec<usize>,
    /// Vertices that are neither processed nor in the frontier.
    outside: usize,
    /// Vertices that must not have both edges.
    once: Vec<u32>,
}

impl<'h> Sweep<'h> {
    /// Nothing is processed; the frontier is made of the ends of the given path.
    pub fn new(host: &'h Host) -> Self {
        let mut sweep = Sweep::beside(host, Vec::new());
        host.given
            .into_iter()
            .flatten()
            .for_each(|end| sweep.enter(end));
        sweep
    }

    /// The same without the given path, which another sweep has: at these vertices it takes the second edge.
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

    /// The vertices of the frontier, slot by slot.
    pub fn frontier(&self) -> &[u32] {
        &self.frontier
    }

    /// Whether a vertex is in the frontier.
    pub fn has(&self, vertex: u32) -> bool {
        self.is_in[vertex as usize]
    }

    /// Whether a vertex is processed.
    fn is_processed(&self, vertex: u32) -> bool {
        self.is_processed[vertex as usize]
    }

    /// The unprocessed neighbours of a vertex.
    fn ahead(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let neighbours = self.host.neighbours[vertex as usize].iter().copied();
        neighbours.filter(|&next| !self.is_processed(next))
    }

    fn slot(&self, vertex: u32) -> Option<u8> {
        let place = self.frontier.iter().position(|&v| v == vertex);
        place.map(|slot| slot as u8)
    }

    /// Lets a vertex come in, unless it is there.
    fn enter(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.is_in[vertex as usize], true) {
            self.frontier.push(vertex);
            self.outside -= 1;
        }
    }

    /// Lets a vertex and its unprocessed neighbours come in, and processes it.
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

    /// Whether an edge between unprocessed vertices is required.
    fn requires_more(&self) -> bool {
        let is_left = |&vertex: &u32| !self.is_processed(vertex);
        self.host
            .required
            .iter()
            .any(|ends| ends.iter().all(is_left))
    }

    /// The slots of the unprocessed neighbours of a vertex that are in the frontier.
    fn inside(&self, vertex: u32) -> Vec<u8> {
        let slots = (0..).zip(&self.frontier);
        let is_next = |v: u32| !self.is_processed(v) && self.host.are_joined(vertex, v);
        let inside = slots.filter(|&(_, &v)| is_next(v));
        inside.map(|(slot, _)| slot).collect()
    }

    /// Lets a processed vertex go. Whether the frontier is narrow enough without it.
    fn leave(&mut self, vertex: u32) -> bool {
        self.frontier.retain(|&v| v != vertex);
        self.is_in[vertex as usize] = false;
        self.frontier.len() <= MOST_SLOTS
    }

    /// Processes a vertex, and lets it go; whether the frontier is narrow enough.
    pub fn pass(&mut self, vertex: u32) -> bool {
        self.advance(vertex);
        self.leave(vertex)
    }

    /// Processes a vertex.
    fn step(&mut self, vertex: u32) -> Step {
        self.advance(vertex);
        let slot = |vertex| self.slot(vertex);
        let required = self
            .ahead(vertex)
            .filter(|&next| self.host.requires(vertex, next));
        let choice = VertexChoice {
            vertex: slot(vertex).unwrap_or(0),
            ahead: self.ahead(vertex).filter_map(slot).collect(),
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

    /// What may strand a vertex of the frontier, if anything.
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

    /// Decides about one edge between vertices that are never processed here.
    fn edge(&mut self, ends: [u32; 2]) -> Step {
        ends.into_iter().for_each(|end| self.enter(end));
        let during = self.frontier.len() as u8;
        let slot = |vertex| self.slot(vertex).unwrap_or(0);
        Step {
            choice: Choice::Edge {
                ends: ends.map(slot),
                is_required: self.host.requires(ends[0], ends[1]),
            },
            stay: (0..during).collect(),
            tight: Vec::new(),
            once: self.once.iter().filter_map(|&v| self.slot(v)).collect(),
        }
    }
}
