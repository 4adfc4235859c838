//! Proofs that the definition of a tour entails a formula: every tour is a model.

use super::decode::decode;
use super::inspect::Inspection;
use super::least::Rules;
use super::prove::negated;
use super::theory::{Answer, LITTLE, MUCH, Theory, Unproved};
use crate::cnf::gadget::term::{Term, clause};
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::{Atom, Literal};
use crate::tour::sets::Sets;
use std::collections::{HashMap, HashSet};

/// The undecided clauses after which no more are tried.
const UNDECIDED: usize = 3;
/// The most choices of demands for a clause.
const CHOICES: u32 = 1 << 13;
/// The most tours at which heads that demand each other are cut off.
const LOOPS: u32 = 100;

/// The answer of a guide.
pub enum Asked {
    /// A tour, and a model of it.
    Tour(Vec<u32>, Model),
    /// No tour has these facts.
    None,
    /// Not decided.
    Open,
}

/// The definition of the tours, which answers whether a tour has some facts.
pub struct Guide<'p> {
    pub problem: &'p Problem,
    pub definition: Definition<'p>,
    pub theory: Theory,
    /// Parts of the theory.
    parts: Vec<Theory>,
    /// The facts that a tour might have.
    pub facts: Vec<Fact>,
}

impl Guide<'_> {
    /// Lets parts of the theory refute questions, each with two of the four laws of steps and
    /// vertices. A solver of the whole theory looks for tours even where a few steps decide.
    fn divide(&mut self) -> Result<(), Stopped> {
        if self.definition.style() != FactStyle::Positions {
            return Ok(());
        }
        self.parts.clear();
        let [steps, step, vertex, vertices] = [Law::SomeOut, Law::OneOut, Law::OneIn, Law::SomeIn];
        for laws in [
            [vertex, vertices],
            [steps, vertices],
            [step, vertex],
            [steps, step],
        ] {
            let (theory, mut left_out) = (&self.theory, HashSet::new());
            for law in laws {
                self.definition.clauses(law, &mut |literals| {
                    left_out.extend(theory.literals(literals));
                });
            }
            let part = self.theory.part(|lits| !left_out.contains(lits))?;
            self.parts.push(part);
        }
        Ok(())
    }

    /// Adds a clause to the theory and its parts.
    fn add(&mut self, clause: &[Lit]) {
        self.theory.clause(clause);
        self.parts.iter_mut().for_each(|part| part.clause(clause));
    }

    /// Returns a tour for which these literals are true, if there is one. Each search for it stops
    /// after this much work.
    pub fn ask(&mut self, place: &Place, lits: &[Lit], work: u64) -> Result<Asked, SolverError> {
        /// The most cycles that are cut off.
        const CUTS: usize = 500;
        let is_refuted = self.theory.propagates(lits);
        for part in self.parts.iter_mut().filter(|_| !is_refuted) {
            if let Answer::Refuted = part.ask(lits, Some(work))? {
                return Ok(Asked::None);
            }
        }
        let style = Meaning::of(self.definition.style());
        for _ in 0..CUTS {
            let model = match self.theory.ask(lits, Some(work))? {
                Answer::Refuted => return Ok(Asked::None),
                Answer::Open => return Ok(Asked::Open),
                Answer::Model(model) => model,
            };
            let holds = |fact: &&Fact| {
                let lit = self.theory.term(Atom::Fact(**fact)).lit();
                lit.is_some_and(|lit| model.satisfies(lit))
            };
            let held = self.facts.iter().filter(holds).copied().collect_vec();
            // Facts of all steps: no step is implied.
            let meaning = held.iter().fold(style.clone(), |mut meaning, &fact| {
                meaning.add(fact, &[]);
                meaning
            });
            if let Ok(tour) = decode(self.problem, place, &meaning, &held) {
                return Ok(Asked::Tour(tour.steps().to_vec(), model));
            }
            let Some(inside) = cycle(self.problem, &held) else {
                return Ok(Asked::Open);
            };
            // Every tour leaves or enters the cycle.
            let leaves = |fact: &&Fact| match **fact {
                Fact::Arc { from: a, to: b } | Fact::Edge(a, b) => {
                    inside.contains(&a) != inside.contains(&b)
                }
                Fact::At { .. } => false,
            };
            let crossing = self.facts.iter().filter(leaves);
            let crossing = crossing.map(|&fact| self.theory.term(Atom::Fact(fact)));
            let crossing = crossing.collect_vec();
            self.theory.terms(crossing);
        }
        Ok(Asked::Open)
    }
}

/// Returns the vertices that moves join to one of them, if these are not all vertices.
fn cycle(problem: &Problem, held: &[Fact]) -> Option<HashSet<u32>> {
    let ends = held.iter().filter_map(|fact| match *fact {
        Fact::Arc { from: a, to: b } | Fact::Edge(a, b) => Some([a, b]),
        Fact::At { .. } => None,
    });
    let mut sets = Sets::new(vec![1; problem.graph().len() as usize]);
    for [a, b] in ends {
        sets.unite(a, b);
    }
    let mut parts: HashMap<u32, HashSet<u32>> = HashMap::new();
    for vertex in 0..problem.graph().len() {
        parts.entry(sets.find(vertex)).or_default().insert(vertex);
    }
    let smallest = parts
        .into_values()
        .min_by_key(|part| (part.len(), part.iter().min().copied()));
    smallest.filter(|part| part.len() < problem.graph().len() as usize)
}

impl<'i> Inspection<'i> {
    /// Returns the definition of a tour over the variables of the formula, and the clauses by which
    /// the formula omits facts.
    pub fn guide(&self) -> Result<(Guide<'i>, Vec<Vec<Lit>>), Stopped> {
        let definition = self.definition();
        let mut cnf = Cnf::default();
        let _: Vars = cnf.new_vars(self.formula.cnf.variables());
        let (mut terms, twins) = self.terms(&mut cnf);
        let mut due = Vec::new();
        let facts = definition.facts();
        for &fact in &facts {
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
        self.define(self.atoms(), &mut terms, &mut cnf);
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
                        let term = terms.get(atom).copied().unwrap_or(Term::FALSE);
                        if *is_positive { term } else { !term }
                    };
                    clause(literals.iter().map(term), &mut cnf);
                }
            });
            result?;
        }
        let theory = Theory::new(cnf, terms, &self.options.solver, &self.options.limits)?;
        let problem = self.problem;
        let guide = Guide {
            problem,
            definition,
            theory,
            parts: Vec::new(),
            facts,
        };
        Ok((guide, due))
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
        let mut watch = self.options.limits.stop.watch(1 << 10);
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
            let auxiliary = auxiliary.map(|lit| lit.var()).collect();
            let (rules, others) = Rules::new(&mut guide.theory, others, auxiliary);
            let others = others.iter().map(|clause| negated(clause)).collect_vec();
            undecided += self.entailed(guide, others, &rules)?;
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
        guide.divide()?;
        let mut tries = 0;
        for work in [LITTLE, MUCH] {
            let mut clauses = std::mem::take(&mut open).into_iter();
            while open.len() < UNDECIDED
                && let Some(mut lits) = clauses.next()
            {
                let answer = loop {
                    if rules.refute(&mut guide.theory, &mut lits, &mut CHOICES.clone()) {
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
