//! Numbers of the constraints as proofs count them, from 1. An equality counts as two, the lower
//! bound first.

use super::Flow;
use crate::cnf::{Lit, Model, Var};
use crate::encoding::meaning::{Fact, FactStyle, Meaning};
use crate::tour::tour::{Tour, TourError};
use itertools::{Itertools, iproduct};

impl Flow<'_> {
    /// Returns the number of constraints; an equality counts as one.
    pub(super) fn constraint_count(&self) -> u64 {
        let equalities =
            u64::from(self.vertices() + 2 * self.steps()) + self.line.sums.len() as u64;
        self.ids() - equalities
    }

    /// Returns the two edges at a vertex: at least, and at most.
    pub fn degree_ids(&self, vertex: u32) -> [u64; 2] {
        pair(0, vertex)
    }

    /// Returns the balance of a vertex.
    pub fn balance_id(&self, vertex: u32) -> u64 {
        2 * u64::from(self.vertices()) + u64::from(vertex) + 1
    }

    /// Returns the capacity of an edge.
    pub fn capacity_id(&self, edge: u32) -> u64 {
        3 * u64::from(self.vertices()) + u64::from(edge) + 1
    }

    /// Returns the constraints of edges that every tour takes.
    pub fn forced_ids(&self) -> impl Iterator<Item = u64> {
        let last = self.before_steps();
        let count = self.forced.len() as u64;
        last - count + 1..=last
    }

    /// Returns the vertex at a step: at least one, and at most one.
    pub fn step_ids(&self, step: u32) -> [u64; 2] {
        pair(self.before_steps(), step - 1)
    }

    /// Returns the step at a vertex: at least one, and at most one.
    pub fn vertex_ids(&self, vertex: u32) -> [u64; 2] {
        pair(self.before_steps(), self.steps() + vertex)
    }

    /// Returns the constraint that a neighbour comes after a vertex at this step.
    pub fn after_id(&self, step: u32, vertex: u32) -> u64 {
        let steps = u64::from(self.steps());
        self.before_steps() + 4 * steps + u64::from(step - 1) * steps + u64::from(vertex) + 1
    }

    /// Returns the constraint of an edge of the tour with one end at this step: the other end is
    /// one step before or after. With `from_larger` the end at this step is the larger one,
    /// otherwise the smaller.
    pub fn edge_id(&self, edge: u32, from_larger: bool, step: u32) -> u64 {
        let steps = u64::from(self.steps());
        let place = 2 * u64::from(edge) + u64::from(from_larger);
        self.before_edges() + place * steps + u64::from(step)
    }

    /// Returns the constraints that the image comes a part of the steps after a vertex at this
    /// step: two if it may be the preimage.
    pub fn image_ids(&self, step: u32, vertex: u32) -> Vec<u64> {
        let steps = u64::from(self.steps());
        let first = self.before_images() + u64::from(step - 1) * steps + u64::from(vertex) + 1;
        let ways = if self.back().is_some() { 2 } else { 1 };
        (0..ways).map(|way| first + way * steps * steps).collect()
    }

    /// Returns the constraints of single steps, in the order of [`Flow::units`].
    pub fn unit_ids(&self) -> impl Iterator<Item = u64> + use<> {
        let first = self.before_units();
        first + 1..=first + self.units().len() as u64
    }

    /// Returns the sum of a line: at least, and at most.
    pub fn line_ids(&self, line: u32) -> [u64; 2] {
        pair(self.before_units() + self.units().len() as u64, line)
    }

    /// Returns the last number.
    pub fn ids(&self) -> u64 {
        let lines = self.line.sums.len() as u64;
        self.before_units() + self.units().len() as u64 + 2 * lines
    }

    /// Returns the last number before those of steps.
    fn before_steps(&self) -> u64 {
        let forced = self.forced.len() as u64;
        3 * u64::from(self.vertices()) + u64::from(self.tour_variables()) + forced
    }

    fn before_edges(&self) -> u64 {
        let steps = u64::from(self.steps());
        self.before_steps() + 4 * steps + 2 * u64::from(self.moves()) * steps
    }

    fn before_images(&self) -> u64 {
        let steps = u64::from(self.steps());
        let apex = self.apex().map_or(0, |apex| self.at(apex).count() as u64);
        let edges = u64::from(self.tour_variables()) - apex;
        self.before_edges() + 2 * edges * steps + if steps > 0 { apex } else { 0 }
    }

    fn before_units(&self) -> u64 {
        let ways = match (self.line.turn().order(), self.back()) {
            (1, _) => 0,
            (_, None) => 1,
            (_, Some(_)) => 2,
        };
        self.before_images() + ways * u64::from(self.steps()).pow(2)
    }
}

/// Returns the numbers of an equality that follows this many others.
fn pair(before: u64, others: u32) -> [u64; 2] {
    let first = before + 2 * u64::from(others) + 1;
    [first, first + 1]
}

impl Flow<'_> {
    /// Returns the meaning of the variables: steps if there are any, otherwise edges.
    pub fn meaning(&self) -> Meaning {
        if self.steps() == 0 {
            let mut meaning = Meaning::of(FactStyle::Edges);
            for (edge, &[a, b]) in (0..).zip(self.edges()) {
                if Some(b) != self.apex() {
                    meaning.add(Fact::edge(a, b), &[self.taken(edge)]);
                }
            }
            return meaning;
        }
        let mut meaning = Meaning::of(FactStyle::Positions);
        for (step, vertex) in iproduct!(1..=self.steps(), 0..self.steps()) {
            let lit = self.on(step, vertex);
            if step <= self.line.period() {
                meaning.at(step, vertex, lit)
            } else {
                meaning.also.push((Fact::At { step, vertex }, lit))
            }
        }
        meaning.first = self.line.begins_anywhere.then_some(0);
        meaning
    }

    /// Returns the tour of a model, verified.
    pub fn decode(&self, model: &Model) -> Result<Tour, TourError> {
        if self.steps() > 0 {
            let is_on = |step, vertex: &u32| model.satisfies(self.on(step, *vertex));
            let on = |step| (0..self.steps()).find(|vertex| is_on(step, vertex));
            let steps = (1..=self.steps()).filter_map(on).collect();
            return Tour::verify(self.problem, steps);
        }
        let cycle = self.cycle(model);
        let is_whole = cycle.len() == self.vertices() as usize;
        let steps = match self.vertices() {
            0 => vec![0],
            // Turned into the direction that the problem requires.
            _ if is_whole => self.lowered.lift(vec![cycle]),
            _ => cycle,
        };
        Tour::verify(self.problem, steps)
    }

    /// Returns the literals of a tour: its edges, and a flow. The root, the last vertex, sends half
    /// of it either way around. Variables of steps are left out.
    pub fn solution(&self, tour: &Tour) -> Vec<Lit> {
        let mut is_true = vec![false; (self.tour_variables() * (1 + self.bits())) as usize];
        let apex = self.apex();
        let cycle: Vec<u32> = tour.steps().iter().copied().chain(apex).collect();
        let root = cycle
            .iter()
            .position(|&vertex| vertex + 1 == self.vertices());
        let half = i64::from(self.vertices() / 2);
        let moves = cycle.iter().circular_tuple_windows();
        let from_root = moves.cycle().skip(root.unwrap_or(0)).take(cycle.len());
        for (step, (&from, &to)) in (0..).zip(from_root) {
            let Some(edge) = self.host.between(from, to) else {
                continue;
            };
            let flow = if from < to { half - step } else { step - half };
            is_true[edge as usize] = true;
            for bit in 0..self.bits() {
                let place = self.bit(edge, bit).var().number() - 1;
                is_true[place as usize] = (flow + self.middle()) >> bit & 1 == 1;
            }
        }
        let lits = (1..).zip(is_true).map(|(number, is_true)| {
            let var = Var::new(number).expect("a variable of the flow");
            if is_true { var.pos() } else { var.neg() }
        });
        lits.collect()
    }

    /// Returns the vertices on the cycle of the edges taken, from the root.
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
