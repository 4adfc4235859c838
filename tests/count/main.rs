//! Counts by every method, compared with each other and with published numbers.

#[path = "../common/mod.rs"]
mod common;

mod frontier;
mod limits;
mod tours;
