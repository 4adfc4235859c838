//! The groups of clauses, and the clauses about a step by itself.

use super::Binary;
use super::bits::below;
use super::layout::StepBits;
use super::moves::Choices;
use crate::cnf::Lit;
use crate::problem::Kind;
use crate::sink::ClauseSink;

/// A group of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Bounds,
    Holes,
    Colours,
    Windows,
    Sums,
    Moves,
    AllDifferent,
    Start(u32),
    End(u32),
    Symmetry,
    TooSmall,
}

impl Group {
    pub fn name(self) -> &'static str {
        match self {
            Group::Bounds => "bounds",
            Group::Holes => "holes",
            Group::Colours => "colours",
            Group::Windows => "windows",
            Group::Sums => "sums",
            Group::Moves => "moves",
            Group::AllDifferent => "all different",
            Group::Start(_) => "start",
            Group::End(_) => "end",
            Group::Symmetry => "symmetry",
            Group::TooSmall => "a cycle has three squares",
        }
    }
}

impl Binary<'_> {
    /// The groups that have clauses, and those that always have.
    pub(super) fn groups(&self) -> Vec<Group> {
        let domain = &self.domain;
        let [start, end] = domain.ends();
        let is_leaping = matches!(self.choices, Choices::Leaps(_)) && self.domain.len() > 1;
        // Of numbers in all their bits there is nothing to rule out.
        let is_bounded = self
            .layout
            .sides()
            .iter()
            .any(|side| !side.is_power_of_two());
        let is_kept = (0..self.domain.len()).any(|v| domain.forbidden_steps(v) > 0);
        let is_closed = self.problem.kind() == Kind::Closed;
        let groups = [
            (is_bounded, Group::Bounds),
            (!self.holes.is_empty(), Group::Holes),
            (domain.is_odd(1).is_some(), Group::Colours),
            (is_kept, Group::Windows),
            (is_leaping, Group::Sums),
            (true, Group::Moves),
            (true, Group::AllDifferent),
            (start.is_some(), Group::Start(start.unwrap_or(0))),
            (end.is_some(), Group::End(end.unwrap_or(0))),
            (self.problem.symmetry().order() > 1, Group::Symmetry),
            (is_closed && self.domain.len() == 2, Group::TooSmall),
        ];
        let wanted = groups.into_iter().filter(|(is_wanted, _)| *is_wanted);
        wanted.map(|(_, group)| group).collect()
    }

    /// The vertices that the windows keep from a step, but for those of the wrong colour where
    /// clauses see to that.
    pub(super) fn forbidden(&self, step: u32) -> impl Iterator<Item = u32> {
        let domain = &self.domain;
        (0..domain.len())
            .filter(move |&v| !domain.allows(step, v) && !domain.is_other_colour(step, v))
    }

    /// What is said of a step by itself.
    pub(super) fn stay<S: ClauseSink>(
        &self,
        group: Group,
        step: u32,
        place: &StepBits,
        sink: &mut S,
    ) {
        let mut forbid = |at: Vec<Lit>| {
            let clause: Vec<Lit> = at.into_iter().map(|lit| !lit).collect();
            sink.clause(&clause);
        };
        match group {
            Group::Holes => {
                let holes = self.holes.iter();
                holes.for_each(|&hole| forbid(place.equals(hole)));
            }
            Group::Windows => {
                let gone = self.forbidden(step);
                gone.for_each(|vertex| forbid(self.layout.is(place, vertex)));
            }
            Group::Colours => match (self.domain.is_odd(step), &place.lowest()[..]) {
                (Some(is_odd), &[bit]) => sink.clause(&[if is_odd { bit } else { !bit }]),
                (Some(is_odd), &[rank, file]) => {
                    let file = if is_odd { file } else { !file };
                    sink.clause(&[rank, file]);
                    sink.clause(&[!rank, !file]);
                }
                _ => {}
            },
            _ => {
                for (bits, &side) in place.0.iter().zip(self.layout.sides()) {
                    below(bits, side, sink);
                }
            }
        }
    }
}
