//! The program as users run it.

#[path = "../common/mod.rs"]
mod common;

mod best;
mod blocks;
mod boards;
mod certificates;
mod cli;
mod constraints;
mod count;
mod deadlines;
mod decode;
mod destinations;
mod encode;
mod graphs;
mod inputs;
mod json;
mod lint;
mod magic_boards;
mod marking;
mod memory;
mod opb;
mod pictures;
mod puzzle_program;
mod sat;
