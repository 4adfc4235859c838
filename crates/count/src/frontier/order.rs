//! Orders in which vertices may be processed.

use super::host::Host;
use super::sweep::Sweep;
use knightsat_base::stop::{Stop, Stopped};

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
        if let Some(order) = greedy(host, start, stop)? {
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

/// The vertex of the frontier that brings in the fewest new ones, the oldest of those; `None` if
/// the frontier becomes too wide.
fn greedy(host: &Host, start: u32, stop: &Stop) -> Result<Option<Vec<u32>>, Stopped> {
    let mut sweep = Sweep::new(host);
    let mut order = Vec::new();
    let mut next = Some(start);
    let mut others = 0..host.squares;
    let mut watch = stop.watch(STEPS_A_LOOK);
    while let Some(vertex) = next {
        watch.check()?;
        sweep.advance(vertex);
        if !sweep.leave(vertex) {
            return Ok(None);
        }
        order.push(vertex);
        let squares = sweep
            .frontier()
            .iter()
            .copied()
            .filter(|&v| v < host.squares);
        let new = |&v: &u32| sweep.ahead(v).filter(|&w| !sweep.has(w)).count();
        next = squares.min_by_key(new);
        if next.is_none() {
            // The start of another component: there is no tour, and any order will do.
            next = others.find(|&v| !sweep.is_processed(v));
        }
    }
    Ok(Some(order))
}
