//! A tour as pseudo-Boolean constraints: two edges at every vertex, and a flow that reaches them all.
//!
//! The *host* is the graph of the problem, where a tour is closed. Where it is open there is one more
//! vertex, the *apex*, after all others, joined to the ends if both are fixed, else to all vertices: a
//! path from end to end and the apex are a cycle. The *root* is the last vertex of the host, which has m
//! vertices.
//!
//! Variables: x[e] for every edge e of the host: the tour takes e. Those of the graph come first, in the
//! order of their smaller, then of their larger end; then those of the apex in the order of their other
//! end. Then y[e][k] for every edge, k = 0 … K−1: the bits of a number F[e]. An edge a–b with a < b carries
//! the flow f[e] = F[e] − M·x[e] from a to b, where M = 2^(K−1), and K ≥ 2 is the least with M > m/2.
//!
//! Constraints, in this order:
//!
//! 1. *degree* of every vertex: Σ {x[e] : e at v} = 2;
//! 2. *balance* of every vertex, the root last: what flows in less what flows out is at least 1; at the root
//!    at least 1 − m;
//! 3. *capacity* of every edge: (2M − 1)·x[e] ≥ F[e], so that nothing flows where the tour does not go;
//! 4. if one end of an open tour is fixed, or both of a closed one: x[e] ≥ 1 for its edge to the apex, or for
//!    the edge between the two. If that is not there, 0 ≥ 1.
//!
//! Every tour has a flow: the root sends half of its m − 1 units either way around, and every other vertex
//! keeps one. Conversely the edges taken are cycles, and one of them without the root would keep what no
//! edge brings. For a set S of vertices without the root, the balances of S and the capacities of the edges
//! that lead into it add up to M·Σ {x[e] : e leaves S} ≥ |S|: divided by M, the cut of S is one line of
//! a proof (flows of one commodity: Gavish and Graves, The travelling salesman problem and related problems,
//! 1978; with positions in their place only cycles have such lines: McIlree, McCreesh and Nordström,
//! Proof logging for the circuit constraint, 2024).

use crate::cnf::{Lit, Model, Var};
use crate::dimacs::opb::{Constraint, Relation, Size};
use crate::problem::graph::incidence;
use crate::problem::tour::{Tour, TourError};
use crate::problem::{Kind, Problem};
use crate::stop::{Stop, Stopped};
use thiserror::Error;

/// A problem that is not written.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum FlowError {
    /// Symmetric tours are none of its business.
    #[error("pseudo-Boolean constraints cannot express --symmetric: leave it out")]
    Symmetry,
    /// Variables are numbered with 31 bits.
    #[error("{0} variables are needed, and there are numbers for {max} only: take a smaller board", max = Var::MAX)]
    TooManyVariables(u64),
    /// It was over before the graph was laid out.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A problem in constraints.
#[derive(Clone, Debug)]
pub struct Flow<'p> {
    problem: &'p Problem,
    /// Edges of the host, the smaller end first.
    edges: Vec<[u32; 2]>,
    /// Where in `incident` the edges of a vertex start.
    offsets: Vec<u32>,
    incident: Vec<u32>,
    forced: Forced,
    bits: u32,
}

/// The edge that every tour takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forced {
    None,
    Edge(u32),
    /// It is not there.
    Missing,
}

impl<'p> Flow<'p> {
    /// The constraints of a problem.
    pub fn new(problem: &'p Problem, stop: &Stop) -> Result<Flow<'p>, FlowError> {
        if problem.symmetry().order() > 1 {
            return Err(FlowError::Symmetry);
        }
        stop.check()?;
        let graph = problem.graph();
        let mut edges: Vec<[u32; 2]> = graph.edges().collect();
        edges.sort_unstable();
        stop.check()?;
        let apex = graph.len();
        let vertices = match problem.kind() {
            // A path without a move is no cycle: there is nothing to say.
            Kind::Open if apex == 1 => 0,
            Kind::Open => apex + 1,
            Kind::Closed => apex,
        };
        let fixed = [problem.start(), problem.end()];
        if vertices > apex {
            let is_pair = !fixed.contains(&None);
            let may_end = |v: &u32| !is_pair || fixed.contains(&Some(*v));
            edges.extend((0..apex).filter(may_end).map(|end| [end, apex]));
        }
        let (offsets, incident) = incidence(vertices, &edges);
        let mut bits = 2;
        while (1_u64 << (bits - 1)) <= u64::from(vertices / 2) {
            bits += 1;
        }
        let mut flow = Flow {
            problem,
            edges,
            offsets,
            incident,
            forced: Forced::None,
            bits,
        };
        flow.forced = match (problem.kind(), fixed) {
            (Kind::Closed, [Some(start), Some(end)]) => flow.forced_between(start, end),
            (Kind::Open, [Some(one), None] | [None, Some(one)]) if vertices > apex => {
                flow.forced_between(one, apex)
            }
            _ => Forced::None,
        };
        let variables = flow.edges.len() as u64 * (1 + u64::from(bits));
        match variables <= Var::MAX.into() {
            true => Ok(flow),
            false => Err(FlowError::TooManyVariables(variables)),
        }
    }

    fn forced_between(&self, a: u32, b: u32) -> Forced {
        let mut at = self.at(a);
        let found = at.find(|&(_, end)| end == b);
        found.map_or(Forced::Missing, |(edge, _)| Forced::Edge(edge))
    }

    /// Number of vertices of the host; 0 where there is nothing to say.
    pub fn vertices(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// The vertex that joins the ends of an open tour.
    pub fn apex(&self) -> Option<u32> {
        let apex = self.problem.graph().len();
        (self.vertices() > apex).then_some(apex)
    }

    /// The edges of the host, in the order of their variables.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The edges at a vertex, increasing, each with its other end.
    pub fn at(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
        let [from, to] = [vertex, vertex + 1].map(|v| self.offsets[v as usize] as usize);
        let edges = self.incident[from..to].iter();
        edges.map(move |&edge| {
            let [a, b] = self.edges[edge as usize];
            (edge, a ^ b ^ vertex)
        })
    }

    /// The edge that every tour takes, if it is fixed and there.
    pub fn forced(&self) -> Option<u32> {
        match self.forced {
            Forced::Edge(edge) => Some(edge),
            _ => None,
        }
    }

    /// That the tour takes this edge.
    pub fn taken(&self, edge: u32) -> Lit {
        variable(edge + 1)
    }

    /// A bit of what an edge carries.
    pub fn bit(&self, edge: u32, bit: u32) -> Lit {
        variable(self.edges.len() as u32 + edge * self.bits + bit + 1)
    }

    /// Bits of what an edge carries.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Twice as much as this is more than an edge can carry: M.
    pub fn middle(&self) -> i64 {
        1 << (self.bits - 1)
    }

    /// Number of variables and of constraints.
    pub fn size(&self) -> Size {
        let edges = self.edges.len() as u32;
        let forced = u64::from(self.forced != Forced::None);
        Size {
            variables: (edges * (1 + self.bits)).max(1),
            constraints: 2 * u64::from(self.vertices()) + u64::from(edges) + forced,
        }
    }

    /// Variables that say which edges the tour takes: the first so many.
    pub fn tour_variables(&self) -> u32 {
        self.edges.len() as u32
    }

    /// Gives all constraints in order to `take`, which says whether to go on.
    pub fn constraints(&self, mut take: impl FnMut(&Constraint) -> bool) {
        let mut constraint = Constraint::default();
        let kinds = [Flow::degree, Flow::balance];
        for kind in kinds {
            for vertex in 0..self.vertices() {
                constraint.terms.clear();
                kind(self, vertex, &mut constraint);
                if !take(&constraint) {
                    return;
                }
            }
        }
        for edge in 0..self.edges.len() as u32 {
            constraint.terms.clear();
            self.capacity(edge, &mut constraint);
            if !take(&constraint) {
                return;
            }
        }
        let forced = match self.forced {
            Forced::None => return,
            Forced::Edge(edge) => Some(self.taken(edge)),
            Forced::Missing => None,
        };
        take(&Constraint::clause(forced));
    }

    fn degree(&self, vertex: u32, constraint: &mut Constraint) {
        constraint.relation = Relation::Equal;
        constraint.bound = 2;
        let edges = self.at(vertex).map(|(edge, _)| (1, self.taken(edge)));
        constraint.terms.extend(edges);
    }

    fn balance(&self, vertex: u32, constraint: &mut Constraint) {
        let is_root = vertex + 1 == self.vertices();
        constraint.relation = Relation::AtLeast;
        constraint.bound = if is_root {
            1 - i64::from(self.vertices())
        } else {
            1
        };
        for (edge, other) in self.at(vertex) {
            let sign = if other < vertex { 1 } else { -1 };
            constraint
                .terms
                .push((-sign * self.middle(), self.taken(edge)));
            let bits = (0..self.bits).map(|bit| (sign << bit, self.bit(edge, bit)));
            constraint.terms.extend(bits);
        }
    }

    fn capacity(&self, edge: u32, constraint: &mut Constraint) {
        constraint.relation = Relation::AtLeast;
        constraint.bound = 0;
        constraint
            .terms
            .push((2 * self.middle() - 1, self.taken(edge)));
        let bits = (0..self.bits).map(|bit| (-1 << bit, self.bit(edge, bit)));
        constraint.terms.extend(bits);
    }

    /// The tour of a model, verified.
    pub fn decode(&self, model: &Model) -> Result<Tour, TourError> {
        let mut steps = self.cycle(model);
        if self.vertices() == 0 {
            steps.push(0);
        }
        let (start, end) = (self.problem.start(), self.problem.end());
        if self.apex().is_some() {
            let last = steps.last().copied();
            let is_wrong = |wanted: Option<u32>, found| wanted.is_some() && wanted != found;
            if is_wrong(start, steps.first().copied()) || is_wrong(end, last) {
                steps.reverse();
            }
        } else if let Some(place) = steps.iter().position(|&v| Some(v) == start.or(end)) {
            steps.rotate_left(place);
            // A lone end comes last; behind a start it is the second one if the direction is wrong.
            if start.is_none() {
                steps.rotate_left(1);
            } else if end.is_some() && steps.get(1).copied() == end {
                steps[1..].reverse();
            }
        }
        Tour::verify(self.problem, steps)
    }

    /// The vertices that the edges taken lead to from the root, and back to it; the apex left out.
    fn cycle(&self, model: &Model) -> Vec<u32> {
        let mut steps = Vec::new();
        let Some(root) = self.vertices().checked_sub(1) else {
            return steps;
        };
        let (mut vertex, mut last) = (root, None);
        loop {
            if Some(vertex) != self.apex() {
                steps.push(vertex);
            }
            let mut taken = self.at(vertex);
            let next =
                taken.find(|&(edge, _)| Some(edge) != last && model.satisfies(self.taken(edge)));
            match next {
                Some((edge, other)) if other != root && steps.len() < self.vertices() as usize => {
                    (vertex, last) = (other, Some(edge));
                }
                _ => return steps,
            }
        }
    }
}

/// The literal of the variable of this number, which there are.
fn variable(number: u32) -> Lit {
    Var::new(number)
        .expect("as many variables as were counted")
        .pos()
}

/// Numbers of the constraints as proofs count them, from 1: an equality is two, the bound from below first.
impl Flow<'_> {
    /// The two edges at a vertex: at least, and at most.
    pub fn degree_ids(&self, vertex: u32) -> [u64; 2] {
        let first = 2 * u64::from(vertex) + 1;
        [first, first + 1]
    }

    /// What a vertex keeps.
    pub fn balance_id(&self, vertex: u32) -> u64 {
        2 * u64::from(self.vertices()) + u64::from(vertex) + 1
    }

    /// What an edge can carry.
    pub fn capacity_id(&self, edge: u32) -> u64 {
        3 * u64::from(self.vertices()) + u64::from(edge) + 1
    }

    /// The edge that every tour takes, or that it is not there.
    pub fn forced_id(&self) -> Option<u64> {
        (self.forced != Forced::None).then(|| self.ids())
    }

    /// The last number.
    pub fn ids(&self) -> u64 {
        self.size().constraints + u64::from(self.vertices())
    }
}
