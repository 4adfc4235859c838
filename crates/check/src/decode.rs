//! Decodes the facts of a model to a tour, or to the reason why they are not one.

use super::names::listed;
use crate::prelude::*;
use crate::tour::given::Given;
use std::iter;

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
    listed(&names.collect_vec())
}

fn positions(
    problem: &Problem,
    place: &Place,
    meaning: &Meaning,
    held: &[Fact],
) -> Result<Vec<u32>, String> {
    let mut steps = Vec::new();
    for step in 1..=problem.period() {
        let at = held.iter().filter_map(position).filter(|at| at.0 == step);
        let at = at.map(|(_, vertex)| vertex);
        let at = at.chain(meaning.implied(problem, step)).collect_vec();
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
    let (len, is_closed) = (problem.graph().len(), problem.kind() == Kind::Closed);
    let mut next = vec![Vec::new(); len as usize];
    let mut before = next.clone();
    for [&from, &to] in held.iter().filter_map(Fact::ends) {
        next[from as usize].push(to);
        before[to as usize].push(from);
    }
    let mut sides = vec![(&next, "from"), (&before, "to")];
    let both = next.iter().zip(&before);
    let both = both.map(|(next, before)| [&next[..], before].concat());
    let both = both.collect_vec();
    let most = 1 + usize::from(is_edges);
    if is_edges {
        sides = vec![(&both, "at")];
    }
    for (links, way) in &sides {
        let several = (0..).zip(*links).find(|(_, links)| links.len() > most);
        if let Some((vertex, links)) = several {
            let (count, here, names) = (links.len(), place.name(vertex), names(place, links));
            return Err(format!("{count} moves {way} {here}: {names}"));
        }
    }
    let (next, before) = (sides[0].0, sides[sides.len() - 1].0);
    let is_end = |&v: &u32| before[v as usize].len() < most && Some(v) != problem.end();
    let begin = problem.start().or_else(|| (0..len).find(is_end));
    let first = if is_closed {
        anchor(problem).1
    } else {
        begin.unwrap_or(0)
    };
    let onward = |&(here, last): &(u32, Option<u32>)| {
        let mut ways = next[here as usize].iter();
        let there = ways.find(|&&there| !is_edges || Some(there) != last);
        there.map(|&there| (there, Some(here)))
    };
    let walked = iter::successors(Some((first, None)), |way| {
        onward(way).filter(|(there, _)| *there != first)
    });
    let walked = walked.take(len as usize).collect_vec();
    let (count, end) = (walked.len(), walked[walked.len() - 1]);
    if count < len as usize {
        let (first, squares) = (place.name(first), counted(len, "square"));
        let why = format!("a subtour: from {first} the moves visit {count} of the {squares}");
        return Err(why);
    }
    if onward(&end).is_some() != is_closed {
        let last = place.name(end.0);
        let why = ["this is not a path: a move leads on from", "no move from"];
        return Err(format!("{} {last}", why[usize::from(is_closed)]));
    }
    let steps = walked.iter().map(|&(here, _)| here).collect_vec();
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
