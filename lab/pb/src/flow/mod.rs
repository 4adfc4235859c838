//! A tour as pseudo-Boolean constraints: two edges at every vertex, and a flow that reaches all
//! vertices.
//!
//! ```
//! use knightsat_veripb::base::stop::Stop;
//! use knightsat_veripb::flow::Flow;
//! use knightsat_veripb::tour::{Kind, Problem};
//! use knightsat_veripb::tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let flow = Flow::new(&problem, &Stop::default())?;
//! let mut constraints = 0;
//! flow.constraints(|_| {
//!     constraints += 1;
//!     true
//! });
//! assert_eq!(constraints, flow.size().constraints);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The *host* is the graph of the problem if a tour is closed. For open tours it has one more
//! vertex, the *apex*, after all others. The apex is joined to the ends if both are fixed,
//! otherwise to all vertices: a path from end to end and the apex are a cycle. The *root* is the
//! last vertex of the circuit, which has m vertices.
//!
//! Variables: x\[e\] for every edge e of the circuit: the tour takes e. The edges of the
//! graph come first, in the order of their smaller, then of their larger end. The edges of the apex
//! follow in the order of their other end. Then y\[e\]\[k\] for every edge, k = 0 … K−1: the bits
//! of a number F\[e\].
//!
//! Let M = 2^(K−1), where K ≥ 2 is the least with M > m/2. An edge a–b with a < b carries the flow
//! f\[e\] = F\[e\] − M·x\[e\] from a to b.
//!
//! Constraints, in this order:
//!
//! 1. *degree* of every vertex: Σ {x\[e\] : e at v} = 2;
//! 2. *balance* of every vertex, the root last: inflow less outflow is at least 1, and at the root
//!    at least 1 − m;
//! 3. *capacity* of every edge: (2M − 1)·x\[e\] ≥ F\[e\], which excludes flow outside the tour;
//! 4. for every edge that the tour must take, in order: x\[e\] ≥ 1, or 0 ≥ 1 if the edge does not
//!    exist. These are the required moves. If one end of an open tour is fixed, its edge to the
//!    apex is one too. If both ends of a closed tour are fixed, the edge between the two is one.
//!
//! Some demands need variables s\[i\]\[v\] after these, for steps i from 1, step by step: the tour
//! is on v at step i. These demands are clues about steps, symmetries and equal sums. Their
//! constraints come next:
//!
//! 5. at every step Σ {s\[i\]\[v\] : v} = 1, then at every vertex Σ {s\[i\]\[v\] : i} = 1;
//! 6. *moves*: s\[i\]\[v\] is at most Σ {s\[i+1\]\[w\] : w a successor of v}, for all i and v, and
//!    likewise backwards. In a closed tour the first step comes after the last;
//! 7. *edges*: if e joins v and w, x\[e\] + s\[i\]\[v\] − 1 is at most s\[i−1\]\[w\] +
//!    s\[i+1\]\[w\], from either end. An edge of the apex is at most s\[1\]\[v\] + s\[n\]\[v\];
//! 8. with a symmetry of order q s\[i\]\[v\] is at most s of the image of v n/q steps later. If
//!    the direction of the tour matters, a quarter turn may lead back. The last variable b is then
//!    added to each bound, and 1 − b to bounds by the preimages, which follow;
//! 9. s\[i\]\[v\] or its negation for the ends, and for every given step. A closed tour that may
//!    begin anywhere has s\[1\]\[0\];
//! 10. for every rank and file of a magic tour, Σ i·s\[i\]\[v\] over its vertices is the magic sum.
//!     Both sides are doubled if the sum is no whole number.
//!
//! By 5 and 6 the steps are a tour, by 1 and 7 the edges taken are its moves.
//!
//! Every tour has a flow. The root sends half of its m − 1 units either way around, and every other
//! vertex keeps one. Conversely, the edges taken are cycles. A cycle without the root would keep
//! units that no edge brings.
//!
//! For a set S of vertices without the root, add the balances of S and the capacities of the edges
//! that lead into it. The sum is M·Σ {x\[e\] : e leaves S} ≥ |S|. Divided by M, it makes the cut of
//! S one line of a proof. Flows of one commodity: Gavish and Graves, The travelling salesman
//! problem and related problems, 1978. With positions instead of flows only cycles have such lines:
//! McIlree, McCreesh and Nordström, Proof logging for the circuit constraint, 2024.

mod ids;
mod steps;

use crate::base::stop::{Stop, Stopped};
use crate::cnf::dimacs::opb::{Constraint, Relation, Size};
use crate::cnf::{Lit, Var};
use crate::tour::Problem;
use crate::tour::graph::Incidence;
use crate::tour::line::Line;
use crate::tour::lower::{Lowered, Unlowered, lower};
use crate::tour::table::{Backend, Refusal};
use thiserror::Error;

/// A problem that cannot be written.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlowError {
    /// Variables are numbered with 31 bits.
    #[error("{0} variables are needed, and there are numbers for {max} only: take a smaller board", max = Var::MAX)]
    TooManyVariables(u64),
    /// The constraints do not support the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The deadline passed before the layout of the graph.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A problem in constraints.
#[derive(Debug)]
pub struct Flow<'p> {
    problem: &'p Problem,
    line: Line,
    lowered: Lowered,
    host: Incidence,
    /// The edges that every tour takes; `None` for an edge that does not exist.
    forced: Vec<Option<u32>>,
    bits: u32,
    /// True if there are variables of steps.
    has_steps: bool,
}

impl<'p> Flow<'p> {
    /// Returns the constraints of a problem.
    pub fn new(problem: &'p Problem, stop: &Stop) -> Result<Flow<'p>, FlowError> {
        stop.check()?;
        let lowered =
            lower(problem, Backend::PbProof, stop).map_err(Unlowered::either::<FlowError>)?;
        let circuit = lowered.circuit();
        // A path without a move needs no constraints.
        let is_trivial = circuit.is_trivial();
        let vertices = if is_trivial { 0 } else { circuit.len() };
        let edges = if is_trivial {
            Vec::new()
        } else {
            circuit.sorted_edges()
        };
        stop.check()?;
        let bits = 2 + (vertices / 2).max(1).ilog2();
        let has_steps = steps::are_needed(problem);
        let of_steps = u64::from(problem.graph().len()).pow(2) * u64::from(has_steps);
        let variables = edges.len() as u64 * (1 + u64::from(bits)) + of_steps + 1;
        if variables > Var::MAX.into() {
            return Err(FlowError::TooManyVariables(variables));
        }
        let host = Incidence::new(vertices, edges);
        let forced = circuit
            .forced()
            .iter()
            .filter(|_| !is_trivial)
            .map(|&[a, b]| host.between(a, b))
            .collect();
        Ok(Flow {
            problem,
            line: lowered.line(),
            lowered,
            host,
            forced,
            bits,
            has_steps,
        })
    }

    /// Returns the number of vertices of the host; 0 if there are no constraints.
    pub fn vertices(&self) -> u32 {
        self.host.vertices()
    }

    /// Returns the vertex that joins the ends of an open tour.
    pub fn apex(&self) -> Option<u32> {
        let long = self.lowered.circuit().long().first();
        long.filter(|_| self.vertices() > 0).map(|&[_, apex]| apex)
    }

    /// Returns the edges of the host, in the order of their variables.
    pub fn edges(&self) -> &[[u32; 2]] {
        self.host.edges()
    }

    /// Returns the edges at a vertex, increasing, each with its other end.
    pub fn at(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
        self.host.at(vertex)
    }

    /// Returns the edges that every tour takes; `None` for an edge that does not exist.
    pub fn forced(&self) -> &[Option<u32>] {
        &self.forced
    }

    /// Returns the literal that the tour takes this edge.
    pub fn taken(&self, edge: u32) -> Lit {
        variable(edge + 1)
    }

    /// Returns a bit of the number F of an edge.
    pub fn bit(&self, edge: u32, bit: u32) -> Lit {
        variable(self.tour_variables() + edge * self.bits + bit + 1)
    }

    /// Returns the number of bits of an edge.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns M. Twice as much is more than an edge can carry.
    pub fn middle(&self) -> i64 {
        1 << (self.bits - 1)
    }

    /// Returns the numbers of variables and of constraints.
    pub fn size(&self) -> Size {
        Size {
            variables: self.variables().max(1),
            constraints: self.constraint_count(),
        }
    }

    fn variables(&self) -> u32 {
        let of_edges = self.tour_variables() * (1 + self.bits);
        of_edges + self.steps().pow(2) + u32::from(self.back().is_some())
    }

    /// Returns the number of variables for edges of the tour, the first ones.
    pub fn tour_variables(&self) -> u32 {
        self.edges().len() as u32
    }

    /// Passes all constraints in order to `take`, until it returns false.
    pub fn constraints(&self, mut take: impl FnMut(&Constraint) -> bool) {
        let mut constraint = Constraint::default();
        let mut each = |write: fn(&Self, u32, &mut Constraint), count: u32| {
            (0..count).all(|number| {
                constraint.terms.clear();
                write(self, number, &mut constraint);
                take(&constraint)
            })
        };
        let is_open = each(Flow::degree, self.vertices())
            && each(Flow::balance, self.vertices())
            && each(Flow::capacity, self.tour_variables());
        let mut forced = (self.forced.iter()).map(|edge| edge.map(|edge| self.taken(edge)));
        if is_open && forced.all(|taken| take(&Constraint::clause(taken))) {
            self.step_constraints(&mut take);
        }
    }

    fn degree(&self, vertex: u32, constraint: &mut Constraint) {
        (constraint.relation, constraint.bound) = (Relation::Equal, 2);
        let edges = self.at(vertex).map(|(edge, _)| (1, self.taken(edge)));
        constraint.terms.extend(edges);
    }

    fn balance(&self, vertex: u32, constraint: &mut Constraint) {
        let is_root = vertex + 1 == self.vertices();
        let others = if is_root {
            i64::from(self.vertices())
        } else {
            0
        };
        (constraint.relation, constraint.bound) = (Relation::AtLeast, 1 - others);
        for (edge, other) in self.at(vertex) {
            let sign = if other < vertex { 1 } else { -1 };
            let taken = (-sign * self.middle(), self.taken(edge));
            let bits = (0..self.bits).map(|bit| (sign << bit, self.bit(edge, bit)));
            constraint.terms.extend([taken].into_iter().chain(bits));
        }
    }

    fn capacity(&self, edge: u32, constraint: &mut Constraint) {
        (constraint.relation, constraint.bound) = (Relation::AtLeast, 0);
        let taken = (2 * self.middle() - 1, self.taken(edge));
        let bits = (0..self.bits).map(|bit| (-1 << bit, self.bit(edge, bit)));
        constraint.terms.extend([taken].into_iter().chain(bits));
    }
}

/// Returns the literal of the variable of this number.
pub(crate) fn variable(number: u32) -> Lit {
    let var = Var::new(number).expect("as many variables as were counted");
    var.pos()
}
