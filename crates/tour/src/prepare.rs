//! Preprocessing: facts about a problem, found before any clause, in one pass for all encodings.
//!
//! ```
//! use knightsat_tour::prepare::{Options, Prepared};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let prepared = Prepared::new(&problem, Options::default(), &Default::default());
//! // A corner has two moves, and a closed tour takes them.
//! assert!(!prepared.is_contradictory && prepared.forced.len() >= 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules, each with its argument:
//! - *contradiction*: a cheap reason ([`Obstruction`](super::Obstruction)) excludes every tour, or
//!   the rules below contradict each other. Then nothing remains. Resolution needs exponential time
//!   to count colours (they make a mutilated chessboard), so this must not be left to a solver;
//! - *edges*: degree, full, short cycle and cut, see [`reduce`]: some edges are on every tour, some
//!   on none. Those on none are dropped from the graph;
//! - *ends*: the same rules, applied to the edges of the hub, determine vertices that must or
//!   cannot be an end of an open tour. A vertex that cannot has neither the first nor the last
//!   step. If one end is fixed and the other is forced, both are fixed;
//! - *distance*: let a vertex be fixed at step t. A vertex at distance d is reached at the earliest
//!   d steps later, and at the latest d steps before t. On a closed tour this also holds the other
//!   way round. Distances are those without the dropped edges, which no tour takes: they can only
//!   be longer;
//! - *given*: a vertex with a given step has no other step. Any other vertex is between two
//!   successive given steps, as far from each as its distance requires, or before the first or
//!   after the last of them;
//! - *colour*: on a bipartite graph successive steps change colour. So once one vertex is fixed,
//!   each vertex has one parity of steps. On an open tour of an odd number of squares the larger
//!   class has the odd steps, even if no vertex is fixed;
//! - *arcs*: a tour goes from v to w only if some step of v is followed by a step of w. An edge
//!   without a possible direction is dropped, and all rules are applied again.
//!
//! Each rule holds for all tours (with [`OneDirection`]: for one of every tour and its reverse). So
//! their combination does, too.
//!
//! With a symmetry no edge is dropped and none is forced. The first vertex, and so the steps, are
//! not turned along with the tour, but encodings need one graph for a vertex and its images.
//!
//! [`reduce`]: super::reduce

use super::reduce::Fate;
use super::{Circuit, Problem};
use crate::graph::Graph;
use crate::graph::NONE;
use crate::lower::Lowered;
use crate::timeline::{Pruning, Timeline, Window};
use itertools::izip;
use knightsat_base::stop::{Stop, Stopped};

/// Options of the preparation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The tours that are required in only one direction.
    pub one_direction: OneDirection,
}

/// The tours that are required in only one direction. The choice has no effect on problems with a
/// symmetry, or with ends that fix the direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OneDirection {
    /// None.
    #[default]
    Never,
    /// Open tours without a given end.
    OfFreePaths,
    /// All tours.
    Always,
}

/// The result of preprocessing a problem.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The problem, with the same tours, its graph without the edges that no tour takes. Vertices
    /// and the order of the remaining edges are those of the graph before.
    pub problem: Problem,
    /// True if no tour can exist. Then there are no other results, and no windows.
    pub is_contradictory: bool,
    /// The edges that every tour takes, in one direction or the other: the smaller end first, in
    /// order.
    pub forced: Vec<[u32; 2]>,
    /// The vertex of the first step: given, or forced by the vertex of the last step. For a closed
    /// tour that may begin anywhere, it is the first vertex of least degree.
    pub first: Option<u32>,
    /// The vertex of the last of all steps: given, or forced by the vertex of the first step.
    pub last: Option<u32>,
    /// The steps at which each vertex may be visited, 1…[`Problem::period`]. With a symmetry a tour
    /// is on one vertex of each orbit during these.
    pub windows: Vec<Window>,
    /// True if only one of a tour and its reverse is required; the other is, or must be, excluded.
    pub is_one_direction: bool,
    /// True if clauses must choose between a tour and its reverse, since the windows do not.
    pub is_one_direction_due: bool,
    /// The timeline of the problem, without pruning.
    line: Timeline,
    circuit: Circuit,
    /// True for each vertex that can be an end; for open tours only.
    can_end: Vec<bool>,
}

/// Maximum number of rounds. Every round but the last drops an edge, so the rounds end in any case.
/// The limit keeps the time linear.
const ROUNDS: usize = 8;

impl Prepared {
    /// Prepares the problem. This takes a few searches over the graph, and a few more for every
    /// round in which the windows drop an edge. If time is up, it ends with the results so far.
    pub fn new(problem: &Problem, options: Options, stop: &Stop) -> Prepared {
        let graph = problem.graph();
        let line = Timeline::new(problem);
        let is_open = !line.is_cyclic();
        let [first, last] = line.ends();
        let ends = if is_open { graph.len() as usize } else { 0 };
        let mut prepared = Prepared {
            is_contradictory: problem.obstruction(stop).is_some(),
            forced: Vec::new(),
            can_end: vec![true; ends],
            first,
            last,
            windows: Vec::new(),
            is_one_direction: false,
            is_one_direction_due: false,
            circuit: Lowered::as_it_is(problem).into_circuit(),
            problem: problem.clone(),
            line,
        };
        if prepared.line.begins_anywhere() {
            prepared.first = (0..graph.len()).min_by_key(|&v| graph.degree(v));
        }
        let is_one = match options.one_direction {
            OneDirection::Never => false,
            OneDirection::OfFreePaths => is_open && first.or(last).is_none(),
            OneDirection::Always => true,
        };
        prepared.is_one_direction = is_one && prepared.has_reverse();
        for round in 0..ROUNDS {
            prepared.reduce(stop);
            if !prepared.is_contradictory {
                prepared.place(stop);
            }
            let is_last = round + 1 == ROUNDS || stop.is_over();
            if prepared.is_contradictory || is_last || !prepared.drop_by_windows(stop) {
                break;
            }
        }
        if prepared.is_contradictory {
            prepared.windows.clear();
            prepared.forced.clear();
        }
        prepared
    }

    /// Returns the timeline of the problem, pruned.
    pub fn timeline(self) -> Timeline {
        let pruning = Pruning {
            graph: self.problem.shared_graph(),
            ends: [self.first, self.last],
            windows: self.windows,
            is_contradictory: self.is_contradictory,
            is_one_direction: self.is_one_direction,
            is_one_direction_due: self.is_one_direction_due,
        };
        self.line.pruned(pruning)
    }

    /// Returns the graph without the edges that no tour takes.
    pub fn graph(&self) -> &Graph {
        &self.problem.graph
    }

    /// Returns true if an open tour may start or end on `vertex`; always true for a closed tour.
    pub fn can_end(&self, vertex: u32) -> bool {
        self.can_end.get(vertex as usize).is_none_or(|&can| can)
    }

    /// Returns the parity of the steps of `vertex`, 0 or 1, if the colours decide it.
    pub fn parity(&self, vertex: u32) -> Option<u32> {
        let window = self.windows.get(vertex as usize)?;
        (window.stride == 2).then_some(window.from % 2)
    }

    /// Returns true if a tour may go straight from `from` to `to`, which are joined in the graph.
    /// That is so if some step of the one is followed by a step of the other. With a symmetry the
    /// result is the same for all images of the arc.
    pub fn allows(&self, from: u32, to: u32) -> bool {
        let mut images = self.line.orbit(from).zip(self.line.orbit(to));
        let may_go = !self.is_contradictory && self.graph().has_arc(from, to);
        may_go && images.any(|(from, to)| self.has_steps(from, to))
    }

    fn has_steps(&self, from: u32, to: u32) -> bool {
        let [here, there] = [from, to].map(|v| self.windows[v as usize]);
        let goes_round = || {
            let first = self.line.preimage(to);
            here.contains(self.line.period()) && self.windows[first as usize].contains(1)
        };
        here.leads_to(there) || self.line.is_cyclic() && goes_round()
    }

    /// Returns true if the reverse of a tour, started on the same vertex if it is closed, is
    /// another tour of the problem. (With a symmetry it may be, but its last steps have no
    /// windows.)
    fn has_reverse(&self) -> bool {
        let [_, end] = self.line.ends();
        let start_fits = if self.line.is_cyclic() {
            self.first.is_some()
        } else {
            self.first.is_none() && self.line.len() > 1
        };
        start_fits && end.is_none() && !self.problem.has_one_way() && !self.line.is_periodic()
    }

    /// Applies the rules of edges and ends.
    fn reduce(&mut self, stop: &Stop) {
        let problem = &self.problem;
        // A single vertex is a tour without any edge.
        if self.is_contradictory || self.line.is_periodic() || problem.graph.len() == 1 {
            return;
        }
        let reduction = self.circuit.reduce(stop);
        if reduction.is_contradictory {
            self.is_contradictory = true;
            return;
        }
        let len = problem.graph.len();
        let forbidden = reduction.edges_below(len, Fate::Forbidden);
        self.forced = reduction.edges_below(len, Fate::Forced);
        self.forced.sort_unstable();
        if !self.line.is_cyclic() {
            let of_hub = problem.graph.edges().count();
            self.see_ends(&reduction.fates()[of_hub..]);
        }
        self.drop_edges(forbidden, stop);
    }

    /// Records the fates of the edges of the hub, which are in the order of their other ends.
    fn see_ends(&mut self, of_hub: &[Fate]) {
        let [start, end] = self.line.ends();
        let vertices = 0..self.problem.graph.len();
        if start.is_some() && end.is_some() {
            // The hub has these two edges only.
            self.can_end = vertices.map(|v| [start, end].contains(&Some(v))).collect();
            return;
        }
        let can_end = of_hub.iter().map(|&fate| fate != Fate::Forbidden);
        self.can_end = can_end.collect();
        let forced = vertices.filter(|&v| of_hub[v as usize] == Fate::Forced);
        let other = |fixed: u32| forced.clone().find(|&v| v != fixed);
        self.first = start.or(end.and_then(other));
        self.last = end.or(start.and_then(other));
    }

    /// Finds the windows. A vertex without possible steps excludes every tour.
    fn place(&mut self, stop: &Stop) {
        let ends = [self.first, self.last];
        let (windows, decided) =
            windows(&self.line, ends, &self.can_end, self.is_one_direction, stop);
        let is_alone = !self.line.is_periodic();
        self.is_contradictory = is_alone && windows.iter().any(|window| window.is_empty());
        self.is_one_direction_due = self.is_one_direction && !decided;
        self.windows = windows;
    }

    /// Drops the edges for which the windows leave no direction. Returns true if there are any.
    fn drop_by_windows(&mut self, stop: &Stop) -> bool {
        if self.line.is_periodic() {
            return false;
        }
        let is_idle = |&[a, b]: &[u32; 2]| !self.allows(a, b) && !self.allows(b, a);
        let idle: Vec<[u32; 2]> = self.problem.graph.edges().filter(is_idle).collect();
        let found = !idle.is_empty();
        self.drop_edges(idle, stop);
        found
    }

    /// Drops edges, and searches for a cheap reason again.
    fn drop_edges(&mut self, edges: Vec<[u32; 2]>, stop: &Stop) {
        if edges.is_empty() {
            return;
        }
        self.circuit = self.circuit.without_edges(&edges);
        self.problem.graph = self.circuit.shared_graph();
        self.line = Timeline::new(&self.problem);
        self.is_contradictory = self.problem.obstruction(stop).is_some();
    }
}

/// Maximum product of vertices and given steps to process. Beyond it windows stay wider, which
/// loses no tour.
const MOST: u64 = 200_000_000;

/// Returns the steps at which each vertex of a connected graph may be visited. The colours, if the
/// graph has two, must fit the number of steps. Returns also true if the colours have chosen
/// between a tour and its reverse. Once time is up, windows stay as wide as they
/// are.
pub(super) fn windows(
    line: &Timeline,
    [first, last]: [Option<u32>; 2],
    can_end: &[bool],
    one_direction: bool,
    stop: &Stop,
) -> (Vec<Window>, bool) {
    let period = line.period();
    let mut windows = vec![Window::new(1, period); line.len() as usize];
    for (window, _) in windows.iter_mut().zip(can_end).filter(|(_, can)| !**can) {
        window.keep(2, period - 1);
    }
    // The end is step N, one period before it is the image of the image of … of the last step.
    let last = last.map(|end| line.image(end));
    let at = line.given();
    for (step, vertex) in [(1, first), (period, last)] {
        if let Some(vertex) = vertex {
            // Windows that stay too wide lose no tour.
            let _ = keep_in_reach(line, step, vertex, &mut windows, stop);
        }
    }
    let _ = keep_between(line, &mut windows, stop);
    let Ok(Some(colour)) = line.graph().two_colouring(stop) else {
        return (windows, false);
    };
    let odd_class = colour.iter().filter(|&&odd| odd).count() as u32;
    // The colour of the odd steps.
    let leading = match (first, last) {
        (None, None) if !at.is_empty() => {
            let (step, vertex) = at[0];
            colour[vertex as usize] == (step % 2 == 1)
        }
        (Some(first), _) => colour[first as usize],
        (None, Some(last)) => colour[last as usize] == (period % 2 == 1),
        (None, None) if line.len() % 2 == 1 => odd_class > period / 2,
        // One end is of vertex 0's colour, the other is not.
        (None, None) if one_direction => false,
        (None, None) => return (windows, false),
    };
    keep_colour(&colour, leading, &mut windows);
    let decided = at.is_empty() && first.is_none() && last.is_none() && period.is_multiple_of(2);
    (windows, decided)
}

/// Applies the distance rule for `fixed` at `step`, which is the first or the last of the period.
fn keep_in_reach(
    line: &Timeline,
    step: u32,
    fixed: u32,
    windows: &mut [Window],
    stop: &Stop,
) -> Result<(), Stopped> {
    let period = line.period();
    let distances = |vertex| line.graph().distances(vertex, stop);
    let near = distances(fixed)?;
    // A cycle continues: one step after the period it is on the image of the first vertex.
    let again = match (line.is_cyclic(), step) {
        (false, _) => vec![0; near.len()],
        (true, 1) => distances(line.image(fixed))?,
        (true, _) => distances(line.preimage(fixed))?,
    };
    for (window, near, again) in izip!(&mut *windows, near, again) {
        match step {
            1 => window.keep(1 + near, (period + 1).saturating_sub(again.max(1))),
            _ => window.keep(again.max(1), period.saturating_sub(near)),
        }
    }
    fix(line, step, fixed, windows);
    Ok(())
}

/// Restricts a vertex to this step, and removes all steps from its images.
fn fix(line: &Timeline, step: u32, vertex: u32, windows: &mut [Window]) {
    for image in line.orbit(vertex) {
        windows[image as usize] = Window::NONE;
    }
    windows[vertex as usize] = Window::new(step, step);
}

/// Applies the colour rule. The colours must fit the number of steps.
fn keep_colour(colour: &[bool], leading: bool, windows: &mut [Window]) {
    for (window, &colour) in windows.iter_mut().zip(colour) {
        let parity = u32::from(colour == leading);
        if window.from % 2 != parity {
            window.from += 1;
        }
        if window.to % 2 != parity {
            window.to = window.to.saturating_sub(1);
        }
        window.stride = 2;
    }
}

/// Restricts every vertex to steps that lie far enough from the given ones on either side. If a
/// period determines the other steps, only the given vertices themselves are restricted.
fn keep_between(line: &Timeline, windows: &mut [Window], stop: &Stop) -> Result<(), Stopped> {
    if !line.is_restricted() {
        return Ok(());
    }
    let is_small = line.given().len() as u64 * u64::from(line.len()) <= MOST;
    if is_small && !line.is_periodic() {
        for (window, (from, to)) in windows.iter_mut().zip(reach(line, stop)?) {
            if from <= to {
                window.keep(from, to)
            } else {
                *window = Window::NONE
            }
        }
    }
    for &(step, vertex) in line.excluded() {
        let window = &mut windows[vertex as usize];
        if window.from == step || window.to == step {
            *window = window.excluding(step).unwrap_or(Window::NONE);
        }
    }
    for &(step, vertex) in line.given() {
        let is_free = windows[vertex as usize].contains(step);
        fix(line, step, vertex, windows);
        if !is_free {
            windows[vertex as usize] = Window::NONE;
        }
    }
    Ok(())
}

/// Returns the first and the last step that each vertex may have, by all gaps between given steps.
fn reach(line: &Timeline, stop: &Stop) -> Result<Vec<(u32, u32)>, Stopped> {
    let (at, last) = (line.given(), line.len());
    let distances = |vertex| line.graph().distances(vertex, stop);
    let Some(&(first, first_vertex)) = at.first() else {
        return Ok(vec![(1, last); last as usize]);
    };
    let mut steps = vec![(NONE, 0); last as usize];
    // A vertex may have the steps of a gap, too. After the last step the next turn begins.
    let mut widen = |vertex: usize, from: u32, to: u32| {
        for turn in [0, last] {
            let from = from.saturating_sub(turn).max(1);
            let to = to.saturating_sub(turn).min(last);
            if from <= to {
                let (least, most) = steps[vertex];
                steps[vertex] = (least.min(from), most.max(to));
            }
        }
    };
    let is_cyclic = line.is_cyclic();
    let (mut from, mut before, end) = if is_cyclic {
        let near = distances(first_vertex)?;
        (first, near.clone(), (first + last, near))
    } else {
        // Any vertex may begin and end an open tour.
        (1, vec![0; last as usize], (last, vec![0; last as usize]))
    };
    let given = at
        .iter()
        .skip(usize::from(is_cyclic))
        .map(|&(step, vertex)| Ok((step, distances(vertex)?)));
    for next in given.chain([Ok(end)]) {
        let (to, after) = next?;
        for (vertex, (&near, &far)) in before.iter().zip(&after).enumerate() {
            widen(vertex, from.saturating_add(near), to.saturating_sub(far));
        }
        (from, before) = (to, after);
    }
    Ok(steps)
}
