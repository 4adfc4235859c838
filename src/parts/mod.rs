//! One problem for many machines: a folder of parts that cover it, and one answer joined of theirs.
//!
//! Nothing here schedules or talks over a network. A [`folder`] lists the parts; whoever runs them, each is
//! done by one process, which leaves its result there in one step ([`part`]); and what is joined in the end
//! is checked as a whole.

pub mod choose;
pub mod claim;
pub mod comparison;
mod compose;
pub mod counts;
pub mod cubes;
mod error;
pub mod folder;
pub mod jobs;
pub mod join;
mod joined;
mod lazily;
pub mod mallob;
pub mod name;
pub mod outcome;
pub mod part;
pub mod paths;
mod renumber;
pub mod rows;
pub mod split;
pub mod whole;
pub mod work;

pub use error::{PartsError, WorkError};
