//! The groups of clauses, and the clauses about a single step.

use super::Binary;
use super::bits::below;
use super::domain::{StepBits, not};
use super::moves::Choices;
use crate::shared_groups::{
    GIVEN_MOVES, GIVEN_STEPS, NUMBERS, QUARTER, SUMS as LINE_SUMS, TOO_SMALL,
};
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, each};

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
    GivenSteps,
    GivenMoves,
    Numbers,
    LineSums,
    Period,
    Quarter,
    TooSmall,
}

knightsat_cnf::clause_groups! {
    pub(super) BOUNDS: "bounds",
        "rank and file of every step are on the board",
        "rank of x[i] < ranks and file of x[i] < files for every i";
    HOLES: "holes", "no step is on a hole", "x[i] ≠ h for every i and every hole h";
    COLOURS: "colours",
        "steps change the colour of the square",
        "rank + file of x[i] is odd, or even, by their lowest bits";
    WINDOWS: "windows",
        "no step is on a square that is too far from the ends",
        "x[i] ≠ v where no tour is on v at step i";
    SUMS: "sums",
        "rank and file plus what a leap adds, bit by bit with a carry",
        "s[i,a] = x[i] + a for every i and every part a of a leap";
    MOVES: "moves",
        "a leap leads from every step to the next, and not off the board",
        "⋁_k m[i,k]; m[i,k] → x[i+1] = x[i] + leap k, or neighbour k";
    ALL_DIFFERENT: "all different",
        "no square is visited twice",
        "x[i] ≠ x[j] in some bit for all i < j, or x[i] = v for some i for every v";
    START: "start", "the tour starts here", "x[1] = v";
    END: "end", "the tour ends here", "x[N] = v";
    PERIOD: "symmetry",
        "after a part of the tour its image follows",
        "x[i] = v → x[i+L] = image of v";
}

impl Binary {
    /// Returns the groups that have clauses and those that always exist, each as sinks receive it.
    pub(super) fn groups(&self) -> Vec<(Group, &'static ClauseGroup)> {
        let (domain, line) = (&self.domain, self.line());
        let [start, end] = line.ends();
        let is_leaping = matches!(self.choices, Choices::Leaps(_)) && domain.len() > 1;
        // Numbers in all their bits need no bound.
        let mut sides = self.layout.sides.iter();
        let is_bounded = sides.any(|side| !side.is_power_of_two());
        let mut open = (1..=domain.len()).filter(|&step| !domain.is_fixed(step));
        let is_kept = line.is_pruned() && open.any(|step| self.forbidden(step).next().is_some());
        let has_sums = !line.sums().is_empty();
        let groups = [
            (is_bounded.then_some(Group::Bounds), &BOUNDS),
            ((!self.holes.is_empty()).then_some(Group::Holes), &HOLES),
            (domain.is_odd(1).map(|_| Group::Colours), &COLOURS),
            (is_kept.then_some(Group::Windows), &WINDOWS),
            (is_leaping.then_some(Group::Sums), &SUMS),
            (Some(Group::Moves), &MOVES),
            (Some(Group::AllDifferent), &ALL_DIFFERENT),
            (start.map(Group::Start), &START),
            (end.map(Group::End), &END),
            (
                line.is_restricted().then_some(Group::GivenSteps),
                &GIVEN_STEPS,
            ),
            (
                (!line.required().is_empty()).then_some(Group::GivenMoves),
                &GIVEN_MOVES,
            ),
            (has_sums.then_some(Group::Numbers), &NUMBERS),
            (has_sums.then_some(Group::LineSums), &LINE_SUMS),
            (line.is_periodic().then_some(Group::Period), &PERIOD),
            (line.either_way().map(|_| Group::Quarter), &QUARTER),
            (line.is_to_and_fro().then_some(Group::TooSmall), &TOO_SMALL),
        ]
        .into_iter();
        groups
            .filter_map(|(group, announced)| Some((group?, announced)))
            .collect()
    }

    /// Returns the vertices that windows exclude from a step. Vertices of the wrong colour are
    /// omitted if clauses exclude them.
    pub(super) fn forbidden(&self, step: u32) -> impl Iterator<Item = u32> {
        let domain = &self.domain;
        (0..domain.len())
            .filter(move |&v| !domain.line.allows(step, v) && !domain.is_other_colour(step, v))
    }

    /// Writes the clauses of a group about each single step that is not fixed.
    pub(super) fn stay(&self, group: Group, places: &[StepBits], sink: &mut dyn ClauseSink) {
        let steps = (1..).zip(places);
        each(
            steps.filter(|(step, _)| !self.domain.is_fixed(*step)),
            sink,
            |(step, place), sink| match group {
                Group::Holes => {
                    let holes = self.holes.iter();
                    holes.for_each(|&hole| sink.clause(&not(place.equals(hole))));
                }
                Group::Windows => {
                    let gone = self.forbidden(step);
                    gone.for_each(|vertex| sink.clause(&self.layout.is_not(place, vertex)));
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
                    for (bits, &side) in place.0.iter().zip(&self.layout.sides) {
                        below(bits, side, sink);
                    }
                }
            },
        );
    }
}
