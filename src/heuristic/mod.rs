//! Tours without SAT: the baselines that a solver has to beat.
//!
//! - [`warnsdorff`]: a rule that never takes a move back; quick, and it fails here and there;
//! - [`backtrack`]: depth-first search in the order of that rule; complete, and it may take for ever.
//!
//! Both break ties by the order in which the graph lists the neighbours, so that a result can be
//! repeated. [`leaps`] puts those of a board in another order.

pub mod backtrack;
pub mod leaps;
pub mod warnsdorff;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When to give up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// At this point in time.
    pub deadline: Option<Instant>,
    /// Once this is set.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Whether it is time.
    fn are_reached(&self) -> bool {
        let is_set = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        let is_past = |point| Instant::now() >= point;
        self.stop.as_ref().is_some_and(is_set) || self.deadline.is_some_and(is_past)
    }
}
