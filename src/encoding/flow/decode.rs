//! From a model to a tour.

use super::Flow;
use crate::cnf::Model;
use crate::problem::tour::{Tour, TourError};

impl Flow<'_> {
    /// The tour of a model, verified.
    pub fn decode(&self, model: &Model) -> Result<Tour, TourError> {
        if self.steps() > 0 {
            let is_on = |step, vertex: &u32| model.satisfies(self.on(step, *vertex));
            let on = |step| (0..self.steps()).find(|vertex| is_on(step, vertex));
            let steps = (1..=self.steps()).filter_map(on).collect();
            return Tour::verify(self.problem, steps);
        }
        let cycle = self.cycle(model);
        let is_whole = cycle.len() == self.augmented.len() as usize;
        let steps = match self.vertices() {
            0 => vec![0],
            // Turned as the problem wants it.
            _ if is_whole => self.augmented.steps(cycle),
            _ => cycle,
        };
        Tour::verify(self.problem, steps)
    }

    /// The vertices that the edges taken lead to from the root, and back to it.
    fn cycle(&self, model: &Model) -> Vec<u32> {
        let mut cycle = Vec::new();
        let Some(root) = self.vertices().checked_sub(1) else {
            return cycle;
        };
        let (mut vertex, mut last) = (root, None);
        loop {
            cycle.push(vertex);
            let is_next =
                |&(edge, _): &(u32, u32)| Some(edge) != last && model.satisfies(self.taken(edge));
            match self.at(vertex).find(is_next) {
                Some((edge, other)) if other != root && cycle.len() < self.vertices() as usize => {
                    (vertex, last) = (other, Some(edge));
                }
                _ => return cycle,
            }
        }
    }
}
