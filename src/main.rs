//! The `knightsat` command: parse, dispatch, exit code.

mod cli;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: cli::Watched = cli::Watched;

fn main() -> ExitCode {
    cli::run()
}
