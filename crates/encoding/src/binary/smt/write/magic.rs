//! The sums of a magic tour: the steps of vertices as numbers, and additions.

use super::{Script, literal};
use knightsat_cnf::gadget::width;
use std::io::{self, Write};

impl<W: Write> Script<'_, '_, W> {
    /// The steps of vertices are numbers wide enough for the sum of a line.
    pub(super) fn numbers(&mut self) -> io::Result<()> {
        let width = self.sum_width();
        for vertex in 0..self.last() {
            let number = number(vertex);
            writeln!(self.out, "(declare-const {number} (_ BitVec {width}))")?;
            for step in self.binary.steps_of(vertex) {
                let value = literal(step.into(), width);
                let is_here = self.on(step, vertex);
                self.assert(&format!("(=> {is_here} (= {number} {value}))"))?;
            }
        }
        Ok(())
    }

    /// All partial sums are below the sum of all steps.
    fn sum_width(&self) -> u32 {
        let len = u64::from(self.last());
        width(len * (len + 1) / 2 + 1)
    }

    pub(super) fn line_sums(&mut self) -> io::Result<()> {
        let problem = self.binary.problem;
        for line in problem.magic_lines() {
            let sum = match problem.magic_sum(line) {
                Some(sum) => literal(sum, self.sum_width()),
                None => {
                    self.assert("false")?;
                    continue;
                }
            };
            let numbers = line.vertices.iter().map(|&vertex| number(vertex));
            let added = numbers.reduce(|sum, number| format!("(bvadd {sum} {number})"));
            self.assert(&format!("(= {} {sum})", added.unwrap_or_default()))?;
        }
        Ok(())
    }
}

/// The constant that is the step of a vertex.
fn number(vertex: u32) -> String {
    format!("n{}", vertex + 1)
}
