//! How much a search may do.

use knightsat_base::stop::Stop;

/// Steps that are left to a search and its parts, and when it is over anyway.
pub(super) struct Work<'s> {
    left: u64,
    stop: &'s Stop,
}

impl<'s> Work<'s> {
    pub fn new(left: u64, stop: &'s Stop) -> Work<'s> {
        Work { left, stop }
    }

    /// The steps that are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// When it is over anyway.
    pub fn stop(&self) -> &'s Stop {
        self.stop
    }

    /// Takes so many steps, if there are as many.
    pub fn take(&mut self, steps: u64) -> bool {
        let is_asked = steps > 1 || self.left.is_multiple_of(64);
        let is_left = self.left >= steps && !(is_asked && self.stop.is_over());
        self.left = if is_left { self.left - steps } else { 0 };
        is_left
    }
}
