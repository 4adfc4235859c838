//! Clashes of given steps, and symmetries that colours do not allow: the tour cannot be where it has to be.

use super::classes::Class;
use super::prover::Prover;
use super::walk::Walk;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_tour::given::{Clash, Clue, Why};
use knightsat_tour::{Kind, Problem};
use std::io::{self, Write};

/// Derives a contradiction from two clues that clash.
pub(super) fn clash<W: Write>(
    prover: &mut Prover<W>,
    problem: &Problem,
    clash: &Clash,
    stop: &Stop,
) -> Result<(), Stopped> {
    let flow = prover.flow;
    let mut hints: Vec<u64> = flow.unit_ids().collect();
    let places = clash.clues.map(|clue| match clue {
        Clue::At { step, vertex } | Clue::NotAt { step, vertex } => Some((step, vertex)),
        Clue::Move(_) | Clue::NoMove(_) => None,
    });
    // What contradicts itself otherwise is an edge that has to be taken, and is not there.
    if let [Some((step, vertex)), Some((later, other))] = places {
        let (first, last) = match clash.why {
            Why::TooFar { steps, .. } | Why::Colours { steps } => {
                match problem.kind() == Kind::Open || later - step == steps {
                    true => ((step, vertex), (later, other)),
                    false => ((later, other), (step, vertex)),
                }
            }
            Why::Contrary | Why::Twice => {
                hints.extend([flow.step_ids(step)[1], flow.vertex_ids(vertex)[1]]);
                prover.end(&hints);
                return Ok(());
            }
        };
        let mut walk = Walk {
            step: first.0,
            on: vec![first.1],
            elsewhere: None,
            known: None,
        };
        while walk.step != last.0 {
            stop.check()?;
            walk.go_on(prover, problem);
        }
        hints.extend(walk.known);
        hints.push(flow.step_ids(last.0)[1]);
    }
    prover.end(&hints);
    Ok(())
}

/// From neither colour a vertex leads to its image in a period.
pub(super) fn symmetry<W: Write>(
    prover: &mut Prover<W>,
    problem: &Problem,
    colour: &[bool],
    stop: &Stop,
) -> io::Result<()> {
    let flow = prover.flow;
    let later = flow.period_after(1);
    let mut excluded = Vec::new();
    for first in [false, true] {
        let class = Class::new(prover, colour, first)?;
        let mut walk = class.walk(prover, colour);
        while walk.step != later {
            stop.check().map_err(io::Error::other)?;
            walk.go_on(prover, problem);
        }
        let hints = [flow.step_ids(later)[1], flow.step_ids(1)[1]];
        let hints: Vec<u64> = hints
            .into_iter()
            .chain(walk.known)
            .chain(class.ids)
            .collect();
        let of_class = (0..flow.steps()).filter(|&v| colour[v as usize] == first);
        for vertex in of_class {
            let image = [flow.image_id(1, vertex)];
            let hints: Vec<u64> = image.into_iter().chain(hints.iter().copied()).collect();
            let not_here = Constraint::clause([!flow.on(1, vertex)]);
            excluded.push(prover.proof.rup(&not_here, &hints));
        }
    }
    excluded.push(flow.step_ids(1)[0]);
    prover.end(&excluded);
    Ok(())
}
