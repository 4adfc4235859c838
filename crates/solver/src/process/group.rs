//! A child process with its descendants: its process group, and the descendants listed in /proc. On
//! systems without /proc only the group is found.

use super::orphans::{adopt_orphans, are_orphans_ours};
use rustix::process::{self, Pid, Signal, WaitId, WaitIdOptions, kill_process};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The number of scans for remaining descendants. Each finds processes that started during the scan
/// before.
const LOOKS: u32 = 200;
/// The pause between two scans.
const PAUSE: Duration = Duration::from_millis(1);

/// The groups that this process runs. No group begins while orphans are ended.
static GROUPS: Mutex<Groups> = Mutex::new(Groups {
    others: None,
    running: 0,
});

struct Groups {
    /// The children from before the first group, once this process adopts orphans: a shell that
    /// has become this program may have left some.
    others: Option<Vec<Pid>>,
    running: usize,
}

impl Groups {
    fn lock() -> MutexGuard<'static, Groups> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all descendants of this process but the others, if it adopts orphans.
    fn end_descendants(&self) {
        if let Some(others) = &self.others {
            kill_descendants(process::getpid(), others);
        }
    }
}

/// Ends all programs and their orphans before the end of a process that [adopts
/// orphans](adopt_orphans).
pub fn end_descendants() {
    Groups::lock().end_descendants();
}

/// Makes this process receive SIGTERM when its parent, of this number, ends, and adopt orphans.
/// Sets `stop` if the parent has ended already. The returned function polls the parent.
pub fn follow(parent: u32, stop: &AtomicBool) -> io::Result<impl Fn() -> bool + Send + use<>> {
    #[cfg(target_os = "linux")]
    process::set_parent_process_death_signal(Some(Signal::TERM))?;
    adopt_orphans();
    let is_orphan = move || !is_child_of(parent);
    if is_orphan() {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(is_orphan)
}

/// Returns true if this process is a child of the process with this number.
fn is_child_of(parent: u32) -> bool {
    let now = process::getppid().map(|now| now.as_raw_nonzero().get());
    now == i32::try_from(parent).ok()
}

/// A child that leads a process group. Its group, and the descendants that have left the group, end
/// with this value.
pub struct ProcessGroup {
    pub child: Child,
    is_reaped: bool,
}

impl ProcessGroup {
    /// Starts the command with an empty input and with pipes as its outputs.
    pub fn start(mut command: Command) -> io::Result<ProcessGroup> {
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(target_os = "linux")]
        {
            let parent = std::process::id();
            // The system sends it when the thread that starts the program ends: every caller waits
            // for the end of the program.
            let end_with_parent = move || {
                process::set_parent_process_death_signal(Some(Signal::KILL))?;
                if is_child_of(parent) {
                    Ok(())
                } else {
                    Err(io::ErrorKind::Interrupted.into())
                }
            };
            // SAFETY: between fork and exec it makes two system calls, and allocates nothing.
            unsafe { command.pre_exec(end_with_parent) };
        }
        let mut groups = Groups::lock();
        #[cfg(target_os = "linux")]
        if are_orphans_ours() && groups.others.is_none() {
            process::set_child_subreaper(Some(process::getpid()))?;
            groups.others = Some(descendants(process::getpid(), &[]));
        }
        let child = command.process_group(0).spawn()?;
        groups.running += 1;
        let is_reaped = false;
        Ok(ProcessGroup { child, is_reaped })
    }

    fn leader(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Returns true if the leader has ended. It stays unreaped: its number, which is that of the
    /// group, then cannot be reused before the group is killed.
    pub fn has_exited(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match process::waitid(WaitId::Pid(self.leader()), options) {
            Ok(status) => Ok(status.is_some()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends all of them: first with SIGTERM if the leader is still alive, then with SIGKILL.
    pub fn end(mut self, grace: Duration) -> io::Result<ExitStatus> {
        let until = Instant::now() + grace;
        // Before the leader ends, because its orphans then get another parent.
        let mut left = Vec::new();
        if !self.has_exited()? {
            left = descendants(self.leader(), &[]);
            self.signal(Signal::TERM);
        }
        while !self.has_exited()? && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        left.extend(descendants(self.leader(), &[]));
        let status = self.kill();
        kill(&left);
        status
    }

    fn signal(&self, signal: Signal) {
        // Fails if no process remains to receive it.
        let _ = process::kill_process_group(self.leader(), signal);
    }

    fn kill(&mut self) -> io::Result<ExitStatus> {
        self.signal(Signal::KILL);
        let status = self.child.wait();
        self.is_reaped = true;
        let mut groups = Groups::lock();
        groups.running -= 1;
        if groups.running == 0 {
            groups.end_descendants();
        }
        status
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if !self.is_reaped {
            let left = descendants(self.leader(), &[]);
            let _ = self.kill();
            kill(&left);
        }
    }
}

/// Returns all living descendants of a process, without the others and theirs.
fn descendants(of: Pid, others: &[Pid]) -> Vec<Pid> {
    let mut children: HashMap<i32, Vec<Pid>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let number = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        if let Some(process) = number.and_then(Pid::from_raw)
            && let Ok(stat) = fs::read_to_string(entry.path().join("stat"))
            && let Some(parent) = parent(&stat)
        {
            children.entry(parent).or_default().push(process);
        }
    }
    let mut found = Vec::new();
    let mut open = vec![of];
    while let Some(process) = open.pop() {
        // Each process has one parent, which excludes duplicates.
        let next = children.remove(&process.as_raw_nonzero().get());
        let mut next = next.unwrap_or_default();
        next.retain(|child| !others.contains(child));
        found.extend(&next);
        open.extend(next);
    }
    found
}

/// Returns the parent in the file `stat` of a process, unless the process has ended. The name
/// before it is in parentheses, and may contain some itself.
fn parent(stat: &str) -> Option<i32> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    let state = words.next()?;
    let parent = words.next()?.parse().ok()?;
    (!matches!(state, "Z" | "X")).then_some(parent)
}

/// Kills all descendants but the others, however fast they start new ones.
fn kill_descendants(of: Pid, others: &[Pid]) {
    for _ in 0..LOOKS {
        let left = descendants(of, others);
        if left.is_empty() {
            return;
        }
        kill(&left);
        thread::sleep(PAUSE);
    }
}

/// Kills these processes.
fn kill(processes: &[Pid]) {
    for &process in processes {
        // Fails if the process has ended.
        let _ = kill_process(process, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_stands_after_the_name() {
        assert_eq!(parent("12 (a) b (c)) S 7 12 12 0"), Some(7));
        assert_eq!(parent("12 (a) Z 7 12 12 0"), None);
        assert_eq!(parent(""), None);
    }
}
