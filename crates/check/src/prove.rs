//! Proofs by entailment. The formula is sound if it entails every clause of the definition of a
//! tour. (It is [complete](super::complete) if the definition entails every clause of it.)
//!
//! Unit propagation decides most clauses, and a solver with little work the others. A clause that
//! is not entailed comes with a model: no tour, or a tour that the formula excludes.

use super::case::Case;
use super::further::{CycleQuestion, FURTHER};
use super::theory::{Answer, LITTLE, MUCH, TINY, Theory, Unproved, negated, undecided};
use crate::cnf::Term;
use crate::cnf::gadget::totalizer::{Sides, Totalizer};
use crate::cnf::sink::clause;
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::Law;
use crate::tour::rule::Atom;
use crate::tour::succession::Succession;
use std::collections::HashMap;

/// The laws of counting.
pub const COUNTING: [Law; 4] = [Law::SomeOut, Law::OneOut, Law::OneIn, Law::SomeIn];
/// The most clauses of laws in a question.
const MOST: usize = 20_000;
/// The undecided clauses after which no more are tried.
const UNDECIDED: usize = 64;
/// The most literals of formulas for searches near a tour.
const NEAR: usize = 1 << 23;

impl Case<'_> {
    /// Returns the clauses of laws, negated, that propagation does not derive.
    fn unproved(&self, theory: &mut Theory, laws: &[Law]) -> Result<Vec<Vec<Lit>>, Stopped> {
        let mut watch = self.options.limits.stop.watch(1 << 4);
        let (mut open, mut result) = (Vec::new(), Ok(()));
        for &law in laws {
            self.definition().clauses(law, &mut |literals| {
                if result.is_ok() && open.len() < MOST {
                    result = watch.check();
                    let lits = theory.literals(literals).map(|lits| negated(&lits));
                    open.extend(lits.filter(|lits| !theory.propagates(lits)));
                }
            });
        }
        result.map(|()| open)
    }

    /// Returns true if the solver refutes each list of literals within one of these amounts of
    /// work, and adds their negations. Looks for a model near known tours, too; fails with it.
    pub fn decide(
        &self,
        theory: &mut Theory,
        mut open: Vec<Vec<Lit>>,
        works: &[u64],
    ) -> Result<bool, Unproved> {
        let is_whole = open.len() < MOST;
        for &work in works {
            open = undecided(open, UNDECIDED, |lits| theory.refute(lits, work))?;
            if work == LITTLE && !open.is_empty() {
                self.try_near_tours(theory, &open)?;
            }
        }
        Ok(is_whole && open.is_empty())
    }

    /// Returns little work, and much, or all that the options allow.
    fn works(&self) -> [u64; 2] {
        let is_limited = self.options.work.is_some() && !self.expected.is_whole;
        [LITTLE, if is_limited { u64::MAX } else { MUCH }]
    }

    /// Looks for a model of one of these lists of literals that has half of a known tour, as far as
    /// propagation does not refute it; fails with it. Many faults are possible near a tour, and the
    /// solver finds the other half at once.
    pub fn try_near_tours(&self, theory: &mut Theory, open: &[Vec<Lit>]) -> Result<(), Unproved> {
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
            if let Answer::Found(model) = theory.extend(&assumed, TINY)? {
                return Err(Unproved::Model(model));
            }
        }
        Ok(())
    }

    /// Adds the clauses of some laws.
    pub fn add_laws(&self, theory: &mut Theory, laws: &[Law]) {
        for &law in laws {
            self.definition().clauses(law, &mut |literals| {
                if let Some(lits) = theory.literals(literals)
                    && !self.options.limits.is_over()
                {
                    theory.clause(&lits);
                }
            });
        }
    }

    /// Returns the clauses, negated, that propagation does not derive, besides those of steps and
    /// squares.
    fn other_unproved(&self, theory: &mut Theory) -> Result<Vec<Vec<Lit>>, Stopped> {
        let mut left = self.unproved(theory, &[Law::Moves, Law::Given, Law::Rules])?;
        let no_moves = self.no_moves().into_iter();
        let taken = no_moves.map(|fact| Vec::from_iter(theory.term(Atom::Fact(fact)).lit()));
        let taken = taken.collect_vec().into_iter();
        left.extend(taken.filter(|lits| !theory.propagates(lits)));
        Ok(left)
    }

    /// Proves that the formula entails the definition.
    pub fn prove_sound(&self) -> Result<(), Unproved> {
        let (definition, works) = (self.definition(), self.works());
        let mut theory = self.theory()?;
        let mut sets = Vec::new();
        for laws in definition.sufficient() {
            sets.push(self.unproved(&mut theory, laws)?);
            if sets.iter().any(Vec::is_empty) {
                break;
            }
        }
        sets.sort_by_key(Vec::len);
        let mut is_proved = false;
        for left in sets {
            is_proved = is_proved || self.decide(&mut theory, left, &works)?;
        }
        if !is_proved {
            return Err(self.undecided("squares and steps one to one"));
        }
        if let Some(refusal) = definition.lacks() {
            return Err(Unproved::Open(refusal.to_string()));
        }
        let mut left = self.other_unproved(&mut theory)?;
        if !left.is_empty() {
            // Those that many easy questions decide make the others easier.
            self.decide(&mut theory, left, &[TINY])?;
            // If steps and squares are one to one, all four laws follow. Solvers do not find this.
            self.add_laws(&mut theory, &COUNTING);
            left = self.other_unproved(&mut theory)?;
        }
        if !self.decide(&mut theory, left, &works)? {
            return Err(self.undecided("moves and clues"));
        }
        if definition.has_free_ends() && !self.has_two_ends(&mut theory)? {
            return Err(self.undecided("two ends"));
        }
        if definition.has_cycles() && !self.has_one_cycle(&mut theory)? {
            return Err(match self.undecided("one cycle") {
                Unproved::Open(open) if self.options.further.is_none() => {
                    Unproved::Open(open + FURTHER)
                }
                open => open,
            });
        }
        // The sweep over all tours has tried both directions.
        let is_open = self.meaning.is_one_direction && !definition.has_direction();
        if is_open && !self.expected.is_whole {
            match self.both_directions(&theory)? {
                Answer::Refuted => {}
                Answer::Found(_) => return Err("one direction: not proved".into()),
                Answer::Open => return Err(self.undecided("one direction")),
            }
        }
        Ok(())
    }

    /// Returns the reason why a question is open.
    pub fn undecided(&self, what: &str) -> Unproved {
        let is_limited = self.options.work.is_some();
        let work = ["little", "limited"][usize::from(is_limited)];
        Unproved::Open(format!("{what}: undecided with {work} work"))
    }

    /// Returns true if no three vertices have fewer than two edges; fails with a model of them.
    fn has_two_ends(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        let graph = self.problem.graph();
        let mut ends = Vec::new();
        for vertex in 0..graph.len() {
            let lacks = theory.new_var().pos();
            let edges = graph.neighbours(vertex).iter();
            let edges = edges.map(|&other| theory.term(Atom::Fact(Fact::edge(vertex, other))));
            for [a, b] in edges.collect_vec().into_iter().array_combinations() {
                theory.terms([!Term::Open(lacks), !a, !b]);
            }
            ends.push((1, lacks));
        }
        let count = Totalizer::new(&ends, 2, Sides::Lower, theory);
        let three = count.at_least(3).lit();
        three.map_or(Ok(true), |three| theory.refute(&[three], MUCH))
    }

    /// Asks for a cycle besides the tour.
    fn cycles<'t>(&self, theory: &'t mut Theory) -> CycleQuestion<'t> {
        let mut moves = Vec::new();
        for fact in self.definition().facts() {
            if let Some([&a, &b]) = fact.ends() {
                moves.push(([a, b], theory.term(Atom::Fact(fact))));
            }
        }
        let first = Succession::of(self.problem).is_cyclic().then_some(0);
        let is_directed = self.meaning.style() == FactStyle::Arcs;
        let longest = self.problem.graph().len() as usize - 2 * usize::from(first.is_some());
        CycleQuestion {
            formula: theory,
            moves,
            first,
            longest,
            is_directed,
        }
    }

    /// Returns true if no cycle misses some vertex; fails with a model of one.
    fn has_one_cycle(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        if let Some(further) = self.options.further
            && (further.one_cycle)(self.cycles(theory))?
        {
            return Ok(true);
        }
        self.closed_set(theory)
    }

    /// Asks for a set of vertices with all moves from them, vertex by vertex: a set with this one
    /// and without those before. Returns true if there is none; fails with its model.
    fn closed_set(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        let (graph, style) = (self.problem.graph(), self.meaning.style());
        let inside = (0..graph.len()).map(|_| theory.new_var().pos());
        let inside = inside.collect_vec();
        for (from, &here) in (0..).zip(&inside) {
            let outside = Term::Open(!here);
            let ends = match style {
                FactStyle::Edges => graph.neighbours(from),
                _ => graph.successors(from),
            };
            let mut moves = Vec::new();
            for &to in ends {
                let there = Term::Open(inside[to as usize]);
                let taken = theory.term(Atom::Fact(Fact::of_move(style, [from, to])));
                theory.terms([outside, !taken, there]);
                theory.terms([!outside, !taken, !there]);
                moves.push(taken);
            }
            theory.terms(moves.iter().copied().chain([outside]));
            // Two edges: one beside each.
            for left_out in (0..moves.len()).filter(|_| style == FactStyle::Edges) {
                let others = [&moves[..left_out], &moves[left_out + 1..]].concat();
                theory.terms(others.into_iter().chain([outside]));
            }
        }
        if Succession::of(self.problem).is_cyclic() {
            theory.clause(&[!inside[0]]);
        }
        let parts = inside.into_iter().map(|lit| vec![lit]).collect_vec();
        self.decide(theory, parts, &self.works())
    }

    /// Asks for a tour that is a model, and so is its reverse.
    pub fn both_directions(&self, theory: &Theory) -> Result<Answer, SolverError> {
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
        for lits in theory.cnf.clauses() {
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
}
