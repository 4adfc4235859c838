//! Short reasons as sums of constraints, and the consequences of colours for the ends.
//!
//! If moves change colour, the degrees of one colour less those of the other cancel all edges but
//! those of the apex. The apex's edges to one colour, less those to the other, are twice the
//! difference of the class sizes. Both together are two.

use super::*;
use crate::tour::given::{Clash, Why};
use crate::tour::{Kind, Obstruction};

/// Writes the proof of a short reason of this problem.
pub fn write_reason(mut prover: Prover, reason: &Obstruction) -> io::Result<()> {
    derive(&mut prover, reason)?;
    prover.proof.finish()
}

/// Derives a contradiction from the reason.
fn derive(prover: &mut Prover, reason: &Obstruction) -> io::Result<()> {
    let flow = prover.flow;
    let least = |vertex: u32| flow.degree_ids(vertex)[0];
    match reason {
        Obstruction::TooSmall => prover.end([least(0)]),
        Obstruction::Degree { vertex, .. } => prover.end([least(*vertex)]),
        Obstruction::ThreeEnds(ends) => {
            let apex_at_most = flow.apex().map(|apex| flow.degree_ids(apex)[1]);
            prover.end(ends.map(least).into_iter().chain(apex_at_most));
        }
        Obstruction::Disconnected(a, _) => disconnected(prover, *a)?,
        Obstruction::Pieces { removed, .. } => scattered(prover, removed)?,
        Obstruction::TwoFactor {
            needing, giving, ..
        } => lacking(prover, needing, giving)?,
        Obstruction::Split { .. } => unreachable!("the table takes no directed graph"),
        Obstruction::Clash(clash) if flow.steps() == 0 => of_ends(prover, clash)?,
        Obstruction::Clash(clash) => clashes::clash(prover, clash)?,
        Obstruction::Magic(reason) => magic::derive(prover, *reason)?,
        Obstruction::Colours { .. }
        | Obstruction::EndColours { .. }
        | Obstruction::Symmetry { .. } => {
            let colour = prover
                .two_colouring()?
                .expect("the reason is about colours");
            match reason {
                Obstruction::Symmetry { .. } => clashes::symmetry(prover, &colour)?,
                _ => unbalanced(prover, &colour),
            }
        }
    }
    Ok(())
}

/// Refutes contradictory ends, without other given steps: the apex has one edge, or the colours of
/// the ends do not fit. For a closed tour, the graph lacks the edge between the ends.
fn of_ends(prover: &mut Prover, clash: &Clash) -> io::Result<()> {
    let colour = match (clash.why, prover.problem.kind()) {
        (Why::Colours { .. }, Kind::Open) => prover.two_colouring()?,
        _ => None,
    };
    match colour {
        Some(colour) => unbalanced(prover, &colour),
        None => prover.end(apex_at_least(prover)),
    }
    Ok(())
}

/// Returns the constraint by which the apex, if there is one, has two edges at least.
fn apex_at_least(prover: &Prover) -> Option<u64> {
    let apex = prover.flow.apex();
    apex.map(|apex| prover.flow.degree_ids(apex)[0])
}

/// The tour leaves the component of a vertex. An open tour leaves it and the other components for
/// the apex.
fn disconnected(prover: &mut Prover, vertex: u32) -> io::Result<()> {
    prover.check()?;
    let pieces = prover.problem.graph().components().into_iter();
    let (own, others): (Vec<_>, Vec<_>) = pieces.partition(|piece| piece.contains(&vertex));
    let mut sum = Sum::of([prover.cut(&own.concat(), true)]);
    if let Some(apex) = prover.flow.apex() {
        sum.add(prover.cut(&others.concat(), true), 1);
        sum.add(prover.flow.degree_ids(apex)[1], 1);
    }
    prover.refute(&sum, None);
    Ok(())
}

/// The tour enters and leaves every piece, and each removed vertex has at most two edges.
fn scattered(prover: &mut Prover, removed: &[u32]) -> io::Result<()> {
    let flow = prover.flow;
    let mut sum = Sum::default();
    for piece in prover.problem.graph().components_without(removed) {
        prover.check()?;
        sum.add(prover.cut(&piece, true), 1);
    }
    let joining = removed.iter().copied().chain(flow.apex());
    sum.add_all(joining.map(|vertex| flow.degree_ids(vertex)[1]));
    prover.refute(&sum, apex_at_least(prover));
    Ok(())
}

/// Bounds the edges that `needing` vertices take from `giving` ones, and from the ends of an open
/// tour.
fn lacking(prover: &mut Prover, needing: &[u32], giving: &[u32]) -> io::Result<()> {
    let (flow, problem) = (prover.flow, prover.problem);
    let is_free = problem.start().is_none() || problem.end().is_none();
    let mut sum = Sum::of(needing.iter().map(|&v| flow.degree_ids(v)[0]));
    sum.add_all(giving.iter().map(|&v| flow.degree_ids(v)[1]));
    if !is_free {
        prover.refute(&sum, apex_at_least(prover));
        return Ok(());
    }
    let colour = match flow.apex() {
        Some(_) => prover.two_colouring()?,
        None => None,
    };
    for (odd, group) in [false, true]
        .into_iter()
        .zip(ends(prover, colour.as_deref())?)
    {
        let is_of_group = |colour: &Vec<bool>| needing.iter().any(|&v| colour[v as usize] == odd);
        if colour.as_ref().is_none_or(is_of_group) {
            sum.add(group.ids[1], 1);
        }
    }
    prover.refute(&sum, None);
    Ok(())
}

/// Subtracts the degrees of one colour from those of the other.
fn unbalanced(prover: &mut Prover, colour: &[bool]) {
    let problem = prover.problem;
    let odd = colour.iter().filter(|&&odd| odd).count();
    let even = colour.len() - odd;
    let larger_is_odd = if odd == even {
        // Both ends have one colour: the other colour has too few vertices.
        problem.start().is_some_and(|end| !colour[end as usize])
    } else {
        odd > even
    };
    let mut sum = difference(prover, colour, larger_is_odd);
    let apex = prover.flow.apex().filter(|_| odd != even);
    sum.add_all(apex.map(|apex| prover.flow.degree_ids(apex)[1]));
    prover.refute(&sum, apex_at_least(prover));
}

/// Edges, with the number of them in every tour.
pub(super) struct EdgeGroup {
    pub edges: Vec<Lit>,
    /// The number: 0, 1 or 2 if a tour is possible.
    pub count: i64,
    /// The constraints for at least this number, and at most.
    pub ids: [u64; 2],
}

/// Returns the edges at the apex: all of them, or those to either colour, the one of vertex 0
/// first.
pub(super) fn ends(prover: &mut Prover, colour: Option<&[bool]>) -> io::Result<Vec<EdgeGroup>> {
    let flow = prover.flow;
    let Some(apex) = flow.apex() else {
        return Ok(Vec::new());
    };
    let Some(colour) = colour else {
        return Ok(vec![EdgeGroup {
            edges: flow.at(apex).map(|(edge, _)| flow.taken(edge)).collect(),
            count: 2,
            ids: flow.degree_ids(apex),
        }]);
    };
    let mut groups = Vec::new();
    for wanted in [false, true] {
        prover.check()?;
        let of_class = colour.iter().filter(|&&odd| odd == wanted).count() as i64;
        let to_class = flow
            .at(apex)
            .filter(|&(_, end)| colour[end as usize] == wanted);
        let ids = [0, 1].map(|bound: usize| {
            let mut sum = difference(prover, colour, wanted ^ (bound == 1));
            sum.add(flow.degree_ids(apex)[bound], 1);
            sum.divide(2);
            prover.proof.pol(&sum)
        });
        groups.push(EdgeGroup {
            edges: to_class.map(|(edge, _)| flow.taken(edge)).collect(),
            count: 2 * of_class - colour.len() as i64 + 1,
            ids,
        });
    }
    Ok(groups)
}

/// Adds at least two edges at every vertex of this colour, and at most two at every other.
fn difference(prover: &Prover, colour: &[bool], wanted: bool) -> Sum {
    let bound = |(vertex, &odd)| prover.flow.degree_ids(vertex)[usize::from(odd != wanted)];
    Sum::of((0..).zip(colour).map(bound))
}
