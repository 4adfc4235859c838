//! Keeper: a small process between this one and a program. It has no other children, and therefore
//! every orphan that it adopts belongs to the program. When this process ends, the keeper ends
//! them.

use super::group::{FOLLOWS, is_follower, kill_descendants};
use super::{Ended, GRACE, PAUSE};
use rustix::process::{self, Pid, Resource, Rlimit, Signal};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

/// The exit code of a keeper that cannot start the program. The line before the number of the
/// system's error follows.
const NOT_STARTED: i32 = 125;
const NOT_STARTED_LINE: &str = "knightsat --keep: not started: ";

/// The command that starts a keeper.
#[derive(Clone, Debug)]
pub struct Keeper {
    /// The program that calls [`keep`].
    pub program: PathBuf,
    /// The first arguments. The number of the parent process, the limit of bytes for the program (0
    /// if unlimited), the program and its arguments follow.
    pub arguments: Vec<OsString>,
    /// Returns the most bytes that the next program may use, if they are limited.
    pub memory: fn() -> Option<u64>,
}

/// The keeper through which programs are started once it is set. Without one, stopping a program
/// also ends every descendant that can be found. But a program then survives if this process is
/// killed.
pub static KEEPER: OnceLock<Keeper> = OnceLock::new();

/// Returns true if programs are to be started by a keeper.
pub(super) fn is_wanted() -> bool {
    KEEPER.get().is_some() && !is_follower()
}

/// Returns the command that starts this one through a keeper.
pub(super) fn supervised(command: &Command) -> Command {
    let keeper = KEEPER.get().expect("asked before");
    let memory = (keeper.memory)().unwrap_or(0);
    let mut outer = Command::new(&keeper.program);
    outer
        .args(&keeper.arguments)
        .args([std::process::id().to_string(), memory.to_string()])
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        outer.current_dir(folder);
    }
    outer
}

/// Returns the ended program, or the error with which a keeper failed to start it.
pub(super) fn started<T>(ended: Ended<T>) -> io::Result<Ended<T>> {
    let code = ended.status.and_then(|status| status.code());
    let number = ended.errors.trim_end().strip_prefix(NOT_STARTED_LINE);
    match number.and_then(|number| number.parse().ok()) {
        Some(number) if code == Some(NOT_STARTED) => Err(io::Error::from_raw_os_error(number)),
        _ => Ok(ended),
    }
}

/// Makes this process end when its parent, of this number, does: it then receives SIGTERM. It
/// adopts the orphans among its descendants, and no program that it runs leaves a process behind.
/// Sets `stop` if the parent has ended already. The returned function polls the parent.
pub fn follow(parent: u32, stop: &AtomicBool) -> io::Result<impl Fn() -> bool + Send + use<>> {
    #[cfg(target_os = "linux")]
    {
        process::set_parent_process_death_signal(Some(Signal::TERM))?;
        process::set_child_subreaper(Some(process::getpid()))?;
    }
    FOLLOWS.store(true, Ordering::Relaxed);
    let is_orphan = move || {
        let now = process::getppid().map(|now| now.as_raw_nonzero().get());
        now != i32::try_from(parent).ok()
    };
    if is_orphan() {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(is_orphan)
}

/// Runs a program with our input and outputs. As soon as `stop` is set or `parent` has ended, ends
/// it with all its descendants. If it ends by itself, its remaining descendants are ended. `memory`
/// is its limit of address space in bytes; 0 is unlimited.
///
/// If the program cannot be started, prints the line that the parent expects, and returns the exit
/// code.
pub fn keep(
    parent: u32,
    memory: u64,
    command: Command,
    stop: &Arc<AtomicBool>,
) -> Result<ExitStatus, i32> {
    let ended = start(parent, memory, command, stop).and_then(|mut child| child.wait());
    kill_descendants(process::getpid());
    ended.map_err(|error| {
        let number = error.raw_os_error().unwrap_or_default();
        // An error here cannot be reported.
        let _ = writeln!(io::stderr(), "{NOT_STARTED_LINE}{number}");
        NOT_STARTED
    })
}

/// Starts the program, and a thread that ends it.
fn start(
    parent: u32,
    memory: u64,
    mut command: Command,
    stop: &Arc<AtomicBool>,
) -> io::Result<Child> {
    let is_orphan = follow(parent, stop)?;
    if memory > 0 {
        let limit = Rlimit {
            current: Some(memory),
            maximum: Some(memory),
        };
        process::setrlimit(Resource::As, limit)?;
    }
    let mut child = command.spawn()?;
    // Our standard error would hold the pipe open after the program has closed its own.
    let closed = File::options().write(true).open("/dev/null");
    if let Err(error) = closed.and_then(|null| Ok(nix::unistd::dup2_stdout(null)?)) {
        let _ = child.kill();
        return Err(error);
    }
    let (leader, stop) = (Pid::from_child(&child), stop.clone());
    thread::Builder::new().spawn(move || {
        while !stop.load(Ordering::Relaxed) && !is_orphan() {
            thread::sleep(PAUSE);
        }
        if is_orphan() {
            // The group has not received the signal.
            let _ = process::kill_process(leader, Signal::TERM);
        }
        thread::sleep(GRACE);
        kill_descendants(process::getpid());
    })?;
    Ok(child)
}
