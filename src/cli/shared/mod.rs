//! The common parts of commands: options, input and output files, and exit codes.

pub mod document;
mod formula;
pub mod interrupt;
pub mod memory;
pub mod output;
mod pictures;
pub mod place;
pub mod problem;
pub mod report;
pub mod solvers;
pub mod time;

pub use document::{Format, Rows, TableFormat};
pub use formula::{FormulaArgs, ShuffleArgs, is_for};
pub use interrupt::Backstop;
pub use memory::MemoryArgs;
pub use output::{Output, STDOUT, distinct, is_stream, name, output_name};
pub use pictures::{ColorArgs, PictureArgs, Pictures};
pub use place::{BoardChoice, EncodingChoice, GraphArgs, PlaceArgs};
pub use problem::{TourArgs, WithArgs};
pub(crate) use report::note;
pub use report::{Exit, TourFormat, print, print_beside, reason};
pub use solvers::{PortfolioArgs, SolverArgs};
pub use time::{Line, Notice};
