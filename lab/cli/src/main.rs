//! The program with all commands; packages have it under the name `knightsat`.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let start = env::current_exe().into_iter().map(Into::into).collect();
    knightsat_lab::run(start, env::args_os().collect()).into()
}
