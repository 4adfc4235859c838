//! Connectivity by vertex elimination: the arcs of the tour, without those into the first vertex,
//! have no cycle.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Elimination.style())?;
//! assert!(formula.is_exact() && formula.total().clauses > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The vertices other than the first are eliminated in turn, each time one with fewest remaining
//! neighbours. Its neighbours then become neighbours of each other. A variable o\[uw\] is true if
//! arcs of the tour lead from u to w over vertices eliminated before.
//!
//! Group *elimination*, when v is eliminated, for all its neighbours u ≠ w:
//! - ¬o\[uv\] ∨ ¬o\[vw\] ∨ o\[uw\];
//! - ¬o\[uv\] ∨ ¬o\[vu\].
//!
//! If only the arc leads from u to w, o\[uw\] is a\[uw\]; otherwise ¬a\[uw\] ∨ o\[uw\]. The arcs do
//! not determine the variables o: they may be true without necessity.
//!
//! Size with w₁, w₂, … neighbours at each elimination and arcs both ways between all of them: at
//! most wᵢ(wᵢ−1) variables each. There are at most Σ wᵢ(wᵢ−1) + wᵢ clauses, and one for each arc
//! that an o covers: n·w² at width w. Rankooh and Rintanen, Propositional encodings of acyclicity
//! and reachability by using vertex elimination, AAAI 2022.

use super::successor::{ArcTerms, Connectivity, Edges, Prepared, on_arcs};
use super::{Encoder, FormulaError, Known, Options, Task};
use itertools::Itertools;
use knightsat_cnf::Term;
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, clause, each};
use std::collections::{BTreeMap, BTreeSet};

const ELIMINATION: ClauseGroup = ClauseGroup::new(
    "elimination",
    "no cycle misses the first vertex: one square after the other is eliminated",
    "o[u,v] ∧ o[v,w] → o[u,w]; ¬o[u,v] ∨ ¬o[v,u], for all neighbours u ≠ w of v when it is eliminated",
);

/// Lays the encoding out.
pub fn lay_out(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    on_arcs(task, options, |_, _| Ok(Box::new(ByElimination)))
}

#[derive(Debug)]
struct ByElimination;

impl Connectivity for ByElimination {
    fn on_arcs(
        &self,
        circuit: &Prepared,
        arcs: ArcTerms,
        sink: &mut dyn ClauseSink,
    ) -> Known<'static> {
        sink.group(&ELIMINATION);
        let len = circuit.len() as usize;
        let mut reach = Reach {
            from: vec![BTreeMap::new(); len],
            into: vec![BTreeSet::new(); len],
        };
        for ([from, to], term) in arcs.inner(circuit) {
            reach.insert(from, to, term, false);
        }
        let inner = (0..circuit.len()).filter(|&v| v != circuit.root);
        let mut left: BTreeSet<_> = inner.map(|v| (reach.neighbours(v).len(), v)).collect();
        while let Some((_, vertex)) = left.pop_first() {
            let neighbours = reach.neighbours(vertex);
            let degrees = neighbours.iter().map(|&u| reach.neighbours(u).len());
            let before: Vec<usize> = degrees.collect();
            eliminate(&mut reach, vertex, &neighbours, sink);
            for (&u, degree) in neighbours.iter().zip(before) {
                left.remove(&(degree, u));
                left.insert((reach.neighbours(u).len(), u));
            }
            if sink.is_done() {
                break;
            }
        }
        Known::default()
    }

    fn is_parsimonious(&self, _circuit: &Prepared, _edges: Option<&Edges>) -> bool {
        false
    }
}

/// The reachable pairs: raw arcs, and pairs derived from them.
struct Reach {
    /// The steps by tail, then by head.
    from: Vec<BTreeMap<u32, ReachStep>>,
    into: Vec<BTreeSet<u32>>,
}

#[derive(Clone, Copy)]
struct ReachStep {
    term: Term,
    is_derived: bool,
}

impl Reach {
    fn neighbours(&self, vertex: u32) -> Vec<u32> {
        let out = self.from[vertex as usize].keys();
        let all = out.merge(&self.into[vertex as usize]);
        all.copied().dedup().collect()
    }

    fn insert(&mut self, from: u32, to: u32, term: Term, is_derived: bool) {
        let step = ReachStep { term, is_derived };
        self.from[from as usize].insert(to, step);
        self.into[to as usize].insert(from);
    }

    fn step(&self, from: u32, to: u32) -> Option<ReachStep> {
        self.from[from as usize].get(&to).copied()
    }

    fn remove(&mut self, vertex: u32) {
        for (to, _) in std::mem::take(&mut self.from[vertex as usize]) {
            self.into[to as usize].remove(&vertex);
        }
        for from in std::mem::take(&mut self.into[vertex as usize]) {
            self.from[from as usize].remove(&vertex);
        }
    }

    /// Returns the term that `to` is reached from `from`, for a clause that derives it.
    fn derive(&mut self, from: u32, to: u32, sink: &mut dyn ClauseSink) -> Term {
        let known = self.step(from, to);
        let is_done = |step: &ReachStep| step.is_derived || step.term == Term::TRUE;
        if let Some(step) = known.filter(is_done) {
            return step.term;
        }
        let term = Term::Open(sink.new_var().pos());
        if let Some(raw) = known {
            clause([!raw.term, term], sink);
        }
        self.insert(from, to, term, true);
        term
    }
}

fn eliminate(reach: &mut Reach, vertex: u32, neighbours: &[u32], sink: &mut dyn ClauseSink) {
    each(neighbours, sink, |&from, sink| {
        let Some(first) = reach.step(from, vertex) else {
            return;
        };
        for &to in neighbours {
            let Some(second) = reach.step(vertex, to) else {
                continue;
            };
            if from != to {
                let whole = reach.derive(from, to, sink);
                clause([!first.term, !second.term, whole], sink);
            } else if first.is_derived || second.is_derived {
                // Two raw arcs already exclude the way back.
                clause([!first.term, !second.term], sink);
            }
        }
    });
    reach.remove(vertex);
}
