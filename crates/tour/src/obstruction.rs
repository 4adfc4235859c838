//! Cheap reasons why no tour exists. Anyone can check each of them by inspection.
//!
//! # Sets of vertices to which a tour cannot give two moves each
//!
//! A tour takes b(v) moves at every vertex v: two, but one at an end of an open tour. Let S and T
//! be disjoint sets of vertices, and d(v) the number of neighbours of v outside S. Then
//!
//! Σ {b(v) − d(v) : v ∈ T} ≤ Σ {b(w) : w ∈ S}.
//!
//! *Proof.* A vertex v ∈ T has b(v) moves. At most d(v) of them lead to vertices outside S, so at
//! least b(v) − d(v) lead to S. So the vertices of T together have at least as many moves to S as
//! the left side. All of these differ, since none lies inside T. S has at most as many moves as the
//! right side. ∎
//!
//! Free ends are unknown. The choice b = 2 for them makes the right side no smaller. It makes the
//! left side larger by at most the number of free ends that may be in T. That is two, or one if one
//! end is fixed, or fewer if every move changes colour, which determines the colours of the ends.
//! This number is called *spared* here. If the left side exceeds the right side by more, no tour
//! exists. A closed tour whose start and end are both fixed contains a path from one to the other.
//!
//! Largest matchings in the double cover with b(v) partners for every v show whether such sets
//! exist. Suppose that on the left the vertices of a colour lack more partners than are spared. Let
//! T contain all vertices on the left that alternating paths from them reach, and S those on the
//! right. S lacks no partners, and all its partners are in T. A neighbour outside S is paired with
//! T along every edge, since the path would lead there otherwise. So T has Σ b(S) + Σ d(T)
//! partners, which is Σ b(T) less the partners that it lacks: the inequality fails.
//!
//! Vertices in both sets may leave both. Then b cancels. The edges from T to them now count as
//! outside S, and those from them to outside S no longer count. The former are no more than the
//! latter.
//!
//! Conversely, with such sets no matching is complete. So for closed tours this decides whether
//! there is a fractional two-factor: edges with weights from 0 to 1, two at every vertex in all. If
//! every move changes colour, this decides whether there is a two-factor. Sources: Tutte, The
//! factors of graphs, Canadian Journal of Mathematics 4, 1952, a theorem used here without its term
//! of parity; as a cut of a flow, Ford and Fulkerson, Flows in Networks, 1962.
//!
//! # Sets of vertices whose removal splits the graph into too many pieces
//!
//! A tour without k of its vertices is at most k paths, k + 1 if it is open. A graph that falls
//! into more pieces has no tour (Chvátal, Tough graphs and Hamiltonian circuits, Discrete
//! Mathematics 5, 1973). The worst such set is hard to find. Sets that isolate vertices are easy.
//! They are the neighbours of a set I that has more members than neighbours, or as many, if other
//! vertices remain.
//!
//! A largest matching in the bipartite double cover of the graph shows such sets; vertices are on
//! the left and their neighbours on the right. Take alternating paths from an unmatched vertex on
//! the left, or from any vertex if all are matched. They lead to a set with no more neighbours than
//! members. This excludes closed tours of 4×n: n squares of the outer ranks, all of a colour, have
//! n neighbours.

mod explain;
mod form;
mod lines;
mod trim;
mod witness;

use super::given::{Clash, Given, clash};
use super::magic::Unmagic;
use super::matching::Matching;
use super::{Circuit, Problem};
use crate::graph::NONE;
use crate::lower::Lowered;
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use serde::{Deserialize, Serialize};

/// Maximum number of vertices by default: the search should not wait for this in larger graphs.
const FACTOR_LARGEST: u32 = 1 << 12;
/// Maximum number of vertices without a partner to start from. The final starts are those that
/// reach the fewest vertices.
const FREE_STARTS: usize = 64;
/// Maximum number of vertices by default: the search should not wait for this in larger graphs.
const SCATTER_LARGEST: u32 = 1 << 14;
/// Number of vertices from which sets are grown in a graph with a complete matching.
const GROWN_SETS: usize = 16;
/// Maximum number of vertices in all sets that [`Problem::short_reason`] tries to remove.
const WORK: usize = 1 << 21;
pub(crate) use form::single;
pub use form::{from_json, to_json};
use lines::scattered_lines;
use trim::trimmed;
pub use witness::ReasonWitness;

/// A cheap reason why no tour exists, checked by inspection without a search. Words, drawings,
/// certificates and their checker come from this value, and [its form in JSON](to_json).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Obstruction {
    /// A cycle has at least three vertices.
    TooSmall,
    /// Two of the clues contradict each other.
    Clash(Clash),
    /// A vertex has fewer neighbours than the tour needs there.
    Degree {
        /// The vertex.
        #[serde(with = "single")]
        vertex: u32,
        /// Its number of neighbours.
        degree: usize,
        /// Minimum number of neighbours that a tour uses.
        needed: usize,
    },
    /// More than two vertices have a single neighbour: all would have to be ends.
    ThreeEnds([u32; 3]),
    /// No path joins these two vertices.
    Disconnected(u32, u32),
    /// Without these vertices the graph falls into more pieces than a tour can join through them.
    Pieces {
        /// The vertices.
        removed: Vec<u32>,
        /// Number of pieces without them.
        pieces: u32,
        /// Maximum number of pieces that a tour can join. It is the number of vertices, plus one if
        /// the tour is open, minus one for each fixed end among them.
        joined: u32,
    },
    /// Vertices need more moves to others than those can give, see the head of this module. So
    /// there is no two-factor, or, for an open tour, no set of cycles and one path through all
    /// vertices.
    TwoFactor {
        /// Vertices that have too few moves elsewhere.
        needing: Vec<u32>,
        /// The others.
        giving: Vec<u32>,
        /// Minimum number of moves of a tour from the first vertices to the others: the moves that
        /// it takes at the first ones, less those available elsewhere.
        needed: u32,
        /// Maximum number of moves of a tour at the others: two each, one at a fixed end of a path.
        given: u32,
        /// Number of moves that the ends of an open tour save, since each needs one only.
        spared: u32,
    },
    /// Moves alternate between two colour classes, and their sizes do not fit.
    Colours {
        /// Vertices coloured like vertex 0.
        even: u32,
        /// The others.
        odd: u32,
    },
    /// The colour sizes fit, but not with the fixed start and end.
    EndColours {
        /// Vertices coloured like vertex 0.
        even: u32,
        /// The others.
        odd: u32,
    },
    /// A reason in the [split graph](super::split) of a directed graph.
    Split {
        /// The reason.
        reason: Box<Obstruction>,
        /// Number of vertices of the directed graph.
        vertices: u32,
    },
    /// Ranks and files cannot have the same sums of steps.
    Magic(Unmagic),
    /// The colours of a vertex and of its image do not fit the number of steps between them.
    Symmetry {
        /// A vertex.
        #[serde(with = "single")]
        vertex: u32,
        /// Its image.
        #[serde(with = "single")]
        image: u32,
        /// Steps between them.
        steps: u32,
    },
}

impl Problem {
    /// Returns a cheap reason why no tour exists, if one is found in time. `None` implies
    /// nothing.
    pub fn obstruction(&self, stop: &Stop) -> Option<Obstruction> {
        let lowered = Lowered::reasoned(self);
        let circuit = lowered.circuit();
        if circuit.len() < 3 && !circuit.is_trivial() {
            return Some(Obstruction::TooSmall);
        }
        if self.get::<Given>().is_some()
            && let Ok(Some(clash)) = clash(self, stop)
        {
            return Some(Obstruction::Clash(clash));
        }
        if circuit.is_trivial() {
            return None;
        }
        if lowered.by().is_some() {
            return lowered.reason(|problem| problem.obstruction(stop));
        }
        type Look<'l> = &'l dyn Fn() -> Result<Option<Obstruction>, Stopped>;
        let len = circuit.local().len();
        let looks: [Look; 7] = [
            &|| Ok(lacking_degree(circuit)),
            &|| disconnected(circuit, stop),
            &|| unbalanced(circuit, stop),
            &|| by_constraints(self, stop),
            &|| falls_apart(circuit, stop),
            &|| {
                if len > SCATTER_LARGEST {
                    scattered_lines(circuit, stop)
                } else {
                    scattered(circuit, stop)
                }
            },
            &|| {
                let in_time = (len <= FACTOR_LARGEST).then(|| lacking_factor(circuit, stop));
                in_time.unwrap_or(Ok(None))
            },
        ];
        looks.into_iter().find_map(|look| look().ok()?)
    }

    /// Returns a short reason why no tour exists, if one is found within a limit of work. It looks
    /// further than [`Problem::obstruction`]: explanations call it after a search. If no other
    /// reason is found, it tries to remove sets of vertices by their size.
    pub fn short_reason(&self, stop: &Stop) -> Option<Obstruction> {
        let reason = self.obstruction(stop);
        let lowered = Lowered::reasoned(self);
        if reason.is_some() || self.graph.len() < 3 {
            return reason;
        }
        if lowered.by().is_some() {
            return lowered.reason(|problem| problem.short_reason(stop));
        }
        let circuit = lowered.circuit();
        let len = circuit.local().len();
        let sets = (1..=len / 2).flat_map(|size| (0..len).combinations(size as usize));
        let mut watch = stop.watch(1 << 8);
        let mut sets = sets
            .take(WORK / len as usize)
            .take_while(|_| !watch.is_over());
        sets.find_map(|set| too_many(circuit, &set))
    }
}

fn lacking_degree(circuit: &Circuit) -> Option<Obstruction> {
    let graph = circuit.local();
    let mut leaves = Vec::new();
    for vertex in 0..graph.len() {
        let degree = graph.degree(vertex);
        let needed = 2 - usize::from(circuit.long_at(vertex).is_some());
        if degree < needed {
            return Some(Obstruction::Degree {
                vertex,
                degree,
                needed,
            });
        }
        if degree == 1 {
            leaves.push(vertex);
        }
    }
    match leaves[..] {
        [a, b, c, ..] => Some(Obstruction::ThreeEnds([a, b, c])),
        _ => None,
    }
}

fn disconnected(circuit: &Circuit, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let distance = circuit.local().distances(0, stop)?;
    let apart = distance.iter().position(|&steps| steps == NONE);
    Ok(apart.map(|apart| Obstruction::Disconnected(0, apart as u32)))
}

fn by_constraints(problem: &Problem, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let mut constraints = problem.constraints();
    constraints
        .find_map(|constraint| constraint.obstruction(problem, stop).transpose())
        .transpose()
}

fn falls_apart(circuit: &Circuit, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let pieces = circuit.local().pieces_without_each(stop)?;
    Ok((0..).zip(pieces).find_map(|(vertex, pieces)| {
        let removed = vec![vertex];
        let joined = circuit.most_paths(&removed);
        (pieces > joined).then_some(Obstruction::Pieces {
            removed,
            pieces,
            joined,
        })
    }))
}

fn unbalanced(circuit: &Circuit, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let Some(colour) = circuit.local().two_colouring(stop)? else {
        return Ok(None);
    };
    let odd = colour.iter().filter(|&&odd| odd).count() as u32;
    let even = circuit.local().len() - odd;
    if even.abs_diff(odd) > circuit.most_paths(&[]) {
        return Ok(Some(Obstruction::Colours { even, odd }));
    }
    // With an odd number of steps, the first and the last are on the larger class. With an even
    // number, they are on different classes.
    let ends = circuit.ends.map(|end| Some(colour[end? as usize]));
    let ends_fit = if even == odd {
        ends[0].is_none() || ends[0] != ends[1]
    } else {
        ends.into_iter().flatten().all(|end| end == (odd > even))
    };
    Ok((!ends_fit).then_some(Obstruction::EndColours { even, odd }))
}

/// Returns two sets of vertices, if there are such sets: one needs more moves from the other than
/// that can give. Returns an error if time is up. For 1000×1000 squares this takes a second.
pub fn lacking_factor(circuit: &Circuit, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let graph = circuit.local();
    let free = circuit.free_ends();
    let colour = if free == 0 {
        None
    } else {
        graph.two_colouring(stop)?
    };
    // Without colours all ends count as the first colour.
    let spare = colour.as_ref().map_or([free, 0], |colour| {
        let ends = circuit.ends_to_choose(colour);
        ends.map(|ends| ends.clamp(0, free.into()) as u32)
    });
    let need = (0..graph.len()).map(|v| circuit.unfixed(v) as u8);
    let matching = Matching::largest(graph, need.collect(), stop)?;
    let class = |v: u32| colour.as_ref().is_some_and(|colour| colour[v as usize]);
    for (odd, spared) in [false, true].into_iter().zip(spare) {
        let free = matching.free().filter(|&vertex| class(vertex) == odd);
        let reason = lacking(circuit, &matching, &free.collect_vec(), spared, stop)?;
        if reason.is_some() {
            return Ok(reason);
        }
    }
    Ok(None)
}

/// Returns the sets that alternating paths from these vertices reach, if they lack more than is
/// spared.
fn lacking(
    circuit: &Circuit,
    matching: &Matching,
    free: &[u32],
    spared: u32,
    stop: &Stop,
) -> Result<Option<Obstruction>, Stopped> {
    let graph = circuit.local();
    let lack: u32 = free.iter().map(|&vertex| matching.lack(vertex)).sum();
    if lack <= spared {
        return Ok(None);
    }
    let mut starts = Vec::new();
    for &vertex in free.iter().take(FREE_STARTS) {
        stop.check()?;
        let [needing, giving] = matching.reached(graph, &[vertex]);
        starts.push((needing.len() + giving.len(), vertex));
    }
    starts.sort_unstable();
    let starts: Vec<u32> = starts.into_iter().map(|(_, vertex)| vertex).collect();
    // Every start lacks something, and at most two are spared.
    for count in 1..=starts.len() {
        stop.check()?;
        let sets = matching.reached(graph, &starts[..count]);
        let lack = sets[0].iter().map(|&vertex| matching.lack(vertex));
        if lack.sum::<u32>() > spared {
            return Ok(Some(trimmed(circuit, sets, spared)));
        }
    }
    Ok(None)
}

/// Returns a set that leaves too many pieces, if one is found. Returns an error if time is up. For
/// 1000×1000 squares this takes seconds.
pub fn scattered(circuit: &Circuit, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let graph = circuit.local();
    let matching = Matching::largest(graph, vec![1; graph.len() as usize], stop)?;
    let free: Vec<u32> = matching.free().collect();
    let mut starts = free.clone();
    if free.is_empty() {
        let by_degree = (0..graph.len()).sorted_by_key(|&v| graph.degree(v));
        starts.extend(by_degree.take(GROWN_SETS));
        starts.extend(matching.last_roots(graph, GROWN_SETS, stop)?);
    }
    let sets = starts.iter().map(std::slice::from_ref);
    let all = (free.len() > 1).then_some(&free[..]);
    for from in sets.chain(all) {
        stop.check()?;
        let set = matching.closed(graph, from);
        if let Some(reason) = too_many(circuit, &set) {
            return Ok(Some(reason));
        }
    }
    Ok(None)
}

/// Returns the pieces without these vertices, if they are too many.
fn too_many(circuit: &Circuit, removed: &[u32]) -> Option<Obstruction> {
    let graph = circuit.local();
    let joined = circuit.most_paths(removed);
    // There cannot be more pieces than remaining vertices.
    if removed.is_empty() || graph.len() - removed.len() as u32 <= joined {
        return None;
    }
    let pieces = graph.components_without(removed).len() as u32;
    (pieces > joined).then(|| Obstruction::Pieces {
        removed: removed.to_vec(),
        pieces,
        joined,
    })
}
