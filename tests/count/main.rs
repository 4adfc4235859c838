//! Counts by every method, compared with each other and with published numbers.

#[path = "../common/mod.rs"]
mod common;

mod classes;
mod frontier;
mod limits;
mod tours;
