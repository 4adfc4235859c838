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
use crate::closing::Closing;
use crate::constraint::corners;
use crate::graph::Graph;
use crate::{Circuit, Problem};
use itertools::Itertools;

/// Returns the cycles of the cornered tours of a problem with this circuit.
pub(crate) fn cornering(
    stated: &Problem,
    circuit: &Circuit,
    stop: &Stop,
) -> Result<(Closing, Problem), Stopped> {
    let corners = corners(stated);
    // Colours exclude some ends, which the reduced problem would not see.
    let coloured = circuit.clone().coloured(stop)?;
    let ends = coloured.long().iter().copied();
    let (kept, others): (Vec<_>, Vec<_>) = ends.partition(|[end, _]| corners.contains(end));
    let is_one_colour = |(_, colours): (u32, &[bool])| {
        let mut of_ends = kept.iter().map(|&[end, _]| colours[end as usize]);
        of_ends.all_equal()
    };
    let problem = if circuit.is_trivial() {
        // The only tour has no move.
        Problem::new(stated.graph().clone(), stated.kind(), None, None).expect("one vertex")
    } else if coloured.balanced().is_some_and(is_one_colour) {
        Problem::cycle(Graph::from_edges(circuit.len(), &[]))
    } else {
        coloured.without_edges(&others).problem()
    };
    let is_directed = stated.graph().is_directed();
    let tours = if is_directed { 1 } else { circuit.tours() };
    let len = problem.graph().len();
    Ok((Closing { len, tours }, problem))
}
