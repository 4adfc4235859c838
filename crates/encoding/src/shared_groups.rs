//! Parts that several encodings share: groups of clauses, and the sums of magic tours.
//!
//! A magic tour has variables y\[v\]\[b\]: bit b of the step of v less one. If all steps of v agree
//! on a bit, the bit is known and has no variable. Each encoding links the variables to its steps.
//! The sums are adders ([`sum`]), and a tour determines all variables.

use knightsat_cnf::gadget::{sum, width};
use knightsat_cnf::sink::{ClauseSink, each};
use knightsat_cnf::{Lit, Term};
use knightsat_tour::timeline::{StepSum, StepVertex, Timeline};

knightsat_cnf::clause_groups! {
    pub CONTRADICTION: "contradiction", "a cheap reason rules every tour out", "⊥";
    pub TOO_SMALL: "a cycle has three squares", "to and fro over one move is no closed tour", "⊥";
    pub GIVEN_STEPS: "given steps",
        "given squares are at their steps, and excluded squares are not",
        "x[i][v], ¬x[i][v]; on arcs p[i][v] ∧ a[v,w] → p[i+1][w] from each given square to the next";
    pub GIVEN_MOVES: "given moves",
        "the required moves are taken, one way or the other",
        "a[v,w] ∨ a[w,v], or x[i][v] → x[i+1][w] ∨ x[i-1][w]";
    pub NO_WAY_BACK: "no way back",
        "no move is taken both ways",
        "¬a[v,w] ∨ ¬a[w,v] for all moves v–w";
    pub QUARTER: "quarter turn",
        "a quarter of the steps later the tour is on the image, or always on the preimage",
        "x[i][v] ∧ ¬b → x[i+N/4][image of v]; x[i][v] ∧ b → x[i+N/4][preimage of v]";
    pub NUMBERS: "numbers", "the step of every square less one, in bits", "x[i][v] → y[v] = i - 1";
    pub SUMS: "sums",
        "every rank has the same sum of steps, and every file",
        "Σ_v y[v] = l·(N + 1)/2 - l for every line of l squares";
}

/// Writes the [condition on a turn](Timeline::either_way) that leads one way or the other along the
/// tour. `implies` writes that two places have the same tours if a literal is false.
pub fn quarter(
    line: &Timeline,
    sink: &mut dyn ClauseSink,
    mut implies: impl FnMut(Lit, StepVertex, StepVertex, &mut dyn ClauseSink),
) {
    let Some(turn) = line.either_way() else {
        return;
    };
    sink.group(&QUARTER);
    let back = sink.new_var().pos();
    let len = line.len();
    let part = len / turn.order();
    for (other, turn) in [(back, turn), (!back, &turn.inverse())] {
        each(1..=line.period() - part, sink, |step, sink| {
            for vertex in 0..len {
                let later = (step + part, turn.image(vertex));
                implies(other, (step, vertex), later, sink);
            }
        });
    }
}

/// Returns the bits of the step of a vertex less one, lowest first. A bit is known if all of these
/// steps agree on it; without steps all are 0.
pub fn known_bits(line: &Timeline, steps: impl Iterator<Item = u32> + Clone) -> Vec<Option<bool>> {
    let known = |bit| {
        let mut bits = steps.clone().map(|step| (step - 1) >> bit & 1 == 1);
        let first = bits.next().unwrap_or(false);
        bits.all(|bit| bit == first).then_some(first)
    };
    let bits = 0..width(line.len().into());
    bits.map(known).collect()
}

/// Returns these bits as terms, with fresh variables for the unknown ones.
pub fn number(bits: &[Option<bool>], sink: &mut dyn ClauseSink) -> Vec<Term> {
    let mut fresh = || Term::Open(sink.new_var().pos());
    let term = |bit: &Option<bool>| bit.map_or_else(&mut fresh, Term::Known);
    bits.iter().map(term).collect()
}

/// Writes the sums of steps; the numbers are those of all vertices.
pub fn sums(line: &Timeline, numbers: &[Vec<Term>], sink: &mut dyn ClauseSink) {
    sink.group(&SUMS);
    each(line.sums(), sink, |StepSum { vertices, sum }, mut sink| {
        let numbers = vertices.iter().map(|&v| &numbers[v as usize][..]);
        match sum {
            // The numbers are steps less one.
            Some(sum) => sum::equals(numbers, sum - vertices.len() as u64, &mut sink),
            None => sink.clause(&[]),
        }
    });
}

/// Writes a clause of terms, which may include equal or opposite literals.
pub fn clause_of(terms: &[Term], sink: &mut dyn ClauseSink) {
    if terms.contains(&Term::TRUE) {
        return;
    }
    let lits: Vec<Lit> = terms.iter().filter_map(|term| term.lit()).collect();
    let mut sorted = lits.clone();
    // Sorting puts both literals of a variable next to each other.
    sorted.sort_unstable_by_key(|lit| (lit.var(), lit.is_positive()));
    sorted.dedup();
    if sorted.windows(2).any(|pair| pair[0] == !pair[1]) {
        return;
    }
    // The order matters to solvers.
    let is_kept = sorted.len() == lits.len();
    sink.clause(if is_kept { &lits } else { &sorted });
}
