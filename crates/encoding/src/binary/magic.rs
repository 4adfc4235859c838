//! The sums of a magic tour: the step of every square in bits, a clause x\[i\] = v → y\[v\]\[b\] = bit b of
//! i − 1 for every i, v and b that is not known.

use super::Binary;
use super::layout::StepBits;
use crate::magic;
use knightsat_cnf::Lit;
use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::sink::ClauseSink;

impl Binary<'_> {
    /// The steps that a vertex may have.
    pub(super) fn steps_of(&self, vertex: u32) -> Vec<u32> {
        let steps = 1..=self.domain.len();
        steps
            .filter(|&step| self.domain.allows(step, vertex))
            .collect()
    }

    /// Writes the numbers of all vertices, and returns their bits.
    pub(super) fn numbers<S: ClauseSink>(
        &self,
        places: &[StepBits],
        sink: &mut S,
    ) -> Vec<Vec<Term>> {
        let vertices = 0..self.domain.len();
        let steps: Vec<Vec<u32>> = vertices.map(|vertex| self.steps_of(vertex)).collect();
        let mut numbers = Vec::with_capacity(steps.len());
        for steps in &steps {
            numbers.push(magic::number(self.problem, steps, sink));
        }
        for (vertex, (steps, number)) in (0..).zip(steps.iter().zip(&numbers)) {
            for &step in steps {
                if sink.is_done() {
                    return numbers;
                }
                let here = self.layout.is(&places[step as usize - 1], vertex);
                let mut clause: Vec<Lit> = here.into_iter().map(|lit| !lit).collect();
                for (bit, y) in number.iter().enumerate() {
                    let Some(y) = y.lit() else {
                        continue;
                    };
                    clause.push(if (step - 1) >> bit & 1 == 1 { y } else { !y });
                    sink.clause(&clause);
                    clause.pop();
                }
            }
        }
        numbers
    }
}
