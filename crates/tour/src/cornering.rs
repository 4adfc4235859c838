//! Cornered tours as cycles through a vertex that is joined to the corners alone.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::constraint::Property;
//! use knightsat_tour::lower::lower;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::table::Backend;
//!
//! let place: Place = "6x6".parse()?;
//! let cornered: Property = "cornered".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?.with(vec![cornered])?;
//! let lowered = lower(&problem, Backend::Engine, &Default::default())?;
//! let graph = lowered.leaves()[0].circuit.local();
//! assert_eq!((graph.len(), graph.degree(36)), (37, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::base::stop::{Stop, Stopped};
use crate::constraint::corners;
use crate::graph::Graph;
use crate::reduction::Reduction;
use crate::{Circuit, Problem};
use itertools::Itertools;
use std::slice;

/// The closed tours of a graph with one more vertex, which cornered tours are.
#[derive(Debug)]
pub struct Cornering {
    problem: Problem,
    /// The number of tours that each of them is.
    tours: u32,
}

impl Cornering {
    /// Returns the cycles of the cornered tours of a problem with this circuit.
    pub(crate) fn new(
        stated: &Problem,
        circuit: &Circuit,
        stop: &Stop,
    ) -> Result<Cornering, Stopped> {
        let corners = corners(stated);
        // Colours exclude some ends, which the reduced problem would not see.
        let coloured = circuit.clone().coloured(stop)?;
        let ends = coloured.long().iter().map(|&[end, _]| end);
        let ends = ends.filter(|end| corners.contains(end)).collect_vec();
        let is_one_colour = |(_, colours): (u32, &[bool])| {
            let mut of_ends = ends.iter().map(|&end| colours[end as usize]);
            of_ends.all_equal()
        };
        let problem = if circuit.is_trivial() {
            // The only tour has no move.
            Problem::new(stated.graph().clone(), stated.kind(), None, None).expect("one vertex")
        } else if coloured.balanced().is_some_and(is_one_colour) {
            Problem::cycle(Graph::from_edges(circuit.len(), &[]))
        } else {
            let others = coloured.long().iter().copied();
            let others = others.filter(|[end, _]| !corners.contains(end));
            coloured.without_edges(&others.collect_vec()).problem()
        };
        let is_directed = stated.graph().is_directed();
        let tours = if is_directed { 1 } else { circuit.tours() };
        Ok(Cornering { problem, tours })
    }
}

impl Reduction for Cornering {
    fn problems(&self) -> &[Problem] {
        slice::from_ref(&self.problem)
    }

    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        tours.concat()
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let vertices = 0..self.problem.graph().len();
        let apex = vertices.skip(steps.len());
        vec![steps.iter().copied().chain(apex).collect()]
    }

    fn tours(&self) -> u32 {
        self.tours
    }
}
