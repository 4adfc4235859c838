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
use std::slice;

/// The closed tours of a problem whose tours are reentrant.
#[derive(Debug)]
pub struct Closing {
    problem: Problem,
}

impl Closing {
    /// Returns the closed tours of a problem without constraints besides its ends.
    pub(crate) fn new(stated: &Problem) -> Closing {
        let graph = stated.graph();
        // Back and forth between two vertices is no closed tour.
        let kind = match graph.len() {
            2 if graph.has_arc(0, 1) && graph.has_arc(1, 0) => Kind::Open,
            _ => Kind::Closed,
        };
        let problem = Problem::new(graph.clone(), kind, stated.start(), stated.end());
        let problem = problem.expect("the same ends");
        Closing {
            problem: match stated.coordinates() {
                Some(places) => problem.with_coordinates(places.clone()),
                None => problem,
            },
        }
    }
}

impl Reduction for Closing {
    fn problems(&self) -> &[Problem] {
        slice::from_ref(&self.problem)
    }

    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        tours.concat()
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        vec![steps.to_vec()]
    }
}
