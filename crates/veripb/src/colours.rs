//! Short refutations of the textbook formula where moves change colour.
//!
//! Let the tour start on a square of colour c. Then at step k it is on c if k is odd, else on the other colour:
//!
//! `⋁ {x[1][t] : t not of c} ∨ ⋁ {x[k][t] : t of the colour due at step k}` for every k.
//!
//! Each of these lemmas follows from the one before by unit propagation, as all moves from the squares of one
//! colour lead to the other. So it cannot start on c if that is not the colour of the last step: of a closed
//! tour if there is an odd number of steps, of an open one if it must end elsewhere. Nor if a
//! colour has fewer squares than it has steps, but for that one has to count. If it can start on neither
//! colour there is no tour: with n squares that takes 2n lemmas and some n/2 for the start, where lemmas
//! for every first square take n².
//!
//! To count squares in resolution takes fresh variables. With steps 1 … m on squares 1 … m − 1, at most one step a
//! square, let q\[i\]\[j\] say that step i is on j, or that it is on the last square, and the last step on j. Then the
//! first m − 1 steps are on the first m − 2 squares, at most one a square: so it goes on until there is one step,
//! and no square. That takes some m⁴/4 clauses, where without fresh variables there are exponentially many (Cook, A
//! short proof of the pigeon hole principle using extended resolution, 1976; Haken, The intractability of
//! resolution, 1985).

use crate::base::stop::{Stop, Stopped};
use crate::solver::derive::Step;
use crate::tour::{Kind, Problem};

/// Squares of a board up to which squares are counted in resolution: half a million lemmas.
const MOST: usize = 81;

/// Why the tour does not start on a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The lemma of the last step leads to it by propagation.
    Parity,
    /// There are fewer squares than steps on them: whether these are the odd ones.
    Count { odd: bool },
}

/// A problem whose colours rule every tour out.
#[derive(Clone, Debug)]
pub struct Colours {
    /// Of every vertex.
    colour: Vec<bool>,
    /// Why the tour starts on neither colour.
    why: [Why; 2],
}

impl Colours {
    /// Nothing if the colours allow a tour, or if there are none.
    pub fn of(problem: &Problem, stop: &Stop) -> Result<Option<Colours>, Stopped> {
        let colour = problem.graph().two_colouring_within(stop)?;
        let Some(colour) = colour.filter(|colour| colour.len() > 1) else {
            return Ok(None);
        };
        let why = |start: bool| -> Option<Why> {
            let steps = colour.len();
            let squares = |odd: bool| colour.iter().filter(|&&c| c == (start == odd)).count();
            let last = start ^ (steps.is_multiple_of(2));
            let of = |vertex: Option<u32>| vertex.map(|v| colour[v as usize]);
            let is_wrong = of(problem.start()).is_some_and(|c| c != start)
                || of(problem.end()).is_some_and(|c| c != last)
                || problem.kind() == Kind::Closed && steps % 2 == 1;
            match is_wrong {
                true => Some(Why::Parity),
                false if squares(true) < steps.div_ceil(2) => Some(Why::Count { odd: true }),
                false if squares(false) < steps / 2 => Some(Why::Count { odd: false }),
                false => None,
            }
        };
        let why = why(false).zip(why(true));
        Ok(why.map(|(even, odd)| Colours {
            colour,
            why: [even, odd],
        }))
    }

    /// Whether resolution suffices.
    pub fn is_parity(&self) -> bool {
        self.why == [Why::Parity; 2]
    }

    /// All steps of a proof from the formula, which has so many variables, the empty clause last.
    pub fn proof(&self, variables: u32) -> Vec<Step> {
        let mut variables = variables as i32;
        let mut proof = Vec::new();
        for start in [false, true] {
            let due = (1..=self.steps()).map(|step| self.due(start, step));
            proof.extend(due.map(Step::Lemma));
            let elsewhere = self.starts_elsewhere(start);
            let Why::Count { odd } = self.why(start) else {
                proof.push(Step::Lemma(elsewhere));
                continue;
            };
            let squares: Vec<u32> = self.squares(start == odd).collect();
            let steps = (1..=self.steps()).filter(|step| (step % 2 == 1) == odd);
            let on = steps.take(squares.len() + 1).map(|step| {
                let on = squares.iter().map(|&square| self.at(step, square));
                on.collect()
            });
            count(on.collect(), &elsewhere, &mut variables, &mut proof);
        }
        proof.extend(self.last_lemmas().map(Step::Lemma));
        proof
    }

    /// Whether few enough squares are to be counted for a proof in resolution.
    pub fn is_small(&self) -> bool {
        self.is_parity() || self.colour.len() <= MOST
    }

    pub(super) fn why(&self, start: bool) -> Why {
        self.why[usize::from(start)]
    }

    pub(super) fn steps(&self) -> u32 {
        self.colour.len() as u32
    }

    /// The squares of a colour.
    pub(super) fn squares(&self, wanted: bool) -> impl Iterator<Item = u32> {
        let all = (0..).zip(&self.colour);
        all.filter(move |&(_, &odd)| odd == wanted)
            .map(|(vertex, _)| vertex)
    }

    /// The variable of a step and a vertex.
    pub(super) fn at(&self, step: u32, vertex: u32) -> i32 {
        ((step - 1) * self.steps() + vertex + 1) as i32
    }

    /// Where the tour is at a step if it starts on this colour.
    pub(super) fn due(&self, start: bool, step: u32) -> Vec<i32> {
        let mut lemma = self.starts_elsewhere(start);
        let due = self.squares(start ^ (step.is_multiple_of(2)));
        lemma.extend(due.map(|vertex| self.at(step, vertex)));
        lemma
    }

    /// That it does not start on this colour.
    pub(super) fn starts_elsewhere(&self, start: bool) -> Vec<i32> {
        let others = self.squares(!start);
        others.map(|vertex| self.at(1, vertex)).collect()
    }

    /// It starts on either colour; on no square, then.
    pub(super) fn last_lemmas(&self) -> impl Iterator<Item = Vec<i32>> {
        let none = self.squares(true).map(|vertex| vec![-self.at(1, vertex)]);
        none.chain([Vec::new()])
    }
}

/// Adds the steps of a proof that one of the literals `unless` holds, otherwise each of these steps would be on one
/// of the squares, which are one less, and no two on the same. Takes fresh variables after `variables`.
fn count(mut on: Vec<Vec<i32>>, unless: &[i32], variables: &mut i32, proof: &mut Vec<Step>) {
    while on.len() > 1 {
        on = fewer(&on, unless, variables, proof);
    }
    proof.push(Step::Lemma(unless.to_vec()));
}

/// The variables for a step and a square less, with their definitions and what follows of them.
fn fewer(
    on: &[Vec<i32>],
    unless: &[i32],
    variables: &mut i32,
    proof: &mut Vec<Step>,
) -> Vec<Vec<i32>> {
    let last = on.len() - 1;
    let squares = last - 1;
    let mut fewer = Vec::new();
    for here in &on[..last] {
        let mut row = Vec::new();
        for square in 0..squares {
            *variables += 1;
            let new = *variables;
            let [here, aside, there] = [here[square], here[squares], on[last][square]];
            proof.push(Step::Definition(vec![
                vec![new, -here],
                vec![new, -aside, -there],
                vec![-new, here, aside],
                vec![-new, here, there],
            ]));
            row.push(new);
        }
        fewer.push(row);
    }
    proof.extend(fewer.iter().map(|row| Step::Lemma([row, unless].concat())));
    for square in 0..squares {
        for (step, row) in fewer.iter().enumerate() {
            for other in &fewer[..step] {
                let both = [-row[square], -other[square]];
                // Both cannot have come from the last square.
                let one = [both[0], both[1], on[step][square]];
                proof.push(Step::Lemma(one.to_vec()));
                proof.push(Step::Lemma(both.to_vec()));
            }
        }
    }
    fewer
}
