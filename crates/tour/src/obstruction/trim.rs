//! Reduces two sets of vertices, such that one needs too many moves from the other.

use super::Obstruction;
use crate::Circuit;

/// Returns the sets without their common vertices, and without vertices that only weaken them. Such
/// vertices need no moves, or have no more neighbours in the other set than moves to give.
pub(super) fn trimmed(
    circuit: &Circuit,
    [mut needing, mut giving]: [Vec<u32>; 2],
    spared: u32,
) -> Obstruction {
    let graph = circuit.local();
    let marked = |set: &[u32]| {
        let mut marks = vec![false; graph.len() as usize];
        set.iter().for_each(|&v| marks[v as usize] = true);
        marks
    };
    let (in_needing, in_giving) = (marked(&needing), marked(&giving));
    needing.retain(|&v| !in_giving[v as usize]);
    giving.retain(|&w| !in_needing[w as usize]);
    let (mut needs_some, mut gives) = (marked(&needing), marked(&giving));
    let count = |v: u32, marks: &[bool], wanted: bool| {
        let neighbours = graph.neighbours(v).iter();
        neighbours.filter(|&&w| marks[w as usize] == wanted).count() as u32
    };
    let needs = |v: u32, gives: &[bool]| circuit.unfixed(v).saturating_sub(count(v, gives, false));
    loop {
        let size = needing.len() + giving.len();
        needing.retain(|&v| {
            needs_some[v as usize] = needs(v, &gives) > 0;
            needs_some[v as usize]
        });
        giving.retain(|&w| {
            gives[w as usize] = count(w, &needs_some, true) > circuit.unfixed(w);
            gives[w as usize]
        });
        if needing.len() + giving.len() == size {
            break;
        }
    }
    needing.sort_unstable();
    giving.sort_unstable();
    Obstruction::TwoFactor {
        needed: needing.iter().map(|&v| needs(v, &gives)).sum(),
        given: giving.iter().map(|&w| circuit.unfixed(w)).sum(),
        needing,
        giving,
        spared,
    }
}
