//! Tours without SAT: the baselines that a solver has to beat.
//!
//! ```
//! use knightsat_search::tour::{Kind, Problem};
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::Verdict;
//! use knightsat_search::heuristic::backtrack;
//!
//! let place: Place = "5x5".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let (verdict, effort) = backtrack::search(&problem, &Default::default())?;
//! assert!(matches!(verdict, Verdict::Tour(_)) && effort.nodes >= 25);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`warnsdorff`]: a rule that never takes a move back; it is quick, and sometimes fails;
//! - [`backtrack`]: depth-first search in the order of that rule; it is complete, and may not
//!   terminate in practice.
//!
//! Both break ties by the order in which the graph lists the neighbours, so that a result can be
//! repeated.

pub mod backtrack;
pub mod warnsdorff;
