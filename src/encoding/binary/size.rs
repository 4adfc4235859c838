//! The size of the binary encoding without writing it: what is alike for all steps is counted
//! once.

use super::bits::below;
use super::groups::Group;
use super::layout::StepBits;
use super::moves::Choices;
use super::{Binary, Different};
use crate::problem::Kind;
use crate::sink::{ClauseSink, Counter, Size};

/// `times` as much.
fn times(size: Size, times: u64) -> Size {
    Size {
        variables: size.variables * times,
        clauses: size.clauses * times,
        literals: size.literals * times,
    }
}

/// Clauses of one length.
fn clauses(clauses: u64, length: u64) -> Size {
    Size {
        variables: 0,
        clauses,
        literals: clauses * length,
    }
}

impl Binary<'_> {
    /// The size of every group, as a [`Counter`] would count it.
    pub fn size(&self) -> Vec<(&'static str, Size)> {
        let variables = Size {
            variables: u64::from(self.variables()),
            ..Size::default()
        };
        let mut sizes = vec![("variables", variables)];
        if self.domain.is_contradiction() {
            sizes.push(("contradiction", clauses(1, 0)));
            return sizes;
        }
        let groups = self.groups().into_iter();
        sizes.extend(groups.map(|group| (group.name(), self.size_of(group))));
        sizes
    }

    fn size_of(&self, group: Group) -> Size {
        let bits = u64::from(self.layout.bits());
        let steps = u64::from(self.domain.len());
        let open: u64 = self.domain.open_steps().iter().sum();
        match group {
            Group::Bounds => times(self.bounds_of_a_step(), open),
            Group::Holes => clauses(open * self.holes.len() as u64, bits),
            Group::Colours => match self.a_step(|place, _| place.lowest().len()).0 {
                0 => Size::default(),
                1 => clauses(open, 1),
                _ => clauses(2 * open, 2),
            },
            Group::Windows => {
                let forbidden = (0..self.domain.len()).map(|v| self.domain.forbidden_steps(v));
                clauses(forbidden.sum(), bits)
            }
            Group::Sums => times(self.sums_of_a_step(), steps),
            Group::Moves => {
                let moves = steps - u64::from(self.problem.kind() == Kind::Open);
                times(self.one_of_the_moves(), moves)
            }
            Group::AllDifferent => {
                let telling = self.a_step(|place, _| self.telling(&place).len()).0 as u64;
                match self.options.different {
                    Different::Pairwise => self.pairwise_size(telling),
                    Different::Selector => self.select_size(telling),
                }
            }
            Group::Start(_) | Group::End(_) => clauses(bits, 1),
            Group::Symmetry => {
                let later = steps - u64::from(self.problem.period());
                clauses(later * steps * bits, bits + 1)
            }
            Group::TooSmall => clauses(1, 0),
        }
    }

    /// What is done for a step with the variables of one, and what it writes.
    fn a_step<T>(&self, write: impl FnOnce(StepBits, &mut Counter) -> T) -> (T, Size) {
        let mut counter = Counter::default();
        let vars = counter.new_vars(self.layout.bits());
        let before = counter.total();
        let done = write(self.layout.at(vars, 1), &mut counter);
        let mut size = counter.total();
        size.variables -= before.variables;
        (done, size)
    }

    fn bounds_of_a_step(&self) -> Size {
        let write = |place: StepBits, counter: &mut Counter| {
            for (bits, &side) in place.0.iter().zip(self.layout.sides()) {
                below(bits, side, counter);
            }
        };
        self.a_step(write).1
    }

    fn sums_of_a_step(&self) -> Size {
        self.a_step(|place, counter| self.sums(place, counter)).1
    }

    /// Neighbours are not written to be counted: there are as many clauses as edges.
    fn one_of_the_moves(&self) -> Size {
        let bits = u64::from(self.layout.bits());
        if let Choices::Neighbours(most) = self.choices {
            let (most, graph) = (u64::from(most), self.domain.graph());
            let arcs = 2 * graph.edges().count() as u64;
            let lacking = most * u64::from(graph.len()) - arcs;
            let mut size = clauses(1, most);
            size.variables = most;
            size += clauses(lacking, bits + 1);
            size += clauses(arcs * bits, bits + 2);
            return size;
        }
        // Both steps the same, to be counted only.
        let write = |place: StepBits, counter: &mut Counter| {
            let summed = self.sums(place, counter);
            self.one_move(&summed, &summed, counter);
        };
        let mut size = self.a_step(write).1;
        let sums = self.sums_of_a_step();
        size.variables -= sums.variables;
        size.clauses -= sums.clauses;
        size.literals -= sums.literals;
        size
    }
}
