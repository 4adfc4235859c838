//! What several commands share: options, the files they read and write, and how they end.

pub mod choices;
pub mod destination;
pub mod document;
pub mod engine;
pub mod exit;
pub mod foreign;
pub mod formula;
pub mod interrupt;
pub mod keep;
pub mod memory;
pub mod note;
pub mod output;
pub mod parts;
pub mod path;
pub mod pictures;
pub mod place;
pub mod problem;
pub mod progress;
pub mod report;
pub mod solvers;
pub mod time;
