//! What degrees, cuts and short cycles say of single edges before any search: which every tour
//! takes, and which none does.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let reduction = problem.reduce();
//! assert_eq!(reduction.fates().len(), problem.graph().edges().count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules see a closed tour: a Hamiltonian cycle of a graph in which some edges are known. An
//! open tour becomes one by a further vertex, the apex, joined to where the path may end, so its
//! rules are the same; with both ends fixed the apex has two edges, and the first rule forces them.
//!
//! - *Given*: an edge that the problem requires is forced; without it there is no tour.
//! - *Degree*: a vertex with two edges left takes both. With fewer there is no tour.
//! - *Full*: a vertex with two forced edges takes no other. With three there is no tour.
//! - *Short cycle*: forced edges form paths. An edge between the ends of one would close a cycle,
//!   so it is forbidden, unless the path has all vertices, when it is forced.
//! - *Cut*: a cycle crosses between a set of vertices and the rest an even number of times, and at
//!   least twice. So two edges whose removal disconnects the graph are both forced, and an edge
//!   whose removal alone does is a contradiction.
//! - *Probe*: if an edge taken, or left out, leads to a contradiction by the rules above, it is the
//!   other way round (failed literals: Freeman, Improvements to propositional satisfiability search
//!   algorithms, 1995). If both do, there is no tour.
//!
//! Every rule holds for all tours at once, so nothing is lost, whatever order they come in.

mod cuts;

use super::{AugmentedGraph, Problem};
use crate::graph::Incidence;
use knightsat_base::stop::Stop;

/// More edges than this at every vertex, on average, are many.
const DENSE: usize = 8;

/// What is known of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// Nothing.
    #[default]
    Open,
    /// Every tour takes it.
    Forced,
    /// No tour takes it.
    Forbidden,
}

/// Edges that every tour of a graph takes, and edges that none does.
#[derive(Clone, Debug)]
pub struct Reduction {
    edges: Incidence,
    fate: Vec<Fate>,
    /// Edges not forbidden, and edges forced, at every vertex.
    left: Vec<u32>,
    forced: Vec<u32>,
    /// The other end of the path of forced edges that a vertex is an end of, itself if there is
    /// none, and the number of vertices on it. Of inner vertices nothing.
    other_end: Vec<u32>,
    on_path: Vec<u32>,
    /// What has changed, oldest first, so that a probe can be undone.
    trail: Vec<Change>,
    pending: Vec<u32>,
    /// The edges left when the rule of cuts was applied, and the cuts, by the places of their edges.
    used: Vec<(Edges, Vec<Vec<u32>>)>,
    is_contradictory: bool,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Fate(u32),
    /// The ends of the path that an edge has made, and what was known of them.
    Path([u32; 2], [(u32, u32); 2]),
}

/// The rules contradict each other.
struct Contradiction;

type Step = Result<(), Contradiction>;
type Edges = Vec<[u32; 2]>;

impl Problem {
    /// What the rules say of the edges of the graph, in their order, and after them, for an open
    /// tour, of those from an apex, one vertex more, to the vertices on which it may end, in order:
    /// all of them, or the start and the end where both are fixed.
    pub fn reduce(&self) -> Reduction {
        let graph = AugmentedGraph::new(self);
        let edges = graph.edges();
        let is_forced =
            |edge: &u32| graph.is_forced(edges[*edge as usize][0], edges[*edge as usize][1]);
        let forced: Vec<u32> = (0..edges.len() as u32).filter(is_forced).collect();
        let mut reduction = Reduction::new(graph.len(), &edges, &forced, &self.stop);
        // What must be taken is not there.
        reduction.is_contradictory |= forced.len() < graph.forced().len();
        reduction
    }

    /// The same problem without the edges that no tour takes, where the rules say so of half of them.
    /// Only a graph of many edges with a vertex of two is looked at: without one no rule begins.
    pub fn thinned(&self, stop: &Stop) -> Option<Problem> {
        let graph = &self.graph;
        let degrees = || (0..graph.len()).map(|vertex| graph.degree(vertex));
        let is_dense = degrees().sum::<usize>() > DENSE * graph.len() as usize;
        if !is_dense || degrees().all(|degree| degree > 2) {
            return None;
        }
        let reduction = self.clone().with_stop(stop.clone()).reduce();
        let fates = graph.edges().zip(&reduction.fate);
        let forbidden = fates.filter(|(_, fate)| **fate == Fate::Forbidden);
        let forbidden: Vec<[u32; 2]> = forbidden.map(|(edge, _)| edge).collect();
        if reduction.is_contradictory() || 2 * forbidden.len() < graph.edges().count() {
            return None;
        }
        Some(Problem {
            graph: graph.without_edges(&forbidden),
            ..self.clone()
        })
    }
}

impl Reduction {
    /// Applies all rules but probing to the simple graph of `len` vertices with these edges, some
    /// of which, given by number, every tour must take. Once it is over, what is known by then is
    /// all: every rule holds for itself.
    ///
    /// # Panics
    /// If an edge ends outside the graph, or there is no edge of a number given.
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
            forced
                .iter()
                .try_for_each(|&edge| reduction.decide(edge, Fate::Forced))?;
            reduction.propagate(stop)?;
            reduction.cuts(stop)
        };
        reduction.is_contradictory = rules().is_err();
        reduction.trail.clear();
        reduction
    }

    /// Whether there is no tour: the rules contradict each other. The fates then say nothing.
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// What is known of every edge, by its number.
    pub fn fates(&self) -> &[Fate] {
        &self.fate
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

    /// Applies degree, full and short cycle until they say nothing new.
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
            // The apex of an open tour has all vertices around it, and comes up again and again.
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

    /// Forces the open edges at a vertex if two are left, and forbids them if not.
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

    /// The edge from an end of a path of forced edges to its other end, looked for where there are
    /// fewer.
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

    /// Probes every open edge, at most `rounds` times over, as long as that finds anything; after
    /// every round come the cuts of what is left. Stops early once it is over.
    pub fn probe(&mut self, rounds: u32, stop: &Stop) {
        let rounds = if self.is_contradictory { 0 } else { rounds };
        for _ in 0..rounds {
            let found = self.probe_once(stop);
            self.trail.clear();
            self.is_contradictory = found.is_err();
            if !found.unwrap_or(false) {
                return;
            }
        }
    }

    /// Probes every open edge, and says whether that has found anything.
    fn probe_once(&mut self, stop: &Stop) -> Result<bool, Contradiction> {
        let mut found = false;
        for edge in 0..self.fate.len() as u32 {
            if self.fate[edge as usize] != Fate::Open {
                continue;
            }
            if stop.is_over() {
                return Ok(false);
            }
            if self.fails(edge, Fate::Forced) {
                self.forbid(edge)?;
            } else if self.fails(edge, Fate::Forbidden) {
                self.force(edge)?;
            } else {
                continue;
            }
            found = true;
            self.propagate(stop)?;
        }
        if found {
            self.cuts(stop)?;
        }
        Ok(found)
    }

    /// Whether the rules contradict each other once the edge has this fate; leaves no trace.
    fn fails(&mut self, edge: u32, fate: Fate) -> bool {
        let start = self.trail.len();
        let step = self.decide(edge, fate);
        let step = step.and_then(|()| self.propagate(&Stop::default()));
        self.pending.clear();
        for change in self.trail.drain(start..).rev() {
            match change {
                Change::Fate(edge) => {
                    let fate = std::mem::take(&mut self.fate[edge as usize]);
                    for end in self.edges.ends(edge) {
                        match fate {
                            Fate::Forced => self.forced[end as usize] -= 1,
                            _ => self.left[end as usize] += 1,
                        }
                    }
                }
                Change::Path(ends, known) => {
                    for (end, (other, count)) in ends.into_iter().zip(known) {
                        self.other_end[end as usize] = other;
                        self.on_path[end as usize] = count;
                    }
                }
            }
        }
        step.is_err()
    }
}
