//! The position encoding: the vertex of every step.
//!
//! ```
//! use knightsat_encoding::meaning::Fact;
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let meaning = Formula::new(&problem, Name::Textbook.style())?.meaning();
//! // At step 2 on c2: steps from 1, vertices from 0.
//! let (fact, lits) = &meaning.facts()[12 + 6];
//! assert_eq!(*fact, Fact::At { step: 2, vertex: place.vertex("c2")? });
//! assert_eq!(lits[0].to_dimacs(), 12 + 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: x\[i\]\[v\], at step i = 1…N the tour is on vertex v = 0…N−1.
//!
//! Clauses, by group:
//! - *one square per step*: at most one of x\[i\]\[·\] for every i;
//! - *moves*: ¬x\[i\]\[v\] ∨ ⋁ x\[i+1\]\[w\] over the neighbours w of v, for i = 1…N−1 and, closed,
//!   from step N to step 1;
//! - *each square once*: at most one of x\[·\]\[v\] for every v;
//! - *at least one square per step*: ⋁ x\[i\]\[·\] for every i;
//! - *start*, *end*: a unit clause each, if fixed and not pruned;
//! - *given steps*: a unit clause each, except for the ends;
//! - *numbers*, *sums*, of a magic tour: the step of every square in bits, y\[v\]\[b\], and adders
//!   over the lines of the board (`given.rs`);
//! - *given moves*, without arcs: ¬x\[i\]\[v\] ∨ x\[i+1\]\[w\] ∨ x\[i−1\]\[w\] for every required
//!   move v–w, i, and both ways; with arcs a\[vw\] ∨ a\[wv\];
//! - *predecessors* (option): ¬x\[i+1\]\[v\] ∨ ⋁ x\[i\]\[w\], the moves read backwards;
//! - *at least one step per square* (option): ⋁ x\[·\]\[v\] for every v;
//! - *arcs* (option, `arcs.rs`): a\[vw\], the tour goes from v to w, and its consequences;
//! - *one direction* (option): of a tour and its reverse only one is a model.
//!
//! With `negate` every x is replaced by its negation in the file.
//!
//! Size of the textbook formula, unsplit, with d the sum of all degrees: N² variables. An open tour
//! has N²(N−1)/2 + (N−1)N + N²(N−1)/2 + N clauses, and a closed one N more. Split to three
//! literals, a clause of L > 3 literals becomes L−2 with L−3 fresh variables. `encoder.rs` has the
//! size with all options.
//!
//! The formula is the usual one of textbooks. Heule, Chinese remainder encoding for Hamiltonian
//! cycles, SAT 2021, compares it with others. `prune` omits variables that are false in every tour,
//! and moves that no tour takes. If that or a cheap reason rules every tour out, the formula is a
//! single empty clause. [`prepare`] has the rules and their arguments. Edges that every tour takes
//! get no clauses: at a vertex with two remaining moves, *one arc out*, *one arc in* and *no way
//! back* imply them.
//!
//! [`prepare`]: knightsat_tour::prepare
//!
//! The first L = N/q steps of a tour with a symmetry of order q determine it: step i + L is on the
//! image of step i. Only these steps have variables, each square once becomes *each orbit once*,
//! and the move from step L leads to the image of step 1.
//!
//! A quarter turn leads some tours a quarter of the steps on, and others back. If ends or steps fix
//! the direction, only its half, q = 2, determines the other steps. The group *quarter turn* adds a
//! variable for the way and N²/2 clauses.

mod arcs;
mod domain;
mod encoder;
mod given;
mod moves;
mod options;

pub use options::{PositionOptions, options};

use super::{Encoder, FormulaError, Options, Task};
use domain::Domain;
use itertools::Itertools;
use knightsat_cnf::gadget::amo::{Amo, Amos};
use knightsat_cnf::sink::{ClauseSink, each_alike};
use knightsat_cnf::{Lit, Vars};
use knightsat_tour::graph::Graph;
use knightsat_tour::line::Line;
use std::iter::once;
use std::ops::Range;

/// Lays the encoding out.
pub fn lay_out(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    Ok(Box::new(Position::new(task, options)?))
}

knightsat_cnf::clause_groups! {
    ONE_SQUARE: "one square per step",
        "at every step i the tour is on at most one square",
        "Σ_v x[i][v] ≤ 1 for every i";
    MOVES: "moves",
        "the squares of consecutive steps are a move apart",
        "x[i][v] → ⋁ {x[i+1][w] : w a move from v} for every i and v; in a closed tour step 1 follows the last";
    SQUARE_ONCE: "each square once",
        "every square is visited at most once",
        "Σ_i x[i][v] ≤ 1 for every v";
    SOME_SQUARE: "at least one square per step",
        "at every step the tour is somewhere",
        "⋁_v x[i][v] for every i";
    PREDECESSORS: "predecessors",
        "every square but the first is a move away from the square of the preceding step",
        "x[i+1][v] → ⋁ {x[i][w] : w a move from v} for every i and v";
    SOME_STEP: "at least one step per square",
        "every square is visited",
        "⋁_i x[i][v] for every v";
    ARC_OUT: "one arc out",
        "exactly one move leaves every square, but the last of an open tour",
        "Σ_w a[v,w] = 1 for every v; open, with x[N][v] in the sum";
    ARC_IN: "one arc in",
        "exactly one move comes to every square, but the first of an open tour",
        "Σ_w a[w,v] = 1 for every v; open, with x[1][v] in the sum";
    ARCS_AND_STEPS: "arcs and steps",
        "the moves taken are those between the squares of successive steps",
        "x[i][v] ∧ x[i+1][w] → a[v,w]; x[i][v] ∧ a[v,w] → x[i+1][w]; x[i+1][w] ∧ a[v,w] → x[i][v]";
    ONE_DIRECTION: "one direction",
        "of a tour and its reverse one is a model",
        "x[1][v] → ⋁ {x[N][w] : w > v}; closed, x[2] instead of x[1], for the moves from the start";
}

/// Lays out the formula of the textbooks: nothing pruned, nothing redundant, and all pairs.
pub fn textbook(_: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    let options = Options {
        amo: Some(Amos::both(Some(Amo::Pairwise))),
        ..Options::default()
    };
    lay_out(options, task)
}

/// The position encoding of a problem.
#[derive(Clone, Debug)]
pub struct Position {
    line: Line,
    options: Options,
    domain: Domain,
}

impl Position {
    /// Lays out the variables.
    pub fn new(task: Task, options: Options) -> Result<Self, FormulaError> {
        let line = if options.position.prune == Some(true) {
            task.prepared_line(options.directions.unwrap_or_default())
        } else {
            task.lowered.line()
        };
        let domain = Domain::new(&line)?;
        Ok(Position {
            line,
            options,
            domain,
        })
    }

    /// Returns the moves that a tour may take.
    fn graph(&self) -> &Graph {
        &self.line.graph
    }

    fn literals(&self, vars: Vars) -> Literals<'_> {
        Literals {
            domain: &self.domain,
            vars,
            negate: self.options.position.negate == Some(true),
        }
    }

    /// Returns the at-most-one encodings of squares per step, and of steps per square.
    fn amos(&self) -> [Amo; 2] {
        let Amos { steps, squares } = self.options.amo.unwrap_or(Amos::AUTO);
        [steps, squares].map(|amo| amo.unwrap_or(Amo::Product))
    }

    fn each_step(
        &self,
        x: &Literals,
        sink: &mut dyn ClauseSink,
        constrain: impl Fn(&[Lit], &mut dyn ClauseSink),
    ) {
        let mut lits = Vec::new();
        self.steps(1..self.domain.steps + 1, sink, |step, sink| {
            lits.clear();
            lits.extend((0..self.graph().len()).filter_map(|vertex| x.get(step, vertex)));
            constrain(&lits, sink);
        });
    }

    /// Writes the clauses of steps. Without pruning, as many for one as for another.
    fn steps(
        &self,
        steps: Range<u32>,
        sink: &mut dyn ClauseSink,
        mut write: impl FnMut(u32, &mut dyn ClauseSink),
    ) {
        let are_alike = !self.line.is_pruned();
        each_alike(are_alike, steps, sink, |step, sink| write(step, sink));
    }

    /// Writes a constraint on the steps of every vertex, with a symmetry of every orbit.
    fn each_square(
        &self,
        x: &Literals,
        sink: &mut dyn ClauseSink,
        constrain: impl Fn(&[Lit], &mut dyn ClauseSink),
    ) {
        let mut lits = Vec::new();
        let are_alike = !self.line.is_pruned() && !self.line.is_periodic();
        let firsts: Vec<u32> = self.firsts().collect();
        each_alike(are_alike, firsts, sink, |vertex, sink| {
            lits.clear();
            for member in self.line.orbit(vertex) {
                lits.extend(x.of_vertex(member).map(|(_, lit)| lit));
            }
            constrain(&lits, sink);
        });
    }

    fn one_direction(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        if !self.line.is_one_direction_due {
            return;
        }
        sink.group(&ONE_DIRECTION);
        // Reversing a tour swaps its vertices at these two steps: the first is the lower one.
        let first = if self.line.ends[0].is_none() { 1 } else { 2 };
        let last = self.domain.steps;
        let vertices = match self.line.ends[0] {
            None => (0..self.graph().len()).collect(),
            Some(start) => {
                let neighbours = self.graph().neighbours(start).iter();
                neighbours.copied().sorted().collect_vec()
            }
        };
        for (place, &vertex) in vertices.iter().enumerate() {
            if let Some(lit) = x.get(first, vertex) {
                let higher = vertices[place + 1..].iter();
                let later = higher.filter_map(|&vertex| x.get(last, vertex));
                sink.clause(&once(!lit).chain(later).collect_vec());
            }
        }
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
        let var = self.vars.get(self.domain.index(step, vertex)?);
        Some(if self.negate { var.neg() } else { var.pos() })
    }

    /// Returns the steps of a vertex with their literals.
    fn of_vertex(&self, vertex: u32) -> impl Iterator<Item = (u32, Lit)> {
        let window = self.domain.window(vertex);
        let steps = (window.from..=window.to).step_by(window.stride as usize);
        steps.filter_map(move |step| Some((step, self.get(step, vertex)?)))
    }
}
