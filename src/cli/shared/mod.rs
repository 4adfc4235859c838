//! The common parts of commands: options, input and output files, and exit codes.
//!
//! It is the prelude of commands, which import all its names. They include the prelude of the
//! library.

pub mod foreign;
pub mod formula_args;
mod number;
pub mod objective;
pub mod output;
mod pictures;
pub mod problem;
pub mod process;
pub mod report;
pub mod solvers;

pub use anyhow::{Context, Result, anyhow, bail, ensure};
pub use clap::ValueEnum;
pub use formula_args::{FormulaArgs, ShuffleArgs, is_for};
pub use itertools::Itertools;
pub use knightsat::encoding::Name;
pub use knightsat::prelude::*;
pub use knightsat::search::Verdict;
pub use knightsat::tour::spec::Request;
pub use knightsat_base::text::{counted, is_or_are};
pub use number::within;
pub use objective::ObjectiveArgs;
pub use output::{Output, Outputs, STDOUT, Stdout};
pub use output::{distinct, document_name, is_stream, name, output_name};
pub use pictures::{ColorArgs, PictureArgs, Pictures, TourOutputArgs};
pub use problem::{BoardChoice, GraphArgs, PlaceArgs, TooLarge, TourArgs, WithArgs};
pub use process::interrupt::{Backstop, Timer, backstop, lock, printing_backstop};
pub use process::memory::MemoryArgs;
pub use process::supervisor::Invocation;
pub use process::time::{Line, Notes, TimeArgs};
pub use process::{interrupt, memory, time};
pub use report::note;
pub use report::{Exit, Format, Printed, Rows, TableFormat, TourFormat, View};
pub use report::{delivered, json_line, json_lines, print, print_or_eprint};
pub use report::{reason, text_output, value_name};
pub use serde::Serialize;
pub use solvers::{PortfolioArgs, SolverArgs};
pub use std::ffi::{OsStr, OsString};
pub use std::fs;
pub use std::io::{self, Write};
pub use std::path::{Path, PathBuf};
pub use std::time::Duration;
