//! What a step makes of a class: the classes that follow, and what becomes of the matchings on the way.
//!
//! Everything that is decided here depends on the degrees alone: which edges may be taken, which vertices would be
//! stranded, and whether a cycle may close.

use super::degrees::{Degrees, degree, ends, ends_below, only, without};
use super::maps::Map;
use super::sweep::{Choice, Step, VertexChoice};

/// A way from a class to one that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// The degrees that follow.
    pub to: Degrees,
    /// Which of some classes it is from.
    pub from: u32,
    /// What becomes of the matchings.
    pub map: Map,
}

/// Both edges, and as many as none.
const BOTH: u8 = 2;

/// Adds the ways from these degrees, which are those of class `from`. Returns in how many ways the one path
/// that there is closes to a cycle through everything.
pub(super) fn ways(step: &Step, degrees: Degrees, from: u32, out: &mut Vec<Way>) -> u64 {
    let mut closing = 0;
    let mut keep = |after: Degrees, map: Map| {
        if is_kept(step, after) {
            let to = step.leaves().map_or(after, |slot| without(after, slot));
            out.push(Way { to, from, map });
        }
    };
    match &step.choice {
        &Choice::Edge { ends, is_required } => {
            if !is_required {
                keep(degrees, Map::Same);
            }
            let [a, b] = ends;
            if degree(degrees, a) < BOTH && degree(degrees, b) < BOTH {
                let (after, map) = with_edge(degrees, a, b);
                keep(after, map);
            }
        }
        Choice::Vertex(choice) => each_choice(choice, degrees, |edge| match edge {
            None => keep(degrees, Map::Same),
            Some([a, b]) => {
                let (after, map) = with_edge(degrees, a, b);
                // Two points left are mates: joined, they close a cycle.
                if let (Map::Join(..), 2) = (map, ends(degrees)) {
                    let is_passed = |&slot: &u8| degree(after, slot) == BOTH;
                    closing += u64::from(choice.may_close && step.stay.iter().all(is_passed));
                } else {
                    keep(after, map);
                }
            }
        }),
    }
    closing
}

/// Calls `with` for each choice of edges that the vertex still takes. An edge from the vertex to a slot joins the two; two edges
/// from it join the slots to which they lead.
fn each_choice(choice: &VertexChoice, degrees: Degrees, mut with: impl FnMut(Option<[u8; 2]>)) {
    let free = |&&slot: &&u8| degree(degrees, slot) < BOTH;
    let vertex = choice.vertex;
    match degree(degrees, vertex) {
        BOTH if choice.requires_none_but(&[]) => with(None),
        1 => {
            let ahead = choice.ahead.iter().filter(free);
            for &slot in ahead.filter(|&&slot| choice.requires_none_but(&[slot])) {
                with(Some([vertex, slot]));
            }
        }
        0 => {
            for (place, &first) in choice
                .ahead
                .iter()
                .enumerate()
                .filter(|(_, slot)| free(slot))
            {
                for &second in choice.ahead[place + 1..].iter().filter(free) {
                    if choice.requires_none_but(&[first, second]) {
                        with(Some([first, second]));
                    }
                }
            }
        }
        _ => {}
    }
}

/// The degrees with one edge more, and what that makes of the matchings.
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

/// Whether no vertex has too few neighbours left, and none more edges than it may have.
fn is_kept(step: &Step, degrees: Degrees) -> bool {
    let is_open = |slot: &u8| degree(degrees, *slot) < BOTH;
    let is_stranded = step.tight.iter().any(|tight| {
        let inside = tight.inside.iter().filter(|slot| is_open(slot)).count() as u8;
        degree(degrees, tight.slot) + tight.outside + inside < tight.edges
    });
    !is_stranded && step.once.iter().all(is_open)
}
