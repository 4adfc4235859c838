//! Every square once. With a symmetry a square stands for all its images, and the group *one square per step*
//! has the pairs of images at one step.

use super::{Literals, Position};
use crate::size_counter::SizeCounter;
use itertools::Itertools;
use knightsat_cnf::Lit;
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::sink::ClauseSink;

impl Position<'_> {
    /// Every square is visited at most once.
    pub(super) fn squares_once<S: ClauseSink>(&self, x: &Literals, sink: &mut S) {
        let amo = self.options.amo.squares;
        if !self.has_images(amo) {
            return self.each_square(x, sink, |lits, sink| amo.at_most_one(lits, sink));
        }
        for vertex in self.firsts() {
            if sink.is_done() {
                return;
            }
            let members = self.problem.symmetry().orbit(vertex);
            let places = members.flat_map(|v| {
                let window = self.domain.window(v);
                let steps = (window.from..=window.to).step_by(window.stride as usize);
                steps.filter_map(move |step| Some((step, x.get(step, v)?)))
            });
            let places: Vec<(u32, Lit)> = places.collect();
            for (place, &(step, first)) in places.iter().enumerate() {
                let others = places[place + 1..].iter();
                let others = others.filter(|&&(other, _)| other != step);
                others.for_each(|&(_, second)| sink.clause(&[!first, !second]));
            }
        }
    }

    /// The size of what [`Position::squares_once`] writes.
    pub(super) fn count_squares_once(&self, sizes: &mut SizeCounter) {
        let amo = self.options.amo.squares;
        let squares = self.firsts().map(|v| self.steps_of_orbit(v));
        if !self.has_images(amo) {
            return sizes.add_amo(amo, &squares.counts());
        }
        for (vertex, steps) in self.firsts().zip(squares) {
            let members = self.problem.symmetry().orbit(vertex);
            let windows = members.map(|v| self.domain.window(v));
            let windows = windows.filter(|window| !window.is_empty()).collect_vec();
            let shared = windows.iter().array_combinations().map(|[here, there]| {
                let shared = here.meet(there.from, there.to);
                shared.map_or(0, |(from, to)| u64::from((to - from) / here.stride + 1))
            });
            let shared: u64 = shared.sum();
            sizes.add(2, steps * steps.saturating_sub(1) / 2 - shared);
        }
    }

    /// Returns true if squares have images, and all pairs are written.
    fn has_images(&self, amo: Amo) -> bool {
        amo == Amo::Pairwise && self.problem.symmetry().order() > 1
    }
}
