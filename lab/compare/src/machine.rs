//! The machine of the runs, and the CPU time and memory of processes: usage and limits.
//!
//! ```
//! use knightsat_compare::machine::Machine;
//!
//! assert!(Machine::here().host.is_some());
//! ```

use super::io_message;
use nix::sys::resource::getrusage;
use nix::sys::time::TimeValLike;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::system::uname;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use signal_hook::consts::SIGXCPU;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The processes whose usage is measured: this one, or its finished children.
pub(super) use nix::sys::resource::UsageWho as Whose;

/// Pause between two polls of the CPU time.
const PAUSE: Duration = Duration::from_millis(20);

/// The beginning of a checksum in place of a version.
pub const CHECKSUM: &str = "sha256:";

/// Returns the SHA-256 checksum of a program without a version: that of its file, as `sha256sum`
/// prints it, together with the files that its command names.
pub fn checksum<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> io::Result<String> {
    let mut sum = Sha256::new();
    for path in files {
        sum.update(fs::read(path)?);
    }
    let digits = sum.finalize().into_iter().map(|byte| format!("{byte:02x}"));
    Ok(CHECKSUM.to_string() + &digits.collect::<String>())
}

/// A machine in a row. Rows of earlier versions have no machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Machine {
    /// Its name in the network.
    pub host: Option<String>,
    /// The model of its processor, or the architecture if the system does not provide the model.
    pub cpu: Option<String>,
}

impl Machine {
    /// Describes this machine.
    pub fn here() -> Machine {
        let system = uname();
        let cpu = fs::read_to_string("/proc/cpuinfo").ok();
        let cpu = cpu.as_deref().and_then(model_name).map(String::from);
        Machine {
            host: Some(system.nodename().to_string_lossy().into_owned()),
            cpu: cpu.or_else(|| Some(system.machine().to_string_lossy().into_owned())),
        }
    }
}

fn model_name(cpuinfo: &str) -> Option<&str> {
    let mut lines = cpuinfo.lines();
    let line = lines.find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(name.trim()).filter(|name| !name.is_empty())
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.host, &self.cpu) {
            (Some(host), Some(cpu)) => write!(f, "{host} ({cpu})"),
            (Some(one), None) | (None, Some(one)) => write!(f, "{one}"),
            (None, None) => write!(f, "an unknown machine"),
        }
    }
}

/// Returns the CPU time, user and system, so far; the system counts microseconds.
pub(super) fn cpu_time(whose: Whose) -> Duration {
    let Ok(usage) = getrusage(whose) else {
        return Duration::ZERO;
    };
    let times = [usage.user_time(), usage.system_time()];
    let micros: i64 = times.iter().map(|time| time.num_microseconds()).sum();
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

/// Returns seconds, to the microsecond.
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// Returns the largest resident memory so far, in units of 1024 bytes; for children, that of the
/// largest.
pub(super) fn peak_kb(whose: Whose) -> u64 {
    let usage = getrusage(whose).map_or(0, |usage| usage.max_rss());
    // macOS counts bytes.
    let unit = if cfg!(target_os = "macos") { 1024 } else { 1 };
    u64::try_from(usage).unwrap_or(0) / unit
}

/// Limits the memory of this process and of its future children.
pub(super) fn limit_memory(memory_mb: Option<u64>) -> Result<(), String> {
    let Some(memory_mb) = memory_mb else {
        return Ok(());
    };
    let [current, maximum] = [Some(memory_mb << 20); 2];
    let limited = setrlimit(Resource::As, Rlimit { current, maximum });
    limited.map_err(|error| io_message("the memory cannot be limited")(error.into()))
}

/// Limits the CPU time of a future child, in whole seconds; the system signals the limit (SIGXCPU).
/// This process, which reads the output of the child, survives the signal.
pub(super) fn limit_cpu(seconds: Option<f64>) {
    // Handled, not ignored: child processes inherit an ignored signal.
    let _ = signal_hook::flag::register(SIGXCPU, Arc::default());
    let limit = Rlimit {
        current: seconds.map(|seconds| seconds.ceil() as u64),
        ..getrlimit(Resource::Cpu)
    };
    // If it cannot be set, the wall clock still limits the run.
    let _ = setrlimit(Resource::Cpu, limit);
}

/// Does the work, and sets `stop` once this process has used this many CPU seconds since `begun`.
pub(super) fn within_cpu<T>(
    seconds: f64,
    begun: Duration,
    stop: &AtomicBool,
    work: impl FnOnce() -> T,
) -> T {
    let (end, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                if since(begun) > seconds {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        // Dropped with the work, even if that panics.
        let _end = end;
        work()
    })
}

/// Returns the CPU seconds of this process since then.
pub(super) fn since(begun: Duration) -> f64 {
    seconds(cpu_time(Whose::RUSAGE_SELF).saturating_sub(begun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_a_version_has_the_checksum_of_its_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "abc").unwrap();
        // The example in FIPS 180-2, appendix B.1.
        let expected = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksum([file.path()]).unwrap(), expected);
        assert!(checksum(["/nowhere"]).is_err());
    }

    #[test]
    fn the_model_is_found_in_what_linux_says() {
        let text = "processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nmodel name\t: other\n";
        assert_eq!(model_name(text), Some("AMD EPYC"));
        assert_eq!(model_name("CPU part\t: 0xd40\n"), None);
    }
}
