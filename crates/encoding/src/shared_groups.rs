//! Parts that several encodings share: groups of clauses, clues about steps, turns, and the sums of
//! magic tours.
//!
//! A magic tour has variables y\[v\]\[b\]: bit b of the step of v less one. If all steps of v agree
//! on a bit, the bit is known and has no variable. Each encoding links the variables to its steps.
//! The sums are adders ([`sum`]), and a tour determines all variables.

use itertools::Itertools;
use knightsat_cnf::gadget::{sum, width};
use knightsat_cnf::sink::{ClauseSink, each};
use knightsat_cnf::{Lit, Term};
use knightsat_tour::line::Line;
use std::iter::once;

knightsat_cnf::clause_groups! {
    pub CONTRADICTION: "contradiction", "a cheap reason rules every tour out", "⊥";
    TOO_SMALL: "a cycle has three squares", "to and fro over one move is no closed tour", "⊥";
    START: "start", "the tour starts here", "x[1][v]";
    END: "end", "the tour ends here", "x[N][v]";
    pub GIVEN_STEPS: "given steps",
        "given squares are at their steps, and excluded squares are not",
        "x[i][v], ¬x[i][v]; on arcs u[v,p], ¬u[v,p]";
    pub GIVEN_MOVES: "given moves",
        "the required moves are taken, one way or the other",
        "a[v,w] ∨ a[w,v], or x[i][v] → x[i+1][w] ∨ x[i-1][w]";
    pub NO_WAY_BACK: "no way back",
        "no move is taken both ways",
        "¬a[v,w] ∨ ¬a[w,v] for all moves v–w";
    QUARTER: "quarter turn",
        "a quarter of the steps later the tour is on the image, or always on the preimage",
        "x[i][v] ∧ ¬b → x[i+N/4][image of v]; x[i][v] ∧ b → x[i+N/4][preimage of v]";
    NUMBERS: "numbers", "the step of every square less one, in bits", "x[i][v] → y[v] = i - 1";
    SUMS: "sums",
        "every rank has the same sum of steps, and every file",
        "Σ_v y[v] = l·(N + 1)/2 - l for every line of l squares";
}

/// The literals that are all true if the tour is on a vertex at a step: `None` if it never is.
pub type Is<'i> = dyn Fn(u32, u32) -> Option<Vec<Lit>> + 'i;

/// Returns the literals negated.
pub fn not(mut lits: Vec<Lit>) -> Vec<Lit> {
    lits.iter_mut().for_each(|lit| *lit = !*lit);
    lits
}

/// Writes that a clause is satisfied, or all of these literals are true, if they ever are.
pub fn or_all(clause: &mut Vec<Lit>, lits: Option<Vec<Lit>>, sink: &mut dyn ClauseSink) {
    let Some(lits) = lits else {
        return sink.clause(clause);
    };
    for lit in lits {
        clause.push(lit);
        sink.clause(clause);
        clause.pop();
    }
}

/// Writes the vertices of the first and of the last step that are known.
pub fn ends(line: &Line, is: &Is, sink: &mut dyn ClauseSink) {
    let [start, end] = line.ends;
    for (group, step, end) in [(&START, 1, start), (&END, line.len(), end)] {
        if let Some(vertex) = end {
            let (step, vertex) = line.in_period(step, vertex);
            sink.group(group);
            or_all(&mut Vec::new(), is(step, vertex), sink);
        }
    }
}

/// Writes the given and the excluded vertices of steps other than the ends.
pub fn given_steps(line: &Line, is: &Is, sink: &mut dyn ClauseSink) {
    if line.is_restricted {
        sink.group(&GIVEN_STEPS);
    }
    for &(step, vertex) in &line.given {
        or_all(&mut Vec::new(), is(step, vertex), sink);
    }
    for &(step, vertex) in &line.excluded {
        if let Some(lits) = is(step, vertex) {
            sink.clause(&not(lits));
        }
    }
}

/// Excludes closed tours of two squares: with the moves alone a tour could go to and fro over a
/// single edge.
pub fn too_small(line: &Line, sink: &mut dyn ClauseSink) {
    if line.is_to_and_fro() {
        sink.group(&TOO_SMALL);
        sink.clause(&[]);
    }
}

/// Writes the [condition on a turn](Line::either_way) that leads one way or the other along the
/// tour.
pub fn quarter(line: &Line, is: &Is, sink: &mut dyn ClauseSink) {
    let Some(turn) = &line.either_way else {
        return;
    };
    sink.group(&QUARTER);
    let back = sink.new_var().pos();
    let len = line.len();
    let part = len / turn.order();
    for (other, turn) in [(back, turn), (!back, &turn.inverse())] {
        each(1..=line.period() - part, sink, |step, sink| {
            for vertex in 0..len {
                let later = is(step + part, turn.image(vertex));
                match (is(step, vertex), later) {
                    (Some(here), later) => {
                        or_all(&mut [vec![other], not(here)].concat(), later, sink);
                    }
                    (None, Some(later)) => sink.clause(&[vec![other], not(later)].concat()),
                    (None, None) => {}
                }
            }
        });
    }
}

/// The steps at which a vertex may be visited, each with the literals that are all true then.
type StepLits = Vec<(u32, Vec<Lit>)>;

/// Writes the sums of steps.
pub fn step_sums(line: &Line, is: &Is, sink: &mut dyn ClauseSink) {
    if line.sums.is_empty() {
        return;
    }
    sink.group(&NUMBERS);
    let places_of = |v| -> StepLits {
        let place = |step| Some((step, is(step, v)?));
        (1..=line.len()).filter_map(place).collect()
    };
    let places = (0..line.len()).map(places_of).collect_vec();
    let all = places.iter();
    let numbers = all.map(|places| number(line, places, sink)).collect_vec();
    each(
        places.iter().zip(&numbers),
        sink,
        |(places, number), sink| {
            link(places, number, sink);
        },
    );
    sink.group(&SUMS);
    each(&line.sums, sink, |line, mut sink| {
        let numbers = line.vertices.iter().map(|&v| &numbers[v as usize][..]);
        match line.sum {
            // The numbers are steps less one.
            Some(sum) => sum::equals(numbers, sum - line.vertices.len() as u64, &mut sink),
            None => sink.clause(&[]),
        }
    });
}

/// Returns the bits of the step of a vertex less one, lowest first. A bit is known if all steps
/// agree on it; without steps all are 0.
fn number(line: &Line, places: &StepLits, sink: &mut dyn ClauseSink) -> Vec<Term> {
    let bit = |bit| {
        let mut bits = places.iter().map(|(step, _)| (step - 1) >> bit & 1 == 1);
        let first = bits.next().unwrap_or(false);
        if bits.all(|bit| bit == first) {
            Term::Known(first)
        } else {
            Term::Open(sink.new_var().pos())
        }
    };
    (0..width(line.len().into())).map(bit).collect()
}

/// Writes that the step of a vertex determines the bits of its number. The converse follows if each
/// place is a literal.
fn link(places: &StepLits, number: &[Term], sink: &mut dyn ClauseSink) {
    for (bit, y) in number.iter().enumerate() {
        let Some(y) = y.lit() else { continue };
        let value = |step: u32| if (step - 1) >> bit & 1 == 1 { y } else { !y };
        for (step, lits) in places {
            sink.clause(&[not(lits.clone()), vec![value(*step)]].concat());
        }
        if places.iter().all(|(_, lits)| lits.len() == 1) {
            for y in [y, !y] {
                let here = places.iter().filter(|(step, _)| value(*step) == y);
                let lits = here.flat_map(|(_, lits)| lits.iter().copied());
                sink.clause(&once(!y).chain(lits).collect_vec());
            }
        }
    }
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
