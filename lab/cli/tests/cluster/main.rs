//! Comparisons and parts, run by several processes.

#[path = "../../../../tests/common/mod.rs"]
mod common;

mod compare;
mod compare_grid;
mod liars;
mod parts;
mod parts_compare;
mod parts_count;
mod parts_jobs;
mod supervised;
