//! Further processes of this program: its invocation, and supervisors of solvers.

use crate::cli::shared::process::{interrupt, memory};
use crate::cli::shared::{Context, Exit, OsString, PathBuf, Result};
use knightsat_solver::process::{self, KEEPER, Keeper};
use rustix::process::{Resource, Rlimit, setrlimit};
use signal_hook::low_level::emulate_default_handler;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;
use std::sync::OnceLock;

/// The arguments of this program, and the command that starts another process of it. In the Python
/// package that command runs the interpreter.
#[derive(Debug, Default)]
pub struct Invocation {
    start: Vec<OsString>,
    /// The name of this program, as the user called it, and the arguments of the user.
    pub arguments: Vec<OsString>,
}

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

impl Invocation {
    /// Records it, once. `start` contains the program and its first arguments; it is empty if they
    /// are unknown.
    pub fn set(start: Vec<OsString>, arguments: Vec<OsString>) -> &'static Invocation {
        INVOCATION.get_or_init(|| Invocation { start, arguments })
    }

    /// Returns the recorded one.
    pub fn get() -> &'static Invocation {
        INVOCATION.get_or_init(Invocation::default)
    }

    /// Returns the program and the arguments of another process of this program; `arguments` are
    /// the last.
    pub fn again(&self, arguments: &[&str]) -> Result<(PathBuf, Vec<OsString>)> {
        let start = self.start.split_first();
        let (program, first) = start.context("this program cannot be found")?;
        let arguments = arguments.iter().map(Into::into);
        Ok((
            program.into(),
            first.iter().cloned().chain(arguments).collect(),
        ))
    }
}

/// The first argument of a supervisor of solvers, which is internal.
const KEEP: &str = "--keep";

/// Uses this program as the supervisor of solvers.
pub fn start() {
    // Without it, supervision is incomplete.
    if let Ok((program, arguments)) = Invocation::get().again(&[KEEP]) {
        let _ = KEEPER.set(Keeper {
            program,
            arguments,
            memory: memory::left,
        });
    }
}

/// Returns true if this process is a supervisor.
pub fn is_asked() -> bool {
    Invocation::get()
        .arguments
        .get(1)
        .is_some_and(|first| first == KEEP)
}

/// Supervises the program in the arguments, and ends with its status.
pub fn run() -> Result<u8> {
    const USAGE: &str = "--keep PARENT MEMORY PROGRAM";
    let mut args = Invocation::get().arguments.iter().skip(2);
    let mut number = || -> Option<u64> { args.next()?.to_str()?.parse().ok() };
    let parent = number().and_then(|parent| u32::try_from(parent).ok());
    let (parent, memory) = parent.zip(number()).context(USAGE)?;
    let mut command = Command::new(args.next().context(USAGE)?);
    command.args(args);
    let stop = interrupt::flag()?;
    let _hold = interrupt::hold()?;
    let status = match process::keep(parent, memory, command, &stop) {
        Ok(status) => status,
        Err(code) => return Ok(code as u8),
    };
    if let Some(signal) = status.signal() {
        // The program has already written a core, if cores are enabled.
        let (current, maximum) = (Some(0), Some(0));
        let _ = setrlimit(Resource::Core, Rlimit { current, maximum });
        let _ = emulate_default_handler(signal);
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.unwrap_or(Exit::Error.into()))
}
