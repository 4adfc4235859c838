//! The largest boards that have formulas.
//!
//! ```
//! use knightsat_encoding::fit::largest_square;
//! use knightsat_encoding::base::stop::Stop;
//!
//! let side = largest_square(&"8x8".parse()?, &Stop::default()).unwrap();
//! assert!((100..1000).contains(&side));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::Formula;
use super::formula_spec::FormulaSpec;
use crate::base::stop::Stop;
use knightsat_cnf::Var;
use knightsat_tour::Kind;
use knightsat_tour::board::Board;
use knightsat_tour::spec::TourSpec;

/// Returns the side of the largest square board whose formula has numbers for its variables.
/// Returns `None` if that can only be counted, or if the time is over first.
pub fn largest_square(spec: &FormulaSpec, stop: &Stop) -> Option<u32> {
    let variables = |side: u32| {
        let board = Board::new(side, side).ok()?;
        let tour = TourSpec {
            start: None,
            end: None,
            ..spec.tour.clone()
        };
        let problem = tour.problem_within(&board.into(), stop).ok()?;
        Formula::computed_variables(&problem, spec.style)
    };
    // If the smallest board has no closed formula for its size, no board has one.
    variables(4)?;
    // A formula that is too large has no numbers, or is not even laid out.
    let fits = |&side: &u32| variables(side).is_some_and(|found| found <= u64::from(Var::MAX));
    // The count grows with the side, and 512 squares a side never fit. A closed tour needs an even
    // side; for an odd one the formula is a single empty clause.
    let step = if spec.tour.kind == Kind::Closed { 2 } else { 1 };
    let sides: Vec<u32> = (step..512).step_by(step as usize).collect();
    let found = sides[sides.partition_point(fits).saturating_sub(1)];
    (!stop.is_over()).then_some(found)
}
