//! CPU time and memory, of this process or of those it has waited for.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::time::Duration;

/// Whose.
pub use nix::sys::resource::UsageWho as Whose;

/// CPU time, user and system, so far; the system counts microseconds.
pub fn cpu_time(whose: UsageWho) -> Duration {
    let Ok(usage) = getrusage(whose) else {
        return Duration::ZERO;
    };
    let times = [usage.user_time(), usage.system_time()];
    let micros: i64 = times.iter().map(|time| time.num_microseconds()).sum();
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

/// In seconds, to the microsecond.
pub fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// The largest resident memory so far, in units of 1024 bytes; of children, that of the largest.
pub fn peak_kb(whose: UsageWho) -> u64 {
    let usage = getrusage(whose).map_or(0, |usage| usage.max_rss());
    // macOS counts bytes.
    let unit = if cfg!(target_os = "macos") { 1024 } else { 1 };
    u64::try_from(usage).unwrap_or(0) / unit
}
