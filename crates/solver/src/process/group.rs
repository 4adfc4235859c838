//! A child with all that it starts.

use super::descendants::{descendants, kill, kill_descendants};
use super::keeper;
use rustix::process::{self, Pid, Signal, WaitId, WaitIdOptions};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// A child that leads a process group, which does not outlive this value, and neither do those who have
/// left it.
pub struct Group {
    child: Child,
    is_reaped: bool,
}

impl Group {
    pub fn start(mut command: Command) -> io::Result<Group> {
        let child = command.process_group(0).spawn()?;
        Ok(Group {
            child,
            is_reaped: false,
        })
    }

    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    pub fn stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    fn leader(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Whether the leader has ended. It is left unreaped, so that its number, which is the group's,
    /// cannot become another's before the group is killed.
    pub fn has_exited(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match process::waitid(WaitId::Pid(self.leader()), options) {
            Ok(status) => Ok(status.is_some()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Sees all of them off: first the polite way if the leader is still there, then the other.
    pub fn end(mut self, grace: Duration) -> io::Result<ExitStatus> {
        let until = Instant::now() + grace;
        // While they have parents: they go elsewhere when the leader ends.
        let mut left = Vec::new();
        if !self.has_exited()? {
            left = descendants(self.leader());
            self.signal(Signal::TERM);
        }
        while !self.has_exited()? && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        left.extend(descendants(self.leader()));
        let status = self.kill();
        kill(&left);
        if keeper::is_follower() {
            kill_descendants(process::getpid());
        }
        status
    }

    fn signal(&self, signal: Signal) {
        // It fails where nobody is left to receive it.
        let _ = process::kill_process_group(self.leader(), signal);
    }

    fn kill(&mut self) -> io::Result<ExitStatus> {
        self.signal(Signal::KILL);
        let status = self.child.wait();
        self.is_reaped = true;
        status
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            let left = descendants(self.leader());
            let _ = self.kill();
            kill(&left);
        }
    }
}
