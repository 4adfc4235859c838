//! What is asked: boards with their holes and pieces, places for tours, which tour of them, squares by name,
//! and what is known of them from elsewhere.

pub mod board;
pub mod known;
pub mod mask;
pub mod place;
pub mod square;
pub mod tour;
