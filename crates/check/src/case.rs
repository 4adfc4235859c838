//! A formula under test, and the two theories that are compared: the formula, and the definition of
//! the tours, both over the same facts.

use super::collect::Collected;
use super::decode::position;
use super::description::Symbols;
use super::error::InspectError;
use super::theory::{MOST, MUCH, Theory, Unproved};
use super::tours::Tours;
use super::{Options, Subject};
use crate::cnf::Term;
use crate::encoding::{FormulaError, Known, rules};
use crate::prelude::*;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::Atom;
use crate::tour::succession::Succession;
use std::collections::{BTreeSet, HashMap};

/// A formula under test, with its meaning and the known tours.
pub struct Case<'a> {
    pub place: &'a Place,
    pub problem: &'a Problem,
    pub subject: &'a dyn Subject,
    pub options: &'a Options,
    pub formula: Collected,
    pub meaning: Meaning,
    pub symbols: Symbols,
    pub expected: Tours,
}

/// Returns a term that is true if and only if all of these literals are.
fn all(lits: &[Lit], cnf: &mut Cnf) -> Term {
    match lits {
        [] => Term::TRUE,
        [lit] => Term::Open(*lit),
        _ => {
            let all = cnf.new_var().pos();
            lits.iter().for_each(|&lit| cnf.clause(&[!all, lit]));
            let none = lits.iter().map(|&lit| !lit).chain([all]);
            cnf.clause(&none.collect_vec());
            Term::Open(all)
        }
    }
}

impl<'i> Case<'i> {
    pub fn definition(&self) -> Definition<'i> {
        let style = self.meaning.style();
        Definition::new(self.problem, style, self.meaning.first)
    }

    /// Returns the formula with terms for all atoms.
    pub fn theory(&self) -> Result<Theory, Unproved> {
        self.options.limits.stop.check()?;
        let mut cnf = self.formula.cnf.clone();
        let mut terms = self.terms(&mut cnf);
        self.define(&mut terms, &mut cnf);
        let (solver, limits) = (&self.options.solver, &self.options.limits);
        Ok(Theory::new(cnf, terms, solver, limits)?)
    }

    /// Returns the terms of the meaning over the variables of the formula.
    pub fn terms(&self, cnf: &mut Cnf) -> HashMap<Atom, Term> {
        let missing = self.formula.largest.saturating_sub(cnf.variables());
        let _: Vars = cnf.new_vars(missing);
        let mut terms = HashMap::new();
        for (fact, lits) in self.meaning.facts() {
            terms.insert(Atom::Fact(*fact), all(lits, cnf));
        }
        for step in 1..=self.problem.period() {
            if let Some(vertex) = self.meaning.implied(self.problem, step) {
                terms.insert(Atom::Fact(Fact::At { step, vertex }), Term::TRUE);
            }
        }
        terms
    }

    /// Returns the atoms of the rules, if the definition has them.
    fn atoms(&self) -> Vec<Atom> {
        let is_defined = self.definition().lacks().is_none();
        let rules = self.problem.rules();
        let rules = rules.iter().filter(|_| is_defined);
        let atoms = rules.flat_map(|rule| rule.atoms());
        atoms.cloned().unique().collect()
    }

    /// Adds terms for all facts of the definition, and for the atoms of the rules. A fact that the
    /// formula omits is false.
    pub fn define(&self, terms: &mut HashMap<Atom, Term>, cnf: &mut Cnf) {
        let (problem, style) = (self.problem, self.meaning.style());
        let (definition, atoms) = (self.definition(), self.atoms());
        let facts = definition.facts();
        for &fact in &facts {
            terms.entry(Atom::Fact(fact)).or_insert(Term::FALSE);
        }
        if style == FactStyle::Positions {
            // A symmetric tour has facts of all steps, by those of its first period.
            let steps = problem.period() + 1..=problem.graph().len();
            for (step, vertex) in steps.cartesian_product(0..problem.graph().len()) {
                let image = terms[&Atom::Fact(definition.at(step, vertex))];
                terms.insert(Atom::Fact(Fact::At { step, vertex }), image);
            }
        } else {
            // The reverse of a tour, a clue or a rule may name moves that the graph does not have.
            let mut moves = facts.iter().map(|&fact| self.reversed(fact)).collect_vec();
            let mut name = |atom: &Atom| match atom {
                Atom::Fact(Fact::Edge(ends)) if style == FactStyle::Arcs => {
                    let [a, b] = **ends;
                    moves.extend([[a, b], [b, a]].map(|[from, to]| Fact::Arc { from, to }));
                }
                Atom::Fact(fact) => moves.push(*fact),
                _ => {}
            };
            definition.clauses(Law::Given, &mut |literals| {
                literals.iter().for_each(|literal| name(&literal.atom));
            });
            atoms.iter().for_each(name);
            for fact in moves {
                if !self.is_move(&fact) {
                    terms.entry(Atom::Fact(fact)).or_insert(Term::FALSE);
                }
            }
        }
        let known = terms.clone();
        let known = Known::new(|atom| Some(vec![*known.get(atom)?]));
        let defined = rules::define(problem, &known, &atoms, cnf);
        terms.extend(atoms.into_iter().zip(defined));
    }

    /// Returns true if some tour might have this fact.
    fn is_move(&self, fact: &Fact) -> bool {
        let graph = self.problem.graph();
        match *fact {
            Fact::At { step, .. } => step <= self.problem.period(),
            Fact::Arc { from, to } => graph.has_arc(from, to),
            Fact::Edge(ends) => graph.has_edge(ends[0], ends[1]),
        }
    }

    /// Returns the facts of the meaning that are no moves.
    pub fn no_moves(&self) -> Vec<Fact> {
        let facts = self.meaning.facts().iter().map(|(fact, _)| *fact);
        facts.filter(|fact| !self.is_move(fact)).collect()
    }

    /// Returns the most work for a question to the solver. It may be more if all tours are known.
    pub fn work(&self) -> Option<u64> {
        Some(if self.expected.is_whole { MOST } else { MUCH })
    }

    /// Returns the literals of a tour: its own facts true, others false.
    pub fn assumptions(&self, steps: &[u32]) -> Result<Vec<Lit>, Fact> {
        let facts = self.meaning.facts_of(self.problem, steps);
        let mut unnamed: BTreeSet<Fact> = facts.iter().copied().collect();
        let (mut assumed, mut others) = (Vec::new(), Vec::new());
        for (fact, lits) in self.meaning.facts() {
            if unnamed.remove(fact) {
                assumed.extend_from_slice(lits);
            } else if let [lit] = lits[..] {
                others.push(!lit);
            }
        }
        if let Some(&fact) = unnamed.first() {
            return Err(fact);
        }
        assumed.extend(others);
        Ok(assumed)
    }

    /// Returns the model with a value for every variable, checked against every clause. The solver
    /// omits variables that occur in no clause.
    pub fn completed(&self, model: &Model) -> Result<Model, InspectError> {
        let vars = Vars::new(1, self.formula.cnf.variables().max(self.formula.largest));
        let value = |var: Var| match model.value(var) {
            Some(true) => var.pos(),
            _ => var.neg(),
        };
        let lits: Vec<Lit> = vars.iter().map(value).collect();
        let whole = Model::from_lits(&lits).expect("every variable has one value");
        let mut check = ModelCheck::new(&whole);
        self.formula.cnf.write(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            return Err(FormulaError::Violated { number, clause }.into());
        }
        Ok(whole)
    }

    /// Returns the fact of the reverse tour that corresponds to a fact of a tour.
    pub fn reversed(&self, fact: Fact) -> Fact {
        match fact {
            Fact::At { step, vertex } => Fact::At {
                step: Succession::of(self.problem).reversed(step),
                vertex,
            },
            Fact::Arc { from, to } => Fact::Arc { from: to, to: from },
            Fact::Edge(_) => fact,
        }
    }

    /// Returns true if a tour determines the variables of the map. For each step, or for each
    /// vertex, every fact must have its own literal, or all facts the same variables.
    pub fn is_determined(&self) -> bool {
        let vars = |lits: &[Lit]| lits.iter().map(|lit| lit.var()).sorted().collect_vec();
        let are_alike = |of: fn((u32, u32)) -> u32| {
            let facts = self.meaning.facts().iter();
            let vars = facts.map(|(fact, lits)| (position(fact).map(of), vars(lits)));
            let groups = vars.into_group_map();
            let is_alike = |vars: &Vec<Vec<Var>>| {
                vars.iter().all(|vars| vars.len() < 2) || vars.iter().all_equal()
            };
            groups.values().all(is_alike)
        };
        are_alike(|(step, _)| step) || are_alike(|(_, vertex)| vertex)
    }
}
