//! The size of the position encoding without writing it: O(edges) where the formula has O(N³)
//! clauses.

use super::Position;
use crate::problem::Kind;
use crate::sink::Size;
use itertools::Itertools;

/// Adds up clauses of known lengths, split to three literals or not.
struct Tally {
    split: bool,
    size: Size,
}

impl Tally {
    /// `times` clauses of `length` literals: split, L > 3 literals become L−2 clauses with 3L−6
    /// literals and L−3 fresh variables.
    fn add(&mut self, length: u64, times: u64) {
        let (clauses, literals, fresh) = match length {
            4.. if self.split => (length - 2, 3 * length - 6, length - 3),
            _ => (1, length, 0),
        };
        self.size.clauses += clauses * times;
        self.size.literals += literals * times;
        self.size.variables += fresh * times;
    }
}

impl Position<'_> {
    /// The size of every group, as a [`Counter`](crate::sink::Counter) would count it.
    pub fn size(&self, three_cnf: bool) -> Vec<(&'static str, Size)> {
        let tally = |fill: &dyn Fn(&mut Tally)| {
            let mut tally = Tally {
                split: three_cnf,
                size: Size::default(),
            };
            fill(&mut tally);
            tally.size
        };
        let variables = Size {
            variables: u64::from(self.variables()),
            ..Size::default()
        };
        let mut groups = vec![("variables", variables)];
        if self.domain.is_contradiction() {
            groups.push(("contradiction", tally(&|tally| tally.add(0, 1))));
            return groups;
        }
        let n = self.domain.len();
        let per_step = self.domain.vertices_per_step();
        let per_vertex = (0..n)
            .map(|v| u64::from(self.domain.window(v).len()))
            .collect_vec();
        let pairs = |lengths: &[u64], tally: &mut Tally| {
            let pairs = lengths.iter().map(|n| n * n.saturating_sub(1) / 2);
            tally.add(2, pairs.sum());
        };
        let once = |lengths: &[u64], tally: &mut Tally| {
            lengths.iter().for_each(|&length| tally.add(length, 1));
        };
        groups.push(("one square per step", tally(&|t| pairs(&per_step, t))));
        groups.push(("moves", tally(&|t| self.tally_moves(t, false))));
        groups.push(("each square once", tally(&|t| pairs(&per_vertex, t))));
        groups.push((
            "at least one square per step",
            tally(&|t| once(&per_step, t)),
        ));
        if self.options.predecessors {
            groups.push(("predecessors", tally(&|t| self.tally_moves(t, true))));
        }
        if self.options.square_at_least_one {
            groups.push((
                "at least one step per square",
                tally(&|t| once(&per_vertex, t)),
            ));
        }
        if self.problem.kind() == Kind::Closed && n == 2 {
            groups.push(("a cycle has three squares", tally(&|t| t.add(0, 1))));
        }
        if !self.options.prune {
            for (name, vertex) in [("start", self.problem.start()), ("end", self.problem.end())] {
                groups.extend(vertex.map(|_| (name, tally(&|t| t.add(1, 1)))));
            }
        }
        groups
    }

    /// The clauses of the moves, or backwards of the predecessors: for every vertex the runs of
    /// steps at which the same number of neighbours is possible one step on.
    fn tally_moves(&self, tally: &mut Tally, backwards: bool) {
        let graph = self.problem.graph();
        let n = graph.len();
        let closed = self.problem.kind() == Kind::Closed;
        let on = |step: u32| if backwards { step - 1 } else { step + 1 };
        let (wrap_from, wrap_to) = if backwards { (1, n) } else { (n, 1) };
        for vertex in 0..n {
            let here = self.domain.window(vertex);
            let neighbours = graph.neighbours(vertex);
            if closed && here.contains(wrap_from) {
                let there = neighbours
                    .iter()
                    .filter(|&&w| self.domain.window(w).contains(wrap_to));
                tally.add(1 + there.count() as u64, 1);
            }
            let Some(here) = here.without(wrap_from) else {
                continue;
            };
            // Where the number of possible neighbours changes, as steps of this vertex.
            let mut changes = vec![(here.from, 0), (here.to + here.stride, 0)];
            for &w in neighbours {
                let there = self.domain.window(w);
                if let Some((first, last)) = there.meet(on(here.from), on(here.to)) {
                    let back = |step: u32| step + here.from - on(here.from);
                    changes.push((back(first), 1));
                    changes.push((back(last) + here.stride, -1));
                }
            }
            changes.sort_unstable();
            let mut possible = 0_u32;
            for (&(step, change), &(next, _)) in changes.iter().tuple_windows() {
                possible = possible.wrapping_add_signed(change);
                let times = (next - step) / here.stride;
                tally.add(u64::from(possible + 1), u64::from(times));
            }
        }
    }
}
