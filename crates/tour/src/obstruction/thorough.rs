//! A longer search for sets whose removal leaves too many pieces.
//!
//! [`Problem::obstruction`] tries the sets that matchings show. Before a search, more would cost
//! time. After it, a person asks for the reason. Then all sets are tried by size, as far as
//! [`SETS`] permits: the first one found is smallest. If none is found, a walk through larger sets
//! follows. It adds or removes a vertex at a time, and prefers more pieces for fewer vertices.

use super::forced::forced_moves;
use super::{Obstruction, too_many};
use crate::lower::Lowered;
use crate::{Circuit, Problem};
use itertools::Itertools;
use knightsat_base::random::Rng;
use knightsat_base::stop::Stop;

/// Maximum number of vertices: sets are the bits of a word.
const VERTICES: u32 = 128;
/// Maximum number of sets to try by size, and of steps of the walk.
const SETS: u64 = 1 << 19;
/// A step to a worse set is taken once in so many times.
const WORSE: usize = 12;

/// A set of vertices.
type Set = u128;

impl Problem {
    /// Returns a short reason why no tour exists, if one is found within a limit of work. It looks
    /// further than [`Problem::obstruction`], and takes up to a second: explanations call it after
    /// a search.
    pub fn short_reason(&self, stop: &Stop) -> Option<Obstruction> {
        let reason = self.obstruction(stop);
        if reason.is_some() || !(3..=VERTICES).contains(&self.graph.len()) {
            return reason;
        }
        let lowered = Lowered::reasoned(self);
        if lowered.by().is_some() {
            return lowered.reason(|problem| problem.short_reason(stop));
        }
        let circuit = lowered.circuit();
        if let Some(reason) = forced_moves(circuit) {
            return Some(reason);
        }
        let pieces = Toughness::new(circuit);
        let set = pieces.smallest(stop).or_else(|| pieces.walk(stop))?;
        too_many(circuit, &members(set).collect_vec())
    }
}

/// The graph in words.
struct Toughness {
    neighbours: Vec<Set>,
    /// The fixed ends of an open tour: a removed one leaves a path fewer.
    ends: Set,
    /// One if a tour without a set is one path more than the set has vertices.
    spare: u32,
}

impl Toughness {
    fn new(circuit: &Circuit) -> Toughness {
        let graph = circuit.local();
        let set = |vertices: &[u32]| vertices.iter().fold(0, |set, &v| set | 1 << v);
        let ends = circuit.fixed_ends().into_iter().flatten();
        Toughness {
            neighbours: (0..graph.len()).map(|v| set(graph.neighbours(v))).collect(),
            ends: set(&ends.collect_vec()),
            spare: circuit.most_paths(&[]),
        }
    }

    fn len(&self) -> u32 {
        self.neighbours.len() as u32
    }

    /// Returns the number of pieces without this set, less those that a tour can join.
    fn excess(&self, removed: Set) -> i64 {
        let mut left = (Set::MAX >> (Set::BITS - self.len())) & !removed;
        let mut pieces = 0_i64;
        while left != 0 {
            let mut border = left & left.wrapping_neg();
            left &= !border;
            while border != 0 {
                let vertex = border.trailing_zeros();
                border &= border - 1;
                let new = self.neighbours[vertex as usize] & left;
                (border, left) = (border | new, left & !new);
            }
            pieces += 1;
        }
        let ends = (removed & self.ends).count_ones();
        pieces - i64::from(removed.count_ones() + self.spare - ends)
    }

    /// Returns the first of the smallest sets that leave too many pieces.
    fn smallest(&self, stop: &Stop) -> Option<Set> {
        let (mut tried, mut sets) = (0_u64, 1_u64);
        let mut watch = stop.watch(1 << 12);
        for size in 1..self.len() / 2 + 1 {
            sets = sets * u64::from(self.len() - size + 1) / u64::from(size);
            tried += sets;
            if tried > SETS {
                return None;
            }
            for members in (0..self.len()).combinations(size as usize) {
                if watch.is_over() {
                    return None;
                }
                let set = members.into_iter().fold(0, |set, v| set | 1 << v);
                if self.excess(set) > 0 {
                    return Some(set);
                }
            }
        }
        None
    }

    /// Returns a set that leaves too many pieces, without vertices that it does not need.
    fn walk(&self, stop: &Stop) -> Option<Set> {
        let (mut rng, mut watch) = (Rng::new(0, 0), stop.watch(1 << 12));
        let (mut set, mut excess): (Set, _) = (0, i64::MIN);
        for _ in 0..SETS {
            if watch.is_over() {
                return None;
            }
            let next = set ^ 1 << rng.below(self.neighbours.len());
            let reached = self.excess(next);
            if next != 0 && (reached >= excess || rng.below(WORSE) == 0) {
                (set, excess) = (next, reached);
            }
            if excess > 0 {
                return Some(self.trimmed(set));
            }
        }
        None
    }

    /// Removes single vertices and pairs from a set as long as too many pieces remain.
    fn trimmed(&self, mut set: Set) -> Set {
        loop {
            let single = members(set).map(|v| set & !(1 << v));
            let both = members(set).array_combinations();
            let pairs = both.map(|[v, w]| set & !(1 << v | 1 << w));
            match single
                .chain(pairs)
                .find(|&less| less != 0 && self.excess(less) > 0)
            {
                Some(less) => set = less,
                None => return set,
            }
        }
    }
}

/// Returns the members of a set.
fn members(set: Set) -> impl Iterator<Item = u32> + Clone {
    (0..Set::BITS).filter(move |v| set >> v & 1 == 1)
}
