//! Which boards have formulas at all.
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

/// The side of the largest square board whose formula has numbers for its variables; `None` if that can
/// only be counted, or it is over before it is found.
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
    // Where even the smallest board has no formula for its size, none has.
    variables(4)?;
    // What is too large has no numbers, or is not even laid out.
    let fits = |&side: &u32| variables(side).is_some_and(|found| found <= u64::from(Var::MAX));
    // The count grows with the side (a closed tour needs an even one; on others the formula is a
    // single empty clause), and 512 squares a side never fit.
    let step = if spec.tour.kind == Kind::Closed { 2 } else { 1 };
    let sides: Vec<u32> = (step..512).step_by(step as usize).collect();
    let found = sides[sides.partition_point(fits).saturating_sub(1)];
    (!stop.is_over()).then_some(found)
}
