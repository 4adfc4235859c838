//! CPU time and memory, of this process or of those it has waited for.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// Whose.
pub use nix::sys::resource::UsageWho as Whose;

/// CPU seconds, user and system, so far.
pub fn cpu_seconds(whose: UsageWho) -> f64 {
    let Ok(usage) = getrusage(whose) else {
        return 0.0;
    };
    let times = [usage.user_time(), usage.system_time()];
    let micros: i64 = times.iter().map(|time| time.num_microseconds()).sum();
    micros as f64 / 1e6
}

/// The largest resident memory so far, in units of 1024 bytes; of children, that of the largest.
pub fn peak_kb(whose: UsageWho) -> u64 {
    let usage = getrusage(whose).map_or(0, |usage| usage.max_rss());
    // macOS counts bytes.
    let unit = if cfg!(target_os = "macos") { 1024 } else { 1 };
    u64::try_from(usage).unwrap_or(0) / unit
}
