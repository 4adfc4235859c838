//! Refutations of contradictory clues about steps, and of symmetries that contradict the colours.
//!
//! If the tour is on a at step i, then at step i + k it is on one of the vertices that k moves
//! reach. Each of these lemmas follows from its predecessor and the moves from its vertices, by
//! propagation.

use super::*;
use crate::tour::Kind;
use crate::tour::given::{Clash, Clue, Why};

/// The possible vertices of a step, unless a literal holds.
pub(super) struct Walk {
    pub step: u32,
    /// The vertices, in order.
    on: Vec<u32>,
    elsewhere: Option<Lit>,
    /// The lemma that states this; at the first step a clue does.
    pub known: Option<u64>,
}

impl Walk {
    /// Advances to the next step.
    pub fn advance(&mut self, prover: &mut Prover) -> io::Result<()> {
        prover.check()?;
        let flow = prover.flow;
        let next = flow.next(self.step);
        let graph = prover.problem.graph();
        let mut on: Vec<u32> = self
            .on
            .iter()
            .flat_map(|&v| graph.neighbours(v))
            .copied()
            .collect();
        on.sort_unstable();
        on.dedup();
        let lits = on.iter().map(|&v| flow.on(next, v));
        let lemma = Constraint::clause(self.elsewhere.into_iter().chain(lits));
        let moves = self.on.iter().map(|&v| flow.after_id(self.step, v));
        let mut hints: Vec<u64> = moves.chain(self.known).collect();
        if self.known.is_none() {
            hints.extend(flow.unit_ids());
        }
        let id = prover.proof.rup(&lemma, &hints);
        (self.step, self.on, self.known) = (next, on, Some(id));
        Ok(())
    }
}

/// The tours that start on a colour, if moves change colour.
pub(super) struct Class {
    /// A fresh variable: the tour starts on the other colour.
    pub elsewhere: Lit,
    /// Its definition: it holds if and only if a vertex of the other colour is at the first step.
    pub ids: [u64; 2],
    /// The possible vertices, from the first step on.
    pub walk: Walk,
}

impl Class {
    pub fn new(prover: &mut Prover, colour: &[bool], first: bool) -> io::Result<Class> {
        let flow = prover.flow;
        let elsewhere = prover.fresh()?;
        let (on, others): (Vec<u32>, Vec<u32>) =
            (0..flow.steps()).partition(|&v| colour[v as usize] == first);
        let [here, there] = [&on, &others].map(|set| set.iter().map(|&v| flow.on(1, v)));
        let mut holds = Constraint::at_least(others.len() as i64, there.clone().map(|lit| !lit));
        holds.terms.push((others.len() as i64, elsewhere));
        let only_then = Constraint::clause([!elsewhere].into_iter().chain(there));
        let holds = prover.proof.define(&holds, elsewhere);
        let only_then = prover.proof.define(&only_then, !elsewhere);
        let lemma = Constraint::clause([elsewhere].into_iter().chain(here));
        let known = prover.proof.rup(&lemma, &[flow.step_ids(1)[0], holds]);
        Ok(Class {
            elsewhere,
            ids: [holds, only_then],
            walk: Walk {
                step: 1,
                on,
                elsewhere: Some(elsewhere),
                known: Some(known),
            },
        })
    }
}

/// Derives a contradiction from two clues that clash.
pub(super) fn clash(prover: &mut Prover, clash: &Clash) -> io::Result<()> {
    let flow = prover.flow;
    let mut hints: Vec<u64> = flow.unit_ids().collect();
    let places = clash.clues.map(|clue| match clue {
        Clue::At { step, vertex } | Clue::NotAt { step, vertex } => Some((step, vertex)),
        Clue::Move(_) | Clue::NoMove(_) => None,
    });
    // Any other contradiction is a required edge that the graph lacks.
    if let [Some((step, vertex)), Some((later, other))] = places {
        let (first, last) = match clash.why {
            Why::TooFar { steps, .. } | Why::Colours { steps } => {
                if prover.problem.kind() == Kind::Open || later - step == steps {
                    ((step, vertex), later)
                } else {
                    ((later, other), step)
                }
            }
            Why::Contrary | Why::Twice => {
                hints.extend([flow.step_ids(step)[1], flow.vertex_ids(vertex)[1]]);
                prover.end(hints);
                return Ok(());
            }
        };
        let mut walk = Walk {
            step: first.0,
            on: vec![first.1],
            elsewhere: None,
            known: None,
        };
        while walk.step != last {
            walk.advance(prover)?;
        }
        hints.extend(walk.known);
        hints.push(flow.step_ids(last)[1]);
    }
    prover.end(hints);
    Ok(())
}

/// For neither start colour can a period of steps lead a vertex to its image.
pub(super) fn symmetry(prover: &mut Prover, colour: &[bool]) -> io::Result<()> {
    let flow = prover.flow;
    let later = flow.part_after(1);
    let mut excluded = Vec::new();
    for first in [false, true] {
        let Class { mut walk, ids, .. } = Class::new(prover, colour, first)?;
        while walk.step != later {
            walk.advance(prover)?;
        }
        let known = [flow.step_ids(later)[1], flow.step_ids(1)[1]];
        for vertex in (0..flow.steps()).filter(|&v| colour[v as usize] == first) {
            let here = flow.on(1, vertex);
            let mut hints: Vec<u64> = known.into_iter().chain(walk.known).chain(ids).collect();
            // If the turn may lead back, the first way leaves only the other.
            if let ([ahead, back], Some(is_back)) = (&flow.image_ids(1, vertex)[..], flow.back()) {
                let one_way = [&[*ahead], &hints[..]].concat();
                let one_way = prover
                    .proof
                    .rup(&Constraint::clause([!here, is_back]), &one_way);
                hints.extend([one_way, *back]);
            } else {
                hints.extend(flow.image_ids(1, vertex));
            }
            excluded.push(prover.proof.rup(&Constraint::clause([!here]), &hints));
        }
    }
    excluded.push(flow.step_ids(1)[0]);
    prover.end(excluded);
    Ok(())
}
