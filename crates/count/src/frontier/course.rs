//! One sweep, step by step.

use super::host::Host;
use super::order::STEPS_A_LOOK;
use super::sweep::{Step, Sweep};
use knightsat_base::stop::{Stop, Stopped};

/// The steps of a sweep that begins with nothing.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// One for every vertex of a square that is processed, and after them one for every edge.
    pub steps: Vec<Step>,
    /// The vertices that are left in the frontier, slot by slot.
    pub frontier: Vec<u32>,
    /// Whether the first two slots are the ends of the given path from the start.
    pub has_given: bool,
}

impl Course {
    /// All vertices in this order.
    pub fn whole(host: &Host, order: &[u32], stop: &Stop) -> Result<Course, Stopped> {
        Course::along(&mut Sweep::new(host), host.given.is_some(), order, stop)
    }

    /// These vertices in this order.
    pub fn along(
        sweep: &mut Sweep,
        has_given: bool,
        order: &[u32],
        stop: &Stop,
    ) -> Result<Course, Stopped> {
        let mut steps = Vec::new();
        let mut watch = stop.watch(STEPS_A_LOOK);
        for &vertex in order {
            watch.check()?;
            steps.push(sweep.step(vertex));
        }
        Ok(Course {
            steps,
            frontier: sweep.frontier().to_vec(),
            has_given,
        })
    }
}

/// What a step with so many vertices in the frontier is said to cost.
pub(super) fn weight(width: usize) -> f64 {
    3.0_f64.powi(width as i32)
}
