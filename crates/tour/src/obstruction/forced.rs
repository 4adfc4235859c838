//! Moves that follow from each other until they contradict each other.
//!
//! A vertex takes two moves, a fixed end of a path one. Required moves are taken. A move is *left*
//! to a vertex if both ends still need a move, and if it closes no ring without all vertices. A
//! vertex with no more moves left than it needs must take these. A few such vertices, in order, are
//! a reason that a person can follow.

use super::Obstruction;
use crate::lower::Lowered;
use crate::{Circuit, Problem};
use knightsat_base::text::counted;
use serde::{Deserialize, Serialize};

/// Maximum number of vertices in a reason.
const LONGEST: usize = 8;

/// Vertices that must take the only moves left to them, in order, and the contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedMoves {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// A vertex of the contradiction.
    #[serde(with = "super::form::single")]
    pub at: u32,
    /// The contradiction.
    pub fault: ForcedFault,
}

/// A contradiction between moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForcedFault {
    /// They close a ring of so many vertices, which are not all.
    Ring(u32),
    /// A vertex has more moves than a tour takes there.
    TooMany,
    /// A vertex has fewer moves left than it needs.
    TooFew,
}

impl ForcedMoves {
    /// Returns the reason in words; `name` writes a vertex.
    pub(super) fn explain(&self, listed: &str, name: impl Fn(u32) -> String) -> String {
        let at = name(self.at);
        let fault = match self.fault {
            ForcedFault::Ring(length) => format!("close a ring of {}", counted(length, "square")),
            ForcedFault::TooMany => format!("give {at} more moves than a tour takes there"),
            ForcedFault::TooFew => format!("leave {at} fewer moves than it needs"),
        };
        match self.vertices.len() {
            0 => format!("the required moves {fault}"),
            1 => format!("{listed} must take the only moves left to it, and these {fault}"),
            _ => format!(
                "{listed} must take the only moves left to them, in this order: these {fault}"
            ),
        }
    }

    /// Returns the moves up to the contradiction.
    pub(super) fn moves(&self, problem: &Problem) -> Vec<[u32; 2]> {
        let lowered = Lowered::as_it_is(problem);
        let mut taken = TakenMoves::new(lowered.circuit());
        let _ = taken.all(&self.vertices);
        let lists = (0..).zip(&taken.at);
        let moves = lists.flat_map(|(v, ends)| ends.iter().map(move |&w| [v, w]));
        moves.filter(|[v, w]| v < w).collect()
    }
}

/// Returns a few forced moves that contradict each other. The ends of an open tour must be
/// fixed, and those of a closed one must not.
pub(super) fn forced_moves(circuit: &Circuit) -> Option<Obstruction> {
    let mut fixed = circuit.fixed_arcs().iter();
    if circuit.free_ends() > 0 || !fixed.all(|&arc| circuit.is_long(arc)) {
        return None;
    }
    let mut vertices = Vec::new();
    let mut taken = TakenMoves::new(circuit);
    let mut found = taken.required().is_err();
    while !found {
        let before = vertices.len();
        for vertex in 0..circuit.local().len() {
            let step = taken.only(vertex);
            found = step.is_err();
            if step != Ok(false) {
                vertices.push(vertex);
            }
            if found {
                break;
            }
        }
        if vertices.len() == before {
            return None;
        }
    }
    let contradiction = |vertices: &[u32]| TakenMoves::new(circuit).all(vertices).err();
    for place in (0..vertices.len()).rev() {
        let mut fewer = vertices.clone();
        fewer.remove(place);
        if contradiction(&fewer).is_some_and(|(_, fault)| fault.is_some()) {
            vertices = fewer;
        }
    }
    let (at, fault) = contradiction(&vertices)?;
    (vertices.len() <= LONGEST).then_some(Obstruction::Forced(ForcedMoves {
        vertices,
        at,
        fault: fault?,
    }))
}

/// A vertex, and the contradiction there; `None` if it has a choice.
type Halt = (u32, Option<ForcedFault>);

/// The moves taken so far.
struct TakenMoves<'c> {
    circuit: &'c Circuit,
    /// The other ends, by vertex.
    at: Vec<Vec<u32>>,
}

impl<'c> TakenMoves<'c> {
    fn new(circuit: &'c Circuit) -> TakenMoves<'c> {
        let at = vec![Vec::new(); circuit.local().len() as usize];
        TakenMoves { circuit, at }
    }

    /// Takes the required moves, and those of the vertices in order. Fails at a vertex with a
    /// choice, or with a contradiction.
    fn all(&mut self, vertices: &[u32]) -> Result<(), Halt> {
        self.required()?;
        for &vertex in vertices {
            if !self.only(vertex)? {
                return Err((vertex, None));
            }
        }
        Ok(())
    }

    fn required(&mut self) -> Result<(), Halt> {
        let graph = self.circuit.local();
        let required = self.circuit.forced().iter();
        let mut edges = required.filter(|[a, b]| graph.has_edge(*a, *b));
        edges.try_for_each(|&[a, b]| self.take(a, b))
    }

    /// Takes the moves left to a vertex if it needs them all, and returns true if there are any.
    fn only(&mut self, vertex: u32) -> Result<bool, Halt> {
        let left = self.left(vertex);
        let needed = self.needs(vertex) as usize;
        if left.len() < needed {
            return Err((vertex, Some(ForcedFault::TooFew)));
        }
        if needed == 0 || left.len() > needed {
            return Ok(false);
        }
        left.into_iter().try_for_each(|to| self.take(vertex, to))?;
        Ok(true)
    }

    /// Returns the number of moves that a vertex still needs.
    fn needs(&self, vertex: u32) -> u32 {
        self.circuit.unfixed(vertex) - self.at[vertex as usize].len() as u32
    }

    /// Returns the other ends of the moves left to a vertex.
    fn left(&self, vertex: u32) -> Vec<u32> {
        if self.needs(vertex) == 0 {
            return Vec::new();
        }
        let (end, length) = self.path(vertex);
        let is_left = |&to: &u32| {
            let is_ring = to == end && to != vertex && length < self.circuit.local().len();
            self.needs(to) > 0 && !is_ring && !self.at[vertex as usize].contains(&to)
        };
        let neighbours = self.circuit.local().neighbours(vertex).iter().copied();
        neighbours.filter(is_left).collect()
    }

    /// Returns the other end of the path of moves from a vertex, and its number of vertices.
    fn path(&self, vertex: u32) -> (u32, u32) {
        let (mut before, mut here, mut length) = (vertex, vertex, 1);
        let next = |here: u32, before: u32| {
            let ways = self.at[here as usize].iter().copied();
            ways.clone().find(|&to| to != before)
        };
        while let Some(to) = next(here, before) {
            (before, here) = (here, to);
            length += 1;
        }
        (here, length)
    }

    fn take(&mut self, a: u32, b: u32) -> Result<(), Halt> {
        if self.at[a as usize].contains(&b) {
            return Ok(());
        }
        for end in [a, b] {
            if self.needs(end) == 0 {
                return Err((end, Some(ForcedFault::TooMany)));
            }
        }
        let (end, length) = self.path(a);
        self.at[a as usize].push(b);
        self.at[b as usize].push(a);
        if end == b && length < self.circuit.local().len() {
            return Err((a, Some(ForcedFault::Ring(length))));
        }
        Ok(())
    }
}
