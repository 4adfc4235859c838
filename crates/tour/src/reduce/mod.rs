//! Edges on every tour, and edges on none, found by degrees, cuts and short cycles.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::lower::Lowered;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let reduction = Lowered::as_it_is(&problem).circuit().reduce(&Default::default());
//! assert_eq!(reduction.fates().len(), problem.graph().edges().count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules apply to a [circuit](crate::circuit).
//!
//! - *Given*: an edge that the circuit takes is forced; without it there is no tour.
//! - *Degree*: a vertex with two remaining edges takes both. With fewer there is no tour.
//! - *Full*: a vertex with two forced edges takes no other. With three there is no tour.
//! - *Short cycle*: forced edges form paths. An edge between the ends of one would close a cycle.
//!   It is forced if the path has all vertices, and forbidden otherwise.
//! - *Cut*: a cycle crosses between a set of vertices and the rest an even number of times, and at
//!   least twice. So two edges whose removal disconnects the graph are both forced. An edge whose
//!   removal alone does is a contradiction.
//! - *Probe*: an edge taken, or left out, may contradict the rules above. Then it has the opposite
//!   fate (failed literals: Freeman, Improvements to propositional satisfiability search
//!   algorithms, 1995). If both choices do, there is no tour.
//!
//! Every rule holds for all tours at once, so no tour is lost, whatever the order of the rules.

mod cuts;
mod probe;
mod thin;

use super::Circuit;
use crate::graph::Incidence;
use knightsat_base::stop::Stop;

/// The fate of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// Undecided.
    #[default]
    Open,
    /// Every tour takes it.
    Forced,
    /// No tour takes it.
    Forbidden,
}

/// Edges that every tour of a graph takes, and edges that no tour takes.
#[derive(Clone, Debug)]
pub struct Reduction {
    edges: Incidence,
    fate: Vec<Fate>,
    /// Edges not forbidden, and edges forced, at every vertex.
    left: Vec<u32>,
    forced: Vec<u32>,
    /// The other end of the path of forced edges that ends at a vertex, or the vertex itself, and
    /// the number of vertices on the path. Undefined for inner vertices.
    other_end: Vec<u32>,
    on_path: Vec<u32>,
    /// The changes so far, oldest first, so that a probe can be undone.
    trail: Vec<Change>,
    pending: Vec<u32>,
    /// The edges left at each use of the rule of cuts, and the cuts, by the places of their edges.
    used: Vec<(EdgeList, Vec<Vec<u32>>)>,
    /// True if the rules contradict each other: there is no tour. The fates are then void.
    pub is_contradictory: bool,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Fate(u32),
    /// The ends of the path that an edge has made, and their former entries.
    Path([u32; 2], [(u32, u32); 2]),
}

/// A contradiction between the rules.
struct Contradiction;

type Step = Result<(), Contradiction>;
type EdgeList = Vec<[u32; 2]>;

impl Circuit {
    /// Returns the fates of the [edges](Circuit::edges), in their order. If time is up, the result
    /// contains the facts found by then.
    pub fn reduce(&self, stop: &Stop) -> Reduction {
        let edges = self.edges();
        let is_forced = |(_, ends): &(u32, &[u32; 2])| self.is_forced(ends[0], ends[1]);
        let forced: Vec<u32> = (0..)
            .zip(&edges)
            .filter(is_forced)
            .map(|(edge, _)| edge)
            .collect();
        let mut reduction = Reduction::new(self.len(), &edges, &forced, stop);
        // A forced edge is missing.
        reduction.is_contradictory |= forced.len() < self.forced().len();
        reduction
    }
}

impl Reduction {
    /// Applies all rules but probing to the simple graph of `len` vertices with these edges. Every
    /// tour must take the edges with the numbers `forced`. If time is up, the result contains the
    /// facts found by then; each is valid on its own.
    ///
    /// # Panics
    /// If an edge ends outside the graph, or there is no edge of a number in `forced`.
    pub fn new(len: u32, edges: &[[u32; 2]], forced: &[u32], stop: &Stop) -> Reduction {
        let incidence = Incidence::new(len, edges.to_vec());
        let mut reduction = Reduction {
            left: incidence.degrees(),
            edges: incidence,
            fate: vec![Fate::Open; edges.len()],
            forced: vec![0; len as usize],
            other_end: (0..len).collect(),
            on_path: vec![1; len as usize],
            trail: Vec::new(),
            pending: (0..len).collect(),
            used: Vec::new(),
            is_contradictory: false,
        };
        let mut rules = || {
            let mut forced = forced.iter();
            forced.try_for_each(|&edge| reduction.decide(edge, Fate::Forced))?;
            reduction.propagate(stop)?;
            reduction.cuts(stop)
        };
        reduction.is_contradictory = rules().is_err();
        reduction.trail.clear();
        reduction
    }

    /// Returns the fate of every edge, by its number.
    pub fn fates(&self) -> &[Fate] {
        &self.fate
    }

    /// Returns the edges with a fate whose ends are both below `len`.
    pub(crate) fn edges_below(&self, len: u32, fate: Fate) -> Vec<[u32; 2]> {
        let edges = self
            .edges
            .edges()
            .iter()
            .zip(&self.fate)
            .filter(|&(&[a, b], &found)| found == fate && a.max(b) < len);
        edges.map(|(&ends, _)| ends).collect()
    }

    /// Gives an edge a fate, forced or forbidden; fails if it has the other one.
    fn decide(&mut self, edge: u32, fate: Fate) -> Step {
        match self.fate[edge as usize] {
            known if known == fate => Ok(()),
            Fate::Open if fate == Fate::Forced => self.force(edge),
            Fate::Open => self.forbid(edge),
            _ => Err(Contradiction),
        }
    }

    fn forbid(&mut self, edge: u32) -> Step {
        self.fate[edge as usize] = Fate::Forbidden;
        self.trail.push(Change::Fate(edge));
        for end in self.edges.ends(edge) {
            self.left[end as usize] -= 1;
            self.pending.push(end);
        }
        Ok(())
    }

    fn force(&mut self, edge: u32) -> Step {
        let [a, b] = self.edges.ends(edge);
        if self.forced[a as usize] >= 2 || self.forced[b as usize] >= 2 {
            return Err(Contradiction);
        }
        let outer = [a, b].map(|end| self.other_end[end as usize]);
        let closes = outer[0] == b;
        if closes && self.on_path[a as usize] < self.left.len() as u32 {
            return Err(Contradiction);
        }
        self.fate[edge as usize] = Fate::Forced;
        self.trail.push(Change::Fate(edge));
        for end in [a, b] {
            self.forced[end as usize] += 1;
            self.pending.push(end);
        }
        if !closes {
            let count = self.on_path[a as usize] + self.on_path[b as usize];
            let known = outer.map(|end| (self.other_end[end as usize], self.on_path[end as usize]));
            self.trail.push(Change::Path(outer, known));
            for (nth, end) in outer.into_iter().enumerate() {
                self.other_end[end as usize] = outer[1 - nth];
                self.on_path[end as usize] = count;
                self.pending.push(end);
            }
        }
        Ok(())
    }

    /// Applies degree, full and short cycle until they find nothing new.
    fn propagate(&mut self, stop: &Stop) -> Step {
        let mut watch = stop.watch(1 << 14);
        while let Some(vertex) = self.pending.pop() {
            if watch.is_over() {
                self.pending.clear();
                break;
            }
            let v = vertex as usize;
            if self.left[v] < 2 || self.forced[v] > 2 {
                return Err(Contradiction);
            }
            // A vertex that is next to all others is pending again and again.
            if self.left[v] == self.forced[v] {
                continue;
            }
            if self.left[v] == 2 || self.forced[v] == 2 {
                self.decide_all_at(vertex)?;
            } else if self.forced[v] == 1 {
                self.see_short_cycle(vertex)?;
            }
        }
        Ok(())
    }

    /// Forces the open edges at a vertex if two edges remain, and forbids them otherwise.
    fn decide_all_at(&mut self, vertex: u32) -> Step {
        let fate = [Fate::Forbidden, Fate::Forced][usize::from(self.left[vertex as usize] == 2)];
        for nth in 0..self.edges.numbers(vertex).len() {
            let edge = self.edges.numbers(vertex)[nth];
            if self.fate[edge as usize] == Fate::Open {
                self.decide(edge, fate)?;
            }
        }
        Ok(())
    }

    /// Decides the edge between the ends of a path of forced edges, sought at the end with fewer
    /// edges.
    fn see_short_cycle(&mut self, vertex: u32) -> Step {
        let v = vertex as usize;
        let ends = [vertex, self.other_end[v]];
        let joins = |edge: u32| {
            let [a, b] = self.edges.ends(edge);
            self.fate[edge as usize] == Fate::Open && (ends == [a, b] || ends == [b, a])
        };
        let at = ends.map(|end| self.edges.numbers(end));
        let fewer = at[usize::from(at[1].len() < at[0].len())];
        match fewer.iter().copied().find(|&edge| joins(edge)) {
            Some(edge) if self.on_path[v] == self.left.len() as u32 => self.force(edge),
            Some(edge) => self.forbid(edge),
            None => Ok(()),
        }
    }
}
