//! Decodes the facts of a model to a tour, or to the reason why they are not one.

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
    let mut names = vertices.iter().map(|&vertex| place.name(vertex));
    match vertices.len() {
        0..=6 => names.join(" and "),
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

/// Follows `next` from the first vertex until no vertex follows, or the first one recurs.
fn walk(first: u32, len: usize, next: impl Fn(u32, Option<u32>) -> Option<u32>) -> Vec<u32> {
    let walked = iter::successors(Some((first, None)), |&(here, before)| {
        let there = next(here, before).filter(|&there| there != first)?;
        Some((there, Some(here)))
    });
    walked.map(|(here, _)| here).take(len).collect()
}

/// Returns the steps, if they visit every vertex.
fn all_visited(problem: &Problem, place: &Place, steps: Vec<u32>) -> Result<Vec<u32>, String> {
    let (count, len) = (steps.len(), problem.graph().len());
    if count == len as usize {
        return Ok(steps);
    }
    let (first, squares) = (place.name(steps[0]), counted(len, "square"));
    Err(format!(
        "a subtour: from {first} the moves visit {count} of the {squares}"
    ))
}

fn arcs(problem: &Problem, place: &Place, held: &[Fact]) -> Result<Vec<u32>, String> {
    let len = problem.graph().len() as usize;
    let [mut next, mut before] = [vec![Vec::new(); len], vec![Vec::new(); len]];
    for fact in held {
        if let Fact::Arc { from, to } = *fact {
            next[from as usize].push(to);
            before[to as usize].push(from);
        }
    }
    for (vertex, (to, from)) in (0..).zip(next.iter().zip(&before)) {
        let here = place.name(vertex);
        if to.len() > 1 {
            return Err(format!(
                "{} moves from {here}: to {}",
                to.len(),
                names(place, to)
            ));
        }
        if from.len() > 1 {
            return Err(format!(
                "{} moves to {here}: from {}",
                from.len(),
                names(place, from)
            ));
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
    let steps = walk(first, len, |here, _| next[here as usize].first().copied());
    let steps = all_visited(problem, place, steps)?;
    let last = steps[steps.len() - 1];
    match (is_closed, &next[last as usize][..]) {
        (true, []) => Err(format!("no move from {}", place.name(last))),
        (true, _) => Ok(rotated(problem, steps)),
        (false, _) => Ok(steps),
    }
}

fn edges(problem: &Problem, place: &Place, held: &[Fact]) -> Result<Vec<u32>, String> {
    if problem.graph().is_directed() {
        return Err(
            "edges do not determine the direction of the tour: in a directed graph name arcs"
                .into(),
        );
    }
    let beside = neighbours(problem, place, held)?;
    let (is_closed, end) = (problem.kind() == Kind::Closed, problem.end());
    let is_end = |&v: &u32| beside[v as usize].len() < 2 && Some(v) != end;
    let mut ends = (0..problem.graph().len()).filter(is_end);
    let first = match problem.start() {
        _ if is_closed => anchor(problem).1,
        Some(start) => start,
        None => ends.next().or(end).ok_or("no end: this is not a path")?,
    };
    let steps = walk(first, beside.len(), |here, before| {
        let mut ways = beside[here as usize].iter().copied();
        ways.find(|&v| Some(v) != before)
    });
    let steps = all_visited(problem, place, steps)?;
    if !is_closed {
        return Ok(steps);
    }
    // The direction that fits the given steps and ends.
    let reverse = rotated(problem, steps.iter().rev().copied().collect());
    let steps = rotated(problem, steps);
    let fits = |steps: &[u32]| Tour::verify(problem, steps.to_vec()).is_ok();
    if !fits(&steps) && fits(&reverse) {
        Ok(reverse)
    } else {
        Ok(steps)
    }
}

/// Returns the neighbours of each vertex on the tour: at most those of a path or a cycle.
fn neighbours(problem: &Problem, place: &Place, held: &[Fact]) -> Result<Vec<Vec<u32>>, String> {
    let mut beside = vec![Vec::new(); problem.graph().len() as usize];
    for fact in held {
        if let Fact::Edge(ends) = fact {
            let [a, b] = **ends;
            beside[a as usize].push(b);
            beside[b as usize].push(a);
        }
    }
    let is_wrong = |found: usize| found > 2 || problem.kind() == Kind::Closed && found < 2;
    let wrong = beside.iter().position(|beside| is_wrong(beside.len()));
    match wrong {
        None => Ok(beside),
        Some(vertex) => {
            let moves = counted(beside[vertex].len(), "move");
            Err(format!("{moves} at {}", place.name(vertex as u32)))
        }
    }
}
