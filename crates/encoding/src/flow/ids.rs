//! Numbers of the constraints as proofs count them, from 1: an equality is two, the bound from below first.

use super::Flow;

impl Flow<'_> {
    /// The groups of constraints in their order, with the number of constraints in each.
    pub fn groups(&self) -> Vec<(&'static str, u64)> {
        let (vertices, steps) = (u64::from(self.vertices()), u64::from(self.steps()));
        let of_edges = match steps {
            0 => 0,
            _ => self.before_images() - self.before_edges(),
        };
        let groups = [
            ("degrees", vertices),
            ("balances", vertices),
            ("capacities", u64::from(self.tour_variables())),
            ("required", self.forced.len() as u64),
            ("steps", steps),
            ("vertices", steps),
            ("moves", 2 * u64::from(self.moves()) * steps),
            ("edges", of_edges),
            ("symmetry", self.before_units() - self.before_images()),
            ("given", self.units().len() as u64),
            ("sums", self.problem.magic_lines().len() as u64),
        ];
        groups.into_iter().filter(|&(_, count)| count > 0).collect()
    }

    /// The two edges at a vertex: at least, and at most.
    pub fn degree_ids(&self, vertex: u32) -> [u64; 2] {
        pair(0, vertex)
    }

    /// What a vertex keeps.
    pub fn balance_id(&self, vertex: u32) -> u64 {
        2 * u64::from(self.vertices()) + u64::from(vertex) + 1
    }

    /// What an edge can carry.
    pub fn capacity_id(&self, edge: u32) -> u64 {
        3 * u64::from(self.vertices()) + u64::from(edge) + 1
    }

    /// The edges that every tour takes.
    pub fn forced_ids(&self) -> impl Iterator<Item = u64> {
        let last = self.before_steps();
        let count = self.forced.len() as u64;
        last - count + 1..=last
    }

    /// The vertex at a step: one at least, and at most.
    pub fn step_ids(&self, step: u32) -> [u64; 2] {
        pair(self.before_steps(), step - 1)
    }

    /// The step at a vertex.
    pub fn vertex_ids(&self, vertex: u32) -> [u64; 2] {
        pair(self.before_steps(), self.steps() + vertex)
    }

    /// That a neighbour comes after a vertex at this step.
    pub fn after_id(&self, step: u32, vertex: u32) -> u64 {
        let steps = u64::from(self.steps());
        self.before_steps() + 4 * steps + u64::from(step - 1) * steps + u64::from(vertex) + 1
    }

    /// That a neighbour comes before a vertex at the step after this one.
    pub fn before_id(&self, step: u32, vertex: u32) -> u64 {
        self.after_id(step, vertex) + u64::from(self.moves()) * u64::from(self.steps())
    }

    /// That an edge of the graph, taken, leads from one of its ends, the smaller or else the larger, at this
    /// step to the other a step before or after.
    pub fn edge_id(&self, edge: u32, from_larger: bool, step: u32) -> u64 {
        let steps = u64::from(self.steps());
        let place = 2 * u64::from(edge) + u64::from(from_larger);
        self.before_edges() + place * steps + u64::from(step)
    }

    /// That the image comes a period after a vertex at this step.
    pub fn image_id(&self, step: u32, vertex: u32) -> u64 {
        let steps = u64::from(self.steps());
        self.before_images() + u64::from(step - 1) * steps + u64::from(vertex) + 1
    }

    /// What is said of single steps, in the order of [`Flow::units`].
    pub fn unit_ids(&self) -> impl Iterator<Item = u64> + use<> {
        let first = self.before_units();
        first + 1..=first + self.units().len() as u64
    }

    /// The sum of a line: at least, and at most.
    pub fn line_ids(&self, line: u32) -> [u64; 2] {
        pair(self.before_units() + self.units().len() as u64, line)
    }

    /// The last number.
    pub fn ids(&self) -> u64 {
        let lines = self.problem.magic_lines().len() as u64;
        self.before_units() + self.units().len() as u64 + 2 * lines
    }

    /// The last number before those of steps.
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
        match steps {
            0 => self.before_edges(),
            _ => {
                let apex = self.apex().map_or(0, |apex| self.at(apex).count() as u64);
                let edges = u64::from(self.tour_variables()) - apex;
                self.before_edges() + 2 * edges * steps + apex
            }
        }
    }

    fn before_units(&self) -> u64 {
        let steps = u64::from(self.steps());
        match self.problem.symmetry().order() {
            1 => self.before_images(),
            _ => self.before_images() + steps * steps,
        }
    }
}

/// The numbers of an equality that comes after so many others.
fn pair(before: u64, others: u32) -> [u64; 2] {
    let first = before + 2 * u64::from(others) + 1;
    [first, first + 1]
}
