//! Pieces that encodings are built from.

pub mod amo;
