//! *Complete*: does the definition of a tour entail the formula? Then every tour is a model.

use super::case::Case;
use super::evidence::Evidence;
use super::further::FURTHER;
use super::guide::Guide;
use super::least::Rules;
use super::table::Outcome;
use super::theory::{Answer, LITTLE, MUCH, Theory, Unproved, entails, negated};
use super::tours::Tours;
use crate::cnf::Term;
use crate::cnf::sink::clause;
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::Law;
use crate::tour::rule::{Atom, Literal};
use std::collections::{HashMap, HashSet};

/// The undecided clauses after which no more are tried.
const UNDECIDED: usize = 3;
impl Evidence<'_> {
    /// Decides if every tour is a model: by all tours if they are known, else by entailment.
    pub fn complete(&mut self) -> Result<Outcome, Unproved> {
        let case = self.case;
        if let Some(tour) = self.swept.missing {
            let found = case.no_model(&case.expected.tours[tour][0])?;
            return Ok(Outcome::Fails(found));
        } else if self.swept.is_late {
            return Ok(Outcome::Late);
        } else if case.expected.is_whole() {
            let tours = counted(case.expected.tours.len(), "tour");
            return Ok(Outcome::Good(tours + ", all models"));
        }
        self.complete_by_entailment()
    }

    /// Decides if the definition entails each clause of the formula.
    fn complete_by_entailment(&mut self) -> Result<Outcome, Unproved> {
        let case = self.case;
        let guide = self.guide.take();
        let (mut guide, due) = guide.expect("some tours are unknown");
        let open = match case.prove_complete(&mut guide, &mut self.theory, due) {
            Err(error @ Unproved::Fault(_)) => return Err(error),
            Err(Unproved::Tour(steps)) => {
                let mut tour = Tours::default();
                tour.add_both(case.problem, &case.meaning, &steps);
                if let Some(missing) = case.sweep(&tour, &mut self.theory)?.missing {
                    return Ok(Outcome::Fails(case.no_model(&tour.tours[missing][0])?));
                }
                // Variables that the tour leaves free may still extend it to a model.
                "a tour is undecided".into()
            }
            Ok(()) if !case.admits_tours(&mut guide) => "no known tour tests the proof".into(),
            Ok(()) => return Ok(Outcome::Good("proved: every tour is a model".into())),
            Err(Unproved::Open(open)) if case.may_go_further(&guide) => open + FURTHER,
            Err(Unproved::Open(open)) => open,
            Err(Unproved::Model(_)) => unreachable!("a guide answers with tours"),
        };
        let coverage = case.expected.coverage(guide.facts.len());
        let why = format!("{coverage} are models, the rest is not proved: {open}");
        Ok(Outcome::Skipped(why))
    }
}

impl<'i> Case<'i> {
    /// Returns the definition of a tour over the variables of the formula, and the clauses by which
    /// the formula omits facts.
    pub fn guide(&self) -> Result<(Guide<'i>, Vec<Vec<Lit>>), Unproved> {
        let definition = self.definition();
        let mut cnf = Cnf::default();
        let _: Vars = cnf.new_vars(self.formula.cnf.variables());
        let mut terms = self.terms(&mut cnf);
        let mut due = Vec::new();
        for fact in definition.facts() {
            let term = terms.entry(Atom::Fact(fact)).or_insert(Term::FALSE);
            if let Term::Known(value) = *term {
                let lit = cnf.new_var().pos();
                due.push(vec![if value { lit } else { !lit }]);
                *term = Term::Open(lit);
            }
        }
        for fact in self.no_moves() {
            clause([!terms[&Atom::Fact(fact)]], &mut cnf);
        }
        self.define(&mut terms, &mut cnf)?;
        for law in Law::ALL {
            if law == Law::Rules && definition.lacks().is_some() {
                continue;
            }
            let stop = &self.options.limits.stop;
            let mut watch = stop.watch(1 << 12);
            let mut result = Ok(());
            definition.clauses(law, &mut |literals| {
                if result.is_ok() {
                    result = watch.check();
                    let term = |Literal { atom, is_positive }: &Literal| {
                        let term = terms[atom];
                        if *is_positive { term } else { !term }
                    };
                    clause(literals.iter().map(term), &mut cnf);
                }
            });
            result?;
        }
        let theory = Theory::new(cnf, terms, &self.options.solver, &self.options.limits)?;
        Ok((Guide::new(self.place, definition, theory), due))
    }

    /// Proves that the definition entails the formula; fails with a tour that it excludes.
    /// `formula` has the values of auxiliary variables.
    pub fn prove_complete(
        &self,
        guide: &mut Guide<'i>,
        formula: &mut Theory,
        due: Vec<Vec<Lit>>,
    ) -> Result<(), Unproved> {
        if !self.is_determined() {
            return Err("a tour leaves variables of the map free".into());
        }
        let meant = self.meaning.projection();
        let meant: HashSet<Var> = meant.into_iter().map(|lit| lit.var()).collect();
        let is_auxiliary = |lit: &&Lit| !meant.contains(&lit.var());
        let clauses = self.formula.cnf.clauses().map(<[Lit]>::to_vec);
        let (others, plain): (Vec<_>, Vec<_>) =
            clauses.partition(|clause| clause.iter().any(|lit| is_auxiliary(&lit)));
        let vars = others.iter().flatten().filter(is_auxiliary);
        let vars: HashSet<Var> = vars.map(|lit| lit.var()).collect();
        let mut has_direction = !self.meaning.is_one_direction || guide.definition.has_direction();
        let has_further = self.options.further.is_some() && !vars.is_empty();
        if !has_direction && has_further && self.is_reversible(guide) {
            // One of a tour and its reverse must satisfy all clauses together.
            let goals = plain
                .iter()
                .chain(&due)
                .chain(&others)
                .cloned()
                .collect_vec();
            if self.prove_further(guide, formula, &goals, &vars, true)? {
                return Ok(());
            }
        }
        if !has_direction && !due.is_empty() {
            // The facts that the formula omits may determine the direction.
            let omitted = due.iter().map(|clause| negated(clause)).collect_vec();
            has_direction = matches!(self.neither_direction(guide, &omitted)?, Answer::Refuted);
            if has_direction {
                due.iter().for_each(|clause| guide.theory.clause(clause));
            }
        }
        let mut open = Vec::new();
        let mut watch = self.options.limits.stop.watch(1 << 4);
        for clause in plain.into_iter().chain(due).sorted_unstable() {
            watch.check()?;
            let lits = negated(&clause);
            if !guide.theory.propagates(&lits) {
                open.push(lits);
            }
        }
        let mut open = if has_direction {
            self.entailed(guide, open, Rules::default())?
        } else {
            match self.neither_direction(guide, &open)? {
                Answer::Found(steps) => return Err(Unproved::Tour(steps)),
                Answer::Refuted => {
                    open.iter()
                        .for_each(|lits| guide.theory.clause(&negated(lits)));
                    Vec::new()
                }
                Answer::Open => open,
            }
        };
        if !others.is_empty() {
            let plain = open.iter().map(|lits| negated(lits));
            let goals = plain.chain(others.iter().cloned()).collect_vec();
            if has_direction && self.prove_further(guide, formula, &goals, &vars, false)? {
                return Ok(());
            }
            let (rules, goals) = Rules::new(&mut guide.theory, others, vars);
            let violated = goals.iter().map(|clause| negated(clause)).collect_vec();
            open.extend(self.entailed(guide, violated, rules)?);
        }
        match open.len() {
            0 => Ok(()),
            open => {
                let undecided = counted(open, "clause") + ": undecided";
                Err(Unproved::Open(undecided))
            }
        }
    }

    /// Returns true if a further proof might apply, and there is none.
    fn may_go_further(&self, guide: &Guide) -> bool {
        let is_positional = self.meaning.style() == FactStyle::Positions;
        let is_defined = guide.definition.lacks().is_none();
        self.options.further.is_none() && !is_positional && is_defined
    }

    /// Returns true if tours are known, and what a proof has added to the definition excludes none
    /// of them.
    fn admits_tours(&self, guide: &mut Guide) -> bool {
        let mut admits = |steps: &Vec<u32>| {
            let assumed = self.assumptions(steps);
            assumed.is_ok_and(|lits| !guide.theory.propagates(&lits))
        };
        let tours = &self.expected.tours;
        !tours.is_empty() && tours.iter().all(|forms| forms.iter().any(&mut admits))
    }

    /// Adds each of these clauses, given by their negations, that the definition entails with the
    /// least model of the rules. Returns those that are undecided; fails with a tour that one
    /// excludes.
    fn entailed(
        &self,
        guide: &mut Guide,
        mut open: Vec<Vec<Lit>>,
        rules: Rules,
    ) -> Result<Vec<Vec<Lit>>, Unproved> {
        guide.rules = rules;
        for work in [LITTLE, MUCH] {
            if open.len() < UNDECIDED || work == LITTLE {
                open = entails(guide, open, (work, UNDECIDED))?;
            }
        }
        Ok(open)
    }

    /// Returns true if the definition, as far as propagation shows, entails each of its clauses
    /// about the reverse tour.
    pub fn is_reversible(&self, guide: &mut Guide) -> bool {
        let (definition, theory) = (&guide.definition, &mut guide.theory);
        let sorted = |lits: &[Lit]| lits.iter().copied().sorted_unstable().collect_vec();
        let known: HashSet<Vec<Lit>> = theory.cnf.clauses().map(sorted).collect();
        let reversed = |terms: &HashMap<Atom, Term>, literal: &Literal| match literal.atom {
            Atom::Fact(fact) => {
                let term = *terms.get(&Atom::Fact(self.reversed(fact)))?;
                Some(if literal.is_positive { term } else { !term })
            }
            _ => None,
        };
        let mut entails = |literals: &[Literal]| {
            let terms = literals
                .iter()
                .map(|literal| reversed(&theory.terms, literal));
            let Some(terms) = terms.collect::<Option<Vec<Term>>>() else {
                return false;
            };
            let lits = terms.iter().filter_map(|term| term.lit()).collect_vec();
            terms.contains(&Term::TRUE)
                || known.contains(&sorted(&lits))
                || theory.propagates(&negated(&lits))
        };
        // What the definition lacks may exclude the reverse.
        let mut is_reversible = definition.lacks().is_none();
        let stop = &self.options.limits.stop;
        for law in Law::ALL {
            definition.clauses(law, &mut |literals| {
                is_reversible = is_reversible && !stop.is_over() && entails(literals);
            });
        }
        is_reversible
    }

    /// Asks for a tour that violates one of these clauses, given by their negations, and whose
    /// reverse does so too. Every reverse must be a tour.
    fn neither_direction(
        &self,
        guide: &mut Guide,
        open: &[Vec<Lit>],
    ) -> Result<Answer<Vec<u32>>, SolverError> {
        if open.is_empty() {
            return Ok(Answer::Refuted);
        }
        if !self.is_reversible(guide) {
            return Ok(Answer::Open);
        }
        let theory = &mut guide.theory;
        let facts = guide
            .facts
            .iter()
            .map(|&fact| (fact, theory.term(Atom::Fact(fact))));
        let mut back = HashMap::new();
        for (fact, term) in facts {
            if let Some(lit) = term.lit() {
                let other = theory.term(Atom::Fact(self.reversed(fact)));
                back.insert(lit, other);
                back.insert(!lit, !other);
            }
        }
        let mut violated: [Vec<Lit>; 2] = Default::default();
        for lits in open {
            let backwards: Option<Vec<Term>> =
                lits.iter().map(|lit| back.get(lit).copied()).collect();
            let Some(backwards) = backwards else {
                return Ok(Answer::Open);
            };
            let forwards = lits.iter().map(|&lit| Term::Open(lit)).collect_vec();
            for (terms, violated) in [forwards, backwards].into_iter().zip(&mut violated) {
                let selector = theory.new_var().pos();
                terms
                    .into_iter()
                    .for_each(|term| theory.terms([!Term::Open(selector), term]));
                violated.push(selector);
            }
        }
        let asked = theory.new_var().pos();
        for violated in violated {
            theory.clause(&violated.into_iter().chain([!asked]).collect_vec());
        }
        guide.ask(&[asked], MUCH)
    }
}
