//! Pieces that encodings are built from.

pub mod amo;
pub mod exactly;
pub mod register;
pub mod term;
