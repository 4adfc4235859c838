//! The layout of a problem in variables: what an encoding receives, and what it returns.

use crate::FormulaError;
use crate::base::stop::Stop;
use crate::meaning::{Fact, Meaning};
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Term, Vars};
use knightsat_tour::circuit::Prepared;
use knightsat_tour::line::Line;
use knightsat_tour::lower::Lowered;
use knightsat_tour::prepare::Directions;
use knightsat_tour::rule::Atom;
use std::fmt::Debug;
use std::sync::Arc;

/// The input of an encoding.
#[derive(Clone, Debug)]
pub struct Task<'p> {
    /// The tours as a circuit and as a line, reduced for the encoding.
    pub lowered: Arc<Lowered>,
    /// The atoms for which the formula must have terms, or steps that define them.
    pub atoms: &'p [Atom],
    /// True if a single empty clause suffices when preprocessing finds that there is no tour.
    pub shortcuts: bool,
    /// The deadline of preprocessing: later, its results so far are used.
    pub stop: Stop,
}

impl Task<'_> {
    /// Returns the line without what preparation excludes. Without short cuts, a problem without
    /// tours keeps everything.
    pub(crate) fn prepared_line(&self, directions: Directions) -> Line {
        let line = self.lowered.prepared_line(directions, &self.stop);
        if self.shortcuts || !line.is_contradictory {
            line
        } else {
            self.lowered.line()
        }
    }

    /// Returns the circuit without arcs that preparation excludes.
    pub(crate) fn prepared_circuit(&self, directions: Directions) -> Prepared {
        let (lowered, stop) = (&self.lowered, &self.stop);
        lowered.prepared(directions, self.shortcuts, stop)
    }
}

/// The relation of the models of an encoder to tours. The default is a model for each tour.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelProperties {
    /// The vertex of the first step, if it is given or chosen. It is needed even if the models do
    /// not fix the start of a closed tour.
    pub first: Option<u32>,
    /// True if some models may be no tours.
    pub is_relaxed: bool,
    /// True if only one of a tour and its reverse is a model, though both are tours.
    pub is_one_direction: bool,
    /// True if a symmetry leads every model in one direction: of a tour and its reverse one is a
    /// model.
    pub is_turned: bool,
    /// True if a tour leaves some variables free.
    pub is_free: bool,
    /// True if several literals together represent the place of the tour, and not each by itself.
    pub are_bits: bool,
}

/// Returns the terms whose conjunction an atom is, if it has any.
type Terms<'e> = dyn Fn(&Atom) -> Option<Vec<Term>> + 'e;

/// The terms that a written formula has for atoms of [rules](knightsat_tour::rule).
pub struct Known<'e> {
    terms: Box<Terms<'e>>,
    /// Facts with a literal among the variables that do not represent the tour.
    pub also: Vec<(Fact, Lit)>,
}

impl<'e> Known<'e> {
    /// Returns these terms: the atom is their conjunction, and has no variables without them.
    pub fn new(terms: impl Fn(&Atom) -> Option<Vec<Term>> + 'e) -> Known<'e> {
        Known {
            terms: Box::new(terms),
            also: Vec::new(),
        }
    }

    /// Returns this with further facts.
    pub fn with(self, also: Vec<(Fact, Lit)>) -> Known<'e> {
        Known { also, ..self }
    }

    /// Returns the terms of a formula without tours.
    pub fn contradiction() -> Known<'e> {
        Known::new(|_| Some(vec![Term::FALSE]))
    }

    /// Returns the terms whose conjunction an atom is; `None` if the formula has no variables for
    /// it.
    pub fn terms(&self, atom: &Atom) -> Option<Vec<Term>> {
        (self.terms)(atom)
    }
}

/// No atom has variables.
impl Default for Known<'_> {
    fn default() -> Self {
        Known::new(|_| None)
    }
}

/// The layout of the variables of a problem: the only owner of their numbers. The caller allocates
/// those that represent the tour, [as many as needed](Encoder::variables), and passes the same to
/// all functions.
pub trait Encoder: Debug + Send + Sync {
    /// Returns the number of variables that represent the tour.
    fn variables(&self) -> u32;

    /// Writes all clauses, always the same ones. Other variables are those of the sink.
    fn encode(&self, tour: Vars, sink: &mut dyn ClauseSink) -> Known<'_>;

    /// Returns the vertex of every step in a model. The caller verifies the tour.
    fn decode(&self, tour: Vars, model: &Model) -> Result<Vec<u32>, FormulaError>;

    /// Returns the meaning of the variables that represent the tour.
    fn meaning(&self, tour: Vars) -> Meaning;

    /// Returns the relation of the models to tours.
    fn properties(&self) -> ModelProperties;

    /// Returns clauses that every tour satisfies and that exclude this model; none if it is a tour.
    fn cuts(&self, _tour: Vars, _model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        Ok(Vec::new())
    }
}
