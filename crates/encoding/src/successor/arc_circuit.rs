//! The Hamiltonian cycle of a tour, with the arcs that it may take.
//!
//! Positions count from the [hub](knightsat_tour::circuit). Without a hub they count from any
//! vertex, since the start of a closed tour is only a name. A fixed start or end alone has no
//! effect there. Both together fix the arc from end to start.
//!
//! The possible arcs come from the shared [preparation](knightsat_tour::prepare). If only one arc
//! out of a vertex, or into one, is possible, it is taken. The others into its head, out of its
//! tail, and back are then impossible. This repeats until nothing changes.

use crate::Task;
use itertools::Itertools;
use knightsat_tour::circuit;
use knightsat_tour::graph::Rows;
use knightsat_tour::line::{Line, Window};
use knightsat_tour::lower::Lowered;
use knightsat_tour::prepare::OneDirection;
use std::collections::VecDeque;
use std::mem::replace;

/// An arc, from one vertex to another.
pub type Arc = [u32; 2];

/// The vertices, the hub the last, and the arcs that a tour may take.
#[derive(Clone, Debug, Default)]
pub struct ArcCircuit {
    /// The number of vertices, the hub included.
    pub vertices: u32,
    /// The vertex at position 0: the hub, or else the first vertex of the tour.
    pub first: u32,
    /// The step at position 0; a hub comes before the first step.
    pub origin: u32,
    /// The arcs, by tail, then by head.
    pub arcs: Vec<Arc>,
    /// The edges that every tour takes one way or the other, none of them at the hub.
    pub forced: Vec<Arc>,
    /// The positions with a given vertex; none if only ends are given.
    pub given: Vec<(u32, u32)>,
    /// The positions with an excluded vertex.
    pub excluded: Vec<(u32, u32)>,
    /// True if all cycles except that through a hub have an even number of vertices.
    pub is_bipartite: bool,
    /// The fewest vertices of a cycle of the first vertex, as far as the colours tell.
    pub least: u32,
    /// The most vertices of a cycle that misses the first vertex. The shortest cycle of the first
    /// vertex uses the others.
    pub longest_subtour: u32,
    /// The step at position 0, as the problem counts, if steps are given; 0 for a hub.
    pub first_step: Option<u32>,
    /// True if only one of a tour and its reverse remains.
    pub is_one_direction: bool,
    /// True if clauses must choose between a tour and its reverse.
    pub is_one_direction_due: bool,
    /// True if it is known already that no tour exists.
    pub is_contradictory: bool,
    out: Rows,
    into: Rows,
    /// True for the arcs that every tour takes.
    taken: Vec<bool>,
    windows: Vec<Window>,
}

impl ArcCircuit {
    /// Returns the circuit of a problem without a symmetry, perhaps with only one of a tour and its
    /// reverse.
    pub fn new(task: &Task, one_direction: OneDirection) -> ArcCircuit {
        let problem = task.problem;
        let inner = problem.begun_anywhere();
        let lowered = Lowered::as_it_is(&inner);
        let outer = lowered.circuit();
        let line = Line::prepared(&inner, one_direction, &task.stop);
        let len = outer.len();
        // Preparation may stop before it has a first vertex.
        let first = line.ends[0].or(inner.start()).unwrap_or_default();
        let first = outer.hub().unwrap_or(first);
        let origin = u32::from(outer.hub().is_none());
        let position = |(step, vertex): (u32, u32)| (step - origin, vertex);
        let possible = || {
            let mut arcs = outer.arcs();
            arcs.retain(|&arc| permits(&line, arc));
            settle(len, &arcs)
        };
        // Arcs express that a vertex is not next to the hub.
        let is_arc = |&(step, vertex): &(u32, u32)| outer.arc_at(step, vertex).is_some();
        let excluded = inner
            .not_at()
            .iter()
            .copied()
            .filter(|at| !is_arc(at))
            .map(position)
            .collect_vec();
        // Nothing is given if only ends are.
        let has_steps = inner.has_given_inner_steps() || !excluded.is_empty();
        let given = inner.at().into_iter().filter(|_| has_steps);
        let settled = if line.is_contradictory {
            None
        } else {
            possible()
        };
        let is_bipartite = matches!(problem.graph().two_colouring(&task.stop), Ok(Some(_)));
        let mut circuit = ArcCircuit {
            vertices: len,
            first,
            origin,
            forced: line.forced.clone(),
            windows: line.windows.clone().unwrap_or_default(),
            given: given.map(position).collect(),
            excluded,
            is_bipartite,
            // There is no way back along the same edge.
            least: if is_bipartite && outer.hub().is_none() {
                4
            } else {
                3
            },
            first_step: match outer.hub() {
                Some(_) => Some(0),
                None => problem.at().first().map(|&(step, _)| step),
            },
            is_one_direction: line.is_one_direction,
            is_one_direction_due: line.is_one_direction_due,
            is_contradictory: settled.is_none(),
            ..ArcCircuit::default()
        };
        match settled {
            Some((arcs, taken)) => circuit.list(arcs, taken),
            None if task.shortcuts => {}
            None => circuit.forget(outer, inner.required()),
        }
        circuit
    }

    /// Resets to the arcs that the ends do not exclude, without preprocessing.
    fn forget(&mut self, outer: &circuit::Circuit, required: &[Arc]) {
        let steps = outer.graph().len();
        self.forced = required.to_vec();
        self.windows = vec![Window::new(self.origin + 1, steps); steps as usize];
        (self.is_one_direction, self.is_one_direction_due) = (false, false);
        let fixed = outer.fixed_arcs();
        let mut arcs = outer.arcs();
        // Fewer than three vertices have no cycle by definition, and no clause excludes one. An arc
        // that does not exist has no variable.
        let is_missing = fixed.iter().any(|arc| !arcs.contains(arc));
        self.is_contradictory = is_missing || self.vertices < 3 && !outer.is_trivial();
        // A cycle takes one arc out of a vertex and one into it, and no edge both ways, but to the
        // hub and back.
        let is_rival = |[from, to]: Arc, [tail, head]: Arc| {
            (from == tail) != (to == head) || self.vertices > 2 && [to, from] == [tail, head]
        };
        arcs.retain(|&arc| !fixed.iter().any(|&fixed| is_rival(arc, fixed)));
        let taken = arcs.iter().map(|arc| fixed.contains(arc)).collect();
        self.list(arcs, taken);
    }

    /// Lists the arcs at every vertex; every tour takes some of them.
    fn list(&mut self, arcs: Vec<Arc>, taken: Vec<bool>) {
        [self.out, self.into] = [0, 1].map(|side| at_every_vertex(self.vertices, &arcs, side));
        (self.arcs, self.taken) = (arcs, taken);
        self.longest_subtour = self.find_longest_subtour();
    }

    /// Returns the position of a step; `None` if steps are not counted from the first vertex.
    pub fn position(&self, step: u32) -> Option<u32> {
        let first = self.first_step?;
        Some((step + self.vertices - first) % self.vertices)
    }

    /// Returns the vertices other than the first and these two.
    pub fn others(&self, [v, w]: Arc) -> impl Iterator<Item = u32> {
        let first = self.first;
        (0..self.vertices).filter(move |&u| u != first && u != v && u != w)
    }

    /// Returns true if every tour takes this arc.
    pub fn is_taken(&self, arc: u32) -> bool {
        self.taken[arc as usize]
    }

    /// Returns the numbers of the arcs out of a vertex.
    pub fn out(&self, vertex: u32) -> &[u32] {
        self.out.row(vertex)
    }

    /// Returns the numbers of the arcs into a vertex.
    pub fn into(&self, vertex: u32) -> &[u32] {
        self.into.row(vertex)
    }

    /// Returns the number of an arc, if it is possible.
    pub fn number(&self, [from, to]: Arc) -> Option<u32> {
        let mut out = self.out(from).iter().copied();
        out.find(|&arc| self.arcs[arc as usize][1] == to)
    }

    /// Returns the positions that a vertex other than the first may have: 1, …, len − 1.
    pub fn positions(&self, vertex: u32) -> Window {
        let mut window = self.windows[vertex as usize];
        (window.from, window.to) = (window.from - self.origin, window.to - self.origin);
        window
    }

    /// Returns true if the position of a vertex is odd; `None` if the colours do not determine it.
    pub fn parity(&self, vertex: u32) -> Option<bool> {
        if vertex == self.first {
            return Some(false);
        }
        let window = self.positions(vertex);
        let is_known = window.stride == 2 || window.from == window.to;
        is_known.then_some(window.from % 2 == 1)
    }

    /// Returns the least number of arcs from a vertex to every other; on side 1 the way back.
    pub fn distances(&self, source: u32, side: usize) -> Vec<Option<u32>> {
        let rows = [&self.out, &self.into][side];
        let mut distance = vec![None; self.vertices as usize];
        distance[source as usize] = Some(0);
        let mut queue = VecDeque::from([source]);
        while let Some(vertex) = queue.pop_front() {
            let next = distance[vertex as usize].map(|arcs: u32| arcs + 1);
            for &arc in rows.row(vertex) {
                let other = self.arcs[arc as usize][1 - side];
                if distance[other as usize].is_none() {
                    distance[other as usize] = next;
                    queue.push_back(other);
                }
            }
        }
        distance
    }

    fn find_longest_subtour(&self) -> u32 {
        let distances = self.distances(self.first, 0);
        let last = self
            .into(self.first)
            .iter()
            .filter_map(|&arc| distances[self.arcs[arc as usize][0] as usize]);
        let shortest = last.min().map_or(self.vertices, |arcs| arcs + 1);
        let shortest = shortest.max(self.least);
        let longest = self.vertices.saturating_sub(shortest);
        longest - u32::from(self.is_bipartite) * (longest % 2)
    }

    /// Returns true if no cycle that misses the first vertex has a multiple of `modulus` as length.
    pub fn excludes_subtours(&self, modulus: u64) -> bool {
        let is_doubled = self.is_bipartite && modulus % 2 == 1;
        let step = if is_doubled { 2 * modulus } else { modulus };
        modulus > 1 && step > u64::from(self.longest_subtour) || self.longest_subtour < 3
    }
}

/// Returns true if the preparation permits an arc of graph or hub.
fn permits(line: &Line, [from, to]: Arc) -> bool {
    let hub = line.len();
    let ends_at = |vertex: u32, step| line.can_end(vertex) && line.allows(step, vertex);
    if from == hub {
        ends_at(to, 1)
    } else if to == hub {
        ends_at(from, line.period())
    } else {
        line.may_go(from, to)
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
