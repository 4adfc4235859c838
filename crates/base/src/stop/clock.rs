//! The clock, in one place: WebAssembly without a system (`wasm32-unknown-unknown`) has none, and panics
//! where it is asked for the time.
//!
//! ```
//! use knightsat_base::stop::clock::Stopwatch;
//!
//! let watch = Stopwatch::start();
//! let first = watch.elapsed();
//! assert!(watch.elapsed() >= first);
//! ```

use std::time::{Duration, Instant};

/// The time; `None` where there is no clock.
pub fn now() -> Option<Instant> {
    let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
    has_clock.then(Instant::now)
}

/// Measures time from its start; where there is no clock, none passes.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    begun: Option<Instant>,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch { begun: now() }
    }

    /// How long ago that was.
    pub fn elapsed(&self) -> Duration {
        self.begun
            .map_or(Duration::ZERO, |instant| instant.elapsed())
    }
}
