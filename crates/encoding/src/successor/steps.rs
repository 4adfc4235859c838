//! Given steps in terms of arcs: the tour takes a fixed number of moves between given vertices.
//!
//! Positions count from the root, which has position 0 and, after all others, position n. Take two
//! successive given positions. The variable
//! p\[i\]\[v\] is true if the tour is on v at position i between them, for those v that are near
//! enough to both. Group *given steps*:
//! - ¬p\[i\]\[v\] ∨ ¬a\[vw\] ∨ p\[i+1\]\[w\]: the walk from one given vertex reaches the next in
//!   time;
//! - ¬p\[i+1\]\[w\] ∨ ¬a\[vw\] ∨ p\[i\]\[v\]: the same backwards, from which solvers learn.
//!
//! One cycle has n positions. If all gaps except one are correct, that one is too. The longest gap
//! is omitted, unless a vertex is excluded at a position there. The variables may be true without
//! necessity.
//!
//! Size: a gap of g moves has at most g − 1 variables for each vertex, and 2·g clauses for each
//! arc.

use super::{ArcTerms, Prepared};
use crate::shared_groups::GIVEN_STEPS;
use itertools::Itertools;
use knightsat_cnf::Term;
use knightsat_cnf::sink::{ClauseSink, clause, each};

/// The moves from a vertex at a position to another at a later one.
#[derive(Clone, Copy)]
struct Gap {
    from: (u32, u32),
    to: (u32, u32),
}

impl Gap {
    fn moves(self) -> u32 {
        self.to.0 - self.from.0
    }

    fn has(self, position: u32) -> bool {
        (self.from.0..=self.to.0).contains(&position)
    }
}

/// Writes the clauses of given steps.
pub fn walk(circuit: &Prepared, arcs: ArcTerms, sink: &mut dyn ClauseSink) {
    let excluded = &circuit.excluded;
    if circuit.len() < 2 {
        return;
    }
    sink.group(&GIVEN_STEPS);
    let first = circuit.root;
    let ends = [(0, first), (circuit.len(), first)];
    let inner = circuit.given.iter().copied().filter(|&at| at != ends[0]);
    let at: Vec<(u32, u32)> = ends.into_iter().chain(inner).sorted_unstable().collect();
    // Two vertices at a position, or a vertex at two.
    let inner = &at[..at.len() - 1];
    let is_twice = inner.windows(2).any(|pair| pair[0].0 == pair[1].0)
        || !inner.iter().map(|(_, vertex)| vertex).all_unique()
        || excluded.iter().any(|not_at| at.contains(not_at));
    if is_twice {
        return sink.clause(&[]);
    }
    let gaps: Vec<Gap> = at
        .iter()
        .tuple_windows()
        .map(|(&from, &to)| Gap { from, to })
        .collect();
    let is_free = |gap: &Gap| !excluded.iter().any(|&(position, _)| gap.has(position));
    let implied = gaps
        .iter()
        .positions(is_free)
        .max_by_key(|&number| gaps[number].moves());
    for (number, &gap) in gaps.iter().enumerate() {
        if Some(number) != implied && !sink.is_done() {
            Layers::new(circuit, gap, &at).write(circuit, arcs, sink);
        }
    }
}

/// The vertices that the tour may be on at every position of a gap.
struct Layers {
    gap: Gap,
    /// The moves from the vertex before, and to the vertex after.
    distances: [Vec<Option<u32>>; 2],
    /// True for the vertices with a given position.
    is_given: Vec<bool>,
}

impl Layers {
    fn new(circuit: &Prepared, gap: Gap, at: &[(u32, u32)]) -> Layers {
        let mut is_given = vec![false; circuit.len() as usize];
        for &(_, vertex) in at {
            is_given[vertex as usize] = true;
        }
        Layers {
            gap,
            distances: [
                circuit.distances(gap.from.1, 0),
                circuit.distances(gap.to.1, 1),
            ],
            is_given,
        }
    }

    /// Returns true if the tour may be on a vertex after this many moves of the gap.
    fn allows(&self, circuit: &Prepared, moves: u32, vertex: u32) -> bool {
        let position = self.gap.from.0 + moves;
        let (v, left) = (vertex as usize, self.gap.moves() - moves);
        if moves == 0 {
            return vertex == self.gap.from.1;
        }
        if left == 0 {
            return vertex == self.gap.to.1;
        }
        let in_reach = |side: usize, moves| self.distances[side][v].is_some_and(|d| d <= moves);
        !self.is_given[v]
            && in_reach(0, moves)
            && in_reach(1, left)
            && circuit.positions(vertex).contains(position)
            && !circuit.excluded.contains(&(position, vertex))
    }

    fn write(&self, circuit: &Prepared, arcs: ArcTerms, sink: &mut dyn ClauseSink) {
        let mut here = self.layer(circuit, 0, sink);
        each(1..=self.gap.moves(), sink, |moves, sink| {
            let there = self.layer(circuit, moves, sink);
            for ([v, w], taken) in arcs.all(circuit) {
                let [from, to] = [here[v as usize], there[w as usize]];
                if from != Term::FALSE {
                    clause([!from, !taken, to], sink);
                }
                if to != Term::FALSE {
                    clause([!to, !taken, from], sink);
                }
            }
            here = there;
        });
    }

    /// Returns the terms that the tour is on each vertex after this many moves.
    fn layer(&self, circuit: &Prepared, moves: u32, sink: &mut dyn ClauseSink) -> Vec<Term> {
        let is_inner = moves > 0 && moves < self.gap.moves();
        let term = |vertex| {
            if !self.allows(circuit, moves, vertex) {
                Term::FALSE
            } else if is_inner {
                Term::Open(sink.new_var().pos())
            } else {
                Term::TRUE
            }
        };
        (0..circuit.len()).map(term).collect()
    }
}
