//! Short refutations of the textbook formula by colours, if moves change colour.
//!
//! If the tour starts on a square of colour c, it is on c at odd steps k, and on the other colour
//! at even ones:
//!
//! `⋁ {x[1][t] : t not of c} ∨ ⋁ {x[k][t] : t of the colour due at step k}` for every k.
//!
//! Each of these lemmas follows from its predecessor by unit propagation, since all moves from the
//! squares of one colour lead to the other. So the tour cannot start on c if the last step must
//! have the other colour. For a closed tour this is an odd number of steps; for an open one, an end
//! on the other colour. Nor can it if a colour has fewer squares than steps, which requires
//! counting. If it can start on neither colour, no tour exists. With n squares, this takes 2n
//! lemmas and some n/2 for the start. Lemmas for every first square would take n².
//!
//! Counting squares in resolution takes fresh variables. Let steps 1 … m be on squares 1 … m − 1,
//! at most one step a square. Let q\[i\]\[j\] mean that step i is on j, or that step i is on the
//! last square and the last step on j. Then the first m − 1 steps are on the first m − 2 squares,
//! at most one a square. Repetition ends with one step and no square. This takes some m⁴/4 clauses;
//! without fresh variables, exponentially many are needed (Cook, A short proof of the pigeon hole
//! principle using extended resolution, 1976; Haken, The intractability of resolution, 1985).

use crate::base::stop::{Stop, Stopped};
use crate::cnf::Lit;
use crate::flow::variable;
use crate::tour::symmetry::Symmetry;
use crate::tour::{Kind, Problem};

/// A step of a proof known beforehand.
pub(super) enum ProofStep {
    /// A clause that follows by unit propagation.
    Lemma(Vec<Lit>),
    /// Clauses that define a fresh variable, whose literal is first in each. The clauses with the
    /// positive literal precede those with the negative one.
    Definition(Vec<Vec<Lit>>),
}

/// The most squares of a board for counting in resolution: half a million lemmas.
const MOST: usize = 81;

/// The reason why the tour does not start on a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// Propagation from the lemma of the last step refutes it.
    Parity,
    /// A colour has fewer squares than steps: that of the odd steps, or of the even ones.
    Count { odd: bool },
}

/// A problem that has no tour because of its colours.
#[derive(Clone, Debug)]
pub struct Colours {
    /// The colour of every vertex.
    colour: Vec<bool>,
    /// The reasons why the tour starts on neither colour.
    pub(super) why: [Why; 2],
}

impl Colours {
    /// Returns `None` if the colours allow a tour, or if the graph has no two colours. The formula
    /// of symmetric tours has variables for a part of the steps only, so the colours do not count
    /// there.
    pub fn of(problem: &Problem, stop: &Stop) -> Result<Option<Colours>, Stopped> {
        if problem.get::<Symmetry>().is_some() {
            return Ok(None);
        }
        let colour = problem.graph().two_colouring(stop)?;
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
            if is_wrong {
                Some(Why::Parity)
            } else if squares(true) < steps.div_ceil(2) {
                Some(Why::Count { odd: true })
            } else if squares(false) < steps / 2 {
                Some(Why::Count { odd: false })
            } else {
                None
            }
        };
        let why = why(false).zip(why(true));
        Ok(why.map(|(even, odd)| Colours {
            colour,
            why: [even, odd],
        }))
    }

    /// Returns true if resolution suffices.
    pub fn is_parity(&self) -> bool {
        self.why == [Why::Parity; 2]
    }

    /// Returns all steps of a proof from the formula with this number of variables, the empty
    /// clause last.
    pub fn proof(&self, mut variables: u32) -> Vec<ProofStep> {
        let mut proof = Vec::new();
        for start in [false, true] {
            let due = (1..=self.steps()).map(|step| self.due(start, step));
            proof.extend(due.map(ProofStep::Lemma));
            let elsewhere = self.starts_elsewhere(start);
            let Why::Count { odd } = self.why[usize::from(start)] else {
                proof.push(ProofStep::Lemma(elsewhere));
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
        proof.extend(self.last_lemmas().map(ProofStep::Lemma));
        proof
    }

    /// Returns true if few enough squares are counted for a proof in resolution.
    pub fn is_small(&self) -> bool {
        self.is_parity() || self.colour.len() <= MOST
    }

    pub(super) fn steps(&self) -> u32 {
        self.colour.len() as u32
    }

    /// Returns the squares of a colour.
    pub(super) fn squares(&self, wanted: bool) -> impl Iterator<Item = u32> {
        let all = (0..).zip(&self.colour);
        all.filter(move |&(_, &odd)| odd == wanted)
            .map(|(vertex, _)| vertex)
    }

    /// Returns the variable of a step and a vertex.
    pub(super) fn at(&self, step: u32, vertex: u32) -> Lit {
        variable((step - 1) * self.steps() + vertex + 1)
    }

    /// Returns the literals for all possible squares at a step, if the tour starts on this colour.
    pub(super) fn due(&self, start: bool, step: u32) -> Vec<Lit> {
        let mut lemma = self.starts_elsewhere(start);
        let due = self.squares(start ^ (step.is_multiple_of(2)));
        lemma.extend(due.map(|vertex| self.at(step, vertex)));
        lemma
    }

    /// Returns the clause that excludes a start on this colour.
    pub(super) fn starts_elsewhere(&self, start: bool) -> Vec<Lit> {
        let others = self.squares(!start);
        others.map(|vertex| self.at(1, vertex)).collect()
    }

    /// Returns the last lemmas: the tour starts on one of the colours, and then on no square.
    pub(super) fn last_lemmas(&self) -> impl Iterator<Item = Vec<Lit>> {
        let none = self.squares(true).map(|vertex| vec![!self.at(1, vertex)]);
        none.chain([Vec::new()])
    }
}

/// Adds the steps of a proof that one of the literals `unless` holds. Otherwise each of these steps
/// would be on a square, with one square fewer and no two steps on one square. Takes fresh
/// variables after `variables`.
fn count(mut on: Vec<Vec<Lit>>, unless: &[Lit], variables: &mut u32, proof: &mut Vec<ProofStep>) {
    while on.len() > 1 {
        on = fewer(&on, unless, variables, proof);
    }
    proof.push(ProofStep::Lemma(unless.to_vec()));
}

/// Returns the variables for one step and one square fewer, with their definitions and
/// consequences.
fn fewer(
    on: &[Vec<Lit>],
    unless: &[Lit],
    variables: &mut u32,
    proof: &mut Vec<ProofStep>,
) -> Vec<Vec<Lit>> {
    let last = on.len() - 1;
    let squares = last - 1;
    let mut fewer = Vec::new();
    for here in &on[..last] {
        let mut row = Vec::new();
        for square in 0..squares {
            *variables += 1;
            let new = variable(*variables);
            let [here, aside, there] = [here[square], here[squares], on[last][square]];
            proof.push(ProofStep::Definition(vec![
                vec![new, !here],
                vec![new, !aside, !there],
                vec![!new, here, aside],
                vec![!new, here, there],
            ]));
            row.push(new);
        }
        fewer.push(row);
    }
    proof.extend(
        fewer
            .iter()
            .map(|row| ProofStep::Lemma([row, unless].concat())),
    );
    for square in 0..squares {
        for (step, row) in fewer.iter().enumerate() {
            for other in &fewer[..step] {
                let both = [!row[square], !other[square]];
                // Both cannot result from the last square.
                let one = [both[0], both[1], on[step][square]];
                proof.push(ProofStep::Lemma(one.to_vec()));
                proof.push(ProofStep::Lemma(both.to_vec()));
            }
        }
    }
    fewer
}
