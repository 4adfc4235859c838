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
//! - *at least one step per square* (option): ⋁ x\[·\]\[v\] for every v;
//! - *arcs* (option, `arcs.rs`): a\[vw\], the tour goes from v to w, and what it implies;
//! - *one direction* (option): of a tour and its reverse only one is a model.
//!
//! With `negate` every x stands for its negation in the file.
//!
//! Size of the textbook formula, unsplit, d = sum of all degrees: N² variables;
//! N²(N−1)/2 + (N−1)N + N²(N−1)/2 + N clauses for an open tour, N more for a closed one. Split to
//! three literals, a clause of L > 3 literals becomes L−2 with L−3 fresh variables. `size.rs` has
//! the size with all options.
//!
//! The formula is the usual one of textbooks; see Heule, Chinese remainder encoding for Hamiltonian
//! cycles, SAT 2021, for its place among others. With `prune`, variables that are false in every
//! tour are not made, moves that no tour takes are left out, and where that or a cheap reason rules
//! every tour out there is a single empty clause; [`prepare`] has the rules and their arguments.
//! Edges that every tour takes get no clauses: at a vertex with two moves left, *one arc out*, *one
//! arc in* and *no way back* imply them.
//!
//! [`prepare`]: crate::problem::prepare
//!
//! A tour with a symmetry of order q is decided by its first L = N/q steps: step i + L is on the
//! image of step i. So only those have variables, each square once becomes *each orbit once*, and
//! the move from step L leads to the image of step 1.

mod arcs;
mod domain;
mod moves;
mod options;
mod size;

use super::FormulaError;
use crate::cnf::{Lit, Model, Vars};
use crate::graph::Graph;
use crate::problem::{Kind, Prepared, Problem, prepare};
use crate::sink::ClauseSink;
use domain::Domain;
use moves::Reading;

pub use options::Options;

/// The position encoding of a problem.
#[derive(Clone, Debug)]
pub struct Position<'p> {
    problem: &'p Problem,
    options: Options,
    /// With pruning only.
    prepared: Option<Prepared>,
    domain: Domain,
}

impl<'p> Position<'p> {
    /// Lays out the variables.
    pub fn new(problem: &'p Problem, options: Options) -> Result<Self, FormulaError> {
        let wanted = prepare::Options {
            one_direction: options.one_direction,
        };
        let prepared = options.prune.then(|| Prepared::new(problem, wanted));
        let domain = Domain::new(problem, prepared.as_ref())?;
        Ok(Position {
            problem,
            options,
            prepared,
            domain,
        })
    }

    /// Number of x variables; they are the first ones of the formula.
    pub fn variables(&self) -> u32 {
        self.domain.variables()
    }

    /// Writes all clauses.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        let vars = sink.new_vars(self.variables());
        let x = self.literals(vars);
        if self.domain.is_contradiction() {
            sink.group("contradiction");
            return sink.clause(&[]);
        }
        sink.group("one square per step");
        self.each_step(&x, sink, |lits, sink| {
            self.options.step_amo.at_most_one(lits, sink);
        });
        sink.group("moves");
        self.moves(&x, sink, Reading::Forwards);
        sink.group("each square once");
        self.each_square(&x, sink, |lits, sink| {
            self.options.square_amo.at_most_one(lits, sink);
        });
        sink.group("at least one square per step");
        self.each_step(&x, sink, |lits, sink| sink.clause(lits));
        if self.options.predecessors {
            sink.group("predecessors");
            self.moves(&x, sink, Reading::Backwards);
        }
        if self.options.square_at_least_one {
            sink.group("at least one step per square");
            self.each_square(&x, sink, |lits, sink| sink.clause(lits));
        }
        if self.options.arcs {
            self.arcs(&x, sink);
        }
        self.ends(&x, sink);
    }

    /// The vertex of the first step, given or chosen.
    pub fn first(&self) -> Option<u32> {
        match &self.prepared {
            Some(prepared) => prepared.first(),
            None => self.problem.start(),
        }
    }

    /// The moves that a tour may take.
    fn graph(&self) -> &Graph {
        let prepared = self.prepared.as_ref();
        prepared.map_or(self.problem.graph(), Prepared::graph)
    }

    /// Whether the model of a tour rules out that of its reverse.
    pub fn is_one_direction(&self) -> bool {
        let prepared = self.prepared.as_ref();
        prepared.is_some_and(Prepared::is_one_direction)
    }

    /// All literals x\[i\]\[v\], in the order of their variables.
    pub fn all_literals(&self) -> Vec<Lit> {
        let x = self.literals(Vars::new(1, self.variables()));
        (0..self.variables()).map(|index| x.of(index)).collect()
    }

    /// x\[i\]\[v\], if it has a variable.
    pub fn literal(&self, step: u32, vertex: u32) -> Option<Lit> {
        self.literals(Vars::new(1, self.variables()))
            .get(step, vertex)
    }

    /// Number of steps that have variables, from 1 on.
    pub fn steps(&self) -> u32 {
        self.domain.steps()
    }

    fn literals(&self, vars: Vars) -> Literals<'_> {
        Literals {
            domain: &self.domain,
            vars,
            negate: self.options.negate,
        }
    }

    fn each_step<S: ClauseSink>(
        &self,
        x: &Literals,
        sink: &mut S,
        mut constrain: impl FnMut(&[Lit], &mut S),
    ) {
        let mut lits = Vec::new();
        for step in 1..=self.domain.steps() {
            if sink.is_done() {
                return;
            }
            lits.clear();
            lits.extend((0..self.domain.vertices()).filter_map(|vertex| x.get(step, vertex)));
            constrain(&lits, sink);
        }
    }

    /// For every vertex, with a symmetry for every orbit, its steps.
    fn each_square<S: ClauseSink>(
        &self,
        x: &Literals,
        sink: &mut S,
        mut constrain: impl FnMut(&[Lit], &mut S),
    ) {
        let symmetry = self.problem.symmetry();
        let mut lits = Vec::new();
        for vertex in (0..self.domain.vertices()).filter(|&v| symmetry.is_first(v)) {
            if sink.is_done() {
                return;
            }
            lits.clear();
            for member in symmetry.orbit(vertex) {
                let indices = self.domain.of_vertex(member);
                lits.extend(indices.map(|index| x.of(index)));
            }
            constrain(&lits, sink);
        }
    }

    fn ends<S: ClauseSink>(&self, x: &Literals, sink: &mut S) {
        if self.problem.kind() == Kind::Closed && self.problem.graph().len() == 2 {
            // The moves alone would let a tour go to and fro over a single edge.
            sink.group("a cycle has three squares");
            sink.clause(&[]);
        }
        if let Some([before, after]) = self.directions() {
            sink.group("one direction");
            for (place, &(step, vertex)) in before.iter().enumerate() {
                if let Some(lit) = x.get(step, vertex) {
                    let later = after[place + 1..].iter();
                    let later = later.filter_map(|&(step, vertex)| x.get(step, vertex));
                    let clause: Vec<Lit> = std::iter::once(!lit).chain(later).collect();
                    sink.clause(&clause);
                }
            }
        }
        if !self.options.prune {
            for (name, step, vertex) in self.fixed() {
                if let Some(lit) = x.get(step, vertex) {
                    sink.group(name);
                    sink.clause(&[lit]);
                }
            }
        }
    }

    /// Two lists of (step, vertex), alike in their vertices. Reversing a tour swaps the place that
    /// it has in the one list for its place in the other; the clauses want the first place before
    /// the second. `None` where both directions are wanted, or only one is possible.
    fn directions(&self) -> Option<[Vec<(u32, u32)>; 2]> {
        let steps = self.domain.steps();
        let prepared = self.prepared.as_ref()?;
        if !prepared.is_one_direction_due() {
            return None;
        }
        let (vertices, first) = match prepared.first() {
            None => ((0..self.domain.vertices()).collect(), 1),
            Some(start) => {
                let mut neighbours = prepared.graph().neighbours(start).to_vec();
                neighbours.sort_unstable();
                (neighbours, 2)
            }
        };
        let at = |step| vertices.iter().map(move |&vertex| (step, vertex)).collect();
        Some([at(first), at(steps)])
    }

    /// The fixed ends, as steps of the period.
    fn fixed(&self) -> impl Iterator<Item = (&'static str, u32, u32)> {
        let start = self.problem.start().map(|vertex| ("start", 1, vertex));
        let end = self.problem.end().map(|end| {
            let vertex = self.problem.symmetry().image(end);
            ("end", self.domain.steps(), vertex)
        });
        start.into_iter().chain(end)
    }

    /// The vertex of every step: exactly one variable of each must be true.
    pub fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let x = self.literals(Vars::new(1, self.variables()));
        let n = self.problem.graph().len();
        let mut steps = Vec::with_capacity(n as usize);
        for step in 1..=self.domain.steps() {
            let holds = |&vertex: &u32| x.get(step, vertex).is_some_and(|lit| model.satisfies(lit));
            let mut here = (0..n).filter(holds);
            let vertex = here.next().ok_or(FormulaError::NoVertex { step })?;
            if here.next().is_some() {
                return Err(FormulaError::TwoVertices { step });
            }
            steps.push(vertex);
        }
        let period = steps.len();
        for step in period..n as usize {
            steps.push(self.problem.symmetry().image(steps[step - period]));
        }
        Ok(steps)
    }
}

/// The literals x\[i\]\[v\] in the numbering of a sink.
struct Literals<'d> {
    domain: &'d Domain,
    vars: Vars,
    negate: bool,
}

impl Literals<'_> {
    fn get(&self, step: u32, vertex: u32) -> Option<Lit> {
        Some(self.of(self.domain.index(step, vertex)?))
    }

    fn of(&self, index: u32) -> Lit {
        let var = self.vars.get(index);
        if self.negate { var.neg() } else { var.pos() }
    }
}
