//! What follows from vertices that have a single arc out, or in.

use super::Arc;
use knightsat_tour::graph::Rows;
use std::mem::replace;

/// Numbers of the arcs at every vertex: out of it on side 0, into it on side 1.
pub(super) fn at_every_vertex(len: u32, arcs: &[Arc], side: usize) -> Rows {
    let numbered = (0..).zip(arcs);
    Rows::new(len, numbered.map(|(number, arc)| (arc[side], number)))
}

/// Finds which arcs must be taken and marks those that are impossible then; `None` if that is a
/// contradiction.
pub(super) fn settle(len: u32, arcs: &[Arc], gone: &mut [bool]) -> Option<Vec<bool>> {
    let at = [0, 1].map(|side| at_every_vertex(len, arcs, side));
    let mut left = at.each_ref().map(Rows::lengths);
    let mut taken = vec![false; arcs.len()];
    let mut pending: Vec<u32> = (0..len).collect();
    while let Some(vertex) = pending.pop() {
        for side in 0..2 {
            let here = at[side].row(vertex);
            if left[side][vertex as usize] == 0 {
                return None;
            }
            let &only = here.iter().find(|&&arc| !gone[arc as usize])?;
            if left[side][vertex as usize] > 1 || replace(&mut taken[only as usize], true) {
                continue;
            }
            let [from, to] = arcs[only as usize];
            let rivals = at[0].row(from).iter().chain(at[1].row(to));
            let back = at[0].row(to).iter();
            let back = back.filter(|&&arc| len > 2 && arcs[arc as usize][1] == from);
            for &arc in rivals.chain(back).filter(|&&arc| arc != only) {
                if replace(&mut gone[arc as usize], true) {
                    continue;
                }
                for (side, &end) in arcs[arc as usize].iter().enumerate() {
                    left[side][end as usize] -= 1;
                    pending.push(end);
                }
            }
        }
    }
    Some(taken)
}
