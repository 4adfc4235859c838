//! The SAT workbench for knight's tours: encode, solve, decode and verify.
//!
//! Modules in the order in which data flows:
//! board → graph → problem → encoding → clauses → solver → model → tour → verify → render.

pub mod board;
pub mod graph;
pub mod symmetry;

pub mod problem;
pub mod tour;

pub mod known;

pub mod cnf;
pub mod sink;

pub mod shuffle;

pub mod dimacs;

pub mod encoding;
pub mod gadget;

pub mod solver;

pub mod recipe;
pub mod render;
pub mod solve;
