//! The methods for one graph, and the attempts of the engine between them. In sparse graphs hardly
//! any exchange of edges is possible and two-factors with few long cycles abound: each cut excludes
//! one of them and little else. Measures (lab/docs/graphs.md):
//!
//! - The solver receives the edges that the rules of [`reduce`](knightsat_tour::reduce) decide.
//! - A narrow graph is decided by a tree decomposition ([`decide`]), however hard it is for the
//!   solver. If that shows that there is no tour, only a refutation is missing: a table is no
//!   proof. In small graphs the first attempt comes before, since easy ones need less time.
//! - In every other attempt the factor must be two matchings. Such attempts become rare if they
//!   find no two-factor.
//! - Attempts are short, since the time of one has a heavy tail. Each gets few rounds and little
//!   work, by the sequence of Luby, Sinclair and Zuckerman (Optimal speedup of Las Vegas
//!   algorithms, 1993). The next one starts along another order of the edges. Cuts are kept, so
//!   that graphs without a tour come to an end as well.
//! - If the first attempts fail, or many vertices have degree two, the graph is searched piece by
//!   piece if two vertices hold it together ([`Pieces`]). Cycles of few open edges are cut
//!   beforehand ([`short_cycles`]). A graph of regions with few ways through is searched way by
//!   way, too (`ways`).

use crate::base::stop::Stop;
use crate::means::{Means, luby};
use crate::ways::Ways;
use crate::{Decided, Known, Pieces, decide, short_cycles};
use knightsat_solver::{Refined, SolverError};
use knightsat_tour::Circuit;
use knightsat_tour::graph::Graph;
use knightsat_tour::reduce::{Fate, Reduction};

/// The largest average degree of a sparse graph without vertices of two edges.
const SPARSE: usize = 4;
/// The additional degree for a vertex of two edges, which leaves no choice.
const TWO: usize = 3;
/// A vertex with more neighbours is a hub: no square of a board is one.
const HUB: usize = 16;
/// The most pairs of rows for a first tree decomposition, and after other methods have failed.
const QUICK: u64 = 30_000_000;
const THOROUGH: u64 = 200_000_000;
/// From this many edges on, they are not probed.
const PROBED: usize = 20_000;
/// Rounds and bytes of proof in the shortest attempts.
const ROUNDS: u64 = 16;
const WORK: u64 = 1 << 20;
/// Attempts after the first two get as much effort again for every so many edges.
const MORE: u64 = 500;
/// Below this many edges, the first attempt costs less than other methods, and comes before them.
const SMALL: usize = 1000;
/// The attempt before which pieces, short cycles and regions are looked for. If one vertex of so
/// many has degree two, that is as soon as other methods are due.
const CLOSER: u64 = 2;
const MANY: usize = 10;
/// Matchings are disabled before this attempt, if they have failed and other attempts have not.
const VAIN: u64 = 24;

/// The shape of a graph, which decides what is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Few edges.
    Sparse,
    /// A hub. Such a graph may be narrow without being sparse.
    Hub,
    /// Neither, as the graphs of boards.
    Plain,
}

/// Returns the number of vertices of degree two.
fn count_twos(graph: &Graph) -> usize {
    let vertices = 0..graph.len();
    vertices.filter(|&vertex| graph.degree(vertex) == 2).count()
}

/// Returns true if a graph has few edges, and a tour obeys no further constraints. Two-factors are
/// then seldom found by chance.
pub fn is_sparse(graph: &Graph, is_constrained: bool) -> bool {
    let edges = (0..graph.len())
        .map(|vertex| graph.degree(vertex))
        .sum::<usize>();
    !is_constrained && edges <= SPARSE * graph.len() as usize + TWO * count_twos(graph)
}

/// The result of the methods.
pub enum Help {
    /// A Hamiltonian cycle of the edges, its vertices in order.
    Cycle(Vec<u32>),
    /// Graphs to be searched instead of this one.
    Pieces(Pieces),
}

/// An attempt of the engine at a two-factor of one cycle, with a variable for each edge.
#[derive(Clone, Debug)]
pub struct AttemptPlan {
    /// True if the solver tries an easily found two-factor first.
    pub is_warm: bool,
    /// True if the two-factor must be two matchings.
    pub with_matchings: bool,
    /// The most two-factors.
    pub rounds: u64,
    /// The most bytes of proof.
    pub work: u64,
}

/// The methods for one graph.
pub struct Methods {
    len: u32,
    shape: Shape,
    edges: Vec<Known>,
    is_piece: bool,
    /// The attempt before which a first tree decomposition is due.
    first: u64,
    /// The attempt before which pieces, short cycles and regions are looked for.
    closer: u64,
    /// The edges that reduction decides, and true if a tour takes them.
    known: Vec<Known>,
    /// The other edges, and those that every tour takes.
    left: Vec<Known>,
    cuts: Vec<Vec<u32>>,
    is_hopeless: bool,
    ways: Option<Ways>,
    /// Numbers of attempts without matchings and with them, and of two-factors that they found.
    kinds: [u64; 2],
    factors: [u32; 2],
    /// True if attempts begin with an easily found two-factor.
    is_blind: bool,
}

impl Methods {
    /// Returns the methods for a circuit. Sparse graphs get all methods, unless a tour must obey
    /// further constraints. Pieces are not split again.
    pub fn new(circuit: &Circuit, [is_constrained, is_piece]: [bool; 2]) -> Methods {
        let graph = circuit.local();
        let edges = circuit.edges().into_iter();
        let marked = edges.map(|[a, b]| ([a, b], circuit.is_forced(a, b)));
        let edges: Vec<Known> = marked.collect();
        let mut degrees = (0..graph.len()).map(|vertex| graph.degree(vertex));
        let has_many = MANY * count_twos(graph) >= graph.len() as usize;
        let shape = if is_sparse(graph, is_constrained) {
            Shape::Sparse
        } else if degrees.any(|degree| degree > HUB) {
            Shape::Hub
        } else {
            Shape::Plain
        };
        let is_late = shape == Shape::Plain || shape == Shape::Sparse && edges.len() < SMALL;
        let first = u64::from(is_late);
        Methods {
            len: circuit.len(),
            shape,
            left: edges.clone(),
            edges,
            is_piece,
            first,
            closer: if has_many { first } else { CLOSER },
            known: Vec::new(),
            cuts: Vec::new(),
            is_hopeless: false,
            ways: None,
            kinds: [0; 2],
            factors: [0; 2],
            is_blind: false,
        }
    }

    /// Returns true if the graph has few edges. Two-factors are then seldom found by chance.
    pub fn is_sparse(&self) -> bool {
        self.shape == Shape::Sparse
    }

    /// Returns true if the graph is known to have no tour. Only a refutation is missing then.
    pub fn is_hopeless(&self) -> bool {
        self.is_hopeless
    }

    /// Returns the edges that every tour takes, with true, and those that none takes.
    pub fn known(&self) -> &[Known] {
        &self.known
    }

    /// Returns new sets of vertices that a tour must leave.
    pub fn take_cuts(&mut self) -> Vec<Vec<u32>> {
        std::mem::take(&mut self.cuts)
    }

    /// Tries the methods that are due before the attempt of this number, from 0.
    pub fn help(&mut self, nth: u64, means: &mut Means) -> Result<Option<Help>, SolverError> {
        if self.is_sparse() && nth == 0 {
            self.reduce(means.stop);
        }
        let work = match nth {
            CLOSER => THOROUGH,
            _ if nth == self.first => QUICK,
            _ => 0,
        };
        if work > 0 && !self.is_hopeless {
            match decide(self.len, &self.left, work, means.stop) {
                Decided::Cycle(cycle) => return Ok(Some(Help::Cycle(cycle))),
                Decided::None => self.is_hopeless = true,
                Decided::TooWide => {}
            }
        }
        if !self.is_sparse() || self.is_hopeless || means.stop.is_over() {
            return Ok(None);
        }
        if nth == self.closer {
            if let Some(pieces) = self.pieces(means.stop) {
                return Ok(Some(Help::Pieces(pieces)));
            }
            self.cuts.extend(short_cycles(self.len, &self.left));
            self.ways = Ways::new(self.len, &self.edges, means.stop);
        }
        let Some(ways) = &mut self.ways else {
            return Ok(None);
        };
        Ok(match ways.walks(nth - self.closer, means)? {
            Refined::Accepted(cycle) => Some(Help::Cycle(cycle)),
            Refined::Contradiction => {
                self.is_hopeless = true;
                None
            }
            Refined::Unknown => None,
        })
    }

    /// Decides edges by rules. If they show that there is no tour, the solver must find that
    /// itself, from the cuts that they used.
    fn reduce(&mut self, stop: &Stop) {
        let (ends, marks): (Vec<[u32; 2]>, Vec<bool>) = self.edges.iter().copied().unzip();
        let marked = (0..).zip(&marks).filter(|&(_, &is_forced)| is_forced);
        let forced: Vec<u32> = marked.map(|(edge, _)| edge).collect();
        let mut reduction = Reduction::new(self.len, &ends, &forced, stop);
        if ends.len() < PROBED {
            reduction.probe(4, stop);
        }
        self.cuts = reduction.sides(stop);
        self.is_hopeless = reduction.is_contradictory;
        if self.is_hopeless {
            return;
        }
        let fates = ends.into_iter().zip(reduction.fates());
        let decided = fates.clone().filter(|(_, fate)| **fate != Fate::Open);
        let is_forced = |(ends, fate): ([u32; 2], &Fate)| (ends, *fate == Fate::Forced);
        self.known = decided.map(is_forced).collect();
        let left = fates.filter(|(_, fate)| **fate != Fate::Forbidden);
        self.left = left.map(is_forced).collect();
    }

    /// Returns the pieces of the graph, if there are several and it is no piece itself.
    fn pieces(&self, stop: &Stop) -> Option<Pieces> {
        // Edges that no tour takes may belong to a symmetry.
        let both = [&self.edges, &self.left].into_iter();
        let mut all = both
            .filter(|_| !self.is_piece)
            .map(|edges| Pieces::new(edges, stop));
        all.find(|pieces| pieces.edges.len() > 1)
    }

    /// Returns the attempt of this number.
    ///
    /// Attempts are made with and without matchings, in turn. If those with matchings find no
    /// two-factor and the others do, matchings are disabled for a while; they may still refute
    /// graphs that resist the others. If nothing has found a two-factor, further attempts begin
    /// with one.
    pub fn attempt(&mut self, nth: u64, has_factors: bool) -> AttemptPlan {
        self.is_blind |= nth > self.closer && !has_factors;
        self.is_blind &= !self.is_hopeless;
        let is_warm = !self.is_sparse() || self.is_blind;
        let is_vain = (2..VAIN).contains(&nth) && self.factors[1] == 0 && self.factors[0] > 0;
        let with_matchings = nth % 2 == 1 && !is_warm && (self.is_hopeless || !is_vain);
        let before = self.kinds[usize::from(with_matchings)];
        let edges = self.edges.len() as u64;
        let effort = match before {
            _ if is_warm => 1 << before.min(40),
            _ if self.is_hopeless => 4 << before.min(40),
            0 => 1,
            _ => luby(before) * (1 + edges / MORE),
        };
        AttemptPlan {
            is_warm,
            with_matchings,
            rounds: if is_warm {
                u64::MAX
            } else {
                ROUNDS.saturating_mul(effort)
            },
            work: WORK.saturating_mul(effort).max(100 * edges),
        }
    }

    /// Counts an attempt, which has found so many two-factors.
    pub fn count(&mut self, attempt: &AttemptPlan, factors: u32) {
        let kind = usize::from(attempt.with_matchings);
        self.kinds[kind] += 1;
        self.factors[kind] += factors;
    }
}
