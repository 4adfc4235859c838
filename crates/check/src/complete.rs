//! *Complete*: does the definition of a tour entail the formula? Then every tour is a model.

use super::case::Case;
use super::evidence::Evidence;
use super::least::Rules;
use super::table::Outcome;
use super::theory::{LITTLE, MUCH, Theory, Unproved, negated, undecided};
use super::tours::Tours;
use crate::cnf::Term;
use crate::prelude::*;
use crate::tour::definition::Law;
use crate::tour::rule::{Atom, Literal};
use std::collections::{HashMap, HashSet};

/// The most choices of demands for a clause.
const CHOICES: u32 = 1 << 13;
/// The undecided clauses after which no more are tried.
const UNDECIDED: usize = 64;

impl Evidence<'_> {
    /// Decides if every tour is a model: by all tours if they are known, else by entailment.
    pub fn complete(&mut self) -> Result<Outcome, Unproved> {
        let case = self.case;
        if let Some(steps) = self.swept.lost.first() {
            return Ok(Outcome::Fails(case.no_model(steps)?));
        } else if self.swept.is_late {
            return Ok(Outcome::Late);
        } else if case.expected.is_whole {
            let tours = counted(case.expected.tours.len(), "tour");
            return Ok(Outcome::Good(tours + ", all models"));
        }
        let (mut tours, due) = case.guide()?;
        let open = match case.prove_complete(&mut tours, &mut self.theory, due) {
            Err(Unproved::Tour(steps)) => {
                let mut tour = Tours::default();
                tour.add_both(case.problem, &case.meaning, &steps);
                let lost = case.sweep(&tour, &mut self.theory)?.lost;
                if let Some(steps) = lost.first() {
                    let found = case.no_model(steps)?;
                    self.swept.lost = lost;
                    return Ok(Outcome::Fails(found));
                }
                // Variables that the tour leaves free may still extend it to a model.
                "a tour is undecided".into()
            }
            Ok(()) if !case.admits_tours(&mut tours) => "no known tour tests the proof".into(),
            Ok(()) => return Ok(Outcome::Good("proved: every tour is a model".into())),
            Err(Unproved::Open(open)) => open + case.further(),
            Err(error) => return Err(error),
        };
        let tours = counted(case.expected.tours.len(), "tour");
        let why = format!("not proved beyond {tours}: {open}");
        Ok(Outcome::Skipped(why))
    }
}

impl Case<'_> {
    /// Returns the definition of a tour over the variables of the formula, and the clauses by which
    /// the formula omits facts.
    pub fn guide(&self) -> Result<(Theory, Vec<Vec<Lit>>), Unproved> {
        let mut cnf = Cnf::default();
        let _: Vars = cnf.new_vars(self.formula.cnf.variables());
        let mut terms = self.terms(&mut cnf);
        let mut due = Vec::new();
        for fact in self.definition().facts() {
            let term = terms.entry(Atom::Fact(fact)).or_insert(Term::FALSE);
            if let Term::Known(value) = *term {
                let lit = cnf.new_var().pos();
                due.push(vec![if value { lit } else { !lit }]);
                *term = Term::Open(lit);
            }
        }
        let mut tours = self.theory_of(cnf, terms)?;
        self.add_laws(&mut tours, &Law::ALL);
        self.options.limits.stop.check()?;
        Ok((tours, due))
    }

    /// Proves that the definition entails the formula; fails with a tour that it excludes.
    /// `formula` has the values of auxiliary variables.
    pub fn prove_complete(
        &self,
        tours: &mut Theory,
        formula: &mut Theory,
        due: Vec<Vec<Lit>>,
    ) -> Result<(), Unproved> {
        if !self.is_determined() {
            return Err("a tour leaves variables of the map free".to_string().into());
        }
        let projection = self.meaning.projection();
        let meant: HashSet<Var> = projection.iter().map(|lit| lit.var()).collect();
        let is_auxiliary = |lit: &&Lit| !meant.contains(&lit.var());
        let clauses = self.formula.cnf.clauses().map(<[Lit]>::to_vec);
        let (others, plain): (Vec<_>, Vec<_>) =
            clauses.partition(|clause| clause.iter().any(|lit| is_auxiliary(&lit)));
        let lits = others.iter().flatten().filter(is_auxiliary);
        let vars: HashSet<Var> = lits.map(|lit| lit.var()).collect();
        let mut is_either = self.meaning.is_one_direction && !self.definition().has_direction();
        let has_further = self.options.further.is_some() && !vars.is_empty();
        if is_either && has_further && self.is_reversible(tours) {
            // One of a tour and its reverse must satisfy all clauses together.
            let goals = plain.iter().chain(&due).chain(&others).cloned();
            if self.prove_further(tours, formula, &goals.collect_vec(), &vars, true)? {
                return Ok(());
            }
        }
        // The facts that the formula omits may determine the direction.
        let omitted = due.iter().map(|clause| negated(clause)).collect_vec();
        is_either = is_either && (due.is_empty() || !self.entailed(tours, &omitted, true)?);
        let mut open = Vec::new();
        for clause in plain.into_iter().chain(due).sorted_unstable() {
            self.options.limits.stop.check()?;
            let lits = negated(&clause);
            if !tours.propagates(&lits) {
                open.push(lits);
            }
        }
        let mut is_proved = self.entailed(tours, &open, is_either)?;
        if !others.is_empty() {
            let plain = open.iter().filter(|_| !is_proved).map(|lits| negated(lits));
            let goals = plain.chain(others.iter().cloned()).collect_vec();
            if !is_either && self.prove_further(tours, formula, &goals, &vars, false)? {
                return Ok(());
            }
            let (rules, others) = Rules::new(tours, others, vars);
            let mut violated = Vec::new();
            for clause in others {
                let lits = negated(&clause);
                if rules.refute(tours, &lits, CHOICES) {
                    tours.clause(&clause);
                } else {
                    violated.push(lits);
                }
            }
            is_proved = self.entailed(tours, &violated, false)? && is_proved;
        }
        let undecided = || self.undecided("clauses").into();
        is_proved.then_some(()).ok_or_else(undecided)
    }

    /// Returns true if tours are known, and what a proof has added to the definition excludes none
    /// of them.
    fn admits_tours(&self, tours: &mut Theory) -> bool {
        let mut admits = |steps: &Vec<u32>| {
            let assumed = self.assumptions(steps);
            assumed.is_ok_and(|lits| !tours.propagates(&lits))
        };
        let tours = &self.expected.tours;
        !tours.is_empty() && tours.iter().all(|forms| forms.iter().any(&mut admits))
    }

    /// Returns true if every tour satisfies these clauses, given by their negations, or one of
    /// every tour and its reverse does; adds them. Fails with a tour that they exclude.
    fn entailed(
        &self,
        tours: &mut Theory,
        open: &[Vec<Lit>],
        is_either: bool,
    ) -> Result<bool, Unproved> {
        let mut questions = open.to_vec();
        if is_either && !open.is_empty() {
            let Some(back) = self.backwards(tours, open) else {
                return Ok(false);
            };
            questions = vec![vec![tours.some(questions), tours.some(back)]];
        }
        for work in [LITTLE, MUCH] {
            if work == LITTLE || questions.len() < UNDECIDED {
                questions = undecided(questions, UNDECIDED, |lits| self.refute(tours, lits, work))?;
            }
        }
        let is_proved = questions.is_empty();
        if is_either && is_proved {
            let clauses = open.iter().map(|lits| negated(lits));
            clauses.for_each(|clause| tours.clause(&clause));
        }
        Ok(is_proved)
    }

    /// Returns what these literals of a tour are for its reverse, unless that may be no tour.
    fn backwards(&self, tours: &mut Theory, open: &[Vec<Lit>]) -> Option<Vec<Vec<Term>>> {
        if !self.is_reversible(tours) {
            return None;
        }
        let mut back = HashMap::new();
        for fact in self.definition().facts() {
            if let Some(lit) = tours.term(fact).lit() {
                let other = self.reversed(tours, fact);
                back.extend([(lit, other), (!lit, !other)]);
            }
        }
        let reversed = |lits: &Vec<Lit>| lits.iter().map(|lit| back.get(lit).copied()).collect();
        open.iter().map(reversed).collect()
    }

    /// Returns true if the definition, as far as propagation shows, entails each of its clauses
    /// about the reverse tour.
    fn is_reversible(&self, tours: &mut Theory) -> bool {
        let (definition, stop) = (self.definition(), &self.options.limits.stop);
        let mut entails = |literals: &[Literal]| {
            let mut lits = Vec::new();
            for Literal { atom, is_positive } in literals {
                let &Atom::Fact(fact) = atom else {
                    return false;
                };
                let term = self.reversed(tours, fact);
                match if *is_positive { !term } else { term } {
                    Term::Known(false) => return true,
                    Term::Known(true) => {}
                    Term::Open(lit) => lits.push(lit),
                }
            }
            tours.propagates(&lits)
        };
        // What the definition lacks may exclude the reverse.
        let mut is_reversible = definition.lacks().is_none();
        for law in Law::ALL {
            definition.clauses(law, &mut |literals| {
                is_reversible = is_reversible && !stop.is_over() && entails(literals);
            });
        }
        is_reversible
    }
}
