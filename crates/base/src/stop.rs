//! Stop conditions: a deadline and flags, for every long computation.
//!
//! ```
//! # mod knightsat { pub use knightsat_base::stop; }
//! use knightsat::stop::Stop;
//! use std::time::Duration;
//!
//! assert!(!Stop::default().is_over());
//! assert!(Stop::after(Duration::ZERO).is_over());
//! ```
//!
//! Only this module reads the clock. WebAssembly without a system (`wasm32-unknown-unknown`) has no
//! clock, and panics if the program reads it.

mod streams;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

#[doc(hidden)]
pub use streams::{Reading, Writing};

/// The deadline and the stop flags of a computation. The default never fires and does not read the
/// clock. On a system without a clock, no deadline passes.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    /// The deadline.
    pub deadline: Option<Instant>,
    /// Flags that other threads or a signal handler set. One that is set suffices.
    pub flags: Arc<Vec<Arc<AtomicBool>>>,
}

/// The reason why a computation ended early.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Stopped {
    /// The deadline has passed.
    #[error("time limit reached")]
    Late,
    /// A flag was set.
    #[error("interrupted")]
    Interrupted,
    /// A solver gave up by itself.
    #[error("the solver answered unknown")]
    Unanswered,
}

impl Stop {
    /// Returns a deadline this much time from now.
    pub fn after(time: Duration) -> Stop {
        Stop::default().within(time)
    }

    /// Returns this deadline and these flags, with a further flag.
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Stop {
        Arc::make_mut(&mut self.flags).push(flag);
        self
    }

    /// Returns these flags, with a deadline no later than this much time from now.
    pub fn within(&self, time: Duration) -> Stop {
        let end = now().and_then(|now| now.checked_add(time));
        Stop {
            deadline: [self.deadline, end].into_iter().flatten().min(),
            flags: self.flags.clone(),
        }
    }

    /// Returns true if it can ever fire.
    pub fn is_set(&self) -> bool {
        self.deadline.is_some() || !self.flags.is_empty()
    }

    /// Returns true if the deadline has passed or a flag is set. Takes some 30 ns, so a tight
    /// loop polls now and then: see [`Stop::watch`].
    pub fn is_over(&self) -> bool {
        self.is_flagged() || self.deadline.is_some_and(|point| now() >= Some(point))
    }

    /// Returns true if a flag is set.
    pub fn is_flagged(&self) -> bool {
        self.flags.iter().any(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns [`Stopped`] if it has fired, to leave a loop with `?`.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_over() {
            Err(self.stopped())
        } else {
            Ok(())
        }
    }

    /// Returns the reason for a missing answer: a flag if one is set, then the deadline if it has
    /// passed; otherwise the solver.
    pub fn stopped(&self) -> Stopped {
        if self.is_flagged() {
            Stopped::Interrupted
        } else if self.is_over() {
            Stopped::Late
        } else {
            Stopped::Unanswered
        }
    }

    /// Polls the clock once in `every` steps of a tight loop.
    pub fn watch(&self, every: u32) -> Watch<'_> {
        Watch {
            stop: self,
            every: every.max(1),
            left: 1,
            is_over: false,
        }
    }
}

/// Returns the time; `None` on a system without a clock.
fn now() -> Option<Instant> {
    let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
    has_clock.then(Instant::now)
}

/// Measures time from its start; always zero on a system without a clock.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(now())
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// An optional deadline.
impl From<Option<Instant>> for Stop {
    fn from(deadline: Option<Instant>) -> Stop {
        Stop {
            deadline,
            ..Stop::default()
        }
    }
}

/// A [`Stop`] that a tight loop can poll at every step.
#[derive(Clone, Debug)]
pub struct Watch<'s> {
    stop: &'s Stop,
    every: u32,
    left: u32,
    is_over: bool,
}

impl Watch<'_> {
    /// Counts a step. Returns true if the last poll of the clock found the stop fired; it then
    /// stays true.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        self.left -= 1;
        if self.left == 0 {
            self.left = self.every;
            self.is_over |= self.stop.is_over();
        }
        self.is_over
    }

    /// Counts a step; returns [`Stopped`] if it has fired.
    #[inline]
    pub fn check(&mut self) -> Result<(), Stopped> {
        if self.is_over() {
            Err(self.stop.stopped())
        } else {
            Ok(())
        }
    }
}

impl Stopped {
    /// Returns the reason if [`Reading`] or [`Writing`] made this error.
    pub fn of(error: &io::Error) -> Option<Stopped> {
        error.get_ref()?.downcast_ref().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn bytes_pass_until_it_is_over() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::default().with_flag(flag.clone());
        let mut writing = Writing::new(Vec::new(), &stop);
        writing.write_all(b"before").unwrap();
        flag.store(true, Ordering::Relaxed);
        let error = writing.write_all(b"after").unwrap_err();
        assert_eq!(Stopped::of(&error), Some(Stopped::Interrupted));
        assert_eq!(Stopped::of(&io::ErrorKind::StorageFull.into()), None);
        assert_eq!(writing.into_inner(), b"before");
        let error = io::read_to_string(Reading::new(&b"text"[..], &stop)).unwrap_err();
        assert_eq!(Stopped::of(&error), Some(Stopped::Interrupted));
        let late = Stop::after(Duration::ZERO);
        let error = io::read_to_string(Reading::new(&b"text"[..], &late)).unwrap_err();
        assert_eq!(Stopped::of(&error), Some(Stopped::Late));
    }

    #[test]
    fn a_flag_or_the_deadline_ends_it() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::after(Duration::from_secs(3600)).with_flag(flag.clone());
        assert!(!stop.is_over() && stop.is_set());
        assert!(stop.within(Duration::ZERO).is_over());
        let hour = stop.within(Duration::from_secs(7200));
        assert_eq!(hour.deadline, stop.deadline);
        flag.store(true, Ordering::Relaxed);
        assert!(stop.is_flagged() && stop.is_over() && hour.is_over());
        assert_eq!(stop.check(), Err(Stopped::Interrupted));
        assert_eq!(Stop::after(Duration::ZERO).check(), Err(Stopped::Late));
        assert_eq!(Stop::default().stopped(), Stopped::Unanswered);
    }

    #[test]
    fn a_watch_looks_at_once_and_then_now_and_then() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::default().with_flag(flag.clone());
        let mut watch = stop.watch(3);
        assert!(!watch.is_over());
        flag.store(true, Ordering::Relaxed);
        let seen: Vec<bool> = (0..4).map(|_| watch.is_over()).collect();
        assert_eq!(seen, [false, false, true, true]);
        assert_eq!(stop.watch(1000).check(), Err(Stopped::Interrupted));
    }
}
