//! A graph that is to be toured, with edges that must be taken.

use super::local::Local;
use super::work::Work;
use crate::lazy::formula::Edges;
use crate::lazy::two_factor::TwoFactor;
use crate::lazy::warm_start::warm_start;
use knightsat_base::random::Rng;
use knightsat_tour::graph::Graph;
use knightsat_tour::reduce::{Fate, Reduction};

/// An edge, and whether it must be taken.
pub(super) type Known = ([u32; 2], bool);

/// A graph whose edges are not known to be on no tour, and which has a two-factor.
pub(super) struct Part {
    pub graph: Graph,
    pub edges: Vec<Known>,
    factor: TwoFactor,
}

impl Part {
    /// The part of this graph that is left when all has been drawn from degrees, paths and cuts, and from
    /// the two-factor that there must be; nothing if that shows that there is no tour.
    pub fn new(len: u32, edges: Vec<Known>, rng: &mut Rng, work: &Work) -> Option<Part> {
        let (ends, is_forced): (Vec<[u32; 2]>, Vec<bool>) = edges.into_iter().unzip();
        let forced: Vec<u32> = numbers_of(&is_forced);
        let reduction = Reduction::new(len, &ends, &forced, work.stop());
        if reduction.is_contradictory() {
            return None;
        }
        let fates = ends.into_iter().zip(reduction.fates());
        let edges: Vec<Known> = fates
            .filter(|(_, fate)| **fate != Fate::Forbidden)
            .map(|(ends, fate)| (ends, *fate == Fate::Forced))
            .collect();
        let (ends, is_forced): (Vec<[u32; 2]>, Vec<bool>) = edges.iter().copied().unzip();
        let forced = numbers_of(&is_forced);
        let numbered = Edges::new(len, ends);
        let (chosen, is_even) = warm_start(&numbered, |_| 2, &forced, rng, work.stop());
        let factor = numbers_of(&chosen)
            .into_iter()
            .map(|edge| numbered.ends(edge));
        is_even.then(|| Part {
            graph: Graph::from_pairs(len, numbered.edges()),
            factor: TwoFactor::of(len, factor),
            edges,
        })
    }

    /// A Hamiltonian cycle, if local search finds one soon.
    pub fn local(&self, rng: &mut Rng, work: &mut Work) -> Option<Vec<u32>> {
        let forced = self.edges.iter().filter(|(_, is_forced)| *is_forced);
        let forced = forced.map(|&(ends, _)| ends);
        let steps = 20 * u64::from(self.graph.len()) + 1000;
        Local::new(&self.graph, self.factor.clone(), forced).run(steps, rng, work)
    }
}

fn numbers_of(is: &[bool]) -> Vec<u32> {
    let numbered = (0..).zip(is).filter(|(_, is)| **is);
    numbered.map(|(number, _)| number).collect()
}
