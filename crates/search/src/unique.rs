//! Uniqueness of tours: a solver looks for a tour, then for another one, with a clause that rules
//! the first out.
//!
//! ```
//! # mod knightsat {
//! #     pub mod search { pub use knightsat_search::{*, unique::*}; }
//! #     pub use knightsat_search::base::stop;
//! #     pub use knightsat_search::tour as tour;
//! # }
//! use knightsat::search::{Uniqueness, unique};
//! use knightsat::stop::Stop;
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let Uniqueness::Several(tours) = unique(&problem, &Stop::default())? else {
//!     panic!("there are sixteen");
//! };
//! assert_ne!(tours[0], tours[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tours are those that [`count`](knightsat_count) counts: open ones are directed. Closed ones are
//! undirected, unless given steps number them.

use super::tours::Tours;
use super::{Evidence, SolveError, default_style};
use crate::base::stop::Stop;
use crate::tour::Problem;
use crate::tour::convention::Convention;
use crate::tour::table::Backend;
use crate::tour::tour::Tour;
use knightsat_encoding::{Formula, FormulaError, Name};
use knightsat_solver::varisat::Varisat;

/// The number of tours, as far as it decides uniqueness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// None.
    None(Evidence),
    /// Exactly this one. Varisat has checked the refutation of any other.
    One(Tour),
    /// These two, and perhaps more.
    Several(Box<[Tour; 2]>),
    /// Not decided in time; the tour found so far, if any.
    Unknown(Option<Tour>),
}

/// Decides whether the problem has exactly one tour.
pub fn unique(problem: &Problem, stop: &Stop) -> Result<Uniqueness, SolveError> {
    if let Some(obstruction) = problem.obstruction(stop) {
        return Ok(Uniqueness::None(Evidence::Obstruction(obstruction)));
    }
    // Edges have no directions.
    let edges_suffice = !problem.has_one_way();
    let style = if edges_suffice && Backend::Degrees.supports(problem.demands()) {
        Name::Lazy.style()
    } else {
        let mut style = default_style(problem);
        let set = style.set("directions", "both");
        set.expect("an option of both encodings");
        style
    };
    match Formula::within(problem, style, stop) {
        Err(FormulaError::Stopped(_)) => Ok(Uniqueness::Unknown(None)),
        formula => first_two(problem, Tours::by_models(problem, &formula?, stop)),
    }
}

fn first_two(problem: &Problem, mut tours: Tours) -> Result<Uniqueness, SolveError> {
    let Some(first) = tours.next().transpose()? else {
        return Ok(if tours.is_late() {
            Uniqueness::Unknown(None)
        } else {
            Uniqueness::None(Evidence::Refutation(Varisat::WORD.to_string()))
        });
    };
    Ok(match tours.next().transpose()? {
        Some(second) => {
            let second = aligned(problem, &first, second);
            Uniqueness::Several(Box::new([first, second]))
        }
        None if tours.is_late() => Uniqueness::Unknown(Some(first)),
        None => Uniqueness::One(first),
    })
}

/// Returns the first step, from 1, at which two tours are on different vertices.
#[doc(hidden)]
pub fn parting(tours: &[Tour; 2]) -> Option<u32> {
    let [first, second] = tours.each_ref().map(Tour::steps);
    let place = first.iter().zip(second).position(|(a, b)| a != b)?;
    Some(place as u32 + 1)
}

/// Returns a closed tour from the first vertex of another, in the direction in which the two part
/// later.
fn aligned(problem: &Problem, first: &Tour, second: Tour) -> Tour {
    if Convention::of(problem).is_of_lists() {
        return second;
    }
    let steps = second.steps().to_vec();
    // Of one direction, the reverse is another tour.
    let is_one_way = problem.has_one_way();
    let reversed = (!is_one_way).then(|| steps.iter().rev().copied().collect());
    let ways = [steps].into_iter().chain(reversed).filter_map(|mut steps| {
        let place = steps.iter().position(|&v| v == first.steps()[0])?;
        steps.rotate_left(place);
        Tour::verify(problem, steps).ok()
    });
    let same = |tour: &Tour| {
        let pairs = tour.steps().iter().zip(first.steps());
        pairs.take_while(|(a, b)| a == b).count()
    };
    ways.max_by_key(same).unwrap_or(second)
}
