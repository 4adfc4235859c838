//! Given steps as positions of a circuit.

use knightsat_tour::{Kind, Problem};

/// Positions with a given vertex, and positions kept from one; none where only ends are given.
#[derive(Clone, Debug, Default)]
pub struct GivenSteps {
    pub at: Vec<(u32, u32)>,
    pub not_at: Vec<(u32, u32)>,
}

impl GivenSteps {
    /// Of a problem that [begins](Problem::begun_anywhere) where its arcs do.
    pub fn new(problem: &Problem) -> GivenSteps {
        if !problem.has_given_steps() {
            return GivenSteps::default();
        }
        let before = u32::from(problem.kind() == Kind::Closed);
        let position = |(step, vertex): (u32, u32)| (step - before, vertex);
        GivenSteps {
            at: problem.at().into_iter().map(position).collect(),
            not_at: problem.not_at().iter().copied().map(position).collect(),
        }
    }

    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        self.at.is_empty() && self.not_at.is_empty()
    }
}
