//! Sets of lines whose neighbours leave too many pieces.
//!
//! On narrow boards of any length, whole lines form such sets. Squares of a line and a colour have
//! their moves to the same lines and colours, except near the ends of the board. So a board of few
//! lines has few classes of squares, and all sets of classes can be tried. Let a set I have no
//! moves inside and at least as many squares as its neighbours N. Then without N every square of I
//! is a piece of its own.

use super::{Obstruction, too_many};
use crate::Circuit;
use knightsat_base::stop::{Stop, Stopped};

/// Maximum number of lines of a narrow board, either way.
const LINES: u32 = 8;

/// Returns the neighbours of a set of lines and colours, if they leave too many pieces. Visits
/// every move.
pub(super) fn scattered_lines(
    circuit: &Circuit,
    stop: &Stop,
) -> Result<Option<Obstruction>, Stopped> {
    let (graph, places) = (circuit.local(), circuit.places());
    let Some(places) = places else {
        return Ok(None);
    };
    let [ranks, files] = places.sides();
    if ranks.min(files) > LINES {
        return Ok(None);
    }
    let across = usize::from(files < ranks);
    let class = |vertex: u32| {
        let place = places.of(vertex);
        2 * place[across] + (place[0] + place[1]) % 2
    };
    let mut classes = vec![SquareClass::default(); 2 * ranks.min(files) as usize];
    let mut watch = stop.watch(1 << 14);
    for vertex in 0..graph.len() {
        watch.check()?;
        let ends = graph.neighbours(vertex).iter();
        let here = &mut classes[class(vertex) as usize];
        here.size += 1;
        here.neighbours |= ends.fold(0, |set, &end| set | 1 << class(end));
    }
    // Without a set, none is removed.
    let giving = best(&classes, graph.len()).unwrap_or_default();
    let is_removed = |&vertex: &u32| giving >> class(vertex) & 1 == 1;
    let removed: Vec<u32> = (0..graph.len()).filter(is_removed).collect();
    stop.check()?;
    Ok(too_many(circuit, &removed))
}

/// A class of squares: those of a line and a colour.
#[derive(Clone, Default)]
struct SquareClass {
    size: u32,
    /// A bit for every class that a move leads to.
    neighbours: u32,
}

/// Returns the neighbours of a set of classes that has at least as many squares as its neighbours.
/// The set and its neighbours must not have all squares together. The result is for the set with
/// the largest surplus.
fn best(classes: &[SquareClass], squares: u32) -> Option<u32> {
    let members = |set: u32| {
        let classes = (0..)
            .zip(classes)
            .filter(move |(nth, _)| set >> nth & 1 == 1);
        classes.map(|(_, class)| class)
    };
    let size = |set: u32| members(set).map(|class| class.size).sum::<u32>();
    let found = (1_u32..1 << classes.len()).filter_map(|set| {
        let giving = members(set).fold(0, |giving, class| giving | class.neighbours);
        let (alone, given) = (size(set), size(giving));
        let is_due = set & giving == 0 && alone >= given && alone + given < squares;
        (is_due && given > 0).then(|| (alone - given, giving))
    });
    Some(found.max_by_key(|&(surplus, _)| surplus)?.1)
}
