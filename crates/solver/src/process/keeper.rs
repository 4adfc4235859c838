//! A small process between us and a program: it has no other children, so that all orphans that come
//! to it are the program's, and when we are gone it ends them.

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

/// The exit code of a keeper that cannot start the program, and what it prints then before the number
/// of the system's error.
const NOT_STARTED: i32 = 125;
const NOT_STARTED_LINE: &str = "knightsat --keep: not started: ";

/// How keepers are started.
#[derive(Clone, Debug)]
pub struct Keeper {
    /// A program that calls [`keep`].
    pub program: PathBuf,
    /// Arguments, after which come: the number of the process that it keeps for; the bytes that the kept
    /// program may take, 0 for any; the kept program and its arguments.
    pub arguments: Vec<OsString>,
    /// How many bytes the next program may take, if that is limited.
    pub memory: fn() -> Option<u64>,
}

static KEEPER: OnceLock<Keeper> = OnceLock::new();

/// From here on, programs are started by a keeper. Without one, a program is stopped as well with all
/// that can be found, but outlives this process where that is killed.
pub fn start_through(keeper: Keeper) {
    // The first one stays.
    let _ = KEEPER.set(keeper);
}

/// Whether programs are to be started by a keeper.
pub(super) fn is_wanted() -> bool {
    KEEPER.get().is_some() && !is_follower()
}

/// The command that has a keeper start this one.
pub(super) fn kept(command: &Command) -> Command {
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

/// The same, or the error for which a keeper has not started its program.
pub(super) fn started<T>(ended: Ended<T>) -> io::Result<Ended<T>> {
    let code = ended.status.and_then(|status| status.code());
    let number = ended.errors.trim_end().strip_prefix(NOT_STARTED_LINE);
    match number.and_then(|number| number.parse().ok()) {
        Some(number) if code == Some(NOT_STARTED) => Err(io::Error::from_raw_os_error(number)),
        _ => Ok(ended),
    }
}

/// Makes this process end when its parent, of this number, does: then it gets SIGTERM. Orphans among
/// its descendants become its children, and the programs that it runs leave nothing behind. `stop` is
/// set if the parent is gone already; whether it is can be asked afterwards.
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

/// Runs a program with our input and outputs, and ends it with all that it has started as soon as `stop`
/// is set or `parent` is gone; when it ends by itself, what it leaves behind is ended. `memory` is how
/// many bytes of address space it may take; 0 is any number.
///
/// Where it cannot be started, says so as those who have started us expect it, with the exit code to end
/// with.
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
        // Nobody else is there to be told.
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
    // Ours would hold the pipe open where the program closes its own.
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
            // Nobody has told the group.
            let _ = process::kill_process(leader, Signal::TERM);
        }
        thread::sleep(GRACE);
        kill_descendants(process::getpid());
    })?;
    Ok(child)
}
