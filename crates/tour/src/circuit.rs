//! A circuit: the Hamiltonian cycles of a graph, and the edges that all of them take.
//!
//! This is what encodings on arcs and edges, the lazy engine and the frontier method see of a
//! problem, whether its tours are open or closed. Only [`lower`](crate::lower) makes circuits, and
//! leads their cycles back to tours.
//!
//! An open tour is a cycle through one more vertex, the apex, joined to its possible ends. The apex
//! is the last vertex. Its edges are *long*: they join vertices anywhere. All other edges are
//! *local*, and a search for vertices near each other follows them.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::lower::Lowered;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let lowered = Lowered::as_it_is(&problem);
//! let circuit = lowered.circuit();
//! assert_eq!((circuit.len(), circuit.local().len()), (13, 12));
//! assert_eq!(circuit.long().len(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod derived;
mod prepared;
mod tour;

pub use prepared::{Arc, Prepared};

use crate::Kind;
use crate::Problem;
use crate::geometry::NoDirection;
use crate::given::Given;
use crate::graph::{Coordinates, Graph};
use crate::rule::Rule;
use crate::statistic::Setting;
use crate::succession::Succession;
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use std::sync;

/// A graph, and what all its Hamiltonian cycles take.
#[derive(Clone, Debug)]
pub struct Circuit {
    len: u32,
    /// The graph of the local edges.
    pub(crate) local: sync::Arc<Graph>,
    /// The edges from each other vertex to the last one, in order.
    long: sync::Arc<[[u32; 2]]>,
    /// The edges that every cycle takes, in order, each with its smaller end first.
    pub(crate) forced: Vec<[u32; 2]>,
    /// The arcs that every cycle takes one after the other.
    pub(crate) fixed: Vec<[u32; 2]>,
    /// The vertices of the first and of the last step, if they are fixed.
    pub(crate) ends: [Option<u32>; 2],
    /// A step of the tour with its vertex in a cycle, from which steps count. Long edges meet
    /// before the first step, at step 0.
    pub(crate) anchor: Option<(u32, u32)>,
    /// Further arcs over long edges that no cycle takes.
    barred: Vec<[u32; 2]>,
    /// The colours of the vertices, if local edges change them.
    colours: Option<sync::Arc<[bool]>>,
    /// True if a cycle takes a long edge to each colour.
    is_balanced: bool,
    /// The places of all vertices but that of long edges, if they determine directions.
    directions: Result<sync::Arc<Coordinates>, NoDirection>,
    /// The order of the steps of a tour.
    succession: Succession,
    /// The rules that remain beside the edges.
    pub also: Vec<Rule>,
    /// True if the reverse of a tour is no tour, or another one, whatever the ends.
    pub is_one_way: bool,
    /// True if it is known already that no tour exists.
    pub is_contradictory: bool,
}

impl<'c> From<&'c Circuit> for Setting<'c> {
    fn from(circuit: &'c Circuit) -> Setting<'c> {
        Setting {
            graph: &circuit.local,
            directions: circuit.directions.as_deref().map_err(NoDirection::clone),
            succession: circuit.succession,
        }
    }
}

/// Returns the arcs that every tour of a problem takes because its ends are fixed, with the apex.
fn fixed(problem: &Problem) -> Vec<[u32; 2]> {
    let (start, end, apex) = (problem.start(), problem.end(), problem.graph().len());
    match problem.kind() {
        Kind::Open => {
            let arcs = [start.map(|start| [apex, start]), end.map(|end| [end, apex])];
            arcs.into_iter().flatten().collect()
        }
        Kind::Closed => Vec::from_iter(start.zip(end).map(|(start, end)| [end, start])),
    }
}

/// Returns the edges that every tour of a problem takes, in order, each with its smaller end first.
fn forced(problem: &Problem) -> Vec<[u32; 2]> {
    let fixed = fixed(problem);
    // An apex of two neighbours needs no word about its edges.
    let lone = fixed.iter().filter(|_| fixed.len() == 1);
    let of_ends = lone.map(|&[a, b]| [a.min(b), a.max(b)]);
    let taken = problem.required().into_iter().chain(of_ends);
    taken.sorted_unstable().dedup().collect()
}

impl Circuit {
    /// Returns the cycles of the tours of a problem. The apex of open tours is joined to all
    /// vertices, or to both ends if they are fixed.
    pub(crate) fn of(problem: &Problem) -> Circuit {
        let (start, end, apex) = (problem.start(), problem.end(), problem.graph().len());
        let is_open = problem.kind() == Kind::Open;
        let is_free = start.and(end).is_none();
        let may_end = |vertex: &u32| is_free || [start, end].contains(&Some(*vertex));
        let joined = (0..apex).filter(|_| is_open).filter(may_end);
        let clues = problem.get().into_iter().flat_map(Given::steps);
        let mut circuit = Circuit {
            len: apex + u32::from(is_open),
            local: problem.graph().clone(),
            long: joined.map(|end| [end, apex]).collect(),
            forced: forced(problem),
            fixed: fixed(problem),
            ends: [start, end],
            anchor: is_open
                .then_some((0, apex))
                .or_else(|| problem.fixed_ends().chain(clues).min()),
            barred: Vec::new(),
            colours: None,
            is_balanced: false,
            directions: problem.coordinates.clone(),
            succession: Succession::of(problem),
            also: problem.rules(),
            is_one_way: problem.has_one_way(),
            is_contradictory: false,
        };
        let excluded = problem.not_at().into_iter();
        let barred = excluded.filter_map(|(step, vertex)| circuit.arc_at(step, vertex));
        circuit.barred = barred.collect();
        circuit
    }

    /// Returns the circuit without long edges that the colours exclude. Resolution cannot count, so
    /// the formula must contain these colours. Perhaps they exclude every cycle.
    pub fn coloured(mut self, stop: &Stop) -> Result<Circuit, Stopped> {
        let Some(colours) = self.local.two_colouring(stop)? else {
            return Ok(self);
        };
        let [even, odd] = self.ends_to_choose(&colours);
        self.is_contradictory |= even.min(odd) < 0;
        if self.apex().is_some() && self.fixed.len() < 2 {
            self.is_balanced = even == odd;
            let is_end =
                |end: u32| colours[end as usize] == (odd > 0) || self.ends.contains(&Some(end));
            let all = self.long.iter().copied();
            let long = all.filter(|&[end, _]| self.is_balanced || is_end(end));
            self.long = long.collect();
        }
        self.colours = Some(colours.into());
        Ok(self)
    }

    /// Returns the numbers of long edges to each colour that a cycle takes besides the fixed arcs.
    /// Local edges take equally many ends of each colour, so long ones take the others. A negative
    /// number excludes every cycle.
    pub(crate) fn ends_to_choose(&self, colours: &[bool]) -> [i64; 2] {
        [false, true].map(|odd| {
            let sign = |&colour: &bool| if colour == odd { 1 } else { -1 };
            let ends = self.fixed_ends().into_iter().flatten();
            let fixed = ends.filter(|&end| colours[end as usize] == odd).count();
            colours.iter().map(sign).sum::<i64>() + i64::from(self.most_paths(&[])) - fixed as i64
        })
    }

    /// Returns the number of edges that a cycle takes at a vertex besides the fixed arcs.
    pub(crate) fn unfixed(&self, vertex: u32) -> u32 {
        let fixed = self.fixed.iter().filter(|arc| arc.contains(&vertex));
        2 - fixed.count() as u32
    }

    /// Returns the number of long edges that a cycle takes besides the fixed arcs.
    pub(crate) fn free_ends(&self) -> u32 {
        self.apex().map_or(0, |apex| self.unfixed(apex))
    }

    /// Returns the most paths that remain of a cycle without these vertices and the apex.
    pub(crate) fn most_paths(&self, removed: &[u32]) -> u32 {
        let fixed = self.fixed_ends();
        let ends = fixed.iter().flatten().filter(|end| removed.contains(end));
        removed.len() as u32 + u32::from(self.apex().is_some()) - ends.count() as u32
    }

    /// Returns the vertex at position 0 with its step. It is this one if there are no long edges.
    pub(crate) fn root(&self, first: Option<u32>) -> (u32, u32) {
        let first = (1, first.unwrap_or_default());
        self.apex().map_or(first, |apex| (0, apex))
    }

    /// Returns the vertices after and before the apex, as far as they are fixed.
    pub(crate) fn fixed_ends(&self) -> [Option<u32>; 2] {
        self.ends.map(|end| end.filter(|_| self.apex().is_some()))
    }

    /// Returns the vertex that joins the ends of an open tour.
    pub(crate) fn apex(&self) -> Option<u32> {
        (self.len > self.local.len()).then(|| self.len - 1)
    }

    /// Returns the places of all vertices but that of long edges on a grid, if they have any.
    pub fn places(&self) -> Option<&Coordinates> {
        let places = self.directions.as_deref().ok();
        places.filter(|places| places.is_plane())
    }

    /// Returns the colours of all vertices but that of long edges, if local edges are known to
    /// change colour.
    pub fn colours(&self) -> Option<&[bool]> {
        self.colours.as_deref()
    }

    /// Returns the vertex from which a cycle takes an edge to each colour, and the colours.
    pub fn balanced(&self) -> Option<(u32, &[bool])> {
        let vertex = self.apex().filter(|_| self.is_balanced);
        vertex.zip(self.colours())
    }

    /// Returns the graph of the local edges, which is that of the problem. It lacks the last vertex
    /// if that has long edges.
    pub fn local(&self) -> &Graph {
        &self.local
    }

    /// Returns the vertices to which local edges lead from a vertex.
    pub fn near(&self, vertex: u32) -> &[u32] {
        if self.is_local(vertex) {
            self.local.neighbours(vertex)
        } else {
            &[]
        }
    }

    /// Returns the long edges by their first end. Their other end is the last vertex, which has no
    /// local edges.
    pub fn long(&self) -> &[[u32; 2]] {
        &self.long
    }

    /// Returns the long edge at a vertex other than the last.
    pub fn long_at(&self, vertex: u32) -> Option<[u32; 2]> {
        let place = self.long.binary_search_by_key(&vertex, |&[end, _]| end);
        place.ok().map(|place| self.long[place])
    }

    /// Returns true if an edge is long.
    pub fn is_long(&self, [a, b]: [u32; 2]) -> bool {
        self.apex() == Some(a.max(b))
    }

    /// Returns true for all vertices but that of long edges.
    pub fn is_local(&self, vertex: u32) -> bool {
        self.apex() != Some(vertex)
    }

    /// Returns the number of vertices.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Returns true for the cycle of two vertices, which takes a long edge twice.
    pub fn is_trivial(&self) -> bool {
        self.apex() == Some(1)
    }

    /// Returns the arc that a cycle takes if and only if its tour is on a vertex at this step: at
    /// the first or the last, over a long edge. Returns `None` for other steps.
    pub fn arc_at(&self, step: u32, vertex: u32) -> Option<[u32; 2]> {
        let apex = self.apex()?;
        match step {
            1 => Some([apex, vertex]),
            step if step == apex => Some([vertex, apex]),
            _ => None,
        }
    }

    /// Returns the edges that every cycle takes, in order, each with its smaller end first.
    pub fn forced(&self) -> &[[u32; 2]] {
        &self.forced
    }

    /// Returns true if every cycle takes this edge.
    pub fn is_forced(&self, a: u32, b: u32) -> bool {
        self.forced.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    /// Returns the local edges in the order of their graph, then the long ones.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        self.local
            .edges()
            .chain(self.long.iter().copied())
            .collect()
    }

    /// Returns the local edges in order, then the long ones.
    pub fn sorted_edges(&self) -> Vec<[u32; 2]> {
        let local = self.local.edges().sorted_unstable();
        local.chain(self.long.iter().copied()).collect()
    }

    /// Returns the arcs that every cycle takes, if its direction is fixed.
    pub fn fixed_arcs(&self) -> &[[u32; 2]] {
        &self.fixed
    }

    /// Returns the arcs over local edges, and those over long ones that the ends permit, by tail,
    /// then by head.
    pub fn possible_arcs(&self) -> Vec<Arc> {
        let mut arcs: Vec<[u32; 2]> = self.local.arcs().collect();
        let fits = |&[from, to]: &[u32; 2]| {
            let is_rival = |fixed: &[u32; 2]| (from == fixed[0]) != (to == fixed[1]);
            !self.fixed.iter().any(is_rival) && !self.barred.contains(&[from, to])
        };
        let long = self
            .long
            .iter()
            .flat_map(|&[end, apex]| [[apex, end], [end, apex]]);
        arcs.extend(long.filter(fits));
        arcs.sort_unstable();
        arcs
    }

    /// Returns true if the two vertices are joined.
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        if self.is_long([a, b]) {
            self.long_at(a.min(b)).is_some()
        } else {
            self.local.has_edge(a, b)
        }
    }

    /// Returns the side of a cut without long edges inside, increasing, given either side: both
    /// have the same cut.
    pub fn local_side(&self, side: &[u32]) -> Vec<u32> {
        let side = side.iter().copied().sorted_unstable().collect_vec();
        if self.apex().is_some() && self.apex() == side.last().copied() {
            let is_other = |v: &u32| side.binary_search(v).is_err();
            return (0..self.len()).filter(is_other).collect();
        }
        side
    }
}
