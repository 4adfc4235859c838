//! The size of the position encoding without writing it: O(edges) where the formula has O(N³)
//! clauses.

use super::{Position, Reading};
use crate::cnf::Lit;
use crate::gadget::amo::Amo;
use crate::problem::Kind;
use crate::sink::{ClauseSink, Counter, Size, ThreeCnf};
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

    /// `times` at-most-one constraints over `length` literals.
    fn add_amo(&mut self, amo: Amo, length: u64, times: u64) {
        let one = if self.split {
            split_amo(amo, length)
        } else {
            amo.size(length)
        };
        self.size.clauses += one.clauses * times;
        self.size.literals += one.literals * times;
        self.size.variables += one.variables * times;
    }
}

/// The size of an at-most-one constraint split to three literals, counted while writing one.
fn split_amo(amo: Amo, length: u64) -> Size {
    let mut inputs = Counter::default();
    let inputs = inputs.new_vars(length as u32);
    let lits: Vec<Lit> = inputs.iter().map(|var| var.pos()).collect();
    let mut counter = Counter::default();
    amo.at_most_one(&lits, &mut ThreeCnf::new(&mut counter));
    counter.total()
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
            groups.push(("contradiction", tally(&|t| t.add(0, 1))));
            return groups;
        }
        let options = self.options;
        let steps = self.domain.vertices_per_step().into_iter().counts();
        let squares = self.firsts().map(|v| self.steps_of_orbit(v)).counts();
        let amo = |amo: Amo, lengths: &std::collections::HashMap<u64, usize>| {
            tally(&|t| {
                lengths
                    .iter()
                    .for_each(|(&n, &times)| t.add_amo(amo, n, times as u64))
            })
        };
        let once = |lengths: &std::collections::HashMap<u64, usize>| {
            tally(&|t| {
                lengths
                    .iter()
                    .for_each(|(&n, &times)| t.add(n, times as u64))
            })
        };
        groups.push(("one square per step", amo(options.step_amo, &steps)));
        groups.push(("moves", tally(&|t| self.tally_moves(t, Reading::Forwards))));
        groups.push(("each square once", amo(options.square_amo, &squares)));
        groups.push(("at least one square per step", once(&steps)));
        if options.predecessors {
            groups.push((
                "predecessors",
                tally(&|t| self.tally_moves(t, Reading::Backwards)),
            ));
        }
        if options.square_at_least_one {
            groups.push(("at least one step per square", once(&squares)));
        }
        if options.arcs {
            groups.extend(self.arc_groups(&tally));
        }
        groups.extend(self.end_groups(&tally));
        groups
    }

    fn steps_of_orbit(&self, vertex: u32) -> u64 {
        let members = self.problem.symmetry().orbit(vertex);
        members
            .map(|v| u64::from(self.domain.window(v).len()))
            .sum()
    }

    fn end_groups(&self, tally: &dyn Fn(&dyn Fn(&mut Tally)) -> Size) -> Vec<(&'static str, Size)> {
        let mut groups = Vec::new();
        if self.problem.kind() == Kind::Closed && self.problem.graph().len() == 2 {
            groups.push(("a cycle has three squares", tally(&|t| t.add(0, 1))));
        }
        if let Some([before, after]) = self.directions() {
            let exists = |&(step, vertex): &(u32, u32)| self.domain.index(step, vertex).is_some();
            let clauses = |t: &mut Tally| {
                let mut later = 0;
                for (before, after) in before.iter().zip(&after).rev() {
                    if exists(before) {
                        t.add(1 + later, 1);
                    }
                    later += u64::from(exists(after));
                }
            };
            groups.push(("one direction", tally(&clauses)));
        }
        if !self.options.prune {
            groups.extend(
                self.fixed()
                    .map(|(name, ..)| (name, tally(&|t| t.add(1, 1)))),
            );
        }
        groups
    }

    fn arc_groups(&self, tally: &dyn Fn(&dyn Fn(&mut Tally)) -> Size) -> Vec<(&'static str, Size)> {
        let graph = self.problem.graph();
        let open = self.problem.kind() == Kind::Open;
        let one_arc = |step: u32| {
            tally(&|t| {
                for vertex in self.firsts() {
                    let end = open && self.domain.index(step, vertex).is_some();
                    let length = graph.degree(vertex) as u64 + u64::from(end);
                    t.add_amo(Amo::Pairwise, length, 1);
                    t.add(length, 1);
                }
            })
        };
        let mut out = one_arc(self.domain.steps());
        out.variables += u64::from(self.arc_count());
        let back = tally(&|t| {
            for edge in self.edges() {
                let length = if self.is_own_reverse(edge) { 1 } else { 2 };
                t.add(length, 1);
            }
        });
        let channel = tally(&|t| {
            for vertex in self.firsts() {
                for &w in graph.neighbours(vertex) {
                    self.tally_channel(t, (vertex, w));
                }
            }
        });
        vec![
            ("one arc out", out),
            ("one arc in", one_arc(1)),
            ("no way back", back),
            ("arcs and steps", channel),
        ]
    }

    fn tally_channel(&self, tally: &mut Tally, edge: (u32, u32)) {
        let symmetry = self.problem.symmetry();
        let steps = self.domain.steps();
        for (vertex, w) in symmetry.orbit(edge.0).zip(symmetry.orbit(edge.1)) {
            let (here, there) = (self.domain.window(vertex), self.domain.window(w));
            let mut both = 0;
            let (before, after) = (here.without(steps), there.without(1));
            if let (Some(before), Some(after)) = (before, after) {
                let met = after.meet(before.from + 1, before.to + 1);
                both = met.map_or(0, |(from, to)| (to - from) / here.stride + 1);
            }
            let count =
                |window: Option<super::domain::Window>| window.map_or(0, |window| window.len());
            let single = count(before) + count(after) - 2 * both;
            tally.add(3, 3 * u64::from(both));
            tally.add(2, u64::from(single));
            if let Some((step, w)) = self.beside(steps, w, Reading::Forwards) {
                match (here.contains(steps), self.domain.window(w).contains(step)) {
                    (true, true) => tally.add(3, 3),
                    (false, false) => {}
                    _ => tally.add(2, 1),
                }
            }
        }
    }

    /// The clauses of the moves, or backwards of the predecessors: for every vertex the runs of
    /// steps at which the same number of neighbours is possible one step on.
    fn tally_moves(&self, tally: &mut Tally, reading: Reading) {
        let graph = self.problem.graph();
        let last = reading.last(self.domain.steps());
        for vertex in 0..graph.len() {
            let here = self.domain.window(vertex);
            let neighbours = graph.neighbours(vertex);
            if here.contains(last) && self.has_beside(last, reading) {
                let there = neighbours
                    .iter()
                    .filter_map(|&w| self.beside(last, w, reading));
                let there = there.filter(|&(step, w)| self.domain.window(w).contains(step));
                tally.add(1 + there.count() as u64, 1);
            }
            let Some(here) = here.without(last) else {
                continue;
            };
            // Where the number of possible neighbours changes, as steps of this vertex.
            let mut changes = vec![(here.from, 0), (here.to + here.stride, 0)];
            let (from, to) = (reading.next(here.from), reading.next(here.to));
            for &w in neighbours {
                if let Some((first, last)) = self.domain.window(w).meet(from, to) {
                    changes.push((first + here.from - from, 1));
                    changes.push((last + here.from - from + here.stride, -1));
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
