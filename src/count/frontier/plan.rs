//! In which order the vertices are processed, from one side or from two.
//!
//! The frontier decides time and memory, so several orders are drawn up and the one with the least
//! sum of 3^(vertices in the frontier) is taken: the order of the numbers, orders by distance from a
//! vertex, and greedy ones, which always process the vertex of the frontier that brings in the fewest
//! new ones, the oldest first. An order is swept from both of its ends where the two frontiers can
//! meet, see [`super::halves`].

use super::halves::{self, Halves, Split};
use super::host::Host;
use super::order::{self, STEPS_A_LOOK};
use super::sweep::{Step, Sweep};
use crate::stop::{Stop, Stopped};

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

/// What is swept.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// All vertices, from one side.
    Whole(Course),
    /// Two parts of the graph that share a frontier.
    Halves(Halves),
}

/// Two sides may be said to cost so many times as much as one: it is not said that states become more
/// towards the middle of the sweep.
const DEARER: f64 = 4.0;

impl Plan {
    /// The plan with the best order found; `None` if the frontier becomes too wide in all of them.
    pub fn new(host: &Host, stop: &Stop) -> Result<Option<Plan>, Stopped> {
        let mut best: Option<(f64, Vec<u32>, Option<Split>)> = None;
        let has_mirror = halves::has_mirror(host);
        order::each(host, stop, |order| {
            let Some(profile) = profile(host, &order, stop)? else {
                return Ok(());
            };
            let whole = profile.iter().copied().map(weight).sum();
            let split = Split::new(host, &order, &profile, has_mirror);
            let split = split.filter(|split| split.cost < DEARER * whole);
            let cost = split.as_ref().map_or(whole, |split| split.cost);
            if best.as_ref().is_none_or(|&(least, ..)| cost < least) {
                best = Some((cost, order, split));
            }
            Ok(())
        })?;
        let Some((_, order, split)) = best else {
            return Ok(None);
        };
        Ok(Some(match split {
            Some(split) => Plan::Halves(Halves::new(host, &split, stop)?),
            None => Plan::Whole(Course::whole(host, &order, stop)?),
        }))
    }

    /// The sweeps, one after the other.
    pub fn courses(&self) -> &[Course] {
        match self {
            Plan::Whole(course) => std::slice::from_ref(course),
            Plan::Halves(halves) => &halves.courses,
        }
    }

    /// The most slots a stored state has.
    pub fn width(&self) -> usize {
        let steps = self.courses().iter().flat_map(|course| &course.steps);
        let widths = steps.map(|step| step.stay.len());
        widths.max().unwrap_or(0).max(2)
    }
}

impl Course {
    /// All vertices in this order.
    fn whole(host: &Host, order: &[u32], stop: &Stop) -> Result<Course, Stopped> {
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

/// How many vertices the frontier has after each; `None` if it becomes too wide.
fn profile(host: &Host, order: &[u32], stop: &Stop) -> Result<Option<Vec<usize>>, Stopped> {
    let mut sweep = Sweep::new(host);
    let mut widths = Vec::with_capacity(order.len());
    let mut watch = stop.watch(STEPS_A_LOOK);
    for &vertex in order {
        watch.check()?;
        sweep.advance(vertex);
        if !sweep.leave(vertex) {
            return Ok(None);
        }
        widths.push(sweep.frontier().len());
    }
    Ok(Some(widths))
}
