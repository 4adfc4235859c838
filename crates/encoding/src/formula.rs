//! A formula: a problem in the clauses of an [`Encoder`], which owns the variables. The formula
//! adds the [style](Style): shuffled, or split to three literals a clause.

mod models;

use crate::base::stop::{Stop, Stopped};
use crate::encoder::{Encoder, Known, Task};
use crate::meaning::Fact;
use crate::rules::{self, WeightedSum};
use crate::{FormulaError, Style};
use knightsat_cnf::dimacs::read::Header;
use knightsat_cnf::shuffle::shuffle_to;
use knightsat_cnf::sink::{ClauseSink, Cnf, Once, Size, SizeTally, ThreeCnf, Until};
use knightsat_cnf::{Clauses, Lit, Var, Vars};
use knightsat_tour::Problem;
use knightsat_tour::lower::{Unlowered, lower};
use knightsat_tour::rule::Atom;
use knightsat_tour::statistic::Sum;
use knightsat_tour::table::Refusal;
use std::sync::Arc;

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
        let rules = self.problem.rules();
        if !rules.is_empty() {
            rules::write(&rules, self.problem, &known, sink)?;
        }
        Ok(known)
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

    /// Returns true if every model is a tour. If not, [`Formula::cuts`] excludes the others.
    pub fn is_exact(&self) -> bool {
        !self.encoder.properties().is_relaxed
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
