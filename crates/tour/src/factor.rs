//! Two-factors: two chosen edges at every vertex, so a set of cycles.
//!
//! A [`TwoFactor`] with one cycle is one of the circuit. [`choose`] and [`links()`] build
//! an initial one for a search.
//!
//! ```
//! use knightsat_base::random::Rng;
//! use knightsat_base::stop::Stop;
//! use knightsat_tour::factor::{TwoFactor, links};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::lower::Lowered;
//!
//! let place: knightsat_tour::place::Place = "6x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let stop = Stop::default();
//! let lowered = Lowered::as_it_is(&problem);
//! let links = links(lowered.circuit(), &[], &mut Rng::new(0, 0), &stop)?;
//! let factor = TwoFactor::within(links.expect("there is one"), &stop)?;
//! assert!((1..=9).contains(&factor.count()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod links;

use crate::graph::NONE;
use crate::sets::{other, walk};
use knightsat_base::stop::{Stop, Stopped, Watch};

pub use choice::choose;
pub use links::links;

/// A two-factor: two neighbours of every vertex, its cycle, and its place there.
#[derive(Clone, Debug)]
pub struct TwoFactor {
    links: Vec<[u32; 2]>,
    /// The cycle of every vertex.
    cycle: Vec<u32>,
    /// The place of every vertex on its cycle.
    place: Vec<u32>,
    /// A vertex and the length of every cycle; length 0 if it has become part of another.
    cycles: Vec<(u32, u32)>,
}

impl TwoFactor {
    /// Returns the two-factor of these edges, two at every vertex of `0..len`.
    pub fn of(len: u32, edges: impl Iterator<Item = [u32; 2]>) -> TwoFactor {
        let mut links = vec![[NONE; 2]; len as usize];
        for [a, b] in edges {
            for (from, to) in [(a, b), (b, a)] {
                let slot = &mut links[from as usize];
                slot[usize::from(slot[0] != NONE)] = to;
            }
        }
        TwoFactor::within(links, &Stop::default()).expect("the default `Stop` never fires")
    }

    /// Returns the two-factor in which every vertex has these neighbours, or an error if time is up
    /// before its cycles are known.
    pub fn within(links: Vec<[u32; 2]>, stop: &Stop) -> Result<TwoFactor, Stopped> {
        let mut factor = TwoFactor {
            cycle: vec![NONE; links.len()],
            place: vec![0; links.len()],
            cycles: Vec::new(),
            links,
        };
        factor.label_all(stop)?;
        Ok(factor)
    }

    /// Returns the number of vertices.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    pub fn len(&self) -> u32 {
        self.links.len() as u32
    }

    /// Returns the two neighbours of a vertex.
    pub fn links(&self, vertex: u32) -> [u32; 2] {
        self.links[vertex as usize]
    }

    /// Returns the cycle of a vertex. After [`TwoFactor::relink`], call [`TwoFactor::label_all`]
    /// first.
    pub fn cycle_of(&self, vertex: u32) -> u32 {
        self.cycle[vertex as usize]
    }

    /// Returns the cycle of every vertex.
    pub fn cycle_numbers(&self) -> &[u32] {
        &self.cycle
    }

    /// Returns the place of a vertex on its cycle.
    pub fn place_of(&self, vertex: u32) -> u32 {
        self.place[vertex as usize]
    }

    /// Returns a vertex and the length of every cycle. Unused numbers have length 0.
    pub fn cycles(&self) -> &[(u32, u32)] {
        &self.cycles
    }

    /// Returns the number of cycles.
    pub fn count(&self) -> usize {
        let lengths = self.cycles.iter().map(|&(_, length)| length);
        lengths.filter(|&length| length > 0).count()
    }

    /// Returns the vertices of the cycle through `start`, in order.
    pub fn walk(&self, start: u32) -> Vec<u32> {
        walk(&self.links, start)
    }

    /// Replaces the neighbour `old` of `vertex` by `new`.
    pub fn relink(&mut self, vertex: u32, old: u32, new: u32) {
        let links = &mut self.links[vertex as usize];
        links[usize::from(links[0] != old)] = new;
    }

    /// Returns the two neighbours of every vertex, to be changed. After changes, call
    /// [`TwoFactor::label_all`].
    pub fn links_mut(&mut self) -> &mut [[u32; 2]] {
        &mut self.links
    }

    /// Renumbers all cycles. If time is up before the end, no number is valid.
    pub fn label_all(&mut self, stop: &Stop) -> Result<(), Stopped> {
        let mut watch = stop.watch(1 << 14);
        let mut cycles = Vec::new();
        self.cycles.clear();
        self.cycle.fill(NONE);
        for start in 0..self.len() {
            if self.cycle[start as usize] == NONE {
                let length = self.label(start, cycles.len() as u32, &mut watch)?;
                cycles.push((start, length));
            }
        }
        self.cycles = cycles;
        Ok(())
    }

    /// Merges the numbers of the cycles `parts`, which have become one; the first number stays. If
    /// time is up before the end, the numbers stay distinct.
    pub fn joined(&mut self, parts: &[u32], stop: &Stop) -> Result<(), Stopped> {
        let start = self.cycles[parts[0] as usize].0;
        let length = self.label(start, parts[0], &mut stop.watch(1 << 14))?;
        for &part in parts {
            self.cycles[part as usize].1 = 0;
        }
        self.cycles[parts[0] as usize] = (start, length);
        Ok(())
    }

    /// Gives the cycle through `start` a number, and returns its length.
    fn label(&mut self, start: u32, number: u32, watch: &mut Watch) -> Result<u32, Stopped> {
        let mut place = 0;
        let (mut previous, mut vertex) = (self.links[start as usize][1], start);
        loop {
            watch.check()?;
            self.cycle[vertex as usize] = number;
            self.place[vertex as usize] = place;
            place += 1;
            (previous, vertex) = (vertex, other(self.links[vertex as usize], previous));
            if vertex == start {
                return Ok(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_cycles_have_one_number_and_one_length() {
        let edges = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
        let mut factor = TwoFactor::of(6, edges.into_iter());
        assert_eq!(factor.cycles(), [(0, 3), (3, 3)]);
        for [at, from, to] in [[2, 0, 3], [3, 5, 2], [0, 2, 5], [5, 3, 0]] {
            factor.relink(at, from, to);
        }
        factor.joined(&[0, 1], &Stop::default()).unwrap();
        assert_eq!(factor.cycles(), [(0, 6), (3, 0)]);
    }
}
