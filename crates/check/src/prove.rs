//! Proofs by entailment. The formula is sound if it entails every clause of the definition of a
//! tour. (It is [complete](super::complete) if the definition entails every clause of it.)
//!
//! Unit propagation decides most clauses, a solver with little work the others. A clause that is
//! not entailed comes with a model: no tour, or a tour that the formula excludes.

use super::cycles::Moves;
use super::error::InspectError;
use super::inspect::Inspection;
use super::theory::{Answer, LITTLE, MUCH, TINY, Theory, Unproved, negated};
use crate::cnf::gadget::sum;
use crate::cnf::gadget::term::{Term, clause};
use crate::cnf::gadget::totalizer::{Sides, Totalizer};
use crate::encoding::rules;
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::Atom;
use std::collections::{HashMap, HashSet};

/// The most clauses of a law that the solver decides one by one.
const MOST: usize = 20_000;
/// The most clauses that the solver leaves undecided before it gives up.
const FAILURES: usize = 64;
/// The most stretches of moves whose colours are tried.
const STARTS: usize = 8;
/// The most literals of formulas for searches near a tour.
const NEAR: usize = 1 << 23;

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

impl<'i> Inspection<'i> {
    pub fn definition(&self) -> Definition<'i> {
        let style = self.meaning.style();
        Definition::new(self.problem, style, self.meaning.first)
    }

    /// Returns the formula with terms for all atoms, and the terms that must be equal.
    pub fn theory(&self) -> Result<(Theory, Vec<[Term; 2]>), Unproved> {
        self.options.limits.stop.check()?;
        let mut cnf = self.formula.cnf.clone();
        let (mut terms, mut twins) = self.terms(&mut cnf);
        self.define(&mut terms, &mut cnf)?;
        let sums = self.sums(&terms, &mut cnf).into_iter();
        twins.extend(sums.map(|digit| [digit, Term::TRUE]));
        let (solver, limits) = (&self.options.solver, &self.options.limits);
        Ok((Theory::new(cnf, terms, solver, limits)?, twins))
    }

    /// Returns the variables of the formula, and the terms of the meaning over them.
    pub fn terms(&self, cnf: &mut Cnf) -> (HashMap<Atom, Term>, Vec<[Term; 2]>) {
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
        let mut twins = Vec::new();
        for (fact, lits) in self.meaning.twins() {
            twins.push([terms[&Atom::Fact(*fact)], all(lits, cnf)]);
        }
        (terms, twins)
    }

    /// Returns the atoms of the rules, if the definition has them.
    fn atoms(&self) -> Vec<Atom> {
        let is_defined = self.definition().lacks().is_none();
        let rules = self.problem.rules().iter().filter(|_| is_defined);
        let atoms = rules.flat_map(|rule| rule.atoms());
        atoms.cloned().unique().collect()
    }

    /// Adds terms for all facts of the definition, and for the atoms of the rules. A fact that the
    /// formula omits is false.
    ///
    /// Fails if a rule names another fact: a constant in its place would change the rule.
    pub fn define(
        &self,
        terms: &mut HashMap<Atom, Term>,
        cnf: &mut Cnf,
    ) -> Result<(), InspectError> {
        let (problem, style) = (self.problem, self.meaning.style());
        let mut facts = self.definition().facts();
        for &fact in &facts {
            terms.entry(Atom::Fact(fact)).or_insert(Term::FALSE);
        }
        if style == FactStyle::Positions {
            // A symmetric tour has facts of all steps, by those of its first period.
            let steps = problem.period() + 1..=problem.graph().len();
            for (step, vertex) in steps.cartesian_product(0..problem.graph().len()) {
                let (first, image) = problem.in_period(step, vertex);
                let image = Fact::At {
                    step: first,
                    vertex: image,
                };
                let fact = Fact::At { step, vertex };
                terms.insert(Atom::Fact(fact), terms[&Atom::Fact(image)]);
                facts.push(fact);
            }
        }
        // The reverse of a tour, a clue or a rule may name moves that the graph does not have.
        let atoms = self.atoms();
        let mut moves = Vec::new();
        for &fact in facts.iter().filter(|_| style == FactStyle::Arcs) {
            moves.push(self.reversed(fact));
        }
        if style != FactStyle::Positions {
            self.definition().clauses(Law::Given, &mut |literals| {
                moves.extend(literals.iter().filter_map(|literal| match literal.atom {
                    Atom::Fact(fact) => Some(fact),
                    _ => None,
                }));
            });
        }
        for atom in &atoms {
            match (style, atom) {
                (FactStyle::Arcs, Atom::Fact(Fact::Edge(ends))) => {
                    let [a, b] = **ends;
                    moves.extend([[a, b], [b, a]].map(|[from, to]| Fact::Arc { from, to }));
                }
                (FactStyle::Arcs | FactStyle::Edges, &Atom::Fact(fact)) => moves.push(fact),
                _ => {}
            }
        }
        for fact in moves {
            if !self.is_move(&fact) {
                terms.entry(Atom::Fact(fact)).or_insert(Term::FALSE);
            } else if !terms.contains_key(&Atom::Fact(fact)) {
                return Err(InspectError::UnknownFact(fact.symbol(self.place)));
            }
            facts.push(fact);
        }
        let known = facts.into_iter().map(Atom::Fact);
        let known = known.map(|atom| {
            let term = terms[&atom];
            (atom, vec![term])
        });
        let defined = rules::define(problem, known.collect(), &atoms, cnf);
        terms.extend(atoms.into_iter().zip(defined));
        Ok(())
    }

    /// Returns terms of magic tours: they are true if and only if the steps on each line have the
    /// right sum.
    pub fn sums(&self, terms: &HashMap<Atom, Term>, cnf: &mut Cnf) -> Vec<Term> {
        let len = self.problem.graph().len();
        let is_defined = self.definition().lacks().is_none();
        let mut digits = Vec::new();
        for line in self.problem.magic_lines().iter().filter(|_| is_defined) {
            let number = |&vertex: &u32| {
                let bit = |bit: u32| {
                    let steps = (1..=len).filter(|step| (step - 1) >> bit & 1 == 1);
                    let atoms = steps.map(|step| Atom::Fact(Fact::At { step, vertex }));
                    let none = atoms.filter_map(|atom| Some(!terms.get(&atom)?.lit()?));
                    !all(&none.collect_vec(), cnf)
                };
                (0..len.ilog2() + 1).map(bit).collect_vec()
            };
            let numbers = line.vertices.iter().map(number).collect_vec();
            // The numbers count from 0.
            let ones = line.vertices.len() as u64;
            match self.problem.magic_sum(line) {
                Some(sum) => digits.extend(sum::digits(
                    numbers.iter().map(Vec::as_slice),
                    sum - ones,
                    cnf,
                )),
                None => digits.push(Term::FALSE),
            }
        }
        digits
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

    /// Returns the clauses of a law, negated, that propagation does not derive.
    fn unproved(&self, theory: &mut Theory, law: Law) -> Result<Vec<Vec<Lit>>, Stopped> {
        let mut watch = self.options.limits.stop.watch(1 << 4);
        let (mut open, mut result) = (Vec::new(), Ok(()));
        self.definition().clauses(law, &mut |literals| {
            if result.is_ok() && open.len() < MOST {
                result = watch.check();
                let lits = theory.literals(literals).map(|lits| negated(&lits));
                open.extend(lits.filter(|lits| !theory.propagates(lits)));
            }
        });
        result.map(|()| open)
    }

    /// Adds the negation of each list of literals that the solver refutes; the others are left.
    /// Fails with a model.
    fn refute(
        &self,
        theory: &mut Theory,
        open: &mut Vec<Vec<Lit>>,
        work: u64,
    ) -> Result<(), Unproved> {
        let mut left = Vec::new();
        for lits in std::mem::take(open) {
            if left.len() >= FAILURES {
                left.push(lits);
                continue;
            }
            match theory.ask(&lits, Some(work))? {
                Answer::Refuted => theory.clause(&negated(&lits)),
                Answer::Model(model) => return Err(Unproved::Model(model)),
                Answer::Open => left.push(lits),
            }
        }
        *open = left;
        Ok(())
    }

    /// Returns true if the solver refutes each list of literals. Looks for a model with little
    /// work, near known tours, and with much work; fails with it.
    fn decide(&self, theory: &mut Theory, mut open: Vec<Vec<Lit>>) -> Result<bool, Unproved> {
        let is_whole = open.len() < MOST;
        self.refute(theory, &mut open, LITTLE)?;
        if !open.is_empty() {
            self.try_near_tours(theory, &open)?;
            self.refute(theory, &mut open, MUCH)?;
        }
        Ok(is_whole && open.is_empty())
    }

    /// Looks for a model of one of these lists of literals that has half of a known tour, as far as
    /// propagation does not refute it; fails with it. Many faults are possible near a tour, and the
    /// solver finds the other half at once.
    fn try_near_tours(&self, theory: &mut Theory, open: &[Vec<Lit>]) -> Result<(), Unproved> {
        let tours = self.expected.tours.iter().flatten();
        let tours = tours.filter_map(|steps| self.meaning.literals_of(self.problem, steps).ok());
        let halves = tours.flat_map(|mut lits| {
            let other = lits.split_off(lits.len() / 2);
            [lits, other]
        });
        let tries = NEAR / theory.cnf.size().literals.max(1) as usize;
        let halves = halves.take(tries).collect_vec();
        let pairs = halves.iter().cycle().zip(open.iter().cycle());
        for (half, lits) in pairs.take(tries) {
            if theory.is_over() {
                break;
            }
            let mut assumed = lits.clone();
            for &lit in half {
                assumed.push(lit);
                if theory.propagates(&assumed) {
                    assumed.pop();
                }
            }
            if let Answer::Model(model) = theory.extend(&assumed, TINY)? {
                return Err(Unproved::Model(model));
            }
        }
        Ok(())
    }

    /// Adds what follows if steps and squares are one to one, which solvers do not find: all four
    /// laws, and the number of steps of each colour.
    fn add_lemmas(&self, theory: &mut Theory) -> Result<(), Stopped> {
        let definition = self.definition();
        for law in [Law::SomeOut, Law::OneOut, Law::OneIn, Law::SomeIn] {
            definition.clauses(law, &mut |literals| {
                if let Some(lits) = theory.literals(literals)
                    && !self.options.limits.is_over()
                {
                    theory.clause(&lits);
                }
            });
        }
        self.add_colours(theory)
    }

    /// Adds that as many steps are on squares of a colour as there are such squares. Moves change
    /// the colour; this is added for the steps whose moves are proved.
    pub fn add_colours(&self, theory: &mut Theory) -> Result<(), Stopped> {
        let (graph, period) = (self.problem.graph(), self.problem.period());
        let is_positional = self.meaning.style() == FactStyle::Positions;
        let colours = graph.two_colouring(&self.options.limits.stop)?;
        let Some(colours) = colours.filter(|_| is_positional && period == graph.len()) else {
            return Ok(());
        };
        let mut has_other_moves = HashSet::new();
        self.definition().clauses(Law::Moves, &mut |literals| {
            if !theory.is_over()
                && let Some(lits) = theory.literals(literals)
                && !theory.propagates(&negated(&lits))
                && let Atom::Fact(Fact::At { step, .. }) = literals[0].atom
            {
                has_other_moves.insert(step);
            }
        });
        // Some moves may not have been looked at.
        self.options.limits.stop.check()?;
        let mut cnf = Cnf::default();
        let _: Vars = cnf.new_vars(theory.cnf.variables());
        let odd = cnf.new_vars(period);
        let odd = odd.iter().map(|var| (1, var.pos())).collect_vec();
        for (step, &(_, odd)) in (1..).zip(&odd) {
            for (vertex, &is_odd) in (0..).zip(&colours) {
                let here = theory.term(Atom::Fact(Fact::At { step, vertex }));
                let colour = Term::Open(if is_odd { odd } else { !odd });
                clause([!here, colour], &mut cnf);
            }
        }
        for (step, (&(_, one), &(_, other))) in (1..).zip(odd.iter().tuple_windows()) {
            if !has_other_moves.contains(&step) {
                cnf.clause(&[one, other]);
                cnf.clause(&[!one, !other]);
            }
        }
        let count = colours.iter().filter(|&&is_odd| is_odd).count() as u64;
        let total = Totalizer::new(&odd, count + 1, Sides::Both, &mut cnf);
        clause([total.at_least(count)], &mut cnf);
        clause([!total.at_least(count + 1)], &mut cnf);
        theory.include(&cnf);
        // The other steps divide the tour. Some choices of the first colours have the wrong sum.
        let others = has_other_moves.into_iter().filter(|&step| step < period);
        let starts = [0].into_iter().chain(others.sorted());
        let colours = starts.map(|step| [odd[step as usize].1, !odd[step as usize].1]);
        for lits in colours.take(STARTS).multi_cartesian_product() {
            if theory.propagates(&lits) {
                theory.clause(&negated(&lits));
            }
        }
        Ok(())
    }

    /// Returns the clauses, negated, that propagation does not derive, besides those of steps and
    /// squares.
    fn other_unproved(
        &self,
        theory: &mut Theory,
        twins: &[[Term; 2]],
    ) -> Result<Vec<Vec<Lit>>, Stopped> {
        let mut left = Vec::new();
        for law in [Law::Moves, Law::Given, Law::Rules] {
            left.extend(self.unproved(theory, law)?);
        }
        let no_moves = self.no_moves().into_iter();
        let none = no_moves.map(|fact| vec![!theory.term(Atom::Fact(fact))]);
        let equal = twins.iter().flat_map(|&[a, b]| [vec![a, !b], vec![!a, b]]);
        for terms in none.chain(equal).collect_vec() {
            let is_true = terms.contains(&Term::TRUE);
            let open = terms.iter().filter_map(|term| term.lit());
            let lits = negated(&open.collect_vec());
            if !is_true && !theory.propagates(&lits) {
                left.push(lits);
            }
        }
        Ok(left)
    }

    /// Proves that the formula entails the definition. Returns true if clauses that the subject
    /// adds later exclude several cycles.
    pub fn prove_sound(&self) -> Result<bool, Unproved> {
        let definition = self.definition();
        let (mut theory, twins) = self.theory()?;
        let mut sets = Vec::new();
        for laws in definition.sufficient() {
            let mut left = Vec::new();
            for &law in *laws {
                left.extend(self.unproved(&mut theory, law)?);
            }
            sets.push(left);
            if sets.iter().any(Vec::is_empty) {
                break;
            }
        }
        sets.sort_by_key(Vec::len);
        let mut is_proved = false;
        for left in sets {
            is_proved = is_proved || self.decide(&mut theory, left)?;
        }
        if !is_proved {
            return Err("squares and steps one to one: undecided with little work".into());
        }
        if let Some(what) = definition.lacks() {
            return Err(Unproved::Open(format!("{what}: not in the definition")));
        }
        let mut left = self.other_unproved(&mut theory, &twins)?;
        if !left.is_empty() {
            self.refute(&mut theory, &mut left, TINY)?;
            self.add_lemmas(&mut theory)?;
            left = self.other_unproved(&mut theory, &twins)?;
        }
        if !self.decide(&mut theory, left)? {
            return Err("moves and clues: undecided with little work".into());
        }
        if definition.has_free_ends() {
            match self.third_end(&mut theory)? {
                Answer::Refuted => {}
                Answer::Model(model) => return Err(Unproved::Model(model)),
                Answer::Open => return Err("two ends: undecided with little work".into()),
            }
        }
        let mut has_cuts = false;
        if definition.has_cycles() {
            match self.second_cycle(&mut theory) {
                Ok(true) => {}
                Ok(false) => return Err("one cycle: undecided with little work".into()),
                Err(Unproved::Model(model)) if self.is_cut(&model) => has_cuts = true,
                Err(error) => return Err(error),
            }
        }
        // The sweep over all tours has tried both directions.
        let is_open = self.meaning.is_one_direction && !definition.has_direction();
        if is_open && !self.expected.is_whole() {
            match self.both_directions(&theory)? {
                Answer::Refuted => {}
                Answer::Model(_) => return Err("one direction: not proved".into()),
                Answer::Open => return Err("one direction: undecided with little work".into()),
            }
        }
        Ok(has_cuts)
    }

    /// Returns true if the subject adds a clause that excludes this model.
    fn is_cut(&self, model: &Model) -> bool {
        let cuts = self.subject.cut(model);
        let is_false = |cut: &Vec<Lit>| !cut.iter().any(|&lit| model.satisfies(lit));
        cuts.iter().any(is_false)
    }

    /// Asks for an open tour by edges with three vertices that have fewer than two edges.
    fn third_end(&self, theory: &mut Theory) -> Result<Answer, SolverError> {
        let graph = self.problem.graph();
        let mut ends: [Vec<Lit>; 3] = Default::default();
        for vertex in 0..graph.len() {
            let lacks = theory.new_var().pos();
            let edges = graph.neighbours(vertex).iter();
            let edges = edges.map(|&other| theory.term(Atom::Fact(Fact::edge(vertex, other))));
            for [a, b] in edges.collect_vec().into_iter().array_combinations() {
                theory.terms([!Term::Open(lacks), !a, !b]);
            }
            let selectors = [0; 3].map(|_| theory.new_var().pos());
            for (ends, selector) in ends.iter_mut().zip(selectors) {
                theory.clause(&[!selector, lacks]);
                ends.push(selector);
            }
            for [a, b] in selectors.into_iter().array_combinations() {
                theory.clause(&[!a, !b]);
            }
        }
        let asked = theory.new_var().pos();
        for ends in ends {
            theory.clause(&ends.into_iter().chain([!asked]).collect_vec());
        }
        theory.ask(&[asked], Some(MUCH))
    }

    /// Returns the moves that may form a cycle besides the tour.
    fn moves(&self, theory: &mut Theory) -> Result<Moves, Stopped> {
        let mut moves = Vec::new();
        for fact in self.definition().facts() {
            if let Some([&a, &b]) = fact.ends() {
                moves.push(([a, b], theory.term(Atom::Fact(fact))));
            }
        }
        let first = (self.problem.kind() == Kind::Closed).then_some(0);
        let is_directed = self.meaning.style() == FactStyle::Arcs;
        Moves::new(theory, moves, first, is_directed)
    }

    /// Returns true if no cycle misses some vertex; fails with a model of one.
    fn second_cycle(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        Ok(self.moves(theory)?.have_no_cycle() || self.closed_set(theory)?)
    }

    /// Asks for a set of vertices with all moves from them, vertex by vertex: a set with this one
    /// and without those before. Returns true if there is none; fails with its model.
    fn closed_set(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        let graph = self.problem.graph();
        let is_arcs = self.meaning.style() == FactStyle::Arcs;
        let inside = (0..graph.len())
            .map(|_| theory.new_var().pos())
            .collect_vec();
        for from in 0..graph.len() {
            let here = Term::Open(inside[from as usize]);
            let (ends, fact): (_, fn(u32, u32) -> Fact) = if is_arcs {
                (graph.successors(from), |from, to| Fact::Arc { from, to })
            } else {
                (graph.neighbours(from), Fact::edge)
            };
            let facts = ends.iter().map(|&to| Atom::Fact(fact(from, to)));
            let moves = facts.map(|atom| theory.term(atom)).collect_vec();
            for (&to, &taken) in ends.iter().zip(&moves) {
                let there = Term::Open(inside[to as usize]);
                theory.terms([!here, !taken, there]);
                theory.terms([here, !taken, !there]);
            }
            theory.terms(moves.iter().copied().chain([!here]));
            // Two edges: one beside each.
            for left_out in (0..moves.len()).filter(|_| !is_arcs) {
                let others = [&moves[..left_out], &moves[left_out + 1..]].concat();
                theory.terms(others.into_iter().chain([!here]));
            }
        }
        let parts = inside.iter().map(|&lit| vec![lit]).collect_vec();
        if self.problem.kind() == Kind::Closed {
            theory.clause(&[!inside[0]]);
        }
        self.decide(theory, parts)
    }

    /// Returns the fact of the reverse tour that corresponds to a fact of a tour.
    pub fn reversed(&self, fact: Fact) -> Fact {
        let last = self.problem.graph().len();
        match (fact, self.problem.kind()) {
            (Fact::At { step, vertex }, Kind::Open) => Fact::At {
                step: last + 1 - step,
                vertex,
            },
            (Fact::At { step, vertex }, Kind::Closed) => Fact::At {
                step: (last + 1 - step) % last + 1,
                vertex,
            },
            (Fact::Arc { from, to }, _) => Fact::Arc { from: to, to: from },
            (edge, _) => edge,
        }
    }

    /// Asks for a tour that is a model, and so is its reverse.
    fn both_directions(&self, theory: &Theory) -> Result<Answer, SolverError> {
        let mut cnf = theory.cnf.clone();
        let shift = theory.cnf.variables();
        let _: Vars = cnf.new_vars(shift);
        let moved = |lit: Lit| {
            let var = Var::new(lit.var().number() + shift).expect("twice as many variables");
            if lit.is_positive() {
                var.pos()
            } else {
                var.neg()
            }
        };
        for lits in self.formula.cnf.clauses() {
            cnf.clause(&lits.iter().copied().map(moved).collect_vec());
        }
        // Definitions of terms follow the variables of the formula.
        let definitions = theory.cnf.clauses().skip(self.formula.cnf.len() as usize);
        for lits in definitions.collect_vec() {
            cnf.clause(&lits.iter().copied().map(moved).collect_vec());
        }
        for fact in self.definition().facts() {
            let one = theory.term(Atom::Fact(fact));
            let other = match theory.term(Atom::Fact(self.reversed(fact))) {
                Term::Open(lit) => Term::Open(moved(lit)),
                known => known,
            };
            clause([one, !other], &mut cnf);
            clause([!one, other], &mut cnf);
        }
        let (solver, limits) = (&self.options.solver, &self.options.limits);
        match Theory::new(cnf, HashMap::new(), solver, limits) {
            Ok(mut both) => both.ask(&[], Some(MUCH)),
            Err(_) => Ok(Answer::Open),
        }
    }

    /// Returns true if a tour determines the variables of the map. For each step, or for each
    /// vertex, every fact must have its own literal, or all facts the same variables.
    pub fn is_determined(&self) -> bool {
        let groups = |of: fn(u32, u32) -> u32| {
            let facts = self.meaning.facts().iter();
            let grouped = facts.filter_map(move |(fact, lits)| match *fact {
                Fact::At { step, vertex } => Some((of(step, vertex), lits)),
                _ => None,
            });
            grouped.into_group_map().into_values()
        };
        let mut facts = self.meaning.facts().iter().chain(self.meaning.twins());
        let are_single = facts.all(|(_, lits)| lits.len() < 2);
        let vars = |lits: &&Vec<Lit>| lits.iter().map(|lit| lit.var()).sorted().collect_vec();
        let is_alike = |facts: Vec<&Vec<Lit>>| {
            facts.iter().all(|lits| lits.len() < 2) || facts.iter().map(vars).all_equal()
        };
        let is_positional = self.meaning.style() == FactStyle::Positions;
        let alike = |of| groups(of).all(is_alike);
        are_single || is_positional && (alike(|step, _| step) || alike(|_, vertex| vertex))
    }
}

#[cfg(test)]
mod tests {
    use super::super::collect::Collected;
    use super::super::description::Symbols;
    use super::super::{Options, Report, Subject};
    use super::*;
    use crate::encoding::{Formula, Name};

    const EXACT: [Name; 6] = [
        Name::Order,
        Name::Distance,
        Name::Elimination,
        Name::Adder,
        Name::Lfsr,
        Name::Crt,
    ];

    /// Calls `examine` with the inspection of an encoding. `mutate` changes or drops each clause.
    fn inspected(
        [board, name]: [&str; 2],
        kind: Kind,
        mutate: impl Fn(usize, &[Lit]) -> Option<Vec<Lit>>,
        examine: impl FnOnce(&Inspection),
    ) {
        let place = super::super::place(board);
        let problem = place.problem(kind, None, None).unwrap();
        let style = Name::ALL.into_iter().find(|each| each.to_string() == name);
        let subject = Formula::new(&problem, style.unwrap().style()).unwrap();
        let (mut formula, options) = (Collected::default(), Options::default());
        let meaning = Subject::encode(&subject, &mut formula).settled(&problem);
        let mut cnf = Cnf::default();
        let _: Vars = cnf.new_vars(formula.cnf.variables());
        let clauses = formula.cnf.clauses().enumerate();
        let mutated = clauses.filter_map(|(index, lits)| mutate(index, lits));
        mutated.for_each(|lits| cnf.clause(&lits));
        formula.cnf = cnf;
        examine(&Inspection {
            place: &place,
            problem: &problem,
            subject: &subject,
            options: &options,
            symbols: Symbols::new(&meaning, &place),
            formula,
            meaning,
            expected: Default::default(),
            report: Report::default(),
            has_cuts: false,
        });
    }

    #[test]
    fn walks_prove_each_connectivity_on_6x6_without_a_solver() {
        let mut open = Vec::new();
        let kinds = [Kind::Open, Kind::Closed];
        for (name, kind) in EXACT.into_iter().cartesian_product(kinds) {
            let unchanged = |_: usize, lits: &[Lit]| Some(lits.to_vec());
            inspected(["6x6", &name.to_string()], kind, unchanged, |inspection| {
                let (mut theory, _) = inspection.theory().unwrap();
                let moves = inspection.moves(&mut theory).unwrap();
                if !moves.have_no_cycle() {
                    open.push((name, kind));
                }
            });
        }
        assert_eq!(open, []);
    }

    /// A solver finds no cycle in any mutant for which walks prove that there is none.
    #[test]
    fn a_solver_agrees_with_walks_on_mutants() {
        let boards = [
            ("4x4", Kind::Open),
            ("..../..../..../...#/...#", Kind::Closed),
        ];
        let mut counts = [[0; 2]; 2];
        for (name, (board, kind)) in EXACT.into_iter().cartesian_product(boards) {
            for (at, is_dropped) in (0..1000).step_by(131).cartesian_product([false, true]) {
                // A run of clauses is missing, or one literal in each of them is negated.
                let mutate = |index: usize, lits: &[Lit]| {
                    let mut mutated = lits.to_vec();
                    let is_here = (at..at + 37).contains(&index);
                    if is_here && let Some(lit) = mutated.last_mut() {
                        *lit = !*lit;
                    }
                    (!is_here || !is_dropped).then_some(mutated)
                };
                inspected([board, &name.to_string()], kind, mutate, |inspection| {
                    let (mut theory, _) = inspection.theory().unwrap();
                    let moves = inspection.moves(&mut theory).unwrap();
                    let is_proved = moves.have_no_cycle();
                    let is_refuted = matches!(inspection.closed_set(&mut theory), Ok(true));
                    assert!(is_refuted || !is_proved, "{name} {kind:?} {board} {at}");
                    counts[usize::from(is_refuted)][usize::from(is_proved)] += 1;
                });
            }
        }
        let [[has_cycle, _], [_, is_proved]] = counts;
        assert!(has_cycle > 0 && is_proved > 0, "{counts:?}");
    }
}
