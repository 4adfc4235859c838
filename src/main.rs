//! The `knightsat` command: parse, dispatch, exit code.

use knightsat::cli;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let program = env::current_exe().into_iter().map(OsString::from);
    cli::run(Vec::new(), &[], program.collect(), env::args_os().collect()).into()
}
