//! A formula: a problem in the clauses of an [`Encoder`], which owns the variables. The formula
//! adds the [style](Style): shuffled, or split to three literals a clause.

use crate::base::stop::{Stop, Stopped};
use crate::meaning::{Fact, Meaning};
use crate::rules::{self, WeightedSum};
use crate::{FormulaError, Style};
use knightsat_cnf::dimacs::read::Header;
use knightsat_cnf::shuffle::{Renaming, shuffle_to};
use knightsat_cnf::sink::{ClauseSink, Cnf, ModelCheck, Once, Size, SizeTally, ThreeCnf, Until};
use knightsat_cnf::{Clauses, Lit, Model, Term, Var, Vars};
use knightsat_tour::Problem;
use knightsat_tour::circuit::Prepared;
use knightsat_tour::convention::Convention;
use knightsat_tour::line::Line;
use knightsat_tour::lower::{Lowered, Unlowered, lower};
use knightsat_tour::prepare::Directions;
use knightsat_tour::rule::Atom;
use knightsat_tour::statistic::Sum;
use knightsat_tour::table::Refusal;
use knightsat_tour::tour::Tour;
use std::borrow::Cow;
use std::collections::BTreeSet;
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

/// A problem in clauses. It can be written to any sink, any number of times, always alike.
#[derive(Clone, Debug)]
pub struct Formula<'p> {
    problem: &'p Problem,
    encoder: Arc<dyn Encoder>,
    style: Style,
    groups: GroupSizes,
    /// Facts with a literal among the other variables.
    also: Facts,
}

/// The sizes of groups.
type GroupSizes = Vec<(&'static str, Size)>;
/// Facts with a literal each.
type Facts = Vec<(Fact, Lit)>;

/// The most clauses that are counted one by one.
const MOST_CLAUSES: u64 = 4_000_000_000;

/// The most clauses and literals that are shuffled: about 3 GB of memory if clauses have two
/// literals.
const MOST_SHUFFLED: u64 = 1 << 28;

/// Removes the clauses that groups of a formula share. These are unit and empty clauses, and long
/// ones if steps or neighbours are few.
pub(crate) fn once<'s, S: ClauseSink>(problem: &Problem, sink: &'s mut S) -> Once<'s, S> {
    const TINY: u32 = 8;
    let is_tiny = problem.period() <= TINY;
    Once::new(sink, if is_tiny { usize::MAX } else { 1 })
}

impl<'p> Formula<'p> {
    /// Returns the formula of `problem` in this style.
    ///
    /// Fails if the variables, fresh ones included, cannot be numbered, or there are too many
    /// clauses to count them.
    pub fn new(problem: &'p Problem, style: Style) -> Result<Self, FormulaError> {
        Formula::within(problem, style, &Stop::default())
    }

    /// Returns the formula, or [`FormulaError::Stopped`] at the deadline. A pass over the
    /// clauses counts them; those of a pairwise constraint cost one step.
    pub fn within(problem: &'p Problem, style: Style, stop: &Stop) -> Result<Self, FormulaError> {
        stop.check()?;
        let lowered = lower(problem, style.name.backend(), stop);
        let task = Task {
            lowered: lowered.map_err(Unlowered::either::<FormulaError>)?.into(),
            atoms: &problem.atoms(),
            shortcuts: style.shortcuts,
            stop: stop.clone(),
        };
        let mut formula = Formula {
            problem,
            encoder: style.name.lay_out(style.options, task)?.into(),
            style,
            groups: Vec::new(),
            also: Vec::new(),
        };
        stop.check()?;
        (formula.groups, formula.also) = formula.measure(stop)?;
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

    /// Returns the clauses in memory, unless the deadline is missed.
    pub fn clauses(&self, stop: &Stop) -> Result<Cnf, Stopped> {
        let mut cnf = Cnf::default();
        let mut until = Until::new(&mut cnf, stop);
        self.encode(&mut until);
        until.finish()?;
        Ok(cnf)
    }

    /// Returns the clauses, not shuffled, with the definitions of sums, and these over the
    /// variables, unless the deadline is missed.
    #[doc(hidden)]
    pub fn weighed(&self, sums: &[Sum], stop: &Stop) -> Result<(Cnf, Vec<WeightedSum>), Stopped> {
        let mut cnf = Cnf::default();
        let mut until = Until::new(&mut cnf, stop);
        let known = self.encode_plain(&mut until);
        let all = sums.iter();
        let defined = all.map(|sum| rules::sum(self.problem, &known, sum, &mut until));
        let weighed = defined.collect();
        until.finish()?;
        Ok((cnf, weighed))
    }

    /// Writes all clauses to `sink`, and takes its next variables. If they are
    /// [shuffled](Style::shuffle), all are in memory before the first one is written.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        if self.style.shuffle == 0 {
            self.encode_plain(sink);
        } else {
            self.encode_shuffled(sink);
        }
    }

    /// Writes all clauses in the order of the encoder, each once.
    fn encode_plain<S: ClauseSink>(&self, sink: &mut S) -> Known<'_> {
        // What has no variables was refused when the formula was measured.
        self.encode_once(sink).unwrap_or_default()
    }

    /// Writes them, or returns an atom of the rules that has no variables.
    fn encode_once<S: ClauseSink>(&self, sink: &mut S) -> Result<Known<'_>, Atom> {
        let mut once = once(self.problem, sink);
        if self.style.three_cnf {
            self.encode_unsplit(&mut ThreeCnf::new(&mut once))
        } else {
            self.encode_unsplit(&mut once)
        }
    }

    fn encode_unsplit<S: ClauseSink>(&self, sink: &mut S) -> Result<Known<'_>, Atom> {
        let tour = sink.new_vars(self.encoder.variables());
        let known = self.encoder.encode(tour, sink);
        rules::write(&self.problem.rules(), self.problem, &known, sink)?;
        Ok(known)
    }

    /// Returns the variables that represent the tour, before a shuffle.
    fn own_vars(&self) -> Vars {
        Vars::new(1, self.encoder.variables())
    }

    /// Collects the clauses and writes them to `sink` in the order of the shuffle.
    fn encode_shuffled(&self, sink: &mut dyn ClauseSink) {
        let mut collected = Unshuffled {
            cnf: Cnf::default(),
            sink,
        };
        self.encode_plain(&mut collected);
        let Unshuffled { cnf, mut sink } = collected;
        if !sink.is_done() {
            shuffle_to(&cnf, self.style.shuffle, &mut sink);
        }
    }

    /// Returns the size of every group, by a pass over the clauses, and further facts.
    fn measure(&self, stop: &Stop) -> Result<(GroupSizes, Facts), FormulaError> {
        let mut counter = SizeTally::at_most(MOST_CLAUSES);
        let mut until = Until::new(&mut counter, stop);
        let written = self.encode_once(&mut until);
        until.finish()?;
        let known = written.map_err(|atom| self.refusal(&atom))?;
        if counter.is_full() && counter.total().variables <= u64::from(Var::MAX) {
            return Err(FormulaError::TooManyClauses(MOST_CLAUSES));
        }
        Ok((counter.groups().to_vec(), known.also))
    }

    /// Returns the refusal of the rule with an atom without variables. The table promises the
    /// atoms, except some that name squares of several blocks.
    fn refusal(&self, atom: &Atom) -> FormulaError {
        let backend = self.style.name.backend();
        FormulaError::Refused(Refusal::of_atom(self.problem, backend, atom))
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

    /// Returns the style of the encoding.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Returns the problem encoded.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }
}

/// The models: the variables of the tour with their meaning, decoding, and the number of models.
/// The variables of a shuffled formula have new numbers.
impl Formula<'_> {
    /// Returns the new numbers of the variables, if the formula is shuffled.
    fn renaming(&self) -> Option<Renaming> {
        let seed = self.style().shuffle;
        (seed != 0).then(|| Renaming::new(seed, self.header().variables))
    }

    /// Returns the map from literals of the encoder to written literals.
    fn rename(&self) -> impl Fn(Lit) -> Lit + use<> {
        let renaming = self.renaming();
        move |lit| renaming.as_ref().map_or(lit, |renaming| renaming.lit(lit))
    }

    /// Returns a model of the written formula as a model of the encoder's formula.
    fn plain<'m>(&self, model: &'m Model) -> Cow<'m, Model> {
        match self.renaming() {
            Some(renaming) => Cow::Owned(renaming.undo(model)),
            None => Cow::Borrowed(model),
        }
    }

    /// Returns the number of variables that represent the tour. They are the first ones, or
    /// [`Formula::tour_vars`] if they are shuffled.
    pub fn tour_variables(&self) -> u32 {
        self.encoder.variables()
    }

    /// Returns the variables that represent the tour, in order.
    pub fn tour_vars(&self) -> Vec<Var> {
        let rename = self.rename();
        let own = (1..=self.tour_variables()).filter_map(Var::new);
        let mut vars: Vec<Var> = own.map(|var| rename(var.pos()).var()).collect();
        vars.sort_unstable();
        vars
    }

    /// Returns the literals that are true where the tour is; for bits all literals of those
    /// variables.
    pub fn projection(&self) -> Vec<Lit> {
        let own = self.own_vars();
        let lits = if self.are_bits() {
            own.iter().map(Var::pos).collect()
        } else {
            let meaning = self.encoder.meaning(own);
            let all = meaning.facts().iter().flat_map(|(_, lits)| lits);
            all.copied().collect::<BTreeSet<Lit>>()
        };
        lits.into_iter().map(self.rename()).collect()
    }

    /// Returns the meaning of the variables.
    pub fn meaning(&self) -> Meaning {
        let mut meaning = self.encoder.meaning(self.own_vars());
        meaning.also.extend_from_slice(&self.also);
        meaning.renamed(self.rename())
    }

    /// Returns true if several literals together represent a place of the tour, and not each by
    /// itself.
    pub fn are_bits(&self) -> bool {
        self.encoder.properties().are_bits
    }

    /// Returns true if every model is a tour. If not, [`Formula::cuts`] excludes the others.
    pub fn is_exact(&self) -> bool {
        !self.encoder.properties().is_relaxed
    }

    /// Returns clauses that every tour satisfies and that exclude this model; none if it is a tour.
    pub fn cuts(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let mut cuts = self.encoder.cuts(self.own_vars(), &self.plain(model))?;
        let rename = self.rename();
        let lits = cuts.iter_mut().flatten();
        lits.for_each(|lit| *lit = rename(*lit));
        Ok(cuts)
    }

    /// Returns true if only one of a tour and its reverse is a model, though both are tours.
    pub fn is_one_direction(&self) -> bool {
        self.encoder.properties().is_one_direction
    }

    /// Returns numbers m and t: m models, projected on [`Formula::projection`], represent t tours.
    /// Open tours are directed here, closed ones undirected or numbered, and in directed graphs
    /// directed.
    pub fn models_of_tours(&self) -> [u32; 2] {
        let one_way = self.is_one_direction();
        let has_direction = match Convention::of(self.problem()) {
            Convention::OpenDirected => return if one_way { [1, 2] } else { [1, 1] },
            Convention::ClosedNumbered => return [1, 1],
            Convention::ClosedDirected => true,
            Convention::ClosedUndirected => false,
        };
        let ends = [self.problem().start(), self.problem().end()];
        let is_decided = ends.iter().all(Option::is_some)
            || self.encoder.properties().is_turned
            || has_direction;
        let directions = if one_way || is_decided { 1 } else { 2 };
        let first = self.encoder.properties().first;
        let starts = match first.or(self.problem().end()) {
            Some(_) => 1,
            None => self.problem().graph().len(),
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
        !self.encoder.properties().is_free && self.is_exact() && !self.style().three_cnf
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
        let steps = self.encoder.decode(self.own_vars(), &self.plain(model))?;
        Tour::verify(self.problem(), steps).map_err(FormulaError::NoTour)
    }
}

/// A sink that collects clauses until another sink is done.
struct Unshuffled<'s> {
    cnf: Cnf,
    sink: &'s mut dyn ClauseSink,
}

impl ClauseSink for Unshuffled<'_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.cnf.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.cnf.clause(lits);
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

impl Clauses for Formula<'_> {
    fn header(&self) -> Header {
        Formula::header(self)
    }

    fn total(&self) -> Size {
        Formula::total(self)
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        self.encode(sink);
    }
}
