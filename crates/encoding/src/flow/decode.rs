//! From a model to a tour.

use super::Flow;
use crate::meaning::{Fact, Meaning, Style};
use knightsat_cnf::Model;
use knightsat_tour::Kind;
use knightsat_tour::tour::{Tour, TourError};

impl Flow<'_> {
    /// What the variables say of a tour: its steps where there are such, else its edges.
    pub fn meaning(&self) -> Meaning {
        if self.steps() == 0 {
            let mut meaning = Meaning::of(Style::Edges);
            for (edge, &[a, b]) in (0..).zip(self.edges()) {
                if Some(b) != self.apex() {
                    meaning.add(Fact::edge(a, b), &[self.taken(edge)]);
                }
            }
            return meaning;
        }
        let mut meaning = Meaning::of(Style::Positions);
        for step in 1..=self.steps() {
            for vertex in 0..self.steps() {
                let lit = self.on(step, vertex);
                match step <= self.problem.period() {
                    true => meaning.at(step, vertex, lit),
                    false => meaning.also(Fact::At { step, vertex }, lit),
                }
            }
        }
        let is_unbegun = self.problem.start().is_none() && self.problem.end().is_none();
        match self.problem.kind() == Kind::Closed && is_unbegun && !self.problem.is_numbered() {
            true => meaning.from_vertex(0),
            false => meaning,
        }
    }

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
