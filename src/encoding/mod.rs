//! Encodings: a tour problem as clauses, and a model of the clauses as a sequence of vertices.

pub mod binary;
pub mod lazy;
pub mod position;

use crate::cnf::{Lit, Model, Var};
use crate::dimacs::read::Header;
use crate::problem::{Kind, Problem};
use crate::sink::{ClauseSink, Counter, ModelCheck, Size, ThreeCnf};
use crate::solver::Clauses;
use crate::tour::{Tour, TourError};
use position::Position;
use thiserror::Error;

/// How to encode: everything but the problem that decides which clauses are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Options of the position encoding.
    pub position: position::Options,
    /// Split clauses of more than three literals.
    pub three_cnf: bool,
}

impl Style {
    /// The textbook formula, split to three literals a clause.
    pub const TEXTBOOK: Style = Style {
        position: position::Options::TEXTBOOK,
        three_cnf: true,
    };

    /// What is used where nothing is asked for.
    pub const DEFAULT: Style = Style {
        position: position::Options::DEFAULT,
        three_cnf: false,
    };
}

/// A problem in clauses: can be written to any sink, as often as needed, always alike.
#[derive(Clone, Debug)]
pub struct Formula<'p> {
    problem: &'p Problem,
    position: Position<'p>,
    three_cnf: bool,
}

/// The formula cannot be written or a model of it means no tour.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FormulaError {
    /// More variables than DIMACS readers take.
    #[error("the formula has {found} variables, and DIMACS readers take at most 2147483647")]
    TooManyVariables {
        /// How many it has, or a lower bound.
        found: u64,
    },
    /// The model leaves a clause without a true literal.
    #[error("the model violates clause {number}: {}", literals(.clause))]
    Violated {
        /// Number of the clause from 1.
        number: u64,
        /// Its DIMACS literals.
        clause: Vec<i32>,
    },
    /// No variable of this step is true.
    #[error("the model has no square for step {step}")]
    NoVertex {
        /// The step, from 1.
        step: u32,
    },
    /// Two variables of this step are true.
    #[error("the model has two squares for step {step}")]
    TwoVertices {
        /// The step, from 1.
        step: u32,
    },
    /// The decoded sequence is no tour.
    #[error("the model is no tour: {0}")]
    NoTour(TourError),
}

/// A clause as DIMACS writes it, shortened if it is long.
pub fn literals(clause: &[i32]) -> String {
    const SHOWN: usize = 12;
    let mut text = String::new();
    for lit in clause.iter().take(SHOWN) {
        text += &format!("{lit} ");
    }
    let more = clause.len().saturating_sub(SHOWN);
    if more > 0 {
        text += &format!("… ({more} more) ");
    }
    text + "0"
}

impl<'p> Formula<'p> {
    /// The formula of `problem` in this style.
    ///
    /// Fails if the variables, fresh ones included, cannot be numbered.
    pub fn new(problem: &'p Problem, style: Style) -> Result<Self, FormulaError> {
        let formula = Formula {
            problem,
            position: Position::new(problem, style.position)?,
            three_cnf: style.three_cnf,
        };
        let groups = formula.size();
        let found = groups.iter().map(|(_, size)| size.variables).sum();
        if found > u64::from(Var::MAX) {
            return Err(FormulaError::TooManyVariables { found });
        }
        Ok(formula)
    }

    /// Writes all clauses to `sink`.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        if self.three_cnf {
            self.position.encode(&mut ThreeCnf::new(sink));
        } else {
            self.position.encode(sink);
        }
    }

    /// The size of every group, computed without writing the formula.
    pub fn size(&self) -> Vec<(&'static str, Size)> {
        self.position.size(self.three_cnf)
    }

    /// The header of the DIMACS file, from the computed size; the writer holds it against what it
    /// has written in the end.
    pub fn header(&self) -> Header {
        let mut total = Size::default();
        for (_, size) in self.size() {
            total += size;
        }
        Header {
            // In range: checked when the formula was made.
            variables: total.variables as u32,
            clauses: total.clauses,
        }
    }

    /// Number of variables that say where the tour is; they come first.
    pub fn tour_variables(&self) -> u32 {
        self.position.variables()
    }

    /// The literals of those variables that say where the tour is, not where it is not: one is
    /// true for every step of the tour, with a symmetry of its first period.
    pub fn tour_literals(&self) -> Vec<Lit> {
        self.position.all_literals()
    }

    /// The position encoding underneath: which literal says what.
    pub fn position(&self) -> &Position<'p> {
        &self.position
    }

    /// The problem encoded.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// The literals that are true in the models of a tour, given by its vertices: one a step, with
    /// a symmetry of its first period. `None` if pruning has ruled one of them out.
    pub fn literals_of(&self, steps: &[u32]) -> Option<Vec<Lit>> {
        self.position.literals_of(steps)
    }

    /// Whether of a tour and its reverse only one is a model, though both are tours.
    pub fn is_one_direction(&self) -> bool {
        self.position.is_one_direction()
    }

    /// How many models, projected on [`Formula::tour_literals`], stand for how many tours. Open
    /// tours are directed here, closed ones undirected.
    pub fn models_of_tours(&self) -> [u32; 2] {
        let one_way = self.is_one_direction();
        if self.problem.kind() == Kind::Open {
            return if one_way { [1, 2] } else { [1, 1] };
        }
        let ends = [self.problem.start(), self.problem.end()];
        // A quarter turn goes with one direction only.
        let is_decided = ends.iter().all(Option::is_some) || self.problem.symmetry().order() > 2;
        let directions = if one_way || is_decided { 1 } else { 2 };
        let starts = match self.position.first().or(self.problem.end()) {
            Some(_) => 1,
            None => self.problem.graph().len(),
        };
        [starts * directions, 1]
    }

    /// Whether a tour determines every variable, so that plain model counting gives the number of
    /// models projected on [`Formula::tour_literals`].
    ///
    /// Every model has exactly one square a step and one step a square, and that determines the
    /// fresh variables of all at-most-one encodings, also of those in which at most one would not;
    /// it determines the arcs. The variables that link the parts of a split clause are free where
    /// two of its literals are true.
    pub fn determined(&self) -> bool {
        !self.three_cnf
    }

    /// Counts variables, clauses and literals by encoding into a counter.
    pub fn count(&self) -> Counter {
        let mut counter = Counter::default();
        self.encode(&mut counter);
        counter
    }

    /// Holds a model against every clause, decodes it and verifies the tour.
    pub fn tour(&self, model: &Model) -> Result<Tour, FormulaError> {
        let mut check = ModelCheck::new(model);
        self.encode(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            return Err(FormulaError::Violated { number, clause });
        }
        self.decode(model)
    }

    /// Decodes a model and verifies the tour, without a look at the clauses.
    pub fn decode(&self, model: &Model) -> Result<Tour, FormulaError> {
        let steps = self.position.decode(model)?;
        Tour::verify(self.problem, steps).map_err(FormulaError::NoTour)
    }
}

impl Clauses for Formula<'_> {
    fn header(&self) -> Header {
        Formula::header(self)
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        self.encode(sink);
    }
}
