//! A formula under test, and the two theories that are compared: the formula, and the definition of
//! the tours, both over the same facts.

use super::collect::Collected;
use super::decode::position;
use super::description::Symbols;
use super::theory::{MOST, MUCH, Theory, Unproved};
use super::tours::Tours;
use super::{Options, Subject};
use crate::cnf::Term;
use crate::encoding::{Known, rules};
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::{Atom, Literal};
use crate::tour::succession::Succession;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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

impl<'i> Case<'i> {
    pub fn definition(&self) -> Definition<'i> {
        let style = self.meaning.style();
        Definition::new(self.problem, style, self.meaning.first)
    }

    /// Calls `each` with the clauses of a law. That of moves excludes facts of the meaning that are
    /// none. Rules that facts do not express have no clauses.
    pub fn clauses(&self, law: Law, each: &mut dyn FnMut(&[Literal])) {
        let definition = self.definition();
        if law == Law::Moves {
            let no_moves = self.no_moves().into_iter();
            no_moves.for_each(|fact| each(&[Literal::not(fact)]));
        }
        if law != Law::Rules || definition.lacks().is_none() {
            definition.clauses(law, each);
        }
    }

    /// Returns the formula with terms for all atoms.
    pub fn theory(&self) -> Result<Theory, Unproved> {
        let mut cnf = self.formula.cnf.clone();
        let terms = self.terms(&mut cnf);
        self.theory_of(cnf, terms)
    }

    /// Returns the terms of the meaning over the variables of the formula.
    pub fn terms(&self, cnf: &mut Cnf) -> HashMap<Atom, Term> {
        let missing = self.formula.largest.saturating_sub(cnf.variables());
        let _: Vars = cnf.new_vars(missing);
        let terms = |lits: &Vec<Lit>| lits.iter().copied().map(Term::from).collect();
        let facts = self.meaning.facts().iter();
        let said = facts.map(|(fact, lits)| (Atom::Fact(*fact), terms(lits)));
        let implied = (1..=self.problem.period()).filter_map(|step| {
            let vertex = self.meaning.implied(self.problem, step)?;
            Some((Atom::Fact(Fact::At { step, vertex }), Vec::new()))
        });
        let known: BTreeMap<Atom, Vec<Term>> = said.chain(implied).collect();
        let atoms = known.keys().cloned().collect_vec();
        let known = Known::new(|atom| known.get(atom).cloned());
        let terms = rules::define(self.problem, &known, &atoms, cnf);
        atoms.into_iter().zip(terms).collect()
    }

    /// Returns a theory with terms for all facts of the definition, and for the atoms of clues and
    /// rules. A fact that the formula omits is false.
    pub fn theory_of(
        &self,
        mut cnf: Cnf,
        mut terms: HashMap<Atom, Term>,
    ) -> Result<Theory, Unproved> {
        let (problem, definition) = (self.problem, self.definition());
        let is_positional = self.meaning.style() == FactStyle::Positions;
        for fact in definition.facts() {
            terms.entry(Atom::Fact(fact)).or_insert(Term::FALSE);
        }
        if is_positional {
            // A symmetric tour has facts of all steps, by those of its first period.
            let steps = problem.period() + 1..=problem.graph().len();
            for (step, vertex) in steps.cartesian_product(0..problem.graph().len()) {
                let image = terms[&Atom::Fact(definition.at(step, vertex))];
                terms.insert(Atom::Fact(Fact::At { step, vertex }), image);
            }
        }
        let mut atoms = Vec::new();
        for law in [Law::Given, Law::Rules] {
            self.clauses(law, &mut |literals| {
                atoms.extend(literals.iter().map(|literal| literal.atom.clone()));
            });
        }
        // A clue or a rule may name moves that the graph does not have.
        let no_move = |atom: &Atom| match atom {
            Atom::Fact(fact) if !is_positional && !self.is_move(fact) => Some(Term::FALSE),
            _ => None,
        };
        let known = |atom: &Atom| Some(vec![terms.get(atom).copied().or_else(|| no_move(atom))?]);
        let defined = rules::define(problem, &Known::new(known), &atoms, &mut cnf);
        terms.extend(atoms.into_iter().zip(defined));
        let (solver, limits) = (&self.options.solver, &self.options.limits);
        Ok(Theory::new(cnf, terms, solver, limits)?)
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
    pub fn completed(&self, model: &Model) -> Result<Model, SolverError> {
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
            let clause = lits.iter().map(|lit| lit.to_dimacs()).join(" ");
            let what = format!("returned a model that violates clause {number}: {clause}");
            return Err(SolverError::fault("the solver", what));
        }
        Ok(whole)
    }

    /// Returns the term of the fact of a tour that corresponds to a fact of its reverse: false for
    /// a move that the graph lacks.
    pub fn reversed(&self, theory: &Theory, fact: Fact) -> Term {
        let back = match fact {
            Fact::At { step, vertex } => Fact::At {
                step: Succession::of(self.problem).reversed(step),
                vertex,
            },
            Fact::Arc { from, to } => Fact::Arc { from: to, to: from },
            Fact::Edge(_) => fact,
        };
        let found = theory.terms.get(&Atom::Fact(back));
        found.copied().unwrap_or(Term::FALSE)
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
