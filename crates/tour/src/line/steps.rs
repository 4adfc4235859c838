//! The steps of a line, for encodings by position: which follows which, and what turns there.

use super::{Line, StepVertex};
use crate::symmetry::Symmetry;
use std::ops::Range;

impl Line {
    /// Returns the lines of those tours that lead on, and of those that lead back, if a tour may do
    /// [either](Line::either_way). This line is not prepared.
    pub fn ways(&self) -> Vec<Line> {
        let along = |seam: Option<Symmetry>| {
            let line = Line {
                seam,
                either_way: None,
                ..self.clone()
            };
            line.with_given_in_period()
        };
        match &self.either_way {
            Some(turn) => vec![along(Some(turn.clone())), along(Some(turn.inverse()))],
            None => vec![along(self.seam.clone())],
        }
    }

    /// Returns the vertex one period after this one.
    pub fn image(&self, vertex: u32) -> u32 {
        self.twist().image(vertex)
    }

    /// Returns the vertex one period before this one.
    pub fn preimage(&self, vertex: u32) -> u32 {
        self.twist().preimage(vertex)
    }

    /// Returns true if the vertex is the first of its orbit.
    pub fn is_first(&self, vertex: u32) -> bool {
        self.twist().is_first(vertex)
    }

    /// Returns true if a tour and its reverse never both have these images.
    pub fn is_turned(&self) -> bool {
        self.twist().order() > 2
    }

    /// Returns the step and the vertex of the period that mean this vertex one step later. Returns
    /// `None` after the last of all steps.
    pub fn after(&self, step: u32, vertex: u32) -> Option<StepVertex> {
        if step < self.period() {
            return Some((step + 1, vertex));
        }
        let seam = self.seam.as_ref()?;
        Some((1, seam.preimage(vertex)))
    }

    /// Returns the step and the vertex of the period that mean this vertex one step earlier.
    /// Returns `None` before the first of all steps.
    pub fn before(&self, step: u32, vertex: u32) -> Option<StepVertex> {
        if step > 1 {
            return Some((step - 1, vertex));
        }
        let seam = self.seam.as_ref()?;
        Some((self.period(), seam.image(vertex)))
    }

    /// Returns the steps of the period that another one follows, and those that follow another.
    pub fn joined(&self) -> [Range<u32>; 2] {
        let (end, loose) = (self.period() + 1, u32::from(self.seam.is_none()));
        [1..end - loose, 1 + loose..end]
    }

    /// Returns the other steps: those that none follows, and those that follow none.
    pub fn loose(&self) -> [Range<u32>; 2] {
        let [followed, following] = self.joined();
        [followed.end..self.period() + 1, 1..following.start]
    }

    /// Returns true if no tour can go on from step to step as the moves alone permit: to and fro
    /// between two vertices.
    pub fn is_to_and_fro(&self) -> bool {
        self.is_cyclic() && self.len() == 2
    }

    /// Returns true if the reverse of a cycle, begun at the same vertex, is a tour too.
    ///
    /// Fixed ends fix the direction, and so do arcs, and numbers that matter. A quarter turn
    /// chooses one of a tour and its reverse: that which is on the image of each vertex a quarter
    /// of the steps after it.
    pub fn has_reverse(&self) -> bool {
        let is_fixed = self.ends.iter().all(Option::is_some);
        !is_fixed && !self.is_one_way && !self.is_turned()
    }

    /// Returns the vertices at all steps from those of the first period.
    pub fn whole(&self, mut vertices: Vec<u32>) -> Vec<u32> {
        for step in vertices.len()..self.len() as usize {
            vertices.push(self.image(vertices[step - self.period() as usize]));
        }
        vertices
    }

    /// Returns the map that leads each vertex to that of a part of the steps later, one by its
    /// order; or, with [`Line::either_way`], perhaps to that of a part earlier. Without a
    /// condition its order is 1.
    pub fn turn(&self) -> &Symmetry {
        self.either_way.as_ref().unwrap_or(self.twist())
    }

    /// Returns the vertex at which the models of a cycle begin, if it is known.
    pub fn first_of_cycle(&self) -> Option<u32> {
        self.ends[0].filter(|_| self.is_cyclic())
    }

    /// Returns true if vertices have windows, without steps that occur in no tour.
    pub fn is_pruned(&self) -> bool {
        self.windows.is_some()
    }

    /// Returns the parity of the steps of `vertex`, 0 or 1, if colours decide it.
    pub fn parity(&self, vertex: u32) -> Option<u32> {
        let window = self.windows.as_ref()?.get(vertex as usize)?;
        (window.stride == 2).then_some(window.from % 2)
    }
}
