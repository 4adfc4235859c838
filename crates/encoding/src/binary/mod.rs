//! The binary encoding: the vertex of every step, as bits.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Binary.style())?;
//! assert!(formula.is_exact() && formula.total().clauses > 0);
//! assert!(formula.are_bits());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: for every step i = 1…N the bits of rank and file of its square, x\[i,b\], lowest bit
//! first. On graphs without a grid they are the bits of the number of its vertex. Each step has B
//! bits: ⌈log₂ ranks⌉ + ⌈log₂ files⌉, or ⌈log₂ N⌉.
//!
//! Clauses, by group:
//! - *bounds*: each number is below its side, a clause for every 0 of the largest value;
//! - *holes*: ¬(x\[i\] = h) for every i and every place h on the grid that no vertex has;
//! - *colours* (pruned, on a grid): at step i the lowest bits of rank and file differ, or do not;
//! - *windows* (pruned): ¬(x\[i\] = v) if no tour is on v at step i;
//! - *sums* (on a grid): x\[i\] + a for the few constants a that a leap adds, by ripple carry;
//! - *moves* (`moves.rs`): one of m\[i\]\[·\]. On a grid m\[i\]\[k\] → x\[i+1\] = x\[i\] + leap k,
//!   without overflow. Without a grid m\[i\]\[k\] ∧ x\[i\] = v → x\[i+1\] = neighbour k of v. A
//!   closed tour also moves from step N to step 1. Leaps that are no move are excluded at their
//!   squares;
//! - *all different* (`rules.rs`): any two steps differ in a bit, `pairwise`, or every vertex has a
//!   step, `selector`. N steps then have N vertices, each of them once;
//! - *start*, *end*: the bits of a step that is fixed, by the problem or by pruning;
//! - *given steps*, *given moves* (`rules.rs`): bits of a step, and r\[vw\], which determines the
//!   end of a required move that comes first;
//! - *numbers*, *sums* (`rules.rs`): the step of every square in bits, and adders of magic tours;
//! - *symmetry*: x\[i\] = v → x\[i+L\] = image of v, after a period of L steps;
//! - *quarter turn*, if ends or steps fix the direction: b ∨ ¬(x\[i\] = v) ∨ x\[i+N/4\] = image of
//!   v. The same holds with ¬b and the preimage of v. Then L is half of the steps.
//!
//! Size of `pairwise`, unpruned, on a full board of 2^p × 2^q squares with the knight: B = p + q
//! bits, N·B + N(N−1)/2·B variables of steps and differences, and O(N·B) for sums and moves;
//! N(N−1)/2·(2B + 1) clauses of differences and O(N·B) others, nearly all of at most three
//! literals. `selector` has N² variables and N²·B + N clauses instead of the differences.
//!
//! SMT solvers bit-blast such a problem into the same form: steps as bit-vectors, moved by
//! additions, all different. Velev and Gao, Efficient SAT techniques for absolute encoding of
//! permutation problems, SARA 2009, compare the binary or *log* encoding of Hamiltonian cycles with
//! others. So does Zhou, In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem,
//! CP 2020.

mod bits;
mod clause_groups;
mod domain;
mod moves;
mod rules;

use super::meaning::{Fact, FactStyle, Meaning};
use super::shared_groups::CONTRADICTION;
use super::{Encoder, FormulaError, Known, ModelProperties, Task, shared_groups as shared};
use bits::with_each;
use clause_groups::Group;
use domain::{Domain, Layout, StepBits};
use knightsat_cnf::sink::{ClauseSink, each};
use knightsat_cnf::{Lit, Model, Term, Var, Vars};
use knightsat_tour::rule::Atom;
use knightsat_tour::timeline::Timeline;
use moves::{Choices, Summed};

pub use crate::{BinaryOptions as Options, Different};

/// Lays the encoding out.
pub fn lay_out(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    Ok(Box::new(Binary::new(task, options)?))
}

/// The binary encoding of a problem.
#[derive(Clone, Debug)]
pub struct Binary {
    options: Options,
    layout: Layout,
    domain: Domain,
    choices: Choices,
    /// The leaps by number that are no moves from a vertex.
    no_moves: Vec<(usize, u32)>,
    /// The places on the grid without a vertex.
    holes: Vec<[u32; 2]>,
}

impl Binary {
    /// Lays out the variables. Fails if those of the steps cannot be numbered.
    pub fn new(task: Task, options: Options) -> Result<Self, FormulaError> {
        let problem = task.problem;
        let layout = Layout::new(problem);
        let found = u64::from(problem.graph().len()) * u64::from(layout.bits());
        if found > u64::from(Var::MAX) {
            return Err(FormulaError::TooManyVariables(found));
        }
        let mut binary = Binary {
            options,
            domain: Domain::new(task, &layout, options.prune),
            holes: layout.holes(),
            layout,
            choices: Choices::Neighbours(0),
            no_moves: Vec::new(),
        };
        binary.choices = binary.choices_of();
        binary.no_moves = binary.no_moves_of();
        Ok(binary)
    }

    fn line(&self) -> &Timeline {
        &self.domain.line
    }

    /// Requires every step to be on the image of the vertex one period before.
    fn repeat(&self, places: &[StepBits], sink: &mut dyn ClauseSink) {
        let period = self.line().period() as usize;
        each(
            places.iter().zip(&places[period..]),
            sink,
            |(here, later), sink| {
                for vertex in 0..self.domain.len() {
                    let image = self.line().image(vertex);
                    let there = self.layout.is(later, image);
                    with_each(&mut self.layout.is_not(here, vertex), there, sink);
                }
            },
        );
    }

    /// Requires every quarter of the steps to be on the images, or all on the preimages, of the
    /// vertices one quarter before.
    fn quarter(&self, places: &[StepBits], sink: &mut dyn ClauseSink) {
        let place = |step: u32| &places[step as usize - 1];
        shared::quarter(self.line(), sink, |other, here, later, sink| {
            let there = self.layout.is(place(later.0), later.1);
            let mut clause = self.layout.is_not(place(here.0), here.1);
            clause.push(other);
            with_each(&mut clause, there, sink);
        });
    }

    /// Writes the moves from step to step.
    fn moves(&self, summed: &[Summed], sink: &mut dyn ClauseSink) {
        each(summed.windows(2), sink, |pair, sink| {
            self.one_move(&pair[0], &pair[1], sink);
        });
        if let (true, [first, .., last] | [first @ last]) = (self.line().is_cyclic(), summed) {
            self.one_move(last, first, sink);
        }
    }

    fn fix(&self, place: &StepBits, vertex: u32, sink: &mut dyn ClauseSink) {
        for lit in self.layout.is(place, vertex) {
            sink.clause(&[lit]);
        }
    }
}

impl Encoder for Binary {
    fn variables(&self) -> u32 {
        if self.line().is_contradictory() {
            return 0;
        }
        self.domain.len() * self.layout.bits()
    }

    fn encode(&self, tour: Vars, sink: &mut dyn ClauseSink) -> Known<'_> {
        if self.line().is_contradictory() {
            sink.group(&CONTRADICTION);
            sink.clause(&[]);
            return Known::contradiction();
        }
        let places: Vec<StepBits> = (1..=self.domain.len())
            .map(|step| self.layout.at(tour, step))
            .collect();
        let (mut summed, mut numbers) = (Vec::new(), Vec::new());
        each(self.groups(), sink, |(group, announced), sink| {
            sink.group(announced);
            match group {
                Group::Sums => summed = self.sums(&places, sink),
                // A move that adds nothing has no sums.
                Group::Moves if summed.is_empty() => self.moves(&self.sums(&places, sink), sink),
                Group::Moves => self.moves(&summed, sink),
                Group::AllDifferent => match self.options.different {
                    Different::Pairwise => self.pairwise(&places, sink),
                    Different::Selector => self.select(&places, sink),
                },
                Group::Start(vertex) => self.fix(&places[0], vertex, sink),
                Group::End(vertex) => self.fix(&places[places.len() - 1], vertex, sink),
                Group::GivenSteps => self.given_steps(&places, sink),
                Group::GivenMoves => self.given_moves(&places, sink),
                Group::Numbers => numbers = self.numbers(&places, sink),
                Group::LineSums => shared::sums(self.line(), &numbers, sink),
                Group::Period => self.repeat(&places, sink),
                Group::Quarter => self.quarter(&places, sink),
                // With the moves alone a tour could go to and fro over a single edge.
                Group::TooSmall => sink.clause(&[]),
                _ => self.stay(group, &places, sink),
            }
        });
        Known::new(move |atom| match *atom {
            Atom::Fact(Fact::At { step, vertex }) => {
                let (step, vertex) = self.line().in_period(step, vertex);
                let bits = self.layout.is(&places[step as usize - 1], vertex);
                Some(bits.into_iter().map(Term::from).collect())
            }
            _ => None,
        })
    }

    /// Decodes the bits of every step, which must be those of a vertex.
    fn decode(&self, tour: Vars, model: &Model) -> Result<Vec<u32>, FormulaError> {
        if self.line().is_contradictory() {
            return Err(FormulaError::NoVertex(1));
        }
        let vertices = self.layout.vertices();
        let vertex = |step| {
            let numbers = self.layout.at(tour, step).read(model);
            let vertex = vertices.get(&numbers).copied();
            vertex.ok_or(FormulaError::NoVertex(step))
        };
        (1..=self.domain.len()).map(vertex).collect()
    }

    fn meaning(&self, tour: Vars) -> Meaning {
        let mut meaning = Meaning::of(FactStyle::Positions);
        meaning.first = self.line().first_of_cycle();
        if self.line().is_contradictory() {
            return meaning;
        }
        for step in 1..=self.line().period() {
            let place = self.layout.at(tour, step);
            for vertex in 0..self.domain.len() {
                let fact = Fact::At { step, vertex };
                meaning.add(fact, &self.layout.is(&place, vertex));
            }
            for (bit, lit) in place.bits().enumerate() {
                let name = format!("x[{step},{bit}]");
                meaning.names.insert(lit.var().number(), name);
            }
        }
        meaning
    }

    /// Returns all of these variables as literals.
    fn projection(&self, tour: Vars) -> Vec<Lit> {
        tour.iter().map(Var::pos).collect()
    }

    fn properties(&self) -> ModelProperties {
        ModelProperties {
            first: self.line().ends()[0],
            // A tour determines sums and choices. With selectors there are as many vertices to be
            // selected as steps, and no step selects two. Differences are free if two steps differ
            // in several bits.
            is_parsimonious: self.options.different == Different::Selector,
            are_bits: true,
            // A quarter turn permits one direction only.
            is_turned: self.line().is_turned(),
            ..ModelProperties::default()
        }
    }
}
