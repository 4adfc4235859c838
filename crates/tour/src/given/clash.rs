//! Pairs of clues that contradict each other.

use super::{Clue, Given};
use crate::graph::{Graph, NONE};
use crate::{Kind, Problem};
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::counted;
use serde::{Deserialize, Serialize};

/// Two clues that no tour satisfies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clash {
    /// The clues.
    pub clues: [Clue; 2],
    /// The reason.
    pub why: Why,
}

/// The reason why no tour satisfies two clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// One clue is the negation of the other.
    Contrary,
    /// Two vertices at one step, or two steps at one vertex.
    Twice,
    /// The vertices are farther apart than the steps.
    TooFar {
        /// The distance between the vertices, in moves.
        moves: u32,
        /// Steps from one clue to the other.
        steps: u32,
    },
    /// Every move changes colour, and the colours do not fit that many steps.
    Colours {
        /// Steps from one clue to the other.
        steps: u32,
    },
}

impl Clash {
    /// Returns the clash of two vertices at their steps.
    fn at(places: [(u32, u32); 2], why: Why) -> Clash {
        let clues = places.map(|(step, vertex)| Clue::At { step, vertex });
        Clash { clues, why }
    }

    /// Returns the clash in words; `name` writes a vertex.
    pub fn explain(&self, name: impl Fn(u32) -> String) -> String {
        let [a, b] = self.clues.map(|clue| clue.explain(&name));
        let why = match self.why {
            Why::Contrary => "one denies the other".to_string(),
            Why::Twice => "a tour is on every square once, on one at a time".to_string(),
            Why::TooFar { moves, steps } => {
                let lie = if moves == 1 { "lies" } else { "lie" };
                let moves = counted(moves, "move");
                format!("{moves} {lie} between them, and the steps leave {steps}")
            }
            Why::Colours { steps } => {
                let moves = counted(steps, "move");
                format!("every move changes colour, and the steps leave {moves}")
            }
        };
        format!("{a} and {b} cannot both hold: {why}")
    }
}

/// Returns two clues that no tour satisfies, if a quick search finds some. It searches the graph
/// once for each given step.
pub(crate) fn clash(problem: &Problem, stop: &Stop) -> Result<Option<Clash>, Stopped> {
    let clues = Given::of(problem);
    let at: Vec<(u32, u32)> = clues.steps().collect();
    match contrary(clues.clues()).or_else(|| twice(&at)) {
        Some(clash) => Ok(Some(clash)),
        None => out_of_reach(problem.graph(), problem.kind(), &at, stop),
    }
}

/// Returns two given steps that are too near to each other for their vertices, or have the wrong
/// colours.
fn out_of_reach(
    graph: &Graph,
    kind: Kind,
    at: &[(u32, u32)],
    stop: &Stop,
) -> Result<Option<Clash>, Stopped> {
    let is_bipartite = graph.two_colouring(stop)?.is_some();
    for (place, &(step, vertex)) in at.iter().enumerate() {
        let distances = graph.distances(vertex, stop)?;
        for &(later, other) in &at[place + 1..] {
            let moves = distances[other as usize];
            let steps = match kind {
                Kind::Open => later - step,
                Kind::Closed => (later - step).min(graph.len() - (later - step)),
            };
            let why = match moves {
                // A missing path is a reason of its own.
                NONE => continue,
                _ if moves > steps => Why::TooFar { moves, steps },
                _ if is_bipartite && moves % 2 != steps % 2 => Why::Colours { steps },
                _ => continue,
            };
            return Ok(Some(Clash::at([(step, vertex), (later, other)], why)));
        }
    }
    Ok(None)
}

/// Returns a clue and its negation.
fn contrary(clues: &[Clue]) -> Option<Clash> {
    let denied = clues
        .iter()
        .filter_map(|&clue| Some([clue, clue.denial()?]));
    let mut pairs = denied.filter(|[_, denial]| clues.binary_search(denial).is_ok());
    let why = Why::Contrary;
    pairs.next().map(|clues| Clash { clues, why })
}

/// Returns two vertices at one step, or two steps at one vertex; the steps come in order.
fn twice(at: &[(u32, u32)]) -> Option<Clash> {
    let by_vertex = at.iter().copied().sorted_by_key(|&(_, vertex)| vertex);
    let mut of_vertex = by_vertex.tuple_windows();
    let mut of_step = at.iter().copied().tuple_windows();
    let pair = of_step
        .find(|((step, _), (other, _))| step == other)
        .or_else(|| of_vertex.find(|((_, vertex), (_, other))| vertex == other));
    pair.map(|(a, b)| Clash::at([a, b], Why::Twice))
}
