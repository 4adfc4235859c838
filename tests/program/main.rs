//! The program as users run it.

#[path = "../common/mod.rs"]
mod common;

mod best;
mod blocks;
mod boards;
mod certificates;
mod cli;
mod count_program;
mod count_scratch;
mod deadlines;
mod decode;
mod destinations;
mod encode;
mod given_program;
mod graphs;
mod inputs;
mod json;
mod lint;
mod magic_boards;
mod marking;
mod memory;
mod method;
mod pictures;
mod puzzle_program;
mod results;
mod rules;
mod sat;
mod shuffle;
mod trials;
