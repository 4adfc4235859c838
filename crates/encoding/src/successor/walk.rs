//! From the arcs or edges of a model to its cycles.

use super::Arc;
use crate::FormulaError;
use knightsat_tour::graph::Incidence;
use knightsat_tour::links;

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
    let beside = Incidence::new(len, taken.to_vec());
    if let ([[a, b], ..], 2) = (taken, len) {
        // To the apex and back.
        return Ok(vec![*b, *a]);
    }
    let mut links = Vec::with_capacity(len as usize);
    for vertex in 0..len {
        match beside.numbers(vertex) {
            &[one, two] => links.push([one, two].map(|edge| beside.other_end(edge, vertex))),
            [] | [_] => return Err(FormulaError::NoMove { vertex }),
            _ => return Err(FormulaError::TwoMoves { vertex }),
        }
    }
    let mut next = vec![u32::MAX; len as usize];
    for start in 0..len {
        if next[start as usize] == u32::MAX {
            let cycle = links::walk(&links, start);
            for (nth, &vertex) in cycle.iter().enumerate() {
                next[vertex as usize] = cycle[(nth + 1) % cycle.len()];
            }
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
