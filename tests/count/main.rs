//! Counts by every method against published numbers.

#[path = "../common/mod.rs"]
mod common;

mod combinations;
mod count;
mod frontier;
mod published;
