//! Encodings: a tour problem as clauses, and a model of the clauses as a sequence of vertices.
//!
//! ```
//! use knightsat_cnf::sink::Cnf;
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Crt.style())?;
//! let mut clauses = Cnf::default();
//! formula.encode(&mut clauses);
//! assert_eq!(clauses.size(), formula.total());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_cnf as cnf;
pub use knightsat_tour as tour;
pub use knightsat_tour::base;

pub mod binary;
pub mod circuit;
pub mod counter;
mod distance;
mod elimination;
mod encoder;
mod error;

pub mod flow;
pub mod formula_spec;
mod groups;
pub mod meaning;
pub mod options;
mod order;
pub mod position;
mod rules;
mod shuffled;
pub mod sizes;
mod style;
pub mod successor;

use crate::base::stop::Stop;
use knightsat_cnf::dimacs::read::Header;
use knightsat_cnf::sink::{ClauseSink, ModelCheck, Once, Size, SizeTally, ThreeCnf, Until};
use knightsat_cnf::{Lit, Model, Var};
use knightsat_tour::tour::Tour;
use knightsat_tour::{Kind, Problem};
use meaning::Meaning;
use rules::Rules;
use std::sync::Arc;

pub use encoder::{Encoder, Task, UnknownName};
pub use error::{FormulaError, literals};
pub use style::Style;

// The table: each line has a variant and name, the options, and the function that lays it out.
encoder::encodings! {
    /// The square at each step, pruned and with redundant clauses
    Position "position" position::Options, position::lay_out;
    /// The textbook form of position, corrected
    Textbook "textbook" position::Textbook, position::textbook;
    /// Rank and file of every step in bits
    Binary "binary" binary::Options, binary::lay_out;
    /// Edges of the tour, and an order of the squares
    Order "order" successor::OnEither, order::lay_out;
    /// Arcs of the tour, and the position of every square, a variable each
    Distance "distance" successor::OnArcs, distance::lay_out;
    /// Arcs, and the position of every square in binary
    Adder "adder" successor::OnArcs, counter::adder;
    /// Arcs, and the position of every square as the state of a shift register
    Lfsr "lfsr" successor::OnArcs, counter::lfsr;
    /// Arcs, and the position of every square modulo several numbers
    Crt "crt" counter::Options, counter::crt;
    /// Arcs without a cycle, by eliminating the squares
    Elimination "elimination" successor::OnArcs, elimination::lay_out;
    /// Edges, two at every square, and cuts as they are needed: for boards of any size
    Lazy "lazy" successor::OnEither, successor::degree::lay_out;
}

/// A problem in clauses. It can be written to any sink, any number of times, always alike.
#[derive(Clone, Debug)]
pub struct Formula<'p> {
    problem: &'p Problem,
    encoder: Arc<dyn Encoder + 'p>,
    rules: Rules,
    style: Style,
    groups: Vec<(&'static str, Size)>,
}

/// The most clauses counted if no closed formula gives their number.
const MOST_CLAUSES: u64 = 4_000_000_000;

/// The most clauses and literals that are shuffled: about 3 GB of memory if clauses have two
/// literals.
const MOST_SHUFFLED: u64 = 1 << 28;

impl<'p> Formula<'p> {
    /// Returns the formula of `problem` in this style.
    ///
    /// Fails if the variables, fresh ones included, cannot be numbered, or there are too many
    /// clauses to count them.
    pub fn new(problem: &'p Problem, style: Style) -> Result<Self, FormulaError> {
        Formula::within(problem, style, &Stop::default())
    }

    /// Returns the formula, or [`FormulaError::Stopped`] at the deadline. If no closed formula
    /// gives the size, all clauses are counted.
    pub fn within(problem: &'p Problem, style: Style, stop: &Stop) -> Result<Self, FormulaError> {
        stop.check()?;
        let mut formula = Formula::laid_out(problem, style)?;
        stop.check()?;
        formula.groups = formula.sizes(stop)?;
        let total = formula.total();
        if total.variables > u64::from(Var::MAX) {
            return Err(FormulaError::TooManyVariables(total.variables));
        }
        let found = total.clauses + total.literals;
        if style.shuffle != 0 && found > MOST_SHUFFLED {
            let most = MOST_SHUFFLED;
            return Err(FormulaError::TooLargeToShuffle { found, most });
        }
        Ok(formula)
    }

    /// Returns the formula before its size is known.
    fn laid_out(problem: &'p Problem, style: Style) -> Result<Self, FormulaError> {
        let shortcuts = style.shortcuts;
        let encoder = style.encoding.lay_out(Task { problem, shortcuts })?;
        let rules = Rules::new(problem, &*encoder, style)?;
        Ok(Formula {
            problem,
            rules,
            encoder: encoder.into(),
            style,
            groups: Vec::new(),
        })
    }

    /// Writes all clauses to `sink`. If they are [shuffled](Style::shuffle), all are in memory
    /// before the first one is written.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        match self.style.shuffle {
            0 => self.encode_plain(sink),
            _ => self.encode_shuffled(sink),
        }
    }

    /// Writes all clauses in the order of the encoder, each once.
    fn encode_plain<S: ClauseSink>(&self, sink: &mut S) {
        let longest = if self.is_tiny() { usize::MAX } else { 1 };
        let mut sink = Once::new(sink, longest);
        if self.style.three_cnf {
            let mut split = ThreeCnf::new(&mut sink);
            self.encoder.encode(&mut split);
            self.rules.encode(self.problem, &mut split);
        } else {
            self.encoder.encode(&mut sink);
            self.rules.encode(self.problem, &mut sink);
        }
    }

    /// Returns true if steps or neighbours may be so few that groups share long clauses. Otherwise
    /// they share at most unit and empty clauses.
    fn is_tiny(&self) -> bool {
        const TINY: u32 = 8;
        self.problem.graph().len() <= TINY
    }

    /// Returns the size of every group: by formula if there is one, otherwise by counting.
    fn sizes(&self, stop: &Stop) -> Result<Vec<(&'static str, Size)>, FormulaError> {
        let sizes = self.encoder.size(self.style.three_cnf);
        if let Some(sizes) = sizes.filter(|_| self.problem.rules().is_empty() && !self.is_tiny()) {
            return Ok(sizes);
        }
        let most = self.encoder.most_clauses().unwrap_or(MOST_CLAUSES);
        let mut counter = SizeTally::at_most(most);
        let mut until = Until::new(&mut counter, stop);
        self.encode_plain(&mut until);
        until.finish()?;
        if counter.is_full() && counter.total().variables <= u64::from(Var::MAX) {
            return Err(FormulaError::TooManyClauses(most));
        }
        Ok(counter.groups().to_vec())
    }

    /// Returns the size of every group.
    pub fn size(&self) -> Vec<(&'static str, Size)> {
        self.groups.clone()
    }

    /// Returns the size of all groups together.
    pub fn total(&self) -> Size {
        self.groups.iter().map(|&(_, size)| size).sum()
    }

    /// Returns the header of the DIMACS file, from the computed size. The writer compares it with
    /// the written clauses at the end.
    pub fn header(&self) -> Header {
        let total = self.total();
        Header {
            // In range: checked on construction.
            variables: total.variables as u32,
            clauses: total.clauses,
        }
    }

    /// Returns the number of variables that represent the tour. They are the first ones, or
    /// [`Formula::tour_vars`] if they are shuffled.
    pub fn tour_variables(&self) -> u32 {
        self.encoder.variables()
    }

    /// Returns the literals that are true where the tour is; for bits all literals of those
    /// variables.
    pub fn projection(&self) -> Vec<Lit> {
        let lits = self.encoder.projection().into_iter();
        lits.map(self.rename()).collect()
    }

    /// Returns the meaning of the variables.
    pub fn meaning(&self) -> Meaning {
        let meaning = self.encoder.meaning(self.style.three_cnf);
        meaning.renamed(self.rename())
    }

    /// Returns the style of the encoding.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Returns the problem encoded.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// Returns true if several literals together represent a place of the tour, and not each by
    /// itself.
    pub fn are_bits(&self) -> bool {
        self.encoder.are_bits()
    }

    /// Returns true if every model is a tour. If not, [`Formula::cuts`] excludes the others.
    pub fn is_exact(&self) -> bool {
        self.encoder.is_exact()
    }

    /// Returns clauses that every tour satisfies and that exclude this model; none if it is a tour.
    pub fn cuts(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let mut cuts = self.encoder.cuts(&self.plain(model))?;
        let rename = self.rename();
        let lits = cuts.iter_mut().flatten();
        lits.for_each(|lit| *lit = rename(*lit));
        Ok(cuts)
    }

    /// Returns true if only one of a tour and its reverse is a model, though both are tours.
    pub fn is_one_direction(&self) -> bool {
        self.encoder.is_one_direction()
    }

    /// Returns numbers m and t: m models, projected on [`Formula::projection`], represent t tours.
    /// Open tours are directed here, closed ones undirected or numbered, and in directed graphs
    /// directed.
    pub fn models_of_tours(&self) -> [u32; 2] {
        let one_way = self.is_one_direction();
        if self.problem.kind() == Kind::Open {
            return if one_way { [1, 2] } else { [1, 1] };
        }
        if self.problem.is_numbered() {
            return [1, 1];
        }
        let ends = [self.problem.start(), self.problem.end()];
        // A quarter turn permits one direction only.
        let is_decided = ends.iter().all(Option::is_some)
            || self.problem.symmetry().order() > 2
            || self.problem.graph().is_directed();
        let directions = if one_way || is_decided { 1 } else { 2 };
        let first = self.encoder.first();
        let starts = match first.or(self.problem.end()) {
            Some(_) => 1,
            None => self.problem.graph().len(),
        };
        [starts * directions, 1]
    }

    /// Returns true if a tour determines every variable. Plain model counting then gives the number
    /// of models projected on [`Formula::projection`].
    ///
    /// Every model has exactly one square a step and one step a square, or one arc out and in. That
    /// determines the fresh variables of all at-most-one encodings, even if at most one would not.
    /// The links between the parts of a split clause are free if two of its literals are true.
    pub fn is_parsimonious(&self) -> bool {
        self.encoder.is_parsimonious() && self.is_exact() && !self.style.three_cnf
    }

    /// Counts variables, clauses and literals by encoding into a counter.
    pub fn count(&self) -> SizeTally {
        let mut counter = SizeTally::default();
        self.encode_plain(&mut counter);
        counter
    }

    /// Checks a model against every clause, decodes it and verifies the tour.
    pub fn tour(&self, model: &Model) -> Result<Tour, FormulaError> {
        let mut check = ModelCheck::new(model);
        self.encode(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            return Err(FormulaError::Violated { number, clause });
        }
        self.decode(model)
    }

    /// Decodes a model and verifies the tour, without checking the clauses.
    pub fn decode(&self, model: &Model) -> Result<Tour, FormulaError> {
        let steps = self.encoder.decode(&self.plain(model))?;
        Tour::verify(self.problem, steps).map_err(FormulaError::NoTour)
    }
}
