//! Warnsdorff's rule: always move to the vertex with the fewest onward moves.
//!
//! ```
//! use knightsat_search::tour::{Kind, Problem};
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::heuristic::warnsdorff::{Tie, walk};
//! use knightsat_search::base::stop::Stop;
//!
//! let place: Place = "8x8".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let (verdict, steps) = walk(&problem, Tie::LookAhead, &Stop::default())?;
//! assert_eq!((verdict.tour().is_some(), steps), (true, 64));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rule is from H. C. von Warnsdorff, Des Rösselsprungs einfachste und allgemeinste Lösung,
//! 1823. Warnsdorff held that ties may be broken at will, which is wrong: some choices end in a
//! dead end. I. Pohl, A method for finding Hamilton paths and knight's tours, Communications of the
//! ACM 10(7), 1967, breaks them a level deeper. [`Tie::LookAhead`] does the same, by the fewest
//! onward moves two moves ahead.
//!
//! An onward move goes to an unvisited vertex. A prescribed end counts as one, but is entered in
//! the last step only. No move is ever taken back: the time is proportional to the number of moves
//! of the graph. The rule ignores closing; a closed tour arises by luck only. It
//! [supports](crate::tour::table) no constraints but fixed ends.

use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::tour::Problem;
use crate::tour::line::Line;
use crate::tour::lower::{Unlowered, lower};
use crate::tour::table::Backend;
use crate::tour::tour::Tour;
use crate::{Unknown, Verdict};

/// The choice among several vertices with the fewest onward moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// The first in the graph's list of neighbours.
    #[default]
    First,
    /// The vertex from which a vertex with the fewest onward moves can be entered next; the first
    /// of several.
    LookAhead,
    /// Any, all with the same probability. The number is the seed, which gives the same walk on
    /// every machine.
    Random(u64),
}

/// The end of a walk that has not become a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The last step, from 1.
    pub step: u32,
    /// The last vertex.
    pub vertex: u32,
    /// The first vertex.
    pub start: u32,
    /// The number of unvisited vertices. If it is zero, the path is complete, but no move leads
    /// back.
    pub left: u32,
}

impl Stuck {
    /// Returns the explanation: vertices are called `vertices` and written by `name`.
    pub fn explain(&self, vertices: &str, name: impl Fn(u32) -> String) -> String {
        let (here, start) = (name(self.vertex), name(self.start));
        let (step, left) = (self.step, self.left);
        match left {
            0 => format!(
                "Warnsdorff's rule from {start} visits all {step} {vertices}, but ends on {here}, \
                 from where the path cannot be closed"
            ),
            _ => format!(
                "Warnsdorff's rule from {start} is stuck at step {step} on {here}, {left} of {} \
                 {vertices} left",
                step + left
            ),
        }
    }
}

/// Steps between two polls of the deadline.
const STEPS_A_LOOK: usize = 1 << 12;

/// Walks from the fixed start, or from the first vertex that is not the end. Returns the number of
/// steps too.
pub fn walk(problem: &Problem, tie: Tie, stop: &Stop) -> Result<(Verdict, u32), Unlowered> {
    let line = lower(problem, Backend::Warnsdorff, stop)?.line();
    let (len, [start, end]) = (line.len(), line.ends);
    let is_possible = |&vertex: &u32| len == 1 || end != Some(vertex);
    let start = start.or_else(|| (0..len).find(is_possible));
    let start = start.expect("a graph has a vertex");
    let mut walk = Walk::new(line, tie);
    walk.visit(start);
    while let Some(next) = walk.next() {
        walk.visit(next);
        if walk.steps.len().is_multiple_of(STEPS_A_LOOK) && stop.is_over() {
            let steps = walk.steps.len() as u32;
            return Ok((Verdict::Unknown(stop.stopped().into()), steps));
        }
    }
    let vertex = walk.head();
    let step = walk.steps.len() as u32;
    let returns = step > 2 && walk.line.graph.has_arc(vertex, start);
    if step < len || walk.line.after(len, vertex).is_some() && !returns {
        let stuck = Stuck {
            step,
            vertex,
            start,
            left: len - step,
        };
        return Ok((Verdict::Unknown(Unknown::Stuck(stuck)), step));
    }
    let tour = Tour::verify(problem, walk.steps).expect("moves along edges between the ends");
    Ok((Verdict::Tour(tour), step))
}

struct Walk {
    line: Line,
    tie: Tie,
    random: Rng,
    steps: Vec<u32>,
    visited: Vec<bool>,
    /// The number of unvisited neighbours of each vertex.
    onward: Vec<u32>,
    /// A buffer, reused for its memory.
    tied: Vec<u32>,
}

impl Walk {
    fn new(line: Line, tie: Tie) -> Walk {
        let graph = &line.graph;
        let seed = match tie {
            Tie::Random(seed) => seed,
            _ => 0,
        };
        Walk {
            tie,
            random: Rng::new(seed, 0),
            steps: Vec::with_capacity(graph.len() as usize),
            visited: vec![false; graph.len() as usize],
            onward: (0..graph.len())
                .map(|v| graph.successors(v).len() as u32)
                .collect(),
            tied: Vec::new(),
            line,
        }
    }

    fn head(&self) -> u32 {
        self.steps.last().copied().unwrap_or_default()
    }

    fn visit(&mut self, vertex: u32) {
        self.steps.push(vertex);
        self.visited[vertex as usize] = true;
        for &neighbour in self.line.graph.predecessors(vertex) {
            self.onward[neighbour as usize] -= 1;
        }
    }

    /// Returns the vertices that can be entered from `vertex` after `steps` steps.
    fn moves(&self, vertex: u32, steps: usize) -> impl Iterator<Item = u32> {
        let graph = &self.line.graph;
        let is_last = steps + 1 == graph.len() as usize;
        let end = self.line.ends[1].filter(|_| !is_last);
        let neighbours = graph.successors(vertex).iter().copied();
        neighbours.filter(move |&next| !self.visited[next as usize] && Some(next) != end)
    }

    fn onward(&self, vertex: u32) -> u32 {
        self.onward[vertex as usize]
    }

    /// Returns the vertex of the next step, or `None` at the end.
    fn next(&mut self) -> Option<u32> {
        let mut tied = std::mem::take(&mut self.tied);
        tied.clear();
        let moves = || self.moves(self.head(), self.steps.len());
        let fewest = moves().map(|next| self.onward(next)).min();
        tied.extend(moves().filter(|&next| Some(self.onward(next)) == fewest));
        let next = match self.tie {
            Tie::LookAhead if tied.len() > 1 => {
                tied.iter().copied().min_by_key(|&next| self.ahead(next))
            }
            Tie::Random(_) if tied.len() > 1 => Some(tied[self.random.below(tied.len())]),
            _ => tied.first().copied(),
        };
        self.tied = tied;
        next
    }

    /// Returns the fewest onward moves of a vertex that can be entered after `next`. `next` is not
    /// yet visited, so each number counts it too and is one too large, which changes no comparison.
    fn ahead(&self, next: u32) -> u32 {
        let moves = self.moves(next, self.steps.len() + 1);
        moves
            .map(|after| self.onward(after))
            .min()
            .unwrap_or(u32::MAX)
    }
}
