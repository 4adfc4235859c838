//! Depth-first search that tries the vertices with the fewest onward moves first.
//!
//! ```
//! use knightsat_search::tour::{Kind, Problem};
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::heuristic::backtrack::search;
//! use knightsat_search::{Evidence, Verdict};
//!
//! let place: Place = "4x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let (verdict, _) = search(&problem, &Default::default())?;
//! assert!(matches!(verdict, Verdict::None(Evidence::Exhaustion(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The order is Warnsdorff's; ties are tried in the order of the graph. The search itself is
//! that of [`knightsat_count::search`], which counts tours; here it looks for one. It does not
//! recurse, so boards of any size are searched without a deep stack.

use crate::base::stop::Stop;
use crate::tour::Problem;
use crate::tour::tour::{Tour, TourError};
use crate::{Evidence, Verdict};
use knightsat_count::search::{Directions, Effort, Order, Search};

/// Searches for a tour, and returns the effort too. A start that is not fixed is searched for too,
/// in the order of the vertices. If only the end is fixed, the search begins there and goes
/// backwards.
///
/// The error is that of the verifier, and would be a defect of this program.
pub fn search(problem: &Problem, stop: &Stop) -> Result<(Verdict, Effort), TourError> {
    let mut search = Search::new(problem, Directions::Both)
        .with_order(Order::FewestOnward)
        .with_stop(stop.clone());
    let verdict = match search.next() {
        Some(steps) => Verdict::Tour(Tour::verify(problem, steps)?),
        None if search.is_late() => Verdict::Unknown(stop.stopped().into()),
        None => Verdict::None(Evidence::Exhaustion(search.effort().nodes)),
    };
    Ok((verdict, search.effort()))
}
