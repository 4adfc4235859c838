//! The commands of the lab, beside those of the core: comparisons, and parts for many machines.
//! `count` has the options that write a folder of parts, `prove` further formats of proofs, and
//! `check` further proofs that every tour is a model.

// The documentation of options is their help, which is not Markdown.
#![allow(rustdoc::broken_intra_doc_links)]

mod compare;
mod count;
mod join;
mod manual;
mod mark;
mod opb;
mod prove;
mod split;
mod work;

use knightsat::cli::{self, Command, check};
use std::ffi::OsString;

/// Runs a command of the core or of the lab, see [`cli::run`].
pub fn run(start: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    cli::run(commands(), &manual::flags(), start, arguments)
}

/// Returns the commands of the lab.
fn commands() -> Vec<Command> {
    const SHARE: &str = "Share among machines";
    vec![
        Command::new(SHARE, "split", split::Args::run),
        Command::new(SHARE, "work", work::Args::run),
        Command::new(SHARE, "join", join::Args::run),
        Command::new("Make a formula", "opb", opb::Args::run),
        Command::new("Solve", "prove", prove::ProveArgs::run),
        Command::new("Check", "count", count::CountArgs::run),
        Command::new("Check", "check", |args: check::Args| {
            args.with(knightsat_complete::PROOFS).run()
        }),
        Command::new("Check", "compare", compare::Args::run),
        Command::new("Check", "mark", mark::Args::run),
    ]
}
