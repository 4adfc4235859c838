//! Cheap reasons as sums of constraints.

use super::colours::{self, difference};
use super::lines::Sum;
use super::prover::Prover;
use super::{clashes, magic};
use knightsat_base::stop::{Stop, Stopped};
use knightsat_tour::given::{Clash, Why};
use knightsat_tour::{Kind, Obstruction, Problem};
use std::io::{self, Write};

/// Derives a contradiction from the reason; `None` if it is about colours, and there are not two.
pub(super) fn derive<W: Write>(
    prover: &mut Prover<W>,
    problem: &Problem,
    reason: &Obstruction,
    stop: &Stop,
) -> io::Result<Option<()>> {
    let flow = prover.flow;
    let late = io::Error::other::<Stopped>;
    let apex_at_most = flow.apex().map(|apex| flow.degree_ids(apex)[1]);
    match reason {
        Obstruction::TooSmall => prover.end(&[flow.degree_ids(0)[0]]),
        Obstruction::Degree { vertex, .. } => prover.end(&[flow.degree_ids(*vertex)[0]]),
        Obstruction::ThreeEnds(ends) => {
            let least = ends.iter().map(|&end| flow.degree_ids(end)[0]);
            let hints: Vec<u64> = least.chain(apex_at_most).collect();
            prover.end(&hints);
        }
        Obstruction::Disconnected(a, _) => disconnected(prover, problem, *a, stop).map_err(late)?,
        Obstruction::Pieces { removed, .. } => {
            scattered(prover, problem, removed, stop).map_err(late)?
        }
        Obstruction::TwoFactor {
            needing, giving, ..
        } => lacking(prover, problem, needing, giving, stop).map_err(late)?,
        Obstruction::Clash(clash) if flow.steps() == 0 => {
            of_ends(prover, problem, clash, stop).map_err(late)?;
        }
        Obstruction::Clash(clash) => clashes::clash(prover, problem, clash, stop).map_err(late)?,
        Obstruction::Magic(reason) => magic::derive(prover, problem, *reason, stop)?,
        Obstruction::Colours { .. }
        | Obstruction::EndColours { .. }
        | Obstruction::Symmetry { .. } => {
            let colour = problem.graph().two_colouring_within(stop);
            let Some(colour) = colour.map_err(late)? else {
                return Ok(None);
            };
            match reason {
                Obstruction::Symmetry { .. } => clashes::symmetry(prover, problem, &colour, stop)?,
                _ => unbalanced(prover, problem, &colour),
            }
        }
    }
    Ok(Some(()))
}

/// Start and end clash, without other given steps: the apex has one edge, or their colours do not fit; a
/// closed tour would need an edge that is not there.
fn of_ends<W: Write>(
    prover: &mut Prover<W>,
    problem: &Problem,
    clash: &Clash,
    stop: &Stop,
) -> Result<(), Stopped> {
    let flow = prover.flow;
    let colour = match (clash.why, problem.kind()) {
        (Why::Colours { .. }, Kind::Open) => problem.graph().two_colouring_within(stop)?,
        _ => None,
    };
    match colour {
        Some(colour) => unbalanced(prover, problem, &colour),
        None => {
            let apex = flow.apex().map(|apex| flow.degree_ids(apex)[0]);
            prover.end(apex.as_slice());
        }
    }
    Ok(())
}

/// The component of a vertex is left, or in an open tour it and the rest are, for the apex.
fn disconnected<W: Write>(
    prover: &mut Prover<W>,
    problem: &Problem,
    vertex: u32,
    stop: &Stop,
) -> Result<(), Stopped> {
    let len = problem.graph().len();
    let mut is_inside = vec![false; len as usize];
    let mut sum = Sum::default();
    for piece in pieces(problem, is_inside.clone(), Some(vertex), stop)? {
        piece.iter().for_each(|&v| is_inside[v as usize] = true);
        sum.add(prover.cut(&piece, true), 1);
    }
    if let Some(apex) = prover.flow.apex() {
        let others = (0..len).filter(|&v| !is_inside[v as usize]);
        sum.add(prover.cut(&others.collect::<Vec<_>>(), true), 1);
        sum.add(prover.flow.degree_ids(apex)[1], 1);
    }
    prover.refute(&sum, &[]);
    Ok(())
}

/// Every piece is entered and left, and what was removed has no more than two edges each.
fn scattered<W: Write>(
    prover: &mut Prover<W>,
    problem: &Problem,
    removed: &[u32],
    stop: &Stop,
) -> Result<(), Stopped> {
    let flow = prover.flow;
    let mut is_removed = vec![false; problem.graph().len() as usize];
    removed.iter().for_each(|&v| is_removed[v as usize] = true);
    let mut sum = Sum::default();
    for piece in pieces(problem, is_removed, None, stop)? {
        stop.check()?;
        sum.add(prover.cut(&piece, true), 1);
    }
    let joining = removed.iter().copied().chain(flow.apex());
    joining.for_each(|vertex| sum.add(flow.degree_ids(vertex)[1], 1));
    let both_ends = flow.apex().map(|apex| flow.degree_ids(apex)[0]);
    prover.refute(&sum, both_ends.as_slice());
    Ok(())
}

/// What `needing` vertices take from `giving` ones, and from the ends of an open tour.
fn lacking<W: Write>(
    prover: &mut Prover<W>,
    problem: &Problem,
    needing: &[u32],
    giving: &[u32],
    stop: &Stop,
) -> Result<(), Stopped> {
    let flow = prover.flow;
    let is_free = problem.start().is_none() || problem.end().is_none();
    let colour = match flow.apex() {
        Some(_) if is_free => problem.graph().two_colouring_within(stop)?,
        _ => None,
    };
    let mut sum = Sum::of(needing.iter().map(|&v| flow.degree_ids(v)[0]));
    giving
        .iter()
        .for_each(|&v| sum.add(flow.degree_ids(v)[1], 1));
    if is_free {
        let class = |odd: usize| {
            let in_class = |v: &&u32| {
                colour
                    .as_ref()
                    .is_some_and(|c| usize::from(c[**v as usize]) == odd)
            };
            needing.iter().any(|v| in_class(&v))
        };
        let groups = colours::ends(prover, colour.as_deref(), stop)?;
        let is_split = groups.len() > 1;
        for (nth, group) in groups.iter().enumerate() {
            if !is_split || class(nth) {
                sum.add(group.ids[1], 1);
            }
        }
    }
    let both_ends = flow.apex().filter(|_| !is_free);
    let both_ends = both_ends.map(|apex| flow.degree_ids(apex)[0]);
    prover.refute(&sum, both_ends.as_slice());
    Ok(())
}

/// The degrees of one colour against those of the other.
fn unbalanced<W: Write>(prover: &mut Prover<W>, problem: &Problem, colour: &[bool]) {
    let odd = colour.iter().filter(|&&odd| odd).count();
    let (odd, even) = (odd, colour.len() - odd);
    let larger_is_odd = match odd == even {
        // Both ends are of the same colour: the other one has too few.
        true => problem.start().is_some_and(|end| !colour[end as usize]),
        false => odd > even,
    };
    let mut sum = difference(prover, colour, larger_is_odd);
    let apex = prover.flow.apex().map(|apex| prover.flow.degree_ids(apex));
    if problem.kind() == Kind::Open && odd != even {
        apex.iter().for_each(|ids| sum.add(ids[1], 1));
    }
    prover.refute(&sum, apex.map(|ids| ids[0]).as_slice());
}

/// The components without the removed vertices, or the one with a given vertex only.
fn pieces(
    problem: &Problem,
    is_removed: Vec<bool>,
    only: Option<u32>,
    stop: &Stop,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let graph = problem.graph();
    let mut seen = is_removed;
    let mut pieces = Vec::new();
    let mut watch = stop.watch(1 << 14);
    let starts = match only {
        Some(vertex) => vertex..vertex + 1,
        None => 0..graph.len(),
    };
    for start in starts {
        if std::mem::replace(&mut seen[start as usize], true) {
            continue;
        }
        let mut piece = vec![start];
        let mut done = 0;
        while let Some(&vertex) = piece.get(done) {
            watch.check()?;
            done += 1;
            for &next in graph.neighbours(vertex) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    piece.push(next);
                }
            }
        }
        piece.sort_unstable();
        pieces.push(piece);
    }
    Ok(pieces)
}
