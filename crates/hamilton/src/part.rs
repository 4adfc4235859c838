//! A graph that is to be toured, and how much may be done for it.

use crate::Known;
use crate::base::random::Rng;
use crate::base::stop::Stop;
use knightsat_tour::factor::{TwoFactor, choose};
use knightsat_tour::graph::{Graph, Incidence};
use knightsat_tour::reduce::{Fate, Reduction};

/// Steps that are left to a search and its parts, and when it is over anyway.
pub(crate) struct Work<'s> {
    pub left: u64,
    pub stop: &'s Stop,
}

impl Work<'_> {
    /// Takes so many steps, if there are as many.
    pub fn take(&mut self, steps: u64) -> bool {
        let is_asked = steps > 1 || self.left.is_multiple_of(64);
        let is_left = self.left >= steps && !(is_asked && self.stop.is_over());
        self.left = if is_left { self.left - steps } else { 0 };
        is_left
    }
}

/// A graph that is to be toured, without edges that are known to be on no tour, and with a two-factor.
pub(crate) struct Part {
    pub graph: Graph,
    pub edges: Vec<Known>,
    pub factor: TwoFactor,
}

impl Part {
    /// The part of this graph that is left when all has been drawn from degrees, paths and cuts, and from
    /// the two-factor that there must be; nothing if that shows that there is no tour.
    pub fn new(len: u32, edges: Vec<Known>, rng: &mut Rng, work: &Work) -> Option<Part> {
        let (ends, is_forced): (Vec<[u32; 2]>, Vec<bool>) = edges.into_iter().unzip();
        let reduction = Reduction::new(len, &ends, &numbers_of(&is_forced), work.stop);
        if reduction.is_contradictory() {
            return None;
        }
        let left = ends.into_iter().zip(reduction.fates());
        let left = left.filter(|(_, fate)| **fate != Fate::Forbidden);
        let edges: Vec<Known> = left.map(|(e, fate)| (e, *fate == Fate::Forced)).collect();
        let (ends, is_forced): (Vec<[u32; 2]>, Vec<bool>) = edges.iter().copied().unzip();
        let numbered = Incidence::new(len, ends);
        let forced = numbers_of(&is_forced);
        let (chosen, is_even) = choose(&numbered, |_| 2, &forced, rng, work.stop);
        let chosen = numbers_of(&chosen).into_iter();
        is_even.then(|| Part {
            graph: Graph::from_pairs(len, numbered.edges()),
            factor: TwoFactor::of(len, chosen.map(|edge| numbered.ends(edge))),
            edges,
        })
    }
}

fn numbers_of(is: &[bool]) -> Vec<u32> {
    let numbered = (0..).zip(is).filter(|(_, is)| **is);
    numbered.map(|(number, _)| number).collect()
}
