//! Keeping a solver: what the processes do that stand between this program and a solver.

use crate::cli::shared::exit::Exit;
use crate::cli::shared::{interrupt, memory};
use anyhow::{Context, Result};
use knightsat::solver::process::{self, Keeper};
use rustix::process::{Resource, Rlimit, setrlimit};
use signal_hook::low_level::emulate_default_handler;
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitCode};

/// The first argument of such a process, which no person gives.
const KEEP: &str = "--keep";

/// Has solvers kept by this same program.
pub fn start() {
    // Otherwise they are ended as well as can be without.
    if let Ok(program) = env::current_exe() {
        process::start_through(Keeper {
            program,
            arguments: vec![KEEP.into()],
            memory: memory::left,
        });
    }
}

/// Whether the arguments of this process say so.
pub fn is_asked() -> bool {
    env::args_os().nth(1).as_deref() == Some(OsStr::new(KEEP))
}

/// Keeps the program that the arguments name, and ends as it does.
pub fn run() -> Result<ExitCode> {
    let mut args = env::args_os().skip(2);
    let mut number = || -> Option<u64> { args.next()?.to_str()?.parse().ok() };
    let numbers = number().and_then(|parent| Some((u32::try_from(parent).ok()?, number()?)));
    let (parent, memory) = numbers.context("--keep PARENT MEMORY PROGRAM")?;
    let program: OsString = args.next().context("--keep PARENT MEMORY PROGRAM")?;
    let mut command = Command::new(program);
    command.args(args);
    let stop = interrupt::flag()?;
    let _hold = interrupt::hold()?;
    let status = match process::keep(parent, memory, command, &stop) {
        Ok(status) => status,
        Err(code) => return Ok(ExitCode::from(code as u8)),
    };
    if let Some(signal) = status.signal() {
        // The program has left a core, if one is wanted.
        let none = Rlimit {
            current: Some(0),
            maximum: Some(0),
        };
        let _ = setrlimit(Resource::Core, none);
        let _ = emulate_default_handler(signal);
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(Exit::Error.into(), ExitCode::from))
}
