//! Clauses over facts, and their consequences: by unit propagation where possible, else by a solver
//! with little work.

use crate::cnf::Term;
use crate::cnf::propagate::Propagator;
use crate::cnf::sink::clause;
use crate::prelude::*;
use crate::solver::{Allowance, Assuming, InProcess, Incremental, Limits, SolverError};
use crate::tour::rule::{Atom, Literal};
use std::collections::HashMap;

/// The most bytes of proof for one of many attempts; they cost no patience.
pub const TINY: u64 = 1 << 16;
/// The most bytes of proof for a question of the usual kind.
pub const LITTLE: u64 = 1 << 20;
/// The most bytes of proof for one question about all clauses together.
pub const MUCH: u64 = 1 << 24;
/// The most bytes of proof for one question if all tours are known.
pub const MOST: u64 = 1 << 27;
/// The number of undecided questions with the same work after which the solver answers no more.
const PATIENCE: u32 = 3;

/// The answer to a question: do these literals contradict the clauses?
#[derive(Debug)]
pub enum Answer {
    /// They do.
    Refuted,
    /// No: this model of the clauses makes them true.
    Found(Model),
    /// Not decided.
    Open,
}

/// The reason why a proof fails.
#[derive(Debug)]
pub enum Unproved {
    /// This model is no tour.
    Model(Model),
    /// The formula excludes this tour.
    Tour(Vec<u32>),
    /// Not decided, for this reason.
    Open(String),
    /// The check itself fails.
    Fault(SolverError),
}

impl From<String> for Unproved {
    fn from(why: String) -> Unproved {
        Unproved::Open(why)
    }
}

impl From<Stopped> for Unproved {
    fn from(stopped: Stopped) -> Unproved {
        stopped.to_string().into()
    }
}

impl From<SolverError> for Unproved {
    fn from(error: SolverError) -> Unproved {
        Unproved::Fault(error)
    }
}

/// Returns the negations of these literals.
pub fn negated(lits: &[Lit]) -> Vec<Lit> {
    lits.iter().map(|&lit| !lit).collect()
}

/// Returns the questions that `refute` leaves undecided. After so many it asks no more.
pub fn undecided(
    questions: Vec<Vec<Lit>>,
    most: usize,
    mut refute: impl FnMut(&[Lit]) -> Result<bool, Unproved>,
) -> Result<Vec<Vec<Lit>>, Unproved> {
    let mut left = Vec::new();
    for lits in questions {
        if left.len() >= most || !refute(&lits)? {
            left.push(lits);
        }
    }
    Ok(left)
}

/// Clauses, and terms for atoms of tours.
pub struct Theory {
    /// The clauses.
    pub cnf: Cnf,
    /// The terms of atoms, over the variables of the clauses.
    pub terms: HashMap<Atom, Term>,
    propagator: Propagator,
    /// The assumed literals, each with the length of the trail before it.
    assumed: Vec<(Lit, usize)>,
    /// True if the clauses contradict each other by propagation.
    is_contradictory: bool,
    /// By number of a variable: true if it is in a clause.
    is_used: Vec<bool>,
    /// The work for the last question to the solver.
    work: Option<u64>,
    /// A solver with all clauses that may do this work for a question.
    solver: Option<Box<dyn Incremental>>,
    /// The number of further questions with this work that may stay undecided.
    patience: u32,
    kind: InProcess,
    /// The deadline, and the work of all questions together.
    limits: Limits,
}

impl Theory {
    /// Returns the theory of these clauses. Fails once the stop of `limits` is over.
    pub fn new(
        cnf: Cnf,
        terms: HashMap<Atom, Term>,
        kind: &InProcess,
        limits: &Limits,
    ) -> Result<Theory, Stopped> {
        let propagator = Propagator::new(&cnf, &limits.stop)?;
        let mut is_used = vec![false; cnf.variables() as usize + 1];
        for lit in cnf.clauses().flatten() {
            is_used[lit.var().number() as usize] = true;
        }
        Ok(Theory {
            is_contradictory: propagator.is_refuted(),
            is_used,
            cnf,
            terms,
            propagator,
            assumed: Vec::new(),
            work: None,
            solver: None,
            patience: PATIENCE,
            kind: kind.clone(),
            limits: limits.clone(),
        })
    }

    /// Returns the variables in clauses that have no value after propagation.
    fn unknown(&self) -> impl Iterator<Item = Var> {
        let vars = Vars::new(1, self.cnf.variables()).iter();
        let used = vars.filter(|var| self.is_used[var.number() as usize]);
        used.filter(|var| self.value(var.pos()).is_none())
    }

    /// Returns the theory of some of the clauses, and of what propagation derives from all.
    pub fn part(&mut self, is_kept: impl Fn(&[Lit]) -> bool) -> Result<Theory, Stopped> {
        self.retract(0);
        let mut cnf = Cnf::default();
        let _: Vars = cnf.new_vars(self.cnf.variables());
        let kept = self.cnf.clauses().filter(|lits| is_kept(lits));
        kept.for_each(|lits| cnf.clause(lits));
        let units = self.propagator.trail().iter();
        units.for_each(|&unit| cnf.clause(&[unit]));
        Theory::new(cnf, HashMap::new(), &self.kind, &self.limits)
    }

    /// Returns the term of an atom, or its negation.
    ///
    /// # Panics
    /// If the clauses have no term for it. A constant would prove something else.
    fn term_of(&self, Literal { atom, is_positive }: &Literal) -> Term {
        let found = self.terms.get(atom);
        let term = *found.unwrap_or_else(|| panic!("the definition has a term for {atom:?}"));
        if *is_positive { term } else { !term }
    }

    /// Returns the term of a fact of the definition.
    pub fn term(&self, fact: Fact) -> Term {
        self.term_of(&Literal::is(fact))
    }

    /// Returns the literals of a clause over facts, unless it is always true.
    pub fn literals(&self, clause: &[Literal]) -> Option<Vec<Lit>> {
        let mut lits = Vec::with_capacity(clause.len());
        for literal in clause {
            match self.term_of(literal) {
                Term::Known(true) => return None,
                Term::Known(false) => {}
                Term::Open(lit) => lits.push(lit),
            }
        }
        Some(lits)
    }

    /// Adds a clause of terms.
    pub fn terms(&mut self, terms: impl IntoIterator<Item = Term>) {
        clause(terms, self);
    }

    /// Returns a literal that demands all of these terms.
    pub fn all<T: Into<Term>>(&mut self, of: impl IntoIterator<Item = T>) -> Lit {
        let terms: Vec<Term> = of.into_iter().map(T::into).collect();
        if let [Term::Open(lit)] = terms[..] {
            return lit;
        }
        let all = self.new_var().pos();
        for term in terms {
            self.terms([!Term::Open(all), term]);
        }
        all
    }

    /// Returns a literal that demands one of these lists: all terms of it.
    pub fn some<T: Into<Term>>(&mut self, lists: impl IntoIterator<Item = Vec<T>>) -> Lit {
        let asked = self.new_var().pos();
        let demands = lists.into_iter().map(|list| self.all(list));
        let some = demands.chain([!asked]).collect_vec();
        self.clause(&some);
        asked
    }

    /// Undoes all assumptions but the first ones.
    fn retract(&mut self, kept: usize) {
        if let Some(&(_, length)) = self.assumed.get(kept) {
            self.propagator.undo(length);
            self.assumed.truncate(kept);
        }
    }

    /// Returns true if unit propagation refutes these literals. Those in common with the last call
    /// come first, and cost nothing.
    pub fn propagates(&mut self, lits: &[Lit]) -> bool {
        let pairs = self.assumed.iter().zip(lits);
        let common = pairs.take_while(|((old, _), new)| old == *new).count();
        self.retract(common);
        if self.is_contradictory || self.propagator.is_refuted() {
            return true;
        }
        !lits[common..].iter().all(|&lit| self.assume(lit))
    }

    /// Assumes one more literal; returns false if propagation refutes it.
    fn assume(&mut self, lit: Lit) -> bool {
        if self.propagator.value(lit) == Some(false) {
            return false;
        }
        self.assumed.push((lit, self.propagator.trail().len()));
        self.propagator.assume(lit)
    }

    /// Returns the value of a literal after propagation, if it has one.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.propagator.value(lit)
    }

    /// Returns the literals that the assumptions of the last propagation entail, and these.
    pub fn derived(&self) -> impl Iterator<Item = Lit> + use<'_> {
        let before = self
            .assumed
            .first()
            .map_or(usize::MAX, |&(_, length)| length);
        self.propagator.trail().iter().skip(before).copied()
    }

    /// Returns true once the deadline has passed.
    pub fn is_over(&self) -> bool {
        self.limits.is_over()
    }

    /// Returns true if these literals contradict the clauses, a model of both, or neither, after
    /// this much work.
    pub fn ask(&mut self, lits: &[Lit], work: Option<u64>) -> Result<Answer, SolverError> {
        if self.propagates(lits) {
            return Ok(Answer::Refuted);
        }
        let mut allowance = self.limits.allowance.iter();
        if self.limits.is_over() || allowance.any(Allowance::is_used_up) {
            return Ok(Answer::Open);
        }
        // Propagation has found a conflict for every clause that it falsifies.
        if self.unknown().next().is_none() {
            let model = Model::from_lits(self.propagator.trail());
            return Ok(Answer::Found(model.expect("a trail has no two values")));
        }
        if self.work != work {
            (self.work, self.solver) = (work, None);
            self.patience = PATIENCE;
        } else if work == Some(TINY) {
            self.patience = PATIENCE;
        }
        if self.patience == 0 {
            return Ok(Answer::Open);
        }
        let mut solver = self.solver.take().unwrap_or_else(|| {
            let limits = self.limits.clone();
            let mut solver = self.kind.start(Limits { work, ..limits });
            self.cnf.write(&mut solver);
            solver
        });
        let (answer, is_reliable) = match solver.solve_assuming(lits)? {
            // varisat 0.2.2 never unmarks an assumption that units refute. If further clauses
            // contain it, a later answer fails varisat's own check.
            Assuming::Failed(core) => (Answer::Refuted, core.len() > 1),
            Assuming::Satisfiable(model) => (Answer::Found(model), true),
            Assuming::Unknown => {
                // No solver answers after a limit.
                self.patience -= 1;
                return Ok(Answer::Open);
            }
        };
        self.solver = is_reliable.then_some(solver);
        Ok(answer)
    }

    /// Returns true if these literals contradict the clauses, and adds that; false if that is not
    /// decided after this much work. Fails with a model of both.
    pub fn refute(&mut self, lits: &[Lit], work: u64) -> Result<bool, Unproved> {
        match self.ask(lits, Some(work))? {
            Answer::Refuted => self.clause(&negated(lits)),
            Answer::Found(model) => return Err(Unproved::Model(model)),
            Answer::Open => return Ok(false),
        }
        Ok(true)
    }

    /// Answers as [`Theory::ask`], for literals that determine most others. Before it asks the
    /// solver, it gives each variable a value that propagation does not refute.
    pub fn extend(&mut self, lits: &[Lit], work: u64) -> Result<Answer, SolverError> {
        let mut is_refuted = self.propagates(lits);
        for lit in self.unknown().map(Var::neg).collect_vec() {
            if is_refuted {
                break;
            }
            let before = self.assumed.len();
            if self.value(lit).is_none() && !self.assume(lit) {
                self.retract(before);
                is_refuted = !self.assume(!lit);
            }
        }
        let assumed = self.assumed.iter().map(|&(lit, _)| lit).collect_vec();
        let all = if is_refuted { lits } else { &assumed };
        self.ask(all, Some(work))
    }
}

impl ClauseSink for Theory {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.propagator.add_variables(count);
        if let Some(solver) = &mut self.solver {
            let _: Vars = solver.new_vars(count);
        }
        let vars = self.cnf.new_vars(count);
        self.is_used
            .resize(self.cnf.variables() as usize + 1, false);
        vars
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.retract(0);
        self.cnf.clause(lits);
        for lit in lits {
            self.is_used[lit.var().number() as usize] = true;
        }
        if let Some(solver) = &mut self.solver {
            solver.clause(lits);
        }
        let number = self.propagator.add(lits);
        match self.propagator.attach(number) {
            None => {}
            Some(Some(unit)) => self.is_contradictory |= !self.propagator.assume(unit),
            Some(None) => self.is_contradictory = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "the definition has a term for")]
    fn a_fact_without_a_term_is_no_constant() {
        let limits = Limits::default();
        let theory = Theory::new(
            Cnf::default(),
            HashMap::new(),
            &InProcess::default(),
            &limits,
        );
        let fact = Fact::At { step: 1, vertex: 0 };
        theory.unwrap().term(fact);
    }
}
