//! Proofs by entailment. The formula is sound if it entails every clause of the definition of a
//! tour. (It is [complete](super::complete) if the definition entails every clause of it.)
//!
//! Unit propagation decides most clauses, a solver with little work the others. A clause that is
//! not entailed comes with a model: no tour, or a tour that the formula excludes.

use super::case::Case;
use super::further::{CycleQuestion, FURTHER};
use super::theory::{Answer, LITTLE, MUCH, TINY, Theory, Unproved, entails, negated};
use crate::cnf::Term;
use crate::cnf::sink::clause;
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::Law;
use crate::tour::rule::Atom;
use crate::tour::succession::Succession;
use std::collections::HashMap;

/// The laws of counting.
pub const COUNTING: [Law; 4] = [Law::SomeOut, Law::OneOut, Law::OneIn, Law::SomeIn];
/// The most clauses of a law that the solver decides one by one.
const MOST: usize = 20_000;
/// The most clauses that the solver leaves undecided before it gives up.
pub const UNDECIDED: usize = 64;
/// The most literals of formulas for searches near a tour.
const NEAR: usize = 1 << 23;

impl Case<'_> {
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

    /// Returns true if the solver refutes each list of literals. Looks for a model with little
    /// work, near known tours, and with much work, or all that the options allow; fails with it.
    fn decide(&self, theory: &mut Theory, clauses: Vec<Vec<Lit>>) -> Result<bool, Unproved> {
        let is_whole = clauses.len() < MOST;
        let mut open = entails(theory, clauses, (LITTLE, UNDECIDED))?;
        if !open.is_empty() {
            self.try_near_tours(theory, &open)?;
            let is_limited = self.options.work.is_some() && !self.expected.is_whole();
            let most = if is_limited { u64::MAX } else { MUCH };
            open = entails(theory, open, (most, UNDECIDED))?;
        }
        Ok(is_whole && open.is_empty())
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
                return Err(model.into());
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
        let mut left = Vec::new();
        for law in [Law::Moves, Law::Given, Law::Rules] {
            left.extend(self.unproved(theory, law)?);
        }
        let no_moves = self.no_moves().into_iter();
        let taken = no_moves.map(|fact| Vec::from_iter(theory.term(Atom::Fact(fact)).lit()));
        let taken = taken.collect_vec().into_iter();
        left.extend(taken.filter(|lits| !theory.propagates(lits)));
        Ok(left)
    }

    /// Proves that the formula entails the definition.
    pub fn prove_sound(&self) -> Result<(), Unproved> {
        let definition = self.definition();
        let mut theory = self.theory()?;
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
            return Err(Unproved::Open(
                self.undecided("squares and steps one to one"),
            ));
        }
        if let Some(refusal) = definition.lacks() {
            return Err(Unproved::Open(refusal.to_string()));
        }
        let mut left = self.other_unproved(&mut theory)?;
        if !left.is_empty() {
            entails(&mut theory, left, (TINY, UNDECIDED))?;
            // If steps and squares are one to one, all four laws follow. Solvers do not find this.
            self.add_laws(&mut theory, &COUNTING);
            left = self.other_unproved(&mut theory)?;
        }
        if !self.decide(&mut theory, left)? {
            return Err(Unproved::Open(self.undecided("moves and clues")));
        }
        if definition.has_free_ends() {
            match self.third_end(&mut theory)? {
                Answer::Refuted => {}
                Answer::Found(model) => return Err(model.into()),
                Answer::Open => return Err(Unproved::Open(self.undecided("two ends"))),
            }
        }
        if definition.has_cycles() && !self.second_cycle(&mut theory)? {
            let open = self.undecided("one cycle");
            let is_all = self.options.further.is_some();
            return Err(Unproved::Open(open + if is_all { "" } else { FURTHER }));
        }
        // The sweep over all tours has tried both directions.
        let is_open = self.meaning.is_one_direction && !definition.has_direction();
        if is_open && !self.expected.is_whole() {
            match self.both_directions(&theory)? {
                Answer::Refuted => {}
                Answer::Found(_) => return Err("one direction: not proved".into()),
                Answer::Open => return Err(Unproved::Open(self.undecided("one direction"))),
            }
        }
        Ok(())
    }

    /// Returns the reason why a question is open.
    fn undecided(&self, what: &str) -> String {
        let is_limited = self.options.work.is_some();
        let work = ["little", "limited"][usize::from(is_limited)];
        format!("{what}: undecided with {work} work")
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

    /// Asks for a cycle besides the tour.
    fn cycles<'t>(&self, theory: &'t mut Theory) -> Result<CycleQuestion<'t>, SolverError> {
        let mut moves = Vec::new();
        for fact in self.definition().facts() {
            if let Some([&a, &b]) = fact.ends() {
                moves.push(([a, b], theory.term(Atom::Fact(fact))));
            }
        }
        let first = Succession::of(self.problem).is_cyclic().then_some(0);
        let is_directed = self.meaning.style() == FactStyle::Arcs;
        // A closed tour itself has two vertices at least, an open one an end that is on no cycle.
        let others = match first {
            Some(_) => 2,
            None => usize::from(self.has_ends(theory)?),
        };
        let longest = (self.problem.graph().len() as usize).saturating_sub(others);
        Ok(CycleQuestion {
            formula: theory,
            moves,
            first,
            longest,
            is_directed,
        })
    }

    /// Returns the moves from a vertex, and where they lead. Adds that with this literal the vertex
    /// has its moves: one from it, or two edges.
    fn with_moves(&self, theory: &mut Theory, from: u32, here: Lit) -> Vec<(u32, Term)> {
        let (graph, style) = (self.problem.graph(), self.meaning.style());
        let ends = match style {
            FactStyle::Edges => graph.neighbours(from),
            _ => graph.successors(from),
        };
        let moves = ends.iter().map(|&to| {
            let atom = Atom::Fact(Fact::of_move(style, [from, to]));
            (to, theory.term(atom))
        });
        let moves = moves.collect_vec();
        let terms = moves.iter().map(|&(_, term)| term).collect_vec();
        theory.terms(terms.iter().copied().chain([Term::Open(!here)]));
        // Two edges: one beside each.
        for left_out in (0..terms.len()).filter(|_| style == FactStyle::Edges) {
            let others = [&terms[..left_out], &terms[left_out + 1..]].concat();
            theory.terms(others.into_iter().chain([Term::Open(!here)]));
        }
        moves
    }

    /// Returns true if some vertex of an open tour lacks a move.
    fn has_ends(&self, theory: &mut Theory) -> Result<bool, SolverError> {
        let every = theory.new_var().pos();
        for vertex in 0..self.problem.graph().len() {
            self.with_moves(theory, vertex, every);
        }
        let answer = theory.ask(&[every], Some(LITTLE))?;
        Ok(matches!(answer, Answer::Refuted))
    }

    /// Returns true if no cycle misses some vertex; fails with a model of one.
    fn second_cycle(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        if let Some(further) = self.options.further
            && (further.one_cycle)(self.cycles(theory)?)?
        {
            return Ok(true);
        }
        self.closed_set(theory)
    }

    /// Asks for a set of vertices with all moves from them, vertex by vertex: a set with this one
    /// and without those before. Returns true if there is none; fails with its model.
    fn closed_set(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        let graph = self.problem.graph();
        let inside = (0..graph.len())
            .map(|_| theory.new_var().pos())
            .collect_vec();
        for (from, &here) in (0..).zip(&inside) {
            for (to, taken) in self.with_moves(theory, from, here) {
                let [here, there] = [here, inside[to as usize]].map(Term::Open);
                theory.terms([!here, !taken, there]);
                theory.terms([here, !taken, !there]);
            }
        }
        let parts = inside.iter().map(|&lit| vec![lit]).collect_vec();
        if Succession::of(self.problem).is_cyclic() {
            theory.clause(&[!inside[0]]);
        }
        self.decide(theory, parts)
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
