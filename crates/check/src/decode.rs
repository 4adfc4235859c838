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
        FactStyle::Arcs => arcs(problem, place, held)?,
        FactStyle::Edges => edges(problem, place, held)?,
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
            [] if held.is_empty() => {
                return Err(format!("no square at step {step}, nor at any other"));
            }
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

/// Follows `next` from the first vertex until no vertex follows, or the first one recurs. Fails
/// unless that visits every vertex.
fn walk(
    problem: &Problem,
    place: &Place,
    first: u32,
    next: impl Fn(u32, Option<u32>) -> Option<u32>,
) -> Result<Vec<u32>, String> {
    let len = problem.graph().len();
    let walked = iter::successors(Some((first, None)), |&(here, before)| {
        let there = next(here, before).filter(|&there| there != first)?;
        Some((there, Some(here)))
    });
    let steps = walked.map(|(here, _)| here).take(len as usize);
    let steps = steps.collect_vec();
    if steps.len() == len as usize {
        return Ok(steps);
    }
    let (first, squares) = (place.name(first), counted(len, "square"));
    let count = steps.len();
    Err(format!(
        "a subtour: from {first} the moves visit {count} of the {squares}"
    ))
}

/// Returns the vertices after each vertex by moves, and those before it. Edges are both.
fn links(problem: &Problem, held: &[Fact]) -> [Vec<Vec<u32>>; 2] {
    let mut links = [0; 2].map(|_| vec![Vec::new(); problem.graph().len() as usize]);
    for fact in held {
        let Some([&from, &to]) = fact.ends() else {
            continue;
        };
        links[0][from as usize].push(to);
        links[1][to as usize].push(from);
        if let Fact::Edge(_) = fact {
            links[0][to as usize].push(from);
        }
    }
    links
}

fn arcs(problem: &Problem, place: &Place, held: &[Fact]) -> Result<Vec<u32>, String> {
    let [next, before] = links(problem, held);
    for (links, way, other) in [(&next, "from", "to"), (&before, "to", "from")] {
        let several = (0..).zip(links).find(|(_, links)| links.len() > 1);
        if let Some((vertex, links)) = several {
            let (count, here) = (links.len(), place.name(vertex));
            let names = names(place, links);
            return Err(format!("{count} moves {way} {here}: {other} {names}"));
        }
    }
    let is_closed = problem.kind() == Kind::Closed;
    let starts = (0..).zip(&before).filter(|(_, from)| from.is_empty());
    let first = match starts.map(|(vertex, _)| vertex).collect_vec()[..] {
        _ if is_closed => anchor(problem).1,
        [] => return Err("every square is moved to: this is not a path".into()),
        [first] => first,
        [a, b, ..] => {
            let names = names(place, &[a, b]);
            return Err(format!("no move to {names}: this is not a single path"));
        }
    };
    let next = |here: u32| next[here as usize].first().copied();
    let steps = walk(problem, place, first, |here, _| next(here))?;
    let last = steps[steps.len() - 1];
    match next(last) {
        None if is_closed => Err(format!("no move from {}", place.name(last))),
        Some(_) if is_closed => Ok(rotated(problem, steps)),
        _ => Ok(steps),
    }
}

fn edges(problem: &Problem, place: &Place, held: &[Fact]) -> Result<Vec<u32>, String> {
    if problem.graph().is_directed() {
        let why = "edges do not determine the direction of the tour: in a directed graph name arcs";
        return Err(why.into());
    }
    let [beside, _] = links(problem, held);
    let (is_closed, end) = (problem.kind() == Kind::Closed, problem.end());
    let is_wrong = |(_, found): &(u32, &Vec<u32>)| found.len() > 2 || is_closed && found.len() < 2;
    if let Some((vertex, found)) = (0..).zip(&beside).find(is_wrong) {
        let moves = counted(found.len(), "move");
        return Err(format!("{moves} at {}", place.name(vertex)));
    }
    let is_end = |&v: &u32| beside[v as usize].len() < 2 && Some(v) != end;
    let mut ends = (0..problem.graph().len()).filter(is_end);
    let first = match problem.start() {
        _ if is_closed => anchor(problem).1,
        Some(start) => start,
        None => ends.next().or(end).ok_or("no end: this is not a path")?,
    };
    let steps = walk(problem, place, first, |here, before| {
        let mut ways = beside[here as usize].iter().copied();
        ways.find(|&v| Some(v) != before)
    })?;
    if !is_closed {
        return Ok(steps);
    }
    // The direction that fits the given steps and ends.
    let reverse = rotated(problem, steps.iter().rev().copied().collect());
    let steps = rotated(problem, steps);
    let fits = |steps: &[u32]| Tour::verify(problem, steps.to_vec()).is_ok();
    let is_reverse = !fits(&steps) && fits(&reverse);
    Ok(if is_reverse { reverse } else { steps })
}
