//! Proofs for VeriPB that no tour exists, from the problem in pseudo-Boolean constraints
//! ([`Flow`]), by cutting planes and unit propagation. They assume nothing.
//!
//! ```
//! use knightsat_veripb::flow::Flow;
//! use knightsat_veripb::tour::{Kind, Problem};
//! use knightsat_veripb::derivation::{Prover, write_reason};
//! use knightsat_veripb::tour::place::Place;
//! use knightsat_veripb::base::stop::Stop;
//!
//! let place: Place = "5x5".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let reason = problem.obstruction(&Default::default()).expect("colours");
//! let (stop, mut proof) = (Stop::default(), Vec::new());
//! let flow = Flow::new(&problem, &stop)?;
//! write_reason(Prover::new(&flow, &problem, &stop, &mut proof), &reason)?;
//! assert!(proof.starts_with(b"pseudo-Boolean proof"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A short reason is a sum of constraints ([`write_reason`]). A refutation by the lazy engine first
//! derives its clauses. Degrees are in the formula; the cut of a set is a sum of balances and
//! capacities; counters and matchings have fresh variables with definitions. If the problem
//! constrains steps, it contains the clauses of steps. Every step of the solver is then a line with
//! the hints of the LRAT proof ([`PbRefutation`]).
//!
//! See Gocht and Nordström, Certifying parity reasoning efficiently using pseudo-Boolean proofs,
//! AAAI 2021, and the documentation of VeriPB for the format, version 3.

mod clashes;
mod costs;
mod counter;
mod limit;
mod lines;
mod magic;
mod matchings;
mod reasons;
mod refutation;

pub(crate) use costs::Costs;
pub(super) use lines::{Proof, Sum};
pub use reasons::write_reason;
pub use refutation::PbRefutation;

use crate::base::stop::Stop;
use crate::cnf::dimacs::opb::Constraint;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Lit, Var};
use crate::flow::Flow;
use crate::tour::Problem;
use itertools::Itertools;
use std::io::{self, Write};

/// The common state of all derivations: the problem, the proof, and the clauses that a SAT solver
/// refutes. Each clause has the constraint from which it follows by propagation.
pub struct Prover<'f> {
    flow: &'f Flow<'f>,
    problem: &'f Problem,
    stop: &'f Stop,
    proof: Proof<'f>,
    /// Number of the last variable in the proof.
    variables: u32,
    /// The clauses for the solver.
    cnf: Cnf,
    /// For each clause, and later for each lemma of the solver, the constraint that implies it, and
    /// propagates everything that it does.
    hints: Vec<u64>,
    /// The literal in the proof for every variable of the solver.
    names: Vec<Lit>,
}

impl<'f> Prover<'f> {
    /// Begins a proof of the problem with these constraints, which is written until `stop`.
    pub fn new(
        flow: &'f Flow<'f>,
        problem: &'f Problem,
        stop: &'f Stop,
        out: impl Write + 'f,
    ) -> Prover<'f> {
        Prover::with_definitions(flow, problem, stop, out, 0)
    }

    /// Begins a proof of the problem with this number of constraints after the usual ones.
    pub(crate) fn with_definitions(
        flow: &'f Flow<'f>,
        problem: &'f Problem,
        stop: &'f Stop,
        out: impl Write + 'f,
        definitions: u64,
    ) -> Prover<'f> {
        Prover {
            flow,
            problem,
            stop,
            proof: Proof::new(out, flow.ids() + definitions),
            variables: flow.size().variables,
            cnf: Cnf::default(),
            hints: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Fails if the deadline has passed.
    fn check(&self) -> io::Result<()> {
        self.stop.check().map_err(io::Error::other)
    }

    /// Returns the colours of the graph's vertices, if it is bipartite.
    fn two_colouring(&self) -> io::Result<Option<Vec<bool>>> {
        let colour = self.problem.graph().two_colouring(self.stop);
        colour.map_err(io::Error::other)
    }

    /// Takes a fresh variable.
    fn fresh(&mut self) -> io::Result<Lit> {
        self.variables += 1;
        let var = Var::new(self.variables);
        var.map(Var::pos)
            .ok_or_else(|| io::Error::other("there are not enough numbers for variables"))
    }

    /// Derives that the tour takes an edge, or two, between these vertices and the others.
    fn cut(&mut self, set: &[u32], two: bool) -> u64 {
        let flow = self.flow;
        let root = flow.vertices() - 1;
        let mut is_inside = vec![false; root as usize + 1];
        set.iter().for_each(|&v| is_inside[v as usize] = true);
        // If the root is in the set, the complement has an equal cut.
        let is_turned = is_inside[root as usize];
        let is_inside = |vertex: u32| is_inside[vertex as usize] != is_turned;
        let set: Vec<u32> = (0..root).filter(|&v| is_inside(v)).collect();
        let mut sum = Sum::of(set.iter().map(|&v| flow.balance_id(v)));
        let mut leaving = Vec::new();
        for &vertex in &set {
            for (edge, other) in flow.at(vertex).filter(|&(_, other)| !is_inside(other)) {
                leaving.push(flow.taken(edge));
                if other < vertex {
                    sum.add(flow.capacity_id(edge), 1);
                }
            }
        }
        let sum = self.proof.pol(&sum);
        leaving.sort_unstable();
        let one = self.proof.rup(&Constraint::clause(leaving), &[sum]);
        self.proof.delete(&[sum]);
        if !two {
            return one;
        }
        // One of two edges remains at every vertex, unless another leaves the set as well.
        let mut sum = Sum::of([one]);
        sum.add_all(set.iter().map(|&v| flow.degree_ids(v)[1]));
        sum.divide(2);
        sum.times(2);
        sum.add_all(set.iter().map(|&v| flow.degree_ids(v)[0]));
        let both = self.proof.pol(&sum);
        self.proof.delete(&[one]);
        both
    }

    /// Ends with a contradiction by propagation; it may need `more`, and the fixed edges.
    fn refute(&mut self, sum: &Sum, more: Option<u64>) {
        let id = self.proof.pol(sum);
        self.end([id].into_iter().chain(more));
    }

    /// Ends with the contradiction that propagation finds in these.
    fn end(&mut self, hints: impl IntoIterator<Item = u64>) {
        let hints: Vec<u64> = hints.into_iter().chain(self.flow.forced_ids()).collect();
        let contradiction = self.proof.rup(&Constraint::clause([]), &hints);
        self.proof.conclude(contradiction);
    }

    /// Adds a variable of the solver for this literal of the proof.
    fn variable(&mut self, name: Lit) -> Lit {
        self.names.push(name);
        self.cnf.new_var().pos()
    }

    /// Returns the literal of the proof for a literal of the solver.
    fn name(&self, lit: Lit) -> Lit {
        let name = self.names[lit.var().number() as usize - 1];
        if lit.is_positive() { name } else { !name }
    }

    /// Returns the literal of the proof for a number in the solver's proof, if it exists.
    fn name_of(&self, number: i32) -> Option<Lit> {
        let lit = Lit::from_dimacs(number)?;
        (lit.var().number() as usize <= self.names.len()).then(|| self.name(lit))
    }

    /// Adds a clause for the solver that this constraint implies.
    fn clause(&mut self, lits: &[Lit], id: u64) {
        self.cnf.clause(lits);
        self.hints.push(id);
    }

    /// Adds a clause for the solver, which propagation in these constraints derives first.
    fn derived_clause(&mut self, lits: &[Lit], hints: &[u64]) -> u64 {
        let named = Constraint::clause(lits.iter().map(|&lit| self.name(lit)));
        let id = self.proof.rup(&named, hints);
        self.clause(lits, id);
        id
    }

    /// Requires at least `count` of a few literals, as the constraint `id` does.
    fn at_least(&mut self, count: usize, lits: &[Lit], id: u64) {
        let size = (lits.len() + 1).saturating_sub(count);
        for some in lits.iter().copied().combinations(size) {
            self.clause(&some, id);
        }
    }

    /// Requires at most `count` of a few literals, as the constraint `id` does.
    fn at_most(&mut self, count: usize, lits: &[Lit], id: u64) {
        for some in lits.iter().map(|&lit| !lit).combinations(count + 1) {
            self.clause(&some, id);
        }
    }
}
