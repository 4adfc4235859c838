//! From the arcs or edges of a model to its cycles, and from a cycle to the steps of a tour.

use super::circuit::Arc;
use crate::encoding::FormulaError;
use crate::problem::{Kind, Problem};

/// The successor of every vertex, if there is one of each and no two are alike.
pub fn along_arcs(len: u32, taken: &[Arc]) -> Result<Vec<u32>, FormulaError> {
    let mut next = vec![None; len as usize];
    let mut is_reached = vec![false; len as usize];
    for &[from, to] in taken {
        if next[from as usize].replace(to).is_some() {
            return Err(FormulaError::TwoMoves { vertex: from });
        }
        if std::mem::replace(&mut is_reached[to as usize], true) {
            return Err(FormulaError::TwoMoves { vertex: to });
        }
    }
    let all = (0..).zip(next);
    all.map(|(vertex, next)| next.ok_or(FormulaError::NoMove { vertex }))
        .collect()
}

/// The same from edges, in one of the directions of each cycle.
pub fn along_edges(len: u32, taken: &[Arc]) -> Result<Vec<u32>, FormulaError> {
    let mut beside = vec![Vec::new(); len as usize];
    for &[a, b] in taken {
        beside[a as usize].push(b);
        beside[b as usize].push(a);
        if len == 2 {
            // To the apex and back.
            return Ok(vec![b, a]);
        }
    }
    for (vertex, beside) in (0..).zip(&beside) {
        match beside.len() {
            2 => {}
            0 | 1 => return Err(FormulaError::NoMove { vertex }),
            _ => return Err(FormulaError::TwoMoves { vertex }),
        }
    }
    let mut next = vec![u32::MAX; len as usize];
    for start in 0..len {
        let (mut from, mut here) = (beside[start as usize][1], start);
        while next[here as usize] == u32::MAX {
            let [a, b] = beside[here as usize][..] else {
                return Err(FormulaError::NoMove { vertex: here });
            };
            let to = if a == from { b } else { a };
            next[here as usize] = to;
            (from, here) = (here, to);
        }
    }
    Ok(next)
}

/// The cycles of a permutation, that of `first` first, from there on.
pub fn cycles(first: u32, next: &[u32]) -> Vec<Vec<u32>> {
    let mut seen = vec![false; next.len()];
    let mut cycles = Vec::new();
    for start in std::iter::once(first).chain(0..next.len() as u32) {
        let mut cycle = Vec::new();
        let mut here = start;
        while !std::mem::replace(&mut seen[here as usize], true) {
            cycle.push(here);
            here = next[here as usize];
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// The steps of the tour along a cycle from its first vertex on. An edge has no direction, so where
/// the ends want it the tour is reversed.
pub fn tour(problem: &Problem, is_path: bool, cycle: &[u32]) -> Vec<u32> {
    let (start, end) = (problem.start(), problem.end());
    let mut steps = cycle[usize::from(is_path)..].to_vec();
    if problem.kind() == Kind::Closed {
        let place = |vertex| steps.iter().position(|&other| Some(other) == vertex);
        let given = problem.at().into_iter().filter(|_| problem.has_given_steps());
        let given = given.filter_map(|(step, vertex)| {
            Some(place(Some(vertex))? + steps.len() + 1 - step as usize)
        });
        let turn = given.chain(place(start)).next();
        let turn = turn.or(place(end).map(|place| place + 1));
        let turn = turn.unwrap_or(0) % steps.len();
        steps.rotate_left(turn);
        let is_decided = start.is_some() && end.is_some();
        if is_decided && steps.last().copied() != end {
            steps[1..].reverse();
        }
    } else if start.is_some_and(|start| steps[0] != start)
        || end.is_some_and(|end| steps[steps.len() - 1] != end)
    {
        steps.reverse();
    }
    steps
}
