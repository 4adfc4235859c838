//! The states of two sides that agree, paired.

use super::halves::Halves;
use super::matching::{Matching, rank};
use super::number::{Halt, Number, Total};
use super::pairing::{Pairing, Weighted};
use super::shards::{Group, Table};
use super::state::{
    CODE_END, CODE_PASSED, CODE_UNTOUCHED, MOST_SLOTS, Mates, PASSED, Word, unpack,
};
use super::watch::{Look, Watch, share};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Fewer pairs of groups are not worth a thread.
const PAIRS_A_THREAD: usize = 1 << 12;

/// The number of cycles that the states of both sides make; if the second are not given they are the mirror
/// images of the first.
pub(super) fn meet<W: Word, N: Number>(
    halves: &Halves,
    first: &Table<W, N>,
    second: Option<&Table<W, N>>,
    watch: &mut Watch,
) -> Result<u128, Halt> {
    let [ours, theirs] = &halves.places;
    let sides = [(first, ours), (second.unwrap_or(first), theirs)];
    let sides = sides.map(|(table, places)| Side { table, places });
    let pairs = pairs(&sides, halves.middle, second.is_none());
    let threads = (pairs.len() / PAIRS_A_THREAD).clamp(1, watch.limits.threads.max(1));
    watch.pairs(pairs.len());
    let begun = AtomicUsize::new(0);
    let stop = watch.limits.stop.clone();
    let work = |look: Look| {
        let mut pairing = Pairing::new(&stop);
        let mut total = Total::default();
        while let Some(pair) = pairs.get(begun.fetch_add(1, Ordering::Relaxed)) {
            look()?;
            let [a, b] = [0, 1].map(|side| sides[side].matchings(pair, side, halves.middle));
            let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
            let sum = pairing.sum(pair.points, &few, &many)?;
            total.plus(sum.checked_mul(pair.times).ok_or(Halt::Overflow)?)?;
        }
        Ok(total)
    };
    let mut total = Total::default();
    for Total(sum) in share(threads, watch, || begun.load(Ordering::Relaxed), work)? {
        total.plus(sum)?;
    }
    Ok(total.0)
}

/// One side.
struct Side<'t, W, N> {
    table: &'t Table<W, N>,
    /// For every slot the place of its vertex.
    places: &'t [u8],
}

/// Groups of both sides whose degrees add up to two edges at every vertex.
struct Pair<W> {
    /// Of the first side, in the order of the places.
    degrees: W,
    /// How many vertices are ends of paths on both sides.
    points: usize,
    groups: [Group; 2],
    /// 2 if it stands for its mirror image too.
    times: u128,
}

/// All pairs, those with the most to do first.
fn pairs<W: Word, N>(
    [first, second]: &[Side<W, N>; 2],
    middle: usize,
    is_mirrored: bool,
) -> Vec<Pair<W>> {
    let theirs = second.table.groups.iter();
    let theirs: HashMap<W, &Group> = theirs
        .map(|(degrees, group)| (second.aligned(*degrees, middle, complement), group))
        .collect();
    let mut pairs = Vec::new();
    for (degrees, group) in &first.table.groups {
        let degrees = first.aligned(*degrees, middle, |code| code);
        let Some(&others) = theirs.get(&degrees) else {
            continue;
        };
        if is_mirrored && others < group {
            continue;
        }
        let is_end = |&place: &usize| degrees.get(2 * place as u32) & 3 == CODE_END;
        pairs.push(Pair {
            degrees,
            points: (0..middle).filter(is_end).count(),
            groups: [group.clone(), others.clone()],
            times: 1 + u128::from(is_mirrored && others != group),
        });
    }
    pairs.sort_by_key(|pair| {
        let [ours, theirs] = &pair.groups;
        std::cmp::Reverse(ours.len() * theirs.len())
    });
    pairs
}

/// The degree that makes two edges with this one.
fn complement(code: u64) -> u64 {
    match code {
        CODE_PASSED => CODE_UNTOUCHED,
        CODE_UNTOUCHED => CODE_PASSED,
        _ => CODE_END,
    }
}

impl<W: Word, N> Side<'_, W, N> {
    /// Degrees in the order of the places, each through `seen`; where there is no slot there is no edge.
    fn aligned(&self, degrees: W, middle: usize, seen: fn(u64) -> u64) -> W {
        let mut codes = [CODE_UNTOUCHED; MOST_SLOTS];
        for (slot, &place) in (0..).zip(self.places) {
            codes[place as usize] = degrees.get(2 * slot) & 3;
        }
        let mut aligned = W::ZERO;
        for (place, &code) in (0..).zip(&codes[..middle]) {
            aligned.put(2 * place, seen(code));
        }
        aligned
    }
}

impl<W: Word, N: Number> Side<'_, W, N> {
    /// The matchings that a pair has on this side (0 or 1), by number.
    fn matchings(&self, pair: &Pair<W>, side: usize, middle: usize) -> Weighted<N> {
        let mut points = [0_u8; MOST_SLOTS];
        let mut count = 0;
        for (place, point) in points.iter_mut().enumerate().take(middle) {
            *point = count;
            count += u8::from(pair.degrees.get(2 * place as u32) & 3 == CODE_END);
        }
        let point = |slot: usize| points[self.places[slot] as usize];
        let rows = self.table.rows(&pair.groups[side]);
        let mut mates: Mates = [PASSED; MOST_SLOTS + 1];
        let numbered = rows.iter().map(|&(word, ways)| {
            unpack(word, self.places.len(), &mut mates);
            let mut matching: Matching = [0; MOST_SLOTS + 1];
            for (slot, &mate) in mates[..self.places.len()].iter().enumerate() {
                if mate != PASSED && mate as usize != slot {
                    matching[point(slot) as usize] = point(mate as usize);
                }
            }
            (rank(pair.points, &matching), ways)
        });
        let mut weighted: Weighted<N> = numbered.collect();
        weighted.sort_unstable_by_key(|&(number, _)| number);
        weighted
    }
}
