//! The common parts of commands: options, input and output files, and exit codes, and the
//! process around them.

pub mod foreign;
pub mod formula_args;
pub mod number;
pub mod objective;
pub mod output;
pub mod pictures;
pub mod problem;
pub mod process;
pub mod report;
pub mod solvers;
