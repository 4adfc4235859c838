//! Parts that several encodings share: groups of clauses, and the sums of magic tours.
//!
//! A magic tour has variables y\[v\]\[b\]: bit b of the step of v less one. If all steps of v agree
//! on a bit, the bit is known and has no variable. Each encoding links the variables to its steps.
//! The sums are adders ([`sum`]), and a tour determines all variables.

use crate::size_counter::SizeCounter;
use knightsat_cnf::gadget::sum::Adders;
use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::gadget::{sum, width};
use knightsat_cnf::sink::{ClauseSink, Group};
use knightsat_tour::Problem;
use knightsat_tour::magic::Line;

pub const CONTRADICTION: Group =
    Group::new("contradiction", "a cheap reason rules every tour out", "⊥");
pub const TOO_SMALL: Group = Group::new(
    "a cycle has three squares",
    "to and fro over one move is no closed tour",
    "⊥",
);
pub const GIVEN_STEPS: Group = Group::new(
    "given steps",
    "given squares are at their steps, and excluded squares are not",
    "x[i][v], ¬x[i][v]; on arcs p[i][v] ∧ a[v,w] → p[i+1][w] from each given square to the next",
);
pub const GIVEN_MOVES: Group = Group::new(
    "given moves",
    "the required moves are taken, one way or the other",
    "a[v,w] ∨ a[w,v], or x[i][v] → x[i+1][w] ∨ x[i-1][w]",
);
pub const NO_WAY_BACK: Group = Group::new(
    "no way back",
    "no move is taken both ways",
    "¬a[v,w] ∨ ¬a[w,v] for all moves v–w",
);

pub const NUMBERS: Group = Group::new(
    "numbers",
    "the step of every square less one, in bits",
    "x[i][v] → y[v] = i - 1",
);
pub const SUMS: Group = Group::new(
    "sums",
    "every rank has the same sum of steps, and every file",
    "Σ_v y[v] = l·(N + 1)/2 - l for every line of l squares",
);

/// Returns the number of bits of a step less one.
pub fn bits(problem: &Problem) -> u32 {
    width(problem.graph().len().into())
}

/// Returns the bit, if all of these steps less one agree on it; without steps it is 0.
pub fn known(bit: u32, steps: impl IntoIterator<Item = u32>) -> Option<bool> {
    let mut bits = steps.into_iter().map(|step| (step - 1) >> bit & 1 == 1);
    let first = bits.next().unwrap_or(false);
    bits.all(|bit| bit == first).then_some(first)
}

/// Returns the bits of a vertex that has these steps, with fresh variables for the unknown ones.
pub fn number<S: ClauseSink>(problem: &Problem, steps: &[u32], sink: &mut S) -> Vec<Term> {
    let bits = 0..bits(problem);
    let term = |bit| match known(bit, steps.iter().copied()) {
        Some(known) => Term::Known(known),
        None => sink.new_var().pos().into(),
    };
    bits.map(term).collect()
}

/// Returns the sum of the bits of a line; `None` if it is no whole number.
fn sum_of_bits(problem: &Problem, line: &Line) -> Option<u64> {
    Some(problem.magic_sum(line)? - line.vertices.len() as u64)
}

/// Writes the sums of all lines; the numbers are those of all vertices.
pub fn sums<S: ClauseSink>(problem: &Problem, numbers: &[Vec<Term>], sink: &mut S) {
    sink.group(&SUMS);
    for line in problem.magic_lines() {
        if sink.is_done() {
            return;
        }
        let numbers = line.vertices.iter().map(|&v| &numbers[v as usize][..]);
        match sum_of_bits(problem, line) {
            Some(sum) => sum::equals(numbers, sum, sink),
            None => sink.clause(&[]),
        }
    }
}

/// Counts the size of the output of [`sums`], which depends on the known bits of the numbers.
pub fn count_sums(problem: &Problem, numbers: &[Vec<Option<bool>>], sizes: &mut SizeCounter) {
    sizes.group(&SUMS);
    for line in problem.magic_lines() {
        let Some(sum) = sum_of_bits(problem, line) else {
            sizes.add(0, 1);
            continue;
        };
        let (mut columns, mut known) = (vec![0; bits(problem) as usize], 0);
        for &vertex in &line.vertices {
            for (weight, bit) in numbers[vertex as usize].iter().enumerate() {
                match bit {
                    Some(bit) => known += u64::from(*bit) << weight,
                    None => columns[weight] += 1,
                }
            }
        }
        let adders = Adders::new(&columns, sum.checked_sub(known));
        sizes.add_variables(adders.variables);
        for (length, times) in (0..).zip(adders.clauses) {
            sizes.add(length, times);
        }
    }
}
