//! Preprocessing: facts about a problem, found before any clause, in one pass for all encodings.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::lower::Lowered;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::prepare::Directions;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let lowered = Lowered::as_it_is(&problem);
//! let line = lowered.prepared_line(Directions::Both, &Default::default());
//! // A corner has two moves, and a closed tour takes them.
//! assert!(!line.is_contradictory && line.forced.len() >= 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules, each with its argument:
//! - *contradiction*: a cheap reason ([`Obstruction`](super::Obstruction)) excludes every tour, or
//!   the rules below contradict each other. Then nothing remains. Resolution needs exponential time
//!   to count colours (they make a mutilated chessboard), so this must not be left to a solver;
//! - *edges*: degree, full, short cycle and cut, see [`reduce`]: some edges are on every tour, some
//!   on none. Those on none are dropped from the graph;
//! - *ends*: the same rules, applied to long edges, determine vertices that must or
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
//! Each rule holds for all tours (with [`Directions`]: for one of every tour and its reverse). So
//! their combination does, too.
//!
//! With a symmetry no edge is dropped and none is forced. The first vertex, and so the steps, are
//! not turned along with the tour, but encodings need one graph for a vertex and its images.
//!
//! [`reduce`]: super::reduce

mod reach;

use super::reduce::Fate;
use super::{Circuit, Problem};
use crate::circuit::{Arc, Prepared};
use crate::graph::Rows;
use crate::line::{Line, Window};
use crate::lower::Lowered;
use itertools::Itertools;
use knightsat_base::stop::Stop;
use reach::{keep_between, keep_in_reach};
use serde::{Deserialize, Serialize};
use std::mem::replace;

/// The number of models of a tour and its reverse. The choice has no effect on problems with a
/// symmetry, or with ends that fix the direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// One of them for open tours with both ends free, which halves the variables; otherwise both
    #[default]
    Auto,
    /// Only one of them, if the ends permit both
    One,
    /// Both of them
    Both,
}

/// A problem whose graph loses the edges that no tour takes, its circuit and its line.
struct Preparation<'s> {
    problem: Problem,
    circuit: Circuit,
    line: Line,
    stop: &'s Stop,
}

/// Maximum number of rounds. Every round but the last drops an edge, so the rounds end in any case.
/// The limit keeps the time linear.
const ROUNDS: usize = 8;

impl Line {
    /// Prepares a line of a problem with this circuit.
    fn prepare(
        self,
        problem: &Problem,
        circuit: &Circuit,
        directions: Directions,
        stop: &Stop,
    ) -> Line {
        let mut line = self;
        line.is_contradictory = problem.obstruction(stop).is_some();
        if line.begins_anywhere {
            line.ends[0] = (0..line.len()).min_by_key(|&v| line.graph.degree(v));
        }
        let is_one = match directions {
            Directions::Both => false,
            Directions::Auto => !line.is_cyclic() && line.ends == [None; 2],
            Directions::One => true,
        };
        line.is_one_direction = is_one && line.has_windows_of_reverse();
        let mut preparation = Preparation {
            circuit: circuit.clone(),
            problem: problem.clone(),
            line,
            stop,
        };
        for round in 0..ROUNDS {
            preparation.reduce();
            if !preparation.line.is_contradictory {
                preparation.place();
            }
            let is_last = round + 1 == ROUNDS || stop.is_over();
            if preparation.line.is_contradictory || is_last || !preparation.drop_by_windows() {
                break;
            }
        }
        let mut line = preparation.line;
        if line.is_contradictory {
            line.windows = Some(Vec::new());
            line.forced.clear();
        }
        line
    }

    /// Returns true if an open tour may start or end on `vertex`; always true for a closed tour.
    pub fn can_end(&self, vertex: u32) -> bool {
        self.can_end.get(vertex as usize).is_none_or(|&can| can)
    }

    /// Returns true if a tour may go straight from `from` to `to`. That is so if they are joined,
    /// and some step of the one is followed by a step of the other. With a symmetry the result is
    /// the same for all images of the arc.
    pub fn may_go(&self, from: u32, to: u32) -> bool {
        let mut images = self.orbit(from).zip(self.orbit(to));
        let may_go = !self.is_contradictory && self.graph.has_arc(from, to);
        may_go && images.any(|(from, to)| self.has_steps(from, to))
    }

    fn has_steps(&self, from: u32, to: u32) -> bool {
        let Some(windows) = &self.windows else {
            return true;
        };
        let (here, there) = (windows[from as usize], windows[to as usize]);
        let goes_round = || {
            let first = self.preimage(to);
            here.contains(self.period()) && windows[first as usize].contains(1)
        };
        here.leads_to(there) || self.is_cyclic() && goes_round()
    }

    /// Returns true if the reverse of a tour, started on the same vertex if it is closed, is
    /// another tour of the problem. (With a symmetry it may be, but its last steps have no
    /// windows.)
    fn has_windows_of_reverse(&self) -> bool {
        let [first, end] = self.ends;
        let start_fits =
            first.is_some() == self.is_cyclic() && (self.is_cyclic() || self.len() > 1);
        start_fits && end.is_none() && !self.is_one_way && !self.is_periodic()
    }
}

impl Lowered {
    /// Returns the line of the tours, without preparation.
    pub fn line(&self) -> Line {
        Line::new(self.problem())
    }

    /// Returns the prepared line of the tours. This takes a few searches over the graph, and a few
    /// more for every round in which the windows drop an edge. If time is up, it ends with the
    /// results so far.
    pub fn prepared_line(&self, directions: Directions, stop: &Stop) -> Line {
        let line = self.line();
        line.prepare(self.problem(), self.circuit(), directions, stop)
    }

    /// Returns the circuit with the arcs that the tours may take, perhaps with only one of a tour
    /// and its reverse. Without short cuts, a problem without tours keeps all arcs that the ends
    /// permit.
    pub fn prepared(&self, directions: Directions, shortcuts: bool, stop: &Stop) -> Prepared {
        let (problem, circuit) = (self.problem(), self.circuit());
        let stated = Line::begun_anywhere(problem);
        let line = stated.clone().prepare(problem, circuit, directions, stop);
        let (origin, root) = circuit.root(line.ends[0]);
        let position = |&(step, vertex): &(u32, u32)| (step - origin, vertex);
        // Arcs express that a vertex is an end of an open tour, or that it is none.
        let arc = |&(step, vertex): &(u32, u32)| circuit.arc_at(step, vertex);
        let is_fixed = |at| arc(at).is_some_and(|arc| circuit.fixed.contains(&arc));
        let inner = stated.excluded.iter().filter(|at| arc(at).is_none());
        let excluded = inner.map(position).collect_vec();
        let has_steps = !excluded.is_empty() || !stated.given.iter().all(is_fixed);
        let given = stated.given.iter().filter(|_| has_steps);
        let mut arcs = circuit.possible_arcs();
        arcs.retain(|&arc| !line.is_contradictory && permits(circuit, &line, arc));
        let settled = settle(circuit.len(), &arcs);
        let is_contradictory = settled.is_none();
        let has_all = is_contradictory && !shortcuts;
        let (arcs, taken) = settled.unwrap_or_default();
        let windows = line.windows.into_iter().flatten().map(|mut window| {
            (window.from, window.to) = (window.from - origin, window.to - origin);
            window
        });
        let mut prepared = Prepared {
            circuit: circuit.clone(),
            root,
            given: given.map(position).collect(),
            excluded,
            is_bipartite: matches!(circuit.local.two_colouring(stop), Ok(Some(_))),
            longest_subtour: 0,
            is_one_direction: line.is_one_direction,
            is_one_direction_due: line.is_one_direction_due,
            out: Rows::default(),
            into: Rows::default(),
            arcs,
            taken,
            windows: windows.collect(),
        };
        prepared.circuit.forced = line.forced;
        prepared.circuit.is_contradictory = is_contradictory;
        if has_all {
            prepared.forget(&stated);
        }
        [prepared.out, prepared.into] =
            [0, 1].map(|side| at_every_vertex(circuit.len(), &prepared.arcs, side));
        prepared.longest_subtour = prepared.find_longest_subtour();
        prepared
    }
}

/// Returns true if the preparation permits an arc.
fn permits(circuit: &Circuit, line: &Line, arc: Arc) -> bool {
    let ends_at = |vertex: u32, step| line.can_end(vertex) && line.allows(step, vertex);
    let [from, to] = arc;
    if !circuit.is_long(arc) {
        line.may_go(from, to)
    } else if from > to {
        ends_at(to, 1)
    } else {
        ends_at(from, line.period())
    }
}

impl Prepared {
    /// Takes all arcs that the ends do not exclude, without preprocessing.
    fn forget(&mut self, line: &Line) {
        self.windows = vec![Window::new(1, self.len() - 1); line.len() as usize];
        (self.is_one_direction, self.is_one_direction_due) = (false, false);
        let fixed = self.fixed.clone();
        self.arcs = self.possible_arcs();
        // Fewer than three vertices have no cycle by definition, and no clause excludes one. An arc
        // that does not exist has no variable.
        let is_missing = fixed.iter().any(|arc| !self.arcs.contains(arc));
        self.circuit.is_contradictory = is_missing || self.len() < 3 && !self.is_trivial();
        self.circuit.forced = line.required.clone();
        // A cycle takes one arc out of a vertex and one into it, and no edge both ways, but a long
        // one between two vertices.
        let is_small = self.len() < 3;
        let is_rival = |[from, to]: Arc, [tail, head]: Arc| {
            (from == tail) != (to == head) || !is_small && [to, from] == [tail, head]
        };
        self.arcs
            .retain(|&arc| !fixed.iter().any(|&fixed| is_rival(arc, fixed)));
        self.taken = self.arcs.iter().map(|arc| fixed.contains(arc)).collect();
    }
}

/// Returns the numbers of the arcs at every vertex: out of it on side 0, into it on side 1.
fn at_every_vertex(len: u32, arcs: &[Arc], side: usize) -> Rows {
    let numbered = (0..).zip(arcs);
    Rows::new(len, numbered.map(|(number, arc)| (arc[side], number)))
}

/// Returns the possible arcs, and for each true if every tour takes it; `None` on a contradiction.
fn settle(len: u32, arcs: &[Arc]) -> Option<(Vec<Arc>, Vec<bool>)> {
    let at = [0, 1].map(|side| at_every_vertex(len, arcs, side));
    let mut left = at.each_ref().map(Rows::lengths);
    let mut taken = vec![false; arcs.len()];
    let mut gone = taken.clone();
    let mut pending: Vec<u32> = (0..len).collect();
    while let Some(vertex) = pending.pop() {
        for side in 0..2 {
            let here = at[side].row(vertex);
            if left[side][vertex as usize] == 0 {
                return None;
            }
            let &only = here.iter().find(|&&arc| !gone[arc as usize])?;
            if left[side][vertex as usize] > 1 || replace(&mut taken[only as usize], true) {
                continue;
            }
            let [from, to] = arcs[only as usize];
            let rivals = at[0].row(from).iter().chain(at[1].row(to));
            let back = at[0]
                .row(to)
                .iter()
                .filter(|&&arc| len > 2 && arcs[arc as usize][1] == from);
            for &arc in rivals.chain(back).filter(|&&arc| arc != only) {
                if replace(&mut gone[arc as usize], true) {
                    continue;
                }
                for (side, &end) in arcs[arc as usize].iter().enumerate() {
                    left[side][end as usize] -= 1;
                    pending.push(end);
                }
            }
        }
    }
    let left = (0..arcs.len()).filter(|&arc| !gone[arc]);
    Some(left.map(|arc| (arcs[arc], taken[arc])).unzip())
}

impl Preparation<'_> {
    /// Applies the rules of edges and ends.
    fn reduce(&mut self) {
        let line = &mut self.line;
        // A single vertex is a tour without any edge.
        if line.is_contradictory || line.is_periodic() || line.len() == 1 {
            return;
        }
        let reduction = self.circuit.reduce(self.stop);
        line.is_contradictory = reduction.is_contradictory;
        if line.is_contradictory {
            return;
        }
        let forbidden = reduction.edges_below(line.len(), Fate::Forbidden);
        line.forced = reduction.edges_below(line.len(), Fate::Forced);
        line.forced.sort_unstable();
        let local = line.graph.edges().count();
        see_ends(line, &reduction.fates()[local..]);
        self.drop_edges(forbidden);
    }

    /// Finds the windows. A vertex without possible steps excludes every tour.
    fn place(&mut self) {
        let (windows, decided) = windows(&self.line, self.stop);
        let line = &mut self.line;
        let is_alone = !line.is_periodic();
        line.is_contradictory = is_alone && windows.iter().any(|window| window.is_empty());
        line.is_one_direction_due = line.is_one_direction && !decided;
        line.windows = Some(windows);
    }

    /// Drops the edges for which the windows leave no direction. Returns true if there are any.
    fn drop_by_windows(&mut self) -> bool {
        let line = &self.line;
        if line.is_periodic() {
            return false;
        }
        let is_idle = |&[a, b]: &[u32; 2]| !line.may_go(a, b) && !line.may_go(b, a);
        let idle: Vec<[u32; 2]> = line.graph.edges().filter(is_idle).collect();
        let found = !idle.is_empty();
        self.drop_edges(idle);
        found
    }

    /// Drops edges, and searches for a cheap reason again.
    fn drop_edges(&mut self, edges: Vec<[u32; 2]>) {
        if edges.is_empty() {
            return;
        }
        self.circuit = self.circuit.without_edges(&edges);
        self.line.graph = self.circuit.local.clone();
        self.problem.graph = self.line.graph.clone();
        self.line.is_contradictory = self.problem.obstruction(self.stop).is_some();
    }
}

/// Records the fates of the long edges, which are in the order of their ends.
fn see_ends(line: &mut Line, long: &[Fate]) {
    if let ([Some(start), Some(end)], [_, _]) = (line.ends, long) {
        let vertices = 0..line.len();
        line.can_end = vertices.map(|v| [start, end].contains(&v)).collect();
        return;
    }
    let can_end = long.iter().map(|&fate| fate != Fate::Forbidden);
    line.can_end = can_end.collect();
    let forced = (0..).zip(long).filter(|&(_, &fate)| fate == Fate::Forced);
    let other = |fixed: u32| forced.clone().map(|(v, _)| v).find(|&v| v != fixed);
    let [start, end] = line.ends;
    line.ends = [start.or(end.and_then(other)), end.or(start.and_then(other))];
}

/// Returns the steps at which each vertex of a connected graph may be visited. The colours, if the
/// graph has two, must fit the number of steps. Returns also true if the colours have chosen
/// between a tour and its reverse. Once time is up, windows stay as wide as they
/// are.
fn windows(line: &Line, stop: &Stop) -> (Vec<Window>, bool) {
    let ([first, last], period) = (line.ends, line.period());
    let mut windows = vec![Window::new(1, period); line.len() as usize];
    let all = windows.iter_mut().zip(&line.can_end);
    for (window, _) in all.filter(|(_, can)| !**can) {
        window.keep(2, period - 1);
    }
    // The end is step N, one period before it is the image of the image of … of the last step.
    let last = last.map(|end| line.image(end));
    let at = &line.given;
    for (step, vertex) in [(1, first), (period, last)] {
        if let Some(vertex) = vertex {
            // Windows that stay too wide lose no tour.
            let _ = keep_in_reach(line, step, vertex, &mut windows, stop);
        }
    }
    if line.is_restricted {
        let _ = keep_between(line, &mut windows, stop);
    }
    let Ok(Some(colour)) = line.graph.two_colouring(stop) else {
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
        (None, None) if line.is_one_direction => false,
        (None, None) => return (windows, false),
    };
    keep_colour(&colour, leading, &mut windows);
    let decided = at.is_empty() && first.is_none() && last.is_none() && period.is_multiple_of(2);
    (windows, decided)
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
