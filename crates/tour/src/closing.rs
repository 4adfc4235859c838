//! Reentrant tours as closed tours. A move leads from the last vertex of a reentrant tour to the
//! first: this is a closed tour of the same graph, begun anywhere and followed either way.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::constraint::Property;
//! use knightsat_tour::lower::lower;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::table::Backend;
//!
//! let place: Place = "6x6".parse()?;
//! let reentrant: Property = "reentrant".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?.with(vec![reentrant])?;
//! let lowered = lower(&problem, Backend::Engine, &Default::default())?;
//! // Without the apex of an open tour.
//! assert_eq!(lowered.leaves()[0].circuit.len(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::reduction::Reduction;
use crate::{Kind, Problem};

/// A problem whose closed tours are tours of another one, perhaps with a vertex more.
#[derive(Debug)]
pub struct Closing {
    /// The number of vertices.
    pub(crate) len: u32,
    /// The number of tours that each of them is.
    pub(crate) tours: u32,
}

impl Closing {
    /// Returns the closed tours of a problem without constraints besides its ends.
    pub(crate) fn new(stated: &Problem) -> (Closing, Problem) {
        let (graph, start, end) = (stated.graph(), stated.start(), stated.end());
        // Back and forth between two vertices is no closed tour.
        let is_pair = graph.len() == 2 && graph.has_arc(0, 1) && graph.has_arc(1, 0);
        let (kind, tours) = if is_pair {
            (Kind::Open, 1)
        } else {
            // It begins anywhere, and runs either way.
            let begins = start.or(end).map_or(graph.len(), |_| 1);
            let is_one_way = start.and(end).is_some() || graph.is_directed();
            (Kind::Closed, begins * if is_one_way { 1 } else { 2 })
        };
        let problem = Problem::new(graph.clone(), kind, start, end).expect("the same ends");
        let problem = match stated.coordinates() {
            Some(places) => problem.with_coordinates(places.clone()),
            None => problem,
        };
        let len = graph.len();
        (Closing { len, tours }, problem)
    }
}

impl Reduction for Closing {
    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        tours.concat()
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let more = steps.len() as u32..self.len;
        vec![steps.iter().copied().chain(more).collect()]
    }

    fn tours(&self) -> u32 {
        self.tours
    }
}
