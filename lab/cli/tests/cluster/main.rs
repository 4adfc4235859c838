//! Comparisons and parts, run by several processes.

#[path = "../../../../tests/common/mod.rs"]
mod common;

mod compare;
mod compare_grid;
mod counts;
mod folder;
mod liars;
mod lrat;
mod mallob;
mod memory;
mod parts;
mod sharing;
