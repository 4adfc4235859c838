//! Narrow boards of any length: whole lines that leave too many pieces.
//!
//! Squares of a line and a colour have their moves to the same lines and colours, but for those near
//! the ends of the board. So a board of few lines has few classes of squares, and all sets of classes
//! can be looked at: if a set I has no moves inside and no more squares than its neighbours N, then
//! without N every square of I is a piece of its own ([`scatter`](super::scatter)). Closed tours of 4×n
//! fall to this, as the classical argument has it: the n squares of one colour on the outer lines
//! have only the n squares of the other colour on the inner lines to go to, so a closed tour would
//! take them in turn, and go nowhere else.

use super::Problem;
use super::obstruction::Obstruction;
use knightsat_base::stop::{Stop, Stopped};

/// Boards of so many lines, either way, are narrow.
const LINES: u32 = 8;

impl Problem {
    /// The neighbours of a set of lines and colours, if they leave too many pieces. Takes a look at
    /// every move.
    pub(super) fn scattered_lines(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let Some(places) = &self.coordinates else {
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
        let mut classes = vec![Class::default(); 2 * ranks.min(files) as usize];
        let mut watch = stop.watch(1 << 14);
        for vertex in 0..self.graph.len() {
            watch.check()?;
            let ends = self.graph.neighbours(vertex).iter();
            let here = &mut classes[class(vertex) as usize];
            here.size += 1;
            here.neighbours |= ends.fold(0, |set, &end| set | 1 << class(end));
        }
        let Some(giving) = best(&classes, self.graph.len()) else {
            return Ok(None);
        };
        let is_removed = |&vertex: &u32| giving >> class(vertex) & 1 == 1;
        let removed: Vec<u32> = (0..self.graph.len()).filter(is_removed).collect();
        stop.check()?;
        Ok(self.too_many(&removed))
    }
}

/// Squares of a line and a colour.
#[derive(Clone, Default)]
struct Class {
    size: u32,
    /// A bit for every class that a move leads to.
    neighbours: u32,
}

/// The neighbours of the set that has most squares more than those, if any has as many and does not
/// have all squares together with them.
fn best(classes: &[Class], squares: u32) -> Option<u32> {
    let size = |set: u32| -> u32 {
        let sizes = classes
            .iter()
            .enumerate()
            .map(|(nth, class)| (nth, class.size));
        sizes
            .filter(|(nth, _)| set >> nth & 1 == 1)
            .map(|(_, size)| size)
            .sum()
    };
    let sets = 1_u32..1 << classes.len();
    let found = sets.filter_map(|set| {
        let members = classes
            .iter()
            .enumerate()
            .filter(|(nth, _)| set >> nth & 1 == 1);
        let giving = members.fold(0, |giving, (_, class)| giving | class.neighbours);
        let (alone, given) = (size(set), size(giving));
        let is_due = set & giving == 0 && alone >= given && alone + given < squares;
        (is_due && given > 0).then(|| (alone - given, giving))
    });
    found
        .max_by_key(|&(surplus, _)| surplus)
        .map(|(_, giving)| giving)
}
