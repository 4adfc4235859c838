//! Cycles as tours, and tours as cycles.

use super::Circuit;

impl Circuit {
    /// Returns true if the edges of a cycle do not determine the direction of its tour, apart from
    /// a tour from one vertex all the way round to it.
    pub fn is_either_way(&self) -> bool {
        self.apex().is_none() || self.fixed.is_empty() && !self.is_trivial()
    }

    /// Returns the number of tours that a cycle is: two if it may be followed either way from the
    /// apex.
    pub fn tours(&self) -> u32 {
        1 + u32::from(self.apex().is_some() && self.is_either_way())
    }

    /// Returns the cycle that a tour is, given by its steps.
    pub fn trace(&self, steps: &[u32]) -> Vec<u32> {
        steps.iter().copied().chain(self.apex()).collect()
    }

    /// Returns the steps of the tour that a cycle is, given as its vertices in order. They lack the
    /// apex, and begin and run as the problem requires. A list that is no such cycle yields one
    /// that is no tour.
    pub fn tour(&self, mut cycle: Vec<u32>) -> Vec<u32> {
        let Some((step, vertex)) = self.anchor else {
            return cycle;
        };
        let Some(place) = cycle.iter().position(|&v| v == vertex) else {
            return cycle;
        };
        cycle.rotate_left(place);
        let before = (step as usize + cycle.len() - 1) % cycle.len();
        cycle.rotate_right(before);
        let [start, end] = self.ends;
        if self.apex().is_some() {
            cycle.pop();
            let is_other = |end: Option<u32>, vertex| end.is_some_and(|end| end != vertex);
            if is_other(start, cycle[0]) || is_other(end, cycle[cycle.len() - 1]) {
                cycle.reverse();
            }
        } else if start.is_some() && end.is_some_and(|end| cycle[1] == end) {
            cycle[1..].reverse();
        }
        cycle
    }
}
