//! The rule of cuts: a tour crosses between a set of vertices and the rest at least twice.

use super::cuts;
use super::{Contradiction, Fate, Reduction, Step};
use knightsat_base::stop::Stop;

/// The most vertices in the sides of cuts, 256 MB of them: the rest of a search makes do without.
const SIDES: usize = 1 << 26;

/// Cuts that the rule was applied to, and the edges that were left of the graph then, by whose places
/// they are given.
#[derive(Clone, Debug)]
pub(super) struct UsedCuts {
    left: Vec<[u32; 2]>,
    cuts: Vec<Vec<u32>>,
}

impl Reduction {
    /// Sets of vertices that the rule of cuts was applied to: of every cut its sides, which takes a
    /// search over the graph and as much memory as that has vertices for each. Those found in time,
    /// and up to 2²⁶ vertices in all.
    pub fn sides(&self, stop: &Stop) -> Vec<Vec<u32>> {
        let len = self.left.len() as u32;
        let mut room = SIDES;
        let mut sides = Vec::new();
        for used in &self.used {
            for cut in &used.cuts {
                if stop.is_over() || room < len as usize {
                    return sides;
                }
                room -= len as usize;
                sides.extend(cuts::sides(len, &used.left, cut));
            }
        }
        sides
    }

    /// Applies the rule of cuts, and the others to what it forces, until they say nothing new.
    pub(super) fn cuts(&mut self, stop: &Stop) -> Step {
        while !stop.is_over() {
            let before = self.trail.len();
            let is_left = |&edge: &u32| self.fate[edge as usize] != Fate::Forbidden;
            let left: Vec<u32> = (0..self.fate.len() as u32).filter(is_left).collect();
            let ends: Vec<[u32; 2]> = left.iter().map(|&e| self.edges.ends(e)).collect();
            let is_open = |nth: u32| self.fate[left[nth as usize] as usize] == Fate::Open;
            let cuts = cuts::small_cuts(self.left.len() as u32, &ends, is_open, stop);
            let Ok(cuts) = cuts else { break };
            let cuts = cuts.ok_or(Contradiction)?;
            if cuts.is_empty() {
                break;
            }
            let mut used = UsedCuts {
                left: ends,
                cuts: Vec::new(),
            };
            let mut step = Ok(());
            for cut in cuts {
                step = self.apply(&cut, &left);
                used.cuts.push(cut);
                if step.is_err() {
                    break;
                }
            }
            self.used.push(used);
            step?;
            self.propagate(stop)?;
            if self.trail.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// Forces the edges of a cut, which are given by their places among those left.
    fn apply(&mut self, cut: &[u32], left: &[u32]) -> Step {
        if cut.len() == 1 {
            return Err(Contradiction);
        }
        cut.iter()
            .try_for_each(|&nth| self.force(left[nth as usize]))
    }
}
