//! Limits that a process sets itself.

use super::usage::{Whose, cpu_time, seconds};
use knightsat_base::system;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// Pause between two looks at the CPU time.
const PAUSE: Duration = Duration::from_millis(20);

/// From here on, for this process and those that it starts.
pub fn limit_memory(memory_mb: Option<u64>) -> Result<(), String> {
    let Some(memory_mb) = memory_mb else {
        return Ok(());
    };
    let bytes = Some(memory_mb << 20);
    let limit = Rlimit {
        current: bytes,
        maximum: bytes,
    };
    setrlimit(Resource::As, limit).map_err(|error| {
        let why = system::message(&error.into());
        format!("the memory cannot be limited: {why}")
    })
}

/// From here on, for a process that this one starts; it is told by a signal (SIGXCPU), at whole seconds.
pub fn limit_cpu(seconds: Option<f64>) {
    let limit = Rlimit {
        current: seconds.map(|seconds| seconds.ceil() as u64),
        ..getrlimit(Resource::Cpu)
    };
    // If it cannot be set, the wall clock is there.
    let _ = setrlimit(Resource::Cpu, limit);
}

/// Does the work, and sets `stop` once this process has had so many CPU seconds since `begun`.
pub fn within_cpu<T>(
    seconds: f64,
    begun: Duration,
    stop: &AtomicBool,
    work: impl FnOnce() -> T,
) -> T {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                if since(begun) > seconds {
                    stop.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(PAUSE);
            }
        });
        let _done = Done(&is_done, watcher.thread().clone());
        work()
    })
}

/// Sends the watcher home, even if the work panics.
struct Done<'d>(&'d AtomicBool, Thread);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

/// CPU seconds of this process since then.
pub fn since(begun: Duration) -> f64 {
    seconds(cpu_time(Whose::RUSAGE_SELF).saturating_sub(begun))
}
