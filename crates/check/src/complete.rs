//! Proofs that the definition of a tour entails a formula: every tour is a model.

use super::guide::{Asked, Guide};
use super::inspect::Inspection;
use super::least::Rules;
use super::theory::{LITTLE, MUCH, Theory, Unproved, negated};
use crate::cnf::gadget::term::{Term, clause};
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::Law;
use crate::tour::rule::{Atom, Literal};
use std::collections::{HashMap, HashSet};

/// The undecided clauses after which no more are tried.
const UNDECIDED: usize = 3;
/// The most choices of demands for a clause.
const CHOICES: u32 = 1 << 13;
/// The most tours at which heads that demand each other are cut off.
const LOOPS: u32 = 100;

impl<'i> Inspection<'i> {
    /// Returns the definition of a tour over the variables of the formula, and the clauses by which
    /// the formula omits facts.
    pub fn guide(&self) -> Result<(Guide<'i>, Vec<Vec<Lit>>), Unproved> {
        let definition = self.definition();
        let mut cnf = Cnf::default();
        let _: Vars = cnf.new_vars(self.formula.cnf.variables());
        let (mut terms, twins) = self.terms(&mut cnf);
        let mut due = Vec::new();
        for fact in definition.facts() {
            let term = terms.entry(Atom::Fact(fact)).or_insert(Term::FALSE);
            if let Term::Known(value) = *term {
                let lit = cnf.new_var().pos();
                due.push(vec![if value { lit } else { !lit }]);
                *term = Term::Open(lit);
            }
        }
        for [one, other] in twins {
            clause([one, !other], &mut cnf);
            clause([!one, other], &mut cnf);
        }
        for fact in self.no_moves() {
            clause([!terms[&Atom::Fact(fact)]], &mut cnf);
        }
        self.define(&mut terms, &mut cnf)?;
        for digit in self.sums(&terms, &mut cnf) {
            clause([digit], &mut cnf);
        }
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
        Ok((Guide::new(self.problem, definition, theory), due))
    }

    /// Proves that the definition entails the formula; fails with a tour that it excludes.
    pub fn prove_complete(&self, guide: &mut Guide, due: Vec<Vec<Lit>>) -> Result<(), Unproved> {
        if !self.is_determined() {
            return Err("a tour leaves variables of the map free".into());
        }
        let meant = self.meaning.projection();
        let meant: HashSet<Var> = meant.into_iter().map(|lit| lit.var()).collect();
        let is_auxiliary = |lit: &&Lit| !meant.contains(&lit.var());
        let clauses = self.formula.cnf.clauses().map(<[Lit]>::to_vec);
        let (others, plain): (Vec<_>, Vec<_>) =
            clauses.partition(|clause| clause.iter().any(|lit| is_auxiliary(&lit)));
        let mut has_direction = !self.meaning.is_one_direction || guide.definition.has_direction();
        if !has_direction && !due.is_empty() {
            // The facts that the formula omits may determine the direction.
            self.add_colours(&mut guide.theory)?;
            let omitted = due.iter().map(|clause| negated(clause)).collect_vec();
            has_direction = matches!(self.neither_direction(guide, &omitted)?, Asked::None);
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
        let mut undecided = if has_direction {
            self.entailed(guide, open, &Rules::default())?
        } else {
            match self.neither_direction(guide, &open)? {
                Asked::Tour(steps, _) => return Err(Unproved::Tour(steps)),
                Asked::None => {
                    open.iter()
                        .for_each(|lits| guide.theory.clause(&negated(lits)));
                    0
                }
                Asked::Open => open.len(),
            }
        };
        if !others.is_empty() {
            let auxiliary = others.iter().flatten().filter(is_auxiliary);
            let vars = auxiliary.map(|lit| lit.var()).collect();
            let (rules, goals) = Rules::new(&mut guide.theory, others, vars);
            let violated = goals.iter().map(|clause| negated(clause)).collect_vec();
            undecided += self.entailed(guide, violated, &rules)?;
        }
        match undecided {
            0 => Ok(()),
            _ => {
                let undecided = counted(undecided, "clause") + ": undecided";
                Err(Unproved::Open(undecided))
            }
        }
    }

    /// Adds each of these clauses, given by their negations, that the definition entails with the
    /// least model of the rules. Returns the number of those that are undecided; fails with a tour
    /// that one excludes.
    fn entailed(
        &self,
        guide: &mut Guide,
        mut open: Vec<Vec<Lit>>,
        rules: &Rules,
    ) -> Result<usize, Unproved> {
        guide.divide();
        let mut tries = 0;
        for work in [LITTLE, MUCH] {
            let mut clauses = std::mem::take(&mut open).into_iter();
            while open.len() < UNDECIDED
                && let Some(lits) = clauses.next()
            {
                let answer = loop {
                    if rules.refute(&mut guide.theory, &lits, CHOICES) {
                        break Asked::None;
                    }
                    let answer = guide.ask(self.place, &lits, work)?;
                    let loops = match &answer {
                        Asked::Tour(_, model) => rules.loops(model),
                        _ => Vec::new(),
                    };
                    if loops.is_empty() || tries == LOOPS {
                        break answer;
                    }
                    tries += 1;
                    loops.iter().for_each(|clause| guide.add(clause));
                };
                match answer {
                    Asked::Tour(steps, _) => return Err(Unproved::Tour(steps)),
                    Asked::None => guide.add(&negated(&lits)),
                    Asked::Open => open.push(lits),
                }
            }
            open.extend(clauses);
            if open.len() >= UNDECIDED {
                break;
            }
        }
        Ok(open.len())
    }

    /// Asks for a tour that violates one of these clauses, given by their negations, and whose
    /// reverse does so too.
    fn neither_direction(
        &self,
        guide: &mut Guide,
        open: &[Vec<Lit>],
    ) -> Result<Asked, SolverError> {
        if open.is_empty() {
            return Ok(Asked::None);
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
                return Ok(Asked::Open);
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
        guide.ask(self.place, &[asked], MUCH)
    }
}
