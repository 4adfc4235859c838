//! Work that is not cut off.

use super::{State, lock, state};
use anyhow::{Context, Result};

/// Work that a signal must not cut off: it looks at the flag, and leaves something behind if it is
/// not left to clean up.
pub struct Hold(&'static State);

/// Begins such work; it ends where the value is dropped.
pub fn hold() -> Result<Hold> {
    let state = state().context("signals cannot be caught")?;
    *lock(&state.holds) += 1;
    Ok(Hold(state))
}

impl Drop for Hold {
    fn drop(&mut self) {
        *lock(&self.0.holds) -= 1;
        self.0.released.notify_all();
    }
}
