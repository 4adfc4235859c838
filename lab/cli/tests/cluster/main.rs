//! Comparisons and parts, run by several processes.

#[path = "../../../../tests/common/mod.rs"]
mod common;

mod compare;
mod liars;
mod memory;
mod sharing;
