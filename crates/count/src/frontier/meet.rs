//! The pairs of states of two sides that agree.

use super::class::Class;
use super::degrees::{Degrees, MOST_SLOTS, degree, ends, ends_below, only};
use super::halves::Halves;
use super::maps::renumber;
use super::matching::{matchings, rank, unrank};
use super::number::{Halt, Ring, Total};
use super::pairing::{Pairing, Weighted};
use super::store::{BUCKETS, Store};
use super::watch::{Look, Watch, share};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Two sides whose states are to be paired.
pub(super) struct Meeting<'h> {
    halves: &'h Halves,
    is_mirrored: bool,
}

/// Tables of the images of matchings under permutations of the points.
#[derive(Default)]
struct Orders {
    tables: HashMap<Vec<u8>, Box<[u32]>>,
    entries: usize,
}

impl Orders {
    /// The largest tables: more points, or more entries of all tables together, would be too large.
    const MOST_POINTS: usize = 12;
    const ENTRIES: usize = 1 << 24;

    /// Renumbers matchings for points in another order.
    fn renumber(&mut self, to: &[u8], list: &mut Weighted) {
        let points = to.len();
        let moved = |number| {
            let place = |point: u8| to[point as usize];
            rank(points, &renumber(points, &unrank(points, number), place))
        };
        let is_worth = points <= Self::MOST_POINTS && list.len() as u64 * 8 > matchings(points);
        if is_worth && self.entries < Self::ENTRIES && !self.tables.contains_key(to) {
            let table: Box<[u32]> = (0..matchings(points)).map(|n| moved(n) as u32).collect();
            self.entries += table.len();
            self.tables.insert(to.to_vec(), table);
        }
        match self.tables.get(to) {
            Some(table) => list
                .iter_mut()
                .for_each(|(n, _)| *n = table[*n as usize].into()),
            None => list.iter_mut().for_each(|(n, _)| *n = moved(*n)),
        }
    }
}

/// A class of one of the sides.
#[derive(Clone, Copy)]
struct Seen<'b> {
    /// The degrees of the matching states of the first side, in the order of the places. Together
    /// they give two edges to every vertex.
    ours: Degrees,
    class: Class<'b>,
}

impl<'h> Meeting<'h> {
    /// Prepares the pairing of two halves. With one course the other side is its mirror image.
    pub fn new(halves: &'h Halves) -> Meeting<'h> {
        Meeting {
            halves,
            is_mirrored: halves.courses.len() == 1,
        }
    }

    /// Returns the degrees of the first side that belong to a class of a side (0 or 1).
    fn ours(&self, side: usize, degrees: Degrees) -> Degrees {
        let places = &self.halves.places[side];
        let slots = (0..).zip(places);
        let aligned = slots.fold(0, |all, (slot, &place)| {
            all | only(place, degree(degrees, slot))
        });
        match side {
            0 => aligned,
            _ => (0..self.halves.middle as u8).fold(0, |all, place| all | only(place, 2)) - aligned,
        }
    }

    /// Returns the key that classes share if they may be paired.
    pub fn key(&self, side: usize, degrees: Degrees) -> Degrees {
        let ours = self.ours(side, degrees);
        match self.is_mirrored {
            true => ours.min(self.ours(1 - side, degrees)),
            false => ours,
        }
    }

    /// Returns the number of cycles from states of both sides. The second store is `None` if that
    /// side is the mirror image of the first.
    pub fn count(
        &self,
        ring: Ring,
        stores: [Option<&Store>; 2],
        watch: &mut Watch,
    ) -> Result<u128, Halt> {
        watch.pairs(BUCKETS);
        let begun = AtomicUsize::new(0);
        let stop = watch.limits.stop.clone();
        let work = |look: Look| {
            let mut pairing = Pairing::new(ring, &stop);
            let mut orders = Orders::default();
            let mut total = Total::new(ring);
            loop {
                let bucket = begun.fetch_add(1, Ordering::Relaxed);
                if bucket >= BUCKETS {
                    return Ok(total);
                }
                self.bucket(
                    bucket,
                    stores,
                    (&mut pairing, &mut orders),
                    &mut total,
                    look,
                )?;
            }
        };
        let mut total = Total::new(ring);
        let threads = watch.limits.threads.max(1);
        for part in share(threads, watch, || begun.load(Ordering::Relaxed), work)? {
            total.plus(part.value())?;
        }
        Ok(total.value())
    }

    /// Adds the cycles of the classes of a bucket.
    fn bucket(
        &self,
        bucket: usize,
        stores: [Option<&Store>; 2],
        (pairing, orders): (&mut Pairing, &mut Orders),
        total: &mut Total,
        look: Look,
    ) -> Result<(), Halt> {
        let [first, second] = stores.map(|store| store.map(|store| store.take(bucket)));
        let [first, second] = [first.transpose()?, second.transpose()?];
        let sides = [first.as_ref(), second.as_ref().or(first.as_ref())];
        let [ours, theirs] = [0, 1].map(|side| {
            let classes = sides[side].map(|held| held.sorted(|degrees| self.ours(side, degrees)));
            let classes = classes.into_iter().flatten();
            classes
                .map(|(ours, class)| Seen { ours, class })
                .collect::<Vec<_>>()
        });
        let mut theirs = theirs.iter().peekable();
        for ours in &ours {
            look()?;
            while theirs.next_if(|theirs| theirs.ours < ours.ours).is_some() {}
            let Some(theirs) = theirs.peek().filter(|theirs| theirs.ours == ours.ours) else {
                continue;
            };
            // A pair also counts for its mirror image, unless the two are the same.
            let image = if self.is_mirrored {
                self.ours(1, ours.class.degrees)
            } else {
                Degrees::MAX
            };
            let times = match ours.ours.cmp(&image) {
                std::cmp::Ordering::Less => 1 + u128::from(self.is_mirrored),
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => continue,
            };
            let [a, b] = [(0, ours), (1, *theirs)]
                .map(|(side, seen)| self.matchings(side, &seen.class, orders));
            let (mut few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
            let sum = pairing.sum(ends(ours.ours), &mut few, &many)?;
            total.plus(sum.checked_mul(times).ok_or(Halt::Overflow)?)?;
        }
        Ok(())
    }

    /// Returns the matchings of a class of a side, with points in the order of the places.
    fn matchings(&self, side: usize, class: &Class, orders: &mut Orders) -> Weighted {
        let places = &self.halves.places[side];
        let points = ends(class.degrees);
        let mut list = Vec::with_capacity(class.len() / 2);
        class.read(&mut list);
        let mut to = [0_u8; MOST_SLOTS + 1];
        let aligned = (0..)
            .zip(places)
            .filter(|&(slot, _)| degree(class.degrees, slot) == 1);
        let aligned: Vec<u8> = aligned.map(|(_, &place)| place).collect();
        let all = aligned.iter().fold(0, |all, &place| all | only(place, 1));
        for (point, &place) in aligned.iter().enumerate() {
            to[point] = ends_below(all, place);
        }
        if !aligned.is_sorted() {
            orders.renumber(&to[..points], &mut list);
        }
        list
    }
}
