//! The pairs of states of two sides that agree.

use super::class::{Class, Degrees, degree, ends, ends_below, only};
use super::halves::Halves;
use super::matching::{matchings, rank, renumber, unrank};
use super::number::{Halt, Ring, Total};
use super::pairing::Pairing;
use super::store::Store;
use super::watch::{Poll, Watch, share};
use std::cmp::Ordering;
use std::collections::HashMap;

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
    fn renumber(&mut self, to: &[u8], list: &mut [(u64, u64)]) {
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

/// The work of one thread.
struct Worker<'s> {
    pairing: Pairing<'s>,
    orders: Orders,
    total: Total,
}

impl Halves {
    /// Returns the degrees of the first side that belong to a class of a side (0 or 1): together
    /// they give two edges to every vertex. The degrees are in the order of the places.
    fn ours(&self, side: usize, degrees: Degrees) -> Degrees {
        let slots = (0..).zip(&self.places[side]);
        let aligned = slots.fold(0, |all, (slot, &place)| {
            all | only(place, degree(degrees, slot))
        });
        match side {
            0 => aligned,
            _ => (0..self.middle as u8).fold(0, |all, place| all | only(place, 2)) - aligned,
        }
    }

    /// Returns true if the second side is the mirror image of the first.
    fn is_mirrored(&self) -> bool {
        self.courses.len() == 1
    }

    /// Returns the key that classes share if they may be paired.
    pub fn key(&self, side: usize, degrees: Degrees) -> Degrees {
        let ours = self.ours(side, degrees);
        if self.is_mirrored() {
            ours.min(self.ours(1 - side, degrees))
        } else {
            ours
        }
    }

    /// Returns the number of cycles from states of both sides. There is one store if the second
    /// side is the mirror image of the first.
    pub fn count(&self, ring: Ring, stores: &[Store], watch: &mut Watch) -> Result<u128, Halt> {
        watch.is_pairing = true;
        let options = watch.options;
        let start = || Worker {
            pairing: Pairing::new(ring, &options.stop),
            orders: Orders::default(),
            total: Total::new(ring),
        };
        let work = |worker: &mut Worker, bucket: usize, poll: Poll| {
            self.bucket(bucket, stores, worker, poll)
        };
        let mut total = Total::new(ring);
        for worker in share(options.threads, watch, start, work, |begun| begun)? {
            total.plus(worker.total.value())?;
        }
        Ok(total.value())
    }

    /// Adds the cycles of the classes of a bucket.
    fn bucket(
        &self,
        bucket: usize,
        stores: &[Store],
        worker: &mut Worker,
        poll: Poll,
    ) -> Result<(), Halt> {
        let taken = stores.iter().map(|store| store.take(bucket));
        let held: Vec<_> = taken.collect::<Result<_, _>>()?;
        let [ours, theirs] = [0, 1].map(|side| {
            let states = held.get(side).unwrap_or(&held[0]);
            states.sorted(|degrees| self.ours(side, degrees))
        });
        let mut others = theirs.iter().peekable();
        for (degrees, class) in &ours {
            poll()?;
            while others.next_if(|other| other.0 < *degrees).is_some() {}
            let Some((_, other)) = others.peek().filter(|other| other.0 == *degrees) else {
                continue;
            };
            // A pair also counts for its mirror image, unless the two are the same.
            let image = self.is_mirrored().then(|| self.ours(1, class.degrees));
            let times = match image.map(|image| degrees.cmp(&image)) {
                None | Some(Ordering::Equal) => 1,
                Some(Ordering::Less) => 2,
                Some(Ordering::Greater) => continue,
            };
            let orders = &mut worker.orders;
            let [a, b] =
                [(0, class), (1, other)].map(|(side, class)| self.matchings(side, class, orders));
            let (mut few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
            let sum = worker.pairing.sum(ends(*degrees), &mut few, &many)?;
            let product = sum.checked_mul(times).ok_or(Halt::Overflow)?;
            worker.total.plus(product)?;
        }
        Ok(())
    }

    /// Returns the matchings of a class of a side, with points in the order of the places.
    fn matchings(&self, side: usize, class: &Class, orders: &mut Orders) -> Vec<(u64, u64)> {
        let mut list = Vec::with_capacity(class.len() / 2);
        class.read(&mut list);
        let slots = (0..).zip(&self.places[side]);
        let ends = slots.filter(|&(slot, _)| degree(class.degrees, slot) == 1);
        let aligned: Vec<u8> = ends.map(|(_, &place)| place).collect();
        if !aligned.is_sorted() {
            let all = aligned.iter().fold(0, |all, &place| all | only(place, 1));
            let to: Vec<u8> = aligned.iter().map(|&at| ends_below(all, at)).collect();
            orders.renumber(&to, &mut list);
        }
        list
    }
}
