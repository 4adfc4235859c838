//! What is asked: boards with their holes and pieces, places for tours, which tour of them, squares by name,
//! and what is known of them from elsewhere.
//!
//! ```
//! use knightsat::problem::Kind;
//! use knightsat::spec::place::Place;
//! use knightsat::spec::tour::TourSpec;
//!
//! let place: Place = "..../.##./.##./....".parse()?;
//! let (place, tour) = TourSpec::from(Kind::Closed).settled(place)?;
//! assert_eq!((place.len(), place.name(0)), (12, "a1".to_string()));
//! assert_eq!(tour.describe(&place), "closed knight's tour of 4x4 with 4 holes");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod known;
pub mod mask;
pub mod place;
pub mod square;
pub mod tour;
