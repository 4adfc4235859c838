//! Orders in which vertices may be processed.

use super::host::Host;
use super::state::MOST_SLOTS;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_tour::order::{Begin, narrow};

/// How many vertices are tried as the first.
const STARTS: u32 = 64;
/// Fewer on large graphs: vertices times starts.
const WORK: u32 = 1 << 20;
/// Vertices between two looks at the clock.
pub(super) const STEPS_A_LOOK: u32 = 1 << 10;

/// Calls `consider` with several orders of the vertices that are squares.
pub(super) fn each(
    host: &Host,
    stop: &Stop,
    mut consider: impl FnMut(Vec<u32>) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let starts = STARTS.min(WORK / host.squares).max(1);
    let apart = host.squares.div_ceil(starts) as usize;
    consider((0..host.squares).collect())?;
    for start in (0..host.squares).step_by(apart) {
        consider(by_distance(host, start))?;
        let begin = Begin {
            first: Some(start),
            frontier: host.given,
        };
        let vertices = [host.neighbours.len() as u32, host.squares];
        let around = |v: u32| host.neighbours[v as usize].iter().copied();
        if let Some(order) = narrow(vertices, begin, around, MOST_SLOTS, stop)? {
            consider(order)?;
        }
    }
    Ok(())
}

/// By distance from `start`, those at the same distance by number.
fn by_distance(host: &Host, start: u32) -> Vec<u32> {
    let mut order = vec![start];
    let mut is_listed = vec![false; host.squares as usize];
    is_listed[start as usize] = true;
    let mut done = 0;
    let mut others = 0..host.squares;
    while order.len() < host.squares as usize {
        let mut next: Vec<u32> = Vec::new();
        for &vertex in &order[done..] {
            let squares = host.neighbours[vertex as usize].iter();
            for &w in squares.filter(|&&w| w < host.squares) {
                if !std::mem::replace(&mut is_listed[w as usize], true) {
                    next.push(w);
                }
            }
        }
        if next.is_empty() {
            // Another component: there is no tour, and any order will do.
            next.extend(others.find(|&v| !is_listed[v as usize]));
            next.iter().for_each(|&v| is_listed[v as usize] = true);
        }
        next.sort_unstable();
        done = order.len();
        order.extend(next);
    }
    order
}
