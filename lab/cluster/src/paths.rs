//! Splits a count by choices of the moves along a path, from its start.
//!
//! A depth-first search begins at the start of the path, so the parts share little of the search. A
//! choice far away would occur in every branch of the search of both parts, and double the work. So
//! the choice is always about an edge at an end of the path that the literals so far form. The
//! split part is always the one with the most remaining ways, estimated by the ways to choose two
//! edges at each vertex.
//!
//! ```
//! use knightsat_cluster::paths::Paths;
//! use knightsat_cluster::tour::{Kind, Problem};
//! use knightsat_cluster::tour::board::Board;
//! use knightsat_cluster::base::stop::Stop;
//!
//! let board: Board = "5x5".parse()?;
//! let problem = Problem::new(board.graph(), Kind::Open, None, None)?;
//! let stop = Stop::default();
//! let cubes = Paths::new(&problem, &stop)?.split(6, &stop)?;
//! assert!(cubes.len() >= 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::choose::{Branch, Choices, split};
use super::cubes::{Cube, degrees};
use crate::prelude::*;

/// The edges of a problem, some taken, some excluded.
pub struct Paths<'p> {
    problem: &'p Problem,
    branch: Branch,
    /// The edges, in the order of their numbers.
    pub edges: Vec<[u32; 2]>,
    /// The edges of each vertex, as literals that mean that the tour takes them.
    incident: Vec<Vec<Lit>>,
}

impl<'p> Paths<'p> {
    /// Collects the edges of a problem.
    pub fn new(problem: &'p Problem, stop: &Stop) -> Result<Paths<'p>, Stopped> {
        let mut edges: Vec<[u32; 2]> = problem.graph().edges().collect();
        edges.sort_unstable();
        let mut incident = vec![Vec::new(); problem.graph().len() as usize];
        for (edge, number) in edges.iter().zip(1..) {
            let lit = Var::new(number).map(Var::pos);
            for vertex in edge {
                incident[*vertex as usize].extend(lit);
            }
        }
        Ok(Paths {
            problem,
            branch: Branch::new(&degrees(problem, stop)?, stop)?,
            edges,
            incident,
        })
    }

    /// Splits the problem into this number of parts, or into as many as there are choices, the
    /// largest first.
    pub fn split(&mut self, parts: usize, stop: &Stop) -> Result<Vec<Cube>, Stopped> {
        split(self, parts, stop)
    }

    /// Returns the edges that a part takes or excludes, including implied ones; `None` if they
    /// contradict each other.
    pub fn closure(&mut self, cube: &Cube) -> Option<Cube> {
        if !self.branch.assume(cube) {
            return None;
        }
        let is_edge = |lit: &Lit| lit.var().number() as usize <= self.edges.len();
        let trail = self.branch.propagator.trail().iter().copied();
        Some(trail.filter(is_edge).collect())
    }

    /// Returns the number of ways to choose the edges of an inner vertex.
    fn ways(&self, vertex: u32) -> f64 {
        let (taken, free) = self.taken_and_free(vertex);
        let ways = match 2_usize.saturating_sub(taken) {
            2 => free * free.saturating_sub(1) / 2,
            1 => free,
            _ => 1,
        };
        ways.max(1) as f64
    }

    /// Returns the numbers of taken and of undecided edges of a vertex.
    fn taken_and_free(&self, vertex: u32) -> (usize, usize) {
        let edges = &self.incident[vertex as usize];
        let value = |lit: Lit| self.branch.propagator.value(lit);
        let count = |wanted| edges.iter().filter(|&&lit| value(lit) == wanted).count();
        (count(Some(true)), count(None))
    }

    /// Returns an edge of a vertex that can be taken and excluded.
    fn choice_at(&mut self, vertex: u32) -> Option<Lit> {
        let mut edges = self.incident[vertex as usize].iter().copied();
        let branch = &mut self.branch;
        edges.find(|&lit| {
            let (is_open, both) = (branch.propagator.value(lit).is_none(), [lit, !lit]);
            is_open && both.iter().all(|&lit| branch.lookahead(lit).is_some())
        })
    }

    /// Returns the ends of the path formed so far, the one with fewer continuations first.
    fn ends(&self) -> Vec<u32> {
        let root = self.problem.start().or(self.problem.end()).unwrap_or(0);
        let firsts = self.next(root, None);
        let is_closed = self.problem.kind() == Kind::Closed;
        let is_end = firsts.len() < if is_closed { 2 } else { 1 };
        let mut ends = Vec::from_iter(is_end.then_some(root));
        ends.extend(firsts.into_iter().map(|first| self.end(root, first)));
        ends.sort_by(|&a, &b| self.ways(a).total_cmp(&self.ways(b)));
        ends
    }

    /// Returns the end of the path that begins at `root` with this edge.
    fn end(&self, root: u32, mut edge: Lit) -> u32 {
        let mut at = root;
        loop {
            let [a, b] = self.edges[edge.var().number() as usize - 1];
            at = if a == at { b } else { a };
            match self.next(at, Some(edge))[..] {
                [next, ..] if at != root => edge = next,
                _ => return at,
            }
        }
    }

    /// Returns the taken edges at a vertex, except one.
    fn next(&self, vertex: u32, but: Option<Lit>) -> Vec<Lit> {
        let edges = self.incident[vertex as usize].iter().copied();
        let taken = edges.filter(|&lit| self.branch.propagator.value(lit) == Some(true));
        taken.filter(|&lit| Some(lit) != but).collect()
    }
}

/// Hardness is the number of remaining ways.
impl Choices for Paths<'_> {
    fn hardness(&mut self, cube: &Cube) -> u64 {
        if !self.branch.assume(cube) {
            return 0;
        }
        let vertices = 0..self.problem.graph().len();
        let ways: f64 = vertices.map(|vertex| self.ways(vertex).ln()).sum();
        // An integer, since floats have no total order.
        (ways * 1024.0) as u64
    }

    fn choice(&mut self, cube: &Cube, _: &Stop) -> Result<Option<Lit>, Stopped> {
        if !self.branch.assume(cube) {
            return Ok(None);
        }
        let ends = self.ends();
        let choice = ends.into_iter().find_map(|end| self.choice_at(end));
        Ok(choice.or_else(|| {
            let all = 0..self.problem.graph().len();
            let mut others: Vec<u32> = all.filter(|&v| self.taken_and_free(v).1 > 0).collect();
            others.sort_by(|&a, &b| self.ways(a).total_cmp(&self.ways(b)));
            others.into_iter().find_map(|vertex| self.choice_at(vertex))
        }))
    }
}
