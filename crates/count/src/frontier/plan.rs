//! The order in which the vertices are processed, from one side or from two.
//!
//! The frontier decides time and memory. So several orders are compared, and the one with the least
//! sum of 3^(vertices in the frontier) is chosen. The orders are:
//!
//! - the numbers of the vertices,
//! - by ranks and by files, for boards of any width,
//! - by distance from a vertex,
//! - [greedy ones](knightsat_tour::sets::narrow).
//!
//! An order is swept from both of its ends if the two frontiers can meet, see [`super::halves`].

use super::class::MOST_SLOTS;
use super::halves::{Halves, Split, mirrors, widths};
use super::host::Host;
use super::sweep::{Course, STEPS_A_LOOK, Sweep, weight};
use crate::base::stop::{Stop, Stopped};
use knightsat_tour::sets::{Begin, narrow};

/// The sweeps of a graph.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// All vertices, from one side.
    Whole(Course),
    /// Two parts of the graph that share a frontier.
    Halves(Halves),
}

/// The factor by which the estimated cost of two sides may exceed that of one. The estimate ignores
/// that the number of states grows towards the middle of a sweep.
const DEARER: f64 = 4.0;

impl Plan {
    /// Returns the plan with the best order found; `None` if the frontier is too wide in all of
    /// them.
    pub fn new(host: &Host, stop: &Stop) -> Result<Option<Plan>, Stopped> {
        let mut best: Option<(f64, Vec<u32>, Option<Split>)> = None;
        let mirrors = mirrors(host);
        each_order(host, stop, |order| {
            let Some(profile) = profile(host, &order, stop)? else {
                return Ok(());
            };
            let whole: f64 = profile.iter().copied().map(weight).sum();
            let mirrored = mirrors
                .iter()
                .filter_map(|mirror| Split::mirrored(host, &order, mirror));
            let splits = mirrored.chain(Split::new(host, &order, &profile));
            let cheapest = splits.min_by(|a, b| a.cost.total_cmp(&b.cost));
            let split = cheapest.filter(|split| split.cost < DEARER * whole);
            let cost = split.as_ref().map_or(DEARER * whole, |split| split.cost);
            if best.as_ref().is_none_or(|&(least, ..)| cost < least) {
                best = Some((cost, order, split));
            }
            Ok(())
        })?;
        let plan = best.map(|(_, order, split)| match split {
            Some(split) => Halves::new(host, &split, stop).map(Plan::Halves),
            None => Course::new(Sweep::new(host), &order, &[], stop).map(Plan::Whole),
        });
        plan.transpose()
    }

    /// Returns the sweeps, one after the other.
    pub fn courses(&self) -> &[Course] {
        match self {
            Plan::Whole(course) => std::slice::from_ref(course),
            Plan::Halves(halves) => &halves.courses,
        }
    }
}

/// Returns the width of the frontier after each vertex; `None` if it becomes too wide.
fn profile(host: &Host, order: &[u32], stop: &Stop) -> Result<Option<Vec<usize>>, Stopped> {
    let mut sweep = Sweep::new(host);
    let mut widths = Vec::with_capacity(order.len());
    let mut watch = stop.watch(STEPS_A_LOOK);
    for &vertex in order {
        watch.check()?;
        if !sweep.pass(vertex) {
            return Ok(None);
        }
        widths.push(sweep.frontier.len());
    }
    Ok(Some(widths))
}

/// The most vertices to try as the first.
const STARTS: u32 = 64;
/// A bound on vertices times starts, which reduces the starts on large graphs.
const WORK: u32 = 1 << 20;
/// Calls `consider` with several orders of the vertices that are squares.
fn each_order(
    host: &Host,
    stop: &Stop,
    mut consider: impl FnMut(Vec<u32>) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let starts = STARTS.min(WORK / host.squares).max(1);
    let apart = host.squares.div_ceil(starts) as usize;
    consider((0..host.squares).collect())?;
    for files in widths(host.squares) {
        let mut order: Vec<u32> = (0..host.squares).collect();
        order.sort_by_key(|vertex| (vertex % files, vertex / files));
        consider(order)?;
    }
    for start in (0..host.squares).step_by(apart) {
        let distance = host.graph.distances(start, stop)?;
        let mut order: Vec<u32> = (0..host.squares).collect();
        order.sort_by_key(|&vertex| distance[vertex as usize]);
        consider(order)?;
        let begin = Begin {
            first: Some(start),
            frontier: host.given,
        };
        let vertices = [host.neighbours.len() as u32, host.squares];
        let around = |v: u32| host.neighbours[v as usize].iter().copied();
        if let Some(order) = narrow(vertices, begin, around, MOST_SLOTS, stop)? {
            consider(order)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_tour::graph::Graph;
    use knightsat_tour::lower::lower;
    use knightsat_tour::place::Place;
    use knightsat_tour::table::Backend;
    use knightsat_tour::{Kind, Problem};

    fn plan(problem: &Problem) -> Plan {
        let lowered = lower(problem, Backend::Frontier, &Stop::default()).unwrap();
        let host = Host::new(lowered.circuit()).unwrap();
        Plan::new(&host, &Stop::default()).unwrap().unwrap()
    }

    #[test]
    fn boards_are_swept_from_both_ends_at_once_where_they_look_the_same() {
        let board = |text: &str, kind| {
            let place: Place = text.parse().unwrap();
            plan(&Problem::of(&place, kind, None, None).unwrap())
        };
        for (kind, courses, boards) in [
            (Kind::Closed, 1, "6x6 6x8 6x7 8x9"),
            (Kind::Open, 2, "6x6 5x6"),
        ] {
            for text in boards.split(' ') {
                let Plan::Halves(halves) = board(text, kind) else {
                    panic!("{text} is swept from one end");
                };
                assert_eq!(halves.courses.len(), courses, "{text}");
            }
        }
    }

    #[test]
    fn a_graph_without_two_sides_is_swept_from_one_end() {
        let complete = Graph::from_lists(6, &Stop::default(), |v, out| {
            out.extend((0..6).filter(|&w| w != v))
        })
        .unwrap();
        let problem = Problem::new(complete, Kind::Closed, None, None).unwrap();
        assert!(matches!(plan(&problem), Plan::Whole(_)));
    }
}
