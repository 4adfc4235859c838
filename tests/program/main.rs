//! The program as users run it.

#[path = "../common/mod.rs"]
mod common;

mod best;
mod boards;
mod certificates;
mod cli;
mod count;
mod deadlines;
mod decode;
mod destinations;
mod encode;
mod inputs;
mod json;
mod lint;
mod magic_boards;
mod memory;
mod pictures;
mod puzzle_program;
mod rows;
mod sat;
