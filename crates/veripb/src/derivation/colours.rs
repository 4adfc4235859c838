//! The ends of an open tour where moves change colour: how many are of either.
//!
//! The degrees of one colour less those of the other leave the edges of the apex only: those to the
//! one less those to the other are twice as many as there are more vertices of it. Both together are two.

use super::lines::Sum;
use super::prover::Prover;
use knightsat_base::stop::{Stop, Stopped};
use std::io::Write;

/// Edges of which a tour takes so many.
pub(super) struct Group {
    pub edges: Vec<u32>,
    /// Out of 0, 1 and 2 if there can be a tour.
    pub count: i64,
    /// That it takes at least so many, and at most.
    pub ids: [u64; 2],
}

/// The edges at the apex: all of them, or those to either colour, the one of vertex 0 first.
pub(super) fn ends<W: Write>(
    prover: &mut Prover<W>,
    colour: Option<&[bool]>,
    stop: &Stop,
) -> Result<Vec<Group>, Stopped> {
    let flow = prover.flow;
    let Some(apex) = flow.apex() else {
        return Ok(Vec::new());
    };
    let Some(colour) = colour else {
        return Ok(vec![Group {
            edges: flow.at(apex).map(|(edge, _)| edge).collect(),
            count: 2,
            ids: flow.degree_ids(apex),
        }]);
    };
    let mut groups = Vec::new();
    for wanted in [false, true] {
        stop.check()?;
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
        groups.push(Group {
            edges: to_class.map(|(edge, _)| edge).collect(),
            count: 2 * of_class - colour.len() as i64 + 1,
            ids,
        });
    }
    Ok(groups)
}

/// At least two edges at every vertex of this colour, at most two at every other.
pub(super) fn difference<W: Write>(prover: &Prover<W>, colour: &[bool], wanted: bool) -> Sum {
    let degree = |(vertex, &odd): (u32, &bool)| {
        let [least, most] = prover.flow.degree_ids(vertex);
        if odd == wanted { least } else { most }
    };
    Sum::of((0..).zip(colour).map(degree))
}
