//! The ways from a class through a step: the next classes, and the map of the matchings.
//!
//! All decisions here depend on the degrees alone: which edges may be taken, which vertices would
//! be stranded, and whether a cycle may close.

use super::class::{Degrees, degree, ends, ends_below, only, without};
use super::matching::Map;
use super::sweep::{Choice, Step};
use itertools::Itertools;

/// A way from a class to a next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// The degrees of the next class.
    pub to: Degrees,
    /// The index of the class before the step.
    pub from: u32,
    /// The map of the matchings.
    pub map: Map,
    /// The weight of the edges taken.
    pub weight: u64,
}

/// The degree of a vertex with both edges; no vertex has more.
const BOTH: u8 = 2;

/// Adds the ways from these degrees, which are those of class `from`. Returns the weight of each
/// way in which the only path closes to a cycle through everything.
pub(super) fn ways(step: &Step, degrees: Degrees, from: u32, out: &mut Vec<Way>) -> Vec<u64> {
    let mut closing = Vec::new();
    each_choice(&step.choice, degrees, |edge, weight| {
        let (after, map) = edge.map_or((degrees, Map::Same), |[a, b]| with_edge(degrees, a, b));
        // The last two points are mates: joined, they close a cycle.
        if let (Map::Join(..), 2, Choice::Vertex(choice)) = (map, ends(degrees), &step.choice) {
            let is_passed = |&slot: &u8| degree(after, slot) == BOTH;
            if choice.may_close && step.stay.iter().all(is_passed) {
                closing.push(weight);
            }
        } else if is_kept(step, after) {
            let to = match &step.choice {
                Choice::Vertex(choice) => without(after, choice.vertex),
                Choice::Edge { .. } => after,
            };
            out.push(Way {
                to,
                from,
                map,
                weight,
            });
        }
    });
    closing
}

/// Calls `with` for each choice of further edges, and their weight. An edge from the vertex to a
/// slot joins the two. Two edges from it join the slots to which they lead.
fn each_choice(choice: &Choice, degrees: Degrees, mut with: impl FnMut(Option<[u8; 2]>, u64)) {
    let free = |&&slot: &&u8| degree(degrees, slot) < BOTH;
    let choice = match choice {
        &Choice::Edge {
            ends,
            is_required,
            weight,
        } => {
            if !is_required {
                with(None, 0);
            }
            if ends.iter().all(|slot| free(&slot)) {
                with(Some(ends), weight.into());
            }
            return;
        }
        Choice::Vertex(choice) => choice,
    };
    let vertex = choice.vertex;
    let ahead = choice
        .ahead
        .iter()
        .zip(&choice.weights)
        .filter(|(slot, _)| free(slot));
    match degree(degrees, vertex) {
        BOTH if choice.requires_none_but(&[]) => with(None, 0),
        1 => {
            for (&slot, &weight) in ahead.filter(|&(&slot, _)| choice.requires_none_but(&[slot])) {
                with(Some([vertex, slot]), weight.into());
            }
        }
        0 => {
            for [(&first, &one), (&second, &other)] in ahead.array_combinations() {
                if choice.requires_none_but(&[first, second]) {
                    with(Some([first, second]), u64::from(one) + u64::from(other));
                }
            }
        }
        _ => {}
    }
}

/// Returns the degrees with one more edge, and the map of the matchings.
fn with_edge(degrees: Degrees, a: u8, b: u8) -> (Degrees, Map) {
    let after = degrees + only(a, 1) + only(b, 1);
    let [a, b] = [a.min(b), a.max(b)];
    let before = |slot| ends_below(degrees, slot);
    let afterwards = |slot| ends_below(after, slot);
    let map = match (degree(degrees, a), degree(degrees, b)) {
        (0, 0) => Map::Pair(afterwards(a), afterwards(b)),
        (0, _) => Map::Move(before(b), afterwards(a)),
        (_, 0) => Map::Move(before(a), afterwards(b)),
        _ => Map::Join(before(a), before(b)),
    };
    (after, map)
}

/// Returns true if no vertex has too few neighbours left, and none has too many edges.
fn is_kept(step: &Step, degrees: Degrees) -> bool {
    let is_open = |slot: &u8| degree(degrees, *slot) < BOTH;
    let is_stranded = step.tight.iter().any(|tight| {
        let inside = tight.inside.iter().filter(|slot| is_open(slot)).count() as u8;
        degree(degrees, tight.slot) + tight.outside + inside < tight.edges
    });
    !is_stranded && step.once.iter().all(is_open)
}
