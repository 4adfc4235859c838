//! The position encoding: which vertex at which step.
//!
//! Variables: x\[i\]\[v\], at step i = 1…N the tour is on vertex v = 0…N−1.
//!
//! Clauses, by group:
//! - *one square per step*: at most one of x\[i\]\[·\] for every i;
//! - *moves*: ¬x\[i\]\[v\] ∨ ⋁ x\[i+1\]\[w\] over the neighbours w of v, for i = 1…N−1 and, closed,
//!   from step N to step 1;
//! - *each square once*: at most one of x\[·\]\[v\] for every v;
//! - *at least one square per step*: ⋁ x\[i\]\[·\] for every i;
//! - *start*, *end*: a unit clause each, where fixed and not pruned;
//! - *predecessors* (option): ¬x\[i+1\]\[v\] ∨ ⋁ x\[i\]\[w\], the moves read backwards;
//! - *at least one step per square* (option): ⋁ x\[·\]\[v\] for every v.
//!
//! Size without pruning, d = sum of all degrees (the textbook formula, unsplit): N² variables;
//! N²(N−1)/2 + (N−1)N + N²(N−1)/2 + N clauses for an open tour, N more for a closed one. Split to
//! three literals, a clause of L > 3 literals becomes L−2 with L−3 fresh variables.
//!
//! The formula is the usual one of textbooks; see Heule, Chinese remainder encoding for Hamiltonian
//! cycles, SAT 2021, for its place among others. With `prune`, variables that are false in every
//! tour are not made, and where a cheap reason rules every tour out there is a single empty clause;
//! `domain.rs` has the rules and their arguments.

use super::FormulaError;
use crate::cnf::{Lit, Model, Var, Vars};
use crate::gadget::amo;
use crate::problem::{Kind, Problem};
use crate::sink::ClauseSink;

mod domain;
mod size;
use domain::Domain;

/// Which clauses to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Make no variable x\[i\]\[v\] whose step i is too far from a fixed end for the distance of
    /// v, or has the wrong parity for the colour of v on a bipartite graph. A closed tour without
    /// a fixed start is made to start on the first vertex of least degree. Models are the same
    /// tours, except for that fixed start.
    pub prune: bool,
    /// Redundant clauses: every square but the first is reached from somewhere.
    pub predecessors: bool,
    /// Redundant clauses: every square is visited at some step.
    pub square_at_least_one: bool,
}

impl Options {
    /// The textbook formula: nothing pruned, nothing redundant.
    pub const TEXTBOOK: Options = Options {
        prune: false,
        predecessors: false,
        square_at_least_one: false,
    };

    /// What is used where nothing is asked for.
    pub const DEFAULT: Options = Options {
        prune: true,
        predecessors: true,
        square_at_least_one: true,
    };
}

/// The position encoding of a problem.
#[derive(Clone, Debug)]
pub struct Position<'p> {
    problem: &'p Problem,
    options: Options,
    domain: Domain,
}

impl<'p> Position<'p> {
    /// Lays out the variables.
    pub fn new(problem: &'p Problem, options: Options) -> Result<Self, FormulaError> {
        let domain = Domain::new(problem, options.prune)?;
        Ok(Position {
            problem,
            options,
            domain,
        })
    }

    /// Number of x variables; they are the first ones of the formula.
    pub fn variables(&self) -> u32 {
        self.domain.variables()
    }

    /// The variable x\[step\]\[vertex\], step from 1; `None` where pruned.
    pub fn variable(&self, step: u32, vertex: u32) -> Option<Var> {
        let index = self.domain.index(step, vertex)?;
        Some(Vars::new(1, self.variables()).get(index))
    }

    /// Writes all clauses.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        let vars = sink.new_vars(self.variables());
        let x = Literals {
            domain: &self.domain,
            vars,
        };
        let n = self.problem.graph().len();
        let mut lits = Vec::new();

        if self.domain.is_contradiction() {
            sink.group("contradiction");
            return sink.clause(&[]);
        }
        sink.group("one square per step");
        for step in 1..=n {
            if sink.is_done() {
                return;
            }
            x.at_step(step, &mut lits);
            amo::pairwise(&lits, sink);
        }
        sink.group("moves");
        self.moves(&x, sink, |step, next| (step, next));
        sink.group("each square once");
        for vertex in 0..n {
            if sink.is_done() {
                return;
            }
            x.on_vertex(vertex, &mut lits);
            amo::pairwise(&lits, sink);
        }
        sink.group("at least one square per step");
        for step in 1..=n {
            if sink.is_done() {
                return;
            }
            x.at_step(step, &mut lits);
            sink.clause(&lits);
        }
        if self.options.predecessors {
            sink.group("predecessors");
            self.moves(&x, sink, |step, next| (next, step));
        }
        if self.options.square_at_least_one {
            sink.group("at least one step per square");
            for vertex in 0..n {
                if sink.is_done() {
                    return;
                }
                x.on_vertex(vertex, &mut lits);
                sink.clause(&lits);
            }
        }
        self.fixed(&x, sink);
    }

    /// For every two successive steps and the direction in which `order` reads them: the square at
    /// the one has a neighbour at the other.
    fn moves<S: ClauseSink>(
        &self,
        x: &Literals,
        sink: &mut S,
        order: impl Fn(u32, u32) -> (u32, u32),
    ) {
        let graph = self.problem.graph();
        let n = graph.len();
        let last = match self.problem.kind() {
            Kind::Open => n - 1,
            Kind::Closed => n,
        };
        let mut clause = Vec::new();
        for step in 1..=last {
            if sink.is_done() {
                return;
            }
            let (from, to) = order(step, step % n + 1);
            for vertex in 0..n {
                let Some(here) = x.get(from, vertex) else {
                    continue;
                };
                clause.clear();
                clause.push(!here);
                let there = graph.neighbours(vertex).iter();
                clause.extend(there.filter_map(|&w| x.get(to, w)));
                sink.clause(&clause);
            }
        }
    }

    fn fixed<S: ClauseSink>(&self, x: &Literals, sink: &mut S) {
        let n = self.problem.graph().len();
        if self.problem.kind() == Kind::Closed && n == 2 {
            // The moves alone would let a tour go to and fro over a single edge.
            sink.group("a cycle has three squares");
            sink.clause(&[]);
        }
        if self.options.prune {
            return;
        }
        for (name, step, vertex) in [
            ("start", 1, self.problem.start()),
            ("end", n, self.problem.end()),
        ] {
            if let Some(lit) = vertex.and_then(|vertex| x.get(step, vertex)) {
                sink.group(name);
                sink.clause(&[lit]);
            }
        }
    }

    /// The vertex of every step: exactly one variable of each must be true.
    pub fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let x = Literals {
            domain: &self.domain,
            vars: Vars::new(1, self.variables()),
        };
        let n = self.problem.graph().len();
        let mut steps = Vec::with_capacity(n as usize);
        for step in 1..=n {
            let holds = |&vertex: &u32| x.get(step, vertex).is_some_and(|lit| model.satisfies(lit));
            let mut here = (0..n).filter(holds);
            let vertex = here.next().ok_or(FormulaError::NoVertex { step })?;
            if here.next().is_some() {
                return Err(FormulaError::TwoVertices { step });
            }
            steps.push(vertex);
        }
        Ok(steps)
    }
}

/// The literals x\[i\]\[v\] in the numbering of a sink.
struct Literals<'d> {
    domain: &'d Domain,
    vars: Vars,
}

impl Literals<'_> {
    fn get(&self, step: u32, vertex: u32) -> Option<Lit> {
        let index = self.domain.index(step, vertex)?;
        Some(self.vars.get(index).pos())
    }

    fn at_step(&self, step: u32, out: &mut Vec<Lit>) {
        out.clear();
        out.extend((0..self.domain.len()).filter_map(|vertex| self.get(step, vertex)));
    }

    fn on_vertex(&self, vertex: u32, out: &mut Vec<Lit>) {
        out.clear();
        let indices = self.domain.of_vertex(vertex);
        out.extend(indices.map(|index| self.vars.get(index).pos()));
    }
}
