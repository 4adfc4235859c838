//! Decodes the facts of a model to a tour, or to the reason why they are not one.

use super::names::SHOWN;
use crate::base::text::listed;
use crate::prelude::*;
use crate::tour::given::Given;
use std::collections::BTreeSet;

/// Returns the tour that the facts describe; the error is the reason in words.
pub fn decode(
    problem: &Problem,
    place: &Place,
    meaning: &Meaning,
    held: &[Fact],
) -> Result<Tour, String> {
    let steps = match meaning.style() {
        FactStyle::Positions => positions(problem, place, meaning, held)?,
        style => moves(problem, place, held, style == FactStyle::Edges)?,
    };
    let named = |v| place.name(v);
    Tour::verify(problem, steps).map_err(|error| error.with_names(named).to_string())
}

/// Returns the step and the vertex of a position.
pub(super) fn position(fact: &Fact) -> Option<(u32, u32)> {
    match *fact {
        Fact::At { step, vertex } => Some((step, vertex)),
        _ => None,
    }
}

fn names(place: &Place, vertices: &[u32]) -> String {
    let names = vertices.iter().map(|&vertex| place.name(vertex));
    listed(&names.collect_vec(), SHOWN)
}

fn positions(
    problem: &Problem,
    place: &Place,
    meaning: &Meaning,
    held: &[Fact],
) -> Result<Vec<u32>, String> {
    let mut steps = Vec::new();
    for step in 1..=problem.period() {
        let here = held.iter().filter_map(position).filter(|at| at.0 == step);
        let vertices = here.map(|(_, vertex)| vertex);
        let at = vertices.chain(meaning.implied(problem, step)).collect_vec();
        match at[..] {
            [vertex] => steps.push(vertex),
            [] => return Err(format!("no square at step {step}")),
            _ => {
                let names = names(place, &at);
                return Err(format!("{} squares at step {step}: {names}", at.len()));
            }
        }
    }
    let period = steps.len();
    for step in period..problem.graph().len() as usize {
        steps.push(problem.symmetry().image(steps[step - period]));
    }
    Ok(steps)
}

/// Returns a given step of a closed tour and its vertex; start and end are given steps too.
fn anchor(problem: &Problem) -> (u32, u32) {
    Given::of(problem).steps().next().unwrap_or((1, 0))
}

/// Rotates a cycle so that its anchor is in place.
fn rotated(problem: &Problem, mut steps: Vec<u32>) -> Vec<u32> {
    let (step, vertex) = anchor(problem);
    let place = steps.iter().position(|&other| other == vertex);
    steps.rotate_left(place.unwrap_or(0));
    steps.rotate_right(step as usize - 1);
    steps
}

fn moves(
    problem: &Problem,
    place: &Place,
    held: &[Fact],
    is_edges: bool,
) -> Result<Vec<u32>, String> {
    if is_edges && problem.graph().is_directed() {
        let why = "edges do not determine the direction of the tour: in a directed graph name arcs";
        return Err(why.into());
    }
    let ends = held.iter().filter_map(Fact::ends);
    let next = ends.map(|[&from, &to]| (from, to)).collect_vec();
    let before = next.iter().map(|&(from, to)| (to, from)).collect_vec();
    let sides = if is_edges {
        vec![("at", 2, [next, before].concat())]
    } else {
        vec![("from", 1, next), ("to", 1, before)]
    };
    for (way, most, ends) in sides {
        let others = ends.into_iter().into_group_map().into_iter();
        let several = others.filter(|(_, others)| others.len() > most).min();
        if let Some((vertex, others)) = several {
            let (count, here, names) = (others.len(), place.name(vertex), names(place, &others));
            return Err(format!("{count} moves {way} {here}: {names}"));
        }
    }
    let (len, is_closed) = (problem.graph().len(), problem.kind() == Kind::Closed);
    let mut steps = walks(held).into_iter().next().unwrap_or(vec![0]);
    let (first, last) = (steps[0], steps[steps.len() - 1]);
    let is_cycle = steps.len() > 1 && first == last;
    let count = steps.len() - usize::from(is_cycle);
    if count < len as usize {
        let (first, squares) = (place.name(first), counted(len, "square"));
        let kind = ["a path", "a subtour"][usize::from(is_cycle)];
        let why = format!("{kind}: from {first} the moves visit {count} of the {squares}");
        return Err(why);
    }
    if is_cycle != is_closed {
        let last = place.name(last);
        let why = ["this is not a path: a move leads on from", "no move from"];
        return Err(format!("{} {last}", why[usize::from(is_closed)]));
    }
    steps.truncate(count);
    let back = steps.iter().rev().copied().collect();
    let mut ways = [steps, back];
    if is_closed {
        ways = ways.map(|steps| rotated(problem, steps));
    }
    // Edges have the direction that fits the given steps and ends.
    let [steps, back] = ways;
    let fits = |steps: &[u32]| Tour::verify(problem, steps.to_vec()).is_ok();
    let is_back = is_edges && !fits(&steps) && fits(&back);
    Ok(if is_back { back } else { steps })
}

/// Returns the paths and cycles that moves form; a cycle ends where it begins.
pub(super) fn walks(facts: &[Fact]) -> Vec<Vec<u32>> {
    let is_edge = facts.iter().any(|fact| matches!(fact, Fact::Edge(..)));
    let ways = |from, to| {
        let both = [[from, to], [to, from]].into_iter();
        both.take(1 + usize::from(is_edge))
    };
    let ends = facts.iter().filter_map(Fact::ends);
    let mut next: BTreeSet<[u32; 2]> = ends.flat_map(|[&a, &b]| ways(a, b)).collect();
    let mut before: BTreeSet<[u32; 2]> = next.iter().map(|&[a, b]| [b, a]).collect();
    let mut walks = Vec::new();
    while let Some(first) = next.first() {
        // A path begins where no other move leads.
        let entering = |vertex: u32| before.range([vertex, 0]..=[vertex, u32::MAX]).count();
        let is_begin = |[from, _]: &&[u32; 2]| entering(*from) == usize::from(is_edge);
        let mut here = next.iter().find(is_begin).unwrap_or(first)[0];
        let mut walk = vec![here];
        while let Some(&[from, to]) = next.range([here, 0]..=[here, u32::MAX]).next() {
            for [from, to] in ways(from, to) {
                next.remove(&[from, to]);
                before.remove(&[to, from]);
            }
            here = to;
            walk.push(to);
        }
        walks.push(walk);
    }
    walks
}
