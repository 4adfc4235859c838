//! The facts that hold in a model as a sequence of vertices, or what is wrong with them.

use super::meaning::{Fact, Meaning, Style};
use itertools::Itertools;
use knightsat_base::plural::counted;
use knightsat_tour::place::Place;
use knightsat_tour::tour::Tour;
use knightsat_tour::{Kind, Problem};
use std::collections::BTreeMap;

/// The vertices of the tour that the facts describe; the error says in words why they describe
/// none.
pub fn decode(
    problem: &Problem,
    place: &Place,
    meaning: &Meaning,
    held: &[Fact],
) -> Result<Vec<u32>, String> {
    let steps = match meaning.style() {
        Style::Positions => positions(problem, place, meaning, held)?,
        Style::Arcs => arcs(problem, place, held)?,
        Style::Edges => edges(problem, place, held)?,
    };
    match Tour::verify(problem, steps) {
        Ok(tour) => Ok(tour.steps().to_vec()),
        Err(error) => Err(error.with_names(|v| place.name(v)).to_string()),
    }
}

fn names(place: &Place, vertices: &[u32]) -> String {
    let names = vertices.iter().map(|&vertex| place.name(vertex));
    match vertices.len() {
        0..=6 => names.collect_vec().join(" and "),
        more => format!("{} and {} more", names.take(5).join(", "), more - 5),
    }
}

fn positions(
    problem: &Problem,
    place: &Place,
    meaning: &Meaning,
    held: &[Fact],
) -> Result<Vec<u32>, String> {
    let mut steps = Vec::new();
    for step in 1..=problem.period() {
        let at = held.iter().filter_map(|fact| match *fact {
            Fact::At { step: s, vertex } if s == step => Some(vertex),
            _ => None,
        });
        let mut at = at.collect_vec();
        at.extend(meaning.implied(problem, step));
        match at[..] {
            [vertex] => steps.push(vertex),
            [] => {
                let all = if held.is_empty() {
                    ", nor at any other"
                } else {
                    ""
                };
                return Err(format!("no square at step {step}{all}"));
            }
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

/// The one successor of every vertex that has any.
pub(super) fn successors(held: &[Fact]) -> BTreeMap<u32, Vec<u32>> {
    let arcs = held.iter().filter_map(|fact| match *fact {
        Fact::Arc { from, to } => Some((from, to)),
        _ => None,
    });
    arcs.into_group_map().into_iter().collect()
}

fn arcs(problem: &Problem, place: &Place, held: &[Fact]) -> Result<Vec<u32>, String> {
    let next = successors(held);
    let before = predecessors(problem, place, &next)?;
    let is_closed = problem.kind() == Kind::Closed;
    let given = given_step(problem);
    let first = match (is_closed, problem.start(), problem.end()) {
        _ if let Some((_, vertex)) = given => vertex,
        (true, Some(start), _) => start,
        (true, None, Some(end)) => match next.get(&end) {
            Some(targets) => targets[0],
            None => return Err(format!("no move from {}", place.name(end))),
        },
        (true, None, None) => 0,
        (false, ..) => beginning(place, &before)?,
    };
    let mut steps = vec![first];
    let mut here = first;
    while let Some(&there) = next.get(&here).and_then(|targets| targets.first()) {
        if there == first {
            break;
        }
        steps.push(there);
        here = there;
    }
    visits_all(problem, place, &steps)?;
    if is_closed && !next.contains_key(&here) {
        return Err(format!("no move from {}", place.name(here)));
    }
    steps.rotate_right(given.map_or(0, |(step, _)| step as usize - 1));
    Ok(steps)
}

/// The first step of a closed tour with a given square, and that square, if it is numbered.
fn given_step(problem: &Problem) -> Option<(u32, u32)> {
    let is_numbered = problem.kind() == Kind::Closed && problem.has_given_steps();
    problem.at().into_iter().find(|_| is_numbered)
}

/// From where each vertex is moved to.
fn predecessors(
    problem: &Problem,
    place: &Place,
    next: &BTreeMap<u32, Vec<u32>>,
) -> Result<Vec<Option<u32>>, String> {
    let mut before = vec![None; problem.graph().len() as usize];
    for (&from, targets) in next {
        if targets.len() > 1 {
            let (from, names) = (place.name(from), names(place, targets));
            return Err(format!("{} moves from {from}: to {names}", targets.len()));
        }
        if let Some(other) = before[targets[0] as usize].replace(from) {
            let (to, names) = (place.name(targets[0]), names(place, &[other, from]));
            return Err(format!("two moves to {to}: from {names}"));
        }
    }
    Ok(before)
}

/// The only vertex that is not moved to.
fn beginning(place: &Place, before: &[Option<u32>]) -> Result<u32, String> {
    let vertices = (0..).zip(before);
    let none = vertices.filter_map(|(vertex, before)| before.is_none().then_some(vertex));
    match none.collect_vec()[..] {
        [first] => Ok(first),
        [] => Err("every square is moved to: this is not a path".into()),
        [a, b, ..] => {
            let names = names(place, &[a, b]);
            Err(format!("no move to {names}: this is not a single path"))
        }
    }
}

fn visits_all(problem: &Problem, place: &Place, steps: &[u32]) -> Result<(), String> {
    let (count, len) = (steps.len(), problem.graph().len());
    if count == len as usize {
        return Ok(());
    }
    let first = place.name(steps[0]);
    Err(format!(
        "a subtour: from {first} the moves visit {count} of the {}",
        counted(len, "square")
    ))
}

fn edges(problem: &Problem, place: &Place, held: &[Fact]) -> Result<Vec<u32>, String> {
    let beside = neighbours(problem, place, held)?;
    let given = given_step(problem);
    let first = match (problem.kind(), problem.start(), problem.end()) {
        _ if let Some((_, vertex)) = given => vertex,
        (_, Some(start), _) => start,
        (Kind::Closed, None, _) => 0,
        (Kind::Open, None, end) => {
            let is_end = |&v: &u32| beside[v as usize].len() < 2 && Some(v) != end;
            let mut ends = (0..problem.graph().len()).filter(is_end);
            ends.next().or(end).ok_or("no end: this is not a path")?
        }
    };
    let mut steps = follow(problem, &beside, first);
    visits_all(problem, place, &steps)?;
    if let Some((step, _)) = given {
        return Ok(in_the_direction_of_the_steps(problem, steps, step));
    }
    if problem.kind() == Kind::Closed && problem.end().is_some() && problem.start().is_none() {
        let place = steps.iter().position(|&v| Some(v) == problem.end());
        steps.rotate_left(place.unwrap_or(0) + 1);
    }
    Ok(steps)
}

/// A cycle from the vertex of a given step, turned to its step, in the direction that fits the others.
fn in_the_direction_of_the_steps(problem: &Problem, steps: Vec<u32>, step: u32) -> Vec<u32> {
    let turned = |mut steps: Vec<u32>| {
        steps.rotate_right(step as usize - 1);
        steps
    };
    let mut reverse = steps.clone();
    reverse[1..].reverse();
    let [steps, reverse] = [steps, reverse].map(turned);
    match Tour::verify(problem, reverse.clone()) {
        Ok(_) => reverse,
        Err(_) => steps,
    }
}

/// The vertices next to each other on the tour: no more than a path or a cycle has.
fn neighbours(problem: &Problem, place: &Place, held: &[Fact]) -> Result<Vec<Vec<u32>>, String> {
    let mut beside = vec![Vec::new(); problem.graph().len() as usize];
    for fact in held {
        if let Fact::Edge(a, b) = *fact {
            beside[a as usize].push(b);
            beside[b as usize].push(a);
        }
    }
    for (vertex, beside) in (0..).zip(&beside) {
        let is_right = match problem.kind() {
            Kind::Closed => beside.len() == 2,
            Kind::Open => beside.len() <= 2,
        };
        if !is_right {
            let moves = counted(beside.len(), "move");
            return Err(format!("{moves} at {}", place.name(vertex)));
        }
    }
    Ok(beside)
}

/// The path from a vertex until it ends or comes back.
fn follow(problem: &Problem, beside: &[Vec<u32>], first: u32) -> Vec<u32> {
    let len = beside.len();
    let mut steps = vec![first];
    let mut here = first;
    let mut came_from = None;
    loop {
        // A closed tour with a fixed end goes the way that ends there.
        let is_turned = |v: u32| came_from.is_none() && problem.end() == Some(v) && len > 2;
        let mut ways = beside[here as usize].iter().copied();
        match ways.find(|&v| Some(v) != came_from && !is_turned(v)) {
            Some(next) if next != first && steps.len() < len => {
                came_from = Some(here);
                here = next;
                steps.push(next);
            }
            _ => return steps,
        }
    }
}
