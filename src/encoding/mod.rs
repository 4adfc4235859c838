//! Encodings: a tour problem as clauses, and a model of the clauses as a sequence of vertices.

pub mod binary;
mod error;
pub mod lazy;
pub mod position;
mod style;
pub mod successor;
mod tally;

use crate::cnf::{Lit, Model, Var};
use crate::dimacs::read::Header;
use crate::problem::{Kind, Problem};
use crate::sink::{ClauseSink, Counter, ModelCheck, Size, ThreeCnf, Until};
use crate::solver::Clauses;
use crate::stop::Stop;
use crate::tour::Tour;
use binary::Binary;
use position::Position;
use successor::Successor;

pub use error::{FormulaError, literals};
pub use style::{BadValue, Encoding, Name, Style, TwoAmos};

/// A problem in clauses: can be written to any sink, as often as needed, always alike.
#[derive(Clone, Debug)]
pub struct Formula<'p> {
    problem: &'p Problem,
    layout: Layout<'p>,
    style: Style,
    groups: Vec<(&'static str, Size)>,
}

/// The encoding of a problem: the one place that knows the numbers of its variables.
#[derive(Clone, Debug)]
pub enum Layout<'p> {
    /// Which vertex at which step.
    Position(Position<'p>),
    /// The same in bits.
    Binary(Binary<'p>),
    /// Which vertex after which.
    Successor(Successor<'p>),
}

impl<'p> Formula<'p> {
    /// The formula of `problem` in this style.
    ///
    /// Fails if the variables, fresh ones included, cannot be numbered, or the clauses of an elimination
    /// not be counted.
    pub fn new(problem: &'p Problem, style: Style) -> Result<Self, FormulaError> {
        Formula::within(problem, style, &Stop::default())
    }

    /// The same, given up with [`FormulaError::Stopped`] when it is time: where no formula gives the
    /// size, all clauses are counted.
    pub fn within(problem: &'p Problem, style: Style, stop: &Stop) -> Result<Self, FormulaError> {
        stop.check()?;
        let layout = match style.encoding {
            Encoding::Position(options) => Layout::Position(Position::new(problem, options)?),
            Encoding::Binary(options) => Layout::Binary(Binary::new(problem, options)?),
            Encoding::Successor(options) => Layout::Successor(Successor::new(problem, options)?),
        };
        let mut formula = Formula {
            problem,
            layout,
            style,
            groups: Vec::new(),
        };
        stop.check()?;
        formula.groups = formula.sizes(stop)?;
        let groups = formula.groups.iter();
        let found = groups.map(|(_, size)| size.variables).sum();
        if found > u64::from(Var::MAX) {
            return Err(FormulaError::TooManyVariables { found });
        }
        Ok(formula)
    }

    /// Writes all clauses to `sink`.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        if self.style.three_cnf {
            self.encode_whole(&mut ThreeCnf::new(sink));
        } else {
            self.encode_whole(sink);
        }
    }

    fn encode_whole<S: ClauseSink>(&self, sink: &mut S) {
        match &self.layout {
            Layout::Position(position) => position.encode(sink),
            Layout::Binary(binary) => binary.encode(sink),
            Layout::Successor(successor) => successor.encode(sink),
        }
    }

    /// The size of every group: by formula where there is one, else by counting.
    fn sizes(&self, stop: &Stop) -> Result<Vec<(&'static str, Size)>, FormulaError> {
        Ok(match &self.layout {
            Layout::Position(position) => position.size(self.style.three_cnf),
            Layout::Binary(binary) if !self.style.three_cnf => binary.size(),
            Layout::Binary(_) => {
                let mut counter = Counter::default();
                let mut until = Until::new(&mut counter, stop);
                self.encode(&mut until);
                until.finish()?;
                counter.groups().to_vec()
            }
            Layout::Successor(successor) => successor.size(self.style.three_cnf, stop)?,
        })
    }

    /// The size of every group.
    pub fn size(&self) -> Vec<(&'static str, Size)> {
        self.groups.clone()
    }

    /// The header of the DIMACS file, from the computed size; the writer holds it against what it
    /// has written in the end.
    pub fn header(&self) -> Header {
        let mut total = Size::default();
        for &(_, size) in &self.groups {
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
        match &self.layout {
            Layout::Position(position) => position.variables(),
            Layout::Binary(binary) => binary.variables(),
            Layout::Successor(successor) => successor.variables(),
        }
    }

    /// The literals of those variables that say where the tour is, not where it is not; of bits all,
    /// see [`Formula::are_bits`].
    pub fn tour_literals(&self) -> Vec<Lit> {
        match &self.layout {
            Layout::Position(position) => position.all_literals(),
            Layout::Binary(binary) => binary.all_literals(),
            Layout::Successor(successor) => {
                let terms = successor.moves().into_iter();
                let mut lits: Vec<Lit> = terms.filter_map(|(_, term)| term.lit()).collect();
                lits.sort_unstable();
                lits
            }
        }
    }

    /// Whether several literals together say where the tour is, and not each by itself.
    pub fn are_bits(&self) -> bool {
        matches!(self.layout, Layout::Binary(_))
    }

    /// The encoding underneath: which literal says what.
    pub fn layout(&self) -> &Layout<'p> {
        &self.layout
    }

    /// How it is encoded.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The problem encoded.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// Whether every model is a tour. If not, [`Formula::cuts`] rules out those that are not.
    pub fn is_exact(&self) -> bool {
        match &self.layout {
            Layout::Position(_) | Layout::Binary(_) => true,
            Layout::Successor(successor) => successor.is_exact(),
        }
    }

    /// Clauses that every tour satisfies and a model that is no tour does not; none if it is one.
    pub fn cuts(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        match &self.layout {
            Layout::Position(_) | Layout::Binary(_) => Ok(Vec::new()),
            Layout::Successor(successor) => successor.cuts(model),
        }
    }

    /// Whether of a tour and its reverse only one is a model, though both are tours.
    pub fn is_one_direction(&self) -> bool {
        match &self.layout {
            Layout::Position(position) => position.is_one_direction(),
            Layout::Binary(_) => false,
            Layout::Successor(successor) => successor.is_one_direction(),
        }
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
        let first = match &self.layout {
            Layout::Position(position) => position.first(),
            Layout::Binary(binary) => binary.first(),
            // Arcs and edges do not say where a cycle begins.
            Layout::Successor(_) => Some(0),
        };
        let starts = match first.or(self.problem.end()) {
            Some(_) => 1,
            None => self.problem.graph().len(),
        };
        [starts * directions, 1]
    }

    /// Whether a tour determines every variable, so that plain model counting gives the number of
    /// models projected on [`Formula::tour_literals`].
    ///
    /// Every model has exactly one square a step and one step a square, or one arc out and in, and
    /// that determines the fresh variables of all at-most-one encodings, also of those in which at
    /// most one would not. The variables that link the parts of a split clause are free where two
    /// of its literals are true.
    pub fn determined(&self) -> bool {
        let is_determined = match &self.layout {
            Layout::Position(_) => true,
            Layout::Binary(binary) => binary.determined(),
            Layout::Successor(successor) => successor.is_determined(),
        };
        is_determined && self.is_exact() && !self.style.three_cnf
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
        let steps = match &self.layout {
            Layout::Position(position) => position.decode(model)?,
            Layout::Binary(binary) => binary.decode(model)?,
            Layout::Successor(successor) => successor.decode(model)?,
        };
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
